/* See cover.h. */
#include "view/screen/cover.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"

int hint_columns(const char *hint) {
    int columns = utf8_columns(hint);
    for (; *hint; hint++)
        columns -= *hint == '`';
    return columns;
}

int hint_draw(Frame *frame, int x, int y, int columns, int back, const char *hint) {
    int start = x, end = x + columns;
    bool key = false;
    while (*hint && x < end) {
        size_t length = strcspn(hint, "`");
        char part[160];
        snprintf(part, sizeof part, "%.*s", (int)length, hint);
        x += frame_text(frame, x, y, end - x,
                        style_over(key ? ROLE_KEY : ROLE_HINT, back), part);
        hint += length + (hint[length] == '`');
        key = !key;
    }
    return x - start;
}

static void draw_title(Frame *frame, const Cover *cover, const Page *page, size_t first,
                       int room) {
    char count[80];
    size_t last = first + (size_t)room;
    if (last > page->count)
        last = page->count;
    snprintf(count, sizeof count, message(cover->lang, "help.lines"),
             page->count ? first + 1 : 0, last, page->count);
    const char *place = cover->place ? cover->place : count;
    int columns = utf8_columns(place), left = frame->width - columns - 1;
    if (left < 12)
        left = frame->width;
    frame_text(frame, 1, 0, left - 2, style_over(ROLE_TITLE, page->back), cover->title);
    if (left < frame->width)
        frame_text(frame, left, 0, columns, style_over(ROLE_QUIET, page->back), place);
}

static void draw_hint(Frame *frame, const Cover *cover, const Page *page, size_t more) {
    int x = 1, y = frame->height - 1;
    char words[80];
    if (more) {
        snprintf(words, sizeof words, message(cover->lang, "help.more"), more);
        x += hint_draw(frame, x, y, frame->width - x, page->back, words) + 3;
    }
    hint_draw(frame, x, y, frame->width - x, page->back, cover->hint);
}

static int lines_kept(const Frame *frame, const Cover *cover) {
    return frame->height >= COVER_KEPT ? cover->kept : 0;
}

/* The title, what is kept below it with a blank line, the heads of columns. */
static int lines_above(const Frame *frame, const Cover *cover) {
    int kept = lines_kept(frame, cover);
    return (frame->height >= 3) + (kept ? kept + 1 : 0) +
           (cover->headed && frame->height >= COVER_HEADED);
}

static int lines_below(const Frame *frame) {
    return frame->height >= 5 ? 2 : frame->height >= 4;
}

int cover_room(const Frame *frame, const Cover *cover) {
    return frame->height - lines_above(frame, cover) - lines_below(frame);
}

bool cover_line(const Frame *frame, const Cover *cover, size_t count, int y, size_t *line,
                size_t *first) {
    int room = cover_room(frame, cover), row = y - lines_above(frame, cover);
    *first = page_scroll(count, room, cover->wanted, cover->chosen);
    *line = *first + (size_t)(row > 0 ? row : 0);
    return row >= 0 && row < room && *line < count;
}

void overlay_place(const Session *session, Text *out) {
    if (session->scene.own) {
        text_append(out, message(session->look.lang, "screen.own-data"));
        return;
    }
    text_format(out, message(session->look.lang, "text.place"), session->scene.id,
                session->recipe.scene + 1, session->scene_count, session->recipe.step,
                session->scene.step_count);
}

/* The terminal's own cursor: on the chosen line, else nowhere. */
static void park_cursor(Frame *frame, const Cover *cover, size_t first, int top,
                        int room) {
    bool chosen =
        cover->chosen >= first && cover->chosen < first + (size_t)(room > 0 ? room : 0);
    frame->cursor_x = chosen ? frame->width > 2 ? 2 : 0 : -1;
    frame->cursor_y = chosen ? top + (int)(cover->chosen - first) : -1;
}

void cover_draw(Frame *frame, const Cover *cover, const Page *page) {
    int top = lines_above(frame, cover), room = cover_room(frame, cover);
    int below = 1 + lines_kept(frame, cover);
    size_t first = page_scroll(page->count, room, cover->wanted, cover->chosen);
    frame_fill(frame, 0, 0, frame->width, 1, style_of(page->back));
    frame_fill(frame, 0, below, frame->width, frame->height - below,
               style_of(page->back));
    park_cursor(frame, cover, first, top, room);
    size_t more = page_draw(page, frame, (Area){0, top, frame->width, room}, first);
    if (top)
        draw_title(frame, cover, page, first, room);
    if (lines_below(frame))
        draw_hint(frame, cover, page, more);
}

void cover_page(const Session *session, Frame *frame, PageMaker *make, Cover cover) {
    Page page;
    cover.lang = session->look.lang;
    cover.wanted = session->look.scroll;
    cover.chosen = SIZE_MAX;
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    make(&page, session, frame->width);
    cover_draw(frame, &cover, &page);
    page_release(&page);
}

OverlaySize cover_size(const Session *session, const Frame *frame, PageMaker *make) {
    Page page;
    int room = cover_room(frame, &(Cover){0});
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    make(&page, session, frame->width);
    OverlaySize size = {.lines = page.count, .rows = room > 0 ? (size_t)room : 0};
    page_release(&page);
    return size;
}
