/* See array.h. */
#include "scene/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

Array *array_new(void) {
    Array *array = memory_new(1, sizeof *array);
    array->owners = 1;
    return array;
}

Array *array_share(Array *array) {
    array->owners++;
    return array;
}

void array_release(Array *array) {
    if (!array || --array->owners > 0)
        return;
    mapped_release(&array->file);
    free(array->unpacked);
    free(array);
}

bool array_whole(const Array *array) {
    return mapped_whole(&array->file);
}

void array_shape_text(const Array *array, Text *to) {
    text_append(to, "(");
    for (size_t axis = 0; axis < array->axes; axis++)
        text_format(to, axis ? ", %zu" : "%zu", array->shape[axis]);
    text_append(to, array->axes == 1 ? ",)" : ")");
}

/* ---- elements ---- */

void array_read(const Array *array, size_t first, size_t step, size_t count, double *to) {
    if (count > 0)
        array->read(array->data + first * array->item, step * array->item, count, to);
}

const double *array_direct(const Array *array, size_t first, size_t count) {
    bool doubles = array->kind == ARRAY_FLOAT && array->item == sizeof(double);
    if (!doubles || array->swapped || first > array->count ||
        count > array->count - first || (uintptr_t)array->data % sizeof(double) != 0)
        return NULL;
    return (const double *)(const void *)array->data + first;
}

/* A NUL within a text is replaced, too. */
static void append_code(uint32_t code, Text *to) {
    char bytes[5];
    text_append_n(to, bytes, utf8_encode(code ? code : 0xfffd, bytes));
}

static uint32_t code_at(const Array *array, const unsigned char *from) {
    uint32_t code = 0;
    memcpy(&code, from, sizeof code);
    if (array->swapped)
        code = code << 24 | (code & 0xff00) << 8 | (code >> 8 & 0xff00) | code >> 24;
    return code;
}

static void append_wide(const Array *array, const unsigned char *from, Text *to) {
    size_t length = array->item / 4;
    while (length > 0 && code_at(array, from + 4 * (length - 1)) == 0)
        length--;
    for (size_t i = 0; i < length; i++)
        append_code(code_at(array, from + 4 * i), to);
}

static void append_bytes(const Array *array, const unsigned char *from, Text *to) {
    size_t length = array->item;
    while (length > 0 && from[length - 1] == 0)
        length--;
    for (size_t at = 0; at < length;) {
        uint32_t code;
        at += utf8_decode((const char *)from + at, length - at, &code);
        append_code(code, to);
    }
}

bool array_text(const Array *array, size_t element, Text *to, Error *error) {
    if (array->kind != ARRAY_TEXT)
        return error_set(error, "holds numbers of the type %s, expected text",
                         array->type);
    const unsigned char *from = array->data + element * array->item;
    if (strchr(array->type, 'U'))
        append_wide(array, from, to);
    else
        append_bytes(array, from, to);
    return true;
}
