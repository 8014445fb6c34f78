/* The types of elements, and their reading as doubles or text. Each type and byte order
 * has a loop of its own without branches. Elements are copied out, since they may be
 * unaligned. */
#include <byteswap.h>
#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "scene/array.h"

/* Whether this machine puts the lowest byte first. */
enum { LITTLE = __BYTE_ORDER == __LITTLE_ENDIAN };

/* ---- one element ---- */

static double from_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double from_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* Half precision has 1 sign, 5 exponent and 10 mantissa bits; doubles hold all of it. */
static double from_half(uint16_t half) {
    uint64_t sign = (uint64_t)(half >> 15) << 63;
    uint64_t exponent = half >> 10 & 31u, mantissa = half & 1023u;
    if (exponent == 0) {
        double small = (double)mantissa * 0x1p-24;
        return sign ? -small : small;
    }
    uint64_t wide = exponent == 31 ? 2047 : exponent + 1023 - 15;
    return from_double(sign | wide << 52 | mantissa << 42);
}

/* ---- lines of them ---- */

/* Adjoining elements get a loop in which the compiler knows the stride. */
#define READER(name, width, value)                                                       \
    static void name(const unsigned char *from, size_t stride, size_t count,             \
                     double *to) {                                                       \
        uint##width##_t bits;                                                            \
        if (stride == sizeof bits)                                                       \
            for (size_t i = 0; i < count; i++) {                                         \
                memcpy(&bits, from + i * sizeof bits, sizeof bits);                      \
                to[i] = (double)value;                                                   \
            }                                                                            \
        else                                                                             \
            for (size_t i = 0; i < count; i++) {                                         \
                memcpy(&bits, from + i * stride, sizeof bits);                           \
                to[i] = (double)value;                                                   \
            }                                                                            \
    }

/* Readers for this machine's order of bytes and for the other. */
#define READERS(type, width, convert)                                                    \
    READER(read_##type, width, convert(bits))                                            \
    READER(swap_##type, width, convert(bswap_##width(bits)))

READER(read_b1, 8, (bits != 0))
READER(read_i1, 8, (int8_t)bits)
READER(read_u1, 8, bits)
READERS(i2, 16, (int16_t))
READERS(i4, 32, (int32_t))
READERS(i8, 64, (int64_t))
READERS(u2, 16, (uint16_t))
READERS(u4, 32, (uint32_t))
READERS(u8, 64, (uint64_t))
READERS(f2, 16, from_half)
READERS(f4, 32, from_float)
READERS(f8, 64, from_double)

/* ---- the types by name ---- */

static const struct Type {
    const char *name;
    ArrayKind kind;
    size_t item;
    ArrayReader *read, *read_swapped;
} type_table[] = {
    {"b1", ARRAY_BOOL, 1, read_b1, read_b1},
    {"f2", ARRAY_FLOAT, 2, read_f2, swap_f2},
    {"f4", ARRAY_FLOAT, 4, read_f4, swap_f4},
    {"f8", ARRAY_FLOAT, 8, read_f8, swap_f8},
    {"i1", ARRAY_INTEGER, 1, read_i1, read_i1},
    {"i2", ARRAY_INTEGER, 2, read_i2, swap_i2},
    {"i4", ARRAY_INTEGER, 4, read_i4, swap_i4},
    {"i8", ARRAY_INTEGER, 8, read_i8, swap_i8},
    {"u1", ARRAY_INTEGER, 1, read_u1, read_u1},
    {"u2", ARRAY_INTEGER, 2, read_u2, swap_u2},
    {"u4", ARRAY_INTEGER, 4, read_u4, swap_u4},
    {"u8", ARRAY_INTEGER, 8, read_u8, swap_u8},
};

/* The reason to refuse another type: that of the first row whose `length` letters, of
 * which the NUL may be one, are those of the type. */
static const struct Refusal {
    const char *start;
    size_t length;
    const char *reason;
} refusal_table[] = {
    {"O", 1,
     "pickled Python objects, which are code, expected numbers, saved with "
     "dtype=np.float32"},
    {"V2", 3,
     "raw bytes, most likely bfloat16, which NumPy does not know; save it as float32"},
    {"V", 1, "a structured type or raw bytes, expected one number an element"},
    {"c", 1, "complex numbers, expected real ones such as their .real"},
    {"M", 1, "dates, expected numbers or text"},
    {"m", 1, "durations, expected numbers or text"},
    {"f1", 2, "a float of a size that is not portable; save it as float64"},
    {"", 0,
     "no type that is known, expected one of b1 f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 U S"},
};

static bool refuse_type(const Array *array, const char *name, Error *error) {
    const struct Refusal *row = refusal_table;
    while (strncmp(name, row->start, row->length) != 0)
        row++;
    return error_set(error, "type \"%s\": %s", array->type, row->reason);
}

/* Spells a type as NumPy does, which gives an order only to types that have one. */
static void spell_type(Array *array, const char *name) {
    char spelled[sizeof array->type];
    bool ordered = array->item > 1 && *name != 'S';
    snprintf(spelled, sizeof spelled, "%c%s",
             ordered ? array->swapped == LITTLE ? '>' : '<' : '|', name);
    memcpy(array->type, spelled, sizeof array->type);
}

/* Reads "U12" or "S5", a text of so many characters of 4 bytes or 1. */
static bool set_text(Array *array, const char *name, Error *error) {
    size_t width = 0;
    for (const char *digit = name + 1; *digit; digit++) {
        if (*digit < '0' || *digit > '9' || width > UINT32_MAX / 10)
            return refuse_type(array, name + strlen(name), error);
        width = width * 10 + (size_t)(*digit - '0');
    }
    if (width == 0)
        return error_set(error, "type \"%s\": texts without room for a character",
                         array->type);
    array->kind = ARRAY_TEXT;
    array->item = *name == 'U' ? 4 * width : width;
    array->read = NULL;
    spell_type(array, name);
    return true;
}

bool array_set_type(Array *array, const char *type, size_t length, Error *error) {
    size_t kept = length < sizeof array->type - 1 ? length : sizeof array->type - 2;
    memcpy(array->type, type, kept);
    array->type[kept] = '\0';
    bool whole = strlen(array->type) == length;
    const char *name = array->type;
    char order = '=';
    if (*name && strchr("<>=|", *name))
        order = *name++;
    array->swapped = (order == '<' && !LITTLE) || (order == '>' && LITTLE);
    if (whole && (*name == 'U' || *name == 'S'))
        return set_text(array, name, error);
    for (size_t i = 0; i < sizeof type_table / sizeof *type_table; i++) {
        const struct Type *row = &type_table[i];
        if (!whole || strcmp(name, row->name) != 0)
            continue;
        array->kind = row->kind;
        array->item = row->item;
        array->read = array->swapped ? row->read_swapped : row->read;
        spell_type(array, row->name);
        return true;
    }
    return refuse_type(array, name, error);
}

/* ---- elements of an array ---- */

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

/* Appends a text without the NULs at its end, of bytes in UTF-8 or of characters of 4
 * bytes. A NUL within it is replaced, too. */
static void append_text(const Array *array, const unsigned char *from, Text *to) {
    bool wide = strchr(array->type, 'U') != NULL;
    size_t length = array->item;
    while (length > 0 && from[length - 1] == 0)
        length--;
    for (size_t at = 0; at < length;) {
        uint32_t code;
        char bytes[5];
        if (wide) {
            memcpy(&code, from + at, sizeof code);
            code = array->swapped ? bswap_32(code) : code;
            at += sizeof code;
        } else {
            at += utf8_decode((const char *)from + at, length - at, &code);
        }
        text_append_n(to, bytes, utf8_encode(code ? code : 0xfffd, bytes));
    }
}

void array_text(const Array *array, size_t element, Text *to) {
    double number;
    if (array->kind == ARRAY_TEXT) {
        append_text(array, array->data + element * array->item, to);
        return;
    }
    array_read(array, element, 1, 1, &number);
    text_format(to, "%.17g", number);
}

void array_shape_text(const Array *array, char out[ARRAY_SHAPE_TEXT]) {
    size_t length = (size_t)snprintf(out, ARRAY_SHAPE_TEXT, "(");
    for (size_t axis = 0; axis < array->axes; axis++)
        length += (size_t)snprintf(out + length, ARRAY_SHAPE_TEXT - length,
                                   axis ? ", %zu" : "%zu", array->shape[axis]);
    snprintf(out + length, ARRAY_SHAPE_TEXT - length, array->axes == 1 ? ",)" : ")");
}
