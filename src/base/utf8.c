/* See utf8.h. The widths come from assets/widths.def, so that a frame has equal cells on
 * every machine and in every locale. */
#include "base/utf8.h"

#include <string.h>

typedef struct Range {
    uint32_t first, last;
} Range;

/* A row is a range in braces, whose comma makes it two arguments. */
#define ZERO(...) __VA_ARGS__
static const Range zero_width[] = {
#include "widths.def"
};
#undef ZERO

#define WIDE(...) __VA_ARGS__
static const Range double_width[] = {
#include "widths.def"
};
#undef WIDE

/* utf8_safe replaces these, and U+xFFFE and U+xFFFF: C0 controls, DEL and C1; zero widths
 * and directional marks; line separators and embeddings; isolates; surrogates;
 * noncharacters; the byte order mark; annotations; tags. */
static const Range unsafe[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},     {0x200b, 0x200f},
    {0x2028, 0x202e}, {0x2066, 0x2069}, {0xd800, 0xdfff},   {0xfdd0, 0xfdef},
    {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}, {0x110000, ~0u},
};

enum { REPLACEMENT = 0xfffd, UTF8_MOST = 4 /* bytes of a character */ };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The ranges ascend. */
static bool range_holds(const Range *ranges, size_t count, uint32_t code) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].last < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ranges[low].first <= code;
}

/* Bytes of the character that a lead byte begins; 0 where none begins. */
static size_t lead_length(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

size_t utf8_decode(const char *text, size_t length, uint32_t *code) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    *code = REPLACEMENT;
    if (length == 0)
        return 1;
    unsigned char lead = (unsigned char)text[0];
    size_t bytes = lead_length(lead);
    if (bytes == 0 || bytes > length)
        return 1;
    uint32_t value = bytes == 1 ? lead : lead & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (next & 0x3f);
    }
    if (value < smallest[bytes] || value > 0x10ffff ||
        (value >= 0xd800 && value <= 0xdfff))
        return 1;
    *code = value;
    return bytes;
}

uint32_t utf8_next(const char **text) {
    uint32_t code = (unsigned char)**text;
    *text += code < 0x80 ? 1 : utf8_decode(*text, strnlen(*text, UTF8_MOST), &code);
    return code;
}

bool utf8_holds(const char *text, uint32_t code) {
    while (*text)
        if (utf8_next(&text) == code)
            return true;
    return false;
}

size_t utf8_encode(uint32_t code, char out[5]) {
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        code = REPLACEMENT;
    size_t bytes = code == 0        ? 0
                   : code < 0x80    ? 1
                   : code < 0x800   ? 2
                   : code < 0x10000 ? 3
                                    : 4;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    out[bytes] = '\0';
    for (size_t i = bytes; i > 1; i--) {
        out[i - 1] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    if (bytes > 0)
        out[0] = (char)(lead[bytes] | code);
    return bytes;
}

bool utf8_valid(const char *text, size_t length, size_t *bad) {
    for (size_t at = 0; at < length;) {
        uint32_t code;
        size_t bytes = utf8_decode(text + at, length - at, &code);
        if (code == REPLACEMENT && bytes == 1) {
            *bad = at;
            return false;
        }
        at += bytes;
    }
    return true;
}

int utf8_width(uint32_t code) {
    if (code == 0)
        return 0;
    if (code < 0xad)
        return 1;
    if (range_holds(zero_width, COUNT(zero_width), code))
        return 0;
    return range_holds(double_width, COUNT(double_width), code) ? 2 : 1;
}

int utf8_columns(const char *text) {
    int columns = 0;
    while (*text) {
        int width = utf8_width(utf8_safe(utf8_next(&text)));
        /* A combining character with nothing before it is shown as U+FFFD. */
        columns += columns == 0 && width == 0 ? 1 : width;
    }
    return columns;
}

uint32_t utf8_safe(uint32_t code) {
    if (code >= ' ' && code < 0x7f)
        return code;
    if (range_holds(unsafe, COUNT(unsafe), code) || (code & 0xfffe) == 0xfffe)
        return REPLACEMENT;
    return code;
}
