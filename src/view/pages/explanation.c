/* The explanation on the screen: beside the main screen if that is wide, else over the
 * grids. */
#include <stdint.h>
#include <stdio.h>

#include "explain/explain.h"
#include "session/language.h"
#include "view/lanes/lanes.h"
#include "view/pages/full_page.h"
#include "view/pages/pages.h"
#include "view/screen/words.h"

enum { WIDE_FROM = 120, PANEL_LEAST = 64, PANEL_MOST = 84, PANEL_AROUND = 3 };

int explain_left(int width) {
    if (width < WIDE_FROM)
        return 0;
    int panel = width / 2;
    panel = panel < PANEL_LEAST ? PANEL_LEAST : panel > PANEL_MOST ? PANEL_MOST : panel;
    return width - panel;
}

/* The session to explain; with lanes it shows the sheet of the lane in focus. */
typedef struct Explained {
    Session session; /* a shallow copy; owns nothing */
    Sheet *lane;     /* owned, or NULL */
    const char *value;
} Explained;

static Explained explained_begin(const Session *session) {
    Explained explained = {.session = *session};
    explained.lane = lane_sheet(session, &explained.value);
    if (explained.lane)
        explained.session.now = explained.lane;
    return explained;
}

static void explained_end(Explained *explained) {
    if (explained->lane)
        sheet_release(explained->lane);
}

static GridCell cursor_cell(const Session *session) {
    const Look *look = &session->look;
    return (GridCell){look->grid, session_place(session), look->row, look->col};
}

static void explained_question(const Explained *explained, Text *title) {
    const Session *session = &explained->session;
    GridCell of = cursor_cell(session);
    Text text = {0};
    if (!explain_exists(session, of))
        return;
    explain_question(session, of, &text);
    if (explained->lane) {
        text_format(
            title, message(session->look.lang, "explain.lane"),
            value_word(session->look.lang, session->look.compare->name, explained->value),
            text_string(&text));
    } else {
        text_append(title, text_string(&text));
    }
    text_release(&text);
}

static void make_screen(const Session *session, const Frame *frame, Page *page) {
    int left = explain_left(frame->width);
    GridCell of = cursor_cell(session);
    page_init(page, left ? ROLE_GROUND : ROLE_OVERLAY, frame->ascii);
    explain_page(page, session, of, frame->width - left - 1);
}

static void draw_panel(const Session *session, Frame *frame, const FullPage *full,
                       const Page *page) {
    int left = explain_left(frame->width), width = frame->width - left;
    Area area = {left, 2, width, frame->height - PANEL_AROUND};
    char words[80];
    frame_fill(frame, left, 0, width, frame->height, style_of(page->back));
    frame_text(frame, left + 1, 0, width - 1, style_over(ROLE_TITLE, page->back),
               full->title);
    regions_add(&frame->regions, (Region){REGION_PAGE, .x = left, .width = width,
                                          .height = frame->height});
    size_t end = page_show(page, frame, area, session->look.scroll) +
                 (size_t)(area.height > 0 ? area.height : 0);
    if (end >= page->count)
        return;
    snprintf(words, sizeof words, message(session->look.lang, "help.more"),
             page->count - end);
    key_words_draw(frame, left + 1, frame->height - 1, width - 1, page->back, words);
}

void explain_draw(const Session *session, Frame *frame) {
    Page page;
    Text title = {0}, place = {0};
    Explained explained = explained_begin(session);
    make_screen(&explained.session, frame, &page);
    full_page_place(session, &place);
    explained_question(&explained, &title);
    explained_end(&explained);
    FullPage full = {.title = text_string(&title),
                     .place = text_string(&place),
                     .hint = message(session->look.lang, "explain.hint"),
                     .kept = 1};
    if (explain_left(frame->width))
        draw_panel(session, frame, &full, &page);
    else
        full_page_draw(session, frame, &full, &page);
    text_release(&title);
    text_release(&place);
    page_release(&page);
}
