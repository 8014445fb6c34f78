/* Grids side by side on the screen: which of them stay, how wide their cells are, and where each
 * of them is. Arithmetic only; what the numbers of grids and states mean is the caller's. */
#ifndef VIEW_SCREEN_COLUMNS_H
#define VIEW_SCREEN_COLUMNS_H

#include <stdbool.h>

enum { COLUMNS_MAX = 14, ABSENT = -1 };

typedef enum ColumnKind {
    COLUMN_NUMBERS, /* columns of its own */
    COLUMN_KEYS,    /* its columns are keys: closed by a blank of its own color */
    COLUMN_SIGNS    /* keys again, in cells of 4 to 2 columns */
} ColumnKind;

/* A grid that could be shown beside the others. */
typedef struct ColumnSpec {
    int grid;  /* GridId */
    int state; /* the state of the calculation that it shows (screen.h) */
    ColumnKind kind;
    int cells;    /* columns of numbers */
    int integers; /* columns before the point */
    int name;     /* least columns of its name */
    int labels;   /* columns of row labels of its own; 0: its rows are the line's */
    int gap;      /* blank columns before it */
    int wide_gap; /* blank columns before it where there is room for them */
    int rank;     /* the lowest stays longest */
    int cursor;   /* cell that must be seen, ABSENT: the first */
    bool core;    /* auto takes the most decimals with which all of these fit */
    bool exact;   /* no decimals */
    bool tied;    /* goes where the one before it goes (sums beside weights) */
    bool must;    /* tied, and never without the other */
} ColumnSpec;

typedef struct ColumnSpecs {
    ColumnSpec spec[COLUMNS_MAX];
    int count;
} ColumnSpecs;

/* The columns of the screen from `left` to `width`, and how to fill them. */
typedef struct ColumnRoom {
    int left, width;
    int decimals;
    int least_sign; /* narrowest cell of signs */
} ColumnRoom;

/* A grid on the screen. */
typedef struct Column {
    int grid, state;
    int x, width; /* from its first column (labels included) to its last */
    int labels;
    int cell, integers, decimals;
    int first, count; /* cells shown */
    bool closed;      /* the last column is the blank that closes it */
} Column;

typedef struct Columns {
    Column column[COLUMNS_MAX];
    int count;
} Columns;

/* The decimals that `digits` asks for; 0: the most with which every core grid fits. */
int columns_decimals(const ColumnSpecs *specs, ColumnRoom room, int digits);

/* Returns true if the grid that stays longest can be shown whole. */
bool columns_whole(const ColumnSpecs *specs, ColumnRoom room);

/* Takes the grids that fit, by rank, and places them in the order of the specs. The first in rank
 * is always taken; it scrolls where it is too wide. */
void columns_fit(const ColumnSpecs *specs, ColumnRoom room, Columns *columns);

/* Places all of them, wherever the room ends. */
void columns_place(const ColumnSpecs *specs, ColumnRoom room, Columns *columns);

/* Columns of the screen from the first to the last. */
int columns_width(const Columns *columns);

/* Moves each column below the one of the same state above it, where they are no wider. left: the
 * first column of the screen that is free, width: all columns of the screen. */
void columns_align(Columns *columns, const Columns *above, int left, int width);

/* The column of a grid, or NULL. */
const Column *columns_find(const Columns *columns, int grid);

/* The first of `total` in a window of `shown` that has the cursor in view; moves by half windows,
 * so that it mostly keeps its place. */
int window_first(int total, int shown, int cursor);

#endif
