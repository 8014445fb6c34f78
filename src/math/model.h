/* The model: all that the calculation reads, and nothing that it derives.
 *
 * Shapes: T positions (Tq queries, Tk keys), C model width, H heads of width d, Hkv
 * key/value heads, dv value width. Records may differ in T, layers in H. All
 * indices count from 0. A model is a value: model_copy shares the matrices until
 * one side writes. */
#ifndef MATH_MODEL_H
#define MATH_MODEL_H

#include "math/forces.h"
#include "math/matrix.h"
#include "math/options.h"

/* A matrix as a scene gives it: for all heads, and for some heads one of their own. */
typedef struct Part {
    Matrix common;
    Matrix *own; /* [own_count], absent ones {0}; NULL: none */
    size_t own_count;
    bool additive;    /* a mask of numbers to add: 1 is visible in every mask-sense */
    double sum_error; /* of weights: how far from 1 rounding may leave the sum of a row */
} Part;

typedef enum RecordPart {
    PART_X,       /* [T, C]; common only */
    PART_Q,       /* common [Tq, H·d], own [Tq, d] */
    PART_K,       /* common [Tk, Hkv·d], own [Tk, d] */
    PART_V,       /* common [Tk, Hkv·dv], own [Tk, dv] */
    PART_SCORES,  /* [Tq, Tk], instead of scale·q·k */
    PART_WEIGHTS, /* [Tq, Tk], rows undivided; their logarithm serves as scores */
    PART_MASK,    /* [Tq, Tk], 0 and 1 */
    PART_BIAS,    /* [Tq, Tk] */
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

/* Record.targets; from 0 on: the candidate's column of y. */
enum { NO_TARGET = -1, UNNAMED_TARGET = -2 };

/* A score set by hand, which replaces the calculated one. */
typedef struct CellEdit {
    size_t layer, head, query, key;
    double value;
} CellEdit;

typedef struct CellEdits {
    CellEdit *edit; /* [count], sorted by layer, head, query, key */
    size_t count;
} CellEdits;

typedef struct Record {
    size_t queries, keys; /* Tq, Tk */
    Part part[RECORD_PARTS];
    PartSet *deeper; /* [deeper_layers], of the layers after the first; or NULL */
    size_t deeper_layers;
    unsigned char *padding;       /* [Tk], 1 = padding */
    unsigned char *query_padding; /* [Tq], or NULL: that of slot i + Tk - Tq */
    long *segments;               /* [Tk], or NULL: no segments */
    long *query_segments;         /* [Tq], or NULL: that of slot i + Tk - Tq */
    int *targets;                 /* [Tq], NO_TARGET, UNNAMED_TARGET or a column of y */
    bool has_offset;
    long offset; /* keys before the first query's own position */
    CellEdits scores;
} Record;

typedef struct Layer {
    size_t heads, kv_heads;
    Part part[LAYER_PARTS];
    Options options;
    Forces forces;
} Layer;

typedef enum LossKind { LOSS_NONE, LOSS_PROBS, LOSS_LOGITS } LossKind;

/* A Haste says how long a frame waits for its rows. Models that share it make rows until
 * that time is over, at least some; a row that is then asked for has zeroes instead, and
 * the frame is to be drawn anew. */
typedef struct Haste {
    long until;   /* of clock_milliseconds; 0: rows take the time that they take */
    bool begun;   /* rows were made since that was set */
    bool stopped; /* by the user: no more rows are made */
    size_t made;  /* rows, in all frames since one was whole */
    size_t left;  /* rows that the last frame lacks, about */
} Haste;

/* Begins a frame; made is 0 again after a frame that lacked nothing. */
static inline void haste_begin(Haste *haste) {
    haste->made = haste->left ? haste->made : 0;
    haste->left = 0;
    haste->begun = false;
}

typedef struct Model {
    Record *records;
    size_t record_count;
    Layer *layers;
    size_t layer_count;
    LossKind loss; /* LOSS_NONE: no candidates */
    size_t candidates;
    Haste *haste; /* borrowed; NULL: nobody waits */
} Model;

/* One head of one layer of one record; counts from 0. */
typedef struct Place {
    size_t record, layer, head;
} Place;

Model model_copy(const Model *model);
void model_release(Model *model);

/* The head's own matrix if it has one, else the common one (which may be absent). */
const Matrix *part_of(const Part *part, size_t head);
bool part_present(const Part *part); /* common or any own */
bool part_has_own(const Part *part);
void part_own(Part *part, size_t head, size_t heads); /* makes room for own matrices */

/* The part that the scene gives to a layer, for given_matrix to one head of it;
 * absent where it gives none. A record's mask and bias hold for every layer that has
 * none of its own. */
const Part *given_part(const Model *model, Place place, RecordPart part);
const Matrix *given_matrix(const Model *model, Place place, RecordPart part);
Part *given_part_write(Model *model, Place place, RecordPart part);

/* Queries and keys that exist under the `known` of the layer and of those before it. */
size_t model_queries(const Model *model, Place place);
size_t model_keys(const Model *model, Place place);

void edits_set(CellEdits *edits, const CellEdit *edit);

/* The score of a cell written by hand, or NULL. */
const double *model_score_edit(const Model *model, Place place, size_t query, size_t key);

/* Whether a layer has scores or weights given, or q (with k), v, x, given or made. */
bool model_has_scores_given(const Model *model, Place place);
bool model_has_q(const Model *model, Place place);
bool model_has_v(const Model *model, Place place);
bool model_has_x(const Model *model, Place place);
/* Whether q, k or v is given, or made of x by its weights. */
bool model_has_projection(const Model *model, Place place, RecordPart part);

/* The weights that make q, k or v of x. */
static inline LayerPart projection_weights(RecordPart part) {
    return (LayerPart)(PART_WQ + (int)part - PART_Q);
}

/* Widths; 0 where the part is absent. */
size_t model_width(const Model *model, Place place);        /* C, of x */
size_t model_head_width(const Model *model, Place place);   /* d */
size_t model_value_width(const Model *model, Place place);  /* dv */
size_t model_concat_width(const Model *model, Place place); /* H·dv */
size_t model_output_width(const Model *model, Place place); /* of y */

/* Returns true if both have as many records, layers, heads, positions and components. */
bool model_same_shape(const Model *a, const Model *b);

/* Numbers of one head: the head of k and v that it reads, the factor of q·k, the slope of
 * ALiBi (Press et al. 2022). Heads count from 0. */
size_t kv_head_of(const Layer *layer, size_t head);
double pass_scale(const Model *model, Place place);
double alibi_slope(size_t head, size_t heads);

/* The divisor of a row of given weights: its sum; 1 if that is 0 or none are given. */
double given_sum(const double *weights, size_t count);
double given_weight_sum(const Model *model, Place place, size_t query);

#endif
