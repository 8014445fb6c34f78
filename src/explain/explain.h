/* Explanations of one number: a page of steps, the page as plain text, and the short
 * formula under the grids. They render the traces of math/trace.h and calculate
 * nothing. */
#ifndef EXPLAIN_EXPLAIN_H
#define EXPLAIN_EXPLAIN_H

#include "frame/page.h"
#include "session/session.h"

/* Whether the session has such a cell at its shown record, layer and head. */
bool explain_exists(const Session *session, GridCell of);

/* Appends row and column as users count them: "[2,3]", or "[2]" of a single column. */
void explain_place(const Session *session, GridCell of, Text *out);

/* Appends the page's title: the cell, and its number. */
void explain_question(const Session *session, GridCell of, Text *out);

/* Appends the steps that made the cell, in `width` columns. The last line ends in the
 * number. */
void explain_page(Page *page, const Session *session, GridCell of, int width);

/* Appends title and page as plain text. */
void explain_lines(const Session *session, GridId grid, size_t row, size_t col,
                   Text *plain);

/* How much a formula tells: all numbers, ▒ in their place, or exponentials and products
 * that are worked out. */
typedef enum Telling { TELL_NUMBERS, TELL_FORM, TELL_RESULTS } Telling;

/* The formula of one cell, as it follows the cell's value: " = …" if it is calculated, ":
 * …" if words explain it. The caller owns both texts; both are appended to. */
typedef struct Formula {
    const Session *session;
    GridCell of;
    bool merged; /* the screen shows out, concat and y as one grid */
    Telling telling;
    int decimals; /* of numbers, as the screen shows them */
    int room;     /* columns; sums are shortened to fit them */
    Text *text;
    Text *note; /* may be left out where columns are short */
} Formula;

void explain_formula(const Formula *formula);

/* Appends why the cell's query may not read its key: "hidden by causal, 3 > 2". */
void explain_hidden(const Session *session, GridCell of, Text *out);

#endif
