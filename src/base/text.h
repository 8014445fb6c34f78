/* A string that grows, and the splitting of a line into words. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct Text {
    char *bytes; /* with a NUL at the end; NULL before anything was appended */
    size_t length, room;
} Text;

void text_append(Text *text, const char *string);
void text_append_n(Text *text, const char *bytes, size_t length);
void text_format(Text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_format_list(Text *text, const char *format, va_list arguments);
void text_clear(Text *text);               /* empty, memory kept */
void text_release(Text *text);             /* memory given back */
const char *text_string(const Text *text); /* "" where nothing was appended */

/* Shortens the exponent of a printed number: "1.5e-07" to "1.5e-7", "1e+12" to "1e12". */
void text_trim_exponent(char *number);

/* Words of one action or row, owned. */
typedef struct Words {
    char **word;
    size_t count;
} Words;

void words_add(Words *words, const char *word);
size_t words_find(const Words *words, const char *word); /* its index, or count */
void words_release(Words *words);
Words words_copy(const Words *words);

/* Splits a line at blanks. "…" keeps blanks inside a word, and so does '…' that begins one;
 * "" and '' inside such quotes are a quote. Fails on an unterminated quote. */
bool words_split(Words *words, const char *line, Error *error);

/* As words_split, as far as the first `end` outside quotes; *line moves behind it. */
bool words_until(Words *words, const char **line, char end, Error *error);

/* Appends start and string as one word in quotes, as CSV and words_split read it. */
void text_quote(Text *text, const char *start, const char *string);

/* Returns the index of a word in a list that ends with NULL; -1: it is not there. */
int word_index(const char *const *list, const char *word);

/* Appends the words so that words_split gives them back. */
void words_join(const Words *words, Text *text);

#endif
