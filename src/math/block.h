/* Some query rows of one head, up to the width of a panel, made together. Private to
 * math/.
 *
 * block_fetch() asks the pass for the rows' input and belongs to the thread that owns the
 * pass. All other functions touch the block alone, so threads can work on one block each.
 * The panel holds scores first, then masked scores, then weights. */
#ifndef MATH_BLOCK_H
#define MATH_BLOCK_H

#include "math/pass_inside.h"

enum { STEP = 8, STEPS_MIXED = 8 }; /* keys in a step; steps that are mixed together */

/* The input of one row: the query itself, and rows of q and of square matrices; NULL: not
 * given. */
typedef struct QueryInput {
    RuleInput rule;
    const double *q, *scores, *weights, *bias;
    double weight_sum;
    bool undefined; /* q has no value */
} QueryInput;

/* The keys of a step as the used queries of the block see them; a step with neither bit
 * is seen by no used query. */
enum { STEP_VISIBLE = 1, STEP_HIDDEN = 2, STEP_BOTH = 3 };

typedef struct LaneState {
    RowStatus status;
    bool undefined;
    bool no_term; /* the null logit is the only term, and it is -inf */
} LaneState;

typedef struct Block {
    const Model *model;
    const Kernel *kernel;
    const Head *head;
    const KeySums *columns; /* softmax=queries */
    QueryInput query[KERNEL_QUERIES_MAX];
    size_t count;
    LaneState lane[KERNEL_QUERIES_MAX];
    double largest[KERNEL_QUERIES_MAX], denominator[KERNEL_QUERIES_MAX];
    double sum[KERNEL_QUERIES_MAX];
    double cut_sum[KERNEL_QUERIES_MAX]; /* of the weights after × 0/1 */
    Panel panel; /* where block_skips(), steps without a visible key may be left undone */
    double *out; /* [count × value width] */
    size_t steps;
    unsigned char *reason; /* [count × steps·STEP] */
    unsigned char *step;   /* [steps] of STEP_VISIBLE … */
} Block;

/* The number of rows in one block of the head. */
size_t block_width(const Kernel *kernel, const Head *head);

void block_fetch(Block *block, Pass *pass, const Head *head, const size_t *query,
                 size_t count);

void block_scores(Block *block, bool all); /* all: of hidden keys, too, in any order */
void block_weights(Block *block);
void block_mix(Block *block);
void block_release(Block *block); /* leaves out to the caller */

/* Whether the softmax takes visible keys only; then steps without one are skipped. */
bool block_skips(const Block *block);

static inline const unsigned char *block_reasons(const Block *block, size_t lane) {
    return block->reason + lane * block->steps * STEP;
}

static inline double *block_cell(const Block *block, size_t key, size_t lane) {
    return &block->panel.cells[key * block->panel.queries + lane];
}

/* A run of steps of one kind, as keys from..to-1. */
typedef struct Run {
    unsigned kind; /* of STEP_VISIBLE, STEP_HIDDEN */
    size_t from, to;
} Run;

/* The run that begins at key `from`, at most `most` steps of it. */
Run block_run(const Block *block, size_t from, size_t most);

/* The part of the panel with keys from..to-1. */
Panel block_part(const Block *block, size_t from, size_t to);

#endif
