/* See block.h: which keys the rows of a block see, and their scores. Hidden keys are
 * skipped in steps of eight where no row of the block sees one of them. */
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

void block_release(Block *block) {
    memory_aligned_free(block->panel.cells);
    memory_aligned_free(block->reason);
    free(block->step);
    block->panel.cells = NULL;
    block->reason = block->step = NULL;
}

/* ---- visible or not ---- */

static unsigned step_kind(const unsigned char *reason, size_t count) {
    unsigned kind = 0;
    for (size_t n = 0; n < count; n++)
        kind |= reason_visible(reason[n]) ? STEP_VISIBLE : STEP_HIDDEN;
    return kind;
}

/* Adds the keys that one row sees to the steps. In most steps all reasons are equal. */
static void add_steps(const unsigned char *reason, size_t keys, unsigned char *step) {
    unsigned char kind[REASONS];
    size_t whole = keys / STEP;
    for (size_t n = 0; n < sizeof kind; n++) {
        kind[n] = (unsigned char)n;
        kind[n] = (unsigned char)step_kind(&kind[n], 1);
    }
    for (size_t s = 0; s < whole; s++) {
        uint64_t eight;
        memcpy(&eight, reason + s * STEP, sizeof eight);
        if (eight == reason[s * STEP] * 0x0101010101010101)
            step[s] |= kind[reason[s * STEP]];
        else
            step[s] |= (unsigned char)step_kind(reason + s * STEP, STEP);
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
        const RuleInput *rule = &block->query[i].rule;
        visibility_row(rule, block->head->keys, reason);
        if (query_unused(rule->model, rule->place, rule->query))
            block->lane[i].status = ROW_UNUSED;
        else
            add_steps(reason, block->head->keys, block->step);
    }
}

bool block_skips(const Block *block) {
    const Options *options = block->head->options;
    return !order_of(options)->hidden_count && options->softmax == SOFTMAX_KEYS;
}

Run block_run(const Block *block, size_t from, size_t most) {
    size_t first = from / STEP, last = first;
    Run run = {.kind = block->step[first], .from = from};
    while (last < block->steps && last - first < most && block->step[last] == run.kind)
        last++;
    run.to = last * STEP < block->head->keys ? last * STEP : block->head->keys;
    return run;
}

Panel block_part(const Block *block, size_t from, size_t to) {
    return (Panel){.keys = to - from,
                   .queries = block->panel.queries,
                   .cells = block->panel.cells + from * block->panel.queries};
}

/* ---- scores ---- */

/* Packs q component by component; lanes past the last query hold zeroes. */
static double *pack_queries(const Block *block) {
    size_t width = block->head->width, lanes = block->panel.queries;
    double *packed = memory_aligned(width * lanes, sizeof *packed);
    memset(packed, 0, width * lanes * sizeof *packed);
    for (size_t i = 0; i < block->count; i++) {
        const double *q = block->query[i].q;
        for (size_t c = 0; c < width; c++)
            packed[c * lanes + i] = q[c];
    }
    return packed;
}

static void products(const Block *block, const double *packed, size_t from, size_t to) {
    Queries q = {packed, block->head->width, block->head->scale};
    block->kernel->scores(q, block->head->k + from, block_part(block, from, to));
}

static void given_scores(const Block *block, size_t lane, size_t from, size_t to) {
    const QueryInput *query = &block->query[lane];
    for (size_t j = from; query->scores && j < to; j++)
        *block_cell(block, j, lane) = query->scores[j];
    if (query->scores || !query->weights)
        return;
    for (size_t j = from; j < to; j++)
        *block_cell(block, j, lane) = log(query->weights[j] / query->weight_sum);
}

/* Soft cap, ALiBi and bias, in this order. */
static void finish_scores(const Block *block, size_t lane, size_t from, size_t to) {
    const Head *head = block->head;
    const Options *options = head->options;
    const QueryInput *query = &block->query[lane];
    for (size_t j = from; options->softcap.on && j < to; j++) {
        double *cell = block_cell(block, j, lane);
        *cell = options->softcap.value * tanh(*cell / options->softcap.value);
    }
    for (size_t j = from; options->bias == BIAS_ALIBI && j < to; j++)
        *block_cell(block, j, lane) +=
            -head->slope * (double)(query->rule.position - (long)j);
    for (size_t j = from; query->bias && j < to; j++)
        *block_cell(block, j, lane) += query->bias[j];
}

static void edited_scores(const Block *block, size_t lane) {
    const CellEdits *scores = &block->head->record->scores;
    Place place = block->head->place;
    for (size_t n = 0; n < scores->count; n++) {
        const CellEdit *edit = &scores->edit[n];
        if (edit->layer == place.layer && edit->head == place.head &&
            edit->query == block->query[lane].rule.query && edit->key < block->head->keys)
            *block_cell(block, edit->key, lane) = edit->value;
    }
}

/* Makes the panel, with zeroes where no product will fill it. */
static void make_panel(Block *block) {
    size_t lanes = block->kernel->lanes, keys = block->head->keys;
    size_t queries = (block->count + lanes - 1) / lanes * lanes;
    double *cells = memory_aligned(keys * queries, sizeof *cells);
    if (!block->head->k)
        memset(cells, 0, keys * queries * sizeof *cells);
    block->panel = (Panel){.keys = keys, .queries = queries, .cells = cells};
}

static void sum_given(Block *block) {
    const Matrix *given = given_matrix(block->model, block->head->place, PART_WEIGHTS);
    for (size_t i = 0; i < block->count; i++) {
        QueryInput *query = &block->query[i];
        if (query->weights)
            query->weight_sum = given_sum(query->weights, given->cols);
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
        run = block_run(block, run.to, SIZE_MAX);
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
    memory_aligned_free(packed);
}
