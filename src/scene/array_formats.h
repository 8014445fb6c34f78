/* What array_file.c opens: the .npy header, its types of elements, the ZIP of an .npz around it, and
 * the files of others that it refuses. */
#ifndef SCENE_ARRAY_FORMATS_H
#define SCENE_ARRAY_FORMATS_H

#include "scene/array.h"

/* ---- array_types.c ---- */

/* Sets what follows from a type such as "<f4": type, kind, item, swapped, read. */
bool array_set_type(Array *array, const char *type, size_t length, Error *error);

/* ---- npy.c ---- */

bool npy_is(const unsigned char *bytes, size_t size);

/* Sets all that the header says, and data; the array's bytes are these, to the last one. */
bool npy_parse(Array *array, const unsigned char *bytes, size_t size, Error *error);

/* ---- npz.c ---- */

bool zip_is(const unsigned char *bytes, size_t size);

/* The bytes of a member of an .npz: in place, or in *unpacked, which the caller frees. Without a
 * name, of the only one. `path` is for messages. */
typedef struct NpzMember {
    const unsigned char *bytes;
    size_t size;
    unsigned char *unpacked;
} NpzMember;

bool npz_find(NpzMember *member, const unsigned char *bytes, size_t size,
              const char *path, const char *name, Error *error);

/* ---- pytorch.c: both fail with the Python that converts the file ---- */

/* A ZIP of PyTorch's, whatever its name. */
bool pytorch_refuse(const char *path, Error *error);

/* A file whose name says that it is no NumPy one; true for others. */
bool pytorch_refuse_by_name(const char *path, Error *error);

#endif
