/* See csv_rows.h. libcsv does not know the line of a row, so it gets the text line by
 * line. A realloc of our own bounds its buffer. After an error it is freed and not
 * finished, which would submit half a cell. */
#include "scene/csv_rows.h"

#include <csv.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "scene/number.h"

enum { CHUNK = 64 << 10, PIPE_WAIT = 500 /* milliseconds */ };

typedef struct Splitter {
    struct csv_parser parser;
    RowSink *sink;
    void *context;
    const char *path;
    Error *error;
    int line;            /* being fed */
    int row_line;        /* where the row being fed starts */
    bool open;           /* a row has started and not ended */
    bool stopped;        /* the sink has refused */
    Text cells;          /* of this row, each ended by NUL */
    size_t count;        /* of this row's cells */
    const char **fields; /* [room] */
    size_t room;
} Splitter;

size_t rows_line_length(const char *text, size_t length) {
    size_t at = 0;
    while (at < length && text[at] != '\n' && text[at] != '\r')
        at++;
    if (at < length && text[at] == '\r' && at + 1 < length && text[at + 1] == '\n')
        at++;
    return at < length ? at + 1 : at;
}

bool rows_next_line(RowLine *line, const Text *rows) {
    const char *end = rows->bytes + rows->length;
    const char *at = line->number ? line->bytes + line->length : rows->bytes;
    if (at == end)
        return false;
    line->bytes = at;
    line->length = rows_line_length(at, (size_t)(end - at));
    line->number++;
    line->begins = !line->open;
    for (size_t i = 0; i < line->length && (line->open || *at != '#'); i++)
        line->open ^= at[i] == '"';
    return true;
}

size_t rows_count_lines(const Text *rows) {
    RowLine line = {0};
    while (rows_next_line(&line, rows))
        continue;
    return line.number;
}

/* The line, from 1, of the byte at offset. */
static int line_of(const char *bytes, size_t length, size_t offset) {
    int line = 1;
    for (size_t at = rows_line_length(bytes, length); at <= offset && at < length;
         at += rows_line_length(bytes + at, length - at))
        line++;
    return line;
}

/* Appends all that can be read, up to a limit. A signal, as of Ctrl-C, ends the waiting for
 * a pipe that gives nothing. */
static bool read_all(int file, Text *text, const char *path, Error *error) {
    char chunk[CHUNK];
    size_t line_start = 0;
    for (ssize_t got; (got = read(file, chunk, sizeof chunk)) != 0;) {
        if (got < 0)
            return error_set_at(error, path, 1, "%s", strerror(errno));
        text_append_n(text, chunk, (size_t)got);
        for (size_t at = text->length - (size_t)got; at < text->length; at++)
            if (text->bytes[at] == '\n' || text->bytes[at] == '\r')
                line_start = at + 1;
        if (text->length - line_start > ROWS_LINE_MAX)
            return error_set_at(error, path,
                                line_of(text->bytes, text->length, line_start),
                                "a line longer than 4 MB, expected a scene (CSV)");
        if (text->length > ROWS_FILE_MAX)
            return error_set_at(error, path,
                                line_of(text->bytes, text->length, text->length),
                                "more than 64 MB, expected a scene (CSV)");
    }
    return true;
}

/* Returns true if a pipe has a writer, or will have one at once. Opening one that has
 * none would block, and so would reading from it. */
static bool has_writer(int file, Text *text) {
    char byte;
    if (poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, PIPE_WAIT) > 0)
        return true;
    ssize_t got = read(file, &byte, 1);
    text_append_n(text, &byte, got > 0);
    return got != 0;
}

/* Opens a file. The text gets a byte that was read from a pipe meanwhile. */
static int open_text(const char *path, Text *text, Error *error) {
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0 || fstat(file, &status) != 0)
        error_set_at(error, path, 1, "%s", strerror(errno));
    else if (S_ISDIR(status.st_mode))
        error_set_at(error, path, 1, "a directory, expected a scene (a CSV file)");
    else if (S_ISFIFO(status.st_mode) && !has_writer(file, text))
        error_set_at(error, path, 1, "a pipe that no program writes to");
    else if (fcntl(file, F_SETFL, O_RDONLY) != 0)
        error_set_at(error, path, 1, "%s", strerror(errno));
    else
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

bool rows_load(const char *path, Text *text, Error *error) {
    bool standard = strcmp(path, "-") == 0;
    *text = (Text){0};
    int file = standard ? STDIN_FILENO : open_text(path, text, error);
    bool fine = file >= 0 && read_all(file, text, path, error);
    if (!standard && file >= 0)
        close(file);
    if (!fine)
        text_release(text);
    return fine;
}

/* The limit bounds the memory of a row, which may go over many lines. */
static void take_cell(void *cell, size_t length, void *data) {
    Splitter *splitter = data;
    if (splitter->stopped)
        return;
    if (splitter->count++ == ROWS_CELLS_MAX) {
        splitter->stopped = true;
        error_set_at(splitter->error, splitter->path, splitter->row_line,
                     "more than 1048576 cells in a row");
    }
    text_append_n(&splitter->cells, cell, length);
    text_append_n(&splitter->cells, "", 1);
}

static void take_row(int end, void *data) {
    (void)end;
    Splitter *splitter = data;
    size_t count = splitter->count;
    const char *cell = splitter->cells.bytes;
    for (size_t i = 0; i < count; i++, cell += strlen(cell) + 1) {
        if (i == splitter->room)
            splitter->fields =
                memory_grow(splitter->fields, splitter->room++, sizeof *splitter->fields);
        splitter->fields[i] = cell;
    }
    while (count > 0 && splitter->fields[count - 1][0] == '\0')
        count--;
    if (count > 0 && splitter->fields[0][0] != '#' && !splitter->stopped) {
        CsvRow row = {splitter->row_line, splitter->fields, count};
        splitter->stopped = !splitter->sink(splitter->context, &row);
    }
    splitter->count = 0;
    splitter->open = false;
    text_clear(&splitter->cells);
}

/* Refuses to make libcsv's buffer longer than a cell may be. */
static void *bounded_realloc(void *old, size_t size) {
    return size > ROWS_CELL_MAX ? NULL : realloc(old, size);
}

static bool parse_error(Splitter *splitter) {
    Error *error = splitter->error;
    if (csv_error(&splitter->parser) != CSV_EPARSE)
        error_set(error, "a cell longer than 64 KB; is a quote not closed?");
    else if (splitter->row_line != splitter->line)
        error_set(error,
                  "a quote opened here meets another inside a cell on line %d; "
                  "is one not closed?",
                  splitter->line);
    else
        error_set(error, "a quote inside a cell, expected the cell in quotes and "
                         "the quote written twice");
    return error_locate(error, splitter->path, splitter->row_line);
}

static bool feed(Splitter *splitter, const char *line, size_t length) {
    if (!splitter->open)
        splitter->row_line = splitter->line;
    splitter->open = true;
    size_t fed =
        csv_parse(&splitter->parser, line, length, take_cell, take_row, splitter);
    return !splitter->stopped && (fed == length || parse_error(splitter));
}

/* The end of the cell in quotes that opens at text[at]; 0 if there is none, or if the
 * cell goes over several lines and other text follows it, so that it is no cell. */
static size_t quoted_end(const char *text, size_t length, size_t at) {
    bool several = false;
    for (at++; at < length; at++) {
        several = several || text[at] == '\n' || text[at] == '\r';
        if (text[at] != '"')
            continue;
        if (at + 1 == length || (text[at + 1] != '"' && !several))
            return at + 1;
        if (text[at + 1] != '"')
            return strchr(", \t\r\n", text[at + 1]) ? at + 1 : 0;
        at++;
    }
    return 0;
}

/* Bytes of the comment at text. It has several lines if a cell of it in quotes has, as
 * spreadsheets write them; other quotes are text. 0: a cell is not closed. */
static size_t comment_length(const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        if (text[at] == '\n' || text[at] == '\r')
            return at + rows_line_length(text + at, length - at);
        if (text[at] == ',' && at + 1 < length && text[at + 1] == '"')
            at = quoted_end(text, length, at + 1);
        else
            at++;
        if (at == 0)
            return 0;
    }
    return length;
}

static bool parse_lines(Splitter *splitter, const char *bytes, size_t length) {
    for (size_t at = 0, taken; at < length; at += taken) {
        const char *line = bytes + at;
        taken = rows_line_length(line, length - at);
        size_t blanks = 0;
        while (!splitter->open && blanks < taken && strchr(" \t\r\n", line[blanks]))
            blanks++;
        bool comment = !splitter->open && blanks < taken && line[blanks] == '#';
        if (comment)
            taken = comment_length(line, length - at);
        if (taken == 0)
            return error_set_at(splitter->error, splitter->path, splitter->line,
                                "a quote opened in this comment is not closed");
        if (!comment && blanks < taken && !feed(splitter, line, taken))
            return false;
        splitter->line += comment ? line_of(line, taken, taken) : 1;
    }
    if (!splitter->open)
        return true;
    if (csv_fini(&splitter->parser, take_cell, take_row, splitter) != 0)
        return error_set_at(splitter->error, splitter->path, splitter->row_line,
                            "a quote that is opened in this row is not closed");
    return !splitter->stopped;
}

bool rows_encoding(const char *path, const char *bytes, size_t length, size_t *start,
                   Error *error) {
    *start = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (length >= 2 &&
        (memcmp(bytes, "\xFE\xFF", 2) == 0 || memcmp(bytes, "\xFF\xFE", 2) == 0))
        return error_set_at(error, path, 1, "UTF-16, expected UTF-8");
    const char *nul = length ? memchr(bytes, '\0', length) : NULL;
    if (nul)
        return error_set_at(error, path, line_of(bytes, length, (size_t)(nul - bytes)),
                            "a NUL byte, expected text (UTF-8)");
    size_t bad;
    if (!utf8_valid(bytes, length, &bad))
        return error_set_at(error, path, line_of(bytes, length, bad),
                            "invalid UTF-8 (byte %02X), expected text in UTF-8",
                            (unsigned char)bytes[bad]);
    return true;
}

bool rows_parse(const char *path, const char *bytes, size_t length, RowSink *sink,
                void *context, Error *error) {
    size_t start;
    if (!rows_encoding(path, bytes, length, &start, error))
        return false;
    bytes += start;
    length -= start;
    if (length > 0 && bytes[length - 1] == 0x1A) /* the end mark of old editors */
        length--;
    Splitter splitter = {
        .sink = sink, .context = context, .path = path, .error = error, .line = 1};
    csv_init(&splitter.parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL);
    csv_set_blk_size(&splitter.parser, 4096);
    csv_set_realloc_func(&splitter.parser, bounded_realloc);
    bool fine = parse_lines(&splitter, bytes, length);
    csv_free(&splitter.parser);
    text_release(&splitter.cells);
    free(splitter.fields);
    return fine;
}

/* ---- writing ---- */

/* Whether the reader would trim, split or skip the field if it had no quotes. */
static bool must_quote(const char *field) {
    size_t length = strlen(field);
    return length > 0 && (strpbrk(field, ",\"\r\n") || strchr(" \t", field[0]) ||
                          strchr(" \t", field[length - 1]));
}

void csv_field(FILE *file, const char *field) {
    Text text = {0};
    if (must_quote(field))
        text_quote(&text, "", field);
    else
        text_append(&text, field);
    fputs(text_string(&text), file);
    text_release(&text);
}

void csv_numbers(FILE *file, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char text[32];
        number_write_digits(numbers[i], 17, text);
        fprintf(file, "%s%s", i ? "," : "", text);
    }
    putc('\n', file);
}
