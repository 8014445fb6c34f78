/* One place for what went wrong, in words for the user.
 *
 * A function that can fail for a reason the user can mend returns bool and fills an Error;
 * `return error_set(error, …)` is the whole of it. Running out of memory is no such reason:
 * memory.h ends the program. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
    char text[600]; /* UTF-8, one line, no control characters, never empty once set */
} Error;

/* Fills error (which may be NULL) as printf does; control characters and invalid UTF-8 that
 * came in through an argument are made harmless. Always returns false. */
bool error_set(Error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts "FILE:LINE: " (line 0: "FILE: ") before the text that is there. Always returns false. */
bool error_locate(Error *error, const char *file, int line);

#endif
