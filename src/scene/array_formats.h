/* The formats of files that array.c opens or refuses, and the types of elements. */
#ifndef SCENE_ARRAY_FORMATS_H
#define SCENE_ARRAY_FORMATS_H

#include "scene/array.h"

/* ---- array_types.c ---- */

/* Sets type, kind, item, swapped and read from a type such as "<f4". */
bool array_set_type(Array *array, const char *type, size_t length, Error *error);

/* ---- npy.c ---- */

bool npy_is(const unsigned char *bytes, size_t size);

/* Sets data and all that the header says, of an array that is these bytes to the last. */
bool npy_parse(Array *array, const unsigned char *bytes, size_t size, Error *error);

/* ---- npz.c ---- */

bool zip_is(const unsigned char *bytes, size_t size);

/* Narrows an .npz to the member of that name (NULL: the only one), which may be unpacked
 * into memory of the array. `path` is for messages. */
bool npz_find(Array *array, const unsigned char **bytes, size_t *size, const char *path,
              const char *name, Error *error);

/* ---- pytorch.c ---- */

/* Fails for a file of PyTorch, with the Python that converts it; by the ending of its name
 * if it may be another file. */
bool pytorch_refuse(const char *path, bool certain, Error *error);

#endif
