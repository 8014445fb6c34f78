/* The steps of a calculation, collected for the page that explains it. Private to
 * src/explain; steps of a scene are something else.
 *
 * A step holds either cells, one for each key that has a column, or words: a sum, a
 * reason. The explained key has a column; of the others those with the largest weights.
 * The page's columns are laid out when all steps are known. */
#ifndef EXPLAIN_STEPS_H
#define EXPLAIN_STEPS_H

#include <stddef.h>

#include "explain/explain.h"
#include "frame/cell.h"
#include "math/trace.h"

enum { KEYS_SHOWN = 5, TERMS_SHOWN = 8, VECTOR_SHOWN = 8, NO_KEY = -1 };

typedef struct ExplainStep {
    char *label;
    char *cell[KEYS_SHOWN]; /* all NULL in a step of words */
    Style style[KEYS_SHOWN];
    char *text; /* the words, or a note to the right of the cells; NULL: none */
    int role;   /* of the text */
    bool head;  /* the label is a heading */
} ExplainStep;

typedef struct Steps {
    const Session *session;
    Sheet *sheet; /* of the session, as are its pass and model */
    Pass *pass;
    const Model *model;
    GridCell of;                   /* the cell that is explained */
    int lang, digits, back, width; /* back: the Role whose background the page has */
    long cursor_key;               /* the key of the cell that is explained, or NO_KEY */
    size_t key[KEYS_SHOWN];        /* the keys with a column of their own, ascending */
    size_t shown, limit;           /* of keys: how many have a column, and may have one */
    long labelled;             /* the query whose keys were labelled last, or NO_KEY */
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

/* Traces the row that the following steps are about. */
void steps_trace(Steps *steps, HeadRow row);

/* Writes the steps to the page. False: the columns do not fit, try with fewer keys. */
bool steps_lay(const Steps *steps, Page *page);

/* ---- numbers and words ---- */

/* Exact numbers are short; those out of range have a power of ten. */
Written steps_number(const Steps *steps, double number);

/* A factor or later term: negative numbers are in parentheses. */
Written steps_factor(const Steps *steps, double number);
Written written_factor(Written number);

/* Appends [a b c]; numbers after the first VECTOR_SHOWN are counted. */
void steps_vector(const Steps *steps, const double *numbers, size_t count, Text *out);

/* Appends a message of assets/messages.def with its arguments. */
void explain_words(const Session *session, Text *out, const char *id, ...);

/* The number of a row or column, as users count. */
long steps_count(const Steps *steps, Axis axis, size_t index);

/* Appends "weights.2[1,3]"; the head is left out if there is only one. */
void steps_name(const Steps *steps, GridCell cell, Text *out);

/* ---- steps of words ---- */

/* Adds a step of words; releases the text. */
void steps_say(Steps *steps, int role, const char *label, Text *text);

/* Adds a step of one message. */
void steps_tell(Steps *steps, int role, const char *label, const char *id, ...);

/* Adds a heading; releases the text. */
void steps_head(Steps *steps, Text *text);

/* Adds a sum: "a·b + c·d + 0.5 (3 more) = result". Of more than TERMS_SHOWN terms it
 * writes those of keys with a column (by_key), or the first ones; terms_sum adds the
 * rest. extra: a last term, or NULL. Releases the terms. */
void steps_sum(Steps *steps, const char *label, Terms terms, bool by_key,
               const double *extra, double result);

/* Adds the sum whose result is the cell, labelled with its name. */
void steps_cell_sum(Steps *steps, GridCell cell, Terms terms, bool by_key,
                    const double *extra);

/* Adds the last step, "weights[1,3] = 0.5". */
void steps_result(Steps *steps, GridCell cell);

double steps_value(const Steps *steps, GridCell cell, RowState *state);

/* Appends the cell's number, "undefined", or "-" if it is not scored. */
void steps_answer(const Steps *steps, GridCell cell, Text *out);

/* ---- steps of cells ---- */

/* Adds a step of cells: one number of each shown key's trace, such as VALUE(power), or
 * NO_VALUE for empty cells. The label is a message. The result is valid until the next
 * step is added. */
#define VALUE(field) ((long)offsetof(KeyTrace, field))
enum { NO_VALUE = -1 };
ExplainStep *steps_cells(Steps *steps, long value, const char *id, ...);
void step_cell(const Steps *steps, ExplainStep *step, size_t column, int role,
               const char *text);
void step_number(const Steps *steps, ExplainStep *step, size_t column, int role,
                 double number);

/* Sets the note to the right of the cells; releases the text. */
void step_note(ExplainStep *step, int role, Text *note);
void step_note_sum(const Steps *steps, ExplainStep *step, double sum); /* "sum 2.5" */

#endif
