/* The model: everything the calculation reads, and nothing it derives.
 *
 * Shapes: T positions (Tq queries, Tk keys), C model width, H heads of width d, Hkv key/value
 * heads, dv value width. Records may differ in T; layers may differ in heads. All indices here
 * count from 0. A model is a value: model_copy shares the matrices until one side writes. */
#ifndef MATH_MODEL_H
#define MATH_MODEL_H

#include "math/matrix.h"
#include "math/options.h"

/* A matrix as a scene gives it: one for all heads, and for some heads one of their own. */
typedef struct Part {
    Matrix common;
    Matrix *own; /* [own_count], absent ones {0}; NULL: none */
    size_t own_count;
    bool
        additive; /* a mask that was given as what to add: its 1 is visible in every sense */
    double sum_error; /* weights: how far from 1 the precision of a row leaves its sum */
} Part;

typedef enum RecordPart {
    PART_X,      /* [T, C]; common only */
    PART_Q,      /* common [Tq, H·d], own [Tq, d] */
    PART_K,      /* common [Tk, Hkv·d], own [Tk, d] */
    PART_V,      /* common [Tk, Hkv·dv], own [Tk, dv] */
    PART_SCORES, /* [Tq, Tk], stands for scale·q·k */
    PART_WEIGHTS, /* [Tq, Tk], rows not yet divided by their sums; its logarithm serves as scores */
    PART_MASK, /* [Tq, Tk], 0 and 1 */
    PART_BIAS, /* [Tq, Tk] */
    RECORD_PARTS
} RecordPart;

typedef enum LayerPart {
    PART_WQ, /* common [C, H·d], own [C, d] */
    PART_WK, /* common [C, Hkv·d] */
    PART_WV, /* common [C, Hkv·dv] */
    PART_WO, /* [H·dv, columns]; common only */
    LAYER_PARTS
} LayerPart;

typedef struct PartSet {
    Part part[RECORD_PARTS];
} PartSet;

enum {
    NO_TARGET = -1,
    UNNAMED_TARGET = -2
}; /* Record.targets; >= 0: a candidate's column */

/* A score written over by hand: the cell of the grid `scores` holds value, whatever made it. */
typedef struct ScoreEdit {
    size_t layer, head, query, key;
    double value;
} ScoreEdit;

typedef struct Record {
    size_t queries, keys; /* Tq, Tk */
    Part part[RECORD_PARTS];
    /* What arrays give to the layers after the first: [deeper_layers], NULL where nothing. */
    struct PartSet *deeper;
    size_t deeper_layers;
    unsigned char *padding;       /* [Tk], 1 = padding */
    unsigned char *query_padding; /* [Tq], or NULL: that of slot i + Tk - Tq */
    long *segments;               /* [Tk], or NULL: no segments */
    long *query_segments;         /* [Tq], or NULL: that of slot i + Tk - Tq */
    int *targets;                 /* [Tq], NO_TARGET, UNNAMED_TARGET or a column of y */
    bool has_offset;
    long offset;            /* keys before the first query's own position */
    ScoreEdit *score_edits; /* sorted by layer, head, query, key */
    size_t score_edit_count;
} Record;

/* A visibility cell forced by hand, in one layer, for all its heads and all records. */
typedef struct Force {
    size_t query, key;
    bool open;
} Force;

typedef struct Layer {
    size_t heads, kv_heads;
    Part part[LAYER_PARTS];
    Options options;
    Force *forces; /* sorted by query, key */
    size_t force_count;
} Layer;

typedef enum LossKind { LOSS_NONE, LOSS_PROBS, LOSS_LOGITS } LossKind;

typedef struct Model {
    Record *records;
    size_t record_count;
    Layer *layers;
    size_t layer_count;
    LossKind loss; /* LOSS_NONE: no candidates */
    size_t candidates;
} Model;

/* One head of one layer of one record; counts from 0. */
typedef struct Place {
    size_t record, layer, head;
} Place;

Model model_copy(const Model *model);
void model_release(Model *model);
void layer_release(Layer *layer);

/* head's own matrix if it has one, else the common one (which may be absent). */
const Matrix *part_of(const Part *part, size_t head);
bool part_present(const Part *part); /* common or any own */
bool part_has_own(const Part *part);
void part_own(Part *part, size_t head, size_t heads); /* makes room for own matrices */

/* What the scene gives to a layer of a record as q, scores, mask …; an absent part where it gives
 * nothing. mask and bias of all layers are the record's unless the layer has its own. */
const Part *given_part(const Model *model, size_t layer, size_t record, RecordPart part);
const Matrix *given_matrix(const Model *model, Place place,
                           RecordPart part); /* a head's */
Part *given_part_write(Model *model, size_t layer, size_t record, RecordPart part);

/* Queries and keys that exist under the layer's `known`. */
size_t model_queries(const Model *model, size_t layer, size_t record);
size_t model_keys(const Model *model, size_t layer, size_t record);

/* Forced state of a cell: -1 not forced, else 0 or 1. Setting -1 removes it. */
int layer_forced(const Layer *layer, size_t query, size_t key);
void layer_force(Layer *layer, size_t query, size_t key, int state);

/* The written-over score of a cell, or NULL. */
const double *record_score_edit(const Record *record, size_t layer, size_t head,
                                size_t query, size_t key);
void record_edit_score(Record *record, ScoreEdit edit);

/* What stands for q·k in a layer; d and dv; widths are 0 where the part is absent. */
bool model_has_scores_given(const Model *model, size_t layer,
                            size_t record); /* scores or weights */
/* q, k or v: given to the first layer, or made of x by its weights. */
bool model_has_projection(const Model *model, size_t layer, size_t record,
                          RecordPart given, LayerPart weights);
bool model_has_q(const Model *model, size_t layer,
                 size_t record); /* q and k, given or computed */
bool model_has_v(const Model *model, size_t layer, size_t record);
bool model_has_x(const Model *model, size_t layer, size_t record);
size_t model_width(const Model *model, size_t layer, size_t record);        /* C, of x */
size_t model_head_width(const Model *model, size_t layer, size_t record);   /* d */
size_t model_value_width(const Model *model, size_t layer, size_t record);  /* dv */
size_t model_concat_width(const Model *model, size_t layer, size_t record); /* H·dv */
size_t model_output_width(const Model *model, size_t layer,
                          size_t record); /* columns of y */

size_t kv_head_of(const Layer *layer,
                  size_t head); /* the head of k and v that head reads */
double pass_scale(const Model *model, Place place); /* the number that multiplies q·k */
double alibi_slope(size_t head, size_t heads);      /* head counts from 0 */

/* The sum of a row of given weights, by which it is divided; 1 where the sum is 0. */
double given_sum(const double *weights, size_t count);
/* The same of one query; 1 where no weights are given. */
double given_weight_sum(const Model *model, Place place, size_t query);

#endif
