/* The formula of one cell, for the line of arithmetic. Private to formula*.c and arithmetic.c.
 *
 * A formula is appended as it follows the value: " = …" where it is calculated, ": …" where a word
 * explains it. It shows the numbers with the screen's decimals; explain (E) shows the engine's. */
#ifndef VIEW_SCREEN_FORMULA_H
#define VIEW_SCREEN_FORMULA_H

#include "view/screen/screen.h"

typedef struct Formula {
    const Screen *screen;
    GridId grid;
    Place place;
    size_t row, col;
    int room; /* columns it should not exceed; sums are shortened to keep to it */
    Text *text;
    Text *note; /* what may be left out where columns are short */
} Formula;

void formula_make(Formula *formula);

/* ---- shared ---- */

/* A sum, term by term; what does not fit becomes …. */
typedef struct Sum {
    Formula *formula;
    const char *plus;
    int terms;
    bool cut;
    int end;     /* columns of the text at which to cut */
    size_t last; /* bytes of the text before the last term */
} Sum;

Sum sum_begin(Formula *formula, const char *plus, int reserved);
void sum_term(Sum *sum, const char *term);
void sum_product(Sum *sum, double a, double b);
void sum_end(Sum *sum);

void formula_number(const Formula *formula, double value, char out[CELL_TEXT]);
void formula_factor(const Formula *formula, double value, char out[CELL_TEXT]);
void formula_say(Formula *formula, const char *id);      /* ": words" */
void formula_hidden(Formula *formula);                   /* ": hidden by causal, 3 > 2" */
void formula_reason(const Formula *formula, Text *text); /* hidden by causal, 3 > 2 */

/* ---- formula_row.c ---- */

void formula_weights(Formula *formula);
void formula_scores(Formula *formula);
void formula_masked(Formula *formula);
void formula_sums(Formula *formula);
void formula_out(Formula *formula);

#endif
