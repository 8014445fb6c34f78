/* See view.h. */
#include "view/view.h"

#include "session/language.h"
#include "view/pages/overlays.h"
#include "view/click.h"
#include "view/lanes/lanes.h"
#include "view/afar/tiles.h"

enum { LEAST_LANES = 10 };

static Screen screen_of(const Session *session, Frame *frame, int width) {
    return (Screen){.session = session,
                    .frame = frame,
                    .width = width,
                    .lang = session->look.lang,
                    .ascii = frame && frame->ascii,
                    .bars = session->look.theme == THEME_MONO,
                    .model = &session->now->model};
}

static void screen_make(Screen *screen, const Session *session, Frame *frame, int width,
                        int height) {
    *screen = screen_of(session, frame, width);
    screen_measure(screen);
    layout_make(&screen->content, width, height, &screen->layout);
}

/* Columns of the main screen: all, or those left of the explanation. */
static int main_width(const Session *session, const Frame *frame) {
    int left = session->look.overlay == OVERLAY_EXPLAIN ? explain_left(frame->width) : 0;
    return left > 0 ? left : frame->width;
}

/* A head seen from afar asks nothing of the other layout but what its lines need. */
static void screen_from_afar(Screen *screen, const Session *session, Frame *frame,
                             const TilesLayout *tiles) {
    *screen = screen_of(session, frame, tiles->width);
    measure_cursor(screen);
    screen->layout = (Layout){.title = tiles->title,
                              .switches = tiles->switches,
                              .tokens = ABSENT,
                              .arithmetic = tiles->arithmetic,
                              .hints = tiles->hints,
                              .band_count = 1,
                              .decimals = 6};
}

static bool is_tiny(int width, int height) {
    return width < LEAST_WIDTH || height < LEAST_HEIGHT;
}

static bool from_afar(const Session *session, int width, int height) {
    return tiles_shown(session) && !is_tiny(width, height);
}

static void afar_draw(const Session *session, Frame *frame) {
    Screen screen;
    TilesLayout tiles;
    tiles_layout(session, main_width(session, frame), frame->height, &tiles);
    screen_from_afar(&screen, session, frame, &tiles);
    tiles_draw(&screen, &tiles);
}

/* Beside the picture where there is room for it, else over the whole screen. */
static bool findings_beside(const Session *session, const Frame *frame) {
    TilesLayout tiles;
    if (!from_afar(session, frame->width, frame->height))
        return false;
    tiles_layout(session, frame->width, frame->height, &tiles);
    return tiles.panel != ABSENT && tiles.findings.height >= LEAST_HEIGHT;
}

static bool waits(const Session *session) {
    size_t done, rows;
    return !session_inputs_ready(session, &done, &rows);
}

/* While what a later layer reads is still being made. */
static bool waiting_draw(const Session *session, Frame *frame) {
    size_t done, rows;
    enum { BAR = 20 };
    if (session_inputs_ready(session, &done, &rows))
        return false;
    int lang = session->look.lang, x = 1;
    const char *title = texts_in(&session->scene.title, lang_names[lang], 0);
    frame_text(frame, 1, 0, frame->width - 2, style_of(ROLE_TITLE), title);
    x += frame_bar(frame, x, 2, BAR, done, rows);
    frame_format(
        frame, x + 1, 2, frame->width - x - 2, style_of(ROLE_NAME),
        message(lang, session->stopped ? "screen.waiting.stopped" : "screen.waiting"),
        session->look.layer + 1, session->look.layer, done * 100 / rows);
    return true;
}

static void main_draw(const Session *session, Frame *frame) {
    Screen screen;
    if (waiting_draw(session, frame))
        return;
    if (from_afar(session, main_width(session, frame), frame->height)) {
        afar_draw(session, frame);
        return;
    }
    screen_make(&screen, session, frame, main_width(session, frame), frame->height);
    if (screen.layout.value_alone) {
        value_alone_draw(&screen);
        return;
    }
    if (session->look.compare && frame->height >= LEAST_LANES) {
        lanes_draw(&screen);
        return;
    }
    title_draw(&screen);
    bands_draw(&screen);
    switches_draw(&screen);
    tokens_draw(&screen); /* after the grids: it names the signs that occur in them */
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
    case OVERLAY_FINDINGS:
        if (waits(session) || findings_beside(session, frame))
            main_draw(session, frame);
        else
            findings_draw(session, frame);
        break;
    case OVERLAY_EXPLAIN:
        main_draw(session, frame);
        if (!waits(session))
            explain_draw(session, frame);
        break;
    case OVERLAY_NONE:
        main_draw(session, frame);
        break;
    }
    if (session->prompt.open)
        prompt_draw(session, frame);
    if (frame->cursor_x >= frame->width || frame->cursor_y >= frame->height)
        frame->cursor_x = frame->cursor_y = -1; /* a cell that found no room */
}

static void click_afar(const Session *session, Frame *frame, int x, int y, Click *click) {
    Screen screen;
    TilesLayout tiles;
    tiles_layout(session, main_width(session, frame), frame->height, &tiles);
    screen_from_afar(&screen, session, frame, &tiles);
    switches_draw(&screen);
    if (!tiles_click(session, &tiles, x, y, click))
        click_find(&screen, x, y, click);
}

/* The list of findings beside the picture. */
static bool click_findings(const Session *session, const Frame *frame, int x, int y,
                           Click *click) {
    TilesLayout tiles;
    tiles_layout(session, frame->width, frame->height, &tiles);
    if (x < tiles.findings.x || !findings_click_beside(session, tiles.findings, y, click))
        return false;
    click->kind = CLICK_ENTRY;
    return true;
}

/* On the main screen: draws what notes where it stands. */
static void click_main(const Session *session, Frame *frame, int x, int y, Click *click) {
    Screen screen;
    int width = main_width(session, frame);
    if (from_afar(session, width, frame->height)) {
        click_afar(session, frame, x, y, click);
        return;
    }
    screen_make(&screen, session, frame, width, frame->height);
    if (x >= width || screen.layout.value_alone)
        return;
    if (session->look.compare && frame->height >= LEAST_LANES)
        lanes_draw(&screen);
    else
        switches_draw(&screen);
    click_find(&screen, x, y, click);
}

/* A narrow frame's explanation covers all but the title and the switches below it. */
static void click_explain(const Session *session, Frame *frame, int x, int y,
                          Click *click) {
    int left = explain_left(frame->width);
    if (left ? x < left : y <= 1)
        click_main(session, frame, x, y, click);
    if (left ? x >= left : click->kind != CLICK_SWITCH)
        *click = (Click){.kind = CLICK_PAGE};
}

bool view_click(const Session *session, int width, int height, int x, int y,
                Click *click) {
    Frame frame;
    *click = (Click){.kind = CLICK_NOTHING};
    if (session->look.blank || session->prompt.open || x >= width || y >= height ||
        waits(session))
        return false;
    frame_init(&frame, width, height);
    switch (session->look.overlay) {
    case OVERLAY_HELP:
    case OVERLAY_LIST:
    case OVERLAY_TEXT:
    case OVERLAY_LEDGER:
        overlay_click(session, &frame, y, click);
        break;
    case OVERLAY_FINDINGS:
        if (!findings_beside(session, &frame))
            overlay_click(session, &frame, y, click);
        else if (!click_findings(session, &frame, x, y, click))
            click_main(session, &frame, x, y, click);
        break;
    case OVERLAY_EXPLAIN:
        click_explain(session, &frame, x, y, click);
        break;
    case OVERLAY_NONE:
        click_main(session, &frame, x, y, click);
        break;
    }
    frame_release(&frame);
    return click->kind != CLICK_NOTHING;
}

void view_page(const Session *session, int width, int height, size_t *rows,
               size_t *cols) {
    Screen screen;
    *rows = *cols = 1;
    if (waits(session))
        return;
    if (from_afar(session, width, height)) {
        TilesLayout tiles;
        tiles_layout(session, width, height, &tiles);
        *rows = tiles.picture.area.rows;
        *cols = tiles.picture.area.cols;
        return;
    }
    screen_make(&screen, session, NULL, width, height);
    const Layout *layout = &screen.layout;
    const Column *column =
        columns_find(&layout->main.columns, (int)screen_focus(&screen));
    *rows = layout->main.rows.count > 0 ? (size_t)layout->main.rows.count : 1;
    *cols = column ? (size_t)column->count : 1;
}

int view_decimals(const Session *session, int width, int height) {
    Screen screen;
    screen_make(&screen, session, NULL, width, height);
    enum { COUNT = 3 };
    const Band *bands[COUNT] = {&screen.layout.main, &screen.layout.output,
                                &screen.layout.input};
    for (size_t i = 0; i < COUNT; i++) {
        const Column *column =
            columns_find(&bands[i]->columns, (int)screen_focus(&screen));
        if (column)
            return column->decimals;
    }
    return screen.layout.value_alone ? 4 : screen.layout.decimals;
}

int view_last_zoom(const Session *session, int width, int height) {
    TilesLayout tiles;
    if (is_tiny(width, height))
        return ZOOM_CELLS;
    tiles_layout(session, width, height, &tiles);
    return tiles.last_level;
}

bool view_work(Session *session, int width, int height, long milliseconds) {
    TilesLayout tiles;
    SurveyArea part;
    bool afar = from_afar(session, width, height);
    if (session_inputs_on(session, milliseconds) || waits(session))
        return session->working;
    if (!afar && session->look.overlay != OVERLAY_FINDINGS)
        return session_search_on(session, milliseconds);
    if (afar)
        tiles_layout(session, width, height, &tiles);
    bool has_part = afar && tiles_part(session, &tiles, &part);
    return session_work(session, has_part ? &part : NULL, milliseconds);
}
