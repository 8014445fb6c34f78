/* The layout of the main screen turns sizes into places. It draws nothing.
 *
 * One line is one query. Its label is at the left; the grids that its calculation goes
 * through, the main columns, are to the right of it. A head or a record is a band of such
 * lines. Below these bands is the band concat × W_O = y, and below that are the inputs if
 * lines are left. No place depends on a number of the calculation, so an action that
 * changes numbers moves no column. */
#ifndef SCREEN_LAYOUT_H
#define SCREEN_LAYOUT_H

#include "sheet/grid.h"

/* On smaller screens only the value of the cursor's cell is shown. */
enum { LEAST_WIDTH = 20, LEAST_HEIGHT = 6 };

/* ---- columns.c: grids side by side; it knows nothing of grids but their numbers ---- */

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
    bool asked;     /* `show` names it */
    int cursor;     /* the cell that must be in view; ABSENT: the first */
    double largest; /* the largest absolute number, where numbers have signed colors */
    bool infinite;  /* of changes: there are infinite ones, too */
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

/* ---- layout.c: the content ---- */

typedef struct Content {
    Columns main, output, input;
    int label, label_short; /* columns of a line's label, with its token and without */
    int band_label;         /* columns of a band's name; 0: one band without a name */
    int positions;          /* columns of the longest position */
    int digits;             /* 3, 4, 6, or 0: auto */
    int bands, rows;        /* rows of each band; bands 1: the cursor's alone */
    int keys;               /* of the longest record that is shown */
    int band, row;          /* the cursor's */
    bool all_or_one; /* if not all bands (records) fit, the cursor's alone is shown */
    int output_rows, output_row;
    bool output_labels;             /* its columns have names */
    bool output_heads, input_heads; /* some columns are of heads */
    bool output_focused;
    bool output_asked; /* `show` names one of its grids */
    int input_rows;
    int ledger;                       /* lines of the ledger that must be shown */
    int token_lines, token_lines_one; /* of all bands, and of one record */
    bool token_table;                 /* they are a table */
    int heading, text;                /* lines of the longest step */
    int merged_from;    /* first free column of a last line that the arithmetic shares */
    bool trouble, mean; /* there is a line of trouble; the scene has a loss */
    bool aligned;       /* the output's columns are below the main ones of their state */
} Content;

/* ---- its places ---- */

/* Rows first .. first+count-1, each `height` lines tall, from line y on. */
typedef struct Rows {
    int y, first, count, height;
} Rows;

/* Columns on common rows; the lines of their names and of the labels below these, or
 * ABSENT. */
typedef struct Band {
    int names, labels;
    Rows rows;
    Columns columns;
} Band;

typedef struct Layout {
    int width, height;
    /* Lines; ABSENT: the part is not shown. With merged_top the switches share the line
     * of names, with merged_bottom the hints share the line of arithmetic. */
    int title, switches, tokens, ledger, mean, trouble, words, arithmetic, hints;
    bool merged_top, merged_bottom;
    int token_lines, ledger_lines;
    int words_lines; /* of heading and text, without that of text_more */
    int text_more;   /* the line that says how many lines are missing, or ABSENT */
    int label;
    bool label_tokens; /* labels have their tokens */
    bool tokens_alone; /* and no positions */
    int decimals;
    int band_first, band_count; /* heads or records */
    Band main;                  /* the first of them */
    Band output, input;
} Layout;

/* Lays out a screen of at least LEAST_WIDTH and LEAST_HEIGHT. */
void layout_make(const Content *content, int width, int height, Layout *layout);

/* Returns the first line of a head's or record's band, the line of its labels. band: its
 * index in the scene. */
int layout_band(const Layout *layout, int band);

#endif
