/* The parts that a layer of a record reads, and the check of their sources. Private to
 * shapes.c. */
#ifndef SCENE_SOURCES_H
#define SCENE_SOURCES_H

#include "scene/draft.h"

/* Record parts and layer parts in one range, and sets of them. */
enum {
    WQ = RECORD_PARTS + PART_WQ,
    WK = RECORD_PARTS + PART_WK,
    WV = RECORD_PARTS + PART_WV,
    WO = RECORD_PARTS + PART_WO,
    PARTS = RECORD_PARTS + LAYER_PARTS
};

#define SET(part) (1u << (part))

/* The parts that one layer of one record reads. */
typedef struct Fit {
    Draft *draft;
    RecordDraft *record;
    LayerDraft *layer;
    size_t number; /* of the layer, from 1 */
    const Definitions *part[PARTS];
    unsigned present; /* set of parts */
} Fit;

/* The line of a layer's row, or else of the highest layer's row, which implies it. */
int line_of_layer(const Draft *draft, size_t index);

/* Whether arrays feed a layer after the first, so that it reads no other layer's y. */
bool sources_feed(const Fit *fit);

/* Checks that no array has two sources, none lacks its other half, and no head is missing;
 * of a later layer after the lengths are known. */
bool sources_check(const Fit *fit);

#endif
