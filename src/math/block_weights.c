/* See block.h: from scores to weights and out, with the bits of trace.c. */
#include "math/block.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "math/arithmetic.h"

/* ---- masked ---- */

static void mask_scores(const Block *block, size_t from, size_t to) {
    const Options *options = block->head->options;
    for (size_t i = 0; i < block->count; i++) {
        const unsigned char *reason = block_reasons(block, i);
        for (size_t j = from; j < to; j++)
            if (!reason_visible(reason[j])) {
                double *cell = block_cell(block, j, i);
                *cell = masked_score(options, *cell);
            }
    }
}

/* Whether no visible key of the row has a score above minus infinity. */
static bool sees_none(const Block *block, size_t lane) {
    const unsigned char *reason = block_reasons(block, lane);
    for (size_t j = 0; j < block->head->keys; j++)
        if (reason_visible(reason[j]) && *block_cell(block, j, lane) != -INFINITY)
            return false;
    return true;
}

static void find_empty(Block *block) {
    const Options *options = block->head->options;
    bool largest_tells = block_skips(block);
    for (size_t i = 0; can_be_empty(options) && i < block->count; i++) {
        LaneState *lane = &block->lane[i];
        if (lane->status == ROW_UNUSED ||
            (largest_tells && block->largest[i] != -INFINITY) || !sees_none(block, i))
            continue;
        lane->status = ROW_EMPTY;
        lane->undefined = options->empty_row == EMPTY_ERROR;
    }
}

/* ---- weights ---- */

static void set_lane(const Block *block, size_t lane, double value) {
    for (size_t j = 0; j < block->head->keys; j++)
        *block_cell(block, j, lane) = value;
}

/* Where a visible score is NaN or inf, the softmax has also made NaN of hidden keys,
 * whose weight is 0. */
static void hide_again(const Block *block, size_t lane) {
    const unsigned char *reason = block_reasons(block, lane);
    for (size_t j = 0; j < block->head->keys; j++)
        if (!reason_visible(reason[j]))
            *block_cell(block, j, lane) = 0;
}

static void softmax_keys(Block *block) {
    const Options *options = block->head->options;
    const Kernel *kernel = block->kernel;
    bool skip = block_skips(block);
    size_t keys = block->head->keys;
    for (Run run = {0}; run.to < keys;) {
        run = block_run(block, run.to, SIZE_MAX);
        if (!skip || run.kind & STEP_VISIBLE)
            kernel->powers(block_part(block, run.from, run.to), block->largest,
                           block->denominator);
    }
    for (size_t i = 0; options->null_logit.on && i < block->count; i++)
        block->denominator[i] +=
            exponential(options->null_logit.value - block->largest[i], kernel->fused);
    for (Run run = {0}; run.to < keys;) {
        run = block_run(block, run.to, SIZE_MAX);
        if (!skip || run.kind & STEP_VISIBLE)
            kernel->divide(block_part(block, run.from, run.to), block->denominator,
                           block->sum);
    }
}

static void softmax_queries(const Block *block) {
    const KeySums *columns = block->columns;
    bool fused = block->kernel->fused;
    for (size_t j = 0; j < block->head->keys; j++)
        for (size_t i = 0; i < block->count; i++) {
            double *cell = block_cell(block, j, i), largest = columns->largest[j];
            *cell = largest == -INFINITY
                        ? 0
                        : exponential(*cell - largest, fused) / columns->sum[j];
        }
}

static void sum_lane(Block *block, size_t lane) {
    double sum = 0;
    for (size_t j = 0; j < block->head->keys; j++)
        sum += *block_cell(block, j, lane);
    block->sum[lane] = sum;
}

/* × 0/1 after the softmax and, if the order says so, ÷ row sum. */
static void cut_lane(Block *block, size_t lane) {
    const unsigned char *reason = block_reasons(block, lane);
    for (size_t j = 0; j < block->head->keys; j++)
        *block_cell(block, j, lane) *= reason_visible(reason[j]) ? 1 : 0;
    sum_lane(block, lane);
    block->cut_sum[lane] = block->sum[lane];
    if (!order_of(block->head->options)->divided)
        return;
    for (size_t j = 0; j < block->head->keys; j++)
        *block_cell(block, j, lane) /= block->sum[lane];
    sum_lane(block, lane);
}

static bool reads_undefined(const Block *block, size_t lane) {
    const Head *head = block->head;
    const unsigned char *reason = block_reasons(block, lane);
    bool all = order_of(head->options)->hidden_count ||
               (block->lane[lane].status == ROW_EMPTY &&
                head->options->empty_row == EMPTY_UNIFORM);
    if (block->query[lane].undefined || head->all_undefined)
        return true;
    for (size_t j = 0; head->undefined && j < head->keys; j++)
        if (head->undefined[j] && (all || reason_visible(reason[j])))
            return true;
    return false;
}

static double lane_weight(const Block *block, const LaneState *lane) {
    const Head *head = block->head;
    return lane->undefined ? NAN : empty_weight(head->options, head->keys);
}

/* Gives their weights to rows that are not as the softmax left them. */
static void finish_lane(Block *block, size_t i) {
    const Options *options = block->head->options;
    LaneState *lane = &block->lane[i];
    bool cut = order_of(options)->cut;
    if (lane->status == ROW_UNUSED) {
        set_lane(block, i, 0);
        block->sum[i] = 0;
        return;
    }
    lane->undefined = lane->undefined || reads_undefined(block, i);
    if (lane->status == ROW_EMPTY || lane->undefined) {
        set_lane(block, i, lane_weight(block, lane));
        sum_lane(block, i);
    } else if (lane->no_term) {
        set_lane(block, i, 0);
        sum_lane(block, i);
    } else if (block_skips(block) && isnan(block->denominator[i])) {
        hide_again(block, i);
    }
    if (cut && lane->status == ROW_OK && !lane->undefined)
        cut_lane(block, i);
    else if (options->softmax == SOFTMAX_QUERIES)
        sum_lane(block, i);
}

void block_weights(Block *block) {
    const Options *options = block->head->options;
    bool skip = block_skips(block), keys_axis = options->softmax == SOFTMAX_KEYS;
    for (size_t i = 0; i < KERNEL_QUERIES_MAX; i++)
        block->largest[i] =
            options->null_logit.on ? options->null_logit.value : -INFINITY;
    for (Run run = {0}; run.to < block->head->keys;) {
        run = block_run(block, run.to, SIZE_MAX);
        if (skip && !(run.kind & STEP_VISIBLE))
            continue;
        if (run.kind != STEP_VISIBLE)
            mask_scores(block, run.from, run.to);
        block->kernel->largest(block_part(block, run.from, run.to), block->largest);
    }
    find_empty(block);
    if (keys_axis)
        softmax_keys(block);
    else
        softmax_queries(block);
    for (size_t i = 0; i < block->count; i++) {
        block->lane[i].no_term =
            keys_axis && options->null_logit.on && block->largest[i] == -INFINITY;
        finish_lane(block, i);
    }
}

/* ---- out ---- */

/* Mixes the values of the visible keys of one row. */
static void mix_lane(const Block *block, size_t lane, size_t from, size_t to) {
    const Head *head = block->head;
    const unsigned char *reason = block_reasons(block, lane);
    const double *value[STEPS_MIXED * STEP];
    double weight[STEPS_MIXED * STEP];
    size_t count = 0;
    for (size_t j = from; j < to; j++) {
        value[count] = head->v[j];
        weight[count] = *block_cell(block, j, lane);
        count += reason_visible(reason[j]);
    }
    block->kernel->mix((Panel){count, 1, weight}, 1, value, head->value_width,
                       block->out + lane * head->value_width);
}

/* Mixes the values of all keys into an empty row. */
static void mix_empty(const Block *block, size_t lane) {
    const Head *head = block->head;
    double weight[STEPS_MIXED * STEP], *out = block->out + lane * head->value_width;
    size_t most = sizeof weight / sizeof *weight;
    for (size_t c = 0; c < head->value_width; c++)
        out[c] = 0;
    for (size_t n = 0; n < most; n++)
        weight[n] = lane_weight(block, &block->lane[lane]);
    for (size_t from = 0; from < head->keys; from += most) {
        size_t count = min_size(head->keys - from, most);
        block->kernel->mix((Panel){count, 1, weight}, 1, head->v + from,
                           head->value_width, out);
    }
}

static void finish_out(const Block *block, size_t i) {
    const LaneState *lane = &block->lane[i];
    size_t width = block->head->value_width;
    double *out = block->out + i * width;
    if (lane->status == ROW_EMPTY && !lane->undefined)
        mix_empty(block, i);
    for (size_t c = 0; c < width; c++)
        if (lane->status == ROW_UNUSED)
            out[c] = 0;
        else if (lane->undefined)
            out[c] = NAN;
    numbers_settle(out, width);
}

void block_mix(Block *block) {
    const Head *head = block->head;
    bool skip = !order_of(head->options)->hidden_mix;
    size_t numbers = block->count * head->value_width;
    block->out = memory_aligned(numbers, sizeof *block->out);
    memset(block->out, 0, numbers * sizeof *block->out);
    if (!head->v)
        return;
    for (Run run = {0}; run.to < head->keys;) {
        unsigned kind = block->step[run.to / STEP];
        run =
            block_run(block, run.to, skip && kind == STEP_BOTH ? STEPS_MIXED : SIZE_MAX);
        if (skip && !(run.kind & STEP_VISIBLE))
            continue;
        if (!skip || run.kind == STEP_VISIBLE)
            block->kernel->mix(block_part(block, run.from, run.to), block->count,
                               head->v + run.from, head->value_width, block->out);
        for (size_t i = 0; skip && run.kind == STEP_BOTH && i < block->count; i++)
            mix_lane(block, i, run.from, run.to);
    }
    for (size_t i = 0; i < block->count; i++)
        finish_out(block, i);
}
