/* The calculation, row by row and on demand.
 *
 *     q = x·WQ   k = x·WK   v = x·WV                        [T,C]·[C,H·d], in heads
 *     scores[j]  = cap(scale · q·k[j]) + alibi + bias       [Tk], one query of one head
 *     masked[j]  = scores[j], or a number by `order`        [Tk]
 *     weights[j] = softmax(masked)[j], as the order has it  [Tk]
 *     out        = Σj weights[j] · v[j]                     [dv]
 *     concat     = heads side by side in `head-order`       [H·dv]
 *     y          = concat · WO (+ x with residual)          [columns of WO]
 *
 * The row (one query of one head) is the unit: nothing of size Tq×Tk is needed, and a row
 * alone has the bits that it has in a full pass. Sums run in the order of the index. The
 * softmax first subtracts the largest score that counts (Vaswani et al. 2017, with the
 * usual shift). A Pass keeps the rows it has made; it borrows the model, which must not
 * change while the pass lives. */
#ifndef MATH_PASS_H
#define MATH_PASS_H

#include "math/order.h"
#include "math/visibility.h"

typedef enum RowStatus {
    ROW_OK,
    ROW_UNUSED, /* a padding query: weights, sum and out are zero */
    ROW_EMPTY   /* a used query without a visible key; filled as `empty-row` says */
} RowStatus;

typedef struct Row {
    size_t shares; /* passes that hold it, less one */
    RowStatus status;
    bool undefined;          /* weights, sum and out have no value (they hold NaN) */
    size_t keys, width;      /* Tk, dv (0 without v) */
    unsigned char *reason;   /* [keys] of Reason */
    double *scores, *masked; /* [keys]; NULL before pass_scored_row asked for them */
    double *weights;         /* [keys] */
    double *out;             /* [width]; only if `mixed` */
    bool mixed;              /* see pass_weights */
    double sum;              /* of weights */
    double largest;          /* subtracted before the exponential */
    double denominator;      /* of the softmax along keys, null logit included */
    double cut_sum;          /* of the weights after × 0/1, where the order cuts */
} Row;

typedef struct Pass Pass;

Pass *pass_new(const Model *model);
void pass_free(Pass *pass);

/* Shares the rows of old with heir where heir's model differs from old's only in cells
 * of one query of one layer: forced cells, or scores written by hand. Nothing was asked
 * of heir before. */
void pass_inherit(Pass *heir, Pass *old, size_t layer, size_t query);

/* Shares the projections q, k and v of the first layer where they are of the same numbers. */
void pass_inherit_projections(Pass *heir, Pass *old);

/* The row of one query; valid until the next call that takes this pass. */
const Row *pass_row(Pass *pass, Place place, size_t query);
const Row *pass_scored_row(Pass *pass, Place place, size_t query); /* with its scores */
/* The row without its out, if there are so many keys that leaving it out saves time. */
const Row *pass_weights(Pass *pass, Place place, size_t query);

/* Scores first .. first+count-1 of a row, masked or not; cheaper than the row where they
 * are few. */
void pass_scores(Pass *pass, Place place, size_t query, bool masked, size_t first,
                 size_t count, double *numbers);

/* Makes rows first .. first+count-1 of a head, or of concat: together they cost far less
 * than one by one. Queries past the last are no error. */
void pass_prepare(Pass *pass, Place place, size_t first, size_t count);
void pass_prepare_weights(Pass *pass, Place place, size_t first, size_t count);
void pass_prepare_outputs(Pass *pass, Place place, size_t first, size_t count);

/* Rows of x, and of the q, k, v that a head reads; k and v by key. NULL where the model
 * has none. Numbers of an undefined row are NaN; *undefined may be NULL. */
const double *pass_x(Pass *pass, Place place, size_t position, bool *undefined);
const double *pass_q(Pass *pass, Place place, size_t query, bool *undefined);
const double *pass_k(Pass *pass, Place place, size_t key, bool *undefined);
const double *pass_v(Pass *pass, Place place, size_t key, bool *undefined);

/* Makes up to `rows` rows of the inputs of a layer, those of the layers below it first: x
 * of a layer after the first, and under softmax=queries the sums of the columns, for which
 * every row is read twice. Returns true if all are there; without it, what asks for them
 * makes them all at once. */
bool pass_inputs_advance(Pass *pass, Place place, size_t rows);
/* Adds the number of finished rows to *done and the number of all rows to *rows. */
void pass_inputs_progress(Pass *pass, Place place, size_t *done, size_t *rows);

/* Rows of concat, of W_O with its row blocks in wo-order, and of y; place.head is not
 * read. Those of concat and y are valid until the next call that takes this pass. */
const double *pass_concat(Pass *pass, Place place, size_t query, bool *undefined);
const double *pass_wo(Pass *pass, Place place, size_t row, bool *undefined);
const double *pass_y(Pass *pass, Place place, size_t query, bool *undefined);

/* Rows first .. first+count-1 of y; undefined [count]. They are not kept. */
void pass_outputs(Pass *pass, Place place, size_t first, size_t count, double *numbers,
                  unsigned char *undefined);

/* The row of the given W_O that comes at `row` under wo-order. */
size_t wo_row_at(const Layer *layer, size_t row);

/* reach[i,j]: whether output i of this layer can depend on input j of the first. */
bool pass_reach(Pass *pass, Place place, size_t query, size_t key);

/* One layer's part of a path: output `query` reads position `key` in this head. */
typedef struct Hop {
    size_t layer, head;
    size_t query, key;
    bool residual; /* past the heads */
} Hop;

/* The path by which input key reaches output query, first layer first: place.layer + 1
 * hops. Of several paths the one that leaves its position last, so that the hop that
 * looks ahead shows. False: there is no path. */
bool pass_reach_path(Pass *pass, Place place, size_t query, size_t key, Hop *hops);

/* ---- loss, on y of the last layer ---- */

bool query_scored(const Model *model, size_t record, size_t query);

typedef enum LossState { LOSS_FINE, LOSS_NO_TARGET, LOSS_UNDEFINED } LossState;

/* The mean over the scored positions of all records together; *divisor: their number. */
LossState pass_mean_loss(Pass *pass, double *mean, size_t *divisor);

/* ---- empty rows under empty-row=error ---- */

/* Finds the first at or after *place, *query, by record, layer, head, query. */
bool pass_next_empty(Pass *pass, Place *place, size_t *query);

/* Searches at most *rows rows, and counts *rows down. False with *rows left: there is no
 * other; else the search goes on at *place and *query. */
bool pass_next_empty_of(Pass *pass, Place *place, size_t *query, size_t *rows);

/* Whether the row is such a row, without calculating it. */
bool row_is_error(Pass *pass, Place place, size_t query);

#endif
