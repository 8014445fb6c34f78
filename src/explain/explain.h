/* How a number came about, written step by step. Private to explain*.c and account.c.
 *
 * An Account collects steps of two kinds: cells, one column a key, and words (sums, reasons). When
 * all are there it lays them out in the columns it has been given. Of many keys it shows the
 * cursor's and those with the largest weights. */
#ifndef EXPLAIN_EXPLAIN_H
#define EXPLAIN_EXPLAIN_H

#include "session/session.h"
#include "frame/page.h"

enum { KEYS_SHOWN = 5, TERMS_SHOWN = 8, VECTOR_SHOWN = 8, NO_KEY = -1 };

typedef struct AccountStep {
    char *label;
    char *cell[KEYS_SHOWN]; /* NULL throughout: words */
    Style style[KEYS_SHOWN];
    char *text; /* words, or what stands at the right of the cells; NULL: nothing */
    int role;   /* of the text */
    bool head;  /* begins a part: no indent, in the role of a name */
} AccountStep;

typedef struct Account {
    const Session *session;
    Sheet *sheet;
    Pass *pass;
    const Model *model;
    Place place; /* of the cell that is explained */
    int lang, digits, back, width;
    long cursor_key;        /* the key of the cell that is explained, or NO_KEY */
    size_t key[KEYS_SHOWN]; /* the keys with a column of their own, ascending */
    size_t shown, limit;
    long told_query; /* whose keys' labels stand above, or NO_KEY */
    AccountStep *steps;
    size_t count;
} Account;

/* ---- account.c: words and layout ---- */

void account_release(Account *account);

/* A number as the explanation writes it: short if exact, with a power of ten if out of range. */
const char *account_number(const Account *account, double number, char out[40]);

/* The same as a factor: negative ones in parentheses. */
const char *account_factor(const Account *account, double number, char out[40]);

/* [a b c], and how many more where there are more than VECTOR_SHOWN. */
void account_vector(const Account *account, const double *numbers, size_t count,
                    Text *out);

/* The message of an id with its arguments, appended. */
void account_words(const Account *account, Text *out, const char *id, ...);

/* A step of words; text is appended to, and given up. */
void account_say(Account *account, int role, const char *label, Text *text);

/* A step of words from one message. */
void account_tell(Account *account, int role, const char *label, const char *id, ...);

/* Begins a part. The words are appended to, and given up. */
void account_head(Account *account, Text *text);

/* A step of cells, empty ones; the label is the message of an id. Valid until the next step. */
AccountStep *account_cells(Account *account, const char *id, ...);
void step_cell(AccountStep *step, size_t column, Style style, const char *text);
void step_number(const Account *account, AccountStep *step, size_t column, int role,
                 double number);
void step_note(AccountStep *step, int role, Text *note); /* appended, and given up */

/* A sum of products, as long as it is; what is not shown is counted. */
typedef struct Chain {
    Text text;
    size_t shown, more;
    double rest;
} Chain;

void chain_product(const Account *account, Chain *chain, bool show, double a, double b);
void chain_number(const Account *account, Chain *chain, bool show, double a);
/* "… = result", as a step of words in the role of the answer. */
void chain_end(Account *account, Chain *chain, const char *label, double result);

/* Chooses the keys that get a column: rows of these heads decide by their weights. */
void account_choose(Account *account, const Place *places, const size_t *queries,
                    size_t count);

/* Lays the steps out; false: the columns do not fit and fewer keys should be tried. */
bool account_lay(const Account *account, Page *page);

/* GRID[row,col], with the head where there are several. */
void account_name(const Account *account, GridId grid, Place place, size_t row,
                  size_t col, Text *out);
/* The last step: GRID[row,col] = number, or why there is none. */
void account_result(Account *account, GridId grid, Place place, size_t row, size_t col);

long account_count(const Account *account, Axis axis, size_t index); /* as users count */

/* ---- explain.c: the page of one cell ---- */

/* A cell of a grid, in the shown record, layer and head. */
typedef struct Subject {
    GridId grid;
    size_t row, col;
} Subject;

bool explain_exists(const Session *session, const Subject *of);

/* Appends the page's title: the cell, and its number. */
void explain_question(const Session *session, const Subject *of, Text *out);

/* Appends the lines that made the cell, in `width` columns; the last one ends in "= NUMBER". */
void explain_page(Page *page, const Session *session, const Subject *of, int width);

/* Title and page as plain text. */
void explain_lines(const Session *session, GridId grid, size_t row, size_t col,
                   Text *plain);

/* ---- the parts of the calculation ---- */

typedef enum Stage {
    STAGE_SCORES,
    STAGE_VISIBLE,
    STAGE_MASKED,
    STAGE_WEIGHTS,
    STAGE_SUMS,
    STAGE_OUT
} Stage;

enum { ALL_COMPONENTS = -1 };

/* One query of one head from q·k to the stage; explain_row.c. component: of out. */
void explain_row(Account *account, Place place, size_t query, Stage stage,
                 long component);

/* The rules that decide whether a query may read a key, one a step; explain_rule.c. */
void explain_rules(Account *account, Place place, size_t query, size_t key);
/* Why a key is hidden, in a few words: the message of an id of the rule's name and of what it
 * compared. */
void explain_reason(const Account *account, const char *id, Place place, size_t query,
                    size_t key, Text *out);

/* explain_input.c */
void explain_projection(Account *account, GridId grid, size_t row, size_t col);
void explain_given(Account *account, GridId grid, size_t row, size_t col);

/* explain_output.c */
void explain_concat(Account *account, Place place, size_t query, size_t col);
void explain_y(Account *account, Place place, size_t query, size_t col);
void explain_loss(Account *account, GridId grid, size_t query);
void explain_scored(Account *account, size_t query);
void explain_reach(Account *account, size_t query, size_t key);
void explain_delta(Account *account, size_t row, size_t col);

#endif
