/* See export.h. One table of endings; every file goes through base/save.h. */
#include "export/export.h"

#include <string.h>
#include <strings.h>

#include "base/minmax.h"
#include "base/path.h"
#include "base/save.h"
#include "base/utf8.h"
#include "output/ansi.h"
#include "output/svg.h"
#include "output/text.h"
#include "export/script.h"
#include "view/view.h"

/* What an exporter is given. */
typedef struct Wanted {
    Session *session;
    int width, height;
    FILE *file;
} Wanted;

typedef bool Exporter(const Wanted *wanted, Error *error);

void export_comment(FILE *file, const char *text) {
    size_t length = strlen(text);
    while (length) {
        uint32_t code;
        char bytes[5];
        size_t taken = utf8_decode(text, length, &code);
        utf8_encode(utf8_safe(code), bytes);
        fputs(bytes, file);
        text += taken;
        length -= taken;
    }
}

/* ---- the frame ---- */

static void draw(const Wanted *wanted, Frame *frame) {
    Session shown =
        *wanted->session; /* looked at only: nothing in it is copied or freed */
    shown.prompt.open = false;
    shown.notice[0] = '\0';
    if (!shown.working) /* else as much as is on the screen */
        view_work(&shown, wanted->width, wanted->height, -1);
    frame_init(frame, wanted->width, wanted->height);
    view_draw(&shown, frame);
}

static bool write_txt(const Wanted *wanted, Error *error) {
    (void)error;
    Frame frame;
    draw(wanted, &frame);
    text_write(&frame, wanted->file);
    frame_release(&frame);
    return true;
}

static bool write_ansi(const Wanted *wanted, Error *error) {
    (void)error;
    Frame frame;
    draw(wanted, &frame);
    ansi_write(&frame, (Theme)wanted->session->look.theme, DEPTH_TRUE, wanted->file);
    frame_release(&frame);
    return true;
}

static bool write_svg(const Wanted *wanted, Error *error) {
    (void)error;
    Frame frame;
    draw(wanted, &frame);
    svg_write(&frame, (Theme)wanted->session->look.theme, wanted->file);
    frame_release(&frame);
    return true;
}

/* ---- the focused grid ---- */

static bool write_csv(const Wanted *wanted, Error *error) {
    Session *session = wanted->session;
    return export_csv(session, session->look.grid, session_place(session), wanted->file,
                      error);
}

static bool write_npy(const Wanted *wanted, Error *error) {
    Session *session = wanted->session;
    return export_npy(session, session->look.grid, session_place(session), wanted->file,
                      error);
}

static bool write_tex(const Wanted *wanted, Error *error) {
    (void)error;
    Session *session = wanted->session;
    Session shown = *session; /* on the main screen, whatever covers it now */
    shown.look.overlay = OVERLAY_NONE;
    shown.look.compare = NULL;
    shown.look.zoom = min_int(shown.look.zoom, ZOOM_CELLS);
    Wanted grid = {.session = &shown, .width = wanted->width, .height = wanted->height};
    Frame frame;
    draw(&grid, &frame);
    export_tex(session, session->look.grid, session_place(session),
               view_decimals(session, &frame), wanted->file);
    frame_release(&frame);
    return true;
}

/* ---- the calculation ---- */

static bool write_py(const Wanted *wanted, Error *error) {
    return script_write(wanted->session, wanted->file, error);
}

/* ---- the door ---- */

static const struct {
    const char *ending;
    Exporter *write;
} ending_table[] = {
    {".txt", write_txt}, {".ansi", write_ansi}, {".svg", write_svg}, {".csv", write_csv},
    {".npy", write_npy}, {".tex", write_tex},   {".py", write_py},
};

static Exporter *find_exporter(const char *path, Error *error) {
    for (size_t i = 0; i < sizeof ending_table / sizeof *ending_table; i++)
        if (strcasecmp(path_ending(path), ending_table[i].ending) == 0)
            return ending_table[i].write;
    error_set(error,
              "export: \"%s\": expected a name that ends in .txt, .ansi or .svg (the"
              " screen), .csv, .npy or .tex (the focused grid), or .py (the calculation)",
              path);
    return NULL;
}

bool export_file(Session *session, const char *path, bool over, int width, int height,
                 Error *error) {
    Save save;
    Wanted wanted = {.session = session, .width = width, .height = height};
    Exporter *write = find_exporter(path, error);
    if (!write)
        return false;
    wanted.file = save_open(&save, "export", path, over, error);
    if (!wanted.file)
        return false;
    if (write(&wanted, error))
        return save_close(&save, error);
    save_abandon(&save);
    return false;
}
