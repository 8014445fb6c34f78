/* Where everything of the main screen stands: sizes in, places out. Draws nothing.
 *
 * One line is one query: its label stands at the left, and the grids its calculation goes through
 * stand to the right of it, the hall. A head (or a record) is a band of such lines; below the
 * bands comes the band concat × W_O = y, below that the inputs where lines are left. Nothing here
 * depends on a number of the calculation, so no key press that changes numbers moves a column. */
#ifndef VIEW_SCREEN_LAYOUT_H
#define VIEW_SCREEN_LAYOUT_H

#include <stdbool.h>

enum {
    WANTS_MAX = 14,
    ABSENT = -1,
    LEAST_WIDTH = 20, /* below these the value alone is shown */
    LEAST_HEIGHT = 6
};

/* ---- what there is to show ---- */

typedef enum WantKind {
    WANT_NUMBERS, /* columns of its own */
    WANT_KEYS,    /* its columns are keys: closed by a blank of its own color */
    WANT_SIGNS    /* keys again, in cells of 4 to 2 columns */
} WantKind;

/* A grid that could stand on the query's line. */
typedef struct Want {
    int grid; /* GridId */
    int side; /* which of the states it shows; 0: the present */
    WantKind kind;
    int cells;    /* columns of numbers */
    int integers; /* columns before the point */
    int name;     /* least columns of its name */
    int labels;   /* columns of row labels of its own; 0: its rows are the line's */
    int gap;      /* blank columns before it */
    int room;     /* blank columns before it where there is room for them */
    int rank;     /* the lowest stays longest */
    int cursor;   /* cell that must be seen, ABSENT: the first */
    bool core;    /* auto takes the most decimals with which all of these fit */
    bool exact;   /* no decimals */
    bool tied;    /* goes where the want before it goes (sums beside weights) */
    bool must;    /* tied, and never without the other */
} Want;

typedef struct Wants {
    Want want[WANTS_MAX];
    int count;
} Wants;

typedef struct Content {
    Wants hall, output, input;
    int label, label_short; /* columns of the line's label, and without its token */
    int band_label;  /* of the name of a band; 0: there is one band, without a name */
    int positions;   /* columns of the longest position */
    int digits;      /* 3, 4, 6, or 0: auto */
    int bands, rows; /* rows of each */
    int band, row;   /* the cursor's */
    bool all_or_one; /* bands (records) only while all of them fit, else the cursor's */
    int output_rows, output_row;
    bool output_labels; /* its columns have names */
    bool output_focused;
    int input_rows, input_row;
    int strip, strip_one; /* lines of the tokens: of all bands, and of one record */
    int heading, text;  /* lines; those of the longest step, so that steps do not jump */
    int merged_from;    /* first column of a shared last line that is free */
    bool trouble, mean; /* a line of trouble stands; the scene has a loss */
} Content;

/* ---- where it stands ---- */

typedef struct Column {
    int grid, side;
    int x, width; /* from its first column (labels included) to its last */
    int labels;
    int cell, integers, decimals;
    int first, count; /* cells shown */
    bool closed;      /* the last column is the blank that closes it */
} Column;

typedef struct Lineup {
    Column column[WANTS_MAX];
    int count;
} Lineup;

/* A stack of lines: rows `first`..`first+count-1`, each `height` lines tall, from line y on. */
typedef struct Rows {
    int y, first, count, height;
} Rows;

typedef struct Layout {
    int width, height;
    bool tiny; /* the value alone */
    /* Lines, ABSENT where it is not shown. With merged_top the switches stand in the names' line,
     * with merged_bottom the hints in the arithmetic's. */
    int title, switches, strip, names, mean, trouble, heading, text, arithmetic, hints;
    bool merged_top, merged_bottom;
    int strip_lines;
    int heading_lines,
        text_lines; /* text_lines: without the one that says how many are missing */
    int text_more;  /* that line, or ABSENT */
    int label;
    bool tokens; /* labels have their tokens */
    int decimals;
    int band_first, band_count, band_top;
    Rows rows; /* of each band; y is counted from the band's own label line */
    Lineup hall;
    int output_names; /* line of the names of the output band, ABSENT */
    bool output_labels;
    Rows output_rows;
    Lineup output;
    int input_names;
    Rows input_rows;
    Lineup input;
} Layout;

void layout_make(const Content *content, int width, int height, Layout *layout);

/* First line of a band (its labels), by its index in the scene. */
int layout_band(const Layout *layout, int band);

/* The column of a grid, or NULL. */
const Column *lineup_find(const Lineup *lineup, int grid);

/* The first of `total` that a window of `shown` starts with, so that the cursor is seen; moves
 * by half windows, so that it mostly stands still. */
int window_first(int total, int shown, int cursor);

#endif
