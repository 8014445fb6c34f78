/* See view.h. */
#include "view/view.h"

#include "session/language.h"
#include "view/afar/overview.h"
#include "view/lanes/lanes.h"
#include "view/pages/full_page.h"

enum { LEAST_LANES = 10, DECIMALS = 4, BAR = 20 };

/* ---- the main screen ---- */

static bool is_tiny(int width, int height) {
    return width < LEAST_WIDTH || height < LEAST_HEIGHT;
}

/* Lays out the overview, and returns true if the session is looked at from afar. */
static bool from_afar(const Session *session, int width, int height,
                      OverviewLayout *layout) {
    const Look *look = &session->look;
    if (look->zoom < ZOOM_DOTS || session_lanes(session) || is_tiny(width, height))
        return false;
    overview_layout(session, width, height, layout);
    return true;
}

/* Returns true while the inputs of the shown layer are still being calculated. */
static bool waits(const Session *session) {
    size_t done, rows;
    return !session_inputs_ready(session, &done, &rows);
}

/* Draws the title and a bar; returns a pen behind it. */
static Pen bar_draw(const Session *session, Frame *frame, size_t done, size_t rows) {
    Pen pen = {frame, 1, 0, frame->width - 1};
    pen_text(&pen, ROLE_TITLE,
             texts_in(&session->scene.title, lang_names[session->look.lang], 0));
    pen.x = 2 + frame_bar(frame, 1, 2, BAR, done, rows);
    pen.y = 2;
    return pen;
}

/* Draws how far these inputs are. Returns false if they are ready. */
static bool waiting_draw(const Session *session, Frame *frame) {
    size_t done, rows, layer = session->look.layer;
    int lang = session->look.lang;
    bool columns = session_options(session)->softmax == SOFTMAX_QUERIES;
    if (session_inputs_ready(session, &done, &rows))
        return false;
    Pen pen = bar_draw(session, frame, done, rows);
    size_t percent = done * 100 / rows;
    if (session->stopped)
        pen_text(&pen, ROLE_NAME, message(lang, "screen.waiting.stopped"));
    else if (columns)
        pen_format(&pen, ROLE_NAME, message(lang, "screen.waiting.columns"), percent);
    else if (layer == 0)
        pen_format(&pen, ROLE_NAME, message(lang, "screen.waiting.made"), percent);
    else
        pen_format(&pen, ROLE_NAME, message(lang, "screen.waiting"), layer + 1, layer,
                   percent);
    return true;
}

static void grids_draw(Screen *screen) {
    title_draw(screen);
    bands_draw(screen);
    ledger_draw(screen);
    switches_draw(screen);
    tokens_draw(screen); /* after the grids: its legend is of the signs in them */
    narration_draw(screen);
    arithmetic_draw(screen, "");
    hints_draw(screen);
}

static void main_draw(const Session *session, Frame *frame) {
    bool explains = session->look.overlay == OVERLAY_EXPLAIN;
    int left = explains ? explain_left(frame->width) : 0;
    int width = left > 0 ? left : frame->width;
    Screen screen = screen_of(session, frame, width);
    OverviewLayout layout;
    if (waiting_draw(session, frame))
        return;
    if (from_afar(session, width, frame->height, &layout)) {
        overview_draw(&screen, &layout);
        return;
    }
    if (is_tiny(width, frame->height)) {
        value_alone_draw(&screen);
        return;
    }
    screen_measure(&screen);
    layout_make(&screen.content, width, frame->height, &screen.layout);
    frame->regions.decimals = screen.layout.decimals;
    if (session_lanes(session) && frame->height >= LEAST_LANES)
        lanes_draw(&screen);
    else
        grids_draw(&screen);
}

/* ---- overlays ---- */

/* Draws the main screen, or its overlay, or both. The overview shows the findings
 * beside its picture if there is room for them. */
static void overlay_draw(const Session *session, Frame *frame) {
    Overlay overlay = session->look.overlay;
    OverviewLayout layout;
    bool explains = overlay == OVERLAY_EXPLAIN, findings = overlay == OVERLAY_FINDINGS;
    bool beside = findings && from_afar(session, frame->width, frame->height, &layout) &&
                  layout.side != ABSENT && layout.findings.height >= LEAST_HEIGHT;
    bool page =
        overlay != OVERLAY_NONE && !beside && !((explains || findings) && waits(session));
    if (explains && !explain_left(frame->width)) /* it scrolls from the switches, too */
        regions_add(
            &frame->regions,
            (Region){.kind = REGION_PAGE, .area = {0, 0, frame->width, frame->height}});
    if (explains || !page)
        main_draw(session, frame);
    if (page)
        full_page_draw(session, frame);
}

static void clear(Frame *frame) {
    frame_fill(frame, 0, 0, frame->width, frame->height, style_of(ROLE_GROUND));
    frame->cursor_x = frame->cursor_y = -1;
    frame->regions.count = 0;
}

/* Covers a frame that lacks rows, and tells how far they are. */
static void late_draw(const Session *session, Frame *frame) {
    const Haste *haste = session->haste;
    int lang = session->look.lang;
    if (!haste || !haste->left)
        return;
    clear(frame);
    Pen pen = bar_draw(session, frame, haste->made, haste->made + haste->left);
    pen_text(&pen, ROLE_NAME,
             message(lang, haste->stopped ? "screen.late.stopped" : "screen.late"));
}

/* Covers a frame that may have numbers of two versions of a file. The files are looked at
 * after all of them were read. */
static void changed_draw(const Session *session, Frame *frame) {
    enum { TITLE, WHY = 2, MORE, HINT = 5, NOTICE = 7 };
    int lang = session->look.lang;
    Error error = {0};
    Text why = {0};
    if (scene_same(&session->scene, &error))
        return;
    Pen pen = {frame, 1, TITLE, frame->width - 1};
    clear(frame);
    error_text(&error, lang, &why);
    pen_text(&pen, ROLE_TITLE, texts_in(&session->scene.title, lang_names[lang], 0));
    pen = (Pen){frame, 1, WHY, frame->width - 1};
    pen_spell(&pen, ROLE_TROUBLE, text_string(&why));
    pen = (Pen){frame, 1, MORE, frame->width - 1};
    pen_spell(&pen, ROLE_BASE, message(lang, "changed.why"));
    key_words_draw(frame, 1, HINT, frame->width - 1, ROLE_GROUND,
                   message(lang, "changed.hint"));
    pen = (Pen){frame, 1, NOTICE, frame->width - 1};
    pen_spell(&pen, session->notice_trouble ? ROLE_TROUBLE : ROLE_BASE, session->notice);
    text_release(&why);
}

void view_draw(const Session *session, Frame *frame) {
    clear(frame);
    frame->regions.decimals = DECIMALS;
    if (session->look.blank)
        return;
    if (session->haste)
        haste_begin(session->haste);
    overlay_draw(session, frame);
    late_draw(session, frame);
    changed_draw(session, frame);
    if (session->prompt.open)
        prompt_draw(session, frame);
    if (frame->cursor_x >= frame->width || frame->cursor_y >= frame->height)
        frame->cursor_x = frame->cursor_y = -1; /* a cell that found no room */
}

/* ---- asking a frame that was drawn ---- */

/* The cells of the focused grid; if they are not shown, the first other cells or picture;
 * NULL if the frame shows neither. */
static const Region *focused_region(const Session *session, const Frame *frame) {
    int focus = (int)session_shape(session, session->look.grid);
    const Region *first = NULL;
    for (size_t i = 0; i < frame->regions.count; i++) {
        const Region *region = &frame->regions.list[i];
        bool cells = region->kind == REGION_CELLS;
        if (cells && region->grid == focus)
            return region;
        if (!first && (cells || region->kind == REGION_TILES))
            first = region;
    }
    return first;
}

int view_decimals(const Session *session, const Frame *frame) {
    const Region *region = focused_region(session, frame);
    return region && region->grid == (int)session_shape(session, session->look.grid)
               ? region->decimals
               : frame->regions.decimals;
}

void view_measure(Session *session, const Frame *frame) {
    const Region *grid = focused_region(session, frame);
    const Region *page = &(Region){.kind = REGION_PAGE};
    OverviewLayout layout = {.last_level = ZOOM_CELLS};
    for (size_t i = 0; i < frame->regions.count; i++)
        if (frame->regions.list[i].kind == REGION_PAGE)
            page = &frame->regions.list[i];
    session->page_rows = grid ? grid->rows : 1;
    session->overlay_lines = page->lines;
    session->overlay_rows = page->area.height > 0 ? (size_t)page->area.height : 0;
    session->overlay_entries = page->entry;
    if (!is_tiny(frame->width, frame->height))
        overview_layout(session, frame->width, frame->height, &layout);
    session->zoom_most = layout.last_level;
}

bool view_click(const Frame *frame, int x, int y, Click *click) {
    static const ClickKind kinds[] = {
        [REGION_CELLS] = CLICK_CELL,  [REGION_KEYS] = CLICK_KEYS,
        [REGION_TILES] = CLICK_TILE,  [REGION_SWITCH] = CLICK_SWITCH,
        [REGION_ENTRY] = CLICK_ENTRY, [REGION_PAGE] = CLICK_PAGE,
        [REGION_NAME] = CLICK_NAME,
    };
    const Region *region = regions_at(&frame->regions, x, y);
    *click = (Click){.kind = CLICK_NOTHING};
    if (!region)
        return false;
    *click = (Click){.kind = kinds[region->kind],
                     .key = region->key,
                     .grid = (GridId)region->grid,
                     .record = region->record,
                     .head = region->head,
                     .row = region_row(region, y),
                     .col = region_col(region, x),
                     .lane = region->lane,
                     .entry = region->entry,
                     .scroll = region->first};
    return true;
}

/* ---- work ---- */

bool view_work(Session *session, int width, int height, long milliseconds) {
    OverviewLayout layout;
    Wanted wanted = {.kind = WORK_INPUTS};
    bool afar = from_afar(session, width, height, &layout);
    if (session_work(session, wanted, milliseconds) || waits(session))
        return session->working;
    wanted.kind =
        afar || session->look.overlay == OVERLAY_FINDINGS ? WORK_HEADS : WORK_ROWS;
    wanted.part = afar ? overview_part(session, &layout) : NULL;
    return session_work(session, wanted, milliseconds);
}
