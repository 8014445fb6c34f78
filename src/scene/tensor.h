/* An array with named axes (layer, record, head, row, column), and the matrices in it.
 *
 * AXES has a letter for each axis: L layer, B record, H head, Q K or T position, D
 * component. Rows of x, q, k, v are positions and their columns components (TD); rows of
 * scores, weights, mask and bias are queries and their columns keys (QK); wq, wk, wv and
 * wo are DD. */
#ifndef SCENE_TENSOR_H
#define SCENE_TENSOR_H

#include "math/model.h"
#include "scene/array.h"

enum { LAYERS_MAX = 256, RECORDS_MAX = 4096 }; /* of a scene */

typedef enum TensorAxis {
    TENSOR_LAYER,
    TENSOR_RECORD,
    TENSOR_HEAD,
    TENSOR_ROW,
    TENSOR_COLUMN,
    TENSOR_AXES
} TensorAxis;

typedef struct Tensor {
    Array *array; /* borrowed */
    size_t part;  /* RecordPart, or RECORD_PARTS + LayerPart */
    bool has[TENSOR_AXES];
    size_t size[TENSOR_AXES], stride[TENSOR_AXES]; /* 1 and 0 of a missing axis */
} Tensor;

/* The conversion of an array's numbers into those of a matrix. */
typedef enum TensorReading {
    READING_PLAIN,
    READING_TRUTH, /* mask: 1 where the number is not 0 */
    READING_OPEN,  /* mask: 1 where an additive mask hides nothing */
    READING_BIAS   /* bias: the number where an additive mask hides nothing, else 0 */
} TensorReading;

/* Names the axes as `axes` spells them; NULL: by the kind of part and the number of axes.
 * The error is not located. */
bool tensor_spell(Tensor *tensor, Array *array, size_t part, const char *axes,
                  Error *error);

/* One of the matrices; indices count from 0 and are 0 for a missing axis. Rows are read
 * when they are asked for, so the file stays mapped as long as the matrix lives. */
Matrix tensor_matrix(const Tensor *tensor, size_t layer, size_t record, size_t head,
                     TensorReading reading);

/* Finds the reading of the numbers, of a mask from the first of them; *biased: it also
 * adds to scores that it does not hide. Fails if they cannot be a mask's, or weights. */
bool tensor_reading(const Tensor *tensor, TensorReading *reading, bool *biased,
                    Error *error);

#endif
