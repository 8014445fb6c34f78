/* Writes a file whole or not at all: the new file takes its name only when every byte is
 * on the disk. After any failure the old file is unchanged.
 *
 * While it is written the new file has no name, or where the system knows no such files, a
 * hidden one in the same folder. A process that was killed may leave one of these; the next
 * save in that folder removes it. A file that could only be replaced by one of another
 * owner, of fewer names (hard links), or not at all because its folder takes no new file,
 * is refused; it can be written in place, where a failure does not leave the old file. */
#ifndef BASE_SAVE_H
#define BASE_SAVE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/error.h"

typedef enum SaveMode { SAVE_NEW, SAVE_OVER, SAVE_IN_PLACE } SaveMode;

typedef struct Save {
    FILE *file; /* write here and leave errors to save_close, which asks ferror */
    SaveMode mode;
    const char *action; /* borrowed: "save" or "export", for errors */
    char *name;         /* owned: as the user gave it */
    char *path;         /* name, or the target of a symbolic link of that name */
    char *folder;       /* of path */
    bool exists, named; /* path is there already; the new file has a hidden name */
    struct stat old;    /* of path */
    char *bytes;        /* of SAVE_IN_PLACE, which writes them at the end */
    size_t length;
} Save;

/* Opens the new file and returns save->file. Returns NULL, with nothing to close, if
 * `path` exists and mode is SAVE_NEW, is no regular file, or must not be replaced. */
FILE *save_open(Save *save, const char *action, const char *path, SaveMode mode,
                Error *error);

/* Puts the file in its place, with the rights of the one it replaces. Unless all was
 * `fine` so far, and on failure (a full disk, a file created meanwhile), removes the
 * new file instead and returns false. Releases save either way. */
bool save_close(Save *save, bool fine, Error *error);

/* Removes a new file that has a hidden name. May be called in a signal handler. */
void save_abandon(void);

#endif
