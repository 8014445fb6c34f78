/* The trace of a row: every partial value of one query of one head, made on demand by the
 * engine's own operations. An explanation shows these numbers and makes none itself.
 *
 *     product = q·k[j]
 *     raw     = scale · product, or the scene's score, or ln(given / weight_sum)
 *     capped  = cap · tanh(raw / cap)
 *     score   = capped + alibi + bias, or the number written by hand
 *     masked  = score, or the number that the order gives a hidden key (order.h)
 *     power   = exp(masked − largest)
 *     softmax = power / sum
 *     cut     = softmax × 0/1, under an order that cuts
 *     weight  = cut, or cut / cut_sum under an order that divides
 *     out     = Σj weight[j] · v[j]
 *
 * Asking for a score costs d multiplications. Asking for a weight also asks the pass for the
 * row (pass_weights), which the pass keeps. A trace borrows the pass and its model. */
#ifndef MATH_TRACE_H
#define MATH_TRACE_H

#include "math/pass.h"

typedef struct Trace {
    Pass *pass;
    Place place;
    size_t query, keys; /* keys: Tk */
    const Options *options;
    /* Inputs of the scores; a matrix [Tq, Tk] is absent unless the scene gives it. */
    const Matrix *given, *weights, *bias;
    double weight_sum;   /* of the given row of weights */
    const double *q;     /* [width]; NULL: scores are given, or all 0 */
    size_t width;        /* d */
    double scale, slope; /* slope: of ALiBi, in this head */
    long position;       /* of the query among the keys */
    /* Numbers of the whole row that the softmax needs; set by trace_weigh. */
    bool weighed;
    RowStatus status;
    bool undefined; /* the weights have no value */
    bool only_null; /* the null logit, -inf, is the only term: all weights are 0 */
    const struct KeySums *columns; /* of softmax=queries, else NULL */
    double largest, sum;           /* of softmax=keys; sum: of power and the null term */
    double null_term;              /* exp(null logit − largest) */
    double cut_sum;                /* of cut */
} Trace;

/* The numbers of one key; 0 where the layer has no such step. */
typedef struct KeyTrace {
    double
        given; /* the weight that the scene gives, before it is divided by weight_sum */
    double product, raw, capped;
    double alibi, bias; /* added to capped, in this order */
    bool edited;        /* the score was written by hand */
    double score;
    Reason reason;
    bool counts; /* whether the key is a term of the softmax's sum */
    double masked;
    double largest, sum; /* of the row; of the key's column under softmax=queries */
    double power, softmax, cut, weight;
} KeyTrace;

/* Begins the trace of one query; no row is made. */
Trace trace_open(Pass *pass, Place place, size_t query);

/* The key up to `masked`; the numbers after it are 0. */
KeyTrace trace_score(const Trace *trace, size_t key);

/* Reads status, largest, sums and columns from the row, once. */
void trace_weigh(Trace *trace);

/* All numbers of the key. In a row that is unused, empty or undefined the weight is the
 * one that the row holds; power, softmax and cut are 0. */
KeyTrace trace_key(Trace *trace, size_t key);

/* The first visible key at or after `from`; with `hidden` the first of any kind. Tk: none. */
size_t trace_next(const Trace *trace, size_t from, bool hidden);

/* ---- sums, term by term ---- */

/* The terms of a sum in the order in which the engine adds them, from 0 on: sum =
 * left·right + sum, rounded as the kernel rounds it, or sum = sum + left if right is
 * NULL. The holder releases the arrays. */
typedef struct Terms {
    size_t count;
    size_t *index; /* [count]: which key or component each term is of */
    double *left;  /* [count] */
    double *right; /* [count], or NULL */
    bool fused;
} Terms;

void terms_release(Terms *terms);

/* The sum of the terms without a mark; marked [count], or NULL: of all terms. */
double terms_sum(const Terms *terms, const bool *marked);

Terms trace_product(const Trace *trace, size_t key);   /* q·k, by component */
Terms trace_weights(const Trace *trace);               /* the row's weights, by key */
Terms trace_mix(const Trace *trace, size_t component); /* Σ weight·v, by key that mixes */

/* The place of one number of a head's q, k or v in x·W [T, H·d] of all heads together. */
typedef struct Projected {
    size_t row, col;
    size_t column;             /* of W, in its own matrix */
    size_t heads, head, width; /* head: among those of q, or of k and v */
    LayerPart weights;         /* the W by which x is multiplied */
} Projected;

Projected pass_projected(const Pass *pass, Place place, RecordPart part, size_t position,
                         size_t component);

/* x·W for that number, by component of x. */
Terms trace_projection(Pass *pass, Place place, RecordPart part, size_t position,
                       size_t component);

/* concat·WO for one number of y, by W_O's own rows; without W_O the number of concat
 * alone. The residual is not among the terms. */
Terms trace_output(Pass *pass, Place place, size_t query, size_t col);

/* ---- loss ---- */

/* The loss of one query with its partial values; empty where the query is not scored. */
typedef struct LossTrace {
    bool defined;
    size_t count;  /* columns of y */
    double *y;     /* [count] */
    double *power; /* [count]: exp(y − largest); all 0 where y holds probabilities */
    double largest, sum;      /* sum: of power */
    double probability, loss; /* of the target, and -ln of it; NaN: not scored */
} LossTrace;

LossTrace trace_loss(Pass *pass, size_t record, size_t query);
void loss_trace_release(LossTrace *trace);
LossTrace pass_loss(Pass *pass, size_t record, size_t query); /* without its arrays */

#endif
