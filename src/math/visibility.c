/* See visibility.h. */
#include "math/visibility.h"

#include <string.h>

#include "base/minmax.h"

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

static Reason rule_reason(const RuleInput *in, size_t key) {
    for (Reason rule = 0; rule < REASONS; rule++)
        if (rule_in_force(in, rule) && rule_hides(in, rule, key))
            return rule;
    return REASON_OPEN;
}

Reason visibility_rule(const Model *model, Place place, size_t query, size_t key) {
    RuleInput in = rule_input(model, place, query);
    return rule_reason(&in, key);
}

Reason visibility(const Model *model, Place place, size_t query, size_t key) {
    ForceState forced = forces_at(&model->layers[place.layer].forces, query, key);
    if (forced != FORCE_NONE)
        return forced == FORCE_OPEN ? REASON_FORCED_OPEN : REASON_FORCED_SHUT;
    return visibility_rule(model, place, query, key);
}

/* ---- a whole row ---- */

static void force_keys(const RuleInput *in, const Force *force, size_t keys,
                       unsigned char *reason) {
    size_t end = min_size(force->keys, keys), key = force->key;
    if (key < end && force->state != FORCE_NONE)
        memset(reason + key,
               force->state == FORCE_OPEN ? REASON_FORCED_OPEN : REASON_FORCED_SHUT,
               end - key);
    for (; force->state == FORCE_NONE && key < end; key++)
        reason[key] = (unsigned char)rule_reason(in, key);
}

static void force_row(const RuleInput *in, size_t keys, unsigned char *reason) {
    const Forces *forces = &in->model->layers[in->place.layer].forces;
    for (size_t i = 0; i < forces->lines; i++)
        if (in->query >= forces->line[i].query && in->query < forces->line[i].queries)
            force_keys(in, &forces->line[i], keys, reason);
    for (size_t i = forces_first(forces, in->query);
         i < forces->runs && forces->run[i].query == in->query; i++)
        force_keys(in, &forces->run[i], keys, reason);
}

void visibility_rule_row(const RuleInput *in, size_t keys, unsigned char *reason) {
    memset(reason, REASON_OPEN, keys);
    for (Reason rule = REASONS; rule-- > 0;)
        if (rule_in_force(in, rule))
            rule_hide_row(in, rule, keys, reason);
}

void visibility_row(const RuleInput *in, size_t keys, unsigned char *reason) {
    visibility_rule_row(in, keys, reason);
    force_row(in, keys, reason);
}
