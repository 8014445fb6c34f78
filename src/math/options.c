/* See options.h. */
#include "math/options.h"

static Permutation identity(size_t count) {
    Permutation order = {.count = count};
    for (size_t i = 0; i < count && i < HEADS_MAX; i++)
        order.entry[i] = (unsigned short)i;
    return order;
}

Options options_default(size_t heads) {
    return (Options){
        .pad_queries = 1,
        .loss_mask = 1,
        .mask = 1,
        .fill = -1e9,
        .head_order = identity(heads),
        .wo_order = identity(heads),
        .segments = 1,
    };
}

bool permutation_is_identity(const Permutation *order) {
    for (size_t i = 0; i < order->count; i++)
        if (order->entry[i] != i)
            return false;
    return true;
}
