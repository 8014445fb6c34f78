/* One grid as CSV, .npy and LaTeX. Rows are read one at a time, twice where an undefined one has to
 * be found before anything is written. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "export/export.h"
#include "scene/csv_rows.h"
#include "frame/cell.h"

/* ---- rows ---- */

enum { ROWS_TOGETHER = 96 }; /* made together they cost less */

typedef struct Rows {
    Session *session;
    GridId grid;
    Place place;
    size_t rows, cols;
    double *numbers; /* [cols], of the row read last */
} Rows;

static Rows rows_new(Session *session, GridId grid, Place place) {
    GridId shape = grid == GRID_DELTA ? session->delta_of : grid;
    Rows rows = {.session = session, .grid = grid, .place = place};
    rows.rows = grid_rows(session->now, shape, place);
    rows.cols = grid_cols(session->now, shape, place);
    rows.numbers = memory_new(rows.cols, sizeof *rows.numbers);
    return rows;
}

/* False: the row is undefined. */
static bool rows_read(Rows *rows, size_t row) {
    Session *session = rows->session;
    if (rows->grid != GRID_DELTA && row % ROWS_TOGETHER == 0)
        grid_prepare(session->now, rows->grid, rows->place, row, ROWS_TOGETHER);
    if (rows->grid == GRID_DELTA)
        return session_delta(session, session->delta_of, rows->place, row, rows->numbers);
    return grid_row(session->now, rows->grid, rows->place, row, rows->numbers) !=
           ROWSTATE_UNDEFINED;
}

/* Only an empty row makes others undefined: without one no row has to be looked at. */
static bool has_empty_row(const Session *session) {
    Place place = {0};
    size_t query = 0;
    return pass_next_empty(sheet_pass(session->now), &place, &query);
}

static bool rows_defined(Rows *rows, Error *error) {
    Trouble trouble;
    if (rows->grid != GRID_DELTA && !has_empty_row(rows->session))
        return true;
    for (size_t i = 0; i < rows->rows; i++) {
        if (rows_read(rows, i))
            continue;
        if (session_trouble(rows->session, &trouble))
            session_trouble_text(rows->session, &trouble, error);
        else
            error_set(error, "%s has an undefined row", grid_table[rows->grid].name);
        return false;
    }
    return true;
}

/* ---- CSV ---- */

bool export_csv(Session *session, GridId grid, Place place, FILE *file, Error *error) {
    Rows rows = rows_new(session, grid, place);
    bool fine = rows_defined(&rows, error);
    for (size_t i = 0; fine && i < rows.rows; i++) {
        rows_read(&rows, i);
        csv_numbers(file, rows.numbers, rows.cols);
    }
    free(rows.numbers);
    return fine;
}

/* ---- .npy ---- */

/* Magic, version, the header's length, and the header, blanks and a newline up to a multiple of
 * 64 bytes. */
static void npy_header(FILE *file, size_t rows, size_t cols) {
    enum { FIXED = 10, ROUND = 64 };
    char header[2 * ROUND + 1] = "";
    int used = snprintf(header, sizeof header,
                        "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu, %zu), }",
                        rows, cols);
    int length = (FIXED + used + 1 + ROUND - 1) / ROUND * ROUND - FIXED;
    fwrite("\x93NUMPY\x01\x00", 1, 8, file);
    putc(length & 0xFF, file);
    putc(length >> 8, file);
    fprintf(file, "%-*s\n", length - 1, header);
}

static void npy_number(FILE *file, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int shift = 0; shift < 64; shift += 8)
        putc((int)(bits >> shift & 0xFF), file);
}

bool export_npy(Session *session, GridId grid, Place place, FILE *file, Error *error) {
    Rows rows = rows_new(session, grid, place);
    bool fine = rows_defined(&rows, error);
    if (fine)
        npy_header(file, rows.rows, rows.cols);
    for (size_t i = 0; fine && i < rows.rows; i++) {
        rows_read(&rows, i);
        for (size_t c = 0; c < rows.cols; c++)
            npy_number(file, rows.numbers[c]);
    }
    free(rows.numbers);
    return fine;
}

/* ---- LaTeX ---- */

/* A number as the screen writes it, in TeX's words: ~0 rounds to zero, 1.5e12 is a product. */
static void tex_number(FILE *file, double number, int decimals) {
    char text[CELL_TEXT];
    number_text(number, decimals, true, text);
    char *power = strchr(text, 'e');
    if (isnan(number))
        fputs("\\mathrm{NaN}", file);
    else if (isinf(number))
        fputs(number < 0 ? "-\\infty" : "\\infty", file);
    else if (text[0] == '~')
        fprintf(file, "{\\sim}%s", text + 1);
    else if (power)
        fprintf(file, "%.*s \\cdot 10^{%s}", (int)(power - text), text, power + 1);
    else
        fputs(text, file);
}

static void tex_row(Rows *rows, size_t row, int decimals, FILE *file) {
    bool scored = rows->grid == GRID_PROB || rows->grid == GRID_LOSS;
    bool defined = rows_read(rows, row);
    fputs("  ", file);
    for (size_t c = 0; c < rows->cols; c++) {
        fputs(c ? " & " : "", file);
        if (!defined)
            fputs("\\emptyset", file);
        else if (scored && isnan(rows->numbers[c]))
            fputs("-", file);
        else
            tex_number(file, rows->numbers[c], decimals);
    }
    fputs(row + 1 < rows->rows ? " \\\\\n" : "\n", file);
}

void export_tex(Session *session, GridId grid, Place place, int decimals, FILE *file) {
    enum { COLUMNS_AMSMATH_HAS = 10 };
    Rows rows = rows_new(session, grid, place);
    fprintf(file, "%% %s of ", grid_table[grid].name);
    export_comment(file, session->scene.id);
    fprintf(file, ", record %zu, layer %zu, head %zu; needs amsmath\n", place.record + 1,
            place.layer + 1, place.head + 1);
    if (rows.cols > COLUMNS_AMSMATH_HAS)
        fprintf(file, "\\setcounter{MaxMatrixCols}{%zu}\n", rows.cols);
    fputs("\\begin{bmatrix}\n", file);
    for (size_t i = 0; i < rows.rows; i++)
        tex_row(&rows, i, decimals, file);
    fputs("\\end{bmatrix}\n", file);
    free(rows.numbers);
}
