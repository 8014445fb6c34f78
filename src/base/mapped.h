/* A read-only map of a regular file.
 *
 * If another program cuts the file short, touching the missing part raises SIGBUS. Call
 * mapped_whole before a batch of reads; a file that shrinks after that still raises it. */
#ifndef BASE_MAPPED_H
#define BASE_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct Mapped {
    const unsigned char *bytes; /* not NULL while open, even of an empty file */
    size_t size;
    int file; /* the descriptor, kept for mapped_whole */
} Mapped;

/* Maps a file. The error is not located. */
bool mapped_open(Mapped *mapped, const char *path, Error *error);

/* Whether the file still has the length that it had when it was mapped. */
bool mapped_whole(const Mapped *mapped);

void mapped_release(Mapped *mapped); /* {0} is fine */

#endif
