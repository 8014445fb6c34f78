/* The calculation of one layer, in NumPy: only the lines that the options in force ask for, each
 * with the option that asks for it. The order of a function is that of the formula:
 *
 *   x -> q k v -> scores -> visible -> masked -> weights -> out -> concat -> y */
#include <string.h>

#include "export/script_inside.h"

/* One layer being written. */
typedef struct Writing {
    const Script *script;
    const Layer *layer;
    const Options *options;
    const Traits *traits;
    size_t number;   /* from 1 */
    char rows[32];   /* "[:3]" under known=3, else "" */
    char square[64]; /* "[..., :3, :3]" */
    char option_text[80];
} Writing;

static const char *option(Writing *writing, const char *name) {
    return script_option(writing->options, name, writing->option_text);
}

static bool has(const Writing *writing, LayerPart part) {
    return part_present(&writing->layer->part[part]);
}

/* ---- x, q, k, v ---- */

static void write_x(Writing *writing) {
    bool first = writing->number == 1;
    bool read = has(writing, PART_WQ) || has(writing, PART_WK) || has(writing, PART_WV) ||
                writing->options->residual;
    if (first && read)
        script_line(writing->script, 1, "x = record[\"x\"]%s", writing->rows);
    else if (!first && *writing->rows)
        script_line(writing->script, 1, "x = x%s", writing->rows);
}

/* q = split(…, heads), from x or from the record. */
static void write_projection(Writing *writing, int level, const char *name,
                             LayerPart part, size_t heads) {
    char from[80];
    if (has(writing, part))
        snprintf(from, sizeof from, "product(x, w%s_%zu)", name, writing->number);
    else
        snprintf(from, sizeof from, "record[\"%s\"]%s", name, writing->rows);
    if (writing->options->split == RESHAPE_HEADS) {
        script_line(writing->script, level, "%s = split(%s, %zu)", name, from, heads);
        return;
    }
    script_line(writing->script, level, "%s = %s", name, from);
    script_line(writing->script, level, "%s = %s.reshape(%zu, len(%s), -1)  # %s", name,
                name, heads, name, option(writing, "split"));
}

/* A kv head for each head. */
static void write_kv_map(Writing *writing, int level, const char *name) {
    const Layer *layer = writing->layer;
    FILE *file = writing->script->file;
    if (layer->kv_heads == layer->heads)
        return;
    fprintf(file, "%*s%s = %s[[", 4 * level, "", name, name);
    for (size_t h = 0; h < layer->heads; h++)
        fprintf(file, "%s%zu", h ? ", " : "", kv_head_of(layer, h));
    fprintf(file, "]]  # %s\n", option(writing, "kv-map"));
}

/* ---- scores ---- */

static void write_scale(Writing *writing, int level) {
    char number[40];
    switch (writing->options->scale.kind) {
    case SCALE_AUTO:
        script_line(writing->script, level, "scale = 1 / np.sqrt(q.shape[-1])");
        return;
    case SCALE_WIDTH:
        script_line(writing->script, level,
                    "scale = 1 / np.sqrt(%zu * q.shape[-1])  # scale=width",
                    writing->layer->heads);
        return;
    case SCALE_NONE:
        script_line(writing->script, level, "scale = 1.0  # scale=none");
        return;
    case SCALE_NUMBER:
        script_number(writing->options->scale.value, number);
        script_line(writing->script, level, "scale = %s  # scale", number);
        return;
    }
}

static void write_product(Writing *writing, int level) {
    const Layer *layer = writing->layer;
    write_projection(writing, level, "q", PART_WQ, layer->heads);
    write_projection(writing, level, "k", PART_WK, layer->kv_heads);
    write_kv_map(writing, level, "k");
    write_scale(writing, level);
    script_line(writing->script, level,
                "scores = scale * product(q, k.swapaxes(-1, -2))  # [H, Tq, Tk]");
}

static void write_source(Writing *writing, int level, unsigned source) {
    const Script *script = writing->script;
    size_t heads = writing->layer->heads;
    if (source == FROM_PRODUCT) {
        write_product(writing, level);
    } else if (source == FROM_SCORES) {
        script_line(script, level,
                    "scores = record[\"scores\"]%s + np.zeros((%zu, 1, 1))",
                    writing->square, heads);
    } else if (source == FROM_WEIGHTS) {
        script_line(script, level,
                    "given = record[\"weights\"]  # finished weights: their"
                    " logarithm serves as scores");
        script_line(script, level,
                    "scores = np.log(given / given.sum(axis=-1, keepdims=True))%s"
                    " + np.zeros((%zu, 1, 1))",
                    writing->square, heads);
    } else if (writing->number == 1) {
        script_line(script, level, "scores = np.zeros((%zu, *record[\"shape\"]))%s",
                    heads, writing->square);
    } else {
        script_line(script, level, "scores = np.zeros((%zu, len(x), len(x)))", heads);
    }
}

/* Where records differ in what they give, each is asked. */
static void write_sources(Writing *writing) {
    static const struct {
        unsigned source;
        const char *name;
    } asked[] = {{FROM_SCORES, "scores"},
                 {FROM_WEIGHTS, "weights"},
                 {FROM_PRODUCT, "q"},
                 {FROM_NOTHING, ""}};
    const unsigned sources = writing->traits->sources;
    unsigned left = sources;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const char *word = left == sources ? "if" : "elif";
        if (!(left & asked[i].source))
            continue;
        left &= ~asked[i].source;
        if (asked[i].source == sources) {
            write_source(writing, 1, sources);
            return;
        }
        if (left)
            script_line(writing->script, 1, "%s \"%s\" in record:", word, asked[i].name);
        else
            script_line(writing->script, 1, "else:");
        write_source(writing, 2, asked[i].source);
    }
}

/* Where some heads have a matrix of their own, or some records none. */
static void write_by_head(Writing *writing, const char *name, const char *before,
                          const char *after) {
    const Script *script = writing->script;
    script_line(script, 1, "for h in range(%zu):", writing->layer->heads);
    script_line(script, 2, "own = of_head(record, \"%s\", h + 1)", name);
    script_line(script, 2, "if own is not None:");
    script_line(script, 3, "%s own%s%s", before, writing->square, after);
}

static void write_alibi(Writing *writing) {
    FILE *file = writing->script->file;
    fputs("    slopes = np.array([", file);
    for (size_t h = 0; h < writing->layer->heads; h++) {
        char number[40];
        script_number(alibi_slope(h, writing->layer->heads), number);
        fprintf(file, "%s%s", h ? ", " : "", number);
    }
    fputs("])[:, None, None]\n", file);
    script_line(writing->script, 1,
                "scores = scores + -slopes * (position - key)  # bias=alibi");
}

static void write_score_rules(Writing *writing) {
    const Options *options = writing->options;
    const Traits *traits = writing->traits;
    const Script *script = writing->script;
    char cap[40];
    if (options->softcap.on) {
        script_number(options->softcap.value, cap);
        script_line(script, 1, "scores = %s * np.tanh(scores / %s)  # softcap", cap, cap);
    }
    if (options->bias == BIAS_ALIBI)
        write_alibi(writing);
    if (traits->bias && traits->bias_all)
        script_line(script, 1, "scores = scores + record[\"bias\"]%s", writing->square);
    else if (traits->bias)
        write_by_head(writing, "bias", "scores[h] +=", "");
    if (traits->edits)
        script_line(script, 1, "put(scores, record.get(\"edits.%zu\", []))  # by hand",
                    writing->number);
}

/* ---- visible ---- */

static void write_causal(Writing *writing) {
    static const char *const signs[] = {
        [CAUSAL_ON] = "<=", [CAUSAL_STRICT] = "<", [CAUSAL_REVERSED] = ">="};
    const Options *options = writing->options;
    char text[80];
    if (options->causal == CAUSAL_OFF)
        return;
    const char *sign = signs[options->causal];
    if (options->prefix.on)
        script_line(writing->script, 1,
                    "visible &= (key %s position) | (key < %zu)  # %s prefix=%zu", sign,
                    options->prefix.value, script_option(options, "causal", text),
                    options->prefix.value);
    else
        script_line(writing->script, 1, "visible &= key %s position  # %s", sign,
                    option(writing, "causal"));
}

static void write_window(Writing *writing) {
    const Options *options = writing->options;
    size_t window = options->window.value, sink = options->sink.value;
    if (!options->window.on)
        return;
    if (options->sink.on)
        script_line(writing->script, 1,
                    "visible &= (abs(position - key) < %zu) | (key < %zu)"
                    "  # window=%zu sink=%zu",
                    window, sink, window, sink);
    else
        script_line(writing->script, 1,
                    "visible &= abs(position - key) < %zu  # window=%zu", window, window);
}

static void write_mask(Writing *writing) {
    const Options *options = writing->options;
    const Script *script = writing->script;
    const char *test = options->mask_sense == MASK_KEEP ? "!=" : "==";
    char text[100];
    if (!options->mask || !writing->traits->mask)
        return;
    if (writing->traits->mask_all) {
        script_line(script, 1, "visible &= record[\"mask\"]%s %s 0  # %s",
                    writing->square, test, option(writing, "mask-sense"));
        return;
    }
    snprintf(text, sizeof text, " %s 0  # %s", test, option(writing, "mask-sense"));
    write_by_head(writing, "mask", "visible[h] &=", text);
}

static void write_forces(Writing *writing) {
    const Layer *layer = writing->layer;
    if (!layer->force_count)
        return;
    script_line(writing->script, 1, "put(visible, [  # forced, for all heads");
    for (size_t f = 0; f < layer->force_count; f++)
        script_line(writing->script, 2, "(..., %zu, %zu, %s),", layer->forces[f].query,
                    layer->forces[f].key, layer->forces[f].open ? "True" : "False");
    script_line(writing->script, 1, "])");
}

static void write_visible(Writing *writing) {
    const Script *script = writing->script;
    const Options *options = writing->options;
    const char *rows = writing->rows;
    bool asked = writing->traits->segments && options->segments;
    script_line(script, 1, "visible = np.ones(scores.shape, bool)  # True: may read");
    write_causal(writing);
    write_window(writing);
    if (options->pad_keys && script->padding)
        script_line(script, 1, "visible &= ~record[\"padding\"]%s  # pad-keys=on", rows);
    if (asked && !writing->traits->segments_all)
        script_line(script, 1, "if \"segments\" in record:");
    if (asked)
        script_line(script, writing->traits->segments_all ? 1 : 2,
                    "visible &= record[\"query_segments\"]%s[:, None] == "
                    "record[\"segments\"]%s",
                    rows, rows);
    write_mask(writing);
    write_forces(writing);
}

/* ---- masked, weights ---- */

static void write_masked(Writing *writing) {
    const Script *script = writing->script;
    char fill[40];
    script_number(writing->options->fill, fill);
    switch ((Order)writing->options->order) {
    case ORDER_BEFORE:
        script_line(script, 1, "masked = np.where(visible, scores, -inf)");
        return;
    case ORDER_ZERO:
        script_line(script, 1, "masked = np.where(visible, scores, 0.0)  # order=zero");
        return;
    case ORDER_AFTER:
    case ORDER_RENORM:
    case ORDER_VALUES:
        script_line(script, 1, "masked = scores  # %s", option(writing, "order"));
        return;
    case ORDER_FINITE:
        script_line(script, 1, "masked = np.where(visible, scores, %s)  # order=finite",
                    fill);
        return;
    case ORDER_ADD:
        script_line(script, 1,
                    "masked = np.where(visible, scores, scores + %s)  # order=add", fill);
        return;
    }
}

static void write_softmax(Writing *writing) {
    const Options *options = writing->options;
    bool queries = options->softmax == SOFTMAX_QUERIES;
    const char *axis = queries ? ", axis=-2" : "";
    const char *note = queries ? "  # softmax=queries" : "";
    char null[40];
    script_number(options->null_logit.value, null);
    if (options->null_logit.on)
        script_line(writing->script, 1,
                    "weights = softmax_null(masked%s, null=%s)  # null-logit%s", axis,
                    null, queries ? ", softmax=queries" : "");
    else
        script_line(writing->script, 1, "weights = softmax%s(masked%s)%s",
                    queries ? "_null" : "", axis, note);
}

/* What follows softmax, and rows that have a value of their own. */
static void write_weights(Writing *writing) {
    static const char *const empty[] = {[EMPTY_ERROR] = "nan",
                                        [EMPTY_ZERO] = "0.0",
                                        [EMPTY_UNIFORM] = "1 / weights.shape[-1]",
                                        [EMPTY_NAN] = "nan"};
    const Options *options = writing->options;
    const Traits *traits = writing->traits;
    const Script *script = writing->script;
    bool cut = options->order == ORDER_AFTER || options->order == ORDER_RENORM;
    write_softmax(writing);
    if (options->order == ORDER_BEFORE && traits->careful)
        script_line(script, 1, "weights = np.where(visible, weights, 0.0)");
    if (cut)
        script_line(script, 1, "weights = weights * visible  # %s",
                    option(writing, "order"));
    if (options->order == ORDER_RENORM)
        script_line(script, 1, "weights = weights / weights.sum(axis=-1, keepdims=True)");
    if (traits->empty) {
        script_line(script, 1, "empty = ~(visible & (scores != -inf)).any(axis=-1)");
        script_line(script, 1, "weights[empty] = %s  # %s%s", empty[options->empty_row],
                    option(writing, "empty-row"),
                    options->empty_row == EMPTY_ERROR ? ": undefined" : "");
    }
    if (traits->unused)
        script_line(script, 1,
                    "weights[:, record[\"query_padding\"]%s] = 0.0  # pad-queries=on",
                    writing->rows);
}

/* ---- out, concat, y ---- */

static void write_out(Writing *writing) {
    const Script *script = writing->script;
    const Options *options = writing->options;
    const Traits *traits = writing->traits;
    bool visible = options->order == ORDER_BEFORE || options->order == ORDER_VALUES;
    const char *note = options->order == ORDER_VALUES ? "  # order=values" : "";
    if (!traits->careful && options->order != ORDER_VALUES) {
        script_line(script, 1, "out = product(weights, v)  # [H, Tq, dv]");
        return;
    }
    if (!traits->careful) {
        script_line(script, 1, "out = product(np.where(visible, weights, 0.0), v)%s",
                    note);
        return;
    }
    script_line(script, 1, "takes = %s%s",
                visible ? "visible.copy()" : "np.ones(scores.shape, bool)", note);
    if (traits->empty)
        script_line(script, 1, "takes[empty] = True");
    if (traits->unused)
        script_line(script, 1, "takes[:, record[\"query_padding\"]%s] = False",
                    writing->rows);
    script_line(script, 1, "out = mix(weights, v, takes)  # [H, Tq, dv]");
}

static bool in_order(const Permutation *order) {
    for (size_t b = 0; b < order->count; b++)
        if (order->entry[b] != b)
            return false;
    return true;
}

static void write_order(Writing *writing, const char *text, const Permutation *order,
                        const char *name) {
    FILE *file = writing->script->file;
    fprintf(file, "    %s[[", text);
    for (size_t b = 0; b < order->count; b++)
        fprintf(file, "%s%d", b ? ", " : "", order->entry[b]);
    fprintf(file, "]]  # %s\n", option(writing, name));
}

static void write_concat(Writing *writing) {
    const Script *script = writing->script;
    const Options *options = writing->options;
    if (!in_order(&options->head_order))
        write_order(writing, "out = out", &options->head_order, "head-order");
    if (options->merge == RESHAPE_RAW)
        script_line(script, 1, "y = out.reshape(out.shape[1], -1)  # concat, merge=raw");
    else
        script_line(script, 1,
                    "y = out.swapaxes(0, 1).reshape(out.shape[1], -1)"
                    "  # concat [Tq, H*dv]");
}

static void write_y(Writing *writing) {
    const Script *script = writing->script;
    const Options *options = writing->options;
    write_concat(writing);
    if (has(writing, PART_WO) && !in_order(&options->wo_order)) {
        script_line(script, 1, "blocks = wo_%zu.reshape(%zu, -1, wo_%zu.shape[1])",
                    writing->number, writing->layer->heads, writing->number);
        write_order(writing, "blocks = blocks", &options->wo_order, "wo-order");
        script_line(script, 1, "y = product(y, blocks.reshape(wo_%zu.shape))",
                    writing->number);
    } else if (has(writing, PART_WO)) {
        script_line(script, 1, "y = product(y, wo_%zu)", writing->number);
    }
    if (options->residual)
        script_line(script, 1, "y = y + x  # residual=on");
    script_line(script, 1, "return y");
}

static void write_values(Writing *writing) {
    const Script *script = writing->script;
    bool some = !writing->traits->values_all;
    if (!writing->traits->values) {
        script_line(script, 1, "return weights");
        return;
    }
    if (some) {
        script_line(script, 1, "if \"v\" not in record:");
        script_line(script, 2, "return weights");
    }
    write_projection(writing, 1, "v", PART_WV, writing->layer->kv_heads);
    write_kv_map(writing, 1, "v");
    write_out(writing);
    if (script_torch(script, writing->number - 1)) {
        script_line(script, 1, "rows = visible.any(axis=-1)");
        if (writing->traits->unused)
            script_line(script, 1, "rows &= ~record[\"query_padding\"]%s", writing->rows);
        script_line(script, 1, "calls.append((q, k, v, visible, out, rows))");
    }
    write_y(writing);
}

/* ---- the layer ---- */

static void write_positions(Writing *writing) {
    const Options *options = writing->options;
    if (options->causal == CAUSAL_OFF && !options->window.on &&
        options->bias == BIAS_NONE)
        return;
    script_line(writing->script, 1, "position = np.arange(scores.shape[-2])[:, None]%s",
                writing->script->offset ? " + record[\"offset\"]" : "");
    script_line(writing->script, 1, "key = np.arange(scores.shape[-1])");
}

void script_layer(const Script *script, size_t layer) {
    Writing writing = {.script = script,
                       .layer = &script->model->layers[layer],
                       .options = &script->model->layers[layer].options,
                       .traits = &script->traits[layer],
                       .number = layer + 1};
    size_t known = script->traits[layer].known;
    if (known) {
        snprintf(writing.rows, sizeof writing.rows, "[:%zu]", known);
        snprintf(writing.square, sizeof writing.square, "[..., :%zu, :%zu]", known,
                 known);
    }
    script_line(script, 0, "\n\ndef layer_%zu(record%s):", layer + 1, layer ? ", x" : "");
    if (known)
        script_line(script, 1, "# known=%zu: only the first %zu exist yet", known, known);
    write_x(&writing);
    write_sources(&writing);
    write_positions(&writing);
    write_score_rules(&writing);
    write_visible(&writing);
    write_masked(&writing);
    write_weights(&writing);
    write_values(&writing);
}
