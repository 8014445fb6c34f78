/* How the numbers of one query came about: every partial value, made on demand by the
 * operations of row.c, so that what is told of a row is what the row is made of.
 *
 *     product = q·k[j]            raw    = scale · product, or the scene's score, or ln(weight / sum)
 *     capped  = cap · tanh(raw / cap)    score = capped + alibi + bias, or what was written by hand
 *     masked  = score where the key is visible, else what the order makes of it
 *     power   = exp(masked − largest)    softmax = power / sum
 *     cut     = softmax × 0/1            weight  = what the order leaves of it
 *     out     = Σj weight · v[j]
 *
 * A trace is of one query of one head: one step costs d multiplications, and only the
 * weights ask for a row (pass_weights), which is kept. It borrows the pass and is valid
 * as long as its model. */
#ifndef MATH_TRACE_H
#define MATH_TRACE_H

#include "math/pass.h"

typedef struct Trace {
    Pass *pass;
    Place place;
    size_t query, keys; /* keys: Tk */
    const Options *options;
    /* Where the scores come from. */
    const Matrix *given, *weights,
        *bias;           /* [Tq, Tk]; absent unless the scene gives them */
    double weight_sum;   /* of the given row of weights */
    const double *q;     /* [width]; NULL: scores are given, or all 0 */
    size_t width;        /* d */
    double scale, slope; /* slope: of ALiBi, in this head */
    long position;       /* of the query among the keys */
    /* What the softmax of the whole row uses; set by trace_weigh. */
    bool weighed;
    RowStatus status;
    bool undefined; /* the weights have no value */
    bool
        only_null; /* the null logit is the only term, and it is -inf: every weight is 0 */
    const struct Columns *columns; /* of softmax=queries, else NULL */
    double largest, sum;           /* of softmax=keys: the largest number, and Σ power */
    double null_term;              /* exp(null logit − largest), part of sum */
    double cut_sum;                /* Σ cut, where the order divides by it */
} Trace;

/* One key of the row. What is not there is 0. */
typedef struct KeyTrace {
    double given; /* the weight that the scene gives, not yet divided by the row's sum */
    double product, raw, capped;
    double alibi, bias; /* added to capped, in this order */
    bool edited;        /* score was written over by hand */
    double score;
    Reason reason;
    bool counts; /* whether it is a term of the softmax's sum */
    double masked;
    double largest, sum; /* of the row, or under softmax=queries of the key's column */
    double power, softmax, cut, weight;
} KeyTrace;

Trace trace_open(Pass *pass, Place place, size_t query);

/* The key from product to masked; the rest is 0. */
KeyTrace trace_score(const Trace *trace, size_t key);

/* Finds what the softmax needs of the whole row, once. */
void trace_weigh(Trace *trace);

/* The key from product to weight; weighs the row if need be. In rows that are unused,
 * empty or undefined the weight is what the row holds, and power, softmax and cut are
 * 0. */
KeyTrace trace_key(Trace *trace, size_t key);

/* The first key at or after `from` that is visible, or any key if `hidden` ones are wanted, too; Tk:
 * there is none. */
size_t trace_next(const Trace *trace, size_t from, bool hidden);

/* ---- sums, term by term ---- */

/* The terms of a sum in the order in which the engine adds them: sum = left·right + sum,
 * rounded as the kernel rounds it; where right is NULL, sum = sum + left. */
typedef struct Terms {
    size_t count;
    size_t *index; /* [count]: which key or component each term is of */
    double *left;  /* [count] */
    double *right; /* [count], or NULL */
    bool fused;
} Terms;

void terms_release(Terms *terms);

/* The sum of those terms that are not marked; marked: [count], or NULL: the sum of
 * all. */
double terms_sum(const Terms *terms, const bool *marked);

Terms trace_product(const Trace *trace, size_t key);   /* q·k, by component */
Terms trace_weights(const Trace *trace);               /* the row's weights, by key */
Terms trace_mix(const Trace *trace, size_t component); /* Σ weight·v, by key that mixes */

/* Where a number of a head's q, k or v lies in the product of all heads side by side, [T,
 * H·d]. */
typedef struct Projected {
    size_t row, col;
    size_t heads, head, width; /* head: of its own kind, q or k and v */
    LayerPart weights;         /* by which x was multiplied, where it was not given */
} Projected;

Projected pass_projected(const Pass *pass, Place place, RecordPart part, size_t position,
                         size_t component);

/* x·W of that number, by component of x; *column: which column of its weights it is
 * of. */
Terms trace_projection(Pass *pass, Place place, RecordPart part, size_t position,
                       size_t component, size_t *column);

/* concat·WO of one number of y, by own row of WO; where there is no WO the number of concat. Without
 * the residual. */
Terms trace_output(Pass *pass, Place place, size_t query, size_t col);

/* ---- loss ---- */

/* The loss of one scored query, as pass_loss finds it. */
typedef struct LossTrace {
    bool defined;
    size_t count;  /* columns of y */
    double *y;     /* [count] */
    double *power; /* [count]: exp(y − largest); all 0 where y holds probabilities */
    double largest, sum; /* sum: of power */
    double probability, loss;
} LossTrace;

LossTrace trace_loss(Pass *pass, size_t record, size_t query);
void loss_trace_release(LossTrace *trace);

#endif
