/* Errors as data: a message for the user, not yet a sentence.
 *
 * A function that can fail for a reason the user can mend returns bool and fills an Error;
 * `return error_set(error, "…", …)` is the whole of it. An Error keeps the format, its arguments and
 * where in which file the trouble is; base/error_text.h makes a sentence of it, in the language of
 * whoever reads it. It is a plain value: it can be copied and has nothing to release. Running out
 * of memory is no such reason: memory.h ends the program. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum { ERROR_DEPTH = 6, ERROR_BYTES = 2000 };

/* One message. Its file and arguments are strings in the Error's bytes. */
typedef struct ErrorMessage {
    const char *format; /* English, and the key of its row in assets/errors.def */
    size_t arguments;   /* offset of the first one; the others follow */
    size_t file;        /* offset from 1; 0: no file is named */
    int line;           /* from 1; 0: the file as a whole */
} ErrorMessage;

/* {0} is no error. Where the bytes are full, arguments are cut at a whole character. */
typedef struct Error {
    size_t
        depth; /* of messages in use: each but the first is the cause of the one before */
    ErrorMessage message[ERROR_DEPTH];
    size_t used;
    char bytes
        [ERROR_BYTES]; /* UTF-8 without control characters; every string ends with NUL */
} Error;

/* A format in the source, and its place: error_formats has one for every call of error_set. */
typedef struct ErrorFormat {
    const char *format, *file;
    int line;
} ErrorFormat;

/* Sets error (which may be NULL) to a literal printf format with its arguments, of which control
 * characters and invalid UTF-8 are replaced. A part of the format in braces is left out where the
 * number in it is 0: "like q{ on line %d}". Always false.
 *
 *     bool error_set(Error *error, const char *format, …); */
#define error_set(error, ...) error_because(error, NULL, __VA_ARGS__)

/* The same with a place: see error_locate. */
#define error_set_at(error, file, line, ...)                                             \
    __extension__({                                                                      \
        error_set(error, __VA_ARGS__);                                                   \
        error_locate(error, file, line);                                                 \
    })

/* error_set with an error (`error` itself, too) that shows at "{cause}" in the format. Always
 * false.
 *
 *     bool error_because(Error *error, const Error *cause, const char *format, …); */
#define error_because(error, cause, ...)                                                 \
    __extension__({                                                                      \
        static const ErrorFormat error_format_here = {ERROR_FIRST(__VA_ARGS__, 0),       \
                                                      __FILE__, __LINE__};               \
        static const ErrorFormat *const error_format_entry                               \
            __attribute__((section("error_formats"), used)) = &error_format_here;        \
        error_fill(error, cause, __VA_ARGS__);                                           \
    })
#define ERROR_FIRST(format, ...) format

/* The function behind both. */
bool error_fill(Error *error, const Error *cause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says where the trouble is; line 0: in the file as a whole. A place that was said before shows
 * after this one. Always false. */
bool error_locate(Error *error, const char *file, int line);

bool error_is_set(const Error *error);

/* The file of a message; NULL: none is named. */
const char *error_file(const Error *error, size_t message);

/* Argument `number`, counted from 0, of a message. */
const char *error_argument(const Error *error, size_t message, size_t number);

#endif
