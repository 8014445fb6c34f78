/* Which inputs of the first layer an output can depend on, through any path of heads and layers.
 *
 * A layer passes on what is visible in some head where hidden keys get exactly no share (before,
 * renorm, finite and add by intention), and everything in the orders that leak by construction. */
#include <stdlib.h>

#include "base/memory.h"
#include "math/store.h"

static bool order_leaks(int order) {
    return order == ORDER_ZERO || order == ORDER_AFTER || order == ORDER_VALUES;
}

/* Whether a layer hands a position on to an output; if so, hop (may be NULL) says how. */
static bool layer_passes(const Model *model, Place place, size_t query, size_t key,
                         Hop *hop) {
    const Layer *layer = &model->layers[place.layer];
    Hop how = {.layer = place.layer, .query = query, .key = key};
    bool passes = order_leaks(layer->options.order);
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

/* Of a layer after the first. */
static unsigned char *reach_fill(Pass *pass, Place place) {
    const Model *model = pass->model;
    size_t queries = model_queries(model, place.layer, place.record);
    size_t keys = model_keys(model, place.layer, place.record);
    size_t inputs = model_keys(model, 0, place.record);
    unsigned char *reach = memory_new(queries * inputs, 1);
    Place before = place;
    before.layer--;
    for (size_t i = 0; i < queries; i++)
        for (size_t j = 0; j < keys; j++) {
            if (!layer_passes(model, place, i, j, NULL))
                continue;
            for (size_t n = 0; n < inputs; n++)
                reach[i * inputs + n] |= pass_reach(pass, before, j, n);
        }
    return reach;
}

bool pass_reach(Pass *pass, Place place, size_t query, size_t key) {
    Slot *slot = pass_slot(pass, place.record, place.layer);
    if (place.layer == 0) /* nothing lies below it that would have to be kept */
        return layer_passes(pass->model, place, query, key, NULL);
    if (!slot->reach)
        slot->reach = reach_fill(pass, place);
    return slot->reach[query * model_keys(pass->model, 0, place.record) + key];
}

bool pass_reach_path(Pass *pass, Place place, size_t query, size_t key, Hop *hops) {
    const Model *model = pass->model;
    size_t keys = model_keys(model, place.layer, place.record);
    Hop *hop = &hops[place.layer];
    if (place.layer == 0)
        return layer_passes(model, place, query, key, hop);
    Place before = place;
    before.layer--;
    for (size_t n = 0; n < keys; n++) {
        size_t middle = n == 0       ? query
                        : n <= query ? n - 1
                                     : n; /* its own position first */
        if (layer_passes(model, place, query, middle, hop) &&
            pass_reach(pass, before, middle, key))
            return pass_reach_path(pass, before, middle, key, hops);
    }
    return false;
}
