/* Fuzzer of NumPy's files: bytes are an array, every element of which can be read, or refused with
 * a sentence; nothing else, and no more memory than there is reason for.
 *
 *   clang -fsanitize=fuzzer,address,undefined -DFUZZER …    libFuzzer's own main
 *   without -DFUZZER: plays the files named on the command line */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/array.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LOOKED_AT = 512 };

static void demand(bool holds) {
    if (!holds)
        abort();
}

/* The shape, the strides and the count belong together. */
static void check_layout(const Array *array) {
    size_t last = 0, count = 1;
    demand(array->axes <= ARRAY_AXES);
    for (size_t axis = 0; axis < array->axes; axis++) {
        count *= array->shape[axis];
        last += array->shape[axis] ? (array->shape[axis] - 1) * array->stride[axis] : 0;
    }
    demand(count == array->count && (count == 0 || last == count - 1));
}

/* The first and the last elements, one by one and in lines. */
static void read_all(const Array *array) {
    double line[LOOKED_AT];
    Text text = {0};
    size_t count = array->count < LOOKED_AT ? array->count : LOOKED_AT;
    size_t start = array->count - count;
    if (array->kind != ARRAY_TEXT) {
        array_read(array, 0, 1, count, line);
        if (count > 0)
            array_read(array, 0, array->count / count, count, line);
        array_read(array, start, 1, count, line);
        const double *direct = array_direct(array, start, count);
        demand(!direct || count == 0 || memcmp(direct, line, count * sizeof *line) == 0);
    }
    for (size_t i = 0; i < count && text.length < 4096; i++)
        array_text(array, start + i, &text);
    text_release(&text);
}

static void open_one(const uint8_t *data, size_t size, const char *name) {
    Error error = {0};
    Array *array = array_of_bytes(data, size, "fuzz.npz", name, &error);
    demand((array != NULL) == (!error_is_set(&error)));
    if (!array)
        return;
    check_layout(array);
    read_all(array);
    array_release(array);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    open_one(data, size, NULL);
    if (size > 0 && *data == 'P')
        open_one(data, size, "q");
    return 0;
}

#include "fuzz_main.h"
