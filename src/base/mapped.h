/* A file's bytes without reading them: a read-only map of a regular file.
 *
 * A file that another program cuts short while it is mapped raises SIGBUS where the missing part is
 * touched. mapped_whole asks whether it still has its length: to be asked before a batch of reads;
 * between the asking and the reading the danger stays. */
#ifndef BASE_MAPPED_H
#define BASE_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct Mapped {
    const unsigned char *bytes; /* never NULL while open, of an empty file neither */
    size_t size;
    int file; /* the descriptor, kept for mapped_whole */
} Mapped;

/* The error does not name the file: error_locate does. */
bool mapped_open(Mapped *mapped, const char *path, Error *error);
bool mapped_whole(const Mapped *mapped);
void mapped_release(Mapped *mapped); /* of one that is {0} too */

#endif
