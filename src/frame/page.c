/* See page.h. */
#include "frame/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

/* The longest character in bytes; the least columns of a last line and their bytes; and
 * the most columns that the line before gives to it. */
enum {
    UTF8_MOST = 4,
    LEAST_LAST = 6,
    SHORT_BYTES = LEAST_LAST * UTF8_MOST,
    MOST_TAKEN = 16
};

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
    if ((page->count & (page->count - 1)) == 0)
        page->lines = memory_resize(page->lines, page->count ? 2 * page->count : 1,
                                    sizeof(PageLine));
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
    return out.bytes ? out.bytes : memory_string("");
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
    line->pieces = memory_resize(line->pieces, line->count + 1, sizeof piece);
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

static bool one_of(uint32_t code, const uint32_t *codes) {
    for (; *codes; codes++)
        if (*codes == code)
            return true;
    return false;
}

/* These characters never begin a line. */
static const uint32_t closing[] = {0xff0c, 0x3002, 0xff1a, 0xff1b, 0xff1f, 0xff01,
                                   0x3001, 0xff09, 0x201d, 0x300b, 0x3011, 0};
/* These characters never end a line. */
static const uint32_t opening[] = {0xff08, 0x201c, 0x300a, 0x3010, 0};
/* These characters follow a number: row, column, things, step, layer, head, place,
 * key. */
static const uint32_t counted[] = {0x884c, 0x5217, 0x4e2a, 0x6b65, 0x5c42,
                                   0x5934, 0x4f4d, 0x952e, 0};
enum { ORDINAL = 0x7b2c }; /* comes before the number of a place in an order */

static uint32_t code_at(const char *text) {
    uint32_t code = 0;
    if (*text)
        utf8_decode(text, strnlen(text, UTF8_MOST), &code);
    return code;
}

static size_t utf8_bytes(const char *text) {
    uint32_t code;
    return utf8_decode(text, strnlen(text, UTF8_MOST), &code);
}

static bool is_wide(uint32_t code) {
    return utf8_width(utf8_safe(code)) == 2;
}

static bool is_digit(uint32_t code) {
    return code >= '0' && code <= '9';
}

/* Returns true if no line may end here: a name keeps its index, an ordinal its number and
 * the thing that it counts. */
static bool holds(uint32_t before, uint32_t code, uint32_t next) {
    if (one_of(next, closing) || one_of(code, opening) || code == ORDINAL)
        return true;
    if (code == ' ')
        return before == ORDINAL || (is_digit(before) && one_of(next, counted));
    return next == '[' || (is_digit(code) && one_of(next, counted));
}

/* Returns true if a blank does not end a line: a sum breaks before its operator only, so
 * that "+ 2" and "= 3" stay whole. */
static bool joins(const char *text, size_t at) {
    return at > 0 && (text[at - 1] == '=' || text[at - 1] == '+') &&
           (at == 1 || text[at - 2] == ' ');
}

/* Returns the bytes of the longest part of text that fits on a line; at least one
 * character. */
static size_t wrap_point(const char *text, int room) {
    size_t at = 0, good = 0;
    int columns = 0;
    uint32_t before = 0, code = 0;
    while (text[at]) {
        before = code;
        size_t bytes = utf8_decode(text + at, strnlen(text + at, UTF8_MOST), &code);
        int width = utf8_width(utf8_safe(code));
        if (columns + width > room && code != ' ')
            return good ? good : at ? at : bytes;
        columns += width;
        bool blank = code == ' ' && !joins(text, at);
        at += bytes;
        uint32_t next = code_at(text + at);
        bool beside = (is_wide(code) || is_wide(next)) && next != ' ' && code != ' ';
        if (!next || ((blank || beside) && !holds(before, code, next)))
            good = at;
    }
    return at;
}

static bool has_wide(const char *text) {
    for (; *text; text += utf8_bytes(text))
        if (is_wide(code_at(text)))
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

size_t wrapped_lines(bool ascii, int width, const char *text) {
    char *spelt = spell(ascii, text);
    size_t lines = 0;
    for (const char *at = spelt; *at; lines++)
        at += wrap_fair(at, width);
    free(spelt);
    return lines ? lines : 1;
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

size_t page_draw(const Page *page, Frame *frame, Area area, size_t first) {
    size_t room = area.height > 0 ? (size_t)area.height : 0;
    frame_fill(frame, area.x, area.y, area.width, area.height, style_of(page->back));
    for (size_t i = 0; i < room && first + i < page->count; i++)
        draw_line(page, &page->lines[first + i], frame, area, area.y + (int)i);
    return page->count > first + room ? page->count - first - room : 0;
}

size_t page_show(const Page *page, Frame *frame, Area area, size_t wanted) {
    size_t first = page_scroll(page->count, area.height, wanted, page->chosen);
    Region region = {.kind = REGION_PAGE,
                     .x = area.x,
                     .y = area.y,
                     .width = area.width,
                     .height = area.height,
                     .entry = page->entries,
                     .first = first,
                     .lines = page->count};
    page_draw(page, frame, area, first);
    regions_add(&frame->regions, region);
    region.kind = REGION_ENTRY;
    region.height = 1;
    for (int y = 0; y < area.height && first + (size_t)y < page->count; y++) {
        region.y = area.y + y;
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
