/* See page.h. */
#include "frame/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

/* The least columns of a last line, the most bytes of so short a line, and the most
 * columns that the line before gives to it. */
enum { LEAST_LAST = 6, SHORT_BYTES = LEAST_LAST * 4, MOST_TAKEN = 16 };

void page_init(Page *page, int back, bool ascii) {
    *page = (Page){.back = back, .ascii = ascii, .choice = SIZE_MAX, .chosen = SIZE_MAX};
}

void page_release(Page *page) {
    for (size_t i = 0; i < page->count; i++) {
        for (size_t p = 0; p < page->lines[i].count; p++)
            free(page->lines[i].pieces[p].text);
        free(page->lines[i].pieces);
    }
    free(page->lines);
    *page = (Page){0};
}

void page_line(Page *page) {
    page->lines = memory_grow(page->lines, page->count, sizeof *page->lines);
    size_t entry = page->in_entry ? page->entries : 0;
    if (page->in_entry && entry == page->choice + 1 && page->chosen == SIZE_MAX)
        page->chosen = page->count;
    page->lines[page->count++] = (PageLine){.entry = entry};
}

void page_entry_begin(Page *page) {
    page->in_entry = true;
    page->entries++;
}

void page_entry_end(Page *page) {
    page->in_entry = false;
}

/* ---- ASCII ---- */

/* Returns the text as the page writes it. A lone · is a hidden cell and no product. */
static char *spell(bool ascii, const char *text) {
    Text out = {0};
    frame_spell(ascii && strcmp(text, "·") != 0, text, &out);
    return out.bytes;
}

int page_columns(const Page *page, const char *text) {
    char *spelt = spell(page->ascii, text);
    int columns = utf8_columns(spelt);
    free(spelt);
    return columns;
}

/* ---- putting ---- */

static int line_end(const PageLine *line) {
    if (!line->count)
        return 0;
    const Piece *last = &line->pieces[line->count - 1];
    return last->x + last->columns;
}

int page_end(const Page *page) {
    return page->count ? line_end(&page->lines[page->count - 1]) : 0;
}

void page_put_style(Page *page, int x, Style style, const char *text) {
    if (!page->count)
        page_line(page);
    PageLine *line = &page->lines[page->count - 1];
    char *spelt = spell(page->ascii, text);
    int end = line_end(line);
    Piece piece = {.x = line->count && x < end ? end + 1 : x,
                   .columns = utf8_columns(spelt),
                   .style = style,
                   .text = spelt};
    line->pieces = memory_grow(line->pieces, line->count, sizeof piece);
    line->pieces[line->count++] = piece;
}

void page_put(Page *page, int x, int role, const char *text) {
    page_put_style(page, x, style_over(role, page->back), text);
}

void page_put_right(Page *page, int end, int role, const char *text) {
    page_put(page, end - page_columns(page, text), role, text);
}

void page_format(Page *page, int x, int role, const char *format, ...) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    page_put(page, x, role, text_string(&text));
    text_release(&text);
}

/* ---- breaking lines ---- */

/* Closing characters never begin a line, opening ones never end one, and counted things
 * (row, column, things, step, layer, head, place, key) follow their number. */
static const char closing[] = "，。：；？！、）”》】", opening[] = "（“《【",
                  counted[] = "行列个步层头位键";
enum { ORDINAL = 0x7b2c }; /* 第 comes before the number of a place in an order */

static bool is_wide(uint32_t code) {
    return utf8_width(utf8_safe(code)) == 2;
}

static bool is_digit(uint32_t code) {
    return code >= '0' && code <= '9';
}

/* Returns true if no line may end here: a name keeps its index, an ordinal its number and
 * the thing that it counts. */
static bool holds(uint32_t before, uint32_t code, uint32_t next) {
    if (utf8_holds(closing, next) || utf8_holds(opening, code) || code == ORDINAL)
        return true;
    if (code == ' ')
        return before == ORDINAL || (is_digit(before) && utf8_holds(counted, next));
    return next == '[' || (is_digit(code) && utf8_holds(counted, next));
}

/* Returns true if a blank does not end a line: a sum breaks before its operator only, so
 * that "+ 2" and "= 3" stay whole. */
static bool joins(const char *text, size_t at) {
    return at > 0 && (text[at - 1] == '=' || text[at - 1] == '+') &&
           (at == 1 || text[at - 2] == ' ');
}

/* Returns the bytes of the longest part of text that fits on a line; at least one
 * character. A vector stays on one line, unless it is longer than that. */
static size_t wrap_point(const char *text, int room) {
    const char *at = text, *good = text, *inside = text, *after = text;
    int columns = 0, open = 0;
    uint32_t before = 0, code = 0, next = *text ? utf8_next(&after) : 0;
    while (next) {
        before = code;
        code = next;
        int width = utf8_width(utf8_safe(code));
        if (columns + width > room && code != ' ') {
            good = good > text ? good : inside;
            return (size_t)((good > text ? good : at > text ? at : after) - text);
        }
        columns += width;
        open += code == '[' ? 1 : open && code == ']' ? -1 : 0;
        bool blank = code == ' ' && !joins(text, (size_t)(at - text));
        at = after;
        next = *after ? utf8_next(&after) : 0;
        bool beside = (is_wide(code) || is_wide(next)) && next != ' ' && code != ' ';
        if (next && ((!blank && !beside) || holds(before, code, next)))
            continue;
        if (open && next)
            inside = at;
        else
            good = at;
    }
    return (size_t)(at - text);
}

static bool has_wide(const char *text) {
    while (*text)
        if (is_wide(utf8_next(&text)))
            return true;
    return false;
}

/* Returns the bytes for a line as wrap_point does, or fewer of them where one or two
 * Chinese characters would be alone on the last line. */
static size_t wrap_fair(const char *text, int room) {
    size_t bytes = wrap_point(text, room), fair = bytes;
    if (strnlen(text + bytes, SHORT_BYTES) == SHORT_BYTES || !has_wide(text + bytes))
        return bytes;
    for (int less = 1; less <= MOST_TAKEN && less < room; less++) {
        if (utf8_columns(text + fair) >= LEAST_LAST)
            return fair;
        fair = wrap_point(text, room - less);
    }
    return bytes;
}

void page_wrap(Page *page, int x, int next, int width, int role, const char *text) {
    char *spelt = spell(page->ascii, text);
    const char *at = spelt;
    while (*at) {
        size_t bytes = wrap_fair(at, width - x);
        size_t shown = bytes;
        while (shown > 1 && at[shown - 1] == ' ')
            shown--;
        char *part = memory_string_n(at, shown);
        page_put(page, x, role, part);
        free(part);
        at += bytes;
        if (*at)
            page_line(page);
        x = next;
    }
    free(spelt);
}

/* ---- showing ---- */

size_t page_scroll(size_t count, int height, size_t wanted, size_t chosen) {
    size_t room = height > 0 ? (size_t)height : 0;
    size_t last = count > room ? count - room : 0;
    if (chosen < count && room) {
        if (wanted > chosen)
            wanted = chosen;
        if (wanted + room <= chosen)
            wanted = chosen + 1 - room;
    }
    return wanted < last ? wanted : last;
}

static void draw_line(const Page *page, const PageLine *line, Frame *frame, Area area,
                      int y) {
    Style choice = style_of(ROLE_CHOICE);
    bool chosen = line->entry && line->entry == page->choice + 1;
    if (chosen)
        frame_fill(frame, area.x, y, area.width, 1, choice);
    for (size_t p = 0; p < line->count; p++) {
        const Piece *piece = &line->pieces[p];
        if (piece->x < area.width)
            frame_text(frame, area.x + piece->x, y, area.width - piece->x,
                       chosen ? choice : piece->style, piece->text);
    }
}

void page_draw(const Page *page, Frame *frame, Area area, size_t first) {
    size_t room = area.height > 0 ? (size_t)area.height : 0;
    frame_fill(frame, area.x, area.y, area.width, area.height, style_of(page->back));
    for (size_t i = 0; i < room && first + i < page->count; i++)
        draw_line(page, &page->lines[first + i], frame, area, area.y + (int)i);
}

size_t page_show(const Page *page, Frame *frame, Area area, size_t wanted) {
    size_t first = page_scroll(page->count, area.height, wanted, page->chosen);
    Region region = {.kind = REGION_PAGE,
                     .area = area,
                     .entry = page->entries,
                     .first = first,
                     .lines = page->count};
    page_draw(page, frame, area, first);
    regions_add(&frame->regions, region);
    region.kind = REGION_ENTRY;
    region.area.height = 1;
    for (int y = 0; y < area.height && first + (size_t)y < page->count; y++) {
        region.area.y = area.y + y;
        region.entry = page->lines[first + (size_t)y].entry - 1;
        if (region.entry != SIZE_MAX)
            regions_add(&frame->regions, region);
    }
    return first;
}

void page_plain(const Page *page, Text *plain) {
    for (size_t i = 0; i < page->count; i++) {
        int at = 0;
        for (size_t p = 0; p < page->lines[i].count; p++) {
            const Piece *piece = &page->lines[i].pieces[p];
            text_format(plain, "%*s%s", piece->x - at, "", piece->text);
            at = piece->x + piece->columns;
        }
        text_append(plain, "\n");
    }
}
