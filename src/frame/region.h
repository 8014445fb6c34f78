/* Regions of a frame: drawing notes which area shows what, so that clicks, page sizes and
 * limits of zoom are read from the frame that is shown and need no second layout. All
 * numbers get their meaning from whoever draws; indices count from 0. */
#ifndef FRAME_REGION_H
#define FRAME_REGION_H

#include <stddef.h>

typedef enum RegionKind {
    REGION_CELLS,  /* cells of a grid */
    REGION_KEYS,   /* the labels above a grid whose columns are keys */
    REGION_TILES,  /* a picture, each character of which is many cells */
    REGION_SWITCH, /* an option with its key */
    REGION_ENTRY,  /* one line of an entry that can be chosen */
    REGION_PAGE    /* a window onto the lines of a page */
} RegionKind;

typedef struct Region {
    RegionKind kind;
    int x, y, width, height; /* columns and lines of the frame */
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

void regions_clear(Regions *regions); /* keeps the memory */
void regions_release(Regions *regions);
void regions_add(Regions *regions, Region region);

/* The region drawn last that contains the point; NULL: none does. */
const Region *regions_at(const Regions *regions, int x, int y);

/* The cell that is shown at a point of a region of cells, keys or tiles. */
size_t region_row(const Region *region, int y);
size_t region_col(const Region *region, int x);

#endif
