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

enum { NEIGHBOURS = KERNEL_LANES_MAX }; /* rows that are made together */

/* ---- concat ---- */

static void concat_heads(Pass *pass, Place place, size_t first, size_t count,
                         double *numbers, unsigned char *defined) {
    const Permutation *order = &pass->model->layers[place.layer].options.head_order;
    size_t heads = pass->model->layers[place.layer].heads;
    size_t width = model_value_width(pass->model, place);
    outs_compute(pass, place, first, count, numbers, defined);
    if (permutation_is_identity(order) || !width)
        return;
    double *outs = memory_new(heads * width, sizeof *outs);
    for (size_t i = 0; i < count; i++) {
        double *row = numbers + i * heads * width;
        memcpy(outs, row, heads * width * sizeof *outs);
        for (size_t b = 0; b < heads; b++)
            memcpy(row + b * width, outs + order->entry[b] * width, width * sizeof *outs);
    }
    free(outs);
}

static bool concat_raw(Pass *pass, Place place, size_t query, double *numbers) {
    const Layer *layer = &pass->model->layers[place.layer];
    size_t queries = model_queries(pass->model, place);
    size_t width = model_value_width(pass->model, place);
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

/* Rows first .. first+count-1, at most OUTS_MOST. */
static void concats_compute(Pass *pass, Place place, size_t first, size_t count,
                            double *numbers, unsigned char *defined) {
    size_t width = model_concat_width(pass->model, place);
    bool raw = pass->model->layers[place.layer].options.merge == RESHAPE_RAW;
    if (!raw)
        concat_heads(pass, place, first, count, numbers, defined);
    for (size_t i = 0; i < count; i++) {
        if (raw)
            defined[i] = concat_raw(pass, place, first + i, numbers + i * width);
        if (!defined[i])
            make_undefined(numbers + i * width, width);
    }
}

/* ---- y ---- */

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

/* Rows of concat with their components in the order of the given W_O's rows. */
static double *order_concat(const Layer *layer, const double *concat, size_t count) {
    size_t width = layer->part[PART_WO].common.rows;
    size_t *place = memory_new(width, sizeof *place); /* of the given row r in concat */
    double *ordered = memory_new(count * width, sizeof *ordered);
    for (size_t row = 0; row < width; row++)
        place[wo_row_at(layer, row)] = row;
    for (size_t i = 0; i < count; i++)
        for (size_t r = 0; r < width; r++)
            ordered[i * width + r] = concat[i * width + place[r]];
    free(place);
    return ordered;
}

static void multiply_wo(const Pass *pass, const Layer *layer, const double *concat,
                        size_t count, double *numbers) {
    const Matrix *wo = &layer->part[PART_WO].common;
    double *ordered = order_concat(layer, concat, count);
    const double **rows = memory_new(count, sizeof *rows);
    const double **lines = memory_new(wo->rows, sizeof *lines);
    for (size_t i = 0; i < count; i++)
        rows[i] = ordered + i * wo->rows;
    for (size_t r = 0; r < wo->rows; r++)
        lines[r] = matrix_row(wo, r);
    Product product = {.kernel = pass->kernel,
                       .rows = rows,
                       .count = count,
                       .lines = lines,
                       .length = wo->rows,
                       .width = wo->cols,
                       .to = numbers,
                       .stride = wo->cols};
    product_make(&product, pass->threads);
    free(rows);
    free(lines);
    free(ordered);
}

static bool add_residual(Pass *pass, Place place, size_t query, double *numbers) {
    bool undefined = false;
    const double *x = pass_x(pass, place, query, &undefined);
    size_t width = model_output_width(pass->model, place);
    for (size_t c = 0; c < width; c++)
        numbers[c] += x[c];
    return !undefined;
}

/* Consecutive rows of concat, and room for their y. */
typedef struct Band {
    size_t first, count;
    const double *concat;
    double *y; /* without W_O this may be concat itself */
    unsigned char *defined;
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
        if (layer->options.residual && !add_residual(pass, place, band.first + i, row))
            band.defined[i] = 0;
        if (!band.defined[i])
            make_undefined(row, width);
    }
}

void pass_outputs(Pass *pass, Place place, size_t first, size_t count, double *numbers,
                  unsigned char *defined) {
    size_t width = model_output_width(pass->model, place);
    size_t most = min_size(count, OUTS_MOST);
    size_t inner = model_concat_width(pass->model, place);
    const Matrix *wo = &pass->model->layers[place.layer].part[PART_WO].common;
    double *room = matrix_present(wo) ? memory_new(most * inner, sizeof *room) : NULL;
    for (size_t done = 0; done < count; done += most) {
        Band band = {.first = first + done,
                     .count = min_size(count - done, most),
                     .y = numbers + done * width,
                     .defined = defined + done};
        double *concat = room ? room : band.y;
        concats_compute(pass, place, band.first, band.count, concat, band.defined);
        band.concat = concat;
        outputs_of(pass, place, band);
    }
    free(room);
}

/* ---- kept ---- */

static Output *output_new(Pass *pass, const double *numbers, size_t count, bool defined) {
    Output *output = memory_new(1, sizeof *output + count * sizeof *numbers);
    output->defined = defined;
    if (count)
        memcpy(output->numbers, numbers, count * sizeof *numbers);
    pass->kept += count;
    return output;
}

static Output **output_place(Output ***outputs, size_t queries, size_t query) {
    if (!*outputs)
        *outputs = memory_new(queries, sizeof(Output *));
    return &(*outputs)[query];
}

static Output **concat_place(Pass *pass, Place place, size_t query) {
    Slot *slot = pass_slot(pass, place);
    return output_place(&slot->concats, pass->model->records[place.record].queries,
                        query);
}

static bool output_copy(const Output *output, size_t count, double *numbers) {
    if (count)
        memcpy(numbers, output->numbers, count * sizeof *numbers);
    return output->defined;
}

/* Makes the rows of concat that are not kept yet, all together. */
static void concats_keep(Pass *pass, Place place, size_t first, size_t count) {
    size_t width = model_concat_width(pass->model, place);
    for (; count && *concat_place(pass, place, first); first++)
        count--;
    if (!count)
        return;
    double *numbers = memory_new(count * width, sizeof *numbers);
    unsigned char *defined = memory_new(count, 1);
    concats_compute(pass, place, first, count, numbers, defined);
    for (size_t i = 0; i < count; i++) {
        Output **kept = concat_place(pass, place, first + i);
        if (!*kept)
            *kept = output_new(pass, numbers + i * width, width, defined[i]);
    }
    free(numbers);
    free(defined);
}

void pass_prepare_outputs(Pass *pass, Place place, size_t first, size_t count) {
    size_t queries = model_queries(pass->model, place);
    while (count && first < queries) {
        size_t more = min_size(min_size(count, OUTS_MOST), queries - first);
        concats_keep(pass, place, first, more);
        first += more;
        count -= more;
    }
}

static const Output *concat_kept(Pass *pass, Place place, size_t query) {
    if (!*concat_place(pass, place, query)) {
        pass_make_room(pass);
        pass_prepare_outputs(pass, place, query / NEIGHBOURS * NEIGHBOURS, NEIGHBOURS);
    }
    return *concat_place(pass, place, query);
}

bool pass_concat(Pass *pass, Place place, size_t query, double *numbers) {
    return output_copy(concat_kept(pass, place, query),
                       model_concat_width(pass->model, place), numbers);
}

/* Screens ask for y cell by cell, so the row is kept. */
bool pass_y(Pass *pass, Place place, size_t query, double *numbers) {
    Slot *slot = pass_slot(pass, place);
    size_t width = model_output_width(pass->model, place);
    size_t queries = pass->model->records[place.record].queries;
    if (!slot->outputs || !slot->outputs[query]) {
        const Output *concat = concat_kept(pass, place, query);
        unsigned char defined = concat->defined;
        double *y = memory_new(width, sizeof *y);
        outputs_of(pass, place, (Band){query, 1, concat->numbers, y, &defined});
        *output_place(&slot->outputs, queries, query) =
            output_new(pass, y, width, defined);
        free(y);
    }
    return output_copy(slot->outputs[query], width, numbers);
}
