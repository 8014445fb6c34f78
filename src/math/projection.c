/* q, k and v: rows of what the scene gives to a layer, or x·W, made once for all heads.
 *
 * q = x·WQ [T, H·d], and a head's own numbers at a position lie side by side in it: at
 * [position, head·d] of the matrix, or under split=raw at (head·T + position)·d of its memory. */
#include <stdlib.h>

#include "base/memory.h"
#include "math/store.h"

/* How one of q, k, v is found. */
typedef struct Projection {
    RecordPart given;
    LayerPart weights;
    size_t positions, heads, head, width; /* heads and head of its own kind */
} Projection;

static Projection projection_of(const Pass *pass, Place place, RecordPart part) {
    const Model *model = pass->model;
    const Layer *layer = &model->layers[place.layer];
    if (part == PART_Q)
        return (Projection){
            .given = PART_Q,
            .weights = PART_WQ,
            .positions = model_queries(model, place.layer, place.record),
            .heads = layer->heads,
            .head = place.head,
            .width = model_head_width(model, place.layer, place.record),
        };
    return (Projection){
        .given = part,
        .weights = part == PART_K ? PART_WK : PART_WV,
        .positions = model_keys(model, place.layer, place.record),
        .heads = layer->kv_heads,
        .head = kv_head_of(layer, place.head),
        .width = part == PART_K ? model_head_width(model, place.layer, place.record)
                                : model_value_width(model, place.layer, place.record),
    };
}

Projected pass_projected(const Pass *pass, Place place, RecordPart part, size_t position,
                         size_t component) {
    Projection of = projection_of(pass, place, part);
    bool raw = pass->model->layers[place.layer].options.split == RESHAPE_RAW;
    size_t cols = of.heads * of.width;
    size_t at = raw ? (of.head * of.positions + position) * of.width
                    : position * cols + of.head * of.width;
    return (Projected){.row = (at + component) / cols,
                       .col = (at + component) % cols,
                       .heads = of.heads,
                       .head = of.head,
                       .width = of.width,
                       .weights = of.weights};
}

/* x·weights of every position and head. */
static Matrix project(Pass *pass, Place place, const Projection *of) {
    const Part *weights = &pass->model->layers[place.layer].part[of->weights];
    size_t length = model_width(pass->model, place.layer, place.record);
    Matrix product = matrix_new(of->positions, of->heads * of->width);
    const double **x = memory_new(of->positions, sizeof *x);
    const double **line = memory_new(length, sizeof *line);
    for (size_t i = 0; i < of->positions; i++)
        x[i] = pass_x(pass, place, i, NULL);
    for (size_t h = 0; of->positions && h < of->heads; h++) {
        const Matrix *from = part_of(weights, h);
        for (size_t c = 0; c < length; c++)
            line[c] =
                matrix_row(from, c) + (from == &weights->common ? h * of->width : 0);
        Product part = {.kernel = pass->kernel,
                        .rows = x,
                        .count = of->positions,
                        .lines = line,
                        .length = length,
                        .width = of->width,
                        .to = matrix_row_write(&product, 0) + h * of->width,
                        .stride = product.cols};
        product_make(&part, pass->threads);
    }
    free(x);
    free(line);
    return product;
}

/* The matrix with the numbers of the head, made if need be; NULL: the model has none. */
static const Matrix *projection_matrix(Pass *pass, Place place, const Projection *of) {
    const Part *given = given_part(pass->model, place.layer, place.record, of->given);
    if (part_present(given))
        return part_of(given, of->head);
    if (!model_has_x(pass->model, place.layer, place.record) ||
        !part_present(&pass->model->layers[place.layer].part[of->weights]))
        return NULL;
    Slot *slot = pass_slot(pass, place.record, place.layer);
    Matrix *made = of->given == PART_Q   ? &slot->q
                   : of->given == PART_K ? &slot->k
                                         : &slot->v;
    if (!matrix_present(made))
        *made = project(pass, place, of);
    return made;
}

bool pass_strip(Pass *pass, Place place, RecordPart part, Strip *strip) {
    Projection of = projection_of(pass, place, part);
    const Part *given = given_part(pass->model, place.layer, place.record, part);
    const Matrix *matrix = projection_matrix(pass, place, &of);
    bool own = part_present(given) && matrix != &given->common;
    bool raw = !own && pass->model->layers[place.layer].options.split == RESHAPE_RAW;
    *strip = (Strip){
        .matrix = matrix,
        .start = own   ? 0
                 : raw ? of.head * of.positions * of.width
                       : of.head * of.width,
        .step = raw      ? of.width
                : matrix ? matrix->cols
                         : 0,
        .made = !part_present(given),
    };
    return matrix != NULL;
}

void strip_ready(const Strip *strip, size_t count) {
    size_t cols = strip->matrix->cols;
    if (cols && count)
        matrix_ready(strip->matrix, 0,
                     (strip->start + (count - 1) * strip->step) / cols + 1);
}

const double *strip_row(const Strip *strip, size_t position) {
    size_t at = strip->start + position * strip->step, cols = strip->matrix->cols;
    return cols ? matrix_row(strip->matrix, at / cols) + at % cols
                : matrix_row(strip->matrix, position);
}

/* Under a raw split a row may lie in the memory of several rows of x. */
bool strip_undefined(Pass *pass, Place place, const Strip *strip, size_t width,
                     size_t position) {
    size_t at = strip->start + position * strip->step, cols = strip->matrix->cols;
    bool any = false;
    if (!strip->made || place.layer == 0 || !cols || !width)
        return false;
    for (size_t i = at / cols; i <= (at + width - 1) / cols; i++) {
        bool undefined;
        pass_x(pass, place, i, &undefined);
        any = any || undefined;
    }
    return any;
}

static const double *projection_row(Pass *pass, Place place, RecordPart part,
                                    size_t position, bool *undefined) {
    Strip strip;
    size_t width = part == PART_V
                       ? model_value_width(pass->model, place.layer, place.record)
                       : model_head_width(pass->model, place.layer, place.record);
    if (undefined)
        *undefined = false;
    if (!pass_strip(pass, place, part, &strip))
        return NULL;
    if (undefined)
        *undefined = strip_undefined(pass, place, &strip, width, position);
    return strip_row(&strip, position);
}

const double *pass_q(Pass *pass, Place place, size_t query, bool *undefined) {
    return projection_row(pass, place, PART_Q, query, undefined);
}

const double *pass_k(Pass *pass, Place place, size_t key, bool *undefined) {
    return projection_row(pass, place, PART_K, key, undefined);
}

const double *pass_v(Pass *pass, Place place, size_t key, bool *undefined) {
    return projection_row(pass, place, PART_V, key, undefined);
}

size_t kv_head_of(const Layer *layer, size_t head) {
    if (layer->options.kv_map == KV_TILE)
        return head % layer->kv_heads;
    return head / (layer->heads / layer->kv_heads);
}
