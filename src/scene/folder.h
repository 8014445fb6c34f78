/* A library in a given folder: for tests. */
#ifndef SCENE_FOLDER_H
#define SCENE_FOLDER_H

#include "scene/library.h"

/* As library_open, with the folder known. */
bool library_open_folder(Library *library, const char *folder, Error *error);

/* The folder of scenes of a program that lies in `place`; NULL: none. The caller frees it. */
char *library_folder_beside(const char *place);

#endif
