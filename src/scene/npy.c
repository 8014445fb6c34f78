/* The .npy format, versions 1.0 to 3.0: magic, version, the length of the header, the
 * header (a Python dict of exactly descr, fortran_order and shape), the elements. The
 * header is read from a copy; nothing that it says is used before it was compared with
 * the bytes that there are. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/array.h"

static const unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
enum { VERSION_END = sizeof magic + 2 };

bool npy_is(const unsigned char *bytes, size_t size) {
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

/* ---- a Python literal ---- */

typedef struct Cursor {
    const char *start, *at; /* ends with NUL */
    Array *array;           /* to be filled */
    bool fortran;
    Error *error;
} Cursor;

static bool malformed(const Cursor *cursor, const char *expected) {
    return error_set(cursor->error,
                     "the header is malformed at its byte %zu, expected %s",
                     (size_t)(cursor->at - cursor->start), expected);
}

static void skip_blanks(Cursor *cursor) {
    cursor->at += strspn(cursor->at, " \t\r\n\f");
}

/* Steps over this word, if it comes next. */
static bool take(Cursor *cursor, const char *word) {
    size_t length = strlen(word);
    skip_blanks(cursor);
    if (strncmp(cursor->at, word, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

/* Reads a string in either kind of quotes; escapes do not occur in these headers. */
static bool take_string(Cursor *cursor, const char **string, size_t *length) {
    skip_blanks(cursor);
    char quote = *cursor->at;
    if (quote != '\'' && quote != '"')
        return false;
    *string = cursor->at + 1;
    *length = strcspn(*string, quote == '"' ? "\"\\\n" : "'\\\n");
    if ((*string)[*length] != quote)
        return false;
    cursor->at = *string + *length + 1;
    return true;
}

/* Reads a whole number from 0, with or without the L of Python 2. */
static bool take_number(Cursor *cursor, size_t *number) {
    skip_blanks(cursor);
    const char *first = cursor->at;
    *number = 0;
    for (; *cursor->at >= '0' && *cursor->at <= '9'; cursor->at++) {
        size_t digit = (size_t)(*cursor->at - '0');
        if (*number > (PTRDIFF_MAX - digit) / 10)
            return error_set(cursor->error, "an axis of the shape is too long");
        *number = *number * 10 + digit;
    }
    if (*first == '-')
        return error_set(cursor->error,
                         "an axis of the shape is negative, expected a length from 0");
    if (cursor->at == first)
        return malformed(cursor, "a shape such as (3, 4)");
    cursor->at += *cursor->at == 'L';
    return true;
}

/* ---- the three keys ---- */

static bool parse_type(Cursor *cursor) {
    const char *type;
    size_t length;
    skip_blanks(cursor);
    if (strspn(cursor->at, "[({"))
        return error_set(cursor->error,
                         "a structured type with fields, expected one number an element");
    if (!take_string(cursor, &type, &length))
        return malformed(cursor, "a type in quotes such as '<f4'");
    return array_set_type(cursor->array, type, length, cursor->error);
}

static bool parse_order(Cursor *cursor) {
    cursor->fortran = take(cursor, "True");
    return cursor->fortran || take(cursor, "False") || malformed(cursor, "True or False");
}

static bool parse_shape(Cursor *cursor) {
    static const char expected[] = "a shape such as (3, 4)";
    Array *array = cursor->array;
    bool comma = true, one = false;
    array->axes = 0;
    if (!take(cursor, "("))
        return malformed(cursor, expected);
    while (!take(cursor, ")")) {
        size_t length;
        if (!comma)
            return malformed(cursor, expected);
        if (!take_number(cursor, &length))
            return false;
        if (array->axes == ARRAY_AXES)
            return error_set(cursor->error, "more than %d axes, expected at most %d",
                             ARRAY_AXES, ARRAY_AXES);
        array->shape[array->axes++] = length;
        comma = take(cursor, ",");
        one = array->axes == 1 && !comma;
    }
    /* (3) is a number in Python, and NumPy refuses it, too. */
    return !one || malformed(cursor, expected);
}

static const struct Key {
    const char *name;
    bool (*parse)(Cursor *cursor);
} key_table[] = {
    {"descr", parse_type}, {"fortran_order", parse_order}, {"shape", parse_shape}};
enum { KEYS = sizeof key_table / sizeof *key_table };

/* Reads one `key: value`. */
static bool parse_entry(Cursor *cursor, bool seen[KEYS]) {
    const char *name;
    size_t length, key = 0;
    if (!take_string(cursor, &name, &length))
        return malformed(cursor, "a key in quotes");
    while (key < KEYS && (strlen(key_table[key].name) != length ||
                          memcmp(key_table[key].name, name, length) != 0))
        key++;
    if (key == KEYS)
        return error_set(cursor->error,
                         "the header has the key \"%.*s\", expected descr, "
                         "fortran_order and shape",
                         length < 40 ? (int)length : 40, name);
    if (seen[key])
        return error_set(cursor->error, "the header says %s twice", key_table[key].name);
    seen[key] = true;
    if (!take(cursor, ":"))
        return malformed(cursor, "a colon");
    return key_table[key].parse(cursor);
}

static bool parse_header(Cursor *cursor, size_t length) {
    bool seen[KEYS] = {false}, comma = true;
    if (!take(cursor, "{"))
        return malformed(cursor, "a Python dict");
    while (!take(cursor, "}")) {
        if (!comma)
            return malformed(cursor, "a comma or the dict's end");
        if (!parse_entry(cursor, seen))
            return false;
        comma = take(cursor, ",");
    }
    skip_blanks(cursor);
    if ((size_t)(cursor->at - cursor->start) < length)
        return malformed(cursor, "nothing after the dict");
    for (size_t key = 0; key < KEYS; key++)
        if (!seen[key])
            return error_set(cursor->error, "the header does not say %s",
                             key_table[key].name);
    return true;
}

/* ---- the elements ---- */

/* Sets the strides. An axis of length 0 counts as 1 in those of the others, so that they
 * are checked for overflow all the same. */
static bool lay_out(Array *array, bool fortran, Error *error) {
    size_t elements = 1, empty = 0;
    for (size_t n = 0; n < array->axes; n++) {
        size_t axis = fortran ? n : array->axes - 1 - n;
        size_t length = array->shape[axis];
        array->stride[axis] = elements;
        if (length == 0)
            empty++;
        else if (elements > PTRDIFF_MAX / array->item / length)
            return error_set(error,
                             "the shape has more elements than a machine can count");
        else
            elements *= length;
    }
    array->count = empty ? 0 : elements;
    return true;
}

static bool check_length(const Array *array, size_t left, Error *error) {
    size_t bytes = array->count * array->item;
    if (bytes == left)
        return true;
    char shape[ARRAY_SHAPE_TEXT];
    array_shape_text(array, shape);
    if (left > bytes)
        return error_set(error,
                         "shape %s of %s takes %zu bytes, but %zu follow the header",
                         shape, array->type, bytes, left);
    return error_set(
        error, "shape %s of %s takes %zu bytes, but the file ends after %zu of them",
        shape, array->type, bytes, left);
}

bool npy_parse(Array *array, const unsigned char *bytes, size_t size, Error *error) {
    if (!npy_is(bytes, size))
        return error_set(
            error, "no NumPy array: it does not start as np.save starts a .npy file");
    if (size < VERSION_END)
        return error_set(error, "the file ends before its header");
    unsigned major = bytes[VERSION_END - 2], minor = bytes[VERSION_END - 1];
    if (major < 1 || major > 3 || minor != 0)
        return error_set(error,
                         "version %u.%u of the .npy format, expected 1.0, 2.0 or 3.0",
                         major, minor);
    size_t start = VERSION_END + (major == 1 ? 2 : 4), length = 0;
    if (size < start)
        return error_set(error, "the file ends before its header");
    for (size_t i = start; i-- > VERSION_END;)
        length = length << 8 | bytes[i];
    if (length > size - start)
        return error_set(error,
                         "the header is said to take %zu bytes, but the file has %zu",
                         length, size - start);
    char *header = memory_string_n((const char *)bytes + start, length);
    Cursor cursor = {header, header, array, false, error};
    bool fine = parse_header(&cursor, length) && lay_out(array, cursor.fortran, error) &&
                check_length(array, size - start - length, error);
    free(header);
    array->data = bytes + start + length;
    return fine;
}
