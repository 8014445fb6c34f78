/* The parts that a layer of a record reads, and the check of their sources. Private to
 * shapes.c. */
#ifndef SCENE_SOURCES_H
#define SCENE_SOURCES_H

#include "scene/draft.h"

/* A set of parts, of which it has one. */
#define SET(part) (1u << (part))

/* The parts that one layer of one record reads. */
typedef struct Fit {
    Draft *draft;
    Scope *record, *layer;
    size_t number; /* of the layer, from 1 */
    const Definitions *part[PARTS];
    unsigned present; /* set of parts */
} Fit;

/* The line of the layer's row, or else of the highest layer's row, which implies it. */
int line_of_layer(const Fit *fit);

/* Whether arrays feed a layer after the first, so that it reads no other layer's y. */
bool sources_feed(const Fit *fit);

/* Checks that no array has two sources, none lacks its other half, and no head is missing;
 * of a later layer after the lengths are known. */
bool sources_check(const Fit *fit);

#endif
