/* UTF-8 and the width of characters on a terminal. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one character of text[0..length) and returns its bytes (1..4). Of invalid UTF-8
 * (overlong, surrogate, too large, cut), sets U+FFFD and returns 1. */
size_t utf8_decode(const char *text, size_t length, uint32_t *code);

/* Decodes the next character of a string that is not at its end, and steps past it. */
uint32_t utf8_next(const char **text);

/* Whether a string has the character. */
bool utf8_holds(const char *text, uint32_t code);

/* Writes a character and a NUL into out; returns its bytes (0 for U+0000). */
size_t utf8_encode(uint32_t code, char out[5]);

/* Whether text[0..length) is valid; if not, *bad is the offset of the first bad byte. */
bool utf8_valid(const char *text, size_t length, size_t *bad);

/* Columns of a character, in any locale: 0 (combining, zero width), 1 or 2. */
int utf8_width(uint32_t code);

/* Columns of a string, each character counted as utf8_safe replaces it. */
int utf8_columns(const char *text);

/* The character, or U+FFFD in place of one that must not reach a terminal: controls, bidi
 * overrides, the byte order mark, tags and noncharacters. */
uint32_t utf8_safe(uint32_t code);

#endif
