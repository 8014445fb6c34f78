/* The input of a layer: x, its projections q, k and v, and all that the rows of a head
 * read.
 *
 * q = x·WQ [T, H·d], made once for all heads. The numbers of one head at a position lie
 * side by side at [position, head·d], or under split=raw at (head·T + position)·d of the
 * memory. x of a layer after the first is y of the layer before it (forward.c). */
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "math/block.h"

/* ---- x ---- */

/* Makes the next rows of a layer's x, at most `most`, and returns their number. */
static size_t make_x(Pass *pass, Place place, size_t most) {
    Place before = {.record = place.record, .layer = place.layer - 1};
    Slot *slot = pass_slot(pass, place);
    size_t rows = model_queries(pass->model, before);
    if (!matrix_present(&slot->made[PART_X])) {
        slot->made[PART_X] = matrix_new(rows, model_output_width(pass->model, before));
        slot->x_undefined = memory_new(rows, 1);
    }
    size_t first = slot->done[PART_X], count = min_size(rows - first, most);
    if (count)
        pass_outputs(pass, before, first, count,
                     matrix_row_write(&slot->made[PART_X], first),
                     slot->x_undefined + first);
    slot->done[PART_X] = first + count;
    return count;
}

static bool is_made(const Slot *slot, RecordPart part) {
    const Matrix *made = &slot->made[part];
    return matrix_present(made) && slot->done[part] == made->rows;
}

static bool x_is_made(const Slot *slot) {
    return is_made(slot, PART_X);
}

const double *pass_x(Pass *pass, Place place, size_t position, bool *undefined) {
    if (undefined)
        *undefined = false;
    if (place.layer == 0) {
        const Matrix *x = &pass->model->records[place.record].part[PART_X].common;
        return matrix_present(x) ? matrix_row(x, position) : NULL;
    }
    Slot *slot = pass_slot(pass, place);
    while (!x_is_made(slot))
        make_x(pass, place, SIZE_MAX);
    if (undefined)
        *undefined = slot->x_undefined[position];
    return matrix_row(&slot->made[PART_X], position);
}

/* ---- q, k, v ---- */

/* Where the numbers of the head lie; without the matrix, if that is made of x. */
static HeadRows rows_of(const Pass *pass, Place place, RecordPart part) {
    const Model *model = pass->model;
    const Layer *layer = &model->layers[place.layer];
    const Part *given = given_part(model, place, part);
    bool q = part == PART_Q, raw = layer->options.split == RESHAPE_RAW;
    HeadRows rows = {
        .weights = projection_weights(part),
        .positions = q ? model_queries(model, place) : model_keys(model, place),
        .heads = q ? layer->heads : layer->kv_heads,
        .head = q ? place.head : kv_head_of(layer, place.head),
        .width = part == PART_V ? model_value_width(model, place)
                                : model_head_width(model, place),
        .made = !part_present(given),
    };
    rows.matrix = rows.made ? NULL : part_of(given, rows.head);
    bool own = !rows.made && rows.matrix != &given->common;
    rows.start = own ? 0 : rows.head * rows.width * (raw ? rows.positions : 1);
    rows.step = own || raw ? rows.width : rows.heads * rows.width;
    return rows;
}

Projected pass_projected(const Pass *pass, Place place, RecordPart part, size_t position,
                         size_t component) {
    HeadRows of = rows_of(pass, place, part);
    size_t cols = of.heads * of.width, at = of.start + position * of.step + component;
    const Part *weights = &pass->model->layers[place.layer].part[of.weights];
    size_t col = at % cols;
    bool common = part_of(weights, col / of.width) == &weights->common;
    return (Projected){.row = at / cols,
                       .col = col,
                       .column = common ? col : col % of.width,
                       .heads = of.heads,
                       .head = of.head,
                       .width = of.width,
                       .weights = of.weights};
}

/* Makes the next rows of x·weights, of all heads, at most `most`; returns their number. */
static size_t project(Pass *pass, Place place, const HeadRows *of, RecordPart part,
                      size_t most) {
    Slot *slot = pass_slot(pass, place);
    Matrix *made = &slot->made[part];
    const Part *weights = &pass->model->layers[place.layer].part[of->weights];
    if (!matrix_present(made))
        *made = matrix_new(of->positions, of->heads * of->width);
    size_t first = slot->done[part], count = min_size(of->positions - first, most);
    for (size_t i = first; i < first + count; i++)
        pass_x(pass, place, i, NULL); /* reads the row */
    for (size_t h = 0; count && h < of->heads; h++) {
        const Matrix *by = part_of(weights, h);
        product_make(pass, (Product){.rows = pass_x(pass, place, first, NULL),
                                     .count = count,
                                     .by = by,
                                     .first = by == &weights->common ? h * of->width : 0,
                                     .width = of->width,
                                     .to = matrix_row_write(made, first) + h * of->width,
                                     .stride = made->cols});
    }
    slot->done[part] += count;
    return count;
}

bool head_rows(Pass *pass, Place place, RecordPart part, HeadRows *rows) {
    *rows = rows_of(pass, place, part);
    if (!rows->made)
        return true;
    bool made = is_made(pass_slot(pass, place), part);
    if (!made && !model_has_projection(pass->model, place, part))
        return false;
    if (!made)
        project(pass, place, rows, part, SIZE_MAX);
    rows->matrix = &pass_slot(pass, place)->made[part];
    return true;
}

/* ---- all that comes before the rows, in slices ---- */

/* Returns the rows of a matrix in which the first positions of a head lie. */
static size_t rows_spanned(const HeadRows *of, size_t positions) {
    size_t cols = of->matrix->cols;
    return cols && positions ? (of->start + (positions - 1) * of->step) / cols + 1 : 0;
}

/* Whether the rows of a head ask for the whole part. Given rows of q are read one by
 * one. */
static bool is_read_whole(const Model *model, Place place, RecordPart part) {
    bool given = part_present(given_part(model, place, part));
    bool scored = part == PART_K &&
                  (!model_has_q(model, place) || model_has_scores_given(model, place));
    return model_has_projection(model, place, part) &&
           !(given && (part == PART_Q || scored));
}

/* Counts the rows that a head's part needs, and in *there those that it has. */
static size_t rows_there(Pass *pass, Place place, RecordPart part, const HeadRows *of,
                         size_t *there) {
    size_t all = of->made ? of->positions : rows_spanned(of, of->positions);
    size_t done =
        of->made ? pass_slot(pass, place)->done[part] : matrix_rows_there(of->matrix);
    *there = min_size(done, all);
    return all;
}

/* Of q, k and v so many rows are made or read together as take about as long as a row of
 * a head, which reads every key. */
static bool part_advance(Pass *pass, Place place, RecordPart part, size_t *rows) {
    enum { WIDTH = 64 };
    size_t there, together = max_size(1, model_keys(pass->model, place) / WIDTH);
    HeadRows of = rows_of(pass, place, part);
    size_t all = rows_there(pass, place, part, &of, &there);
    if (there == all)
        return true;
    size_t count = min_size(*rows * together, all - there);
    if (of.made)
        project(pass, place, &of, part, count);
    else
        matrix_ready(of.matrix, there, count);
    *rows -= (count + together - 1) / together;
    return there + count == all;
}

/* The heads that have a part of their own: one, if it is made for all of them. */
static size_t heads_apart(const Model *model, Place place, RecordPart part) {
    if (!is_read_whole(model, place, part))
        return 0;
    bool given = part_present(given_part(model, place, part));
    return given ? model->layers[place.layer].heads : 1;
}

static bool projections_advance(Pass *pass, Place place, size_t *rows) {
    for (RecordPart part = PART_Q; part <= PART_V; part++) {
        size_t heads = heads_apart(pass->model, place, part);
        for (place.head = 0; place.head < heads; place.head++)
            if (!part_advance(pass, place, part, rows))
                return false;
    }
    return true;
}

static void projections_progress(Pass *pass, Place place, size_t *done, size_t *rows) {
    for (RecordPart part = PART_Q; part <= PART_V; part++) {
        size_t heads = heads_apart(pass->model, place, part), there;
        for (place.head = 0; place.head < heads; place.head++) {
            HeadRows of = rows_of(pass, place, part);
            *rows += rows_there(pass, place, part, &of, &there);
            *done += there;
        }
    }
}

/* Returns the lowest layer whose rows are read by way of x. */
static size_t lowest_layer(const Pass *pass, Place place) {
    while (place.layer > 0 && model_has_x(pass->model, place))
        place.layer--;
    return place.layer;
}

bool pass_inputs_advance(Pass *pass, Place place, size_t rows) {
    Place at = {.record = place.record, .layer = lowest_layer(pass, place)};
    if (x_is_made(pass_slot(pass, place)))
        at.layer = place.layer; /* so all below is made, too */
    for (; at.layer <= place.layer; at.layer++) {
        const Slot *slot = pass_slot(pass, at);
        bool wanted = at.layer > 0 && !x_is_made(slot) && model_has_x(pass->model, at);
        if (wanted)
            rows -= make_x(pass, at, rows);
        if ((wanted && !x_is_made(slot)) || !projections_advance(pass, at, &rows) ||
            !columns_advance(pass, at, &rows))
            return false;
    }
    return true;
}

void pass_inputs_progress(Pass *pass, Place place, size_t *done, size_t *rows) {
    Place at = {.record = place.record, .layer = lowest_layer(pass, place)};
    size_t there = 0, all = 0;
    for (; at.layer <= place.layer; at.layer++) {
        const Slot *slot = pass_slot(pass, at);
        if (at.layer > 0 && model_has_x(pass->model, at)) {
            Place below = {.record = at.record, .layer = at.layer - 1};
            there += slot->done[PART_X];
            all += model_queries(pass->model, below);
        }
        if (x_is_made(slot))
            there = all; /* all below is made, too */
        columns_progress(pass, at, &there, &all);
        projections_progress(pass, at, &there, &all);
    }
    *done += there;
    *rows += all;
}

static void head_rows_ready(const HeadRows *rows, size_t count) {
    matrix_ready(rows->matrix, 0, rows_spanned(rows, count));
}

const double *head_rows_at(const HeadRows *rows, size_t position) {
    size_t at = rows->start + position * rows->step, cols = rows->matrix->cols;
    return cols ? matrix_row(rows->matrix, at / cols) + at % cols
                : matrix_row(rows->matrix, position);
}

/* Under a raw split the numbers of a position may come from several rows of x. */
static bool head_rows_undefined(Pass *pass, Place place, const HeadRows *rows,
                                size_t position) {
    size_t at = rows->start + position * rows->step, cols = rows->matrix->cols;
    bool any = false;
    if (!rows->made || place.layer == 0 || !cols || !rows->width)
        return false;
    for (size_t i = at / cols; i <= (at + rows->width - 1) / cols; i++) {
        bool undefined;
        pass_x(pass, place, i, &undefined);
        any = any || undefined;
    }
    return any;
}

static const double *projection_row(Pass *pass, Place place, RecordPart part,
                                    size_t position, bool *undefined) {
    HeadRows rows;
    bool present = head_rows(pass, place, part, &rows);
    if (undefined)
        *undefined = present && head_rows_undefined(pass, place, &rows, position);
    return present ? head_rows_at(&rows, position) : NULL;
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

/* ---- the input of a head's rows ---- */

/* Finds the rows of all keys in k or v, and notes those that have no value. */
static const double **key_rows(Pass *pass, Head *head, RecordPart part) {
    HeadRows rows;
    if (!head_rows(pass, head->place, part, &rows))
        return NULL;
    const double **row = memory_new(head->keys, sizeof *row);
    head_rows_ready(&rows, head->keys);
    const double *first = head->keys ? head_rows_at(&rows, 0) : NULL;
    for (size_t j = 0; j < head->keys; j++) {
        row[j] = first + j * rows.step;
        if (!head_rows_undefined(pass, head->place, &rows, j))
            continue;
        if (!head->undefined)
            head->undefined = memory_new(head->keys, 1);
        head->undefined[j] = 1;
    }
    return row;
}

static bool any_query_undefined(Pass *pass, Place place) {
    size_t queries = model_queries(pass->model, place);
    bool undefined = false;
    for (size_t i = 0; !undefined && place.layer > 0 && i < queries; i++)
        pass_q(pass, place, i, &undefined);
    return undefined;
}

const Head *pass_head(Pass *pass, Place place) {
    const Model *model = pass->model;
    const Layer *layer = &model->layers[place.layer];
    Slot *slot = pass_slot(pass, place);
    if (!slot->heads)
        slot->heads = memory_new(layer->heads, sizeof(Head *));
    if (slot->heads[place.head])
        return slot->heads[place.head];
    Head *head = memory_new(1, sizeof *head);
    *head = (Head){
        .place = place,
        .record = &model->records[place.record],
        .options = &layer->options,
        .keys = model_keys(model, place),
        .width = model_head_width(model, place),
        .value_width = model_value_width(model, place),
        .scale = pass_scale(model, place),
        .slope = alibi_slope(place.head, layer->heads),
    };
    bool given = matrix_present(given_matrix(model, place, PART_SCORES)) ||
                 matrix_present(given_matrix(model, place, PART_WEIGHTS));
    if (!given && model_has_q(model, place))
        head->k = key_rows(pass, head, PART_K);
    head->v = key_rows(pass, head, PART_V);
    head->all_undefined =
        layer->options.softmax == SOFTMAX_QUERIES && any_query_undefined(pass, place);
    slot->heads[place.head] = head;
    return head;
}

static const double *row_of(const Matrix *matrix, size_t row) {
    return matrix_present(matrix) ? matrix_row(matrix, row) : NULL;
}

void block_fetch(Block *block, Pass *pass, const Head *head, const size_t *query,
                 size_t count) {
    const Model *model = pass->model;
    Place place = head->place;
    const KeySums *columns = pass_slot(pass, place)->columns;
    *block = (Block){.model = model,
                     .kernel = pass->kernel,
                     .head = head,
                     .count = count,
                     .columns = columns ? &columns[place.head] : NULL};
    for (size_t i = 0; i < count; i++) {
        QueryInput *of = &block->query[i];
        of->rule = rule_input(model, place, query[i]);
        if (head->k || place.layer > 0)
            of->q = pass_q(pass, place, query[i], &of->undefined);
        of->scores = row_of(given_matrix(model, place, PART_SCORES), query[i]);
        of->weights = row_of(given_matrix(model, place, PART_WEIGHTS), query[i]);
        of->bias = row_of(given_matrix(model, place, PART_BIAS), query[i]);
    }
}
