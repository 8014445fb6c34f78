/* The smaller and the larger of two numbers, and indices within a range. */
#ifndef BASE_MINMAX_H
#define BASE_MINMAX_H

#include <stdbool.h>
#include <stddef.h>

static inline int min_int(int a, int b) {
    return a < b ? a : b;
}

static inline int max_int(int a, int b) {
    return a > b ? a : b;
}

static inline size_t min_size(size_t a, size_t b) {
    return a < b ? a : b;
}

static inline size_t max_size(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Moves an index by some steps, but not past 0 or last; one past last goes to last. */
static inline size_t stepped(size_t at, bool forward, size_t steps, size_t last) {
    if (forward)
        return at < last && last - at > steps ? at + steps : last;
    return at > last ? last : at > steps ? at - steps : 0;
}

#endif
