/* The small functions that a script's layers call, each only where one of them does. */
#include "export/script_inside.h"

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

/* ---- which layer calls which ---- */

static bool takes_product(const Layer *layer, const Traits *traits) {
    (void)layer;
    return traits->values || (traits->sources & FROM_PRODUCT);
}

static bool takes_split(const Layer *layer, const Traits *traits) {
    return takes_product(layer, traits) && layer->options.split == RESHAPE_HEADS;
}

static bool takes_null(const Layer *layer, const Traits *traits) {
    (void)traits;
    return layer->options.null_logit.on || layer->options.softmax == SOFTMAX_QUERIES;
}

static bool takes_softmax(const Layer *layer, const Traits *traits) {
    return !takes_null(layer, traits);
}

static bool takes_put(const Layer *layer, const Traits *traits) {
    return layer->force_count || traits->edits;
}

static bool takes_of_head(const Layer *layer, const Traits *traits) {
    return (layer->options.mask && traits->mask && !traits->mask_all) ||
           (traits->bias && !traits->bias_all);
}

static bool takes_mix(const Layer *layer, const Traits *traits) {
    (void)layer;
    return traits->careful && traits->values;
}

void script_helpers(const Script *script) {
    static const struct {
        const char *text;
        bool (*taken)(const Layer *, const Traits *);
    } helpers[] = {
        {product_text, takes_product}, {split_text, takes_split},
        {softmax_text, takes_softmax}, {softmax_null_text, takes_null},
        {of_head_text, takes_of_head}, {put_text, takes_put},
        {mix_text, takes_mix},
    };
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++) {
        bool taken = false;
        for (size_t l = 0; l < script->model->layer_count; l++)
            taken =
                taken || helpers[i].taken(&script->model->layers[l], &script->traits[l]);
        if (taken)
            fprintf(script->file, "\n\n%s", helpers[i].text);
    }
}
