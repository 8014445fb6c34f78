/* From heads to the layer's output: concat and y.
 *
 * concat[b·dv + c] = out of head head_order[b], component c. y = Σ concat·WO summed in the order of
 * W_O's own rows, wherever wo-order puts them: heads and row blocks exchanged alike give the same
 * bits. merge=raw reads the memory of [H, T, dv] as [T, H·dv]. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/store.h"

static bool concat_heads(Pass *pass, Place place, size_t query, double *numbers) {
    const Layer *layer = &pass->model->layers[place.layer];
    bool defined = true;
    for (size_t b = 0; b < layer->heads; b++) {
        place.head = layer->options.head_order.entry[b];
        const Row *row = pass_row(pass, place, query);
        defined = defined && !row->undefined;
        for (size_t c = 0; c < row->width; c++)
            *numbers++ = row->out[c];
    }
    return defined;
}

static bool concat_raw(Pass *pass, Place place, size_t query, double *numbers) {
    const Layer *layer = &pass->model->layers[place.layer];
    size_t queries = model_queries(pass->model, place.layer, place.record);
    size_t width = model_value_width(pass->model, place.layer, place.record);
    size_t count = layer->heads * width;
    bool defined = true;
    for (size_t c = 0; c < count; c++) {
        size_t flat = query * count + c;
        place.head = layer->options.head_order.entry[flat / (queries * width)];
        const Row *row = pass_row(pass, place, flat / width % queries);
        defined = defined && !row->undefined;
        numbers[c] = row->out[flat % width];
    }
    return defined;
}

static void make_undefined(double *numbers, size_t count) {
    for (size_t c = 0; c < count; c++)
        numbers[c] = NAN;
}

bool pass_concat(Pass *pass, Place place, size_t query, double *numbers) {
    bool raw = pass->model->layers[place.layer].options.merge == RESHAPE_RAW;
    bool defined = raw ? concat_raw(pass, place, query, numbers)
                       : concat_heads(pass, place, query, numbers);
    if (!defined)
        make_undefined(numbers,
                       model_concat_width(pass->model, place.layer, place.record));
    return defined;
}

size_t wo_row_at(const Layer *layer, size_t row) {
    size_t block = layer->part[PART_WO].common.rows / layer->heads;
    return layer->options.wo_order.entry[row / block] * block + row % block;
}

void pass_wo(const Pass *pass, size_t layer, size_t row, double *numbers) {
    const Layer *in = &pass->model->layers[layer];
    const Matrix *wo = &in->part[PART_WO].common;
    const double *from = matrix_row(wo, wo_row_at(in, row));
    for (size_t c = 0; c < wo->cols; c++)
        numbers[c] = from[c];
}

static void multiply_wo(const Layer *layer, const double *concat, double *numbers) {
    const Matrix *wo = &layer->part[PART_WO].common;
    size_t *place =
        memory_new(wo->rows, sizeof *place); /* of W_O's own row r in concat */
    for (size_t row = 0; row < wo->rows; row++)
        place[wo_row_at(layer, row)] = row;
    for (size_t c = 0; c < wo->cols; c++)
        numbers[c] = 0;
    for (size_t r = 0; r < wo->rows; r++) {
        const double *line = matrix_row(wo, r);
        for (size_t c = 0; c < wo->cols; c++)
            numbers[c] += concat[place[r]] * line[c];
    }
    free(place);
}

static bool add_residual(Pass *pass, Place place, size_t query, double *numbers) {
    bool undefined = false;
    const double *x = pass_x(pass, place, query, &undefined);
    size_t width = model_output_width(pass->model, place.layer, place.record);
    for (size_t c = 0; c < width; c++)
        numbers[c] += x[c];
    return !undefined;
}

bool output_compute(Pass *pass, Place place, size_t query, double *numbers) {
    const Layer *layer = &pass->model->layers[place.layer];
    bool defined;
    if (matrix_present(&layer->part[PART_WO].common)) {
        size_t width = model_concat_width(pass->model, place.layer, place.record);
        double *concat = memory_new(width, sizeof *concat);
        defined = pass_concat(pass, place, query, concat);
        multiply_wo(layer, concat, numbers);
        free(concat);
    } else {
        defined = pass_concat(pass, place, query, numbers);
    }
    if (layer->options.residual)
        defined = add_residual(pass, place, query, numbers) && defined;
    if (!defined)
        make_undefined(numbers,
                       model_output_width(pass->model, place.layer, place.record));
    return defined;
}
