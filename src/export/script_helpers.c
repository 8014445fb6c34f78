/* The small functions that the layers of a script call, each only where one of them does. */
#include "export/script_parts.h"

static const ScriptRow helpers[] = {
    {"values | from-product",
     "def product(a, b):\n"
     "    \"\"\"a @ b, each sum from left to right, as attnscope adds. A processor with fused\n"
     "    multiply-add rounds a*b + c once there, and twice here.\"\"\"\n"
     "    return sum(a[..., c, None] * b[..., c, None, :] for c in range(a.shape[-1]))"},
    {"values -split=raw | from-product -split=raw",
     "def split(a, heads):\n"
     "    \"\"\"[T, H*d] -> [H, T, d]\"\"\"\n"
     "    return a.reshape(len(a), heads, -1).swapaxes(0, 1)"},
    {"-null-logit -softmax=queries",
     "def softmax(scores, axis=-1):\n"
     "    largest = np.fmax.reduce(scores, axis=axis, keepdims=True, initial=-inf)\n"
     "    share = np.exp(scores - largest)\n"
     "    return share / share.sum(axis=axis, keepdims=True)"},
    {"null-logit | softmax=queries",
     "def softmax_null(scores, axis=-1, null=-inf):\n"
     "    \"\"\"One more term exp(null) below the line; all -inf: weights 0.\"\"\"\n"
     "    largest = np.fmax.reduce(scores, axis=axis, keepdims=True, initial=null)\n"
     "    share = np.exp(scores - largest)\n"
     "    share = share / (share.sum(axis=axis, keepdims=True) + np.exp(null - largest))\n"
     "    return np.where(largest == -inf, 0.0, share)"},
    {"mask=on has-mask mask-differs | has-bias bias-differs",
     "def of_head(record, name, head):\n"
     "    \"\"\"The head's own matrix (heads count from 1), else the common one, else None.\"\"\"\n"
     "    return record.get(f\"{name}.{head}\", record.get(name))"},
    {"forces | edits",
     "def put(array, cells):\n"
     "    \"\"\"Writes (head, query, key, value); cells that do not exist are left out.\"\"\"\n"
     "    for head, query, key, value in cells:\n"
     "        if query < array.shape[-2] and key < array.shape[-1]:\n"
     "            array[head, query, key] = value"},
    {"careful values",
     "def mix(weights, v, takes):\n"
     "    \"\"\"weights @ v, without what is not taken: 0 * nan is nan.\"\"\"\n"
     "    return sum(np.where(takes[..., j, None],\n"
     "                        weights[..., j, None] * v[..., j, None, :], 0.0)\n"
     "               for j in range(v.shape[-2]))"},
};

void script_helpers(const Script *script) {
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (script_anywhere(script, helpers[i].when))
            script_line(script, 0, "\n\n%s", helpers[i].text);
}
