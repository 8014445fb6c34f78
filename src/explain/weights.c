/* Explains weights: exponentials over their sum, along the keys or along the queries, the
 * cut that an order makes after that, and rows that have no visible key. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- weights, as steps ---- */

static const char *const empty_names[] = {
    [EMPTY_ERROR] = "error",
    [EMPTY_ZERO] = "zero",
    [EMPTY_UNIFORM] = "uniform",
    [EMPTY_NAN] = "nan",
};

/* Notes how much the keys without a column weigh. */
static void note_rest(const Steps *steps, ExplainStep *step) {
    size_t rest = steps->trace.keys - steps->shown;
    Text note = {0};
    if (rest == 0)
        return;
    Terms weights = trace_weights(&steps->trace);
    bool *shown = memory_new(weights.count, sizeof *shown);
    for (size_t n = 0; n < steps->shown; n++)
        shown[steps->key[n]] = true;
    Written sum = steps_number(steps, terms_sum(&weights, shown));
    if (rest == 1)
        explain_words(steps->session, &note, "explain.rest-one", sum.text);
    else
        explain_words(steps->session, &note, "explain.rest", rest, sum.text);
    step_note(step, ROLE_BASE, &note);
    terms_release(&weights);
    free(shown);
}

static void weight_cell(const Steps *steps, ExplainStep *step, size_t column) {
    double weight = steps->made[column].weight;
    bool hidden = !reason_visible(steps->made[column].reason);
    char text[CELL_TEXT + 1];
    if (steps->trace.undefined) {
        step_cell(steps, step, column, ROLE_EMPTY, "∅");
    } else if (steps->trace.status == ROW_UNUSED) {
        step_cell(steps, step, column, ROLE_UNUSED, "--");
    } else if (hidden && weight == 0) {
        step_cell(steps, step, column, ROLE_HIDDEN, "·");
    } else {
        snprintf(text, sizeof text, "%s%s", hidden && weight > 0 ? "!" : "",
                 steps_number(steps, weight).text);
        step_cell(steps, step, column, ROLE_NUMBER, text);
        step->style[column] = style_heat(weight);
    }
}

static void final_weight_step(Steps *steps, const char *id) {
    ExplainStep *step = steps_cells(steps, NO_VALUE, id);
    for (size_t n = 0; n < steps->shown; n++)
        weight_cell(steps, step, n);
    if (!steps->trace.undefined)
        note_rest(steps, step);
}

/* Adds a step of numbers of the softmax, with "-" for keys that are no term of its
 * sum. */
static ExplainStep *term_values(Steps *steps, long value, const char *id,
                                const char *by) {
    ExplainStep *step = steps_cells(steps, value, id, by);
    for (size_t n = 0; n < steps->shown; n++)
        if (!steps->made[n].counts)
            step_cell(steps, step, n, ROLE_HIDDEN, "-");
    return step;
}

/* Shows exp(masked - largest) along the keys, and the sum. */
static void exponential_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    Written largest = steps_factor(steps, trace->largest);
    const char *id =
        order_replaces(trace->options) ? "explain.exp-masked" : "explain.exp";
    step_note_sum(steps, term_values(steps, VALUE(power), id, largest.text), trace->sum);
    if (trace->options->null_logit.on)
        steps_tell(steps, ROLE_BASE, "null-logit", "explain.null-logit",
                   steps_number(steps, trace->options->null_logit.value).text,
                   largest.text, steps_number(steps, trace->null_term).text);
}

static void column_steps(Steps *steps) {
    steps_cells(steps, VALUE(largest), "explain.column-largest");
    term_values(steps, VALUE(power), "explain.column-exp", "");
    term_values(steps, VALUE(sum), "explain.column-sum", "");
}

/* Adds the softmax and the cut after it; returns the message that labels the weights. */
static const char *softmax_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    if (trace->options->softmax == SOFTMAX_QUERIES)
        column_steps(steps);
    else
        exponential_steps(steps);
    if (trace->only_null) {
        steps_tell(steps, ROLE_BASE, "", "explain.only-null");
        return "explain.weight-plain";
    }
    if (!order_of(trace->options)->cut)
        return "explain.weight";
    steps_cells(steps, VALUE(softmax), "explain.softmax");
    if (!order_of(trace->options)->divided)
        return "explain.weight-cut";
    step_note_sum(steps, steps_cells(steps, VALUE(cut), "explain.cut"), trace->cut_sum);
    return "explain.weight-renorm";
}

static void empty_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    char id[40];
    snprintf(id, sizeof id, "explain.empty.%s", empty_names[trace->options->empty_row]);
    steps_tell(steps, ROLE_TROUBLE, "0/0", "explain.empty",
               steps_count(steps, AXIS_QUERY, trace->query));
    steps_tell(steps, ROLE_BASE, "empty-row", id, trace->keys);
}

void weight_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    const char *id = "explain.weight-plain";
    if (trace->status == ROW_UNUSED)
        steps_tell(steps, ROLE_BASE, "", "explain.unused",
                   steps_count(steps, AXIS_QUERY, trace->query));
    else if (trace->status == ROW_EMPTY)
        empty_steps(steps);
    else if (trace->undefined)
        steps_tell(steps, ROLE_TROUBLE, "", "explain.reads-undefined",
                   trace->place.layer);
    else
        id = softmax_steps(steps);
    final_weight_step(steps, id);
}

/* ---- in one line ---- */

/* Adds the terms of one key's column, for a softmax along the queries. */
static void sum_of_queries(Sum *sum, const Trace *trace, size_t key) {
    const Model *model = &sum->formula->session->now->model;
    size_t queries = model_queries(model, trace->place);
    for (size_t i = 0; i < queries && !sum->cut; i++) {
        double masked;
        pass_masked(trace->pass, trace->place, i, key, 1, &masked);
        sum_exp(sum, masked);
    }
}

static void sum_of_keys(Sum *sum, const Trace *trace) {
    bool hidden = order_of(trace->options)->hidden_count;
    for (size_t j = trace_next(trace, 0, hidden); j < trace->keys && !sum->cut;
         j = trace_next(trace, j + 1, hidden))
        sum_exp(sum, trace_score(trace, j).masked);
}

/* Writes " = exp(a)/(exp(a)+exp(b)+…)". */
static void softmax_line(Formula *formula, const Trace *trace, int reserved) {
    const Amount *null_logit = &trace->options->null_logit;
    double masked = trace_score(trace, formula->of.col).masked;
    text_format(formula->text, " = exp(%s)/(", formula_number(formula, masked).text);
    Sum sum = sum_begin(formula, "+", 1 + reserved);
    if (trace->options->softmax == SOFTMAX_QUERIES)
        sum_of_queries(&sum, trace, formula->of.col);
    else
        sum_of_keys(&sum, trace);
    if (null_logit->on)
        sum_exp(&sum, null_logit->value);
    text_append(formula->text, ")");
}

/* Writes the weight as a share of the shares that were not cut: " = 0.2/(0.2+0.3)". */
static void renormed_line(Formula *formula, Trace *trace) {
    text_format(formula->text, " = %s/(",
                formula_number(formula, trace_key(trace, formula->of.col).cut).text);
    Sum sum = sum_begin(formula, "+", 1);
    for (size_t j = trace_next(trace, 0, false); j < trace->keys && !sum.cut;
         j = trace_next(trace, j + 1, false))
        sum_term(&sum, formula_number(formula, trace_key(trace, j).cut).text);
    text_append(formula->text, ")");
}

static void empty_line(Formula *formula, const Trace *trace) {
    char id[40];
    snprintf(id, sizeof id, "screen.empty.%s", empty_names[trace->options->empty_row]);
    explain_words(formula->session, formula->text, id,
                  session_number_of(formula->session, AXIS_QUERY, formula->of.row),
                  trace->keys);
}

static void hidden_line(Formula *formula, Trace *trace) {
    const OrderTraits *order = order_of(trace->options);
    if (order->hidden_count && !order->cut) {
        softmax_line(formula, trace, 0);
        formula_why_hidden(formula, formula->note);
        return;
    }
    if (order->cut && !order->divided && trace->options->softmax == SOFTMAX_KEYS)
        text_format(
            formula->text, " = %s × 0",
            formula_number(formula, trace_key(trace, formula->of.col).softmax).text);
    formula_hidden(formula);
}

void weights_line(Formula *formula) {
    Trace trace = trace_open(formula_pass(formula), formula->of.place, formula->of.row);
    const OrderTraits *order = order_of(trace.options);
    bool cut = order->cut && !order->divided;
    trace_weigh(&trace);
    if (trace.status == ROW_UNUSED) {
        formula_say(formula, "screen.unused");
    } else if (trace.status == ROW_EMPTY) {
        empty_line(formula, &trace);
    } else if (!reason_visible(trace_score(&trace, formula->of.col).reason)) {
        hidden_line(formula, &trace);
    } else if (order->divided && trace.options->softmax == SOFTMAX_KEYS) {
        renormed_line(formula, &trace);
    } else {
        softmax_line(formula, &trace, cut ? 4 : 0);
        text_append(formula->text, cut ? " × 1" : "");
    }
}
