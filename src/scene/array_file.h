/* Opens arrays: FILE.npy, FILE.npz:NAME, or FILE.npz if it holds only one. */
#ifndef SCENE_ARRAY_FILE_H
#define SCENE_ARRAY_FILE_H

#include "scene/array.h"

/* Whether a path names an array, or a file of PyTorch, for which array_open tells how to
 * convert it. */
bool names_array(const char *path);

/* Maps an array; NULL if it fails. The error is not located. */
Array *array_open(const char *path, Error *error);

/* As array_open, from memory that outlives the array; name: of a member, or NULL. `path`
 * is for messages. */
Array *array_of_bytes(const unsigned char *bytes, size_t size, const char *path,
                      const char *name, Error *error);

/* The length of FILE in "FILE.npz:NAME" or "FILE"; *name is NAME, or NULL. */
size_t array_file_length(const char *path, const char **name);

#endif
