/* See block.h. The steps of a row in row.c, done for several rows at a time: hidden keys are
 * passed by in steps of eight where no row of the block sees one of them. */
#include "math/block.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/arithmetic.h"

enum { PANEL_BYTES = 32 << 20 };

size_t block_width(const Kernel *kernel, const Head *head) {
    size_t vectors = KERNEL_VECTORS;
    while (vectors > 1 &&
           vectors * kernel->lanes * head->keys > PANEL_BYTES / sizeof(double))
        vectors--;
    return vectors * kernel->lanes;
}

static const double *row_of(const Matrix *matrix, size_t row) {
    return matrix && matrix_present(matrix) ? matrix_row(matrix, row) : NULL;
}

void block_fetch(Block *block, Pass *pass, const Head *head, const size_t *query,
                 size_t count) {
    const Model *model = pass->model;
    Place place = head->place;
    *block =
        (Block){.model = model, .kernel = pass->kernel, .head = head, .count = count};
    const Columns *columns = pass_slot(pass, place.record, place.layer)->columns;
    block->columns = columns ? &columns[place.head] : NULL;
    for (size_t i = 0; i < count; i++) {
        Query *of = &block->query[i];
        of->index = query[i];
        of->scores = row_of(given_matrix(model, place, PART_SCORES), query[i]);
        of->weights = row_of(given_matrix(model, place, PART_WEIGHTS), query[i]);
        of->bias = row_of(given_matrix(model, place, PART_BIAS), query[i]);
        of->mask = row_of(visibility_mask(model, place), query[i]);
        if (head->k)
            of->q = pass_q(pass, place, query[i], &of->undefined);
        else if (place.layer > 0)
            pass_q(pass, place, query[i], &of->undefined);
    }
}

void block_release(Block *block) {
    free(block->panel.cells);
    free(block->reason);
    free(block->step);
    block->panel.cells = NULL;
    block->reason = block->step = NULL;
}

const unsigned char *block_reasons(const Block *block, size_t lane) {
    return block->reason + lane * block->steps * STEP;
}

/* ---- visible or not ---- */

static bool row_unused(const Block *block, size_t lane) {
    Place place = block->head->place;
    return query_unused(block->model, place.layer, place.record,
                        block->query[lane].index);
}

static unsigned step_kind(const unsigned char *reason, size_t count) {
    unsigned kind = 0;
    for (size_t n = 0; n < count; n++)
        kind |= reason_visible(reason[n]) ? STEP_VISIBLE : STEP_HIDDEN;
    return kind;
}

/* Adds what one row sees to the steps. Most steps are alike in all their bytes. */
static void add_steps(const unsigned char *reason, size_t keys, unsigned char *step) {
    size_t whole = keys / STEP;
    for (size_t s = 0; s < whole; s++) {
        uint64_t eight;
        memcpy(&eight, reason + s * STEP, sizeof eight);
        bool alike = eight == (eight & 0xff) * 0x0101010101010101;
        step[s] |= (unsigned char)step_kind(reason + s * STEP, alike ? 1 : STEP);
    }
    if (keys % STEP)
        step[whole] |= (unsigned char)step_kind(reason + whole * STEP, keys % STEP);
}

static void find_visible(Block *block) {
    block->steps = (block->head->keys + STEP - 1) / STEP;
    block->reason = memory_aligned(block->count, block->steps * STEP);
    block->step = memory_new(block->steps, 1);
    for (size_t i = 0; i < block->count; i++) {
        unsigned char *reason = block->reason + i * block->steps * STEP;
        visibility_row(block->model, block->head->place, block->query[i].index,
                       block->head->keys, block->query[i].mask, reason);
        if (row_unused(block, i))
            block->lane[i].status = ROW_UNUSED;
        else
            add_steps(reason, block->head->keys, block->step);
    }
}

bool block_skips(const Block *block) {
    const Options *options = block->head->options;
    return options->order == ORDER_BEFORE && options->softmax == SOFTMAX_KEYS;
}

/* A run of steps of one kind, as keys from..to-1. */
typedef struct Run {
    unsigned kind; /* 0: of no row that counts */
    size_t from, to;
} Run;

/* The run at or after key `from`, at most `most` steps of it. */
static Run run_at(const Block *block, size_t from, size_t most) {
    size_t first = from / STEP, last = first;
    Run run = {.kind = block->step[first], .from = from};
    while (last < block->steps && last - first < most && block->step[last] == run.kind)
        last++;
    run.to = last * STEP < block->head->keys ? last * STEP : block->head->keys;
    return run;
}

static Panel part_of_panel(const Block *block, size_t from, size_t to) {
    return (Panel){.keys = to - from,
                   .queries = block->panel.queries,
                   .cells = block->panel.cells + from * block->panel.queries};
}

static double *cell_of(const Block *block, size_t key, size_t lane) {
    return &block->panel.cells[key * block->panel.queries + lane];
}

/* ---- scores ---- */

/* q, component by component; lanes past the last query hold zeroes. */
static double *pack_queries(const Block *block) {
    size_t width = block->head->width, lanes = block->panel.queries;
    double *packed = memory_aligned(width * lanes, sizeof *packed);
    memset(packed, 0, width * lanes * sizeof *packed);
    for (size_t i = 0; i < block->count; i++)
        for (size_t c = 0; c < width; c++)
            packed[c * lanes + i] = block->query[i].q[c];
    return packed;
}

static void products(const Block *block, const double *packed, size_t from, size_t to) {
    Queries q = {packed, block->head->width, block->head->scale};
    block->kernel->scores(q, block->head->k + from, part_of_panel(block, from, to));
}

static void given_scores(const Block *block, size_t lane, size_t from, size_t to) {
    const Query *query = &block->query[lane];
    for (size_t j = from; query->scores && j < to; j++)
        *cell_of(block, j, lane) = query->scores[j];
    if (query->scores || !query->weights)
        return;
    for (size_t j = from; j < to; j++)
        *cell_of(block, j, lane) = log(query->weights[j] / query->weight_sum);
}

/* Soft cap, ALiBi and bias, in this order. */
static void finish_scores(const Block *block, size_t lane, size_t from, size_t to) {
    const Head *head = block->head;
    const Options *options = head->options;
    const Query *query = &block->query[lane];
    long position =
        query_position(block->model, head->place.layer, head->place.record, query->index);
    for (size_t j = from; options->softcap.on && j < to; j++) {
        double *cell = cell_of(block, j, lane);
        *cell = options->softcap.value * tanh(*cell / options->softcap.value);
    }
    for (size_t j = from; options->bias == BIAS_ALIBI && j < to; j++)
        *cell_of(block, j, lane) += -head->slope * (double)(position - (long)j);
    for (size_t j = from; query->bias && j < to; j++)
        *cell_of(block, j, lane) += query->bias[j];
}

static void edited_scores(const Block *block, size_t lane) {
    const Record *record = block->head->record;
    Place place = block->head->place;
    for (size_t n = 0; n < record->score_edit_count; n++) {
        const ScoreEdit *edit = &record->score_edits[n];
        if (edit->layer == place.layer && edit->head == place.head &&
            edit->query == block->query[lane].index && edit->key < block->head->keys)
            *cell_of(block, edit->key, lane) = edit->value;
    }
}

/* Room for the panel, and zeroes where no product fills it. */
static void make_panel(Block *block) {
    size_t lanes = block->kernel->lanes, keys = block->head->keys;
    size_t queries = (block->count + lanes - 1) / lanes * lanes;
    double *cells = memory_aligned(keys * queries, sizeof *cells);
    if (!block->head->k)
        memset(cells, 0, keys * queries * sizeof *cells);
    block->panel = (Panel){.keys = keys, .queries = queries, .cells = cells};
}

/* What a row of given weights summed to. */
static void sum_given(Block *block) {
    const Matrix *given = given_matrix(block->model, block->head->place, PART_WEIGHTS);
    for (size_t i = 0; i < block->count; i++) {
        Query *query = &block->query[i];
        query->weight_sum = 0;
        for (size_t j = 0; query->weights && j < given->cols; j++)
            query->weight_sum += query->weights[j];
    }
}

void block_scores(Block *block, bool all) {
    const Head *head = block->head;
    find_visible(block);
    make_panel(block);
    sum_given(block);
    double *packed = head->k ? pack_queries(block) : NULL;
    bool skip = !all && block_skips(block);
    for (Run run = {0}; run.to < head->keys;) {
        run = run_at(block, run.to, SIZE_MAX);
        if (skip && !(run.kind & STEP_VISIBLE))
            continue;
        if (packed)
            products(block, packed, run.from, run.to);
        for (size_t i = 0; i < block->count; i++) {
            given_scores(block, i, run.from, run.to);
            finish_scores(block, i, run.from, run.to);
        }
    }
    for (size_t i = 0; i < block->count; i++)
        edited_scores(block, i);
    free(packed);
}

/* ---- masked ---- */

static void mask_scores(const Block *block, size_t from, size_t to) {
    const Options *options = block->head->options;
    for (size_t i = 0; i < block->count; i++) {
        const unsigned char *reason = block_reasons(block, i);
        for (size_t j = from; j < to; j++)
            if (!reason_visible(reason[j])) {
                double *cell = cell_of(block, j, i);
                *cell = masked_score(options, *cell);
            }
    }
}

/* Whether no visible key of the row has a score above minus infinity. */
static bool sees_none(const Block *block, size_t lane) {
    const unsigned char *reason = block_reasons(block, lane);
    for (size_t j = 0; j < block->head->keys; j++)
        if (reason_visible(reason[j]) && *cell_of(block, j, lane) != -INFINITY)
            return false;
    return true;
}

static void find_empty(Block *block) {
    const Options *options = block->head->options;
    bool largest_tells = block_skips(block);
    for (size_t i = 0; can_be_empty(options) && i < block->count; i++) {
        Lane *lane = &block->lane[i];
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
        *cell_of(block, j, lane) = value;
}

/* Where a visible score is nan or inf, softmax has made nan of the hidden keys, too, whose weight
 * is 0. */
static void hide_again(const Block *block, size_t lane) {
    const unsigned char *reason = block_reasons(block, lane);
    for (size_t j = 0; j < block->head->keys; j++)
        if (!reason_visible(reason[j]))
            *cell_of(block, j, lane) = 0;
}

static void softmax_keys(Block *block) {
    const Options *options = block->head->options;
    const Kernel *kernel = block->kernel;
    bool skip = block_skips(block);
    size_t keys = block->head->keys;
    for (Run run = {0}; run.to < keys;) {
        run = run_at(block, run.to, SIZE_MAX);
        if (!skip || run.kind & STEP_VISIBLE)
            kernel->powers(part_of_panel(block, run.from, run.to), block->largest,
                           block->denominator);
    }
    for (size_t i = 0; options->null_logit.on && i < block->count; i++)
        block->denominator[i] +=
            exponential(options->null_logit.value - block->largest[i], kernel->fused);
    for (Run run = {0}; run.to < keys;) {
        run = run_at(block, run.to, SIZE_MAX);
        if (!skip || run.kind & STEP_VISIBLE)
            kernel->divide(part_of_panel(block, run.from, run.to), block->denominator,
                           block->sum);
    }
}

static void softmax_queries(const Block *block) {
    const Columns *columns = block->columns;
    bool fused = block->kernel->fused;
    for (size_t j = 0; j < block->head->keys; j++)
        for (size_t i = 0; i < block->count; i++) {
            double *cell = cell_of(block, j, i), largest = columns->largest[j];
            *cell = largest == -INFINITY
                        ? 0
                        : exponential(*cell - largest, fused) / columns->sum[j];
        }
}

static void sum_lane(Block *block, size_t lane) {
    double sum = 0;
    for (size_t j = 0; j < block->head->keys; j++)
        sum += *cell_of(block, j, lane);
    block->sum[lane] = sum;
}

/* What the order does after softmax: × 0/1, and for renorm ÷ row sum. */
static void cut_lane(Block *block, size_t lane) {
    const unsigned char *reason = block_reasons(block, lane);
    for (size_t j = 0; j < block->head->keys; j++)
        *cell_of(block, j, lane) *= reason_visible(reason[j]) ? 1 : 0;
    sum_lane(block, lane);
    if (block->head->options->order != ORDER_RENORM)
        return;
    for (size_t j = 0; j < block->head->keys; j++)
        *cell_of(block, j, lane) /= block->sum[lane];
    sum_lane(block, lane);
}

static bool reads_undefined(const Block *block, size_t lane) {
    const Head *head = block->head;
    const unsigned char *reason = block_reasons(block, lane);
    bool all = head->options->order != ORDER_BEFORE ||
               (block->lane[lane].status == ROW_EMPTY &&
                head->options->empty_row == EMPTY_UNIFORM);
    if (block->query[lane].undefined || head->all_undefined)
        return true;
    for (size_t j = 0; head->undefined && j < head->keys; j++)
        if (head->undefined[j] && (all || reason_visible(reason[j])))
            return true;
    return false;
}

static double empty_weight(const Block *block, const Lane *lane) {
    if (lane->undefined)
        return NAN;
    switch ((EmptyRow)block->head->options->empty_row) {
    case EMPTY_ERROR:
    case EMPTY_NAN:
        return NAN;
    case EMPTY_ZERO:
        return 0;
    case EMPTY_UNIFORM:
        return 1 / (double)block->head->keys;
    }
    return NAN;
}

/* Rows that are not what softmax made of them, and those that are cut. */
static void finish_lane(Block *block, size_t i) {
    const Options *options = block->head->options;
    Lane *lane = &block->lane[i];
    bool cut = options->order == ORDER_AFTER || options->order == ORDER_RENORM;
    if (lane->status == ROW_UNUSED) {
        set_lane(block, i, 0);
        block->sum[i] = 0;
        return;
    }
    lane->undefined = lane->undefined || reads_undefined(block, i);
    if (lane->status == ROW_EMPTY || lane->undefined) {
        set_lane(block, i, empty_weight(block, lane));
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
        run = run_at(block, run.to, SIZE_MAX);
        if (skip && !(run.kind & STEP_VISIBLE))
            continue;
        if (run.kind != STEP_VISIBLE)
            mask_scores(block, run.from, run.to);
        block->kernel->largest(part_of_panel(block, run.from, run.to), block->largest);
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

/* Whether hidden values stay out of the mix. */
static bool mixes_visible_only(const Block *block) {
    int order = block->head->options->order;
    return order == ORDER_BEFORE || order == ORDER_VALUES;
}

/* One row's visible keys, gathered. */
static void mix_lane(const Block *block, size_t lane, size_t from, size_t to) {
    const Head *head = block->head;
    const unsigned char *reason = block_reasons(block, lane);
    const double *value[STEPS_MIXED * STEP];
    double weight[STEPS_MIXED * STEP];
    size_t count = 0;
    for (size_t j = from; j < to; j++) {
        value[count] = head->v[j];
        weight[count] = *cell_of(block, j, lane);
        count += reason_visible(reason[j]);
    }
    block->kernel->mix((Panel){count, 1, weight}, 1, value, head->value_width,
                       block->out + lane * head->value_width);
}

/* Every key counts in a row that is empty. */
static void mix_empty(const Block *block, size_t lane) {
    const Head *head = block->head;
    double weight[STEPS_MIXED * STEP], *out = block->out + lane * head->value_width;
    size_t most = sizeof weight / sizeof *weight;
    for (size_t c = 0; c < head->value_width; c++)
        out[c] = 0;
    for (size_t n = 0; n < most; n++)
        weight[n] = empty_weight(block, &block->lane[lane]);
    for (size_t from = 0; from < head->keys; from += most) {
        size_t count = head->keys - from < most ? head->keys - from : most;
        block->kernel->mix((Panel){count, 1, weight}, 1, head->v + from,
                           head->value_width, out);
    }
}

static void finish_out(const Block *block, size_t i) {
    const Lane *lane = &block->lane[i];
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
    bool skip = mixes_visible_only(block);
    size_t numbers = block->count * head->value_width;
    block->out = memory_aligned(numbers, sizeof *block->out);
    memset(block->out, 0, numbers * sizeof *block->out);
    if (!head->v)
        return;
    for (Run run = {0}; run.to < head->keys;) {
        unsigned kind = block->step[run.to / STEP];
        run = run_at(block, run.to, skip && kind == STEP_BOTH ? STEPS_MIXED : SIZE_MAX);
        if (skip && !(run.kind & STEP_VISIBLE))
            continue;
        if (!skip || run.kind == STEP_VISIBLE)
            block->kernel->mix(part_of_panel(block, run.from, run.to), block->count,
                               head->v + run.from, head->value_width, block->out);
        for (size_t i = 0; skip && run.kind == STEP_BOTH && i < block->count; i++)
            mix_lane(block, i, run.from, run.to);
    }
    for (size_t i = 0; i < block->count; i++)
        finish_out(block, i);
}
