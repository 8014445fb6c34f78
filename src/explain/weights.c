/* Explains weights: exponentials over their sum, along the keys or along the queries, the
 * cut that an order makes after that, and rows that have no visible key. */
#include <stdlib.h>

#include "base/memory.h"
#include "explain/parts.h"
#include "session/language.h"

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

/* Shows exp(masked - largest) along the keys, and the sum. */
static void exponential_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    Written largest = factor_in(steps, trace->largest);
    term_values(steps, VALUE(power),
                order_replaces(trace->options) ? "explain.exp-masked" : "explain.exp",
                largest.text);
    say_words(steps, "explain.sum", number_in(steps, trace->sum).text);
    if (trace->options->null_logit.on)
        steps_tell(steps, ROLE_BASE, "null-logit", "explain.null-logit",
                   number_in(steps, trace->options->null_logit.value).text, largest.text,
                   number_in(steps, trace->null_term).text);
}

/* Adds the softmax and the cut after it; returns the message that labels the weights. */
static const char *softmax_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    if (trace->options->softmax == SOFTMAX_QUERIES) {
        steps_cells(steps, VALUE(largest), "explain.column-largest");
        term_values(steps, VALUE(power), "explain.column-exp", "");
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

void weight_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    const char *id = "explain.weight-plain";
    long query = counted(steps, AXIS_QUERY, trace->query);
    if (trace->status == ROW_UNUSED) {
        steps_tell(steps, ROLE_BASE, "", "explain.unused", query);
    } else if (trace->status == ROW_EMPTY) {
        steps_tell(steps, ROLE_TROUBLE, "0/0", "explain.empty", query);
        step_begin(steps, ROLE_BASE, "empty-row");
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

/* ---- in one line ---- */

static void exp_add(Sum *sum, double exponent) {
    sum_add(sum, "exp(%s)", number_in(sum->line, exponent).text);
}

/* Adds the terms of one key's column, for a softmax along the queries. */
static void sum_of_queries(Sum *sum, const Trace *trace, size_t key) {
    size_t queries = model_queries(sum->line->model, trace->place);
    for (size_t i = 0; i < queries && !sum->cut; i++) {
        double masked;
        pass_scores(trace->pass, trace->place, i, true, key, 1, &masked);
        exp_add(sum, masked);
    }
}

static void sum_of_keys(Sum *sum, const Trace *trace) {
    bool hidden = order_of(trace->options)->hidden_count;
    for (size_t j = trace_next(trace, 0, hidden); j < trace->keys && !sum->cut;
         j = trace_next(trace, j + 1, hidden))
        exp_add(sum, trace_score(trace, j).masked);
}

/* Writes " = exp(a)/(exp(a)+exp(b)+…)". */
static void softmax_line(Writer *line, const Trace *trace, int reserved) {
    const Amount *null_logit = &trace->options->null_logit;
    double masked = trace_score(trace, line->of.col).masked;
    text_format(line->text, " = exp(%s)/(", number_in(line, masked).text);
    Sum sum = sum_begin(line, "+", 1 + reserved);
    if (trace->options->softmax == SOFTMAX_QUERIES)
        sum_of_queries(&sum, trace, line->of.col);
    else
        sum_of_keys(&sum, trace);
    if (null_logit->on)
        exp_add(&sum, null_logit->value);
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
        text_format(line->text, " = %s × 0",
                    number_in(line, trace_key(trace, line->of.col).softmax).text);
    hidden_line(line);
}

void weights_line(Writer *line) {
    Trace trace = trace_open(line->pass, line->of.place, line->of.row);
    const OrderTraits *order = order_of(trace.options);
    bool cut = order->cut && !order->divided;
    trace_weigh(&trace);
    if (trace.status == ROW_UNUSED) {
        say_colon(line, "screen.unused");
    } else if (trace.status == ROW_EMPTY) {
        text_format(line->text, empty_words(line, "screen", trace.options->empty_row),
                    counted(line, AXIS_QUERY, line->of.row), trace.keys);
    } else if (!reason_visible(trace_score(&trace, line->of.col).reason)) {
        hidden_weight_line(line, &trace);
    } else if (order->divided && trace.options->softmax == SOFTMAX_KEYS) {
        renormed_line(line, &trace);
    } else {
        softmax_line(line, &trace, cut ? 4 : 0);
        text_append(line->text, cut ? " × 1" : "");
    }
}
