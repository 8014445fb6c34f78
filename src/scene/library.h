/* The scenes that the program ships: where they are and in which order they are
 * taught. */
#ifndef SCENE_LIBRARY_H
#define SCENE_LIBRARY_H

#include "base/text.h"

typedef struct Library {
    char *folder;    /* of scenes */
    Words ids;       /* in teaching order */
    Words paths;     /* folder/ID.csv, or ID.csv in a folder below it */
    Error complaint; /* the first one of ORDER and the folder, if they disagree */
} Library;

/* Reads the ORDER of a folder: ids, one a line, blank lines and # comments skipped. NULL:
 * the folder beside the program's own file (its tree's scenes/, else
 * ../share/attnscope/scenes, else ATTNSCOPE_DATADIR "/scenes"). A .csv that ORDER does
 * not name comes last, by name; an id without a file, named twice, or unlike the file's
 * own id row is left out or taken as the file is named. All of that is a complaint, told
 * by --check, and keeps no other scene from opening. */
bool library_open(Library *library, const char *folder, Error *error);
void library_release(Library *library);

#endif
