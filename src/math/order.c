/* See order.h. */
#include "math/order.h"

#include <math.h>

const char *const order_names[ORDERS + 1] = {
    [ORDER_BEFORE] = "before", [ORDER_ZERO] = "zero",     [ORDER_AFTER] = "after",
    [ORDER_RENORM] = "renorm", [ORDER_VALUES] = "values", [ORDER_FINITE] = "finite",
    [ORDER_ADD] = "add",
};

/* renorm, finite and add are meant to let no hidden key act: they do not `leak`. */
const OrderTraits order_table[ORDERS] = {
    [ORDER_BEFORE] = {.hidden_score = HIDDEN_MINUS_INFINITY, .can_be_empty = true},
    [ORDER_ZERO] = {.hidden_score = HIDDEN_ZERO,
                    .hidden_count = true,
                    .hidden_mix = true,
                    .leaks = true},
    [ORDER_AFTER] = {.hidden_score = HIDDEN_KEPT,
                     .hidden_count = true,
                     .hidden_mix = true,
                     .cut = true,
                     .leaks = true},
    [ORDER_RENORM] = {.hidden_score = HIDDEN_KEPT,
                      .hidden_count = true,
                      .hidden_mix = true,
                      .cut = true,
                      .divided = true,
                      .can_be_empty = true},
    [ORDER_VALUES] = {.hidden_score = HIDDEN_KEPT, .hidden_count = true, .leaks = true},
    [ORDER_FINITE] = {.hidden_score = HIDDEN_FILL,
                      .hidden_count = true,
                      .hidden_mix = true},
    [ORDER_ADD] = {.hidden_score = HIDDEN_PLUS_FILL,
                   .hidden_count = true,
                   .hidden_mix = true},
};

double masked_score(const Options *options, double score) {
    switch (order_of(options)->hidden_score) {
    case HIDDEN_MINUS_INFINITY:
        return -INFINITY;
    case HIDDEN_ZERO:
        return 0;
    case HIDDEN_KEPT:
        return score;
    case HIDDEN_FILL:
        return options->fill;
    case HIDDEN_PLUS_FILL:
        return score + options->fill;
    }
    return score;
}

bool can_be_empty(const Options *options) {
    const OrderTraits *order = order_of(options);
    return options->softmax == SOFTMAX_KEYS && order->can_be_empty &&
           (order->divided || !options->null_logit.on);
}

double empty_weight(const Options *options, size_t keys) {
    switch ((EmptyRow)options->empty_row) {
    case EMPTY_ERROR:
    case EMPTY_NAN:
        return NAN;
    case EMPTY_ZERO:
        return 0;
    case EMPTY_UNIFORM:
        return 1 / (double)keys;
    }
    return NAN;
}
