/* The scenes that the program ships: where they are and in which order they are taught. */
#ifndef SCENE_LIBRARY_H
#define SCENE_LIBRARY_H

#include "base/error.h"

#include <stddef.h>

typedef struct Library {
    char *folder; /* of scenes */
    char **ids;   /* in teaching order */
    char **paths; /* folder/ID.csv, or the same in a folder below it */
    size_t count;
} Library;

/* Finds the folder (beside the program's own file: its tree's scenes/, else
 * ../share/attnscope/scenes, else ATTNSCOPE_DATADIR "/scenes") and reads its ORDER: ids, one a
 * line, blank lines and # comments skipped. An id without a file is an error, and so is a .csv
 * under the folder that ORDER does not name, or that names itself otherwise. */
bool library_open(Library *library, Error *error);
void library_release(Library *library);

/* Index of an id, or count. */
size_t library_find(const Library *library, const char *id);

#endif
