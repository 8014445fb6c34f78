/* Up to a panel's width of query rows of one head, worked on together. Private to math/.
 *
 * block_fetch() asks the pass for what the rows read and belongs to the thread that owns the pass;
 * all else touches the block alone, so blocks can be worked on by threads. */
#ifndef MATH_BLOCK_H
#define MATH_BLOCK_H

#include "math/pass_inside.h"

enum { STEP = 8, STEPS_MIXED = 8 }; /* keys in a step, steps mixed in one go */

/* What one row reads. Rows of square matrices; NULL: not given. */
typedef struct Query {
    size_t index;
    const double *q, *scores, *weights, *bias, *mask;
    double weight_sum;
    bool undefined; /* q has no value */
} QueryInput;

/* What the keys of a step are to the queries of the block that count. */
enum { STEP_VISIBLE = 1, STEP_HIDDEN = 2, STEP_BOTH = 3 };

typedef struct LaneState {
    RowStatus status;
    bool undefined, no_term; /* no_term: the null logit is all there is, and it is -inf */
} LaneState;

typedef struct Block {
    const Model *model;
    const Kernel *kernel;
    const Head *head;
    const Columns *columns; /* softmax=queries */
    QueryInput query[KERNEL_QUERIES_MAX];
    size_t count;
    LaneState lane[KERNEL_QUERIES_MAX];
    double largest[KERNEL_QUERIES_MAX], denominator[KERNEL_QUERIES_MAX];
    double sum[KERNEL_QUERIES_MAX];
    double cut_sum[KERNEL_QUERIES_MAX]; /* of the weights after × 0/1 */
    Panel
        panel; /* scores, then what softmax makes of them; hidden steps may be left alone */
    double *out; /* [count × value width] */
    size_t steps;
    unsigned char *reason; /* [count × steps·STEP] */
    unsigned char *step;   /* [steps] of STEP_VISIBLE … */
} Block;

/* How many rows one block of the head takes. */
size_t block_width(const Kernel *kernel, const Head *head);

void block_fetch(Block *block, Pass *pass, const Head *head, const size_t *query,
                 size_t count);

/* Room for the numbers; scores of all keys, or of the steps that count. */
void block_scores(Block *block, bool all);
void block_weights(Block *block); /* from scores */
void block_mix(Block *block);     /* out, from weights */
void block_release(Block *block); /* all but out, which is the caller's */

/* Whether softmax takes visible keys only, so that steps without one are passed by. */
bool block_skips(const Block *block);

static inline const unsigned char *block_reasons(const Block *block, size_t lane) {
    return block->reason + lane * block->steps * STEP;
}

static inline double *block_cell(const Block *block, size_t key, size_t lane) {
    return &block->panel.cells[key * block->panel.queries + lane];
}

/* A run of steps of one kind, as keys from..to-1. */
typedef struct Run {
    unsigned kind; /* 0: of no row that counts */
    size_t from, to;
} Run;

/* The run that begins at key `from`, at most `most` steps of it. */
Run block_run(const Block *block, size_t from, size_t most);

/* The keys from..to-1 of the panel. */
Panel block_part(const Block *block, size_t from, size_t to);

#endif
