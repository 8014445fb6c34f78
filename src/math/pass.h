/* The calculation, row by row and on demand.
 *
 *     q = x·WQ   k = x·WK   v = x·WV                        [T,C]·[C,H·d], split into heads
 *     scores[j]  = cap(scale · q·k[j]) + alibi + bias       [Tk], one query of one head
 *     masked[j]  = what enters softmax, by `order`          [Tk]
 *     weights[j] = what mixes the values, by `order`        [Tk]
 *     out        = Σj weights[j] · v[j]                     [dv]
 *     concat     = heads side by side in `head-order`       [H·dv]
 *     y          = concat · WO (+ x with residual)          [columns of WO]
 *
 * The row (one query of one head) is the unit: nothing of size Tq×Tk is needed, and a row alone has
 * the bits it has in a full pass. Sums run in the order of the index. Softmax takes off the largest
 * participating score (Vaswani et al. 2017, with the usual shift). A Pass keeps what it has
 * derived; it borrows the model, which must not change while the pass lives. */
#ifndef MATH_PASS_H
#define MATH_PASS_H

#include "math/order.h"
#include "math/visibility.h"

typedef enum RowStatus {
    ROW_OK,
    ROW_UNUSED, /* a padding query: weights, sum and out are zero */
    ROW_EMPTY   /* a used query without a visible key; `empty-row` says what it holds */
} RowStatus;

typedef struct Row {
    size_t shares; /* passes that hold it beside the first */
    RowStatus status;
    bool undefined;        /* weights, sum and out have no value (they hold nan) */
    size_t keys, width;    /* Tk, dv (0 without v) */
    unsigned char *reason; /* [keys] of Reason */
    double *scores,
        *masked;        /* [keys]; NULL unless the row was asked for with its scores */
    double *weights;    /* [keys] */
    double *out;        /* [width]; see pass_weights */
    bool mixed;         /* whether out is there */
    double sum;         /* of weights */
    double largest;     /* what was taken off before the exponential */
    double denominator; /* of the softmax along keys, null logit included */
    double cut_sum;     /* of the weights after × 0/1, where the order cuts */
} Row;

/* Whether the key's value is mixed into out. */
static inline bool row_mixes(const Options *options, const Row *row, size_t key) {
    return row->status == ROW_EMPTY ||
           order_mixes(options, reason_visible((Reason)row->reason[key]));
}

typedef struct Pass Pass;

Pass *pass_new(const Model *model);
void pass_free(Pass *pass);

/* Takes over what stays true where heir's model differs from old's in cells of one query of one
 * layer alone: forced ones, or scores written over. Of heir nothing has been asked yet. */
void pass_inherit(Pass *heir, Pass *old, size_t layer, size_t query);

/* How many threads long work may take; at first 0: as many as are worth having. */
void pass_set_threads(Pass *pass, unsigned threads);

/* The row of one query; valid until the next call that takes this pass. */
const Row *pass_row(Pass *pass, Place place, size_t query);
/* The same where out is not asked for: of very many keys it is left out, unless it is there. */
const Row *pass_weights(Pass *pass, Place place, size_t query);
const Row *pass_scored_row(Pass *pass, Place place, size_t query); /* with its scores */

/* Some of a row's scores, and of what enters softmax, one by one: cheaper than the row where they
 * are few. */
void pass_scores(Pass *pass, Place place, size_t query, size_t first, size_t count,
                 double *numbers);
void pass_masked(Pass *pass, Place place, size_t query, size_t first, size_t count,
                 double *numbers);

/* Makes rows first .. first+count-1 of a head, or of concat, that will be asked for: together
 * they cost far less than one by one. Queries past the last are no error. */
void pass_prepare(Pass *pass, Place place, size_t first, size_t count);
void pass_prepare_weights(Pass *pass, Place place, size_t first, size_t count);
void pass_prepare_outputs(Pass *pass, Place place, size_t first, size_t count);

/* Rows of x, and of the q, k, v that a head reads; NULL where the model has none. Numbers of an
 * undefined row are nan; *undefined may be NULL. k and v take a key's index. */
const double *pass_x(Pass *pass, Place place, size_t position, bool *undefined);
/* Makes up to `rows` rows of what a layer after the first reads, those of the layers below first;
 * true: all are there. pass_x makes what is missing at once. */
bool pass_x_advance(Pass *pass, size_t record, size_t layer, size_t rows);
/* Adds how many of them are there, and how many there will be. */
void pass_x_progress(Pass *pass, size_t record, size_t layer, size_t *done, size_t *rows);
const double *pass_q(Pass *pass, Place place, size_t query, bool *undefined);
const double *pass_k(Pass *pass, Place place, size_t key, bool *undefined);
const double *pass_v(Pass *pass, Place place, size_t key, bool *undefined);

/* One row of concat and y into numbers[]; false: undefined (numbers are nan). Head is not read. */
bool pass_concat(Pass *pass, Place place, size_t query, double *numbers);
bool pass_y(Pass *pass, Place place, size_t query, double *numbers);

/* Rows first .. first+count-1 of y, whether or not each is defined; nothing of them is kept. */
void pass_outputs(Pass *pass, Place place, size_t first, size_t count, double *numbers,
                  unsigned char *defined);

/* The row of W_O, in its own order, that stands at place `row` under wo-order. */
size_t wo_row_at(const Layer *layer, size_t row);

/* W_O as the product meets it: its row blocks in wo-order. Row r into numbers[]. */
void pass_wo(const Pass *pass, size_t layer, size_t row, double *numbers);

/* reach[i,j]: whether output i of this layer can depend on input j of the first. */
bool pass_reach(Pass *pass, Place place, size_t query, size_t key);

/* One layer's part in a path: output `query` reads position `key` in this head. */
typedef struct Hop {
    size_t layer, head;
    size_t query, key;
    bool residual; /* not through a head but past them */
} Hop;

/* The hops, first layer first, by which input key reaches output query: as late as possible into
 * another position, so that the hop that looks ahead stands out. hops has place.layer + 1
 * entries; false where there is no path. */
bool pass_reach_path(Pass *pass, Place place, size_t query, size_t key, Hop *hops);

/* ---- loss, on y of the last layer ---- */

bool query_scored(const Model *model, size_t record, size_t query);

typedef enum LossState { LOSS_FINE, LOSS_NO_TARGET, LOSS_UNDEFINED } LossState;

/* Probability of the target and its -ln in nats; nan where nothing is scored. False: undefined. */
bool pass_loss(Pass *pass, size_t record, size_t query, double *probability,
               double *loss);

/* Mean over the scored positions of all records together; divisor is their number. */
LossState pass_mean_loss(Pass *pass, double *mean, size_t *divisor);

/* ---- trouble ---- */

/* The first empty row under empty-row=error at or after *place and *query in the order record,
 * layer, head, query; false when there is none. */
bool pass_next_empty(Pass *pass, Place *place, size_t *query);

/* The same among so many rows, of which *rows are left; false with some left: there are no more.
 * Place and query are then where to go on. */
bool pass_next_empty_of(Pass *pass, Place *place, size_t *query, size_t *rows);

/* Whether the row is empty under empty-row=error, without calculating it. */
bool row_is_error(Pass *pass, Place place, size_t query);

#endif
