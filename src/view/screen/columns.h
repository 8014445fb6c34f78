/* Columns are grids side by side on the screen. This decides which grids stay, how wide
 * their cells are, and where each grid is. It is arithmetic that knows nothing of grids
 * but their numbers. */
#ifndef VIEW_SCREEN_COLUMNS_H
#define VIEW_SCREEN_COLUMNS_H

#include "sheet/grid.h"

enum { COLUMNS_MAX = 24, ABSENT = -1 };

typedef enum ColumnKind {
    COLUMN_NUMBERS, /* columns of its own */
    COLUMN_KEYS,    /* its columns are keys: closed by a blank of its own color */
    COLUMN_SIGNS    /* its columns are keys, in cells of 4 to 2 columns */
} ColumnKind;

/* A grid that could be shown beside the others, and its place if it is. */
typedef struct Column {
    GridId grid;
    int state; /* the state of the calculation that it shows (screen.h) */
    ColumnKind kind;
    int cells;      /* columns of numbers */
    int integers;   /* columns before the point */
    int name;       /* the least columns that its name needs */
    int labels;     /* columns of row labels of its own; 0: its rows are the line's */
    int gap;        /* blank columns before it */
    int wide_gap;   /* blank columns before it where there is room for them */
    int rank;       /* the grid of the lowest rank stays longest */
    int cursor;     /* the cell that must be in view; ABSENT: the first */
    double largest; /* the largest absolute number, where numbers have signed colors */
    bool core;      /* auto takes the most decimals with which all of these fit */
    bool exact;     /* no decimals */
    bool tied;      /* leaves with the grid before it (sums beside weights) */
    bool must;      /* tied, and the other never stays without it */

    /* Set by columns_fit and columns_place. */
    bool taken;   /* true in what they return */
    int x, width; /* from the first column of its labels to its last */
    int cell, decimals;
    int first, count; /* cells shown */
    bool closed;      /* the last column is the blank that closes it */
} Column;

typedef struct Columns {
    Column column[COLUMNS_MAX];
    int count;
} Columns;

/* The columns of the screen from `left` to `width`, and how to fill them. */
typedef struct ColumnRoom {
    int left, width;
    int decimals;
    int least_sign; /* the narrowest cell of signs */
} ColumnRoom;

/* Returns the decimals that `digits` asks for; if it is 0, the most with which every core
 * grid fits. */
int columns_decimals(const Columns *grids, ColumnRoom room, int digits);

/* Returns true if the grid that stays longest can be shown whole. */
bool columns_whole(const Columns *grids, ColumnRoom room);

/* Takes the grids that fit, by rank, and places them in their order. The first in rank is
 * always taken; if it is too wide, it scrolls. */
void columns_fit(const Columns *grids, ColumnRoom room, Columns *columns);

/* Places all grids, even if the room is too narrow. */
void columns_place(const Columns *grids, ColumnRoom room, Columns *columns);

/* Returns the first column of the screen after the last grid, or 0. */
int columns_end(const Columns *columns);

/* Moves each grid below the one above that shows its state, if it fits there. left is the
 * first free column of the screen, width the number of its columns. */
void columns_align(Columns *columns, const Columns *above, int left, int width);

/* Returns the column of a grid, or NULL. */
const Column *columns_find(const Columns *columns, GridId grid);

/* Returns the first of `total` items in a window of `shown` that has the cursor in view.
 * The window moves by half its size, so that it mostly keeps its place. */
int window_first(int total, int shown, int cursor);

#endif
