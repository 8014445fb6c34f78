/* One query of one head: scores → masked → weights → out. This is the definition: what a row is,
 * said plainly, pass after pass over the keys, each of which takes the steps of trace.c. Rows that are
 * shown are made in blocks (block.c), with the same bits.
 *
 * Shapes: scores, masked, weights [Tk]; out [dv]. Which keys take part in the softmax, and which
 * values in the mix, is decided by the order's traits (order.h): under `before` only visible keys, so
 * that nothing hidden can act, NaN and infinities included; the wrong orders let hidden keys in on
 * purpose. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/arithmetic.h"
#include "math/store.h"

/* ---- some scores, and rows that see nothing ---- */

void pass_scores(Pass *pass, Place place, size_t query, size_t first, size_t count,
                 double *numbers) {
    Trace trace = trace_open(pass, place, query);
    for (size_t n = 0; n < count; n++)
        numbers[n] = trace_score(&trace, first + n).score;
    numbers_settle(numbers, count);
}

void pass_masked(Pass *pass, Place place, size_t query, size_t first, size_t count,
                 double *numbers) {
    Trace trace = trace_open(pass, place, query);
    for (size_t n = 0; n < count; n++)
        numbers[n] = trace_score(&trace, first + n).masked;
    numbers_settle(numbers, count);
}

static bool counts_at(const Trace *trace, size_t key) {
    return reason_visible(
               visibility(trace->pass->model, trace->place, trace->query, key)) &&
           trace_score(trace, key).score != -INFINITY;
}

bool row_sees_none(Pass *pass, Place place, size_t query) {
    Trace trace = trace_open(pass, place, query);
    if (trace.position >= 0 && trace.position < (long)trace.keys &&
        counts_at(&trace, (size_t)trace.position))
        return false; /* most queries see themselves */
    for (size_t j = 0; j < trace.keys; j++)
        if (counts_at(&trace, j))
            return false;
    return true;
}

/* ---- weights ---- */

static double larger(double a, double b) {
    return b > a ? b : a;
}

static double first_largest(const Options *options) {
    return options->null_logit.on ? options->null_logit.value : -INFINITY;
}

/* Largest and sum over the keys that count, the null logit last. */
static void sum_keys(Trace *trace, KeyTrace *key) {
    double largest = first_largest(trace->options);
    for (size_t j = 0; j < trace->keys; j++)
        if (key[j].counts)
            largest = larger(largest, key[j].masked);
    trace_take_largest(trace, largest);
    for (size_t j = 0; j < trace->keys; j++) {
        trace_power(trace, j, &key[j]);
        if (key[j].counts)
            trace->sum += key[j].power;
    }
    if (trace->options->null_logit.on)
        trace->sum += trace->null_term;
}

/* Largest and sum of each key's column over all queries, first the one, then the other. */
static void columns_fill(const Trace *trace, Columns *columns) {
    const Options *options = trace->options;
    const Model *model = trace->pass->model;
    size_t queries = model_queries(model, trace->place.layer, trace->place.record);
    bool fused = trace->pass->kernel->fused;
    for (size_t j = 0; j < trace->keys; j++)
        columns->largest[j] = first_largest(options);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < queries; i++) {
            Trace other = trace_open(trace->pass, trace->place, i);
            for (size_t j = 0; j < trace->keys; j++) {
                double masked = trace_score(&other, j).masked;
                if (round == 0)
                    columns->largest[j] = larger(columns->largest[j], masked);
                else
                    columns->sum[j] += exponential(masked - columns->largest[j], fused);
            }
        }
    for (size_t j = 0; options->null_logit.on && j < trace->keys; j++)
        columns->sum[j] +=
            exponential(options->null_logit.value - columns->largest[j], fused);
}

static void sum_queries(Trace *trace, KeyTrace *key) {
    Columns columns = {.largest = memory_new(trace->keys, sizeof(double)),
                       .sum = memory_new(trace->keys, sizeof(double))};
    columns_fill(trace, &columns);
    trace->columns = &columns;
    for (size_t j = 0; j < trace->keys; j++)
        trace_power(trace, j, &key[j]);
    trace->columns = NULL;
    free(columns.largest);
    free(columns.sum);
}

/* exp, ÷ sum, and × 0/1 where the order cuts. */
static void make_softmax(Trace *trace, KeyTrace *key) {
    if (trace->options->softmax == SOFTMAX_QUERIES)
        sum_queries(trace, key);
    else
        sum_keys(trace, key);
    for (size_t j = 0; j < trace->keys; j++) {
        trace_divide(trace, &key[j]);
        if (order_of(trace->options)->cut)
            trace->cut_sum += key[j].cut;
    }
}

static bool row_is_empty(const Trace *trace, const KeyTrace *key) {
    if (!can_be_empty(trace->options))
        return false;
    for (size_t j = 0; j < trace->keys; j++)
        if (reason_visible(key[j].reason) && key[j].score != -INFINITY)
            return false;
    return true;
}

/* ---- out ---- */

static void mix_values(Pass *pass, Place place, Row *row) {
    const Options *options = &pass->model->layers[place.layer].options;
    for (size_t c = 0; c < row->width; c++)
        row->out[c] = 0;
    for (size_t j = 0; row->width && j < row->keys; j++) {
        if (!row_mixes(options, row, j))
            continue;
        const double *v = pass_v(pass, place, j, NULL);
        for (size_t c = 0; c < row->width; c++)
            row->out[c] =
                multiply_add(row->weights[j], v[c], row->out[c], pass->kernel->fused);
    }
}

/* ---- undefined inputs ---- */

static bool key_undefined(Pass *pass, Place place, size_t key) {
    bool k = false, v = false;
    pass_k(pass, place, key, &k);
    pass_v(pass, place, key, &v);
    return k || v;
}

static bool reads_undefined(Pass *pass, Place place, size_t query, const Row *row) {
    const Options *options = &pass->model->layers[place.layer].options;
    bool undefined = false;
    bool spread = row->status == ROW_EMPTY && options->empty_row == EMPTY_UNIFORM;
    if (place.layer == 0)
        return false;
    pass_q(pass, place, query, &undefined);
    for (size_t j = 0; !undefined && j < row->keys; j++)
        if (order_counts(options, reason_visible(row->reason[j])) || spread)
            undefined = key_undefined(pass, place, j);
    size_t queries = model_queries(pass->model, place.layer, place.record);
    for (size_t i = 0; !undefined && options->softmax == SOFTMAX_QUERIES && i < queries;
         i++)
        pass_q(pass, place, i, &undefined);
    return undefined;
}

/* ---- the row ---- */

static Row *row_new(const Model *model, Place place) {
    Row *row = memory_new(1, sizeof *row);
    row->keys = model_keys(model, place.layer, place.record);
    row->width = model_value_width(model, place.layer, place.record);
    row->reason = memory_new(row->keys, 1);
    row->scores = memory_new(2 * row->keys, sizeof(double));
    row->masked = row->scores + row->keys;
    row->weights = memory_new(row->keys + row->width, sizeof(double));
    row->out = row->weights + row->keys;
    return row;
}

static void take_scores(Row *row, const KeyTrace *key) {
    for (size_t j = 0; j < row->keys; j++) {
        row->reason[j] = (unsigned char)key[j].reason;
        row->scores[j] = key[j].score;
        row->masked[j] = key[j].masked;
    }
}

static void take_weights(Row *row, const Trace *trace, KeyTrace *key) {
    for (size_t j = 0; j < row->keys; j++) {
        trace_settle(trace, &key[j]);
        row->weights[j] = key[j].weight;
        row->sum += key[j].weight;
    }
    row->largest = trace->largest;
    row->denominator = trace->sum;
    row->cut_sum = trace->undefined ? 0 : trace->cut_sum;
}

static RowStatus status_of(const Trace *trace, const KeyTrace *key) {
    Place place = trace->place;
    if (query_unused(trace->pass->model, place.layer, place.record, trace->query))
        return ROW_UNUSED;
    return row_is_empty(trace, key) ? ROW_EMPTY : ROW_OK;
}

Row *row_define(Pass *pass, Place place, size_t query) {
    Row *row = row_new(pass->model, place);
    Trace trace = trace_open(pass, place, query);
    KeyTrace *key = memory_new(row->keys, sizeof *key);
    for (size_t j = 0; j < row->keys; j++)
        key[j] = trace_score(&trace, j);
    take_scores(row, key);
    row->status = trace.status = status_of(&trace, key);
    if (trace.status == ROW_OK)
        make_softmax(&trace, key);
    if (trace.status == ROW_EMPTY && trace.options->empty_row == EMPTY_ERROR)
        trace.undefined = true;
    else if (trace.status != ROW_UNUSED)
        trace.undefined = reads_undefined(pass, place, query, row);
    row->undefined = trace.undefined;
    take_weights(row, &trace, key);
    if (row->status != ROW_UNUSED)
        mix_values(pass, place, row);
    for (size_t c = 0; row->undefined && c < row->width; c++)
        row->out[c] = NAN;
    numbers_settle(row->scores, 2 * row->keys);
    numbers_settle(row->weights, row->keys + row->width);
    numbers_settle(&row->sum, 1);
    numbers_settle(&row->denominator, 1);
    numbers_settle(&row->cut_sum, 1);
    free(key);
    return row;
}
