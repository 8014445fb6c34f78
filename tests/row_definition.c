/* The definition of a row, said plainly, key by key: scores → masked → weights → out of one query of
 * one head. The program makes rows in blocks (math/block.h) and explains them by traces
 * (math/trace.h); tests hold both against this, bit for bit. */
#include "row_definition.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/arithmetic.h"

static double dot(const double *a, const double *b, size_t length, bool fused) {
    double sum = 0;
    for (size_t c = 0; c < length; c++)
        sum = multiply_add(a[c], b[c], sum, fused);
    return sum;
}

/* ---- scores ---- */

/* Where a query's scores come from, and what is done to each of them. */
typedef struct ScoreSource {
    const Matrix *given, *weights; /* absent unless the scene gives them to this layer */
    double weight_sum;             /* of the given row of weights */
    const double *q;               /* NULL: given, or all scores are 0 */
    size_t width;
    double scale, slope;
    const Matrix *bias;
    long position;
} ScoreSource;

static ScoreSource score_source(Pass *pass, Place place, size_t query) {
    const Model *model = pass->model;
    ScoreSource source = {
        .given = given_matrix(model, place, PART_SCORES),
        .weights = given_matrix(model, place, PART_WEIGHTS),
        .bias = given_matrix(model, place, PART_BIAS),
        .weight_sum = given_weight_sum(model, place, query),
        .slope = alibi_slope(place.head, model->layers[place.layer].heads),
        .position = query_position(model, place, query),
    };
    if (matrix_present(source.given))
        return source;
    if (!matrix_present(source.weights) && model_has_q(model, place)) {
        source.q = pass_q(pass, place, query, NULL);
        source.width = model_head_width(model, place);
        source.scale = pass_scale(model, place);
    }
    return source;
}

/* What stands for scale·q·k: the product, the scene's scores, or the logarithm of its weights. */
static double raw_score(Pass *pass, Place place, const ScoreSource *source, size_t query,
                        size_t key) {
    if (matrix_present(source->given))
        return matrix_at(source->given, query, key);
    if (matrix_present(source->weights))
        return log(matrix_at(source->weights, query, key) / source->weight_sum);
    if (source->q)
        return source->scale * dot(source->q, pass_k(pass, place, key, NULL),
                                   source->width, pass->kernel->fused);
    return 0;
}

static double score_at(Pass *pass, Place place, const ScoreSource *source, size_t query,
                       size_t key) {
    const Options *options = &pass->model->layers[place.layer].options;
    const double *edit = model_score_edit(pass->model, place, query, key);
    if (edit)
        return *edit;
    double score = raw_score(pass, place, source, query, key);
    if (options->softcap.on)
        score = options->softcap.value * tanh(score / options->softcap.value);
    if (options->bias == BIAS_ALIBI)
        score += -source->slope * (double)(source->position - (long)key);
    if (matrix_present(source->bias))
        score += matrix_at(source->bias, query, key);
    return score;
}

static void row_scores(Pass *pass, Place place, size_t query, double *scores) {
    size_t keys = model_keys(pass->model, place);
    ScoreSource source = score_source(pass, place, query);
    for (size_t j = 0; j < keys; j++)
        scores[j] = score_at(pass, place, &source, query, j);
}

/* ---- masked ---- */

static void row_masked(const Pass *pass, Place place, const unsigned char *reason,
                       const double *scores, size_t keys, double *masked) {
    const Options *options = &pass->model->layers[place.layer].options;
    for (size_t j = 0; j < keys; j++)
        masked[j] =
            reason_visible(reason[j]) ? scores[j] : masked_score(options, scores[j]);
}

/* ---- weights ---- */

static double larger(double a, double b) {
    return b > a ? b : a;
}

static void softmax_keys(const Options *options, bool fused, Row *row) {
    double largest = options->null_logit.on ? options->null_logit.value : -INFINITY;
    for (size_t j = 0; j < row->keys; j++)
        if (order_counts(options, reason_visible(row->reason[j])))
            largest = larger(largest, row->masked[j]);
    double sum = 0;
    for (size_t j = 0; j < row->keys; j++) {
        bool counts = order_counts(options, reason_visible(row->reason[j]));
        row->weights[j] = counts ? exponential(row->masked[j] - largest, fused) : 0;
        if (counts)
            sum += row->weights[j];
    }
    if (options->null_logit.on)
        sum += exponential(options->null_logit.value - largest, fused);
    for (size_t j = 0; j < row->keys; j++)
        if (order_counts(options, reason_visible(row->reason[j])))
            row->weights[j] = quotient(row->weights[j], sum, fused);
    row->largest = largest;
    row->denominator = sum;
}

static void softmax_queries(const KeySums *columns, bool fused, Row *row) {
    for (size_t j = 0; j < row->keys; j++) {
        double largest = columns->largest[j];
        row->weights[j] =
            largest == -INFINITY
                ? 0
                : exponential(row->masked[j] - largest, fused) / columns->sum[j];
    }
}

/* Largest and sum of each key's column over all queries, first the one, then the other. */
static void columns_fill(Pass *pass, Place place, KeySums *columns, size_t keys) {
    const Options *options = &pass->model->layers[place.layer].options;
    size_t queries = model_queries(pass->model, place);
    double *scores = memory_new(keys, sizeof *scores);
    double *masked = memory_new(keys, sizeof *masked);
    unsigned char *reason = memory_new(keys, 1);
    for (size_t j = 0; j < keys; j++)
        columns->largest[j] =
            options->null_logit.on ? options->null_logit.value : -INFINITY;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < queries; i++) {
            for (size_t j = 0; j < keys; j++)
                reason[j] = (unsigned char)visibility(pass->model, place, i, j);
            row_scores(pass, place, i, scores);
            row_masked(pass, place, reason, scores, keys, masked);
            for (size_t j = 0; j < keys; j++) {
                if (round == 0)
                    columns->largest[j] = larger(columns->largest[j], masked[j]);
                else
                    columns->sum[j] +=
                        exponential(masked[j] - columns->largest[j], pass->kernel->fused);
            }
        }
    for (size_t j = 0; options->null_logit.on && j < keys; j++)
        columns->sum[j] += exponential(options->null_logit.value - columns->largest[j],
                                       pass->kernel->fused);
    free(scores);
    free(masked);
    free(reason);
}

static void weigh_queries(Pass *pass, Place place, Row *row) {
    KeySums columns = {.largest = memory_new(row->keys, sizeof(double)),
                       .sum = memory_new(row->keys, sizeof(double))};
    columns_fill(pass, place, &columns, row->keys);
    softmax_queries(&columns, pass->kernel->fused, row);
    free(columns.largest);
    free(columns.sum);
}

/* What the order does after softmax: × 0/1, and for renorm ÷ row sum. */
static void cut_weights(const Options *options, Row *row) {
    const OrderTraits *order = order_of(options);
    if (!order->cut)
        return;
    double sum = 0;
    for (size_t j = 0; j < row->keys; j++) {
        row->weights[j] *= reason_visible(row->reason[j]) ? 1 : 0;
        sum += row->weights[j];
    }
    row->cut_sum = sum;
    for (size_t j = 0; order->divided && j < row->keys; j++)
        row->weights[j] /= sum;
}

/* ---- rows without a visible key ---- */

static bool row_is_empty(const Options *options, const Row *row) {
    if (!can_be_empty(options))
        return false;
    for (size_t j = 0; j < row->keys; j++)
        if (reason_visible(row->reason[j]) && row->scores[j] != -INFINITY)
            return false;
    return true;
}

static void fill_weights(Row *row, double value) {
    for (size_t j = 0; j < row->keys; j++)
        row->weights[j] = value;
}

static void empty_weights(const Options *options, Row *row) {
    switch ((EmptyRow)options->empty_row) {
    case EMPTY_ERROR:
        row->undefined = true;
        fill_weights(row, NAN);
        return;
    case EMPTY_ZERO:
        fill_weights(row, 0);
        return;
    case EMPTY_UNIFORM:
        fill_weights(row, 1 / (double)row->keys);
        return;
    case EMPTY_NAN:
        fill_weights(row, NAN);
        return;
    }
}

/* A row under `before` whose only term is the null logit. */
static bool only_null(const Options *options, const Row *row) {
    return options->null_logit.on && row->largest == -INFINITY;
}

/* ---- out ---- */

static void mix_values(Pass *pass, Place place, Row *row) {
    const Options *options = &pass->model->layers[place.layer].options;
    for (size_t c = 0; c < row->width; c++)
        row->out[c] = 0;
    for (size_t j = 0; row->width && j < row->keys; j++) {
        if (row->status != ROW_EMPTY &&
            !order_mixes(options, reason_visible(row->reason[j])))
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
    size_t queries = model_queries(pass->model, place);
    for (size_t i = 0; !undefined && options->softmax == SOFTMAX_QUERIES && i < queries;
         i++)
        pass_q(pass, place, i, &undefined);
    return undefined;
}

/* ---- the row ---- */

static Row *row_new(const Model *model, Place place) {
    Row *row = memory_new(1, sizeof *row);
    row->keys = model_keys(model, place);
    row->width = model_value_width(model, place);
    row->reason = memory_new(row->keys, 1);
    row->scores = memory_new(2 * row->keys, sizeof(double));
    row->masked = row->scores + row->keys;
    row->weights = memory_new(row->keys + row->width, sizeof(double));
    row->out = row->weights + row->keys;
    return row;
}

static void row_weights(Pass *pass, Place place, Row *row) {
    const Options *options = &pass->model->layers[place.layer].options;
    if (row->status == ROW_UNUSED) {
        fill_weights(row, 0);
    } else if (row_is_empty(options, row)) {
        row->status = ROW_EMPTY;
        empty_weights(options, row);
    } else if (options->softmax == SOFTMAX_QUERIES) {
        weigh_queries(pass, place, row);
        cut_weights(options, row);
    } else {
        softmax_keys(options, pass->kernel->fused, row);
        if (only_null(options, row))
            fill_weights(row, 0);
        cut_weights(options, row);
    }
}

Row *row_define(Pass *pass, Place place, size_t query) {
    Row *row = row_new(pass->model, place);
    for (size_t j = 0; j < row->keys; j++)
        row->reason[j] = (unsigned char)visibility(pass->model, place, query, j);
    row_scores(pass, place, query, row->scores);
    row_masked(pass, place, row->reason, row->scores, row->keys, row->masked);
    if (query_unused(pass->model, place, query))
        row->status = ROW_UNUSED;
    row_weights(pass, place, row);
    if (row->status != ROW_UNUSED && !row->undefined)
        row->undefined = reads_undefined(pass, place, query, row);
    if (row->undefined) {
        fill_weights(row, NAN);
        row->cut_sum = 0;
    }
    for (size_t j = 0; j < row->keys; j++)
        row->sum += row->weights[j];
    if (row->status != ROW_UNUSED)
        mix_values(pass, place, row);
    for (size_t c = 0; row->undefined && c < row->width; c++)
        row->out[c] = NAN;
    numbers_settle(row->scores, 2 * row->keys);
    numbers_settle(row->weights, row->keys + row->width);
    numbers_settle(&row->sum, 1);
    numbers_settle(&row->denominator, 1);
    numbers_settle(&row->cut_sum, 1);
    return row;
}
