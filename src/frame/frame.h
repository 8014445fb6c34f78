/* A frame is the grid of styled cells that one screen shows. It knows no device.
 *
 * Text enters through frame_text alone. It decodes UTF-8, measures, clips, and replaces
 * characters that must not reach a terminal, so that a hostile scene cannot harm one.
 * Coordinates are 0-based columns x and lines y; everything outside the frame (negative
 * too) is clipped silently. */
#ifndef FRAME_FRAME_H
#define FRAME_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "frame/palette.h"

typedef struct Area {
    int x, y, width, height; /* columns and lines of a frame */
} Area;

/* Regions of a frame: drawing notes which area shows what, so that clicks, page sizes and
 * limits of zoom are read from the frame that is shown and need no second layout. All
 * numbers get their meaning from whoever draws; indices count from 0. */
typedef enum RegionKind {
    REGION_CELLS,  /* cells of a grid */
    REGION_KEYS,   /* the labels above a grid whose columns are keys */
    REGION_TILES,  /* a picture, each character of which is many cells */
    REGION_SWITCH, /* an option or a hint with its key */
    REGION_NAME,   /* of a grid that is not on the screen */
    REGION_ENTRY,  /* one line of an entry that can be chosen */
    REGION_PAGE    /* a window onto the lines of a page */
} RegionKind;

typedef struct Region {
    RegionKind kind;
    Area area;
    /* CELLS, KEYS, TILES: an item is `across` columns wide and `down` lines tall and
     * shows row_step × col_step cells; the first item begins with the cell (row, col),
     * and `rows` rows are shown. */
    int across, down;
    size_t row, col, row_step, col_step, rows;
    int grid, decimals;
    size_t record, head, lane;
    int key; /* SWITCH: as base/key.h numbers keys */
    /* ENTRY: its number. PAGE: how many entries there are. */
    size_t entry;
    /* ENTRY, PAGE: the first line that the window shows, and how many lines the page
     * has. */
    size_t first, lines;
} Region;

typedef struct Regions {
    Region *list; /* in the order in which they were drawn */
    size_t count;
    int decimals; /* of numbers that are in no region */
} Regions;

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

void frame_init(Frame *frame, int width, int height); /* blank cells in ROLE_GROUND */
void frame_release(Frame *frame);
void frame_resize(Frame *frame, int width, int height); /* all cells become blank */

/* Writes text from (x, y) on, at most `columns` columns, and returns the columns written.
 * A wide character that would be cut becomes a blank. Overwriting one half of a wide
 * character blanks the other half. A leading combining character becomes U+FFFD. */
int frame_text(Frame *frame, int x, int y, int columns, Style style, const char *text);

/* A pen writes on one line from left to right, or only counts the columns. */
typedef struct Pen {
    Frame *frame; /* NULL: nothing is written */
    int x, y;     /* where the next character goes */
    int end;      /* the first column that is not the pen's */
} Pen;

/* These write text in a role and move the pen on. Text is clipped at the pen's end. */
void pen_text(Pen *pen, int role, const char *text);
void pen_format(Pen *pen, int role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes as pen_text does, but with the words of frame_spell. */
void pen_spell(Pen *pen, int role, const char *text);

/* Writes as pen_spell does, with printf's format, if all of it fits; else writes nothing
 * and returns false. */
bool pen_whole(Pen *pen, int role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends text to out, which then has bytes. If ascii is true, √, → and the like become
 * words (sqrt, ->); a frame of ASCII replaces other characters one by one. */
void frame_spell(bool ascii, const char *text, Text *out);

/* Draws a bar that is filled in the ratio of done to whole (not 0). Returns its
 * columns. */
int frame_bar(Frame *frame, int x, int y, int columns, size_t done, size_t whole);

/* Fills a rectangle with blanks. */
void frame_fill(Frame *frame, int x, int y, int width, int height, Style style);

const Cell *frame_cell(const Frame *frame, int x, int y); /* NULL outside */

/* Returns the cell that a device writes for a paint: two dots are a block where colors
 * show them. */
Cell cell_painted(const Frame *frame, const Cell *cell, Paint paint);

/* Returns true if both frames have the line and its cells are equal. */
bool frame_line_same(const Frame *a, const Frame *b, int y);

/* ---- regions ---- */

void regions_release(Regions *regions);
void regions_add(Regions *regions, Region region);

/* The region drawn last that contains the point; NULL: none does. */
const Region *regions_at(const Regions *regions, int x, int y);

/* The cell that is shown at a point of a region of cells, keys or tiles. */
size_t region_row(const Region *region, int y);
size_t region_col(const Region *region, int x);

#endif
