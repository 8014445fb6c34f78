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
static void label_keys(Steps *steps) {
    const Trace *trace = &steps->trace;
    const Record *record = &steps->model->records[trace->place.record];
    const Labels *labels = &steps->session->scene.labels[trace->place.record];
    if (steps->labelled == (long)trace->query)
        return;
    steps->labelled = (long)trace->query;
    ExplainStep *step = steps_cells(
        steps, NO_VALUE, "explain.query", steps_count(steps, AXIS_QUERY, trace->query),
        token_of(labels->query_tokens, record->queries, trace->query,
                 labels->has_tokens || labels->has_query_tokens));
    for (size_t n = 0; n < steps->shown; n++) {
        size_t key = steps->key[n];
        int role = steps->cursor_key == (long)key ? ROLE_CROSS : ROLE_LABEL;
        Text text = {0};
        text_format(&text, "%ld %s", steps_count(steps, AXIS_KEY, key),
                    token_of(labels->tokens, record->keys, key, labels->has_tokens));
        step_cell(steps, step, n, role, text_string(&text));
        text_release(&text);
    }
}

/* Names the head, and shows its q. */
static void head_step(Steps *steps) {
    const Trace *trace = &steps->trace;
    const Layer *layer = &steps->model->layers[trace->place.layer];
    Text text = {0};
    if (layer->heads > 1)
        explain_words(steps->session, &text, "explain.head", trace->place.head + 1);
    if (layer->kv_heads != layer->heads)
        explain_words(steps->session, &text, "explain.kv-head",
                      kv_head_of(layer, trace->place.head) + 1);
    if (trace->q && trace->width <= VECTOR_SHOWN) {
        text_append(&text, text.length ? "   q = " : "q = ");
        if (trace->width == 1)
            text_append(&text, steps_number(steps, trace->q[0]).text);
        else
            steps_vector(steps, trace->q, trace->width, &text);
    }
    if (text.length)
        steps_head(steps, &text);
    text_release(&text);
}

/* ---- sums and out ---- */

static bool has_no_sum(const Trace *trace) {
    return trace->undefined || trace->status == ROW_UNUSED;
}

static void sum_step(Steps *steps) {
    const Trace *trace = &steps->trace;
    GridCell sum = {GRID_SUMS, trace->place, trace->query, 0};
    if (!has_no_sum(trace))
        steps_cell_sum(steps, sum, trace_weights(trace), true, NULL);
}

static void out_vector_step(Steps *steps) {
    const Row *row = pass_row(steps->pass, steps->trace.place, steps->trace.query);
    Text text = {0};
    explain_words(steps->session, &text, "explain.mix");
    steps_vector(steps, row->out, row->width, &text);
    steps_say(steps, ROLE_NUMBER, message(steps->lang, "explain.out"), &text);
}

static void out_steps(Steps *steps, long component) {
    const Trace *trace = &steps->trace;
    const OrderTraits *order = order_of(trace->options);
    size_t width = model_value_width(steps->model, trace->place);
    if (has_no_sum(trace)) {
        steps_tell(steps, ROLE_BASE, message(steps->lang, "explain.out"),
                   trace->undefined ? "explain.out-undefined" : "explain.out-unused");
        return;
    }
    size_t c = component == ALL_COMPONENTS ? 0 : (size_t)component;
    if (component == ALL_COMPONENTS)
        vector_steps(steps, "v", pass_v, width);
    else
        component_steps(steps, "v", pass_v, c, width);
    if (order->hidden_count && !order->hidden_mix)
        steps_tell(steps, ROLE_BASE, "", "explain.values");
    if (component == ALL_COMPONENTS && width > 1)
        out_vector_step(steps);
    else
        steps_cell_sum(steps, (GridCell){GRID_OUT, trace->place, trace->query, c},
                       trace_mix(trace, c), true, NULL);
}

/* ---- the row ---- */

void row_steps(Steps *steps, HeadRow row, GridId upto, long component) {
    steps_trace(steps, row);
    label_keys(steps);
    head_step(steps);
    score_steps(steps);
    if (upto == GRID_SCORES)
        product_steps(steps);
    if (upto >= GRID_VISIBLE)
        visible_steps(steps);
    if (upto == GRID_MASKED ||
        (upto > GRID_MASKED && order_replaces(steps->trace.options)))
        masked_steps(steps);
    if (upto >= GRID_WEIGHTS)
        weight_steps(steps);
    if (upto == GRID_SUMS)
        sum_step(steps);
    if (upto == GRID_OUT)
        out_steps(steps, component);
}

void row_cell_steps(Steps *steps) {
    GridCell of = steps->of;
    HeadRow row = {of.place, of.row};
    RowState state;
    steps_choose(steps, &row, 1);
    row_steps(steps, row, of.grid, of.grid == GRID_OUT ? (long)of.col : 0);
    steps_value(steps, of, &state);
    if (of.grid < GRID_SUMS || state != ROWSTATE_FINE)
        steps_result(steps, of);
}

/* ---- in one line ---- */

void sums_line(Formula *formula) {
    const Row *row =
        pass_weights(formula_pass(formula), formula->of.place, formula->of.row);
    double given = given_weight_sum(&formula->session->now->model, formula->of.place,
                                    formula->of.row);
    if (row->status == ROW_UNUSED) {
        formula_say(formula, "screen.unused");
        return;
    }
    text_append(formula->text, " = ");
    Sum sum = sum_begin(formula, " + ", 0);
    for (size_t j = 0; j < row->keys && !sum.cut; j++)
        sum_number(&sum, row->weights[j]);
    if (given != 1)
        explain_words(formula->session, formula->text, "screen.given-sum",
                      formula_number(formula, given).text);
}

/* Leaves out hidden keys that mix nothing into the sum. */
void out_line(Formula *formula) {
    Pass *pass = formula_pass(formula);
    const Row *row = pass_weights(pass, formula->of.place, formula->of.row);
    if (row->status == ROW_UNUSED) {
        formula_say(formula, "screen.unused");
        return;
    }
    bool hidden_mix =
        row->status == ROW_EMPTY || order_mixes(formula_options(formula), false);
    text_append(formula->text, " = ");
    Sum sum = sum_begin(formula, " + ", 0);
    for (size_t j = 0; j < row->keys && !sum.cut; j++)
        if (reason_visible((Reason)row->reason[j]) ||
            (hidden_mix && row->weights[j] != 0))
            sum_product(&sum, row->weights[j],
                        pass_v(pass, formula->of.place, j, NULL)[formula->of.col]);
    sum_end(&sum);
}
