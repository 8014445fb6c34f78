/* Mask cells forced by hand: visible or hidden whatever the rules say, for all heads and
 * records of a layer.
 *
 * They are kept as rectangles, so that a whole row, a column or everything costs no more
 * than a cell. Lines have several queries, and a later line covers the earlier ones. Runs
 * are keys of one query, and cover all lines. */
#ifndef MATH_FORCES_H
#define MATH_FORCES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum ForceState { FORCE_NONE = -1, FORCE_SHUT, FORCE_OPEN } ForceState;

/* Queries query .. queries-1 and keys key .. keys-1. */
typedef struct Force {
    size_t query, queries, key, keys;
    ForceState state; /* FORCE_NONE: the rules decide again, whatever lines say */
} Force;

typedef struct Forces {
    Force *line; /* [lines], the oldest first */
    size_t lines;
    Force *run; /* [runs], by query and key, none over another */
    size_t runs;
} Forces;

Forces forces_copy(const Forces *forces);
void forces_release(Forces *forces);

static inline bool forces_any(const Forces *forces) {
    return forces->lines + forces->runs > 0;
}

/* Returns true if both have the same rectangles. */
bool forces_same(const Forces *a, const Forces *b);

ForceState forces_at(const Forces *forces, size_t query, size_t key);

/* Returns true if all cells of a rectangle are known to have its state; of one that has
 * parts in several rectangles it may return false. */
bool forces_are(const Forces *forces, Force all);

/* Gives the cells of a rectangle a state. */
void forces_set(Forces *forces, Force force);

/* Appends a run behind all others; if it continues the last one, that gets longer. */
void forces_append(Forces *forces, Force run);

/* Returns the first run of a query or of one after it; runs of one query follow one
 * another. */
size_t forces_first(const Forces *forces, size_t query);

/* Writes the states that lines alone give keys from .. to-1 of a query, state[key] that of
 * a key. */
void forces_lines(const Forces *forces, size_t query, size_t from, size_t to,
                  signed char *state);

#endif
