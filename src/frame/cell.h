/* A number as a cell: one column for a mark, I columns before the point, the point, D decimals.
 *
 * Short is exact: `2` is two, `2.0000` is rounded, `~0` is not zero but rounds to it. Short numbers
 * stand at the point's left, so that columns stay aligned. A number too long for its cell takes
 * a shorter honest form (fewer decimals, then 1e12); it is never cut. */
#ifndef FRAME_CELL_H
#define FRAME_CELL_H

#include <stdbool.h>

enum {
    CELL_TEXT = 64,    /* bytes of a field or of a number in a line of text */
    CELL_INTEGERS = 6, /* most columns before the point; what is longer is written 1e12 */
};

typedef struct CellShape {
    int integers; /* columns before the point, a sign included */
    int decimals; /* 0: no point either has room */
    bool ascii;
} CellShape;

/* Columns of a whole cell, mark included, and of the field without the mark. */
int cell_columns(CellShape shape);
int cell_field(CellShape shape);

/* The field of a number: leading blanks put it at the point; no trailing blanks. */
void cell_number(double value, CellShape shape, char out[CELL_TEXT]);

/* The same for a word (·, ∅, --, ????): it starts where a single digit would stand. */
void cell_word(const char *word, CellShape shape, char out[CELL_TEXT]);

/* Columns a number needs before its point: 1 for 0.5, 2 for -0.5 and 12; 1 for what is no number
 * or will not be written out. */
int cell_integers(double value, int decimals);

/* Whether a number is written without decimals at any precision. */
bool cell_exact(double value);

/* A number within a line of text. */
void number_text(double value, int decimals, bool ascii, char out[CELL_TEXT]);

#endif
