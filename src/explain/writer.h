/* The writer of an explanation: of a page of steps, or of a formula in one line. Private
 * to src/explain; steps of a scene are something else.
 *
 * A step holds either cells, one for each key that has a column, or words: a sum, a
 * reason. The explained key has a column; of the others those with the largest weights.
 * The page's columns are laid out when all steps are known. */
#ifndef EXPLAIN_WRITER_H
#define EXPLAIN_WRITER_H

#include <stddef.h>

#include "explain/explain.h"
#include "frame/cell.h"
#include "math/trace.h"

enum { KEYS_SHOWN = 5, TERMS_SHOWN = 8, VECTOR_SHOWN = 8, NO_KEY = -1 };

typedef struct ExplainStep {
    Text label;
    Text cell[KEYS_SHOWN];
    Style style[KEYS_SHOWN];
    Text text; /* the words, or a note to the right of the cells */
    int role;  /* of the text */
    bool cells;
    bool head; /* the text is a heading */
} ExplainStep;

typedef struct Writer {
    const Session *session;
    Pass *pass; /* of the session, as is its model */
    const Model *model;
    GridCell of;            /* the cell that is explained */
    const Formula *formula; /* that is written; NULL: a page */
    int lang, digits;
    Text *text; /* where words are appended: the last step's, or the formula's */

    /* Of a page only. */
    int back, width;           /* back: the Role whose background the page has */
    long cursor_key;           /* the key of the cell that is explained, or NO_KEY */
    size_t key[KEYS_SHOWN];    /* the keys with a column of their own, ascending */
    size_t shown, limit;       /* of keys: how many have a column, and may have one */
    long labelled;             /* the query whose keys were labelled last, or NO_KEY */
    Trace trace;               /* of the row that is being explained */
    KeyTrace made[KEYS_SHOWN]; /* its keys with a column */
    ExplainStep *step;         /* [count], owned */
    size_t count;
} Writer;

/* ---- numbers and words ---- */

/* Writes a number. On a page exact numbers are short, and those out of range have a power
 * of ten; a formula has the screen's decimals, and writes out numbers that a cell rounds
 * away: 1e-9, and all digits of -1000000001. */
Written number_in(const Writer *writer, double number);

/* Writes a factor or later term: negative numbers are in parentheses. */
Written factor_in(const Writer *writer, double number);

/* Appends [a b c]; numbers after the first VECTOR_SHOWN are counted. */
void say_vector(Writer *writer, const double *numbers, size_t count);

/* Appends a message of assets/messages.def with its arguments. */
void say_words(Writer *writer, const char *id, ...);
void say_colon(Writer *writer, const char *id); /* ": words" */

/* Returns the number of a row or column, as users count. */
long counted(const Writer *writer, Axis axis, size_t index);

double cell_value(const Writer *writer, GridCell cell, RowState *state);

/* Appends "weights.2[1,3]"; the head is left out if there is only one. */
void cell_name(const Writer *writer, GridCell cell, Text *out);

/* Appends the cell's number, "undefined", or "-" if it is not scored. Returns the state
 * of its row. */
RowState say_value(Writer *writer, GridCell cell);

/* ---- steps of words ---- */

/* Begins a step, to which words may be said; the label has printf's format. The result is
 * valid until the next step begins. */
ExplainStep *step_begin(Writer *steps, int role, const char *label, ...)
    __attribute__((format(printf, 3, 4)));

/* Begins a step that is labelled with the cell's name. */
void step_of_cell(Writer *steps, int role, GridCell cell);

/* Takes the last step back. */
void step_drop(Writer *steps);
void steps_release(Writer *steps); /* all */

/* Adds a step of one message. */
void steps_tell(Writer *steps, int role, const char *label, const char *id, ...);

/* Adds the last step, "weights[1,3] = 0.5". */
void steps_result(Writer *steps, GridCell cell);

/* ---- steps of cells ---- */

/* Begins a step of cells: one number of each shown key's trace, such as VALUE(power), or
 * NO_VALUE for empty cells. The label is a message. Words that are said are its note. */
#define VALUE(field) ((long)offsetof(KeyTrace, field))
enum { NO_VALUE = -1 };
ExplainStep *steps_cells(Writer *steps, long value, const char *id, ...);

/* Writes a cell of the last step. */
void step_cell(Writer *steps, size_t column, int role, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- the row and its keys ---- */

/* Chooses the keys that get a column: the largest weights of the cells' rows decide. */
void steps_choose(Writer *steps, const GridCell *cells, size_t count);

/* Traces the cell's row, which the following steps are about. */
void steps_trace(Writer *steps, GridCell cell);

#endif
