/* See export.h. */
#include "export/export.h"

#include <strings.h>

#include "base/minmax.h"
#include "base/path.h"
#include "base/save.h"
#include "output/writers.h"
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

/* ---- the frame ---- */

/* Draws a copy of the session, in which nothing is copied or freed. */
static void draw(Session shown, int width, int height, Frame *frame) {
    shown.prompt.open = false;
    shown.notice[0] = '\0';
    if (!shown.working) /* else as much as is on the screen */
        view_work(&shown, width, height, -1);
    frame_init(frame, width, height);
    view_draw(&shown, frame);
}

static void write_frame(const Session *session, Format format, int width, int height,
                        FILE *file) {
    Theme theme = (Theme)session->look.theme;
    Frame frame;
    draw(*session, width, height, &frame);
    if (format == FORMAT_TXT)
        text_write(&frame, file);
    else if (format == FORMAT_ANSI)
        ansi_write(&frame, theme, DEPTH_TRUE, file);
    else
        svg_write(&frame, theme, file);
    frame_release(&frame);
}

/* The decimals of the focused grid on the main screen, whatever covers it now. */
static int shown_decimals(const Session *session, int width, int height) {
    Session shown = *session;
    Frame frame;
    shown.look.overlay = OVERLAY_NONE;
    shown.look.compare = NULL;
    shown.look.zoom = min_int(shown.look.zoom, ZOOM_CELLS);
    draw(shown, width, height, &frame);
    int decimals = view_decimals(session, &frame);
    frame_release(&frame);
    return decimals;
}

/* ---- the file ---- */

static bool write_format(Session *session, Format format, int width, int height,
                         FILE *file, Error *error) {
    GridId grid = session->look.grid;
    Place place = session_place(session);
    switch (format) {
    case FORMAT_CSV:
        return export_numbers(session, grid, place, false, file, error);
    case FORMAT_NPY:
        return export_numbers(session, grid, place, true, file, error);
    case FORMAT_TEX:
        export_tex(session, grid, place, shown_decimals(session, width, height), file);
        return true;
    case FORMAT_PY:
        return export_script(session, file, error);
    case FORMAT_TXT:
    case FORMAT_ANSI:
    case FORMAT_SVG:
    case FORMATS:
        write_frame(session, format, width, height, file);
    }
    return true;
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

bool export_file(Session *session, const char *path, bool over, int width, int height,
                 Error *error) {
    Save save;
    Format format;
    if (!find_format(path, &format, error))
        return false;
    FILE *file = save_open(&save, "export", path, over, error);
    return file &&
           save_close(&save, write_format(session, format, width, height, file, error),
                      error);
}
