/* Who may read whom: the rule, never a score.
 *
 * position(i) = i + Tk - Tq (bottom-right), i (top-left), or i + offset. Query i's own slot, for
 * padding and segments, is i + Tk - Tq whatever position says. Rules combine by AND; `prefix`
 * excepts its keys from causal, `sink` its keys from the window; a forced cell overrides all. */
#ifndef MATH_VISIBILITY_H
#define MATH_VISIBILITY_H

#include "math/model.h"

/* The rule that decided; of several that hide a cell the first in this order. */
typedef enum Reason {
    REASON_OPEN,
    REASON_CAUSAL,
    REASON_WINDOW,
    REASON_PADDING,
    REASON_SEGMENTS,
    REASON_MASK,
    REASON_FORCED_OPEN,
    REASON_FORCED_SHUT
} Reason;

static inline bool reason_visible(Reason reason) {
    return reason == REASON_OPEN || reason == REASON_FORCED_OPEN;
}

Reason visibility(const Model *model, Place place, size_t query, size_t key);

/* Whether 1 in the scene's mask is visible: mask-sense, but for a mask that was given as what to
 * add. */
bool mask_keeps(const Model *model, size_t layer, size_t record);

/* What the rule alone says, as if no cell were forced. */
Reason visibility_rule(const Model *model, Place place, size_t query, size_t key);

/* visibility of a whole row into reason[keys], far faster. mask: the row of the scene's mask that
 * visibility_mask names. */
void visibility_row(const Model *model, Place place, size_t query, size_t keys,
                    const double *mask, unsigned char *reason);

/* The mask that the layer's rule reads, or NULL. */
const Matrix *visibility_mask(const Model *model, Place place);

long query_position(const Model *model, size_t layer, size_t record, size_t query);

/* Query i's own key slot, i + Tk - Tq, or -1 where there is none. */
long query_slot(const Record *record, size_t query);
bool query_is_padding(const Record *record, size_t query);

/* A padding query under pad-queries=on: its weights, sum and out are zero. */
bool query_unused(const Model *model, size_t layer, size_t record, size_t query);

#endif
