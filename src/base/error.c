/* See error.h. */
#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* Copies text into the error, harmless and whole characters only. */
static void error_store(Error *error, const char *text) {
    size_t length = strlen(text), used = 0;
    for (size_t at = 0; at < length;) {
        uint32_t code;
        char bytes[5];
        at += utf8_decode(text + at, length - at, &code);
        size_t size = utf8_encode(utf8_safe(code), bytes);
        if (used + size >= sizeof error->text)
            break;
        memcpy(error->text + used, bytes, size);
        used += size;
    }
    error->text[used] = '\0';
}

bool error_set(Error *error, const char *format, ...) {
    if (!error)
        return false;
    char text[2 * sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_store(error, text);
    return false;
}

bool error_locate(Error *error, const char *file, int line) {
    if (!error)
        return false;
    Error old = *error;
    if (line > 0)
        return error_set(error, "%s:%d: %s", file, line, old.text);
    return error_set(error, "%s: %s", file, old.text);
}
