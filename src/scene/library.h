/* The scenes that the program ships: where they are and in which order they are
 * taught. */
#ifndef SCENE_LIBRARY_H
#define SCENE_LIBRARY_H

#include "base/error.h"

#include <stddef.h>

typedef struct Library {
    char *folder; /* of scenes */
    char **ids;   /* in teaching order */
    char **paths; /* folder/ID.csv, or ID.csv in a folder below it */
    size_t count;
    Error
        complaint; /* the first way in which ORDER and the folder disagree, if they do */
} Library;

/* Reads the ORDER of a folder: ids, one a line, blank lines and # comments skipped. NULL:
 * the folder beside the program's own file (its tree's scenes/, else
 * ../share/attnscope/scenes, else ATTNSCOPE_DATADIR "/scenes"). A .csv that ORDER does
 * not name comes last, by name; an id without a file, named twice, or unlike the file's
 * own id row is left out or taken as the file is named. All of that is a complaint, told
 * by --check, and keeps no other scene from opening. */
bool library_open(Library *library, const char *folder, Error *error);
void library_release(Library *library);

/* Index of an id, or count. */
size_t library_find(const Library *library, const char *id);

#endif
