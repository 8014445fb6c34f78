/* Arrays as NumPy writes them: FILE.npy, or FILE.npz:NAME.
 *
 * An array is mapped, not read: opening costs the same at any size, and elements become doubles
 * when somebody asks for a line of them. Only a member of an .npz that is deflated is unpacked
 * into memory. Fortran order, byte order and type are of no concern to the reader: element
 * (i, j, …) is i*stride[0] + j*stride[1] + … elements from the first one.
 *
 * The file is expected to keep its length while it is open; see base/mapped.h for what happens
 * otherwise, and array_whole for asking. Counting of owners is for one thread; reading is for any
 * number. */
#ifndef SCENE_ARRAY_H
#define SCENE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/mapped.h"
#include "base/text.h"

enum { ARRAY_AXES = 8 };

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
    size_t count;              /* of elements; 0 where an axis is 0 long */

    /* array.c's own */
    const unsigned char *data; /* the first element, at any alignment */
    size_t item;               /* bytes of an element */
    bool swapped;              /* its bytes are in the other order than this machine's */
    ArrayReader *read;         /* NULL: text */
    Mapped file;
    unsigned char *unpacked; /* what `data` lies in, if not in the file */
    size_t owners;
} Array;

/* An array with one owner and nothing in it yet, for those who read a file format. */
Array *array_new(void);

Array *array_share(Array *array); /* one more owner */
void array_release(Array *array); /* one less; NULL is fine */

/* "(12, 1024, 64)" */
void array_shape_text(const Array *array, Text *to);

/* `count` elements from the `first` on, `step` elements apart; all of them lie in the array, which
 * is not one of text. */
void array_read(const Array *array, size_t first, size_t step, size_t count, double *to);

/* The same for step 1 without copying; NULL where the file's bytes are not doubles in place. */
const double *array_direct(const Array *array, size_t first, size_t count);

/* Appends a text's characters; what is no character becomes U+FFFD. Fails on numbers. */
bool array_text(const Array *array, size_t element, Text *to, Error *error);

/* Whether the file is still as long as it was. */
bool array_whole(const Array *array);

#endif
