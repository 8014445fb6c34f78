/* From what enters the softmax to the weights: exponentials over their sum, along the keys or along
 * the queries, what the order does after that, and rows without a key. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- weights, as steps ---- */

/* Notes how much the keys without a column weigh. */
static void note_rest(const Steps *steps, ExplainStep *step) {
    size_t rest = steps->trace.keys - steps->shown;
    char number[NUMBER_TEXT];
    Text note = {0};
    if (rest == 0)
        return;
    Terms weights = trace_weights(&steps->trace);
    bool *shown = memory_new(weights.count, sizeof *shown);
    for (size_t n = 0; n < steps->shown; n++)
        shown[steps->key[n]] = true;
    steps_number(steps, terms_sum(&weights, shown), number);
    if (rest == 1)
        explain_words(steps->session, &note, "explain.rest-one", number);
    else
        explain_words(steps->session, &note, "explain.rest", rest, number);
    step_note(step, ROLE_BASE, &note);
    terms_release(&weights);
    free(shown);
}

static void weight_cell(const Steps *steps, ExplainStep *step, size_t column) {
    double weight = steps->made[column].weight;
    bool hidden = !reason_visible(steps->made[column].reason);
    char number[NUMBER_TEXT], wrong[NUMBER_TEXT + 1];
    if (steps->trace.undefined) {
        step_cell(steps, step, column, ROLE_EMPTY, "∅");
    } else if (steps->trace.status == ROW_UNUSED) {
        step_cell(steps, step, column, ROLE_UNUSED, "--");
    } else if (hidden && weight == 0) {
        step_cell(steps, step, column, ROLE_HIDDEN, "·");
    } else {
        snprintf(wrong, sizeof wrong, "%s%s", hidden && weight > 0 ? "!" : "",
                 steps_number(steps, weight, number));
        step_cell(steps, step, column, ROLE_NUMBER, wrong);
        step->style[column] = style_heat(weight);
    }
}

static void final_weight_step(Steps *steps, const char *id) {
    ExplainStep *step = steps_cells(steps, id);
    for (size_t n = 0; n < steps->shown; n++)
        weight_cell(steps, step, n);
    if (!steps->trace.undefined)
        note_rest(steps, step);
}

/* Values of the softmax; "-" where a key is no term of it. */
static ExplainStep *term_values(Steps *steps, size_t value, const char *id,
                                const char *by) {
    ExplainStep *step = steps_values(steps, value, id, by);
    for (size_t n = 0; n < steps->shown; n++)
        if (!steps->made[n].counts)
            step_cell(steps, step, n, ROLE_HIDDEN, "-");
    return step;
}

/* exp(masked - largest) along the keys, and their sum. */
static void exponential_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    char taken[NUMBER_TEXT], logit[NUMBER_TEXT], term[NUMBER_TEXT];
    steps_factor(steps, trace->largest, taken);
    ExplainStep *step = term_values(
        steps, VALUE(power),
        order_replaces(trace->options) ? "explain.exp-masked" : "explain.exp", taken);
    step_note_sum(steps, step, trace->sum);
    if (trace->options->null_logit.on)
        steps_tell(steps, ROLE_BASE, "null-logit", "explain.null-logit",
                   steps_number(steps, trace->options->null_logit.value, logit), taken,
                   steps_number(steps, trace->null_term, term));
}

static void column_steps(Steps *steps) {
    steps_values(steps, VALUE(largest), "explain.column-largest");
    term_values(steps, VALUE(power), "explain.column-exp", "");
    term_values(steps, VALUE(sum), "explain.column-sum", "");
}

/* After the softmax: × 0/1, and for renorm ÷ row sum. */
static void cut_steps(Steps *steps) {
    steps_values(steps, VALUE(softmax), "explain.softmax");
    if (!order_of(steps->trace.options)->divided) {
        final_weight_step(steps, "explain.weight-cut");
        return;
    }
    ExplainStep *step = steps_values(steps, VALUE(cut), "explain.cut");
    step_note_sum(steps, step, steps->trace.cut_sum);
    final_weight_step(steps, "explain.weight-renorm");
}

static void softmax_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    bool by_queries = trace->options->softmax == SOFTMAX_QUERIES;
    if (by_queries)
        column_steps(steps);
    else
        exponential_steps(steps);
    if (trace->only_null) {
        steps_tell(steps, ROLE_BASE, "", "explain.only-null");
        final_weight_step(steps, "explain.weight-plain");
    } else if (order_of(trace->options)->cut) {
        cut_steps(steps);
    } else {
        final_weight_step(steps, by_queries ? "explain.weight-column" : "explain.weight");
    }
}

static void empty_steps(Steps *steps) {
    static const char *const ids[] = {
        [EMPTY_ERROR] = "explain.empty.error",
        [EMPTY_ZERO] = "explain.empty.zero",
        [EMPTY_UNIFORM] = "explain.empty.uniform",
        [EMPTY_NAN] = "explain.empty.nan",
    };
    const Trace *trace = &steps->trace;
    steps_tell(steps, ROLE_TROUBLE, "0/0", "explain.empty",
               steps_count(steps, AXIS_QUERY, trace->query));
    steps_tell(steps, ROLE_BASE, "empty-row", ids[trace->options->empty_row],
               trace->keys);
    final_weight_step(steps, "explain.weight-plain");
}

void weight_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    if (trace->status == ROW_UNUSED) {
        steps_tell(steps, ROLE_BASE, "", "explain.unused",
                   steps_count(steps, AXIS_QUERY, trace->query));
        final_weight_step(steps, "explain.weight-plain");
    } else if (trace->status == ROW_EMPTY) {
        empty_steps(steps);
    } else if (trace->undefined) {
        steps_tell(steps, ROLE_TROUBLE, "", "explain.reads-undefined",
                   trace->place.layer);
        final_weight_step(steps, "explain.weight-plain");
    } else {
        softmax_steps(steps);
    }
}

/* ---- in one line ---- */

/* exp(a)/(exp(a)+exp(b)+…): over the keys that count, or over the queries. */
static void softmax_line(Formula *formula, const Trace *trace, int reserved) {
    const Amount *null_logit = &trace->options->null_logit;
    bool by_queries = trace->options->softmax == SOFTMAX_QUERIES;
    Place place = trace->place;
    size_t terms = trace->keys;
    if (by_queries)
        terms = model_queries(&formula->session->now->model, place.layer, place.record);
    double masked = trace_score(trace, formula->col).masked;
    char number[CELL_TEXT];
    text_format(formula->text, " = exp(%s)/(", formula_number(formula, masked, number));
    Sum sum = sum_begin(formula, "+", 1 + reserved);
    for (size_t n = 0; n < terms && !sum.cut; n++) {
        if (by_queries)
            pass_masked(trace->pass, place, n, formula->col, 1, &masked);
        else if (order_counts(trace->options, reason_visible(trace_reason(trace, n))))
            masked = trace_score(trace, n).masked;
        else
            continue;
        sum_exp(&sum, masked);
    }
    if (null_logit->on)
        sum_exp(&sum, null_logit->value);
    text_append(formula->text, ")");
}

/* ÷ row sum: a share of the shares that were not cut. */
static void renormed_line(Formula *formula, Trace *trace) {
    char number[CELL_TEXT];
    text_format(formula->text, " = %s/(",
                formula_number(formula, trace_key(trace, formula->col).cut, number));
    Sum sum = sum_begin(formula, "+", 1);
    for (size_t j = 0; j < trace->keys && !sum.cut; j++)
        if (reason_visible(trace_reason(trace, j)))
            sum_term(&sum, formula_number(formula, trace_key(trace, j).cut, number));
    text_append(formula->text, ")");
}

static void empty_line(Formula *formula, const Trace *trace) {
    static const char *const ids[] = {[EMPTY_ERROR] = "screen.empty.error",
                                      [EMPTY_ZERO] = "screen.empty.zero",
                                      [EMPTY_UNIFORM] = "screen.empty.uniform",
                                      [EMPTY_NAN] = "screen.empty.nan"};
    explain_words(formula->session, formula->text, ids[trace->options->empty_row],
                  session_number_of(formula->session, AXIS_QUERY, formula->row),
                  trace->keys);
}

static void hidden_line(Formula *formula, Trace *trace) {
    const OrderTraits *order = order_of(trace->options);
    char number[CELL_TEXT];
    if (order->hidden_count && !order->cut) {
        softmax_line(formula, trace, 0);
        formula_why_hidden(formula, formula->note);
        return;
    }
    if (order->cut && !order->divided && trace->options->softmax == SOFTMAX_KEYS)
        text_format(
            formula->text, " = %s × 0",
            formula_number(formula, trace_key(trace, formula->col).softmax, number));
    formula_hidden(formula);
}

void weights_line(Formula *formula) {
    Trace trace = trace_open(formula_pass(formula), formula->place, formula->row);
    const OrderTraits *order = order_of(trace.options);
    bool cut = order->cut && !order->divided;
    trace_weigh(&trace);
    if (trace.status == ROW_UNUSED) {
        formula_say(formula, "screen.unused");
    } else if (trace.status == ROW_EMPTY) {
        empty_line(formula, &trace);
    } else if (!reason_visible(trace_reason(&trace, formula->col))) {
        hidden_line(formula, &trace);
    } else if (order->divided && trace.options->softmax == SOFTMAX_KEYS) {
        renormed_line(formula, &trace);
    } else {
        softmax_line(formula, &trace, cut ? 4 : 0);
        text_append(formula->text, cut ? " × 1" : "");
    }
}
