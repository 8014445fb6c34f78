/* Playing a scene and judging every expect. */
#ifndef SESSION_CHECK_H
#define SESSION_CHECK_H

#include "base/error.h"

#include <stddef.h>

typedef struct Tally {
    size_t passed, failed;
    void (*report)(void *context, const Error *failure); /* located */
    void *context;
} Tally;

/* Plays every step. False, with error: the scene cannot be read. */
bool check_scene(Tally *tally, const char *path, Error *error);

#endif
