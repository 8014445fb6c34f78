/* See visibility.h. */
#include "math/visibility.h"

#include <string.h>

long query_slot(const Record *record, size_t query) {
    long slot = (long)query + (long)record->keys - (long)record->queries;
    return slot < 0 ? -1 : slot;
}

long query_position(const Model *model, Place place, size_t query) {
    const Record *of = &model->records[place.record];
    if (of->has_offset)
        return (long)query + of->offset;
    if (model->layers[place.layer].options.align == ALIGN_TOP_LEFT)
        return (long)query;
    return (long)query + (long)of->keys - (long)of->queries;
}

bool query_is_padding(const Record *record, size_t query) {
    if (record->query_padding)
        return record->query_padding[query];
    long slot = query_slot(record, query);
    return slot >= 0 && record->padding[slot];
}

bool query_unused(const Model *model, Place place, size_t query) {
    return model->layers[place.layer].options.pad_queries &&
           query_is_padding(&model->records[place.record], query);
}

RuleInput rule_input(const Model *model, Place place, size_t query) {
    const Record *record = &model->records[place.record];
    const Options *options = &model->layers[place.layer].options;
    const Matrix *mask = given_matrix(model, place, PART_MASK);
    return (RuleInput){
        .model = model,
        .record = record,
        .options = options,
        .place = place,
        .query = query,
        .position = query_position(model, place, query),
        .slot = query_slot(record, query),
        .mask = options->mask && query < mask->rows ? matrix_row(mask, query) : NULL,
    };
}

Reason visibility_rule(const Model *model, Place place, size_t query, size_t key) {
    RuleInput in = rule_input(model, place, query);
    for (Reason rule = 0; rule < REASONS; rule++)
        if (rule_in_force(&in, rule) && rule_hides(&in, rule, key))
            return rule;
    return REASON_OPEN;
}

Reason visibility(const Model *model, Place place, size_t query, size_t key) {
    int forced = layer_forced(&model->layers[place.layer], query, key);
    if (forced >= 0)
        return forced ? REASON_FORCED_OPEN : REASON_FORCED_SHUT;
    return visibility_rule(model, place, query, key);
}

/* ---- a whole row ---- */

static void force_cells(const CellEdits *forces, size_t query, size_t keys,
                        unsigned char *reason) {
    CellEdit first = {.query = query};
    for (size_t n = edits_index(forces, &first); n < forces->count; n++) {
        const CellEdit *force = &forces->edit[n];
        if (force->query != query)
            return;
        if (force->key < keys)
            reason[force->key] =
                force->value != 0 ? REASON_FORCED_OPEN : REASON_FORCED_SHUT;
    }
}

/* Rules write in reverse order, so that the first one that hides a key is its reason. */
void visibility_row(const RuleInput *in, size_t keys, unsigned char *reason) {
    memset(reason, REASON_OPEN, keys);
    for (Reason rule = REASONS; rule-- > 0;)
        if (rule_in_force(in, rule))
            rule_hide_row(in, rule, keys, reason);
    force_cells(&in->model->layers[in->place.layer].forces, in->query, keys, reason);
}
