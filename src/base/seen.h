/* Files that other programs may change: how they were when they were read or written last. */
#ifndef BASE_SEEN_H
#define BASE_SEEN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct SeenFiles { /* {0}: none */
    struct SeenFile *file;
    size_t count;
} SeenFiles;

/* Notes a file as it is now. Nothing is noted of a pipe, a device or a missing file. */
void seen_note(SeenFiles *seen, const char *path);

/* Returns true if a file was noted and is another one now, or has other bytes. */
bool seen_changed(const SeenFiles *seen, const char *path);

/* Returns true if a file was noted and is still as it was then. */
bool seen_same(const SeenFiles *seen, const char *path);

void seen_release(SeenFiles *seen);

#endif
