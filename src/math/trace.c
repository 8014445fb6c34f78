/* One key of a query's row, step by step; see trace.h. The definition of each number is
 * here, whole rows are made faster in blocks (block.h), with the same bits. */
#include "math/trace.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/arithmetic.h"
#include "math/pass_inside.h"

Trace trace_open(Pass *pass, Place place, size_t query) {
    const Model *model = pass->model;
    Trace trace = {
        .pass = pass,
        .place = place,
        .query = query,
        .keys = model_keys(model, place),
        .options = &model->layers[place.layer].options,
        .given = given_matrix(model, place, PART_SCORES),
        .weights = given_matrix(model, place, PART_WEIGHTS),
        .bias = given_matrix(model, place, PART_BIAS),
        .weight_sum = given_weight_sum(model, place, query),
        .slope = alibi_slope(place.head, model->layers[place.layer].heads),
        .position = query_position(model, place, query),
    };
    if (!model_has_scores_given(model, place) && model_has_q(model, place)) {
        trace.q = pass_q(pass, place, query, NULL);
        trace.width = model_head_width(model, place);
        trace.scale = pass_scale(model, place);
    }
    return trace;
}

/* ---- scores ---- */

static double dot(const double *a, const double *b, size_t length, bool fused) {
    double sum = 0;
    for (size_t c = 0; c < length; c++)
        sum = multiply_add(a[c], b[c], sum, fused);
    return sum;
}

static void make_raw(const Trace *trace, size_t key, KeyTrace *made) {
    if (matrix_present(trace->given)) {
        made->raw = matrix_at(trace->given, trace->query, key);
    } else if (matrix_present(trace->weights)) {
        made->given = matrix_at(trace->weights, trace->query, key);
        made->raw = log(made->given / trace->weight_sum);
    } else if (trace->q) {
        made->product = dot(trace->q, pass_k(trace->pass, trace->place, key, NULL),
                            trace->width, trace->pass->kernel->fused);
        made->raw = trace->scale * made->product;
    }
}

KeyTrace trace_score(const Trace *trace, size_t key) {
    const Options *options = trace->options;
    const Model *model = trace->pass->model;
    Place place = trace->place;
    KeyTrace made = {.reason = visibility(model, place, trace->query, key)};
    bool visible = reason_visible(made.reason);
    make_raw(trace, key, &made);
    made.capped = options->softcap.on
                      ? options->softcap.value * tanh(made.raw / options->softcap.value)
                      : made.raw;
    made.score = made.capped;
    if (options->bias == BIAS_ALIBI)
        made.score += made.alibi = -trace->slope * (double)(trace->position - (long)key);
    if (matrix_present(trace->bias))
        made.score += made.bias = matrix_at(trace->bias, trace->query, key);
    const double *edit = model_score_edit(model, place, trace->query, key);
    made.edited = edit != NULL;
    made.score = edit ? *edit : made.score;
    made.masked = visible ? made.score : masked_score(options, made.score);
    made.counts = order_counts(options, visible);
    return made;
}

void pass_scores(Pass *pass, Place place, size_t query, bool masked, size_t first,
                 size_t count, double *numbers) {
    Trace trace = trace_open(pass, place, query);
    for (size_t n = 0; n < count; n++) {
        KeyTrace made = trace_score(&trace, first + n);
        numbers[n] = masked ? made.masked : made.score;
    }
    numbers_settle(numbers, count);
}

bool row_sees_none(Pass *pass, Place place, size_t query) {
    Trace trace = trace_open(pass, place, query);
    long own = trace.position;
    if (own >= 0 && own < (long)trace.keys &&
        reason_visible(visibility(pass->model, place, query, (size_t)own)) &&
        trace_score(&trace, (size_t)own).score != -INFINITY)
        return false; /* most queries see themselves */
    unsigned char *reason = memory_new(trace.keys, 1);
    RuleInput in = rule_input(pass->model, place, query);
    visibility_row(&in, trace.keys, reason);
    bool none = true;
    for (size_t j = 0; none && j < trace.keys; j++)
        none = !reason_visible((Reason)reason[j]) ||
               trace_score(&trace, j).score == -INFINITY;
    free(reason);
    return none;
}

/* ---- weights ---- */

static void take_largest(Trace *trace, double largest) {
    const Amount *null_logit = &trace->options->null_logit;
    trace->largest = largest;
    if (!null_logit->on || trace->options->softmax == SOFTMAX_QUERIES)
        return;
    trace->null_term =
        exponential(null_logit->value - largest, trace->pass->kernel->fused);
    trace->only_null = largest == -INFINITY;
}

void trace_weigh(Trace *trace) {
    if (trace->weighed)
        return;
    const Row *row = pass_weights(trace->pass, trace->place, trace->query);
    trace->weighed = true;
    trace->status = row->status;
    trace->undefined = row->undefined;
    trace->sum = row->denominator;
    trace->cut_sum = row->cut_sum;
    take_largest(trace, row->largest);
    if (trace->options->softmax == SOFTMAX_QUERIES)
        trace->columns = pass_columns(trace->pass, trace->place);
}

static void make_power(const Trace *trace, size_t key, KeyTrace *made) {
    made->largest = trace->columns ? trace->columns->largest[key] : trace->largest;
    made->sum = trace->columns ? trace->columns->sum[key] : trace->sum;
    if (trace->columns)
        made->counts = made->largest != -INFINITY;
    if (made->counts)
        made->power =
            exponential(made->masked - made->largest, trace->pass->kernel->fused);
}

static void make_softmax(const Trace *trace, KeyTrace *made) {
    if (made->counts && trace->options->softmax == SOFTMAX_QUERIES)
        made->softmax = made->power / made->sum;
    else if (made->counts && !trace->only_null)
        made->softmax = quotient(made->power, trace->sum, trace->pass->kernel->fused);
    made->cut = made->softmax;
    if (order_of(trace->options)->cut)
        made->cut *= reason_visible(made->reason) ? 1 : 0;
}

/* The weight of every key in a row that is not made by its softmax. */
static double weight_of_row(const Trace *trace) {
    if (trace->undefined)
        return NAN;
    return trace->status == ROW_UNUSED ? 0 : empty_weight(trace->options, trace->keys);
}

static void make_weight(const Trace *trace, KeyTrace *made) {
    if (trace->status != ROW_OK || trace->undefined)
        made->weight = weight_of_row(trace);
    else if (order_of(trace->options)->divided)
        made->weight = made->cut / trace->cut_sum;
    else
        made->weight = made->cut;
}

KeyTrace trace_key(Trace *trace, size_t key) {
    trace_weigh(trace);
    KeyTrace made = trace_score(trace, key);
    if (trace->status == ROW_OK && !trace->undefined) {
        make_power(trace, key, &made);
        make_softmax(trace, &made);
    }
    make_weight(trace, &made);
    return made;
}

size_t trace_next(const Trace *trace, size_t from, bool hidden) {
    const Row *row = pass_weights(trace->pass, trace->place, trace->query);
    while (!hidden && from < row->keys && !reason_visible((Reason)row->reason[from]))
        from++;
    return from;
}
