/* Rows of CSV: reading a file's, behind limits that no file can get around, and writing
 * them.
 *
 * Encoding (UTF-8, a BOM allowed), NUL bytes, size, line and cell length are checked;
 * blank rows and rows whose first field starts with # are skipped; trailing empty fields
 * are dropped. Line numbers are those of an editor: LF, CRLF and CR end a line, inside
 * quotes too. */
#ifndef SCENE_CSV_ROWS_H
#define SCENE_CSV_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum {
    ROWS_FILE_MAX = 64 << 20, /* bytes of a file */
    ROWS_LINE_MAX = 4 << 20,  /* bytes of a line */
    ROWS_CELL_MAX = 64 << 10, /* bytes of a cell */
    ROWS_CELLS_MAX = 1 << 20  /* cells of a row */
};

typedef struct CsvRow {
    int line; /* where it starts */
    const char *const *field;
    size_t count; /* at least 1 */
} CsvRow;

/* Takes a row, whose strings live until it returns. False, with the error set, ends the
 * reading. */
typedef bool RowSink(void *context, const CsvRow *row);

/* Reads a whole file ("-": standard input), which the caller releases. The error is
 * located. */
bool rows_load(const char *path, Text *text, Error *error);

/* Hands every row to sink, in order. path is for messages only. */
bool rows_parse(const char *path, const char *bytes, size_t length, RowSink *sink,
                void *context, Error *error);

/* Returns false, with the reason, unless the bytes are UTF-8 without a NUL. They begin at *start,
 * behind a byte order mark. */
bool rows_encoding(const char *path, const char *bytes, size_t length, size_t *start,
                   Error *error);

/* Bytes of the line that starts at text, its end (LF, CRLF or CR) included. */
size_t rows_line_length(const char *text, size_t length);

/* A line of a file's bytes; {0}: the one before the first. */
typedef struct RowLine {
    const char *bytes;
    size_t length; /* its end included */
    size_t number; /* from 1 */
    bool begins;   /* no open quote lets a row of an earlier line go on in it */
    bool open;     /* its own row goes on in the next line */
} RowLine;

/* Goes on to the next line; false after the last. */
bool rows_next_line(RowLine *line, const Text *rows);
size_t rows_count_lines(const Text *rows);

/* Writes one field, quoted only where it must be. */
void csv_field(FILE *file, const char *field);

/* Writes a row of 17-digit numbers. */
void csv_numbers(FILE *file, const double *numbers, size_t count);

#endif
