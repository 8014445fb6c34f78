/* UTF-8 and the width of characters on a terminal. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one character from text[0..length); sets *code and returns its bytes (1..4), or sets
 * U+FFFD and returns 1 where the bytes are no valid UTF-8 (overlong, surrogate, too large, cut). */
size_t utf8_decode(const char *text, size_t length, uint32_t *code);

/* Writes code as UTF-8 into out[5], ends it with NUL, returns the bytes (0 for U+0000). */
size_t utf8_encode(uint32_t code, char out[5]);

/* Whether all of text[0..length) is valid; if not, *bad is the offset of the first bad byte. */
bool utf8_valid(const char *text, size_t length, size_t *bad);

/* Columns a character takes: 0 (combining, zero width), 1 or 2. Independent of the locale. */
int utf8_width(uint32_t code);

/* Columns of a whole string, counting what utf8_safe would make of each character. */
int utf8_columns(const char *text);

/* What may reach a terminal in code's place: controls, bidi overrides, BOM, tags and
 * non-characters become U+FFFD, everything else stays. */
uint32_t utf8_safe(uint32_t code);

#endif
