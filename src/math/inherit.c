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

static void share_inputs(const Slot *from, Slot *to) {
    const Matrix *x = &from->made[PART_X];
    for (size_t p = PART_Q; p <= PART_V; p++)
        to->made[p] = matrix_share(&from->made[p]);
    if (!matrix_present(x) || from->x_done < x->rows)
        return;
    to->made[PART_X] = matrix_share(x);
    to->x_done = x->rows;
    to->x_undefined = memory_new(x->rows, 1);
    memcpy(to->x_undefined, from->x_undefined, x->rows);
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
