/* The store of a pass: all that it makes of each layer, when first asked for. */
#include "math/pass.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/minmax.h"
#include "math/pass_inside.h"

enum { NUMBERS_KEPT_MAX = 1 << 25 }; /* numbers in kept rows before all are dropped */

Pass *pass_new(const Model *model) {
    Pass *pass = memory_new(1, sizeof *pass);
    pass->model = model;
    pass->kernel = kernel_at(0);
    pass->slots = memory_new(model->record_count * model->layer_count, sizeof(Slot));
    return pass;
}

void row_free(Row *row) {
    if (!row)
        return;
    if (row->shares) {
        row->shares--;
        return;
    }
    free(row->reason);
    free(row->scores);
    free(row->weights);
    free(row);
}

static void head_free(Head *head) {
    if (!head)
        return;
    free(head->k);
    free(head->v);
    free(head->undefined);
    free(head);
}

static void slot_drop_rows(Slot *slot, size_t heads, size_t queries) {
    for (size_t i = 0; slot->row_count && i < heads * queries; i++) {
        slot->row_count -= slot->rows[i] != NULL;
        row_free(slot->rows[i]);
    }
    free(slot->rows);
    slot->rows = NULL;
    for (size_t i = 0; slot->outputs && i < queries; i++)
        if (slot->outputs[i] && slot->outputs[i]->shares)
            slot->outputs[i]->shares--;
        else
            free(slot->outputs[i]);
    free(slot->outputs);
    slot->outputs = NULL;
}

static void slot_release(Slot *slot, size_t heads, size_t queries) {
    slot_drop_rows(slot, heads, queries);
    for (size_t h = 0; slot->columns && h < heads; h++)
        free(slot->columns[h].largest);
    for (size_t h = 0; slot->heads && h < heads; h++)
        head_free(slot->heads[h]);
    for (size_t i = 0; slot->reach && i < queries; i++)
        free(slot->reach[i]);
    row_free(slot->no_row);
    free(slot->no_output);
    free(slot->columns);
    free(slot->heads);
    free(slot->reach);
    free(slot->x_undefined);
    for (size_t p = 0; p <= PART_V; p++)
        matrix_release(&slot->made[p]);
}

/* Calls release() with every slot, its heads and its queries. */
static void for_each_slot(Pass *pass, void (*release)(Slot *, size_t, size_t)) {
    const Model *model = pass->model;
    for (size_t n = 0; n < model->record_count * model->layer_count; n++)
        release(&pass->slots[n], model->layers[n % model->layer_count].heads,
                model->records[n / model->layer_count].queries);
}

void pass_free(Pass *pass) {
    if (!pass)
        return;
    for_each_slot(pass, slot_release);
    free(pass->slots);
    free(pass);
}

Slot *pass_slot(Pass *pass, Place place) {
    return &pass->slots[place.record * pass->model->layer_count + place.layer];
}

void pass_make_room(Pass *pass) {
    if (pass->kept <= NUMBERS_KEPT_MAX)
        return;
    for_each_slot(pass, slot_drop_rows);
    pass->kept = 0;
}

size_t rows_in_time(const Model *model, Place place) {
    enum { CELLS_TOGETHER = 1 << 21 };
    return max_size(NEIGHBOURS, CELLS_TOGETHER / max_size(1, model_keys(model, place)));
}

size_t pass_rows_now(Pass *pass, Place place, size_t rows) {
    Haste *haste = pass->model->haste;
    if (!haste || !haste->until)
        return rows;
    if (haste->stopped || (haste->begun && clock_milliseconds() >= haste->until)) {
        haste->left += rows;
        return 0;
    }
    rows = min_size(rows, rows_in_time(pass->model, place));
    haste->begun = true;
    haste->made += rows;
    return rows;
}
