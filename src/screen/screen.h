/* The main screen while it is drawn: the session, the layout, and the rows and columns
 * that the cursor lights. Only the files that draw parts of a screen include this. */
#ifndef SCREEN_SCREEN_H
#define SCREEN_SCREEN_H

#include "explain/explain.h"
#include "frame/cell.h"
#include "frame/page.h"
#include "screen/layout.h"

/* Signs that can occur on a screen, in the order in which the legend names them. */
typedef enum Sign {
    SIGN_COUNTED, /* hidden, but it counts */
    SIGN_LEAK,    /* a scored query can read a key after itself */
    SIGN_ANSWER,  /* and that key is the one that it has to name */
    SIGN_SUM,     /* a sum that is not 1 */
    SIGN_DIFFERS, /* y of a lane: not the right one, equal to it, equal but for rounding */
    SIGN_UNLIKE,  /* and y of a lane that differs from another, neither being wrong */
    SIGN_SAME,
    SIGN_CLOSE,
    SIGN_DIVIDED, /* a row of given weights that did not sum to 1 */
    SIGN_REASON,  /* and following: one for each Reason; REASON_OPEN has none */
    SIGN_EMPTY = SIGN_REASON + REASONS,
    SIGN_UNUSED,
    SIGN_UNSCORED,        /* no target */
    SIGN_UNSCORED_TARGET, /* a target that is not scored */
    SIGN_NAN,
    SIGN_EDITED,
    SIGN_COVERED,
    SIGN_ASKED,
    SIGN_SHADED, /* covered by a question that does not ask for it */
    SIGN_GUESS,
    SIGN_RIGHT,
    SIGN_WRONG, /* a guess */
    SIGN_CHANGED,
    SIGN_TINY,
    SIGN_ROUNDED, /* a rounded number without decimals */
    SIGNS
} Sign;

/* The cursor's cell, kept until all else is drawn. */
typedef struct Cursor {
    bool set;
    int x, y, cell;
    char text[CELL_TEXT];
} Cursor;

/* The states of the calculation that a column can show (Column.state). */
enum {
    STATE_PRESENT = 0,
    STATE_THEN, /* the baseline */
    STATE_NOW,  /* the present beside it */
    STATE_CHANGE,
    STATE_LANE, /* and following: one for each lane */
    STATES = STATE_LANE + LANES_MAX
};
typedef struct ShownState {
    Sheet *sheet;
    Sheet *was;     /* changes against it are marked; NULL: none are */
    Sheet *measure; /* y that is unlike its y is marked; NULL: y is not judged */
    bool wrong;     /* and it is wrong */
} ShownState;

typedef struct Screen {
    const Session *session;
    Frame *frame;
    int width; /* the columns that it may use */
    int lang;
    bool ascii, bars; /* bars: tall weight cells have bars in place of colors */
    Sheet *now;       /* the session's present, its model, and the shown layer */
    const Model *model;
    const Layer *layer;
    GridCell at;     /* the cursor's cell; a cell of delta is one of its grid */
    bool self;       /* queries are positions of the keys' own sequence */
    bool records;    /* bands are records, not heads */
    bool merged_out; /* out = concat = y */
    bool merged_y;   /* concat = y */
    long query, key; /* lit; -1: none */
    unsigned seen;   /* bits of Sign */
    Cursor cursor;
    ShownState state[STATES];
    bool delta; /* grids are shown then, now and with the change between them */
    Content content;
    Layout layout;
    bool ahead_is_wrong; /* in the overview: a query sees a key after itself */
    bool changed;        /* since the step as written */
    bool tells_change;   /* so do the words: a goal does not ask for one */
    bool has_trouble, has_verdict;
    Trouble trouble;
    size_t troubles; /* other troubles that are known */
    Verdict verdict;
} Screen;

/* ---- screen.c: questions that several parts ask ---- */

/* Returns the screen of a session before anything is measured. */
Screen screen_of(const Session *session, Frame *frame, int width);

Place screen_place(const Screen *screen, int band);    /* the place of a head or record */
Pen screen_pen(const Screen *screen, int x, int y);    /* as far as the screen goes */
const char *say(const Screen *screen, const char *id); /* a message */
int screen_bands(const Screen *screen);                /* heads or records */
void legend_note(Screen *screen, Sign sign);           /* for the legend */

/* Writes the name of a head or record. */
void band_write(const Screen *screen, int role, int band, Pen *pen);

/* Return the number of an index as users count, and the columns of that number. */
long number_of(const Screen *screen, Axis axis, size_t index);
int number_columns(const Screen *screen, Axis axis, size_t index);

/* Returns true if a state has the grid at a place. screen_has asks it of the present and
 * the shown place, and leaves out losses that are all NaN. */
bool sheet_has(const Sheet *sheet, GridId grid, Place place);
bool screen_has(const Screen *screen, GridId grid);

/* Return the rows and columns of a grid at the shown place. */
int screen_rows(const Screen *screen, GridId grid);
int screen_cols(const Screen *screen, GridId grid);

/* Returns true if the key is the slot after the query's own and holds the query's target. */
bool holds_answer(const Screen *screen, Place place, size_t query, size_t key);

/* Returns the labels of a record's queries, or NULL if they are only numbers. */
char **query_names(const Screen *screen, size_t record);

/* Returns the grid whose column shows a grid: where out, concat and y are equal, one
 * column shows all. is_focus is true for that column of the focused grid. */
GridId shown_as(const Screen *screen, GridId grid);
bool is_focus(const Screen *screen, GridId grid);

/* Returns true for grids of signs, and for those that are zoomed out to such cells. */
bool shows_signs(const Screen *screen, GridId grid);

/* ---- screen.c: words ---- */

/* Writes a number as lines of words have it, with six decimals. */
Written written(const Screen *screen, double value);

/* Returns the number of the cursor's cell in a state; *state may be NULL. */
double cursor_value(const Screen *screen, Sheet *sheet, RowState *state);

/* Returns the key of an action (as in the binding table) by its name on the screen, or
 * "". */
Written key_of_action(const Screen *screen, const char *action);

int key_code_of_action(const char *action); /* as base/key.h numbers keys */

/* Notes that a click on the text from column x to the pen is a key; KEY_NONE: it is
 * none. */
void key_region(const Pen *pen, int x, int key);

/* Words with keys between backquotes ("`/` find"), over a background; both return
 * columns. A click on a key and the words after it is that key. */
int key_words_columns(const char *hint);
int key_words_draw(Frame *frame, int x, int y, int columns, int back, const char *hint);

/* ---- content.c: the content of the layout ---- */

void screen_measure(Screen *screen);
void measure_cursor(Screen *screen); /* finds the query and the key that are lit */
/* Counts the lines that the words of a step need. */
void step_measure(const Screen *screen, size_t step, int *heading, int *text);

/* ---- candidates.c: the grids there are to show ---- */

Column candidate_make(const Screen *screen, GridId grid, int rank, bool core);
void candidates_make(Screen *screen); /* all of the content */

/* ---- cells.c: the cells of a row ---- */

/* One row of a grid as a column shows it. */
typedef struct RowView {
    Screen *screen;
    const Column *column;
    Place place;
    size_t row;
    int y, height; /* its lines on the screen */

    /* Set by row_load. */
    GridId grid;
    const ShownState *state;
    int count;         /* the cells that exist of those in the column */
    double *now, *was; /* [count]; was: the numbers before, or NULL */
    RowState status, was_status;
} RowView;

/* The content and colors of one cell. */
typedef struct CellView {
    const RowView *row;
    size_t col;
    int x; /* of its mark, on the screen */
    double value;
    /* REASON_OPEN where the cell is no key of a query, or visible is covered */
    Reason reason;
    char text[CELL_TEXT]; /* the field, aligned */
    char mark;            /* ' ' none; see cell_mark */
    Style style, mark_style;
    bool plain; /* it has no color of its own, so the lit line of the query is seen */
    double bar; /* length of the bar, 0..1 */
} CellView;

/* Loads a row. Returns false if it does not exist yet (option known). */
bool row_load(RowView *row);
void row_release(RowView *row);

/* Makes the cell at an index of the column. */
void cell_make(const RowView *row, int index, CellView *cell);

/* Returns the glyph of the cell's mark: these are no ASCII. */
enum { MARK_RIGHT = 'V', MARK_WRONG = 'X', MARK_ANSWER = 'A' };
Written cell_mark(const CellView *cell);

/* ---- names.c: names and labels above the columns ---- */

enum { LABEL_TEXT = 128 };

/* Writes the name of a grid in a state beside others; the name of the change has the
 * scale of its colors. */
void state_title(const Screen *screen, const Column *column, char out[LABEL_TEXT]);

void names_draw(Screen *screen, const Band *band);
void labels_draw(Screen *screen, const Band *band, Place place);

/* Returns the first row that a column shows: that of the lines, or its own if it has
 * labels of its own. */
int column_row(const Screen *screen, const Column *column, Rows rows);

/* Returns true if the cursor lights a column of the grid. */
bool column_lit(const Screen *screen, GridId grid, size_t index);

/* Returns true if the column has the cursor: of several states or lanes, one has it. */
bool has_cursor(const Screen *screen, const Column *column);

/* ---- bands.c: lines of labels and cells ---- */

void bands_draw(Screen *screen); /* all bands of the main screen, and the cursor */

/* Draws the cursor, after all cells: its ] covers the next cell's mark. */
void cursor_draw(Screen *screen);

/* Draws a band without its names. The line of the cursor's query is lit up to column
 * `end`. */
void band_draw(Screen *screen, const Band *band, Place place, int end);

/* ---- ledger.c: the ledger's lines of the shown grids ---- */

void ledger_measure(Screen *screen);
void ledger_draw(Screen *screen);

/* ---- tokens.c: inputs, targets, and the legend of the signs that occur ---- */

/* Writes the signs that occur from (x, y) on, each on a line of its own, at most `lines`.
 * Returns the line after the last. */
int legend_list(Screen *screen, int x, int y, int lines);

/* ---- the lines above and below ---- */

void title_draw(Screen *screen);
void switches_draw(Screen *screen);

/* Returns true for an option that is wrong on purpose, and for a causal mask that is off
 * while a scored query reads a key after itself. */
bool switch_is_wrong(const Screen *screen, const OptionSpec *spec);
void tokens_draw(Screen *screen); /* with the legend */

/* Writes on line y the changes of the inputs of a record, four columns after `end`,
 * as far as it fits. Returns the first free column. */
int inputs_changed_draw(const Screen *screen, size_t record, int end,
                        int y); /* with the legend */
void narration_draw(Screen *screen);
void arithmetic_draw(Screen *screen, const char *before); /* before: the first words */
void hints_draw(Screen *screen);
void value_alone_draw(Screen *screen);

/* Puts the texts of the language on new lines of a page. */
void texts_put(const Screen *screen, Page *page, int role, const Texts *texts);

/* Sets the lines that the tokens need, and whether they are a table. */
void tokens_measure(Screen *screen);

#endif
