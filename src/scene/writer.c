/* See writer.h. Quotes what the reader would otherwise trim, split or take for a comment. */
#include "scene/writer.h"

#include <stdbool.h>
#include <string.h>

#include "scene/number.h"

static bool must_quote(const char *field) {
    size_t length = strlen(field);
    if (length == 0)
        return false;
    return strpbrk(field, ",\"\r\n") || strchr(" \t", field[0]) ||
           strchr(" \t", field[length - 1]);
}

void csv_field(FILE *file, const char *field) {
    if (!must_quote(field)) {
        fputs(field, file);
        return;
    }
    putc('"', file);
    for (; *field; field++) {
        if (*field == '"')
            putc('"', file);
        putc(*field, file);
    }
    putc('"', file);
}

void csv_numbers(FILE *file, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char text[32];
        number_write_17(numbers[i], text);
        fputs(i ? "," : "", file);
        fputs(text, file);
    }
    putc('\n', file);
}
