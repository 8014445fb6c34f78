/* What the rows of a head have in common. */
#include <stdlib.h>

#include "base/memory.h"
#include "math/store.h"

void head_free(Head *head) {
    if (!head)
        return;
    free(head->k);
    free(head->v);
    free(head->undefined);
    free(head);
}

/* Rows of k or v, and which of them have no value. */
static const double **head_rows(Pass *pass, Head *head, RecordPart part, size_t width) {
    Strip strip;
    if (!pass_strip(pass, head->place, part, &strip))
        return NULL;
    const double **rows = memory_new(head->keys, sizeof *rows);
    strip_ready(&strip, head->keys);
    const double *first = head->keys ? strip_row(&strip, 0) : NULL;
    for (size_t j = 0; j < head->keys; j++) {
        rows[j] = first + j * strip.step;
        if (!strip_undefined(pass, head->place, &strip, width, j))
            continue;
        if (!head->undefined)
            head->undefined = memory_new(head->keys, 1);
        head->undefined[j] = 1;
    }
    return rows;
}

static bool any_query_undefined(Pass *pass, Place place) {
    size_t queries = model_queries(pass->model, place.layer, place.record);
    bool undefined = false;
    for (size_t i = 0; !undefined && place.layer > 0 && i < queries; i++)
        pass_q(pass, place, i, &undefined);
    return undefined;
}

const Head *pass_head(Pass *pass, Place place) {
    const Model *model = pass->model;
    const Layer *layer = &model->layers[place.layer];
    Slot *slot = pass_slot(pass, place.record, place.layer);
    if (!slot->heads)
        slot->heads = memory_new(layer->heads, sizeof(Head *));
    if (slot->heads[place.head])
        return slot->heads[place.head];
    Head *head = memory_new(1, sizeof *head);
    *head = (Head){
        .place = place,
        .record = &model->records[place.record],
        .options = &layer->options,
        .keys = model_keys(model, place.layer, place.record),
        .width = model_head_width(model, place.layer, place.record),
        .value_width = model_value_width(model, place.layer, place.record),
        .scale = pass_scale(model, place),
        .slope = alibi_slope(place.head, layer->heads),
    };
    bool given = matrix_present(given_matrix(model, place, PART_SCORES)) ||
                 matrix_present(given_matrix(model, place, PART_WEIGHTS));
    if (!given && model_has_q(model, place.layer, place.record))
        head->k = head_rows(pass, head, PART_K, head->width);
    head->v = head_rows(pass, head, PART_V, head->value_width);
    head->all_undefined =
        layer->options.softmax == SOFTMAX_QUERIES && any_query_undefined(pass, place);
    slot->heads[place.head] = head;
    return head;
}
