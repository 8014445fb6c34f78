/* A session: a scene, the user's actions on it, and the part of it that is shown.
 *
 * Everything that happens is an action, a list of words that session_apply takes; keys,
 * rows of a step, --do and the prompt make actions. Only actions change inputs; grids are
 * derived on demand (sheet.h); a frame is a pure function of a session. Indices count
 * from 0 here. In words and messages records, layers, heads and steps count from 1, and
 * positions from the scene's base. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "base/error.h"
#include "base/save.h"
#include "base/seen.h"
#include "scene/library.h"
#include "session/question.h"
#include "sheet/grid.h"
#include "sheet/option.h"

/* ---- the part that is shown ---- */

/* Pages that cover the main screen. */
typedef enum Overlay {
    OVERLAY_NONE,
    OVERLAY_HELP,    /* keys, actions and options */
    OVERLAY_LIST,    /* scenes */
    OVERLAY_TEXT,    /* title, tokens, narration and legend */
    OVERLAY_EXPLAIN, /* the arithmetic behind the cell */
    OVERLAY_LEDGER,  /* every array with its shape and bytes */
    OVERLAY_FINDINGS /* findings of the shown head, and the heads */
} Overlay;

/* Returns true for an overlay in which PageDown walks the entries. In the others it
 * scrolls, and past the end, which says so, it closes. */
static inline bool overlay_chooses(Overlay overlay) {
    return overlay == OVERLAY_LIST || overlay == OVERLAY_FINDINGS;
}

extern const char *const lang_names[LANG_COUNT + 1]; /* en zh, NULL */
/* dark light contrast mono, NULL; in the order of Theme */
extern const char *const theme_names[];

#define SHOWN_SHAPES GRID_BIT(GRID_COUNT)

typedef struct Look {
    size_t record, layer, head;
    GridId grid; /* the focused grid */
    size_t row, col;
    /* By `show`: these and the focused grid are on the screen first, with SHOWN_SHAPES
     * the ledger's lines of them, too. */
    GridSet shown;
    int digits; /* 3, 4, 6; 0: auto */
    bool delta;
    size_t lane; /* in focus, of those that compare opened */
    int zoom;    /* from ZOOM_NUMBERS on */
    int theme, lang;
    bool blank;
    Overlay overlay;
    size_t scroll, choice; /* of the overlay: the first line, and the line chosen */
    char filter[64];       /* the word that help and list search for; "" none */
} Look;

/* The lanes that compare opened. A lane is the state that its list of actions makes of the
 * present one at the place where compare was given. */
enum { LANES_MAX = 12 };
typedef struct Compared {
    Words lists;              /* "NAME: ACTION; ACTION" each; none: no lanes. The name is
                               * "EN|ZH" where it has one in each language */
    const OptionSpec *option; /* lanes are its values; NULL: lists of the user's own */
    Place place;
    size_t number; /* tells it from others of the session */
} Compared;

/* The `:` line. Keys such as `/` (search) and Enter (edit) open it with words begun. */
typedef struct Prompt {
    bool open;
    Text text;     /* as typed */
    size_t cursor; /* byte offset into text */
    Error error;   /* why the last Enter failed; {0}: it did not */
    Words history;
    size_t recalled;   /* index into history; == count: the line being typed */
    Words candidates;  /* completions of the word under the cursor */
    size_t chosen;     /* index into candidates; == count: none */
    size_t word_start; /* byte offset of the word being completed */
} Prompt;

/* ---- the baseline ---- */

typedef enum BaselineKind { BASELINE_NONE, BASELINE_PIN, BASELINE_PERTURB } BaselineKind;

/* The state that delta, same and differ compare with. Of a perturb only the numbers are
 * kept; Session.against puts them under the present rule. */
typedef struct Baseline {
    BaselineKind kind;
    Sheet *sheet;
    size_t record, row; /* of a perturb: the replaced row */
    GridId part;        /* of a perturb: GRID_X, or GRID_V (with q and k) */
} Baseline;

/* ---- history ---- */

/* An action that changed something, and the place that was shown. Lists of entries share
 * their tails, so that histories of one scene are cheap to keep. */
typedef struct Entry {
    struct Entry *before;
    Words words;
    unsigned record, layer, head; /* the place; see entry_place */
    unsigned owners : 31;
    unsigned saved : 1; /* the state after it was saved */
} Entry;

static inline Place entry_place(const Entry *entry) {
    return (Place){.record = entry->record, .layer = entry->layer, .head = entry->head};
}

/* A user's own pin that they took along to another step, and the way to it: the entries of
 * a step as written. */
typedef struct Pin {
    size_t owners;
    Sheet *sheet;
    size_t step;
    Entry *last;
} Pin;

/* The way to a state: a scene and step as written, with the pin that was brought there
 * (NULL: none), then the entries. There is one for each change, so it is small. */
typedef struct Recipe {
    unsigned scene, step;
    Pin *pin;
    Entry *last;
} Recipe;

/* The inputs to which a recipe leads. */
typedef struct State {
    Sheet *sheet;
    Sheet *pinned;
    Baseline baseline;
} State;

typedef struct Past {
    Recipe recipe;
    State *state; /* NULL: not kept */
} Past;

typedef struct History {
    Past *undo, *redo;
    size_t undo_count, redo_count;
    size_t dense; /* so many of the last in undo all keep their state */
} History;

/* An action that changed something, walked or asked, and the place where it was made; words NULL:
 * one that saved. Of a run that the mouse painted the first one begins it, and the others
 * join it. */
typedef enum NotedKind {
    NOTED_ALONE = 'd',
    NOTED_FIRST = 'b',
    NOTED_JOINED = 'j'
} NotedKind;
typedef struct Noted {
    NotedKind kind;
    const Words *words;
    Place place;
} Noted;

/* ---- the session ---- */

typedef struct Session {
    Library library;
    char **paths; /* [scene_count]: the scenes that [ and ] walk */
    size_t scene_count;
    Scene scene;                      /* the present one */
    const struct ActionSpec *actions; /* the table of actions */
    Recipe recipe;
    History history;
    bool joining; /* set while the mouse paints: an action joins the run begun */
    bool run;     /* the last entry belongs to that run */

    Sheet *now;
    Sheet *written; /* the step as written */
    Sheet *before;  /* the state before the last change; NULL: none */
    Baseline baseline;
    Sheet *pinned;   /* by the user; the baseline of steps that set none; NULL: nothing */
    Sheet *against;  /* the baseline under its rule; NULL: none */
    GridSet covered; /* the grids that hide names in the steps up to the present one */
    GridSet hidden;  /* those that the user's own hide names, in any step of the scene */
    Question question;
    Words answered; /* "ID STEP" of each question that was answered right */

    Look look;
    Compared compared;
    size_t compares; /* the number of the last Compared */
    Prompt prompt;
    char notice[600];    /* a line about the last action; "" none */
    bool notice_trouble; /* the notice is an error */
    bool quit;
    bool asking; /* q was pressed once while something is unsaved */
    /* Writes the file of the action export; set by the program. NULL: there is no
     * frame. */
    bool (*exporter)(struct Session *, const char *path, SaveMode mode, Error *error);
    /* Is told of each action that was applied; set by the terminal program. */
    void (*noted)(struct Session *, const Noted *noted);
    size_t limit; /* bytes of an export that are written without a yes; 0: any */
    /* Is told while an action works long, and how much of it is done; returns false to
     * stop it. Set by the terminal program; NULL: nothing stops it. */
    bool (*busy)(struct Session *, size_t done, size_t total);
    bool interrupted; /* it has returned false, since this was cleared */
    void *viewer;
    SeenFiles seen;        /* scenes that were read, files that were written */
    SeenFiles watched;     /* scenes as session_outdated found them last */
    SeenFiles tried;       /* scenes as they were when they were read anew */
    bool suspend, repaint; /* requests to the terminal program, which clears them */

    /* Set by the program from the frame that is shown (view_measure), for paging: its
     * size; rows of the grid; lines of the overlay, how many of them are shown, and how
     * many can be chosen. */
    int width, height;
    size_t page_rows, overlay_lines, overlay_rows, overlay_entries;
    int zoom_most; /* the level at which a whole head is shown; 0: not known */

    bool working; /* there is more of the long work (tasks.h) to do */
    bool stopped; /* the user stopped it */
    size_t
        slices;   /* of it that were done; a frame drawn before the last is out of date */
    Haste *haste; /* of all states: how long a frame waits for rows; see math/model.h */
    bool unchanged;    /* set by an action that turned out to change nothing */
    int digits_wanted; /* by the user; a step can show others */
    GridId delta_of;   /* the grid other than delta that had the focus last */
} Session;

/* Opens a session on scenes, each a path or the id of a shipped one; on those of the
 * library if paths is empty or names one of them, which is then the first shown. A scene is
 * read, and its actions and expects are checked, when it is opened: the first one here,
 * others when walked to. */
bool session_open(Session *session, char *const *paths, size_t count, Error *error);
void session_close(Session *session);

/* Returns true if the shown scene's CSV has changed and is complete, as far as one can
 * see: it is the same as at the call before. True only once for each change. */
bool session_outdated(Session *session);

/* Applies an action. On failure nothing has changed, and error says why. */
bool session_apply(Session *session, const Words *words, Error *error);
/* Applies the action of a line, as the user types it. */
bool session_do(Session *session, const char *line, Error *error);
/* Formats a line as printf does and applies it; an error becomes the notice. */
bool session_act(Session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Gives a key to the prompt or an overlay, or applies its action. An error becomes the
 * notice. */
void session_key(Session *session, int key);

/* Takes text that was pasted: into the prompt, or as numbers into the grid. */
void session_paste(Session *session, const char *text);

/* Finds the completions of the word under the cursor of the prompt. */
void session_complete(Session *session);

/* Splits the words before that one; in a list of compare they are those of the lane's
 * action. Returns false in an open quote. */
bool session_typed(const Session *session, Words *words);

/* Appends the names of the scenes with numbers or mask cells that were edited, in this or
 * another step, and are neither undone nor saved. */
void session_unsaved(const Session *session, Words *names);

/* Lists the changes since the present step as written, the oldest first. The caller frees
 * the list. */
const Entry **session_entries(const Session *session, size_t *count);

/* Returns the name of a scene of the list: that of its file without .csv. The caller
 * frees it. */
char *session_scene_name(const Session *session, size_t scene);

/* Tells how much of a long action is done; returns false if the user stops it. */
static inline bool session_busy(Session *session, size_t done, size_t total) {
    bool goes_on = !session->busy || session->busy(session, done, total);
    session->interrupted = session->interrupted || !goes_on;
    return goes_on;
}

/* ---- questions of a screen ---- */

/* Finds a grid by name, with or without the suffix of a head, at the shown place, where
 * it has to exist. delta exists if there is a baseline. */
bool session_find_grid(const Session *session, const char *word, GridId *grid,
                       Place *place, Error *error);

/* Levels of zoom: 0 numbers, 1 colored cells, 2 a dot for each cell, then tiles, twice as
 * long at each level. At the last level the whole head is shown. */
enum { ZOOM_NUMBERS, ZOOM_CELLS, ZOOM_DOTS };
/* Returns the number of cells along the edge of a dot or tile. */
size_t session_tile_edge(const Session *session);

/* These return the shown place, the labels of its record, and the options of its
 * layer. */
static inline Place session_place(const Session *session) {
    const Look *look = &session->look;
    return (Place){.record = look->record, .layer = look->layer, .head = look->head};
}

static inline const Labels *session_labels(const Session *session) {
    return &session->scene.labels[session->look.record];
}

static inline const Options *session_options(const Session *session) {
    return &session->now->model.layers[session->look.layer].options;
}

/* ---- lanes ---- */

static inline size_t session_lanes(const Session *session) {
    return session->compared.lists.count;
}

/* Returns the state of a lane, of which the caller becomes an owner. It is made once for
 * each present state. */
Sheet *session_lane(const Session *session, size_t lane);

/* Appends the lane's name; that of an option's value in the language. */
void session_lane_name(const Session *session, size_t lane, Text *out);

/* Returns the actions of a lane as they were written. */
const char *session_lane_actions(const Session *session, size_t lane);

/* Returns the grid itself; for delta, the grid of which it is the change. */
static inline GridId session_shape(const Session *session, GridId grid) {
    return grid == GRID_DELTA ? session->delta_of : grid;
}

/* Lists the grids of this scene in the order of Tab, which is that of the pipeline, and
 * then others that the step shows or asks for; returns how many. */
size_t session_grids(const Session *session, GridId grids[GRID_COUNT]);

/* Returns the state with which marks and "was" compare: the baseline, else the state before
 * the last change; NULL: there is none, or it is this very state. */
Sheet *session_reference(const Session *session);

/* Returns true if two numbers differ for a reader: in their bits where there is a
 * baseline, else in more than rounding. */
bool session_differs(const Session *session, double now, double was);

/* Returns true if a cell differs from that of the reference. */
bool session_changed(const Session *session, GridId grid, Place place, size_t row,
                     size_t col);
/* Finds its number in the reference; returns false if there was none. */
bool session_was(const Session *session, GridId grid, Place place, size_t row, size_t col,
                 double *number);

/* Subtracts a row of the baseline; returns false without a baseline, or if it has no such
 * row. */
bool session_delta(const Session *session, GridId grid, Place place, size_t row,
                   double *numbers);
bool session_delta_span(const Session *session, GridId grid, Place place, size_t row,
                        GridSpan span);

/* Returns the first grid of the same numbers: without W_O and residual, concat for y, and
 * out for concat of one head. */
GridId session_alone(const Session *session, GridId grid);

/* Returns true if hide or an ask covers a grid: it names the grid, or one from which it is
 * calculated. session_covers_some asks it of all grids, and session_covers of a cell, of
 * which a right guess takes the cover away. */
bool session_covers_some(const Session *session);
bool session_covered(const Session *session, GridId grid);
bool session_covers(const Session *session, GridCell cell);

/* Returns the grids that hide names. */
static inline GridSet session_hidden(const Session *session) {
    return session->covered | session->hidden;
}

/* Returns true if the change of a grid against the baseline is covered. */
static inline bool session_covers_change(const Session *session, GridId grid) {
    return session_covered(session, grid) ||
           session_hidden(session) & GRID_BIT(GRID_DELTA);
}

/* Takes all covers away; no guess is judged. */
void session_uncover(Session *session);

/* Appends words of the scene, with ? in place of numbers that only covered grids have. */
void session_told(const Session *session, const char *words, Text *out);

/* ---- questions (question.h) ---- */

/* Returns true if the cell is asked for, and not all is uncovered yet. */
bool session_asks(const Session *session, GridCell cell);
Answer session_answer(const Session *session, GridCell cell);
Score session_score(const Session *session);

/* Returns the text of the scene on a typical mistake, if a wrong guess is one; or NULL. */
const char *session_mistake(const Session *session);

/* Returns how much of a covered cell was told: HINT_FORM and on. */
int session_hint(const Session *session, GridCell cell);

/* Returns true if the step has a goal; *met: it is reached now; *actions: of the user
 * since the step as written. */
bool session_goal(const Session *session, bool *met, size_t *actions);

/* Returns how many questions of the scene with that id were answered right. */
size_t session_answered(const Session *session, const char *id);

/* Names the differences from the step as written: "causal on, scores"; words may be NULL.
 * Returns false if nothing does. */
bool session_changes(const Session *session, Text *words);

/* An error of the present state; it does not stop the display. */
typedef enum TroubleKind { TROUBLE_EMPTY_ROW, TROUBLE_NO_TARGET } TroubleKind;
typedef struct Trouble {
    TroubleKind kind;
    Place place; /* of an empty row */
    size_t query;
} Trouble;

/* Walks through all errors, each empty row being one, those of the shown record, layer
 * and head first. It begins with {0}; returns false if there are no more. */
typedef struct TroubleWalk {
    Trouble trouble;
    int round;
    Place place;
    size_t query;
} TroubleWalk;
bool session_trouble_next(const Session *session, TroubleWalk *walk);
/* Makes a message of an error. */
void session_trouble_text(const Session *session, const Trouble *trouble, Error *text);

/* Append the label of a row or column: a token, a position, a component, a candidate, or
 * a head by the head-order and wo-order of the sheet. */
void session_row_label(const Session *session, const Sheet *sheet, GridId grid,
                       size_t row, Text *text);
void session_col_label(const Session *session, const Sheet *sheet, GridId grid,
                       size_t col, Text *text);
/* Returns the number of a row or column as users count. */
long session_number_of(const Session *session, Axis axis, size_t index);

/* ---- checking a scene ---- */

typedef struct Tally {
    size_t passed, failed;
    void (*report)(void *context, const Error *failure); /* with file and line */
    void *context;
} Tally;

/* Plays every step. Returns false, with error, if the scene cannot be read. */
bool check_scene(Tally *tally, const char *path, Error *error);

#endif
