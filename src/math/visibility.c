/* See visibility.h. */
#include "math/visibility.h"

#include <string.h>

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

/* ---- a whole row: ranges first, then what is told key by key ---- */

const Matrix *visibility_mask(const Model *model, Place place) {
    const Matrix *mask = given_matrix(model, place, PART_MASK);
    bool applies = model->layers[place.layer].options.mask && matrix_present(mask);
    return applies ? mask : NULL;
}

static size_t within(long key, size_t keys) {
    return key < 0 ? 0 : (size_t)key < keys ? (size_t)key : keys;
}

/* Keys from .. to-1, those before `except` left alone. */
static void hide_range(unsigned char *reason, size_t from, size_t to, size_t except,
                       Reason why) {
    from = from < except ? except : from;
    if (from < to)
        memset(reason + from, (int)why, to - from);
}

static void hide_causal(const Options *options, long position, size_t keys,
                        unsigned char *reason) {
    size_t except = options->prefix.on ? options->prefix.value : 0;
    switch ((Causal)options->causal) {
    case CAUSAL_OFF:
        return;
    case CAUSAL_ON:
        hide_range(reason, within(position + 1, keys), keys, except, REASON_CAUSAL);
        return;
    case CAUSAL_STRICT:
        hide_range(reason, within(position, keys), keys, except, REASON_CAUSAL);
        return;
    case CAUSAL_REVERSED:
        hide_range(reason, 0, within(position, keys), except, REASON_CAUSAL);
        return;
    }
}

static void hide_window(const Options *options, long position, size_t keys,
                        unsigned char *reason) {
    size_t except = options->sink.on ? options->sink.value : 0;
    long reach = (long)options->window.value;
    if (!options->window.on)
        return;
    hide_range(reason, 0, within(position - reach + 1, keys), except, REASON_WINDOW);
    hide_range(reason, within(position + reach, keys), keys, except, REASON_WINDOW);
}

static void hide_segments(const Record *record, size_t query, size_t keys,
                          unsigned char *reason) {
    long slot = query_slot(record, query);
    if (!record->segments || (!record->query_segments && slot < 0))
        return;
    long own =
        record->query_segments ? record->query_segments[query] : record->segments[slot];
    for (size_t j = 0; j < keys; j++)
        if (record->segments[j] != own)
            reason[j] = REASON_SEGMENTS;
}

static void force_cells(const Layer *layer, size_t query, size_t keys,
                        unsigned char *reason) {
    size_t low = 0, high = layer->force_count; /* they are sorted by query */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (layer->forces[middle].query < query)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < layer->force_count && layer->forces[low].query == query; low++) {
        const Force *force = &layer->forces[low];
        if (force->key < keys)
            reason[force->key] = force->open ? REASON_FORCED_OPEN : REASON_FORCED_SHUT;
    }
}

/* The rule that is asked last writes first, so that the one asked first has the last word. */
void visibility_row(const Model *model, Place place, size_t query, size_t keys,
                    const double *mask, unsigned char *reason) {
    const Record *record = &model->records[place.record];
    const Layer *layer = &model->layers[place.layer];
    const Options *options = &layer->options;
    long position = query_position(model, place.layer, place.record, query);
    bool keeps = mask_keeps(model, place.layer, place.record);
    memset(reason, REASON_OPEN, keys);
    for (size_t j = 0; mask && j < keys; j++)
        if ((mask[j] != 0) != keeps)
            reason[j] = REASON_MASK;
    if (options->segments)
        hide_segments(record, query, keys, reason);
    for (size_t j = 0; options->pad_keys && j < keys; j++)
        if (record->padding[j])
            reason[j] = REASON_PADDING;
    hide_window(options, position, keys, reason);
    hide_causal(options, position, keys, reason);
    force_cells(layer, query, keys, reason);
}
