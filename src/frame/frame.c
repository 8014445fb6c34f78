/* See frame.h. */
#include "frame/frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { REPLACEMENT = 0xfffd };

/* The characters that replace others in a frame of ASCII. Those without a row become
 * '?'. */
typedef struct Stand {
    uint32_t glyph;
    char ascii;
} Stand;

static const Stand stands[] = {
    {0x00a0, ' '},  {0x00b7, '.'}, {0x00b1, '~'}, {0x00b2, '2'},  {0x00b3, '3'},
    {0x00b4, '\''}, {0x00d7, 'x'}, {0x00f7, '/'}, {0x2010, '-'},  {0x2011, '-'},
    {0x2012, '-'},  {0x2013, '-'}, {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''},
    {0x201c, '"'},  {0x201d, '"'}, {0x2022, '*'}, {0x2026, '.'},  {0x2032, '\''},
    {0x2190, '<'},  {0x2191, '^'}, {0x2192, '>'}, {0x2193, 'v'},  {0x2194, '-'},
    {0x2205, 'E'},  {0x2212, '-'}, {0x2215, '/'}, {0x2217, '*'},  {0x221e, '^'},
    {0x2223, '|'},  {0x2248, '~'}, {0x2264, '<'}, {0x2265, '>'},  {0x22c5, '.'},
    {0x2500, '-'},  {0x2502, '|'}, {0x2580, '#'}, {0x2584, '#'},  {0x2588, '#'},
    {0x2589, '#'},  {0x258a, '#'}, {0x258b, '#'}, {0x258c, '#'},  {0x258d, ' '},
    {0x258e, ' '},  {0x258f, ' '}, {0x2590, '#'}, {0x2591, '.'},  {0x2592, ':'},
    {0x2593, '#'},  {0x25b4, '^'}, {0x25b6, '>'}, {0x25b8, '>'},  {0x25be, 'v'},
    {0x25c0, '<'},  {0x25c2, '<'}, {0x3000, ' '}, {0x3001, ','},  {0x3002, '.'},
};

static uint32_t ascii_of(uint32_t glyph) {
    if (glyph < 0x7f)
        return glyph;
    if (glyph >= 0xff01 && glyph <= 0xff5e) /* full-width forms */
        return glyph - 0xff01 + '!';
    for (size_t i = 0; i < sizeof stands / sizeof *stands; i++) {
        if (stands[i].glyph == glyph)
            return (uint32_t)stands[i].ascii;
    }
    return '?';
}

/* The words that frame_spell writes for characters that one ASCII character cannot
 * replace. */
static const struct {
    const char *glyph, *ascii;
} spelled[] = {
    {"√", "sqrt"}, {"→", "->"}, {"∞", "inf"}, {"≥", ">="}, {"≤", "<="},
    {"…", "..."},  {"·", "*"},  {"×", "x"},   {"÷", "/"},  {"Σ", "sum"},
};

/* Returns the length of the plain ASCII at the beginning of text. */
static size_t plain_run(const char *text) {
    size_t length = 0;
    while (text[length] >= ' ' && text[length] <= '~')
        length++;
    return length;
}

static const char *spelling(const char *at, size_t *bytes) {
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        *bytes = strlen(spelled[i].glyph);
        if (strncmp(at, spelled[i].glyph, *bytes) == 0)
            return spelled[i].ascii;
    }
    return NULL;
}

void frame_spell(bool ascii, const char *text, Text *out) {
    enum { LONGEST = 4 }; /* bytes of a character */
    for (size_t bytes; *text; text += bytes) {
        bytes = plain_run(text);
        text_append_n(out, text, bytes);
        if (bytes)
            continue;
        const char *word = ascii ? spelling(text, &bytes) : NULL;
        char safe[LONGEST + 1] = "";
        uint32_t code;
        if (!word) {
            bytes = utf8_decode(text, strnlen(text, LONGEST), &code);
            utf8_encode(utf8_safe(code), safe);
        }
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
    width = width > 0 ? width : 0;
    height = height > 0 ? height : 0;
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
    Cell *left = cell_at(frame, x - 1, y), *right = cell_at(frame, x, y);
    if (!left || !right || right->glyph != 0)
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
    size_t length = strlen(text);
    Cell *last = NULL;
    for (size_t at = 0; at < length;) {
        uint32_t code;
        bool first = at == 0;
        at += utf8_decode(text + at, length - at, &code);
        code = utf8_safe(code);
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

static bool spell_in(Pen *pen, int role, const char *text, bool whole) {
    Text spelt = {0};
    frame_spell(pen->frame && pen->frame->ascii, text, &spelt);
    bool fits = !whole || pen->x + utf8_columns(text_string(&spelt)) <= pen->end;
    if (fits)
        pen_text(pen, role, text_string(&spelt));
    text_release(&spelt);
    return fits;
}

void pen_spell(Pen *pen, int role, const char *text) {
    spell_in(pen, role, text, false);
}

bool pen_whole(Pen *pen, int role, const char *text) {
    return spell_in(pen, role, text, true);
}

int frame_format(Frame *frame, int x, int y, int columns, Style style, const char *format,
                 ...) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    int written = frame_text(frame, x, y, columns, style, text_string(&text));
    text_release(&text);
    return written;
}

int frame_bar(Frame *frame, int x, int y, int columns, size_t done, size_t whole) {
    int full = (int)(done * (size_t)columns / whole);
    const char *filled = frame->ascii ? "#" : "▓", *open = frame->ascii ? "." : "░";
    for (int i = 0; i < columns; i++)
        frame_text(frame, x + i, y, 1, style_of(ROLE_GOOD), i < full ? filled : open);
    return columns;
}

typedef struct Box {
    int left, top, right, bottom; /* right and bottom are outside */
} Box;

/* Returns the part of a rectangle that is inside the frame. */
static Box area_inside(const Frame *frame, int x, int y, int width, int height) {
    int64_t right = (int64_t)x + width, bottom = (int64_t)y + height;
    return (Box){
        .left = x > 0 ? x : 0,
        .top = y > 0 ? y : 0,
        .right = right < frame->width ? (int)right : frame->width,
        .bottom = bottom < frame->height ? (int)bottom : frame->height,
    };
}

void frame_fill(Frame *frame, int x, int y, int width, int height, Style style) {
    Box area = area_inside(frame, x, y, width, height);
    const Cell blank = {.glyph = ' ', .style = style};
    if (area.left >= area.right)
        return;
    const Cell *first = cell_at(frame, area.left, area.top);
    size_t width_inside = (size_t)(area.right - area.left);
    for (int line = area.top; line < area.bottom; line++) {
        frame_part(frame, area.left, line);
        frame_part(frame, area.right, line);
        Cell *cell = cell_at(frame, area.left, line);
        if (line > area.top)
            memcpy(cell, first, width_inside * sizeof *cell);
        for (size_t i = 0; line == area.top && i < width_inside; i++)
            cell[i] = blank;
    }
}

void frame_restyle(Frame *frame, int x, int y, int width, int height, Style style) {
    Box area = area_inside(frame, x, y, width, height);
    for (int line = area.top; line < area.bottom; line++) {
        for (int column = area.left; column < area.right; column++) {
            Cell *cell = cell_at(frame, column, line),
                 *right = cell_at(frame, column + 1, line);
            if (cell->glyph == 0) /* styled with its left half */
                continue;
            cell->style = style;
            if (right && right->glyph == 0)
                right->style = style;
        }
    }
}

static bool style_same(Style a, Style b) {
    return a.fore == b.fore && a.back == b.back && a.flags == b.flags;
}

Cell cell_painted(const Frame *frame, const Cell *cell, Paint paint) {
    Cell painted = *cell;
    if (paint.glyph && !frame->ascii && utf8_width(cell->glyph) == 1) {
        painted.glyph = paint.glyph;
        painted.mark[0] = painted.mark[1] = 0;
    }
    return painted;
}

static bool cell_same(const Cell *a, const Cell *b) {
    return a->glyph == b->glyph && style_same(a->style, b->style) &&
           memcmp(a->mark, b->mark, sizeof a->mark) == 0;
}

bool frame_line_same(const Frame *a, const Frame *b, int y) {
    if (a->width != b->width || y >= a->height || y >= b->height)
        return false;
    size_t first = (size_t)y * (size_t)a->width, end = first + (size_t)a->width;
    if (a->width == 0 ||
        memcmp(&a->cells[first], &b->cells[first], (end - first) * sizeof(Cell)) == 0)
        return true;
    while (first < end && cell_same(&a->cells[first], &b->cells[first]))
        first++;
    return first == end;
}
