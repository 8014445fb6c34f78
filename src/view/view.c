/* See view.h. */
#include "view/view.h"

#include "session/language.h"
#include "view/overlays.h"
#include "view/click.h"
#include "view/lanes.h"

enum { LEAST_LANES = 10 };

static void screen_make(Screen *screen, const Session *session, Frame *frame, int width,
                        int height) {
    *screen = (Screen){.session = session,
                       .frame = frame,
                       .width = width,
                       .lang = session->look.lang,
                       .ascii = frame && frame->ascii,
                       .bars = session->look.theme == THEME_MONO,
                       .model = &session->now->model};
    screen_measure(screen);
    layout_make(&screen->content, width, height, &screen->layout);
    if (screen->delta)
        delta_align(&screen->layout);
}

static void main_draw(const Session *session, Frame *frame) {
    Screen screen;
    int left = session->look.overlay == OVERLAY_EXPLAIN ? explain_left(frame->width) : 0;
    screen_make(&screen, session, frame, left > 0 ? left : frame->width, frame->height);
    if (screen.layout.tiny) {
        tiny_draw(&screen);
        return;
    }
    if (session->look.compare && frame->height >= LEAST_LANES) {
        lanes_draw(&screen);
        return;
    }
    title_draw(&screen);
    bands_draw(&screen);
    outputs_draw(&screen);
    inputs_draw(&screen);
    cursor_draw(&screen);
    switches_draw(&screen);
    strip_draw(&screen); /* after the grids: it names the signs that occur in them */
    narration_draw(&screen);
    arithmetic_draw(&screen);
    hints_draw(&screen);
}

void view_draw(const Session *session, Frame *frame) {
    frame_fill(frame, 0, 0, frame->width, frame->height, style_of(ROLE_GROUND));
    frame->cursor_x = frame->cursor_y = -1;
    if (session->look.blank)
        return;
    switch (session->look.overlay) {
    case OVERLAY_HELP:
        help_draw(session, frame);
        break;
    case OVERLAY_LIST:
        list_draw(session, frame);
        break;
    case OVERLAY_TEXT:
        text_draw(session, frame);
        break;
    case OVERLAY_LEDGER:
        ledger_draw(session, frame);
        break;
    case OVERLAY_EXPLAIN:
        main_draw(session, frame);
        explain_draw(session, frame);
        break;
    case OVERLAY_NONE:
        main_draw(session, frame);
        break;
    }
    if (session->prompt.open)
        prompt_draw(session, frame);
}

bool view_click(const Session *session, int width, int height, int x, int y,
                Click *click) {
    Screen screen;
    Frame frame;
    *click = (Click){.key = ""};
    if (session->look.blank || session->look.overlay != OVERLAY_NONE ||
        session->prompt.open)
        return false;
    frame_init(&frame, width, height);
    screen_make(&screen, session, &frame, width, height);
    if (!screen.layout.tiny)
        switches_draw(&screen); /* notes where they stand */
    frame_release(&frame);
    return !screen.layout.tiny && click_find(&screen, x, y, click);
}

void view_page(const Session *session, int width, int height, size_t *rows,
               size_t *cols) {
    Screen screen;
    screen_make(&screen, session, NULL, width, height);
    const Layout *layout = &screen.layout;
    const Column *column = lineup_find(&layout->hall, (int)screen_focus(&screen));
    *rows = layout->rows.count > 0 ? (size_t)layout->rows.count : 1;
    *cols = column ? (size_t)column->count : 1;
}

int view_decimals(const Session *session, int width, int height) {
    Screen screen;
    screen_make(&screen, session, NULL, width, height);
    enum { COUNT = 3 };
    const Lineup *lineups[COUNT] = {&screen.layout.hall, &screen.layout.output,
                                    &screen.layout.input};
    for (size_t i = 0; i < COUNT; i++) {
        const Column *column = lineup_find(lineups[i], (int)screen_focus(&screen));
        if (column)
            return column->decimals;
    }
    return screen.layout.tiny ? 4 : screen.layout.decimals;
}
