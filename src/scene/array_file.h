/* Opening arrays: FILE.npy, FILE.npz:NAME, or FILE.npz where it holds only one. */
#ifndef SCENE_ARRAY_FILE_H
#define SCENE_ARRAY_FILE_H

#include "scene/array.h"

/* Whether a path names an array; also true of files of PyTorch, which array_open answers with the way
 * to convert them. */
bool names_array(const char *path);

/* Maps an array. NULL where it fails; the error does not name the file: error_locate does. */
Array *array_open(const char *path, Error *error);

/* The same from memory that outlives the array; name: of a member, may be NULL. `path` is for
 * messages. */
Array *array_of_bytes(const unsigned char *bytes, size_t size, const char *path,
                      const char *name, Error *error);

/* The length of FILE in "FILE.npz:NAME" or "FILE"; *name is NAME, or NULL where there is none. */
size_t array_file_length(const char *path, const char **name);

#endif
