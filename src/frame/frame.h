/* A frame: a grid of styled cells, what one screen shows. It knows no device.
 *
 * Text enters through frame_text alone: it decodes UTF-8, measures, clips, and replaces what must
 * not reach a terminal, so a hostile scene cannot. Coordinates are 0-based columns x and lines y;
 * everything outside the frame (negative too) is clipped silently. */
#ifndef FRAME_FRAME_H
#define FRAME_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "frame/palette.h"
#include "frame/region.h"

typedef struct Cell {
    uint32_t glyph;   /* 0: the right half of the wide character before it */
    uint32_t mark[2]; /* combining characters over it, 0 where none; more are dropped */
    Style style;
} Cell;

typedef struct Frame {
    int width, height;
    Cell *cells;            /* width × height, line by line */
    int cursor_x, cursor_y; /* where the terminal's own cursor is parked; -1: nowhere */
    bool ascii;      /* only U+0020..U+007E may appear; frame_text replaces the rest */
    Regions regions; /* where things are, noted by who draws them */
} Frame;

void frame_init(Frame *frame, int width, int height); /* blank, in ROLE_GROUND */
void frame_release(Frame *frame);
void frame_resize(Frame *frame, int width, int height); /* blank again */

/* Writes text from (x, y), at most `columns` columns, returns the columns written. A wide
 * character that would be cut is left out (a blank takes its place). Overwriting one half of a
 * wide character blanks the other. A leading combining character becomes U+FFFD. */
int frame_text(Frame *frame, int x, int y, int columns, Style style, const char *text);

/* As frame_text with printf's format. */
int frame_format(Frame *frame, int x, int y, int columns, Style style, const char *format,
                 ...) __attribute__((format(printf, 6, 7)));

/* Writes on one line from left to right, or only counts the columns that would be written. */
typedef struct Pen {
    Frame *frame; /* NULL: nothing is written */
    int x, y;     /* the column that is written next */
    int end;      /* the first column that is not the pen's */
} Pen;

/* Write text in a role and move on; text is clipped at the pen's end. */
void pen_text(Pen *pen, int role, const char *text);
void pen_format(Pen *pen, int role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As pen_text, with the text as frame_spell writes it. */
void pen_spell(Pen *pen, int role, const char *text);

/* Appends text with √, → and the like in words (sqrt, ->) if ascii is true. The frame replaces
 * other characters one by one. */
void frame_spell(bool ascii, const char *text, Text *out);

/* A bar of so many columns, filled as done is to whole (not 0); returns the columns. */
int frame_bar(Frame *frame, int x, int y, int columns, size_t done, size_t whole);

/* Blanks. */
void frame_fill(Frame *frame, int x, int y, int width, int height, Style style);
void frame_restyle(Frame *frame, int x, int y, int width, int height, Style style);

const Cell *frame_cell(const Frame *frame, int x, int y); /* NULL outside */

/* A cell as a device writes it that paints it so: two dots are a block where colors show them. */
Cell cell_painted(const Frame *frame, const Cell *cell, Paint paint);

/* Whether a line's cells are the same; false where one of them has no such line. */
bool frame_line_same(const Frame *a, const Frame *b, int y);

/* Same size, same cells, same cursor. */
bool frame_same(const Frame *a, const Frame *b);

#endif
