/* See full_page.h. */
#include "view/pages/full_page.h"

#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/words.h"

enum { LEAST_TITLE = 12 }; /* columns; a narrower frame shows the title alone */

static void draw_title(const Session *session, Frame *frame, const FullPage *full,
                       const Page *page, size_t first, size_t end) {
    char count[80];
    snprintf(count, sizeof count, message(session->look.lang, "help.lines"),
             page->count ? first + 1 : 0, end, page->count);
    const char *place = full->place ? full->place : count;
    int columns = utf8_columns(place), left = frame->width - columns - 1;
    if (left < LEAST_TITLE)
        left = frame->width;
    frame_text(frame, 1, 0, left - 2, style_over(ROLE_TITLE, page->back), full->title);
    if (left < frame->width)
        frame_text(frame, left, 0, columns, style_over(ROLE_QUIET, page->back), place);
}

static void draw_hint(const Session *session, Frame *frame, const FullPage *full,
                      int back, size_t more) {
    int x = 1, y = frame->height - 1;
    char words[80];
    if (more) {
        snprintf(words, sizeof words, message(session->look.lang, "help.more"), more);
        x += key_words_draw(frame, x, y, frame->width - x, back, words) + 3;
    }
    key_words_draw(frame, x, y, frame->width - x, back, full->hint);
}

static int lines_kept(const Frame *frame, const FullPage *full) {
    return frame->height >= KEPT_FROM ? full->kept : 0;
}

/* Lines of the title, of the kept lines with a blank line below them, of the heads of
 * columns. */
static int lines_above(const Frame *frame, const FullPage *full) {
    int kept = lines_kept(frame, full);
    return (frame->height >= 3) + (kept ? kept + 1 : 0) +
           (full->headed && frame->height >= HEADED_FROM);
}

static int lines_below(const Frame *frame) {
    return frame->height >= 5 ? 2 : frame->height >= 4;
}

int full_page_room(const Frame *frame, const FullPage *full) {
    return frame->height - lines_above(frame, full) - lines_below(frame);
}

void full_page_place(const Session *session, Text *out) {
    if (session->scene.own) {
        text_append(out, message(session->look.lang, "screen.own-data"));
        return;
    }
    text_format(out, message(session->look.lang, "text.place"), session->scene.id,
                session->recipe.scene + 1, session->scene_count, session->recipe.step,
                session->scene.step_count);
}

/* Parks the terminal's own cursor on the chosen line, or nowhere. */
static void park_cursor(Frame *frame, const Page *page, size_t first, size_t end,
                        int top) {
    bool chosen = page->chosen >= first && page->chosen < end;
    frame->cursor_x = chosen ? frame->width > 2 ? 2 : 0 : -1;
    frame->cursor_y = chosen ? top + (int)(page->chosen - first) : -1;
}

/* Notes that clicks on these lines belong to the page. */
static void note_lines(Frame *frame, int y, int height) {
    regions_add(
        &frame->regions,
        (Region){.kind = REGION_PAGE, .y = y, .width = frame->width, .height = height});
}

void full_page_draw(const Session *session, Frame *frame, const FullPage *full,
                    const Page *page) {
    int top = lines_above(frame, full), room = full_page_room(frame, full);
    int below = 1 + lines_kept(frame, full);
    frame_fill(frame, 0, 0, frame->width, 1, style_of(page->back));
    frame_fill(frame, 0, below, frame->width, frame->height - below,
               style_of(page->back));
    note_lines(frame, 0, 1);
    note_lines(frame, below, frame->height - below);
    size_t first =
        page_show(page, frame, (Area){0, top, frame->width, room}, session->look.scroll);
    size_t end = first + (size_t)(room > 0 ? room : 0);
    end = end < page->count ? end : page->count;
    park_cursor(frame, page, first, end, top);
    if (top)
        draw_title(session, frame, full, page, first, end);
    if (lines_below(frame))
        draw_hint(session, frame, full, page->back, page->count - end);
}
