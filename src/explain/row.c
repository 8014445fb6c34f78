/* Explains one query of one head in the order in which its numbers are made:
 *
 *     q·k, scale, soft cap, ALiBi, bias  ->  score
 *     the rule that decided              ->  visible
 *     the order's -inf, 0, fill          ->  masked
 *     exp(masked - largest), their sum   ->  weight
 *     Σ weight·v                         ->  out */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
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

/* Labels the query, and the keys above their columns with "…" for those between, unless
 * that was the last label. */
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
        size_t key = steps->key[n], next = n ? steps->key[n - 1] + 1 : 0;
        step_cell(steps, n, steps->cursor_key == (long)key ? ROLE_CROSS : ROLE_LABEL,
                  key > next ? "… %ld %s" : "%ld %s", counted(steps, AXIS_KEY, key),
                  token_of(labels->tokens, record->keys, key, labels->has_tokens));
    }
    if (steps->shown && steps->key[steps->shown - 1] + 1 < trace->keys)
        text_append(steps->text, "…");
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

/* ---- weights, as steps ---- */

/* Returns the message "FORM.empty.VALUE" of an empty row under its option. */
static const char *empty_words(const Writer *writer, const char *form, int empty_row) {
    return message_or(writer->lang, NULL, "%s.empty.%s", form,
                      option_find("empty-row")->values[empty_row]);
}

/* Notes how much the keys without a column weigh. */
static void note_rest(Writer *steps) {
    size_t rest = steps->trace.keys - steps->shown;
    if (rest == 0)
        return;
    Terms weights = trace_weights(&steps->trace);
    bool *shown = memory_new(weights.count, sizeof *shown);
    for (size_t n = 0; n < steps->shown; n++)
        shown[steps->key[n]] = true;
    Written sum = number_in(steps, terms_sum(&weights, shown));
    if (rest == 1)
        say_words(steps, "explain.rest-one", sum.text);
    else
        say_words(steps, "explain.rest", rest, sum.text);
    terms_release(&weights);
    free(shown);
}

static void weight_cell(Writer *steps, ExplainStep *step, size_t column) {
    double weight = steps->made[column].weight;
    bool hidden = !reason_visible(steps->made[column].reason);
    if (steps->trace.undefined) {
        step_cell(steps, column, ROLE_EMPTY, "∅");
    } else if (steps->trace.status == ROW_UNUSED) {
        step_cell(steps, column, ROLE_UNUSED, "--");
    } else if (hidden && weight == 0) {
        step_cell(steps, column, ROLE_HIDDEN, "·");
    } else {
        step_cell(steps, column, ROLE_NUMBER, "%s%s", hidden && weight > 0 ? "!" : "",
                  number_in(steps, weight).text);
        step->style[column] = style_heat(weight);
    }
}

/* Adds a step of numbers of the softmax, with "-" for keys that are no term of its
 * sum. */
static void term_values(Writer *steps, long value, const char *id, const char *by) {
    steps_cells(steps, value, id, by);
    for (size_t n = 0; n < steps->shown; n++)
        if (!steps->made[n].counts)
            step_cell(steps, n, ROLE_HIDDEN, "-");
}

/* Writes the largest number that enters the softmax. */
static Written largest_in(const Writer *steps, const Trace *trace) {
    bool hidden = order_of(trace->options)->hidden_count;
    for (size_t j = trace_next(trace, 0, hidden); j < trace->keys;
         j = trace_next(trace, j + 1, hidden)) {
        KeyTrace key = trace_score(trace, j);
        if (key.masked == trace->largest)
            return masked_in(steps, trace, &key);
    }
    return number_in(steps, trace->largest);
}

/* Shows exp(masked - largest) along the keys, and the sum. */
static void exponential_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    Written largest = factor_in(steps, trace->largest), sum = largest_in(steps, trace);
    steps_tell(steps, ROLE_QUIET, "", "explain.largest", sum.text);
    term_values(steps, VALUE(power),
                strchr(sum.text, ' ')            ? "explain.exp-largest"
                : order_replaces(trace->options) ? "explain.exp-masked"
                                                 : "explain.exp",
                largest.text);
    say_words(steps, "explain.sum", number_in(steps, trace->sum).text);
    if (trace->options->null_logit.on)
        steps_tell(steps, ROLE_BASE, message(steps->lang, "explain.label.null-logit"),
                   "explain.null-logit",
                   number_in(steps, trace->options->null_logit.value).text, largest.text,
                   number_in(steps, trace->null_term).text);
}

/* Adds the softmax and the cut after it; returns the message that labels the weights. */
static const char *softmax_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    if (trace->options->softmax == SOFTMAX_QUERIES) {
        steps_cells(steps, VALUE(largest), "explain.column-largest");
        term_values(steps, VALUE(power), "explain.exp-largest", "");
        term_values(steps, VALUE(sum), "explain.column-sum", "");
    } else {
        exponential_steps(steps);
    }
    if (trace->only_null) {
        steps_tell(steps, ROLE_BASE, "", "explain.only-null");
        return "explain.weight-plain";
    }
    if (!order_of(trace->options)->cut)
        return "explain.weight";
    steps_cells(steps, VALUE(softmax), "explain.softmax");
    if (!order_of(trace->options)->divided)
        return "explain.weight-cut";
    steps_cells(steps, VALUE(cut), "explain.cut");
    say_words(steps, "explain.sum", number_in(steps, trace->cut_sum).text);
    return "explain.weight-renorm";
}

static void weight_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    const char *id = "explain.weight-plain";
    long query = counted(steps, AXIS_QUERY, trace->query);
    if (trace->status == ROW_UNUSED) {
        steps_tell(steps, ROLE_BASE, "", "explain.unused", query);
    } else if (trace->status == ROW_EMPTY) {
        steps_tell(steps, ROLE_TROUBLE, "0/0", "explain.empty", query);
        step_begin(steps, ROLE_BASE, "%s",
                   message(steps->lang, "explain.label.empty-row"));
        text_format(steps->text, empty_words(steps, "explain", trace->options->empty_row),
                    trace->keys);
    } else if (trace->undefined) {
        steps_tell(steps, ROLE_TROUBLE, "", "explain.reads-undefined",
                   trace->place.layer);
    } else {
        id = softmax_steps(steps);
    }
    ExplainStep *step = steps_cells(steps, NO_VALUE, id);
    for (size_t n = 0; n < steps->shown; n++)
        weight_cell(steps, step, n);
    if (!trace->undefined)
        note_rest(steps);
}

/* ---- out, as steps ---- */

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

static Written exp_in(const Writer *line, double exponent, Written exponent_text) {
    Written out;
    if (line->formula->telling == TELL_RESULTS)
        return number_in(line, exp(exponent));
    snprintf(out.text, sizeof out.text, "exp(%.50s)", exponent_text.text);
    return out;
}

static Written exp_of_key(const Writer *line, const Trace *trace, size_t j) {
    KeyTrace key = trace_score(trace, j);
    return exp_in(line, key.masked, masked_in(line, trace, &key));
}

/* Adds the terms of one key's column, for a softmax along the queries. */
static void sum_of_queries(Sum *sum, const Trace *trace, size_t key) {
    size_t queries = model_queries(sum->line->model, trace->place);
    for (size_t i = 0; i < queries && !sum->cut; i++) {
        Trace row = trace_open(trace->pass, trace->place, i);
        sum_add(sum, "%s", exp_of_key(sum->line, &row, key).text);
    }
}

static void sum_of_keys(Sum *sum, const Trace *trace) {
    bool hidden = order_of(trace->options)->hidden_count;
    for (size_t j = trace_next(trace, 0, hidden); j < trace->keys && !sum->cut;
         j = trace_next(trace, j + 1, hidden))
        sum_add(sum, "%s", exp_of_key(sum->line, trace, j).text);
}

/* Writes " = exp(a)/(exp(a)+exp(b)+…)". */
static void softmax_line(Writer *line, const Trace *trace, int reserved) {
    const Amount *null_logit = &trace->options->null_logit;
    text_format(line->text, " = %s/(", exp_of_key(line, trace, line->of.col).text);
    Sum sum = sum_begin(line, "+", 1 + reserved);
    if (trace->options->softmax == SOFTMAX_QUERIES)
        sum_of_queries(&sum, trace, line->of.col);
    else
        sum_of_keys(&sum, trace);
    if (null_logit->on)
        sum_add(&sum, "%s",
                exp_in(line, null_logit->value, number_in(line, null_logit->value)).text);
    text_append(line->text, ")");
}

/* Writes the weight as a share of the shares that were not cut: " = 0.2/(0.2+0.3)". */
static void renormed_line(Writer *line, Trace *trace) {
    text_format(line->text, " = %s/(",
                number_in(line, trace_key(trace, line->of.col).cut).text);
    Sum sum = sum_begin(line, "+", 1);
    for (size_t j = trace_next(trace, 0, false); j < trace->keys && !sum.cut;
         j = trace_next(trace, j + 1, false))
        sum_add(&sum, "%s", number_in(line, trace_key(trace, j).cut).text);
    text_append(line->text, ")");
}

static void hidden_weight_line(Writer *line, Trace *trace) {
    const OrderTraits *order = order_of(trace->options);
    if (order->hidden_count && !order->cut) {
        softmax_line(line, trace, 0);
        explain_hidden(line->session, line->of, line->formula->note);
        return;
    }
    if (order->cut && !order->divided && trace->options->softmax == SOFTMAX_KEYS)
        text_format(line->text, " = %s × %s",
                    number_in(line, trace_key(trace, line->of.col).softmax).text,
                    number_in(line, 0).text);
    if (line->formula->telling != TELL_FORM)
        hidden_line(line);
}

void weights_line(Writer *line) {
    Trace trace = trace_open(line->pass, line->of.place, line->of.row);
    const OrderTraits *order = order_of(trace.options);
    bool cut = order->cut && !order->divided;
    trace_weigh(&trace);
    if (trace.status == ROW_UNUSED) {
        say_colon(line, "screen.unused");
    } else if (trace.status == ROW_EMPTY && line->formula->telling == TELL_FORM) {
        text_append(line->text, " = ▒/▒");
    } else if (trace.status == ROW_EMPTY) {
        if (line->formula->telling != TELL_FORM) /* the form is the number */
            text_format(line->text, empty_words(line, "screen", trace.options->empty_row),
                        counted(line, AXIS_QUERY, line->of.row), trace.keys);
    } else if (!reason_visible(trace_score(&trace, line->of.col).reason)) {
        hidden_weight_line(line, &trace);
    } else if (order->divided) {
        renormed_line(line, &trace);
    } else {
        softmax_line(line, &trace, cut ? 4 : 0);
        if (cut)
            text_format(line->text, " × %s", number_in(line, 1).text);
    }
}

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
