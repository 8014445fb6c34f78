/* See visibility.h. */
#include "math/visibility.h"

bool reason_visible(Reason reason) {
    return reason == REASON_OPEN || reason == REASON_FORCED_OPEN;
}

long query_slot(const Record *record, size_t query) {
    long slot = (long)query + (long)record->keys - (long)record->queries;
    return slot < 0 ? -1 : slot;
}

long query_position(const Model *model, size_t layer, size_t record, size_t query) {
    const Record *of = &model->records[record];
    if (of->has_offset)
        return (long)query + of->offset;
    if (model->layers[layer].options.align == ALIGN_TOP_LEFT)
        return (long)query;
    return (long)query + (long)of->keys - (long)of->queries;
}

bool query_is_padding(const Record *record, size_t query) {
    if (record->query_padding)
        return record->query_padding[query];
    long slot = query_slot(record, query);
    return slot >= 0 && record->padding[slot];
}

bool query_unused(const Model *model, size_t layer, size_t record, size_t query) {
    return model->layers[layer].options.pad_queries &&
           query_is_padding(&model->records[record], query);
}

static bool causal_hides(const Options *options, long position, long key) {
    if (options->prefix.on && key < (long)options->prefix.value)
        return false;
    switch ((Causal)options->causal) {
    case CAUSAL_OFF:
        return false;
    case CAUSAL_ON:
        return key > position;
    case CAUSAL_STRICT:
        return key >= position;
    case CAUSAL_REVERSED:
        return key < position;
    }
    return false;
}

static bool window_hides(const Options *options, long position, long key) {
    if (!options->window.on || (options->sink.on && key < (long)options->sink.value))
        return false;
    long distance = position < key ? key - position : position - key;
    return distance >= (long)options->window.value;
}

static bool segments_hide(const Record *record, size_t query, size_t key) {
    if (!record->segments)
        return false;
    if (record->query_segments)
        return record->query_segments[query] != record->segments[key];
    long slot = query_slot(record, query);
    return slot >= 0 && record->segments[slot] != record->segments[key];
}

bool mask_keeps(const Model *model, size_t layer, size_t record) {
    return model->layers[layer].options.mask_sense == MASK_KEEP ||
           given_part(model, layer, record, PART_MASK)->additive;
}

static bool mask_hides(const Model *model, Place place, size_t query, size_t key) {
    const Options *options = &model->layers[place.layer].options;
    const Matrix *mask = given_matrix(model, place, PART_MASK);
    if (!options->mask || !matrix_present(mask))
        return false;
    bool one = matrix_at(mask, query, key) != 0;
    return mask_keeps(model, place.layer, place.record) ? !one : one;
}

Reason visibility_rule(const Model *model, Place place, size_t query, size_t key) {
    const Record *record = &model->records[place.record];
    const Options *options = &model->layers[place.layer].options;
    long position = query_position(model, place.layer, place.record, query);
    if (causal_hides(options, position, (long)key))
        return REASON_CAUSAL;
    if (window_hides(options, position, (long)key))
        return REASON_WINDOW;
    if (options->pad_keys && record->padding[key])
        return REASON_PADDING;
    if (options->segments && segments_hide(record, query, key))
        return REASON_SEGMENTS;
    if (mask_hides(model, place, query, key))
        return REASON_MASK;
    return REASON_OPEN;
}

Reason visibility(const Model *model, Place place, size_t query, size_t key) {
    int forced = layer_forced(&model->layers[place.layer], query, key);
    if (forced >= 0)
        return forced ? REASON_FORCED_OPEN : REASON_FORCED_SHUT;
    return visibility_rule(model, place, query, key);
}
