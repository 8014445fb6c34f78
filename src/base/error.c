/* See error.h: errors as data, and the sentences made of them. The conversions of an
 * English format are its arguments in order. Those of a Chinese text have numbers: %1$s
 * is the first argument, %2$m the second one in Chinese if the table has it. */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

/* Adds a string, its control characters and invalid UTF-8 replaced. */
static void store(Error *error, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        uint32_t code;
        char bytes[5];
        at += utf8_decode(text + at, length - at, &code);
        size_t size = utf8_encode(utf8_safe(code), bytes);
        if (error->used + size >= sizeof error->bytes)
            break;
        memcpy(error->bytes + error->used, bytes, size);
        error->used += size;
    }
    if (error->used < sizeof error->bytes)
        error->bytes[error->used++] = '\0';
}

/* Puts a message before the others; of too many, the last one is lost. */
static void push(Error *error, const char *format) {
    if (error->depth < ERROR_DEPTH)
        error->depth++;
    memmove(error->message + 1, error->message,
            (error->depth - 1) * sizeof *error->message);
    error->message[0] = (ErrorMessage){.format = format, .arguments = error->used};
}

/* Stores the argument of one conversion, `spec`, whose last letter is `kind`. */
static void store_argument(Error *error, const char *spec, char kind,
                           va_list *arguments) {
    char number[64];
    if (kind == 's') {
        const char *precision = strchr(spec, '.');
        size_t most = SIZE_MAX;
        if (precision)
            most = precision[1] == '*' ? (size_t)va_arg(*arguments, int)
                                       : (size_t)strtol(precision + 1, NULL, 10);
        const char *text = va_arg(*arguments, const char *);
        store(error, text, strnlen(text, most));
        return;
    }
    if (kind == 'g')
        snprintf(number, sizeof number, spec, va_arg(*arguments, double));
    else if (strchr(spec, 'z'))
        snprintf(number, sizeof number, spec, va_arg(*arguments, size_t));
    else if (strchr(spec, 'l'))
        snprintf(number, sizeof number, spec, va_arg(*arguments, long));
    else
        snprintf(number, sizeof number, spec, va_arg(*arguments, int));
    store(error, number, strlen(number));
}

bool error_fill(Error *error, const Error *cause, const char *format, ...) {
    if (!error)
        return false;
    if (!cause)
        error->depth = error->used = 0;
    else if (cause != error)
        *error = *cause;
    push(error, format);
    va_list arguments;
    va_start(arguments, format);
    for (const char *at = format; (at = strchr(at, '%'));) {
        char spec[16];
        size_t length = 2 + strspn(at + 1, ".*0123456789lz");
        snprintf(spec, sizeof spec, "%.*s", (int)length, at);
        store_argument(error, spec, at[length - 1], &arguments);
        at += length;
    }
    va_end(arguments);
    return false;
}

bool error_locate(Error *error, const char *file, int line) {
    if (!error)
        return false;
    if (error->message[0].file)
        push(error, "{cause}");
    error->message[0].file = error->used + 1;
    error->message[0].line = line;
    store(error, file, strlen(file));
    return false;
}

bool error_is_set(const Error *error) {
    return error->depth > 0;
}

/* The string at an offset, or "" if there was no room for it. */
static const char *string_at(const Error *error, size_t offset) {
    return offset < error->used ? error->bytes + offset : "";
}

const char *error_file(const Error *error, size_t message) {
    size_t file = message < error->depth ? error->message[message].file : 0;
    return file ? string_at(error, file - 1) : NULL;
}

const char *error_argument(const Error *error, size_t message, size_t number) {
    size_t at = error->message[message].arguments;
    while (number-- > 0)
        at += strlen(string_at(error, at)) + 1;
    return string_at(error, at);
}

/* ---- sentences ---- */

static const struct Row {
    const char *english; /* NULL: strerror of the number */
    int number;
    const char *chinese;
} row_table[] = {
#define ERROR_FORMAT(english, chinese) {english, 0, chinese},
#define ERROR_WORD(english, chinese)   {english, 0, chinese},
#define ERROR_NUMBER(number, chinese)  {NULL, number, chinese},
#include "errors.def"
#undef ERROR_FORMAT
#undef ERROR_WORD
#undef ERROR_NUMBER
};

/* The Chinese of a format, a word or a message of the system, or else the English. */
static const char *chinese_of(const char *english) {
    for (size_t i = 0; i < sizeof row_table / sizeof *row_table; i++) {
        const struct Row *row = &row_table[i];
        if (strcmp(row->english ? row->english : strerror(row->number), english) == 0)
            return row->chinese;
    }
    return english;
}

/* The argument of the conversion at *at, which moves past it. *next counts those without
 * a number; *kind is the conversion's last letter. */
static const char *take(const Error *error, size_t index, const char **at, size_t *next,
                        char *kind) {
    bool numbered = (*at)[1] >= '1' && (*at)[1] <= '9' && (*at)[2] == '$';
    size_t number = numbered ? (size_t)((*at)[1] - '1') : (*next)++;
    *at += numbered ? 3 : 1 + strspn(*at + 1, ".*0123456789lz");
    *kind = *(*at)++;
    return error_argument(error, index, number);
}

static void put_place(const Error *error, size_t index, int lang, Text *out) {
    const char *file = error_file(error, index);
    int line = error->message[index].line;
    if (file)
        text_append(out, file);
    if (file && line)
        text_format(out, ":%d: ", line);
    else if (file)
        text_append(out, lang == LANG_ZH ? "：" : ": ");
}

static void put_message(const Error *error, size_t index, int lang, Text *out) {
    static const char cause[] = "{cause}";
    if (index >= error->depth)
        return;
    put_place(error, index, lang, out);
    const char *at = error->message[index].format;
    size_t next = 0;
    char kind;
    for (at = lang == LANG_ZH ? chinese_of(at) : at; *at;) {
        size_t length = strcspn(at, "%{}");
        text_append_n(out, at, length);
        at += length;
        if (*at == '%') {
            const char *word = take(error, index, &at, &next, &kind);
            word = kind == 'm' ? chinese_of(word) : word;
            text_append(out, word + (out->length == 0 && *word == ' '));
        } else if (strncmp(at, cause, strlen(cause)) == 0) {
            put_message(error, index + 1, lang, out);
            at += strlen(cause);
        } else if (*at == '{') {
            const char *inside = strchr(at, '%');
            size_t after = next;
            if (strcmp(take(error, index, &inside, &after, &kind), "0") == 0) {
                at = strchr(at, '}');
                next = after;
            }
            at++;
        } else if (*at) { /* the end of a part */
            at++;
        }
    }
}

void error_text(const Error *error, int lang, Text *out) {
    put_message(error, 0, lang, out);
}

bool error_says(const Error *error, const char *part) {
    Text text = {0};
    error_text(error, LANG_EN, &text);
    bool found = strstr(text_string(&text), part) != NULL;
    text_release(&text);
    return found;
}

static int language = LANG_EN; /* of error_print */

void error_language(int lang) {
    language = lang;
}

void error_print(FILE *file, const char *before, const Error *error) {
    Text text = {0};
    error_text(error, language, &text);
    fprintf(file, "%s%s\n", before, text_string(&text));
    text_release(&text);
}
