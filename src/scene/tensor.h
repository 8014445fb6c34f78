/* An array whose axes are spelled: which of them is the layer, the record, the head, the row and
 * the column, and the matrices that it holds.
 *
 * AXES has a letter an axis: L layer, B record, H head, Q K or T position, D component. Rows of
 * x, q, k, v are positions and their columns components (TD); rows of scores, weights, mask and
 * bias are queries and their columns keys (QK); wq, wk, wv and wo are DD. */
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
    size_t size[TENSOR_AXES], stride[TENSOR_AXES]; /* 1 and 0 where an axis is missing */
} Tensor;

/* What a matrix makes of the array's numbers. */
typedef enum TensorReading {
    READING_PLAIN,
    READING_TRUTH, /* mask: 1 where it is not 0 */
    READING_OPEN,  /* mask: 1 where an additive mask lets one read */
    READING_BIAS   /* what an additive mask adds where it lets one read */
} TensorReading;

/* axes NULL: by the kind of part and the number of axes. The error does not name the file. */
bool tensor_spell(Tensor *tensor, Array *array, size_t part, const char *axes,
                  Error *error);

/* One matrix of it; indices count from 0 and are 0 where an axis is missing. rows: as many as the
 * array has, or any number where it has one that holds for all (and the reading is lazy: the file
 * stays mapped as long as the matrix lives). */
Matrix tensor_matrix(const Tensor *tensor, size_t layer, size_t record, size_t head,
                     size_t rows, TensorReading reading);

/* What a mask's numbers are. MIXED: an additive mask that also adds to what it lets one read. */
typedef enum MaskNumbers { NUMBERS_TRUTH, NUMBERS_ADDITIVE, NUMBERS_MIXED } MaskNumbers;

/* Looks at numbers until it is sure; fails for what is neither 0 and 1 nor additive. */
bool tensor_mask_numbers(const Tensor *tensor, MaskNumbers *numbers, Error *error);

/* Looks at the first of the numbers; fails where they cannot be weights. */
bool tensor_weights(const Tensor *tensor, Error *error);

#endif
