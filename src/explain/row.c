/* Explains one query of one head in the order in which its numbers are made:
 *
 *     q·k, scale, soft cap, ALiBi, bias  ->  score
 *     the rule that decided              ->  visible
 *     the order's -inf, 0, fill          ->  masked
 *     exp(masked - largest), their sum   ->  weight
 *     Σ weight·v                         ->  out */
#include "base/utf8.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- labels ---- */

static const char *token_of(char *const *tokens, size_t count, size_t index, bool named) {
    enum { LONGEST = 10 };
    return named && index < count && utf8_columns(tokens[index]) <= LONGEST
               ? tokens[index]
               : "";
}

/* Labels the query, and the keys above their columns, unless that was the last label. */
static void label_keys(Writer *steps) {
    const Trace *trace = &steps->trace;
    const Record *record = &steps->model->records[trace->place.record];
    const Labels *labels = &steps->session->scene.labels[trace->place.record];
    if (steps->labelled == (long)trace->query)
        return;
    steps->labelled = (long)trace->query;
    steps_cells(steps, NO_VALUE, "explain.query",
                counted(steps, AXIS_QUERY, trace->query),
                token_of(labels->query_tokens, record->queries, trace->query,
                         labels->has_tokens || labels->has_query_tokens));
    for (size_t n = 0; n < steps->shown; n++) {
        size_t key = steps->key[n];
        step_cell(steps, n, steps->cursor_key == (long)key ? ROLE_CROSS : ROLE_LABEL,
                  "%ld %s", counted(steps, AXIS_KEY, key),
                  token_of(labels->tokens, record->keys, key, labels->has_tokens));
    }
}

/* Names the head, and shows its q. */
static void head_step(Writer *steps) {
    const Trace *trace = &steps->trace;
    const Layer *layer = &steps->model->layers[trace->place.layer];
    step_begin(steps, ROLE_NAME, "%s", "")->head = true;
    if (layer->heads > 1)
        say_words(steps, "explain.head", trace->place.head + 1);
    if (layer->kv_heads != layer->heads)
        say_words(steps, "explain.kv-head", kv_head_of(layer, trace->place.head) + 1);
    if (trace->q && trace->width <= VECTOR_SHOWN) {
        text_append(steps->text, steps->text->length ? "   q = " : "q = ");
        if (trace->width == 1)
            text_append(steps->text, number_in(steps, trace->q[0]).text);
        else
            say_vector(steps, trace->q, trace->width);
    }
    if (!steps->text->length)
        step_drop(steps);
}

/* ---- out ---- */

static bool has_no_sum(const Trace *trace) {
    return trace->undefined || trace->status == ROW_UNUSED;
}

static void out_steps(Writer *steps, size_t component) {
    const Trace *trace = &steps->trace;
    const OrderTraits *order = order_of(trace->options);
    const char *label = message(steps->lang, "explain.out");
    size_t width = model_value_width(steps->model, trace->place);
    if (has_no_sum(trace)) {
        steps_tell(steps, ROLE_BASE, label,
                   trace->undefined ? "explain.out-undefined" : "explain.out-unused");
        return;
    }
    if (component == ALL_COMPONENTS && width == 1)
        component = 0;
    if (component == ALL_COMPONENTS)
        vector_steps(steps, "v", pass_v, width);
    else
        component_steps(steps, "v", pass_v, component, width);
    if (order->hidden_count && !order->hidden_mix)
        steps_tell(steps, ROLE_BASE, "", "explain.values");
    if (component == ALL_COMPONENTS) {
        steps_tell(steps, ROLE_NUMBER, label, "explain.mix");
        say_vector(steps, pass_row(steps->pass, trace->place, trace->query)->out, width);
    } else {
        sum_steps(steps, (GridCell){GRID_OUT, trace->place, trace->query, component});
    }
}

/* ---- the row ---- */

void row_steps(Writer *steps, GridCell upto) {
    GridId grid = upto.grid;
    steps_trace(steps, upto);
    label_keys(steps);
    head_step(steps);
    score_steps(steps);
    if (grid == GRID_SCORES)
        product_steps(steps);
    if (grid >= GRID_VISIBLE)
        visible_steps(steps);
    if (grid == GRID_MASKED ||
        (grid > GRID_MASKED && order_replaces(steps->trace.options)))
        masked_steps(steps);
    if (grid >= GRID_WEIGHTS)
        weight_steps(steps);
    if (grid == GRID_SUMS && !has_no_sum(&steps->trace))
        sum_steps(steps, upto);
    if (grid == GRID_OUT)
        out_steps(steps, upto.col);
}

void row_cell_steps(Writer *steps, GridCell of) {
    steps_choose(steps, &of, 1);
    row_steps(steps, of);
}

/* ---- in one line ---- */

void mix_line(Writer *line) {
    GridCell of = line->of;
    double given = given_weight_sum(line->model, of.place, of.row);
    if (pass_weights(line->pass, of.place, of.row)->status == ROW_UNUSED) {
        say_colon(line, "screen.unused");
        return;
    }
    sum_line(line);
    if (of.grid == GRID_SUMS && given != 1)
        say_words(line, "screen.given-sum", number_in(line, given).text);
}
