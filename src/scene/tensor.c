/* See tensor.h. */
#include "scene/tensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"

/* Additive masks hide by this and less: by minus infinity or a large negative number. */
static const double hides_from = -1e4;

/* ---- spelling ---- */

/* The letters of the rows and columns of a family of parts, and the spelling of an array
 * that has none: the last n letters are those of n axes. */
typedef struct Family {
    const char *rows, *columns, *spelling, *usage;
} Family;

static const Family vectors = {"TQK", "D", "LBHTD",
                               "TD, HTD or BHTD, or AXES of L B H T D"};
static const Family inputs = {"TQK", "D", "BTD", "TD or BTD, or AXES of B T D"};
static const Family squares = {"QT", "K", "LBHQK",
                               "QK, HQK, BHQK or LBHQK, or AXES of L B H Q K"};
static const Family parameters = {"D", "D", "LDD", "DD or LDD, or AXES of L H D D"};

static const Family *family_of(size_t part) {
    if (part >= RECORD_PARTS)
        return &parameters;
    if (part == PART_X)
        return &inputs;
    return part <= PART_V ? &vectors : &squares;
}

/* The axis of a letter, or TENSOR_AXES. Of D D, the first one is the row. */
static TensorAxis axis_of(const Tensor *tensor, const Family *family, char letter) {
    static const char common[] = "LBH";
    const char *found = strchr(common, letter);
    if (found)
        return (TensorAxis)(found - common);
    if (strchr(family->rows, letter) &&
        !(family == &parameters && tensor->has[TENSOR_ROW]))
        return TENSOR_ROW;
    return strchr(family->columns, letter) ? TENSOR_COLUMN : TENSOR_AXES;
}

static bool spell_axes(Tensor *tensor, const Family *family, const char *axes,
                       Error *error) {
    for (size_t a = 0; axes[a]; a++) {
        TensorAxis axis = axis_of(tensor, family, axes[a]);
        if (axis == TENSOR_AXES)
            return error_set(error, "AXES %.40s: '%c' is no axis here, expected %s", axes,
                             axes[a], family->usage);
        if (tensor->has[axis])
            return error_set(error,
                             "AXES %.40s: '%c' stands for an axis that was named "
                             "already, expected every axis once",
                             axes, axes[a]);
        tensor->has[axis] = true;
        tensor->size[axis] = tensor->array->shape[a];
        tensor->stride[axis] = tensor->array->stride[a];
    }
    if (!tensor->has[TENSOR_ROW] || !tensor->has[TENSOR_COLUMN])
        return error_set(error, "AXES %.40s has no rows or no columns, expected %s", axes,
                         family->usage);
    return true;
}

static bool check_sizes(const Tensor *tensor, Error *error) {
    static const struct {
        const char *name;
        size_t most;
    } limits[] = {{"layers", LAYERS_MAX}, {"records", RECORDS_MAX}, {"heads", HEADS_MAX}};
    enum { MATRICES_MOST = 1 << 16 };
    size_t matrices = 1;
    for (size_t a = 0; a < sizeof limits / sizeof *limits; a++) {
        if (tensor->size[a] > limits[a].most)
            return error_set(error,
                             "%zu %s, expected at most %zu: where the axes have another "
                             "order, say AXES, as in BTHD",
                             tensor->size[a], limits[a].name, limits[a].most);
        matrices *= tensor->size[a];
    }
    if (matrices > MATRICES_MOST)
        return error_set(error, "%zu matrices in one array, expected at most %d",
                         matrices, MATRICES_MOST);
    return true;
}

bool tensor_spell(Tensor *tensor, Array *array, size_t part, const char *axes,
                  Error *error) {
    const Family *family = family_of(part);
    char shape[ARRAY_SHAPE_TEXT];
    array_shape_text(array, shape);
    *tensor = (Tensor){.array = array, .part = part};
    for (size_t a = 0; a < TENSOR_AXES; a++)
        tensor->size[a] = 1;
    if (array->kind == ARRAY_TEXT)
        return error_set(error, "an array of texts, expected numbers");
    if (array->count == 0)
        return error_set(error, "an array of shape %s has no numbers, expected some",
                         shape);
    size_t most = strlen(family->spelling);
    if (!axes && array->axes >= 2 && array->axes <= most)
        axes = family->spelling + most - array->axes;
    if (!axes)
        return error_set(error, "an array of shape %s, expected %s", shape,
                         family->usage);
    if (strlen(axes) != array->axes)
        return error_set(error,
                         "AXES %.40s for an array of shape %s, expected %zu letters",
                         axes, shape, array->axes);
    return spell_axes(tensor, family, axes, error) && check_sizes(tensor, error);
}

/* ---- matrices ---- */

/* The rows of a matrix in an array. */
typedef struct Lines {
    Tensor tensor;
    size_t first; /* element of its first row */
    TensorReading reading;
} Lines;

static double read_as(TensorReading reading, double value) {
    bool hides = value <= hides_from;
    if (reading == READING_TRUTH)
        return value != 0;
    return reading == READING_OPEN ? !hides : hides ? 0 : value;
}

static void lines_read(const void *context, size_t row, double *to) {
    const Lines *lines = context;
    const Tensor *tensor = &lines->tensor;
    size_t cols = tensor->size[TENSOR_COLUMN];
    array_read(tensor->array, lines->first + row * tensor->stride[TENSOR_ROW],
               tensor->stride[TENSOR_COLUMN], cols, to);
    for (size_t c = 0; lines->reading != READING_PLAIN && c < cols; c++)
        to[c] = read_as(lines->reading, to[c]);
}

static void lines_release(void *context) {
    Lines *lines = context;
    array_release(lines->tensor.array);
    free(lines);
}

/* The first element of a matrix. */
static size_t first_of(const Tensor *tensor, size_t layer, size_t record, size_t head) {
    return layer * tensor->stride[TENSOR_LAYER] + record * tensor->stride[TENSOR_RECORD] +
           head * tensor->stride[TENSOR_HEAD];
}

Matrix tensor_matrix(const Tensor *tensor, size_t layer, size_t record, size_t head,
                     TensorReading reading) {
    Lines *lines = memory_new(1, sizeof *lines);
    size_t rows = tensor->size[TENSOR_ROW], cols = tensor->size[TENSOR_COLUMN];
    *lines = (Lines){*tensor, first_of(tensor, layer, record, head), reading};
    array_share(tensor->array);
    MatrixSource source = {lines_read, lines_release, lines, NULL};
    bool dense = tensor->stride[TENSOR_COLUMN] == 1 &&
                 (rows == 1 || tensor->stride[TENSOR_ROW] == cols);
    if (dense && reading == READING_PLAIN)
        source.direct = array_direct(tensor->array, lines->first, rows * cols);
    MatrixUse use = family_of(tensor->part) == &squares ? MATRIX_BY_ROW : MATRIX_WHOLE;
    return matrix_from(rows, cols, use, source);
}

/* ---- the first numbers ---- */

enum { NUMBERS_LOOKED_AT = 1 << 24, WEIGHT_ROWS_LOOKED_AT = 16 }; /* more take too long */

/* The kinds of numbers that were seen in a mask. */
typedef struct Seen {
    bool one, hides, adds;
} Seen;

static bool look(const Tensor *tensor, double value, Seen *seen, Error *error) {
    if (tensor->part == PART_WEIGHTS)
        return !(value < 0) ||
               error_set(error,
                         "%g in weights, expected numbers of 0 or more: scores are "
                         "given as scores",
                         value);
    seen->one = seen->one || value == 1;
    seen->hides = seen->hides || value <= hides_from;
    seen->adds = seen->adds || (value != 0 && value != 1 && value > hides_from);
    return !(isnan(value) || value == INFINITY) ||
           error_set(error, "%g in a mask, expected 0 and 1, or 0 and -inf", value);
}

/* The first element of a row of a matrix; matrices are counted one after another. */
static size_t line_start(const Tensor *tensor, size_t matrix, size_t row) {
    size_t head = matrix % tensor->size[TENSOR_HEAD];
    matrix /= tensor->size[TENSOR_HEAD];
    size_t record = matrix % tensor->size[TENSOR_RECORD];
    return first_of(tensor, matrix / tensor->size[TENSOR_RECORD], record, head) +
           row * tensor->stride[TENSOR_ROW];
}

/* Looks at the first rows, from matrix to matrix. */
static bool look_at(const Tensor *tensor, size_t rows, Seen *seen, Error *error) {
    size_t cols = tensor->size[TENSOR_COLUMN], each = tensor->size[TENSOR_ROW];
    double *line = memory_new(cols, sizeof *line);
    bool fine = true;
    for (size_t i = 0; fine && i < rows; i++) {
        array_read(tensor->array, line_start(tensor, i / each, i % each),
                   tensor->stride[TENSOR_COLUMN], cols, line);
        for (size_t c = 0; fine && c < cols; c++)
            fine = look(tensor, line[c], seen, error);
    }
    free(line);
    return fine;
}

bool tensor_reading(const Tensor *tensor, TensorReading *reading, bool *biased,
                    Error *error) {
    size_t cols = tensor->size[TENSOR_COLUMN], rows = tensor->size[TENSOR_ROW];
    bool is_float = tensor->array->kind == ARRAY_FLOAT;
    Seen seen = {false};
    *reading = READING_PLAIN;
    *biased = false;
    if (tensor->part == PART_WEIGHTS)
        return look_at(tensor, min_size(rows, WEIGHT_ROWS_LOOKED_AT), &seen, error);
    if (tensor->part != PART_MASK)
        return true;
    rows *= tensor->size[TENSOR_LAYER] * tensor->size[TENSOR_RECORD] *
            tensor->size[TENSOR_HEAD];
    if (!look_at(tensor, min_size(rows, (NUMBERS_LOOKED_AT + cols - 1) / cols), &seen,
                 error))
        return false;
    bool truth = !seen.hides && !seen.adds && (seen.one || !is_float);
    *reading = truth ? READING_TRUTH : READING_OPEN;
    *biased = !truth && (seen.adds || seen.one);
    return truth || is_float ||
           error_set(error, "a mask of whole numbers other than 0 and 1, expected 0 "
                            "and 1");
}
