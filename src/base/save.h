/* Writes a file whole or not at all: a new file beside it takes its name only when every
 * byte is on the disk. After any failure the old file is unchanged. */
#ifndef BASE_SAVE_H
#define BASE_SAVE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

typedef struct Save {
    FILE *file;         /* write here and leave errors to save_close, which asks ferror */
    bool over;          /* an existing file may be replaced */
    const char *action; /* borrowed: "save" or "export", for errors */
    char *name;         /* owned: as the user gave it */
    char *path;         /* name, or the target of a symbolic link of that name */
    char *temporary;    /* in the folder of path */
} Save;

/* Opens the temporary file and returns save->file. Returns NULL, with nothing to close, if
 * `path` exists and not `over`, is no regular file, or its folder takes no new file. */
FILE *save_open(Save *save, const char *action, const char *path, bool over,
                Error *error);

/* Puts the file in its place, with the rights of the one it replaces. Unless all was
 * `fine` so far, and on failure (a full disk, a file created meanwhile), removes the
 * temporary file instead and returns false. Releases save either way. */
bool save_close(Save *save, bool fine, Error *error);

#endif
