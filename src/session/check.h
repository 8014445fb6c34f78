/* Plays a scene and judges every expect, for --check. */
#ifndef SESSION_CHECK_H
#define SESSION_CHECK_H

#include "base/error.h"

#include <stddef.h>

typedef struct Tally {
    size_t passed, failed;
    void (*report)(void *context, const Error *failure); /* with file and line */
    void *context;
} Tally;

/* Plays every step. Returns false, with error, if the scene cannot be read. */
bool check_scene(Tally *tally, const char *path, Error *error);

#endif
