/* See text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { LEAST_ROOM = 40 }; /* bytes that most formats fit in */

static void text_reserve(Text *text, size_t more) {
    if (text->length + more + 1 <= text->room)
        return;
    text->room = 2 * (text->length + more + 1);
    text->bytes = memory_resize(text->bytes, text->room, 1);
}

void text_append_n(Text *text, const char *bytes, size_t length) {
    text_reserve(text, length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_append(Text *text, const char *string) {
    text_append_n(text, string, strlen(string));
}

void text_format_list(Text *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    text_reserve(text, LEAST_ROOM);
    size_t room = text->room - text->length;
    int length = vsnprintf(text->bytes + text->length, room, format, arguments);
    if (length >= 0 && (size_t)length >= room) {
        text_reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    }
    text->length += length > 0 ? (size_t)length : 0;
    text->bytes[text->length] = '\0';
    va_end(again);
}

void text_format(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_format_list(text, format, arguments);
    va_end(arguments);
}

void text_clear(Text *text) {
    text->length = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void text_release(Text *text) {
    free(text->bytes);
    *text = (Text){0};
}

const char *text_string(const Text *text) {
    return text->bytes ? text->bytes : "";
}

void text_trim_exponent(char *number) {
    char *to = strchr(number, 'e');
    if (!to)
        return;
    to += to[1] == '-' ? 2 : 1;
    const char *from = to + (*to == '+');
    while (*from == '0' && from[1])
        from++;
    memmove(to, from, strlen(from) + 1);
}

void words_add(Words *words, const char *word) {
    words->word = memory_grow(words->word, words->count, sizeof *words->word);
    words->word[words->count++] = memory_string(word);
}

size_t words_find(const Words *words, const char *word) {
    size_t at = 0;
    while (at < words->count && strcmp(words->word[at], word) != 0)
        at++;
    return at;
}

void words_release(Words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->word[i]);
    free(words->word);
    *words = (Words){0};
}

Words words_copy(const Words *words) {
    Words copy = {0};
    for (size_t i = 0; i < words->count; i++)
        words_add(&copy, words->word[i]);
    return copy;
}

static const char blanks[] = " \t\n\r";

/* Reads one word up to a character of `ends`; returns the rest of the line, or NULL on an
 * unterminated quote. */
static const char *read_word(const char *line, const char *ends, Text *word) {
    const char *start = line;
    char quote = '\0'; /* the one that is open */
    for (; *line && (quote || !strchr(ends, *line)); line++) {
        if (!quote && (*line == '"' || (*line == '\'' && line == start)))
            quote = *line;
        else if (*line != quote)
            text_append_n(word, line, 1);
        else if (line[1] == quote)
            text_append_n(word, line++, 1);
        else
            quote = '\0';
    }
    return quote ? NULL : line;
}

/* Adds the word at *at and moves *at behind it; to NULL on an unterminated quote. */
static void add_read(Words *words, const char **at, const char *ends) {
    Text word = {0};
    *at = read_word(*at, ends, &word);
    if (*at)
        words_add(words, text_string(&word));
    text_release(&word);
}

bool words_until(Words *words, const char **line, char end, Error *error) {
    char ends[sizeof blanks + 1];
    snprintf(ends, sizeof ends, "%s%c", blanks, end);
    *words = (Words){0};
    for (const char *at = *line; at; add_read(words, &at, ends)) {
        at += strspn(at, blanks);
        if (!*at || *at == end) {
            *line = at + (*at != '\0');
            return true;
        }
    }
    words_release(words);
    return error_set(error, "a quote is not closed; \"…\" keeps blanks together");
}

bool words_split(Words *words, const char *line, Error *error) {
    return words_until(words, &line, '\0', error);
}

void text_quote(Text *text, const char *start, const char *string) {
    text_append(text, "\"");
    text_append(text, start);
    for (; *string; string++)
        text_append_n(text, *string == '"' ? "\"\"" : string, *string == '"' ? 2 : 1);
    text_append(text, "\"");
}

int word_index(const char *const *list, const char *word) {
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i], word) == 0)
            return i;
    return -1;
}

void words_join(const Words *words, Text *text) {
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->word[i];
        text_append(text, i ? " " : "");
        if (*word && *word != '\'' && !strpbrk(word, " \t\n\r\""))
            text_append(text, word);
        else
            text_quote(text, "", word);
    }
}
