/* Finds the inputs of the first layer on which an output can depend, by any path of heads
 * and layers.
 *
 * A layer passes on the keys that are visible in some head, and every key in the orders
 * that leak by construction (order.h). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/pass_inside.h"

/* Whether an output of a layer depends on a position; then hop (may be NULL) says how. */
static bool layer_passes(const Model *model, Place place, size_t query, size_t key,
                         Hop *hop) {
    const Layer *layer = &model->layers[place.layer];
    Hop how = {.layer = place.layer, .query = query, .key = key};
    bool passes = order_of(&layer->options)->leaks;
    for (place.head = 0; !passes && place.head < layer->heads; place.head++)
        if (reason_visible(visibility(model, place, query, key))) {
            how.head = place.head;
            passes = true;
        }
    if (!passes && layer->options.residual && query == key)
        passes = how.residual = true;
    if (passes && hop)
        *hop = how;
    return passes;
}

/* Sets read[] at the positions on which an output of the layer depends. */
static void add_reads(const Model *model, Place place, size_t query,
                      unsigned char *read) {
    const Layer *layer = &model->layers[place.layer];
    size_t keys = model_keys(model, place);
    if (order_of(&layer->options)->leaks) {
        memset(read, 1, keys);
        return;
    }
    unsigned char *reason = memory_new(keys, 1);
    for (place.head = 0; place.head < layer->heads; place.head++) {
        RuleInput in = rule_input(model, place, query);
        visibility_row(&in, keys, reason);
        for (size_t j = 0; j < keys; j++)
            read[j] |= reason_visible((Reason)reason[j]);
    }
    if (layer->options.residual && query < keys)
        read[query] = 1;
    free(reason);
}

/* One row of reach, for a layer after the first: the positions that the output reads,
 * then the positions that those read a layer below, and so on down. */
static unsigned char *reach_row(const Model *model, Place place, size_t query) {
    size_t count = model_keys(model, place);
    unsigned char *read = memory_new(count, 1);
    add_reads(model, place, query, read);
    while (place.layer-- > 0) {
        size_t keys = model_keys(model, place);
        unsigned char *below = memory_new(keys, 1);
        for (size_t m = 0; m < count; m++) /* count: `known` may differ between layers */
            if (read[m])
                add_reads(model, place, m, below);
        free(read);
        read = below;
        count = keys;
    }
    return read;
}

bool pass_reach(Pass *pass, Place place, size_t query, size_t key) {
    const Model *model = pass->model;
    Slot *slot = pass_slot(pass, place);
    if (place.layer == 0) /* cheap enough not to be kept */
        return layer_passes(model, place, query, key, NULL);
    if (!slot->reach)
        slot->reach =
            memory_new(model->records[place.record].queries, sizeof(unsigned char *));
    if (!slot->reach[query])
        slot->reach[query] = reach_row(model, place, query);
    return slot->reach[query][key];
}

bool pass_reach_path(Pass *pass, Place place, size_t query, size_t key, Hop *hops) {
    const Model *model = pass->model;
    size_t keys = model_keys(model, place);
    Hop *hop = &hops[place.layer];
    if (place.layer == 0)
        return layer_passes(model, place, query, key, hop);
    Place before = place;
    before.layer--;
    for (size_t n = 0; n < keys; n++) {
        size_t middle = n == 0 ? query : n <= query ? n - 1 : n; /* own position first */
        if (layer_passes(model, place, query, middle, hop) &&
            pass_reach(pass, before, middle, key))
            return pass_reach_path(pass, before, middle, key, hops);
    }
    return false;
}
