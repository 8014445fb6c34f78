/* Errors as data: a message for the user, of which a sentence is made where it is shown.
 *
 * A function that can fail for a reason the user can mend returns bool and fills an
 * Error; `return error_set(error, "…", …)` is the whole of it. An Error keeps the format,
 * its arguments, and the file and line of the trouble; error_text makes a sentence of them,
 * in English or by assets/errors.def in Chinese. An Error is a plain value, to be copied and forgotten. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LANG_EN, LANG_ZH, LANG_COUNT };
enum { ERROR_DEPTH = 6, ERROR_BYTES = 2000 };

/* One message. Its file and arguments are strings in the Error's bytes. */
typedef struct ErrorMessage {
    const char *format; /* English, and the key of its row in assets/errors.def */
    size_t arguments;   /* offset of the first one; the others follow */
    size_t file;        /* offset from 1; 0: no file is named */
    int line;           /* from 1; 0: the file as a whole */
} ErrorMessage;

/* {0} is no error. Each message but the first is the cause of the one before. The strings
 * are UTF-8 without control characters and end with NUL; they are cut at a character when
 * the bytes are full. */
typedef struct Error {
    size_t depth; /* of messages in use */
    ErrorMessage message[ERROR_DEPTH];
    size_t used; /* of the bytes */
    char bytes[ERROR_BYTES];
} Error;

/* A call of error_set in the source. The linker gathers a pointer to each in the section
 * error_formats, so that a test can hold them against assets/errors.def. */
typedef struct ErrorFormat {
    const char *format, *file;
    int line;
} ErrorFormat;

/* Sets error (which may be NULL) to a literal printf format with its arguments. A part of
 * the format in braces shows only if the number in it is not 0: "like q{ on line %d}".
 * Always false, as are the three below.
 *
 *     bool error_set(Error *error, const char *format, …); */
#define error_set(error, ...) error_because(error, NULL, __VA_ARGS__)

/* As error_set and error_locate. */
#define error_set_at(error, file, line, ...)                                             \
    __extension__({                                                                      \
        error_set(error, __VA_ARGS__);                                                   \
        error_locate(error, file, line);                                                 \
    })

/* As error_set, with another error, or `error` as it was, which shows at "{cause}" in the
 * format.
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

/* The function that the macros call. */
bool error_fill(Error *error, const Error *cause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds the place of the trouble; line 0: the file as a whole. A place that the error has
 * already shows after this one. */
bool error_locate(Error *error, const char *file, int line);

bool error_is_set(const Error *error);

/* The file that a message names, or NULL. */
const char *error_file(const Error *error, size_t message);

/* Argument `number`, counted from 0, of a message. */
const char *error_argument(const Error *error, size_t message, size_t number);

/* Appends "FILE:LINE: message", or "message" alone where no file was named. A format
 * without a row in the table stays English. */
struct Text;
void error_text(const Error *error, int lang, struct Text *out);

/* Whether the English has `part` in it. */
bool error_says(const Error *error, const char *part);

/* Writes a line: `before`, then the error, in the language that was set last; English at
 * first. */
void error_language(int lang);
void error_print(FILE *file, const char *before, const Error *error);

#endif
