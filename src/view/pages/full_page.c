/* See full_page.h. */
#include "view/pages/full_page.h"

#include <stdio.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "explain/explain.h"
#include "screen/ledger.h"
#include "session/language.h"
#include "view/afar/overview.h"

enum {
    LEAST_TITLE = 12, /* columns; a narrower frame shows the title alone */
    TITLE_FROM = 3,   /* lines of a frame that has room for a title, a hint (from one more
                       * on with a blank line above it), and the switches */
    HINT_FROM = 4,
    KEPT_FROM = 12,
    PANEL_TOP = 2,    /* the first line of a panel's page; one line is below it */
    PANEL_FROM = 120, /* columns of a frame that has room for a panel */
    PANEL_LEAST = 64,
    PANEL_MOST = 84
};

int explain_left(int width) {
    int panel = min_int(max_int(width / 2, PANEL_LEAST), PANEL_MOST);
    return width < PANEL_FROM ? 0 : width - panel;
}

/* ---- makers of short pages ---- */

/* With lanes, the cell is that of the lane in focus, and the question has its name. */
static void explanation_make(FullPage *full) {
    Session session = *full->session; /* owns nothing */
    const Look *look = &session.look;
    GridCell of = {look->grid, session_place(&session), look->row, look->col};
    bool lanes = session_lanes(&session) > 0;
    Text question = {0}, name = {0};
    if (lanes) {
        session.now = session_lane(full->session, look->lane);
        session_lane_name(full->session, look->lane, &name);
    }
    explain_page(&full->page, &session, of, full->width - 1);
    if (explain_exists(&session, of))
        explain_question(&session, of, &question);
    if (lanes && question.length)
        text_format(&full->title, message(full->lang, "explain.lane"), name.bytes,
                    question.bytes);
    else
        text_append(&full->title, text_string(&question));
    text_release(&question);
    text_release(&name);
    if (lanes)
        sheet_release(session.now);
}

static void ledger_make(FullPage *full) {
    const Session *session = full->session;
    Page *page = &full->page;
    GridId grids[GRID_COUNT];
    GridSet walked = 0;
    for (size_t i = session_grids(session, grids); i > 0; i--)
        walked |= GRID_BIT(grids[i - 1]);
    text_format(&full->title, message(full->lang, "ledger.title"),
                session->look.layer + 1, session->now->model.layer_count);
    ledger_put(page, session, walked, true, full->width);
    page_line(page);
    page_line(page);
    page_wrap(page, 1, 1, full->width - 1, ROLE_QUIET,
              message(full->lang, "ledger.note"));
}

/* The findings, if there is no room for them beside the picture. As on every page, one
 * column at the left is blank. */
static void findings_make(FullPage *full) {
    Page *page = &full->page;
    text_format(&full->title, message(full->lang, "findings.title"),
                full->session->look.head + 1);
    findings_list(page, full->session, full->width - 1);
    for (size_t i = 0; i < page->count; i++)
        for (size_t p = 0; p < page->lines[i].count; p++)
            page->lines[i].pieces[p].x++;
}

/* ---- all pages ---- */

static const struct {
    void (*make)(FullPage *full);
    const char *hint; /* message id; the hint is as key_words_draw takes it */
    bool placed;      /* scene and step are beside the title, not the lines shown */
    bool keeps;       /* the switches stay in view below the title */
} pages[] = {
    [OVERLAY_HELP] = {help_make, "help.hint", false, false},
    [OVERLAY_LIST] = {list_make, "list.hint", false, false},
    [OVERLAY_TEXT] = {text_make, "text.hint", true, false},
    [OVERLAY_EXPLAIN] = {explanation_make, "explain.hint", true, true},
    [OVERLAY_LEDGER] = {ledger_make, "ledger.hint", false, false},
    [OVERLAY_FINDINGS] = {findings_make, "findings.hint", false, false},
};

/* Appends which scene and step is shown. */
static void place_text(const Session *session, Text *out) {
    if (session->scene.own)
        text_append(out, message(session->look.lang, "screen.own-data"));
    else
        text_format(out, message(session->look.lang, "text.place"), session->scene.id,
                    (size_t)session->recipe.scene + 1, session->scene_count,
                    (size_t)session->recipe.step, session->scene.step_count);
}

/* Draws the title, and at its right the place or which of the lines are shown. */
static void draw_title(const FullPage *full, size_t first, size_t end) {
    Frame *frame = full->frame;
    Text place = {0};
    if (pages[full->session->look.overlay].placed)
        place_text(full->session, &place);
    else
        text_format(&place, message(full->lang, "help.lines"),
                    full->page.count ? first + 1 : 0, end, full->page.count);
    int columns = utf8_columns(text_string(&place)), x = frame->width - columns - 1;
    bool alone = full->left || x < LEAST_TITLE;
    int room = full->left ? full->width - 1 : (alone ? frame->width : x) - 2;
    frame_text(frame, full->left + 1, 0, room, style_over(ROLE_TITLE, full->page.back),
               text_string(&full->title));
    if (!alone)
        frame_text(frame, x, 0, columns, style_over(ROLE_QUIET, full->page.back),
                   text_string(&place));
    text_release(&place);
}

/* Draws how many lines are below the last one shown, or that PageDown closes the page,
 * and the keys. */
static void draw_hint(const FullPage *full, size_t more) {
    Frame *frame = full->frame;
    int x = full->left + 1, y = frame->height - 1, back = full->page.back;
    Overlay overlay = full->session->look.overlay;
    char words[80];
    snprintf(words, sizeof words, message(full->lang, more ? "help.more" : "help.end"),
             more);
    if (more || !overlay_chooses(overlay))
        x += key_words_draw(frame, x, y, frame->width - x, back, words) + 3;
    if (!full->left)
        key_words_draw(frame, x, y, frame->width - x, back,
                       message(full->lang, pages[overlay].hint));
}

/* Parks the terminal's own cursor on the chosen line, or nowhere. */
static void park_cursor(const FullPage *full, size_t first, size_t end) {
    const Page *page = &full->page;
    Frame *frame = full->frame;
    bool chosen = page->chosen >= first && page->chosen < end;
    frame->cursor_x = chosen ? frame->width > 2 ? 2 : 0 : -1;
    frame->cursor_y = chosen ? full->top + (int)(page->chosen - first) : -1;
}

/* Fills lines of the page; clicks on them belong to it. */
static void fill_lines(const FullPage *full, int y, int height) {
    frame_fill(full->frame, full->left, y, full->width, height,
               style_of(full->page.back));
    regions_add(
        &full->frame->regions,
        (Region){.kind = REGION_PAGE, .area = {full->left, y, full->width, height}});
}

/* Draws the lines of the page, and the title and the keys around them. */
static void draw(const FullPage *full) {
    const Page *page = &full->page;
    size_t first = page_show(page, full->frame,
                             (Area){full->left, full->top, full->width, full->room},
                             full->session->look.scroll);
    size_t end = min_size(first + (size_t)max_int(full->room, 0), page->count);
    if (!full->left)
        park_cursor(full, first, end);
    if (full->top)
        draw_title(full, first, end);
    if (full->left || full->frame->height >= HINT_FROM)
        draw_hint(full, page->count - end);
}

void full_page_draw(const Session *session, Frame *frame) {
    Overlay overlay = session->look.overlay;
    int left = overlay == OVERLAY_EXPLAIN ? explain_left(frame->width) : 0;
    int height = frame->height;
    bool keeps = pages[overlay].keeps && !left && height >= KEPT_FROM;
    FullPage full = {.session = session,
                     .frame = frame,
                     .lang = session->look.lang,
                     .left = left,
                     .width = frame->width - left,
                     .top = left ? PANEL_TOP : (height >= TITLE_FROM) + 2 * keeps};
    int below = left ? 1 : (height >= HINT_FROM) + (height > HINT_FROM);
    full.room = height - full.top - below;
    page_init(&full.page, left ? ROLE_GROUND : ROLE_OVERLAY, frame->ascii);
    fill_lines(&full, 0, 1);
    fill_lines(&full, 1 + keeps, height - 1 - keeps);
    pages[overlay].make(&full);
    draw(&full);
    page_release(&full.page);
    text_release(&full.title);
}
