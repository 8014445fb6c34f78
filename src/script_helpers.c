/* The small functions that a script's layers call, each only where one of them does. */
#include "script_inside.h"

static const char product_text[] =
    "def product(a, b):\n"
    "    \"\"\"a @ b, each sum from left to right as attnscope adds, to the last bit.\"\"\"\n"
    "    return sum(a[..., c, None] * b[..., c, None, :] for c in range(a.shape[-1]))\n";

static const char split_text[] =
    "def split(a, heads):\n"
    "    \"\"\"[T, H*d] -> [H, T, d]\"\"\"\n"
    "    return a.reshape(len(a), heads, -1).swapaxes(0, 1)\n";

static const char softmax_text[] =
    "def softmax(scores, axis=-1):\n"
    "    largest = np.fmax.reduce(scores, axis=axis, keepdims=True, initial=-inf)\n"
    "    share = np.exp(scores - largest)\n"
    "    return share / share.sum(axis=axis, keepdims=True)\n";

static const char softmax_null_text[] =
    "def softmax_null(scores, axis=-1, null=-inf):\n"
    "    \"\"\"One more term exp(null) below the line; all -inf: weights 0.\"\"\"\n"
    "    largest = np.fmax.reduce(scores, axis=axis, keepdims=True, initial=null)\n"
    "    share = np.exp(scores - largest)\n"
    "    share = share / (share.sum(axis=axis, keepdims=True) + np.exp(null - largest))\n"
    "    return np.where(largest == -inf, 0.0, share)\n";

static const char put_text[] =
    "def put(array, cells):\n"
    "    \"\"\"Writes (head, query, key, value); cells that do not exist are left out.\"\"\"\n"
    "    for head, query, key, value in cells:\n"
    "        if query < array.shape[-2] and key < array.shape[-1]:\n"
    "            array[head, query, key] = value\n";

static const char of_head_text[] =
    "def of_head(record, name, head):\n"
    "    \"\"\"The head's own matrix (heads count from 1), else the common one, else None.\"\"\"\n"
    "    return record.get(f\"{name}.{head}\", record.get(name))\n";

static const char mix_text[] =
    "def mix(weights, v, takes):\n"
    "    \"\"\"weights @ v, without what is not taken: 0 * nan is nan.\"\"\"\n"
    "    return sum(np.where(takes[..., j, None],\n"
    "                        weights[..., j, None] * v[..., j, None, :], 0.0)\n"
    "               for j in range(v.shape[-2]))\n";

static bool any_null(const Options *options, const Traits *traits) {
    (void)traits;
    return options->null_logit.on || options->softmax == SOFTMAX_QUERIES;
}

static bool any_softmax(const Options *options, const Traits *traits) {
    return !any_null(options, traits);
}

static bool any_by_head(const Options *options, const Traits *traits) {
    return (options->mask && traits->mask && !traits->mask_all) ||
           (traits->bias && !traits->bias_all);
}

static bool any_careful(const Options *options, const Traits *traits) {
    (void)options;
    return traits->careful && traits->values;
}

static bool always(const Options *options, const Traits *traits) {
    (void)options;
    (void)traits;
    return true;
}

static bool any_split(const Script *script) {
    for (size_t l = 0; l < script->model->layer_count; l++)
        if ((script->traits[l].values || (script->traits[l].sources & FROM_PRODUCT)) &&
            script->model->layers[l].options.split == RESHAPE_HEADS)
            return true;
    return false;
}

static bool any_put(const Script *script) {
    for (size_t l = 0; l < script->model->layer_count; l++)
        if (script->model->layers[l].force_count || script->traits[l].edits)
            return true;
    return false;
}

void script_helpers(const Script *script) {
    static const struct {
        const char *text;
        bool (*wanted)(const Options *, const Traits *);
    } helpers[] = {
        {product_text, always},        {softmax_text, any_softmax},
        {softmax_null_text, any_null}, {of_head_text, any_by_head},
        {mix_text, any_careful},
    };
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++) {
        bool wanted = false;
        for (size_t l = 0; l < script->model->layer_count; l++)
            wanted = wanted || helpers[i].wanted(&script->model->layers[l].options,
                                                 &script->traits[l]);
        if (wanted)
            fprintf(script->file, "\n\n%s", helpers[i].text);
    }
    if (any_split(script))
        fprintf(script->file, "\n\n%s", split_text);
    if (any_put(script))
        fprintf(script->file, "\n\n%s", put_text);
}
