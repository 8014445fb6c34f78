/* The options of one layer: every switch of the calculation, as numbers. sheet/option.h
 * has their names, their values in words, and help. */
#ifndef MATH_OPTIONS_H
#define MATH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum Causal { CAUSAL_OFF, CAUSAL_ON, CAUSAL_STRICT, CAUSAL_REVERSED } Causal;
typedef enum Align { ALIGN_BOTTOM_RIGHT, ALIGN_TOP_LEFT } Align;
typedef enum MaskSense { MASK_KEEP, MASK_DROP } MaskSense;

typedef enum EmptyRow { EMPTY_ERROR, EMPTY_ZERO, EMPTY_UNIFORM, EMPTY_NAN } EmptyRow;
typedef enum SoftmaxAxis { SOFTMAX_KEYS, SOFTMAX_QUERIES } SoftmaxAxis;
typedef enum ScaleKind { SCALE_AUTO, SCALE_NONE, SCALE_WIDTH, SCALE_NUMBER } ScaleKind;
typedef enum Reshape { RESHAPE_HEADS, RESHAPE_RAW } Reshape;
typedef enum KvMap { KV_REPEAT, KV_TILE } KvMap;
typedef enum BiasKind { BIAS_NONE, BIAS_ALIBI } BiasKind;

enum { HEADS_MAX = 256 };

/* A whole number or off; a number or off. */
typedef struct Count {
    bool on;
    size_t value;
} Count;

typedef struct Amount {
    bool on;
    double value;
} Amount;

typedef struct Scale {
    ScaleKind kind;
    double value; /* of SCALE_NUMBER */
} Scale;

typedef struct Permutation {
    size_t count;                    /* heads */
    unsigned short entry[HEADS_MAX]; /* the head at each place, from 0 */
} Permutation;

/* Small enumerations are int, so that one table can set them by offset. */
typedef struct Options {
    int causal;   /* Causal */
    int align;    /* Align */
    int pad_keys; /* 0 or 1, as are the next three */
    int pad_queries;
    int loss_mask;
    int mask;
    int mask_sense; /* MaskSense */
    int order;      /* Order, of order.h */
    double fill;
    int empty_row; /* EmptyRow */
    int softmax;   /* SoftmaxAxis */
    Scale scale;
    Permutation head_order, wo_order;
    int split, merge; /* Reshape */
    int kv_map;       /* KvMap */
    Count known;      /* off: all */
    int residual;     /* 0 or 1 */
    Count window, prefix, sink;
    int segments; /* 0 or 1 */
    int bias;     /* BiasKind */
    Amount softcap, null_logit;
} Options;

bool permutation_is_identity(const Permutation *order);

/* Every option at its default, for a layer of that many heads. */
Options options_default(size_t heads);

#endif
