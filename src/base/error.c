/* See error.h. */
#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
