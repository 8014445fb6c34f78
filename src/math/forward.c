/* From heads to the output of a layer: concat and y.
 *
 * concat[b·dv + c] = component c of out of head head_order[b]. y = Σ concat·WO, summed
 * in the order of the given W_O's rows wherever wo-order puts them, so that heads and
 * row blocks exchanged alike give the same bits. merge=raw reads the memory of [H, T,
 * dv] as [T, H·dv]. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "math/pass_inside.h"

/* ---- concat ---- */

static bool concat_raw(Pass *pass, Place place, size_t query, double *numbers) {
    const Layer *layer = &pass->model->layers[place.layer];
    size_t queries = model_queries(pass->model, place);
    size_t width = model_value_width(pass->model, place);
    size_t count = layer->heads * width;
    bool undefined = false;
    for (size_t c = 0; c < count; c++) {
        size_t flat = query * count + c;
        place.head = layer->options.head_order.entry[flat / (queries * width)];
        const Row *row = pass_row(pass, place, flat / width % queries);
        undefined = undefined || row->undefined;
        numbers[c] = row->out[flat % width];
    }
    return undefined;
}

static void make_undefined(double *numbers, size_t count) {
    for (size_t c = 0; c < count; c++)
        numbers[c] = NAN;
}

/* Rows first .. first+count-1, at most OUTS_MOST. */
static void concats_compute(Pass *pass, Place place, size_t first, size_t count,
                            double *numbers, unsigned char *undefined) {
    size_t width = model_concat_width(pass->model, place);
    bool raw = pass->model->layers[place.layer].options.merge == RESHAPE_RAW;
    if (!raw)
        outs_compute(pass, place, first, count, numbers, undefined);
    for (size_t i = 0; i < count; i++) {
        if (raw)
            undefined[i] = concat_raw(pass, place, first + i, numbers + i * width);
        if (undefined[i])
            make_undefined(numbers + i * width, width);
    }
}

/* ---- y ---- */

size_t wo_row_at(const Layer *layer, size_t row) {
    size_t block = layer->part[PART_WO].common.rows / layer->heads;
    return layer->options.wo_order.entry[row / block] * block + row % block;
}

const double *pass_wo(Pass *pass, Place place, size_t row, bool *undefined) {
    const Layer *layer = &pass->model->layers[place.layer];
    if (undefined)
        *undefined = false;
    return matrix_row(&layer->part[PART_WO].common, wo_row_at(layer, row));
}

/* Takes the components of concat in the order of the given W_O's rows. */
static void multiply_wo(const Pass *pass, const Layer *layer, const double *concat,
                        size_t count, double *numbers) {
    const Matrix *wo = &layer->part[PART_WO].common;
    double *ordered = memory_new(count * wo->rows, sizeof *ordered);
    for (size_t r = 0; r < wo->rows; r++)
        for (size_t own = wo_row_at(layer, r), i = 0; i < count; i++)
            ordered[i * wo->rows + own] = concat[i * wo->rows + r];
    product_make(pass, (Product){.rows = ordered,
                                 .count = count,
                                 .by = wo,
                                 .width = wo->cols,
                                 .to = numbers,
                                 .stride = wo->cols});
    free(ordered);
}

static bool add_residual(Pass *pass, Place place, size_t query, double *numbers) {
    bool undefined;
    const double *x = pass_x(pass, place, query, &undefined);
    size_t width = model_output_width(pass->model, place);
    for (size_t c = 0; c < width; c++)
        numbers[c] += x[c];
    return undefined;
}

/* Consecutive rows of concat, and room for their y. */
typedef struct Band {
    size_t first, count;
    const double *concat;
    double *y; /* without W_O this may be concat itself */
    unsigned char *undefined;
} Band;

/* y of rows whose concat is known. */
static void outputs_of(Pass *pass, Place place, Band band) {
    const Layer *layer = &pass->model->layers[place.layer];
    size_t width = model_output_width(pass->model, place);
    if (matrix_present(&layer->part[PART_WO].common))
        multiply_wo(pass, layer, band.concat, band.count, band.y);
    else if (width && band.y != band.concat)
        memcpy(band.y, band.concat, band.count * width * sizeof *band.y);
    for (size_t i = 0; i < band.count; i++) {
        double *row = band.y + i * width;
        if (layer->options.residual && add_residual(pass, place, band.first + i, row))
            band.undefined[i] = 1;
        if (band.undefined[i])
            make_undefined(row, width);
    }
}

void pass_outputs(Pass *pass, Place place, size_t first, size_t count, double *numbers,
                  unsigned char *undefined) {
    size_t width = model_output_width(pass->model, place);
    size_t most = min_size(count, OUTS_MOST);
    size_t inner = model_concat_width(pass->model, place);
    const Matrix *wo = &pass->model->layers[place.layer].part[PART_WO].common;
    double *room = matrix_present(wo) ? memory_new(most * inner, sizeof *room) : NULL;
    for (size_t done = 0; done < count; done += most) {
        Band band = {.first = first + done,
                     .count = min_size(count - done, most),
                     .y = numbers + done * width,
                     .undefined = undefined + done};
        double *concat = room ? room : band.y;
        concats_compute(pass, place, band.first, band.count, concat, band.undefined);
        band.concat = concat;
        outputs_of(pass, place, band);
    }
    free(room);
}

/* ---- kept ---- */

static Output **output_place(Pass *pass, Place place, size_t query) {
    Slot *slot = pass_slot(pass, place);
    if (!slot->outputs)
        slot->outputs =
            memory_new(pass->model->records[place.record].queries, sizeof(Output *));
    return &slot->outputs[query];
}

static Output *output_new(Pass *pass, Place place) {
    size_t width = model_concat_width(pass->model, place);
    size_t numbers = width + model_output_width(pass->model, place);
    Output *output = memory_new(1, sizeof *output + numbers * sizeof(double));
    output->y = output->concat + width;
    pass->kept += numbers;
    return output;
}

/* Makes outputs, at most OUTS_MOST, and keeps them unless they are made of rows that are
 * not there yet. */
static void keep_outputs(Pass *pass, Place place, size_t first, size_t count) {
    size_t width = model_concat_width(pass->model, place);
    double *numbers = memory_new(count * width, sizeof *numbers);
    unsigned char undefined[OUTS_MOST];
    const Haste *haste = pass->model->haste;
    size_t left = haste ? haste->left : 0;
    concats_compute(pass, place, first, count, numbers, undefined);
    for (size_t i = 0; i < count && (!haste || haste->left == left); i++) {
        Output **kept = output_place(pass, place, first + i);
        if (*kept)
            continue;
        *kept = output_new(pass, place);
        (*kept)->undefined = undefined[i];
        if (width)
            memcpy((*kept)->concat, numbers + i * width, width * sizeof *numbers);
    }
    free(numbers);
}

void pass_prepare_outputs(Pass *pass, Place place, size_t first, size_t count) {
    size_t queries = model_queries(pass->model, place);
    size_t end = first < queries ? first + min_size(count, queries - first) : first;
    while (first < end) {
        if (*output_place(pass, place, first)) {
            first++;
            continue;
        }
        size_t now = pass_rows_now(pass, place, min_size(end - first, OUTS_MOST));
        if (now == 0)
            return;
        keep_outputs(pass, place, first, now);
        first += now;
    }
}

/* Returns zeroes, which are read for an output that comes too late. */
static Output *no_output(Pass *pass, Place place) {
    Slot *slot = pass_slot(pass, place);
    if (!slot->no_output)
        slot->no_output = output_new(pass, place);
    slot->no_output->y_made = true;
    return slot->no_output;
}

static Output *output_kept(Pass *pass, Place place, size_t query) {
    if (!*output_place(pass, place, query)) {
        pass_make_room(pass);
        pass_prepare_outputs(pass, place, query / NEIGHBOURS * NEIGHBOURS, NEIGHBOURS);
    }
    Output *output = *output_place(pass, place, query);
    return output ? output : no_output(pass, place);
}

const double *pass_concat(Pass *pass, Place place, size_t query, bool *undefined) {
    const Output *output = output_kept(pass, place, query);
    if (undefined)
        *undefined = output->undefined;
    return output->concat;
}

const double *pass_y(Pass *pass, Place place, size_t query, bool *undefined) {
    if (pass->model->layers[place.layer].options.residual)
        pass_x(pass, place, query, NULL); /* may drop kept rows */
    Output *output = output_kept(pass, place, query);
    if (!output->y_made) {
        output->y_undefined = output->undefined;
        outputs_of(pass, place,
                   (Band){query, 1, output->concat, output->y, &output->y_undefined});
        output->y_made = true;
    }
    if (undefined)
        *undefined = output->y_undefined;
    return output->y;
}
