/* See frame.h. */
#include "frame/frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/utf8.h"

enum { REPLACEMENT = 0xfffd };

/* ASCII that replaces each of some characters. */
typedef struct Ascii {
    const char *ascii, *characters;
} Ascii;

/* In a frame of ASCII; those without a row become '?'. */
static const Ascii signs[] = {
    {"#", "▀▄█▉▊▋▌▐▓"}, {"-", "‐‑‒–—↔−─"}, {" ", "\u00a0▍▎▏　"}, {".", "·…⋅░。"},
    {"'", "´‘’′"},      {"<", "←≤◀◂"},     {">", "→≥▶▸"},        {"^", "↑∞▴"},
    {"~", "±≈"},        {"/", "÷∕"},       {"\"", "“”"},         {"*", "•∗"},
    {"v", "↓▾✓"},       {"|", "∣│"},       {"2", "²"},           {"3", "³"},
    {"x", "×✗"},        {"E", "∅"},        {":", "▒"},           {",", "、"},
    {"a", "★"},
};

/* In frame_spell, where one character of ASCII says too little. */
static const Ascii words[] = {
    {"*", "·"},  {"x", "×"},    {"/", "÷"},   {"sum", "Σ"}, {"...", "…"},
    {"->", "→"}, {"sqrt", "√"}, {"inf", "∞"}, {"<=", "≤"},  {">=", "≥"},
};

static const char *ascii_in(const Ascii *rows, size_t count, uint32_t code) {
    for (size_t i = 0; i < count; i++)
        if (utf8_holds(rows[i].characters, code))
            return rows[i].ascii;
    return NULL;
}

static uint32_t ascii_of(uint32_t code) {
    if (code < 0x7f)
        return code;
    if (code >= 0xff01 && code <= 0xff5e) /* full-width forms */
        return code - 0xff01 + '!';
    const char *ascii = ascii_in(signs, sizeof signs / sizeof *signs, code);
    return ascii ? (uint32_t)*ascii : '?';
}

/* Returns the length of the plain ASCII at the beginning of text. */
static size_t plain_run(const char *text) {
    size_t length = 0;
    while (text[length] >= ' ' && text[length] <= '~')
        length++;
    return length;
}

void frame_spell(bool ascii, const char *text, Text *out) {
    for (;;) {
        size_t plain = plain_run(text);
        text_append_n(out, text, plain);
        text += plain;
        if (!*text)
            return;
        uint32_t code = utf8_next(&text);
        const char *word =
            ascii ? ascii_in(words, sizeof words / sizeof *words, code) : NULL;
        char safe[5];
        utf8_encode(utf8_safe(code), safe);
        text_append(out, word ? word : safe);
    }
}

/* Returns true for zero-width characters that draw nothing: no terminal needs them. */
static bool draws_nothing(uint32_t code) {
    return code == 0xad || code == 0x34f || code == 0x61c ||
           (code >= 0x180b && code <= 0x180f) || (code >= 0x2060 && code <= 0x206f) ||
           (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0000 && code <= 0xe0fff);
}

void frame_init(Frame *frame, int width, int height) {
    *frame = (Frame){0};
    frame_resize(frame, width, height);
}

void frame_release(Frame *frame) {
    free(frame->cells);
    regions_release(&frame->regions);
    *frame = (Frame){0};
}

void frame_resize(Frame *frame, int width, int height) {
    width = max_int(width, 0);
    height = max_int(height, 0);
    if (!frame->cells || frame->width != width || frame->height != height) {
        free(frame->cells);
        frame->width = width;
        frame->height = height;
        frame->cells = memory_new((size_t)width * (size_t)height, sizeof(Cell));
    }
    frame->cursor_x = frame->cursor_y = -1;
    frame_fill(frame, 0, 0, frame->width, frame->height, style_of(ROLE_GROUND));
}

static Cell *cell_at(const Frame *frame, int x, int y) {
    if (x < 0 || y < 0 || x >= frame->width || y >= frame->height)
        return NULL;
    return &frame->cells[(size_t)y * (size_t)frame->width + (size_t)x];
}

const Cell *frame_cell(const Frame *frame, int x, int y) {
    return cell_at(frame, x, y);
}

static void cell_blank(Cell *cell) {
    cell->glyph = ' ';
    cell->mark[0] = cell->mark[1] = 0;
}

/* Replaces a wide character in columns x - 1 and x by two blanks. x may be the frame's
 * width. */
static void frame_part(Frame *frame, int x, int y) {
    Cell *right = cell_at(frame, x, y), *left = right ? right - 1 : NULL;
    if (x < 1 || !right || right->glyph != 0)
        return;
    cell_blank(left);
    cell_blank(right);
}

/* Puts one character of 1 or 2 columns at (x, y). Returns its cell, or NULL if part of it
 * is outside. */
static Cell *frame_put(Frame *frame, int x, int y, int width, Style style,
                       uint32_t glyph) {
    Cell *cell = cell_at(frame, x, y), *right = cell_at(frame, x + 1, y);
    if (width > 1 || !cell || cell->glyph == 0 || (right && right->glyph == 0)) {
        frame_part(frame, x, y);
        frame_part(frame, x + width, y);
    }
    if (width == 1) {
        if (cell)
            *cell = (Cell){.glyph = glyph, .style = style};
        return cell;
    }
    bool whole = cell && right;
    if (cell)
        *cell = (Cell){.glyph = whole ? glyph : ' ', .style = style};
    if (right)
        *right = (Cell){.glyph = whole ? 0 : ' ', .style = style};
    return whole ? cell : NULL;
}

/* Puts a combining character over a cell, which may be NULL. */
static void cell_mark(const Frame *frame, Cell *cell, uint32_t code) {
    if (!cell || frame->ascii || draws_nothing(code))
        return;
    uint32_t *mark = cell->mark;
    if (mark[0] == 0)
        mark[0] = code;
    else if (mark[1] == 0)
        mark[1] = code;
}

/* Puts one character, in ASCII where the frame is ASCII. Returns its cell as frame_put
 * does. */
static Cell *put_glyph(Frame *frame, int x, int y, int width, Style style,
                       uint32_t code) {
    if (!frame->ascii || code < 0x7f)
        return frame_put(frame, x, y, width, style, code);
    if (width == 2)
        frame_put(frame, x + 1, y, 1, style, ' ');
    return frame_put(frame, x, y, 1, style, ascii_of(code));
}

int frame_text(Frame *frame, int x, int y, int columns, Style style, const char *text) {
    int64_t limit = (int64_t)x + (columns > 0 ? columns : 0);
    int end = limit < INT32_MAX / 2 ? (int)limit : INT32_MAX / 2, start = x;
    Cell *last = NULL;
    for (bool first = true; *text; first = false) {
        uint32_t code = utf8_safe(utf8_next(&text));
        int width = utf8_width(code);
        if (width == 0 && !first) {
            cell_mark(frame, last, code);
            continue;
        }
        if (x >= end)
            break;
        if (width == 0) {
            code = REPLACEMENT;
            width = 1;
        } else if (x + width > end) { /* a wide character would be cut */
            code = ' ';
            width = 1;
        }
        last = put_glyph(frame, x, y, width, style, code);
        x += width;
    }
    return x - start;
}

/* ---- pens ---- */

void pen_text(Pen *pen, int role, const char *text) {
    int room = pen->end > pen->x ? pen->end - pen->x : 0;
    int columns = pen->frame ? 0 : utf8_columns(text);
    if (pen->frame)
        columns = frame_text(pen->frame, pen->x, pen->y, room, style_of(role), text);
    pen->x += columns < room ? columns : room;
}

void pen_format(Pen *pen, int role, const char *format, ...) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    pen_text(pen, role, text_string(&text));
    text_release(&text);
}

/* Writes text in the words of frame_spell; if `whole`, only if all of it fits. Returns
 * true if it does. */
static bool spell(Pen *pen, int role, bool whole, const char *text) {
    Text spelt = {0};
    frame_spell(pen->frame && pen->frame->ascii, text, &spelt);
    bool fits = pen->x + utf8_columns(text_string(&spelt)) <= pen->end;
    if (fits || !whole)
        pen_text(pen, role, text_string(&spelt));
    text_release(&spelt);
    return fits;
}

void pen_spell(Pen *pen, int role, const char *text) {
    spell(pen, role, false, text);
}

bool pen_whole(Pen *pen, int role, const char *format, ...) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    bool fits = spell(pen, role, true, text_string(&text));
    text_release(&text);
    return fits;
}

int frame_bar(Frame *frame, int x, int y, int columns, size_t done, size_t whole) {
    int full = (int)(done * (size_t)columns / whole);
    const char *filled = frame->ascii ? "#" : "▓", *open = frame->ascii ? "." : "░";
    for (int i = 0; i < columns; i++)
        frame_text(frame, x + i, y, 1, style_of(ROLE_GOOD), i < full ? filled : open);
    return columns;
}

void frame_fill(Frame *frame, int x, int y, int width, int height, Style style) {
    int64_t right = (int64_t)x + width, bottom = (int64_t)y + height;
    int left = max_int(x, 0), end = right < frame->width ? (int)right : frame->width;
    for (int line = max_int(y, 0); line < bottom && line < frame->height; line++) {
        if (left < end) {
            frame_part(frame, left, line);
            frame_part(frame, end, line);
        }
        for (int column = left; column < end; column++)
            *cell_at(frame, column, line) = (Cell){.glyph = ' ', .style = style};
    }
}

Cell cell_painted(const Frame *frame, const Cell *cell, Paint paint) {
    Cell painted = *cell;
    if (paint.glyph && !frame->ascii && utf8_width(cell->glyph) == 1) {
        painted.glyph = paint.glyph;
        painted.mark[0] = painted.mark[1] = 0;
    }
    return painted;
}

bool frame_line_same(const Frame *a, const Frame *b, int y) {
    if (a->width != b->width || y >= a->height || y >= b->height)
        return false;
    size_t width = (size_t)a->width, first = (size_t)y * width;
    return width == 0 ||
           memcmp(&a->cells[first], &b->cells[first], width * sizeof(Cell)) == 0;
}

/* ---- regions ---- */

void regions_release(Regions *regions) {
    free(regions->list);
    *regions = (Regions){0};
}

void regions_add(Regions *regions, Region region) {
    regions->list = memory_grow(regions->list, regions->count, sizeof region);
    regions->list[regions->count++] = region;
}

const Region *regions_at(const Regions *regions, int x, int y) {
    for (size_t i = regions->count; i-- > 0;) {
        Area area = regions->list[i].area;
        if (x >= area.x && x < area.x + area.width && y >= area.y &&
            y < area.y + area.height)
            return &regions->list[i];
    }
    return NULL;
}

size_t region_row(const Region *region, int y) {
    int item = region->down ? (y - region->area.y) / region->down : 0;
    return region->row + (size_t)item * region->row_step;
}

size_t region_col(const Region *region, int x) {
    int item = region->across ? (x - region->area.x) / region->across : 0;
    return region->col + (size_t)item * region->col_step;
}
