/* The steps of an explanation while they are being written. Private to src/explain.
 *
 * A step is of cells, one column a key, or of words (sums, reasons). When all are there they are laid
 * out in the columns that the page has. Of many keys those with the largest weights get a column, and
 * the one that is asked for. */
#ifndef EXPLAIN_STEPS_H
#define EXPLAIN_STEPS_H

#include <stddef.h>

#include "explain/explain.h"
#include "frame/cell.h"
#include "math/trace.h"

enum { KEYS_SHOWN = 5, TERMS_SHOWN = 8, VECTOR_SHOWN = 8, NO_KEY = -1 };

typedef struct ExplainStep {
    char *label;
    char *cell[KEYS_SHOWN]; /* NULL throughout: a step of words */
    Style style[KEYS_SHOWN];
    char *text; /* the words, or a note at the right of the cells; NULL: none */
    int role;   /* of the text */
    bool head;  /* begins a part: no indent, in the role of a name */
} ExplainStep;

typedef struct Steps {
    const Session *session;
    Sheet *sheet; /* of the session, as are its pass and model */
    Pass *pass;
    const Model *model;
    GridCell of;                   /* the cell that is explained */
    int lang, digits, back, width; /* back: the role of the page's ground */
    long cursor_key;               /* the key of the cell that is explained, or NO_KEY */
    size_t key[KEYS_SHOWN];        /* the keys with a column of their own, ascending */
    size_t shown, limit;
    long labelled;             /* the query whose keys are labelled already, or NO_KEY */
    Trace trace;               /* of the row that is being explained */
    KeyTrace made[KEYS_SHOWN]; /* its keys with a column */
    ExplainStep *step;         /* [count], owned */
    size_t count;
} Steps;

void steps_release(Steps *steps);

/* One query of one head. */
typedef struct HeadRow {
    Place place;
    size_t query;
} HeadRow;

/* Chooses the keys that get a column: the largest weights of these rows decide. */
void steps_choose(Steps *steps, const HeadRow *rows, size_t count);

/* Traces a row: from now on cells show values of it. */
void steps_trace(Steps *steps, HeadRow row);

/* Lays the steps out; false: the columns do not fit and fewer keys should be tried. */
bool steps_lay(const Steps *steps, Page *page);

/* ---- numbers and words ---- */

/* A number in words, as a value: steps_number(steps, x).text lives as long as its expression. */
typedef struct Written {
    char text[CELL_TEXT];
} Written;

/* A number as the page writes it: short if exact, with a power of ten if out of range. */
Written steps_number(const Steps *steps, double number);

/* The number as a factor: in parentheses if it is negative. */
Written steps_factor(const Steps *steps, double number);
Written written_factor(Written number);

/* Appends [a b c], and the count of the rest where there are more than VECTOR_SHOWN. */
void steps_vector(const Steps *steps, const double *numbers, size_t count, Text *out);

/* Appends the message of an id with its arguments. */
void explain_words(const Session *session, Text *out, const char *id, ...);

/* The name of a grid in the language. */
const char *explain_grid_name(const Session *session, GridId grid);

/* The number of a row or column, as users count. */
long steps_count(const Steps *steps, Axis axis, size_t index);

/* Appends GRID[row,col], with the head where there are several. */
void steps_name(const Steps *steps, GridCell cell, Text *out);

/* ---- steps of words ---- */

/* A step of the text, which is released. */
void steps_say(Steps *steps, int role, const char *label, Text *text);

/* A step of one message. */
void steps_tell(Steps *steps, int role, const char *label, const char *id, ...);

/* Begins a part with the text, which is released. */
void steps_head(Steps *steps, Text *text);

/* A sum with its result: "a·b + c·d + 0.5 (3 more) = result". Where terms are many, those of the keys
 * with a column are written (by_key), or the first ones; the rest is summed by math. extra: added
 * after the terms, or NULL. The terms are released. */
void steps_sum(Steps *steps, const char *label, Terms terms, bool by_key,
               const double *extra, double result);

/* The sum that makes a cell, with its name and its number. */
void steps_cell_sum(Steps *steps, GridCell cell, Terms terms, bool by_key,
                    const double *extra);

/* The last step: GRID[row,col] = number, or why there is none. */
void steps_result(Steps *steps, GridCell cell);

double steps_value(const Steps *steps, GridCell cell, RowState *state);

/* Appends the number of a cell, or why there is none. */
void steps_answer(const Steps *steps, GridCell cell, Text *out);

/* ---- steps of cells ---- */

/* A step of one traced value a key, VALUE(power), or of empty cells. The label is the message of an id.
 * Valid until the next step. */
#define VALUE(field) ((long)offsetof(KeyTrace, field))
enum { NO_VALUE = -1 };
ExplainStep *steps_cells(Steps *steps, long value, const char *id, ...);
void step_cell(const Steps *steps, ExplainStep *step, size_t column, int role,
               const char *text);
void step_number(const Steps *steps, ExplainStep *step, size_t column, int role,
                 double number);

/* Sets the note at the right of the cells to the text, which is released. */
void step_note(ExplainStep *step, int role, Text *note);
void step_note_sum(const Steps *steps, ExplainStep *step, double sum); /* "sum 2.5" */

#endif
