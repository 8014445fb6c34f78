/* The calculation of one layer, in NumPy: only the lines that the options in force ask for, each
 * with the option that asks for it. script_scores.c writes the first half. The order
 * of a function is that of the formula:
 *
 *   x -> q k v -> scores -> visible -> masked -> weights -> out -> concat -> y */
#include <string.h>

#include "export/script_inside.h"

/* ---- masked, weights ---- */

static void write_masked(Writing *writing) {
    const Script *script = writing->script;
    char fill[40];
    script_number(writing->options->fill, fill);
    const char *order = script_option_of(writing, "order");
    switch (order_of(writing->options)->hidden_score) {
    case HIDDEN_MINUS_INFINITY:
        script_line(script, 1, "masked = np.where(visible, scores, -inf)");
        return;
    case HIDDEN_ZERO:
        script_line(script, 1, "masked = np.where(visible, scores, 0.0)  # %s", order);
        return;
    case HIDDEN_KEPT:
        script_line(script, 1, "masked = scores  # %s", order);
        return;
    case HIDDEN_FILL:
        script_line(script, 1, "masked = np.where(visible, scores, %s)  # %s", fill,
                    order);
        return;
    case HIDDEN_PLUS_FILL:
        script_line(script, 1, "masked = np.where(visible, scores, scores + %s)  # %s",
                    fill, order);
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
    const OrderTraits *order = order_of(options);
    write_softmax(writing);
    if (!order->hidden_count && traits->careful)
        script_line(script, 1, "weights = np.where(visible, weights, 0.0)");
    if (order->cut)
        script_line(script, 1, "weights = weights * visible  # %s",
                    script_option_of(writing, "order"));
    if (order->divided)
        script_line(script, 1, "weights = weights / weights.sum(axis=-1, keepdims=True)");
    if (traits->empty) {
        script_line(script, 1, "empty = ~(visible & (scores != -inf)).any(axis=-1)");
        script_line(script, 1, "weights[empty] = %s  # %s%s", empty[options->empty_row],
                    script_option_of(writing, "empty-row"),
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
    const OrderTraits *order = order_of(options);
    bool drops = order->hidden_count && !order->hidden_mix; /* weights that are not 0 */
    char note[90] = "";
    if (drops)
        snprintf(note, sizeof note, "  # %s", script_option_of(writing, "order"));
    if (!traits->careful && !drops) {
        script_line(script, 1, "out = product(weights, v)  # [H, Tq, dv]");
        return;
    }
    if (!traits->careful) {
        script_line(script, 1, "out = product(np.where(visible, weights, 0.0), v)%s",
                    note);
        return;
    }
    script_line(script, 1, "takes = %s%s",
                order->hidden_mix ? "np.ones(scores.shape, bool)" : "visible.copy()",
                note);
    if (traits->empty)
        script_line(script, 1, "takes[empty] = True");
    if (traits->unused)
        script_line(script, 1, "takes[:, record[\"query_padding\"]%s] = False",
                    writing->rows);
    script_line(script, 1, "out = mix(weights, v, takes)  # [H, Tq, dv]");
}

static void write_order(Writing *writing, const char *text, const Permutation *order,
                        const char *name) {
    FILE *file = writing->script->file;
    fprintf(file, "    %s[[", text);
    for (size_t b = 0; b < order->count; b++)
        fprintf(file, "%s%d", b ? ", " : "", order->entry[b]);
    fprintf(file, "]]  # %s\n", script_option_of(writing, name));
}

static void write_concat(Writing *writing) {
    const Script *script = writing->script;
    const Options *options = writing->options;
    if (!permutation_is_identity(&options->head_order))
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
    if (script_has(writing, PART_WO) && !permutation_is_identity(&options->wo_order)) {
        script_line(script, 1, "blocks = wo_%zu.reshape(%zu, -1, wo_%zu.shape[1])",
                    writing->number, writing->layer->heads, writing->number);
        write_order(writing, "blocks = blocks", &options->wo_order, "wo-order");
        script_line(script, 1, "y = product(y, blocks.reshape(wo_%zu.shape))",
                    writing->number);
    } else if (script_has(writing, PART_WO)) {
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
    script_write_projection(writing, 1, "v", PART_WV, writing->layer->kv_heads);
    script_write_kv_map(writing, 1, "v");
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
    if (!script_reads_positions(writing->script->model, writing->number - 1))
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
    if (script->traits[layer].deeper)
        script_line(script, 1, "record = {**record, **record.get(\"layer.%zu\", {})}",
                    layer + 1);
    script_write_x(&writing);
    script_write_sources(&writing);
    write_positions(&writing);
    script_write_score_rules(&writing);
    script_write_visible(&writing);
    write_masked(&writing);
    write_weights(&writing);
    write_values(&writing);
}
