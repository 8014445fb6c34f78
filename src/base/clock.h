/* A clock that never goes back. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <time.h>

static inline long clock_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
