/* The layout of the main screen: sizes in, places out. It draws nothing and is tested at every size.
 *
 * One line is one query: its label is at the left, and the grids that its calculation goes through
 * are to the right of it, the main columns. A head (or a record) is a band of such lines; below
 * these bands comes the band concat × W_O = y, below that the inputs where lines are left. Nothing
 * here depends on a number of the calculation, so no key press that changes numbers moves a column. */
#ifndef VIEW_SCREEN_LAYOUT_H
#define VIEW_SCREEN_LAYOUT_H

#include "view/screen/columns.h"

enum {
    LEAST_WIDTH = 20, /* below these the value alone is shown */
    LEAST_HEIGHT = 6
};

/* ---- what there is to show ---- */

typedef struct Content {
    ColumnSpecs main, output, input;
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
    int token_lines,
        token_lines_one; /* lines of the tokens: of all bands, and of one record */
    int heading, text;   /* lines; those of the longest step, so that steps do not jump */
    int merged_from;     /* first column of a shared last line that is free */
    bool trouble, mean;  /* there is a line of trouble; the scene has a loss */
    bool aligned;        /* the output's columns go below the main ones of their state */
} Content;

/* ---- where it is ---- */

/* A stack of lines: rows `first`..`first+count-1`, each `height` lines tall, from line y on. */
typedef struct Rows {
    int y, first, count, height;
} Rows;

/* Columns on common rows. */
typedef struct Band {
    int names,
        labels; /* lines of the grids' names and of the labels above them, or ABSENT */
    Rows rows;
    Columns columns;
} Band;

typedef struct Layout {
    int width, height;
    bool value_alone; /* the value alone */
    /* Lines, ABSENT for a part that is not shown. With merged_top the switches share the line of
     * names, with merged_bottom the hints share that of the arithmetic. */
    int title, switches, tokens, mean, trouble, heading, text, arithmetic, hints;
    bool merged_top, merged_bottom;
    int token_lines, heading_lines;
    int text_lines; /* without the one that says how many are missing */
    int text_more;  /* that line, or ABSENT */
    int label;
    bool label_tokens; /* labels have their tokens */
    int decimals;
    int band_first, band_count; /* heads or records */
    Band main;                  /* the first of them */
    Band output, input;
} Layout;

void layout_make(const Content *content, int width, int height, Layout *layout);

/* The first line of a head's or record's band (its labels), by its index in the scene. */
int layout_band(const Layout *layout, int band);

#endif
