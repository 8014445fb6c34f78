/* A new pass shares rows of an old one whose model differs in one query's cells. */
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "math/pass_inside.h"

/* Shares the rows of all heads, except those of query `but` (SIZE_MAX: of none). */
static void share_rows(Pass *heir, const Slot *from, Slot *to, size_t heads,
                       size_t queries, size_t but) {
    if (!from->rows)
        return;
    to->rows = memory_new(heads * queries, sizeof(Row *));
    size_t left = from->row_count; /* the search ends when all are found */
    for (size_t h = 0; h < heads; h++)
        for (size_t i = 0; left && i < queries; i++) {
            Row *row = from->rows[h * queries + i];
            left -= row != NULL;
            if (!row || i == but)
                continue;
            to->rows[h * queries + i] = row;
            to->row_count++;
            row->shares++;
            heir->kept += row->keys + row->keys / 8 + row->width;
        }
}

static void share_outputs(const Slot *from, Slot *to, size_t queries, size_t but) {
    if (!from->outputs)
        return;
    to->outputs = memory_new(queries, sizeof(Output *));
    for (size_t i = 0; i < queries; i++)
        if (from->outputs[i] && i != but) {
            to->outputs[i] = from->outputs[i];
            to->outputs[i]->shares++;
        }
}

static void share_made(const Slot *from, Slot *to, size_t part) {
    const Matrix *made = &from->made[part];
    if (!matrix_present(made) || from->done[part] < made->rows ||
        matrix_present(&to->made[part]))
        return;
    to->made[part] = matrix_share(made);
    to->done[part] = made->rows;
}

static void share_inputs(const Slot *from, Slot *to) {
    for (size_t p = PART_X; p <= PART_V; p++)
        share_made(from, to, p);
    if (!matrix_present(&to->made[PART_X]))
        return;
    size_t rows = to->made[PART_X].rows;
    to->x_undefined = memory_new(rows, 1);
    memcpy(to->x_undefined, from->x_undefined, rows);
}

void pass_inherit(Pass *heir, Pass *old, size_t layer, size_t query) {
    const Model *model = heir->model;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t l = 0; l <= layer; l++) {
            Place place = {.record = r, .layer = l};
            const Slot *from = pass_slot(old, place);
            Slot *to = pass_slot(heir, place);
            size_t but = l == layer ? query : SIZE_MAX;
            size_t queries = model->records[r].queries;
            share_inputs(from, to);
            if (l == layer && model->layers[l].options.softmax == SOFTMAX_QUERIES)
                continue; /* a column depends on every query */
            share_rows(heir, from, to, model->layers[l].heads, queries, but);
            if (l == layer && model->layers[l].options.merge == RESHAPE_RAW)
                continue; /* a row of concat has parts of other queries */
            share_outputs(from, to, queries, but);
        }
}

/* ---- projections, which no rule changes ---- */

static bool same_part(const Part *a, const Part *b) {
    bool same = a->own_count == b->own_count &&
                (matrix_same_store(&a->common, &b->common) ||
                 (!matrix_present(&a->common) && !matrix_present(&b->common)));
    for (size_t h = 0; same && h < a->own_count; h++)
        same = matrix_same_store(&a->own[h], &b->own[h]);
    return same;
}

void pass_inherit_projections(Pass *heir, Pass *old) {
    const Model *new = heir->model, *was = old->model;
    Place at = {0};
    for (; at.record < new->record_count &&at.record < was->record_count; at.record++)
        for (RecordPart p = PART_Q; p <= PART_V; p++) {
            LayerPart by = projection_weights(p);
            if (model_queries(new, at) == model_queries(was, at) &&
                model_keys(new, at) == model_keys(was, at) &&
                same_part(&new->records[at.record].part[PART_X],
                          &was->records[at.record].part[PART_X]) &&
                same_part(&new->layers[0].part[by], &was->layers[0].part[by]))
                share_made(pass_slot(old, at), pass_slot(heir, at), p);
        }
}
