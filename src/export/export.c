/* Writes frames, and a grid as CSV, .npy and LaTeX. Rows of a grid are read one at a time, and twice
 * where undefined ones must be found before anything is written. See export.h. */
#include "export/export.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/path.h"
#include "base/save.h"
#include "frame/cell.h"
#include "output/writers.h"
#include "scene/csv_rows.h"
#include "session/tasks.h"
#include "view/view.h"

typedef enum Format {
    FORMAT_TXT,
    FORMAT_ANSI,
    FORMAT_SVG,
    FORMAT_CSV,
    FORMAT_NPY,
    FORMAT_TEX,
    FORMAT_PY,
    FORMATS
} Format;

static const char *const endings[FORMATS] = {".txt", ".ansi", ".svg", ".csv",
                                             ".npy", ".tex",  ".py"};

static bool was_stopped(Error *error) {
    return error_set(error, "%s: stopped; nothing was written", "export");
}

/* ---- the frame ---- */

/* Draws a copy of the session, in which nothing is copied or freed; false: stopped. */
static bool draw(Session shown, Frame *frame) {
    bool stopped = shown.stopped;
    shown.prompt.open = false;
    shown.notice[0] = '\0';
    if (!shown.working) /* else as much as is on the screen */
        view_work(&shown, shown.width, shown.height, -1);
    frame_init(frame, shown.width, shown.height);
    if (shown.stopped == stopped)
        view_draw(&shown, frame);
    return shown.stopped == stopped;
}

static bool write_frame(const Session *session, Format format, FILE *file) {
    Theme theme = (Theme)session->look.theme;
    Frame frame;
    bool whole = draw(*session, &frame);
    if (format == FORMAT_TXT)
        text_write(&frame, file);
    else if (format == FORMAT_ANSI)
        ansi_write(&frame, theme, DEPTH_TRUE, file);
    else
        svg_write(&frame, theme, file);
    frame_release(&frame);
    return whole;
}

/* The decimals of the focused grid on the main screen, whatever covers it now. */
static int shown_decimals(const Session *session) {
    Session shown = *session;
    Frame frame;
    shown.look.overlay = OVERLAY_NONE;
    shown.compared = (Compared){0};
    shown.look.zoom = min_int(shown.look.zoom, ZOOM_CELLS);
    draw(shown, &frame);
    int decimals = view_decimals(session, &frame);
    frame_release(&frame);
    return decimals;
}

/* ---- rows of the focused grid ---- */

/* Rows that are made together, since that costs less than one by one; few of long rows, so
 * that Ctrl-C is soon heard. */
enum { ROWS_TOGETHER = 96, CELLS_TOGETHER = 1 << 20 };

typedef struct Rows {
    Session *session;
    GridId grid;
    Place place;
    size_t rows, cols;
    double *numbers; /* [cols], of the row read last */
    bool stopped;    /* by the user: no row is read any more */
} Rows;

static Rows rows_new(Session *session, GridId grid, Place place) {
    GridId shape = session_shape(session, grid);
    Rows rows = {.session = session, .grid = grid, .place = place};
    rows.rows = grid_rows(session->now, shape, place);
    rows.cols = grid_cols(session->now, shape, place);
    rows.numbers = memory_new(rows.cols, sizeof *rows.numbers);
    return rows;
}

/* Reads a row; false where it is undefined. */
static bool rows_read(Rows *rows, size_t row) {
    Session *session = rows->session;
    rows->stopped = rows->stopped || !session_busy(session, row, rows->rows);
    if (rows->stopped)
        return false;
    if (rows->grid == GRID_DELTA)
        return session_delta(session, session->delta_of, rows->place, row, rows->numbers);
    size_t together = max_size(1, min_size(ROWS_TOGETHER, CELLS_TOGETHER / rows->cols));
    if (row % together == 0)
        grid_prepare(session->now, rows->grid, rows->place, row, together);
    return grid_row(session->now, rows->grid, rows->place, row, rows->numbers) !=
           ROWSTATE_UNDEFINED;
}

/* Only an empty row makes others undefined: without one no row has to be read. */
static bool rows_defined(Rows *rows, Error *error) {
    TroubleWalk walk = {0};
    bool empty;
    rows->stopped = !session_finish(rows->session, &empty);
    if (rows->stopped || (!empty && rows->grid != GRID_DELTA))
        return !rows->stopped;
    for (size_t i = 0; i < rows->rows; i++) {
        if (rows_read(rows, i))
            continue;
        if (rows->stopped)
            return false;
        if (session_trouble_next(rows->session, &walk))
            session_trouble_text(rows->session, &walk.trouble, error);
        else
            error_set(error, "%s has an undefined row", grid_table[rows->grid].name);
        return false;
    }
    return true;
}

/* ---- .npy ---- */

/* Writes magic, version, the header's length, and the header with blanks and a newline up
 * to a multiple of 64 bytes. */
static void npy_head(const Rows *rows, FILE *file) {
    enum { FIXED = 10, ROUND = 64 };
    char header[2 * ROUND + 1] = "";
    int used = snprintf(header, sizeof header,
                        "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu, %zu), }",
                        rows->rows, rows->cols);
    int length = (FIXED + used + 1 + ROUND - 1) / ROUND * ROUND - FIXED;
    fwrite("\x93NUMPY\x01\x00", 1, 8, file);
    putc(length & 0xFF, file);
    putc(length >> 8, file);
    fprintf(file, "%-*s\n", length - 1, header);
}

static void npy_row(const Rows *rows, FILE *file) {
    for (size_t c = 0; c < rows->cols; c++) {
        uint64_t bits;
        memcpy(&bits, &rows->numbers[c], sizeof bits);
        for (int shift = 0; shift < 64; shift += 8)
            putc((int)(bits >> shift & 0xFF), file);
    }
}

/* ---- LaTeX ---- */

/* Writes a number as the screen does, in TeX's words: ~0 rounds to zero, 1.5e12 is a product. */
static void tex_number(FILE *file, double number, int decimals) {
    Written written = number_text(number, decimals, true);
    char *text = written.text, *power = strchr(text, 'e');
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

static void tex_row(const Rows *rows, bool defined, int decimals, FILE *file) {
    bool scored = rows->grid == GRID_PROB || rows->grid == GRID_LOSS;
    for (size_t c = 0; c < rows->cols; c++) {
        fputs(c ? " & " : "  ", file);
        if (!defined)
            fputs("\\emptyset", file);
        else if (scored && isnan(rows->numbers[c]))
            fputs("-", file);
        else
            tex_number(file, rows->numbers[c], decimals);
    }
}

static void tex_head(const Rows *rows, FILE *file) {
    enum { COLUMNS_AMSMATH_HAS = 10 };
    Text id = {0};
    frame_spell(false, rows->session->scene.id, &id);
    fprintf(file, "%% %s of %s, record %zu, layer %zu, head %zu; needs amsmath\n",
            grid_table[rows->grid].name, text_string(&id), rows->place.record + 1,
            rows->place.layer + 1, rows->place.head + 1);
    text_release(&id);
    if (rows->cols > COLUMNS_AMSMATH_HAS)
        fprintf(file, "\\setcounter{MaxMatrixCols}{%zu}\n", rows->cols);
    fputs("\\begin{bmatrix}\n", file);
}

/* An undefined row is one of empty sets. */
static bool write_tex(Session *session, FILE *file) {
    Rows rows = rows_new(session, session->look.grid, session_place(session));
    bool empty;
    rows.stopped = !session_finish(session, &empty);
    int decimals = rows.stopped ? 0 : shown_decimals(session);
    tex_head(&rows, file);
    for (size_t i = 0; i < rows.rows && !rows.stopped; i++) {
        tex_row(&rows, rows_read(&rows, i), decimals, file);
        fputs(i + 1 < rows.rows ? " \\\\\n" : "\n", file);
    }
    fputs("\\end{bmatrix}\n", file);
    free(rows.numbers);
    return !rows.stopped;
}

/* ---- numbers ---- */

bool export_numbers(Session *session, GridId grid, Place place, bool npy, FILE *file,
                    Error *error) {
    Rows rows = rows_new(session, grid, place);
    bool fine = rows_defined(&rows, error);
    if (fine && npy)
        npy_head(&rows, file);
    for (size_t i = 0; fine && i < rows.rows; i++) {
        rows_read(&rows, i);
        fine = !rows.stopped;
        if (npy)
            npy_row(&rows, file);
        else
            csv_numbers(file, rows.numbers, rows.cols);
    }
    free(rows.numbers);
    if (rows.stopped)
        was_stopped(error);
    return fine;
}

/* ---- the file ---- */

static bool write_format(Session *session, Format format, FILE *file, Error *error) {
    switch (format) {
    case FORMAT_CSV:
    case FORMAT_NPY:
        return export_numbers(session, session->look.grid, session_place(session),
                              format == FORMAT_NPY, file, error);
    case FORMAT_TEX:
        return write_tex(session, file) || was_stopped(error);
    case FORMAT_PY:
        return export_script(session, file, error);
    default:
        return write_frame(session, format, file) || was_stopped(error);
    }
}

static bool find_format(const char *path, Format *format, Error *error) {
    for (*format = 0; *format < FORMATS; ++*format)
        if (strcasecmp(path_ending(path), endings[*format]) == 0)
            return true;
    return error_set(
        error,
        "export: \"%s\": expected a name that ends in .txt, .ansi or .svg (the"
        " screen), .csv, .npy or .tex (the focused grid), or .py (the calculation)",
        path);
}

bool export_uncovered(Session *session, const char *path, SaveMode mode, Error *error) {
    Format format;
    GridId grid = session->look.grid;
    if (!find_format(path, &format, error))
        return false;
    if (format == FORMAT_PY && session_covers_some(session))
        return error_set(
            error, "export: the calculation has covered numbers; reveal them first");
    bool numbers = format == FORMAT_CSV || format == FORMAT_NPY || format == FORMAT_TEX;
    if (numbers && session_covered(session, grid))
        return error_set(error, "export: %s is covered; reveal it first",
                         grid_table[grid].name);
    return export_file(session, path, mode, error);
}

/* Fails for a grid whose file would be larger than the session's limit. */
static bool check_size(const Session *session, Format format, Error *error) {
    static const size_t bytes_a_cell[FORMATS] = {
        [FORMAT_CSV] = 20, [FORMAT_NPY] = 8, [FORMAT_TEX] = 9};
    GridId shape = session_shape(session, session->look.grid);
    Place place = session_place(session);
    size_t rows = grid_rows(session->now, shape, place);
    size_t bytes = rows * grid_cols(session->now, shape, place) * bytes_a_cell[format];
    return session->limit == 0 || bytes <= session->limit ||
           error_set(error,
                     "export: about %zu MB, more than %zu MB; with yes at the end of the "
                     "line it is written",
                     bytes >> 20, session->limit >> 20);
}

bool export_file(Session *session, const char *path, SaveMode mode, Error *error) {
    Save save;
    Format format;
    if (!find_format(path, &format, error) || !check_size(session, format, error))
        return false;
    FILE *file = save_open(&save, "export", path, mode, error);
    return file && save_close(&save,
                              write_format(session, format, file, error) &&
                                  scene_same(&session->scene, error),
                              error);
}
