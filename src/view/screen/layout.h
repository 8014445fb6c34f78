/* The layout of the main screen turns sizes into places. It draws nothing.
 *
 * One line is one query. Its label is at the left; the grids that its calculation goes
 * through, the main columns, are to the right of it. A head or a record is a band of such
 * lines. Below these bands is the band concat × W_O = y, and below that are the inputs if
 * lines are left. No place depends on a number of the calculation, so an action that
 * changes numbers moves no column. */
#ifndef VIEW_SCREEN_LAYOUT_H
#define VIEW_SCREEN_LAYOUT_H

#include "view/screen/columns.h"

enum {
    LEAST_WIDTH =
        20, /* on smaller screens only the value of the cursor's cell is shown */
    LEAST_HEIGHT = 6
};

/* ---- the content ---- */

typedef struct Content {
    Columns main, output, input;
    int label, label_short; /* columns of a line's label, with its token and without */
    int band_label;         /* columns of a band's name; 0: one band without a name */
    int positions;          /* columns of the longest position */
    int digits;             /* 3, 4, 6, or 0: auto */
    int bands, rows;        /* rows of each band; bands 1: the cursor's alone */
    int band, row;          /* the cursor's */
    bool all_or_one; /* if not all bands (records) fit, the cursor's alone is shown */
    int output_rows, output_row;
    bool output_labels; /* its columns have names */
    bool output_focused;
    int input_rows;
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

/* Columns on common rows. */
typedef struct Band {
    int names,
        labels; /* lines of the grids' names and of the labels above them, or ABSENT */
    Rows rows;
    Columns columns;
} Band;

typedef struct Layout {
    int width, height;
    /* Lines; ABSENT: the part is not shown. With merged_top the switches share the line
     * of names, with merged_bottom the hints share the line of arithmetic. */
    int title, switches, tokens, mean, trouble, words, arithmetic, hints;
    bool merged_top, merged_bottom;
    int token_lines;
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
