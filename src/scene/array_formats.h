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

/* The bytes of a member of an .npz: in place, or in `unpacked`, which the caller
 * frees. */
typedef struct NpzMember {
    const unsigned char *bytes;
    size_t size;
    unsigned char *unpacked;
} NpzMember;

/* Finds a member by name; NULL: the only one. `path` is for messages. */
bool npz_find(NpzMember *member, const unsigned char *bytes, size_t size,
              const char *path, const char *name, Error *error);

/* ---- pytorch.c: both fail with the Python that converts the file ---- */

/* For a ZIP of PyTorch, whatever its name. */
bool pytorch_refuse(const char *path, Error *error);

/* For a file whose name has an ending of PyTorch; true for others. */
bool pytorch_refuse_by_name(const char *path, Error *error);

#endif
