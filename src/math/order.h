/* The orders of mask and softmax as rows of one table: how hidden keys meet the softmax.
 *
 *     masked = scores, where hidden: hidden_score
 *     weights = softmax(masked), over all keys or over the visible ones
 *     weights = weights × visible (cut), ÷ their sum (divided)
 *     out = Σ weights · v, over all keys or over the visible ones */
#ifndef MATH_ORDER_H
#define MATH_ORDER_H

#include "math/options.h"

typedef enum Order {
    ORDER_BEFORE, /* -inf, then softmax */
    ORDER_ZERO,   /* 0, then softmax */
    ORDER_AFTER,  /* softmax, then × 0/1 */
    ORDER_RENORM, /* softmax, × 0/1, ÷ row sum */
    ORDER_VALUES, /* softmax; hidden value rows are zero vectors */
    ORDER_FINITE, /* fill, then softmax */
    ORDER_ADD,    /* score + fill, then softmax */
    ORDERS
} Order;

/* The number that stands for a hidden key's score in the softmax. */
typedef enum HiddenScore {
    HIDDEN_MINUS_INFINITY,
    HIDDEN_ZERO,
    HIDDEN_KEPT,     /* the score itself */
    HIDDEN_FILL,     /* the option `fill` */
    HIDDEN_PLUS_FILL /* the score + fill */
} HiddenScore;

typedef struct OrderTraits {
    HiddenScore hidden_score;
    bool hidden_count; /* hidden keys are terms of the softmax's sum */
    bool hidden_mix;   /* values of hidden keys are mixed into out, by their weights */
    bool cut;          /* weights are multiplied by 0/1 after the softmax */
    bool divided;      /* … and then divided by their sum */
    bool can_be_empty; /* a row without a visible key has no weights of its own */
    bool leaks;        /* a hidden key acts on the output by construction */
} OrderTraits;

extern const OrderTraits order_table[ORDERS];

/* As users write them, NULL-terminated. */
extern const char *const order_names[ORDERS + 1];

static inline const OrderTraits *order_of(const Options *options) {
    return &order_table[options->order];
}

/* Whether a key is a term of the softmax's sum. */
static inline bool order_counts(const Options *options, bool visible) {
    return visible || order_of(options)->hidden_count;
}

/* Whether a key's value is mixed into out; in an empty row all are. */
static inline bool order_mixes(const Options *options, bool visible) {
    return visible || order_of(options)->hidden_mix;
}

/* Whether the softmax meets hidden keys with another number than their score. */
static inline bool order_replaces(const Options *options) {
    const OrderTraits *order = order_of(options);
    return order->hidden_count && order->hidden_score != HIDDEN_KEPT;
}

/* The number that replaces a hidden key's score. */
double masked_score(const Options *options, double score);

/* Whether a row without a visible key is empty: not where the softmax runs along the
 * queries, nor where the null logit is left to take everything. */
bool can_be_empty(const Options *options);

/* The weight of each of `keys` keys in an empty row. */
double empty_weight(const Options *options, size_t keys);

#endif
