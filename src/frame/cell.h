/* Numbers as cells: one column for a mark, I columns before the point, the point, D
 * decimals.
 *
 * A short number is exact: `2` is two, `2.0000` is rounded, `~0` is not zero but rounds
 * to it. Short numbers are aligned to the left of the point. A number that is too long
 * for its cell takes a shorter form (fewer decimals, then 1e12, with ~ before it where
 * that is rounded); it is never cut. */
#ifndef FRAME_CELL_H
#define FRAME_CELL_H

#include <stdbool.h>

enum {
    CELL_TEXT = 64,   /* bytes of a field or of a number in a line of text */
    CELL_INTEGERS = 6 /* the most columns before the point; longer: 1e12 */
};

typedef struct CellShape {
    int integers; /* columns before the point, a sign included */
    int decimals; /* 0: there is no room for a point either */
    bool ascii;
} CellShape;

/* The columns of a whole cell with its mark, and of the field without the mark. */
int cell_columns(CellShape shape);
int cell_field(CellShape shape);

/* Writes the field of a number. It has leading blanks up to the point, and no trailing
 * ones. */
void cell_number(double value, CellShape shape, char out[CELL_TEXT]);

/* Writes the field of a word (·, ∅, --, ????), which starts where a single digit would
 * be. */
void cell_word(const char *word, CellShape shape, char out[CELL_TEXT]);

/* Returns the columns that a number needs before its point: 1 for 0.5, 2 for -0.5 and 12.
 * Returns 1 for infinities, NaN, and numbers that are written as 1e12. */
int cell_integers(double value, int decimals);

/* Returns true if a number is written without decimals at any precision. */
bool cell_exact(double value);

/* A number as text, returned by value: f(x).text is valid within its expression. */
typedef struct Written {
    char text[CELL_TEXT];
} Written;

/* Writes a number for a line of text: 0.2840, 2, ~0, 1.5e12, -∞ (-inf in ASCII), NaN. */
Written number_text(double value, int decimals, bool ascii);

#endif
