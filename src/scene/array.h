/* Arrays as NumPy writes them.
 *
 * An array is mapped, not read: elements become doubles when a line of them is read. Only
 * a deflated member of an .npz is unpacked into memory. Element (i, j, …) lies
 * i*stride[0] + j*stride[1] + … elements after the first one, in C and Fortran order
 * alike.
 *
 * If another program writes the file anew, reads give numbers of either version, and zeros
 * where it is cut short: ask array_same after a batch of reads, before they are shown or
 * written. Owners are counted on one thread; any number of threads may read. */
#ifndef SCENE_ARRAY_H
#define SCENE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/text.h"

enum { ARRAY_AXES = 8, ARRAY_SHAPE_TEXT = 22 * ARRAY_AXES + 4 };

typedef enum ArrayKind { ARRAY_BOOL, ARRAY_INTEGER, ARRAY_FLOAT, ARRAY_TEXT } ArrayKind;

/* Writes `count` elements as doubles; stride in bytes. */
typedef void ArrayReader(const unsigned char *from, size_t stride, size_t count,
                         double *to);

typedef struct Array {
    ArrayKind kind;
    char type[24]; /* as NumPy writes it, for messages: "<f4" */
    size_t axes;   /* 0: a single number */
    size_t shape[ARRAY_AXES];
    size_t stride[ARRAY_AXES]; /* in elements */
    size_t count;              /* of elements; 0 if an axis is 0 long */

    /* For array.c and the file formats. */
    const unsigned char *data; /* the first element, at any alignment */
    size_t item;               /* bytes of an element */
    bool swapped;              /* its bytes are not in this machine's order */
    ArrayReader *read;         /* NULL: text */
    void *mapped;              /* the file's bytes; NULL: an empty file, or none */
    size_t mapped_size;
    int file;                /* its descriptor, kept for array_same; -1: none */
    Guard *guard;            /* of the mapping */
    struct timespec changed; /* when it was written, as it was mapped */
    unsigned char *unpacked; /* the memory of `data`, if it is not in the file */
    size_t owners;
} Array;

/* Whether a path names an array, or a file of PyTorch, for which array_open tells how to
 * convert it. */
bool names_array(const char *path);

/* Maps FILE.npy, FILE.npz:NAME, or FILE.npz if it holds only one array; NULL if it fails.
 * The error is not located. */
Array *array_open(const char *path, Error *error);

/* As array_open, from memory that outlives the array; name: of a member, or NULL. `path`
 * is for messages. */
Array *array_of_bytes(const unsigned char *bytes, size_t size, const char *path,
                      const char *name, Error *error);

/* Sets the bytes up to which a member of an .npz is unpacked although it swells more than a
 * hundredfold; 256 MB at first. */
void npz_set_limit(size_t bytes);

/* The length of FILE in "FILE.npz:NAME" or "FILE"; *name is NAME, or NULL. */
size_t array_file_length(const char *path, const char **name);

Array *array_share(Array *array); /* one more owner */
void array_release(Array *array); /* one less; NULL is fine */

/* Writes "(12, 1024, 64)". */
void array_shape_text(const Array *array, char out[ARRAY_SHAPE_TEXT]);

/* Reads `count` elements from the `first` on, `step` elements apart. All of them must lie
 * in the array, which holds no text. */
void array_read(const Array *array, size_t first, size_t step, size_t count, double *to);

/* Adjoining elements without a copy; NULL if the file's bytes are not aligned doubles. */
const double *array_direct(const Array *array, size_t first, size_t count);

/* Appends an element: a number with 17 digits, or text, whose invalid characters become
 * U+FFFD. */
void array_text(const Array *array, size_t element, Text *to);

/* Returns true if the file is as it was when it was mapped. */
bool array_same(const Array *array);

/* ---- for array.c: the formats that it opens or refuses, and the types ---- */

/* Sets type, kind, item, swapped and read from a type such as "<f4". */
bool array_set_type(Array *array, const char *type, size_t length, Error *error);

bool npy_is(const unsigned char *bytes, size_t size);
bool zip_is(const unsigned char *bytes, size_t size);

/* Sets data and all that the header says, of an array that is these bytes to the last. */
bool npy_parse(Array *array, const unsigned char *bytes, size_t size, Error *error);

/* Narrows an .npz to the member of that name (NULL: the only one), which may be unpacked
 * into memory of the array. `path` is for messages. */
bool npz_find(Array *array, const unsigned char **bytes, size_t *size, const char *path,
              const char *name, Error *error);

/* Fails for a file of PyTorch, with the Python that converts it; by the ending of its
 * name if it may be another file. */
bool pytorch_refuse(const char *path, bool certain, Error *error);

#endif
