/* Writing a file whole or not at all: into a new file beside it, which takes its name only when
 * every byte is on the disk. Until then, and after any failure, the old file stands. */
#ifndef BASE_SAVE_H
#define BASE_SAVE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

typedef struct Save {
    FILE *file; /* write here; errors may be left to save_close, which asks ferror */
    bool over;  /* an existing file may be replaced */
    const char *action; /* borrowed: "save" or "export", for what error says */
    char *name;         /* owned: as the user gave it */
    char *path; /* where it goes: name, or what a symbolic link of that name points to */
    char *temporary; /* in the folder of path */
} Save;

/* Opens the temporary file and returns save->file. NULL, with nothing to close: `path` is there
 * already and not `over`, is no regular file, or its folder takes no new file. */
FILE *save_open(Save *save, const char *action, const char *path, bool over,
                Error *error);

/* Puts the file in its place, with the rights of the one it replaces. On failure (a full disk, a
 * file that has come to be there meanwhile) the temporary is gone. Releases save either way. */
bool save_close(Save *save, Error *error);

/* Gives up: removes the temporary and releases save. */
void save_abandon(Save *save);

#endif
