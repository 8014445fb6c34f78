/* The store of a pass: layers' inputs, projections and rows, each made when first asked for. */
#include "math/pass.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/pass_inside.h"

enum { NUMBERS_KEPT_MAX = 1 << 25 }; /* of rows, before the oldest work is dropped */

Pass *pass_new(const Model *model) {
    Pass *pass = memory_new(1, sizeof *pass);
    pass->model = model;
    pass->kernel = kernel_at(0);
    pass->slots = memory_new(model->record_count * model->layer_count, sizeof(Slot));
    return pass;
}

static size_t slot_heads(const Pass *pass, size_t layer) {
    return pass->model->layers[layer].heads;
}

void row_free(Row *row) {
    if (!row || row->shares) {
        if (row)
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

/* Gives up one holder's share. */
static void output_free(Output *output) {
    if (output && output->shares)
        output->shares--;
    else
        free(output);
}

static void outputs_release(Output ***outputs, size_t count) {
    for (size_t i = 0; *outputs && i < count; i++)
        output_free((*outputs)[i]);
    free(*outputs);
    *outputs = NULL;
}

static void slot_release_rows(Pass *pass, Slot *slot, size_t record, size_t layer) {
    size_t count = slot_heads(pass, layer) * pass->model->records[record].queries;
    for (size_t i = 0; slot->row_count && i < count; i++) {
        slot->row_count -= slot->rows[i] != NULL;
        row_free(slot->rows[i]);
    }
    free(slot->rows);
    slot->rows = NULL;
    outputs_release(&slot->concats, pass->model->records[record].queries);
    outputs_release(&slot->outputs, pass->model->records[record].queries);
}

static void slot_release(Pass *pass, Slot *slot, size_t record, size_t layer) {
    slot_release_rows(pass, slot, record, layer);
    for (size_t h = 0; slot->columns && h < slot_heads(pass, layer); h++) {
        free(slot->columns[h].largest);
        free(slot->columns[h].sum);
    }
    free(slot->columns);
    for (size_t h = 0; slot->heads && h < slot_heads(pass, layer); h++)
        head_free(slot->heads[h]);
    free(slot->heads);
    free(slot->x_undefined);
    for (size_t i = 0; slot->reach && i < pass->model->records[record].queries; i++)
        free(slot->reach[i]);
    free(slot->reach);
    matrix_release(&slot->x);
    matrix_release(&slot->q);
    matrix_release(&slot->k);
    matrix_release(&slot->v);
}

void pass_set_threads(Pass *pass, unsigned threads) {
    pass->threads = threads;
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

void pass_make_room(Pass *pass) {
    if (pass->kept <= NUMBERS_KEPT_MAX)
        return;
    for (size_t r = 0; r < pass->model->record_count; r++)
        for (size_t l = 0; l < pass->model->layer_count; l++)
            slot_release_rows(pass, pass_slot(pass, r, l), r, l);
    pass->kept = 0;
}
