/* The store of a pass: layers' inputs, projections and rows, each made when first asked for. */
#include "math/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/store.h"

enum { NUMBERS_KEPT_MAX = 1 << 25 }; /* of rows, before the oldest work is dropped */

Pass *pass_new(const Model *model) {
    Pass *pass = memory_new(1, sizeof *pass);
    pass->model = model;
    pass->slots = memory_new(model->record_count * model->layer_count, sizeof(Slot));
    return pass;
}

static size_t slot_heads(const Pass *pass, size_t layer) {
    return pass->model->layers[layer].heads;
}

static void slot_release_rows(Pass *pass, Slot *slot, size_t record, size_t layer) {
    size_t count = slot_heads(pass, layer) * pass->model->records[record].queries;
    for (size_t i = 0; slot->rows && i < count; i++)
        row_free(slot->rows[i]);
    free(slot->rows);
    slot->rows = NULL;
    for (size_t i = 0; slot->outputs && i < pass->model->records[record].queries; i++)
        free(slot->outputs[i]);
    free(slot->outputs);
    slot->outputs = NULL;
}

static void slot_release(Pass *pass, Slot *slot, size_t record, size_t layer) {
    slot_release_rows(pass, slot, record, layer);
    for (size_t h = 0; slot->columns && h < slot_heads(pass, layer); h++) {
        free(slot->columns[h].largest);
        free(slot->columns[h].sum);
    }
    free(slot->columns);
    free(slot->x_undefined);
    free(slot->reach);
    matrix_release(&slot->x);
    matrix_release(&slot->q);
    matrix_release(&slot->k);
    matrix_release(&slot->v);
}

void pass_free(Pass *pass) {
    if (!pass)
        return;
    for (size_t r = 0; r < pass->model->record_count; r++)
        for (size_t l = 0; l < pass->model->layer_count; l++)
            slot_release(pass, pass_slot(pass, r, l), r, l);
    free(pass->slots);
    free(pass);
}

Slot *pass_slot(Pass *pass, size_t record, size_t layer) {
    return &pass->slots[record * pass->model->layer_count + layer];
}

/* ---- rows ---- */

static void drop_rows(Pass *pass) {
    for (size_t r = 0; r < pass->model->record_count; r++)
        for (size_t l = 0; l < pass->model->layer_count; l++)
            slot_release_rows(pass, pass_slot(pass, r, l), r, l);
    pass->kept = 0;
}

const Row *pass_row(Pass *pass, Place place, size_t query) {
    size_t queries = pass->model->records[place.record].queries;
    Slot *slot = pass_slot(pass, place.record, place.layer);
    size_t index = place.head * queries + query;
    if (slot->rows && slot->rows[index])
        return slot->rows[index];
    if (pass->kept > NUMBERS_KEPT_MAX)
        drop_rows(pass);
    Row *row = row_compute(pass, place, query);
    if (!slot->rows)
        slot->rows = memory_new(slot_heads(pass, place.layer) * queries, sizeof(Row *));
    slot->rows[index] = row;
    pass->kept += 3 * row->keys + row->width;
    return row;
}

/* Screens ask for y cell by cell, and the next layer for all of it: a row is made once. */
bool pass_y(Pass *pass, Place place, size_t query, double *numbers) {
    const Model *model = pass->model;
    size_t bytes = model_output_width(model, place.layer, place.record) * sizeof *numbers;
    Slot *slot = pass_slot(pass, place.record, place.layer);
    if (!slot->outputs || !slot->outputs[query]) {
        Output *output = memory_new(1, sizeof *output + bytes);
        output->defined = output_compute(pass, place, query, output->numbers);
        if (!slot->outputs) /* only now: computing may have dropped what was kept */
            slot->outputs =
                memory_new(model->records[place.record].queries, sizeof(Output *));
        slot->outputs[query] = output;
        pass->kept += bytes / sizeof *numbers;
    }
    memcpy(numbers, slot->outputs[query]->numbers, bytes);
    return slot->outputs[query]->defined;
}

/* ---- x ---- */

static void fill_x(Pass *pass, Slot *slot, size_t record, size_t layer) {
    Place before = {.record = record, .layer = layer - 1};
    size_t rows = model_queries(pass->model, layer - 1, record);
    Matrix x = matrix_new(rows, model_output_width(pass->model, layer - 1, record));
    unsigned char *undefined = memory_new(rows, 1);
    for (size_t i = 0; i < rows; i++)
        undefined[i] = !pass_y(pass, before, i, matrix_row_write(&x, i));
    slot->x = x;
    slot->x_undefined = undefined;
}

const double *pass_x(Pass *pass, Place place, size_t position, bool *undefined) {
    if (undefined)
        *undefined = false;
    if (place.layer == 0) {
        const Matrix *x = &pass->model->records[place.record].part[PART_X].common;
        return matrix_present(x) ? matrix_row(x, position) : NULL;
    }
    Slot *slot = pass_slot(pass, place.record, place.layer);
    if (!matrix_present(&slot->x))
        fill_x(pass, slot, place.record, place.layer);
    if (undefined)
        *undefined = slot->x_undefined[position];
    return matrix_row(&slot->x, position);
}

/* ---- projections ---- */

/* Adds row·weights to to[cols]; every sum runs in the order of the row's components. */
static void add_product(const double *row, size_t length, const Matrix *weights,
                        size_t first, size_t cols, double *to) {
    for (size_t c = 0; c < length; c++) {
        const double *line = matrix_row(weights, c) + first;
        for (size_t j = 0; j < cols; j++)
            to[j] += row[c] * line[j];
    }
}

static Matrix project(Pass *pass, Place place, const Part *weights, size_t positions,
                      size_t heads, size_t width) {
    size_t length = model_width(pass->model, place.layer, place.record);
    Matrix product = matrix_new(positions, heads * width);
    for (size_t i = 0; i < positions; i++) {
        const double *x = pass_x(pass, place, i, NULL);
        double *to = matrix_row_write(&product, i);
        for (size_t h = 0; h < heads; h++) {
            const Matrix *of = part_of(weights, h);
            size_t first = of == &weights->common ? h * width : 0;
            add_product(x, length, of, first, width, to + h * width);
        }
    }
    return product;
}

/* How one of q, k, v is found. */
typedef struct Projection {
    RecordPart given;
    LayerPart weights;
} Projection;

static Matrix *projection_cache(Slot *slot, Projection of) {
    return of.given == PART_Q ? &slot->q : of.given == PART_K ? &slot->k : &slot->v;
}

/* The numbers of head (of its own kind) at a position, in a matrix with the heads side by side. */
static const double *split_row(const Matrix *all, const Options *options,
                               size_t positions, size_t head, size_t width,
                               size_t position) {
    if (options->split == RESHAPE_RAW)
        return matrix_row(all, 0) + (head * positions + position) * width;
    return matrix_row(all, position) + head * width;
}

/* Which rows of x a row of q, k or v came from: its own, or under a raw split the ones whose
 * memory it lies in. */
static bool projection_undefined(Pass *pass, Place place, size_t first, size_t last) {
    bool any = false;
    for (size_t i = first; i <= last; i++) {
        bool undefined;
        pass_x(pass, place, i, &undefined);
        any = any || undefined;
    }
    return any;
}

static const double *projection_row(Pass *pass, Place place, Projection of,
                                    size_t position, bool *undefined) {
    const Model *model = pass->model;
    const Layer *layer = &model->layers[place.layer];
    size_t heads = of.given == PART_Q ? layer->heads : layer->kv_heads;
    size_t head = of.given == PART_Q ? place.head : kv_head_of(layer, place.head);
    size_t positions = of.given == PART_Q
                           ? model_queries(model, place.layer, place.record)
                           : model_keys(model, place.layer, place.record);
    size_t width = of.given == PART_V
                       ? model_value_width(model, place.layer, place.record)
                       : model_head_width(model, place.layer, place.record);
    if (undefined)
        *undefined = false;
    const Part *given = given_part(model, place.layer, place.record, of.given);
    if (part_present(given)) {
        const Matrix *matrix = part_of(given, head);
        if (matrix != &given->common)
            return matrix_row(matrix, position);
        if (layer->options.split == RESHAPE_RAW)
            matrix_ready(matrix, 0, matrix->rows);
        return split_row(matrix, &layer->options, positions, head, width, position);
    }
    if (!model_has_x(model, place.layer, place.record) ||
        !part_present(&layer->part[of.weights]))
        return NULL;
    Matrix *cache = projection_cache(pass_slot(pass, place.record, place.layer), of);
    if (!matrix_present(cache))
        *cache = project(pass, place, &layer->part[of.weights], positions, heads, width);
    if (undefined && layer->options.split == RESHAPE_RAW && width) {
        size_t start = (head * positions + position) * width, row = heads * width;
        *undefined =
            projection_undefined(pass, place, start / row, (start + width - 1) / row);
    } else if (undefined) {
        *undefined = projection_undefined(pass, place, position, position);
    }
    return split_row(cache, &layer->options, positions, head, width, position);
}

const double *pass_q(Pass *pass, Place place, size_t query, bool *undefined) {
    return projection_row(pass, place, (Projection){PART_Q, PART_WQ}, query, undefined);
}

const double *pass_k(Pass *pass, Place place, size_t key, bool *undefined) {
    return projection_row(pass, place, (Projection){PART_K, PART_WK}, key, undefined);
}

const double *pass_v(Pass *pass, Place place, size_t key, bool *undefined) {
    return projection_row(pass, place, (Projection){PART_V, PART_WV}, key, undefined);
}

size_t kv_head_of(const Layer *layer, size_t head) {
    if (layer->options.kv_map == KV_TILE)
        return head % layer->kv_heads;
    return head / (layer->heads / layer->kv_heads);
}

/* ---- trouble ---- */

bool pass_next_empty(Pass *pass, Place *place, size_t *query) {
    const Model *model = pass->model;
    Place at = *place;
    size_t i = *query;
    for (; at.record < model->record_count; at.record++, at.layer = 0)
        for (; at.layer < model->layer_count; at.layer++, at.head = 0)
            for (; at.head < model->layers[at.layer].heads; at.head++, i = 0) {
                size_t queries = model_queries(model, at.layer, at.record);
                while (i < queries && !row_is_error(pass, at, i))
                    i++;
                if (i == queries)
                    continue;
                *place = at;
                *query = i;
                return true;
            }
    return false;
}
