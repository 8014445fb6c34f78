/* See translate.h. An English format of the table is matched against a text: its literal parts must
 * stand in the text, in order and up to both ends, and what lies between them are the arguments.
 * Where several formats match, the one is meant whose arguments look least like a sentence's start
 * ("column 2 of x: "), and among those the one with the longest literal parts. */
#include "session/translate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/session.h"

enum { ARGUMENTS_MOST = 9 };

typedef struct Argument {
    const char *at;
    size_t length;
    bool quoted; /* it stands in quotes, so that it may hold anything */
} Argument;

static const struct {
    const char *english, *chinese;
} text_table[] = {
#define ERROR_TEXT(english, chinese) {english, chinese},
#define ERROR_NUMBER(number, chinese)
#include "errors.def"
#undef ERROR_TEXT
#undef ERROR_NUMBER
};

static const struct {
    int number;
    const char *chinese;
} number_table[] = {
#define ERROR_TEXT(english, chinese)
#define ERROR_NUMBER(number, chinese) {number, chinese},
#include "errors.def"
#undef ERROR_TEXT
#undef ERROR_NUMBER
};

/* ---- matching ---- */

/* Past the conversion that starts at format; its last letter goes to *kind. */
static const char *conversion_end(const char *format, char *kind) {
    format += 1 + strspn(format + 1, ".*0123456789lz");
    *kind = *format;
    return *format ? format + 1 : format;
}

/* Whether printf can have written these bytes for a conversion. */
static bool fits(char kind, const char *text, size_t length) {
    switch (kind) {
    case 's':
        return true;
    case 'c':
        return length == 1;
    case 'X':
        return length > 0 && strspn(text, "0123456789ABCDEF") >= length;
    case 'g':
        return length > 0 && strspn(text, "-+.0123456789einfa") >= length;
    default:
        return length > 0 && strspn(text, "-0123456789") >= length;
    }
}

/* Tries the shortest argument first, and longer ones where the rest does not match. */
static bool match(const char *format, const char *text, Argument *arguments,
                  size_t left) {
    char before = '\0';
    for (; *format && *format != '%'; before = *format++)
        if (*format != *text++)
            return false;
    if (!*format)
        return !*text;
    if (left == 0)
        return false;
    char kind;
    const char *rest = conversion_end(format, &kind);
    for (size_t length = 0;; length++) {
        *arguments = (Argument){text, length, before == '"' || before == '\''};
        if (fits(kind, text, length) &&
            match(rest, text + length, arguments + 1, left - 1))
            return true;
        if (!text[length])
            return false;
    }
}

static size_t literal_length(const char *format) {
    size_t length = 0;
    char kind;
    while (*format) {
        if (*format == '%') {
            format = conversion_end(format, &kind);
            continue;
        }
        format++;
        length++;
    }
    return length;
}

/* How many arguments hold a ": " that belongs to the format of something else. */
static size_t count_mixed(const Argument arguments[ARGUMENTS_MOST]) {
    size_t count = 0;
    for (size_t i = 0; i < ARGUMENTS_MOST && arguments[i].at; i++) {
        const char *colon = strstr(arguments[i].at, ": ");
        count += !arguments[i].quoted && colon &&
                 (size_t)(colon - arguments[i].at) < arguments[i].length;
    }
    return count;
}

static const char *find_number(const char *text) {
    for (size_t i = 0; i < sizeof number_table / sizeof *number_table; i++)
        if (strcmp(strerror(number_table[i].number), text) == 0)
            return number_table[i].chinese;
    return NULL;
}

/* The Chinese of the row that matches best, with its arguments, or NULL. */
static const char *find(const char *text, Argument best[ARGUMENTS_MOST]) {
    const char *chinese = NULL;
    size_t fewest = 0, longest = 0;
    for (size_t i = 0; i < sizeof text_table / sizeof *text_table; i++) {
        Argument arguments[ARGUMENTS_MOST] = {{0}};
        if (!match(text_table[i].english, text, arguments, ARGUMENTS_MOST))
            continue;
        size_t mixed = count_mixed(arguments);
        size_t length = literal_length(text_table[i].english);
        if (chinese && (mixed > fewest || (mixed == fewest && length <= longest)))
            continue;
        memcpy(best, arguments, sizeof arguments);
        chinese = text_table[i].chinese;
        fewest = mixed;
        longest = length;
    }
    return chinese ? chinese : find_number(text);
}

/* ---- putting it into Chinese ---- */

/* The length of the "FILE:LINE: " that a text starts with; 0: none. */
static size_t location_length(const char *text) {
    size_t quoted = strcspn(text, "\"'");
    const char *at = text;
    while ((at = strstr(at, ": ")) && (size_t)(at - text) < quoted) {
        const char *line = at;
        while (line > text && line[-1] >= '0' && line[-1] <= '9')
            line--;
        at += 2;
        if (line < at - 2 && line > text + 1 && line[-1] == ':')
            return (size_t)(at - text);
    }
    return 0;
}

static void put_argument(char kind, const Argument *argument, Text *out) {
    if (kind != 'm') {
        text_append_n(out, argument->at, argument->length);
        return;
    }
    char *message = memory_string_n(argument->at, argument->length);
    translate(LANG_ZH, message, out);
    free(message);
}

/* The arguments are numbered: %1$s as it stands, %2$m a message itself. */
static void put_chinese(const char *format, const Argument *arguments, Text *out) {
    while (*format) {
        size_t length = strcspn(format, "%");
        text_append_n(out, format, length);
        format += length;
        if (!*format)
            return;
        put_argument(format[3], &arguments[format[1] - '1'], out);
        format += strlen("%1$s");
    }
}

void translate(int lang, const char *english, Text *out) {
    Argument arguments[ARGUMENTS_MOST] = {{0}};
    size_t location = lang == LANG_ZH ? location_length(english) : 0;
    const char *chinese = lang == LANG_ZH ? find(english + location, arguments) : NULL;
    text_append_n(out, english, location);
    if (chinese)
        put_chinese(chinese, arguments, out);
    else
        text_append(out, english + location);
}

void translate_error(int lang, Error *error) {
    Text text = {0};
    translate(lang, error->text, &text);
    error_set(error, "%s", text_string(&text));
    text_release(&text);
}
