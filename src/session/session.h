/* A session: a scene, a place in it, what the user did since, and what is looked at.
 *
 * Everything that happens is an action: words, applied by session_apply. A key, a step's row, --do
 * and the prompt come through that door. Inputs change there and nowhere else; grids are derived
 * on demand (sheet.h); a frame is a pure function of a session. Indices count from 0 in here and
 * as users count (records, layers, heads, steps from 1; positions from the scene's base) in
 * words and messages. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "base/error_text.h"
#include "scene/library.h"
#include "session/grid.h"
#include "session/option.h"

/* ---- what is looked at ---- */

typedef enum Overlay {
    OVERLAY_NONE,
    OVERLAY_HELP,    /* keys and actions */
    OVERLAY_LIST,    /* scenes */
    OVERLAY_TEXT,    /* title, tokens, narration, legend over the whole screen */
    OVERLAY_EXPLAIN, /* the arithmetic behind the cell */
    OVERLAY_LEDGER,  /* every array with its shape and bytes */
    OVERLAY_FINDINGS /* what is wrong in the shown head, and the heads */
} Overlay;

extern const char *const lang_names[LANG_COUNT];
extern const char
    *const theme_names[]; /* dark light contrast mono, NULL; the order of Theme */

typedef struct Look {
    size_t record, layer, head;
    GridId grid; /* the focused grid */
    size_t row, col;
    int digits; /* 3, 4, 6; 0: auto */
    bool delta;
    const OptionSpec *compare; /* lanes, one for each value; NULL: none */
    size_t lane;
    int zoom; /* from ZOOM_NUMBERS on */
    int theme, lang;
    bool blank;
    Overlay overlay;
    size_t scroll, choice; /* of the overlay: first line wanted, line chosen */
    char filter[64];       /* what `/` looks for in help and list; "" none */
} Look;

/* The `:` line. Also `/` (search) and Enter (edit) open it with the words begun. */
typedef struct Prompt {
    bool open;
    Text text;     /* as typed */
    size_t cursor; /* byte offset into text */
    Error error;   /* "" or why the last Enter failed */
    Words history;
    size_t recalled; /* index into history; == count: the line being typed */
    Words
        candidates; /* completions of the word under the cursor, made by Tab or typing */
    size_t chosen;  /* index into candidates; == count: none */
    size_t word_start; /* byte where the word being completed starts */
} Prompt;

/* ---- the baseline ---- */

typedef enum BaselineKind { BASELINE_NONE, BASELINE_PIN, BASELINE_PERTURB } BaselineKind;

typedef struct Baseline {
    BaselineKind kind;
    Sheet *
        sheet; /* PERTURB: numbers as they were; the rule is the present one (see against) */
    size_t record, row; /* PERTURB: the row of x that was replaced */
    GridId part;        /* PERTURB: GRID_X, or GRID_V (with q and k) */
} Baseline;

/* ---- history ---- */

/* One action that changed something, and the place at which it was typed. A list that shares
 * its tail: histories of one scene are cheap to keep. */
typedef struct Entry {
    size_t owners;
    Words words;
    size_t record, layer, head;
    struct Entry *before;
} Entry;

/* A state by its recipe: scene and step as written, then the entries. */
typedef struct Recipe {
    size_t scene, step;
    Entry *last;
} Recipe;

/* The inputs that a recipe leads to; sheet NULL: not kept. */
typedef struct State {
    Sheet *sheet;
    Baseline baseline;
} State;

typedef struct Past {
    Recipe recipe;
    State state;
} Past;

typedef struct History {
    Past *undo, *redo;
    size_t undo_count, redo_count;
    size_t dense; /* how many of the last in undo all keep their state */
} History;

/* ---- the session ---- */

typedef struct Session Session;
struct Session {
    Library library;
    char **paths; /* [scene_count]: the scenes that [ and ] walk */
    size_t scene_count;
    Scene scene;                      /* the one shown */
    const struct ActionSpec *actions; /* the table of those it understands */
    Recipe recipe;
    History history;
    bool joining; /* by the mouse, while it paints: an action joins the run begun */
    bool run;     /* the last entry is of that run */
    bool unsaved; /* a number or mask cell was edited since the last save */

    Sheet *now;
    Sheet
        *before; /* as it was before the last change, for marks; NULL: nothing to mark */
    Baseline baseline;
    Sheet *against;  /* what now is compared with: baseline under its rule; NULL: none */
    GridSet covered; /* named by hide */

    Look look;
    Prompt prompt;
    char notice[600];    /* what the last action has to say; "" nothing */
    bool notice_trouble; /* it is an error */
    bool quit, asking;   /* asking: q was pressed once with something unsaved */
    int width, height;   /* of the frame that is shown; set by who draws */
    /* Writes what the action export asks for; set by the program, NULL: cannot. */
    bool (*exporter)(Session *, const char *path, bool over, Error *error);
    bool suspend, repaint; /* wanted of the terminal program; it clears them */
    /* Sizes of the frame that is shown, for paging (view_measure): rows of the grid; lines of the
     * overlay's page, how many of them are shown, and how many entries there are to choose. */
    size_t page_rows, overlay_lines, overlay_rows, overlay_entries;
    int zoom_most;     /* the level that shows a whole head on the screen; 0: not known */
    bool working;      /* there is more of the long work (work.h) to do */
    bool stopped;      /* and it was stopped */
    size_t slices;     /* of it that were done: what was drawn before is out of date */
    bool unchanged;    /* the action being applied turned out to change nothing */
    int digits_wanted; /* by the user; a step may show others */
    GridId delta_of;   /* the grid other than delta that had the focus last */
};

/* Opens a session on scenes. paths empty: those of the library. Every scene's rows are read, and
 * its actions and expects checked, when it is opened (the first one here, others when walked to). */
bool session_open(Session *session, char *const *paths, size_t count, Error *error);
void session_close(Session *session);

/* Applies one action; on failure nothing has changed and error says why. */
bool session_apply(Session *session, const Words *words, Error *error);
/* Applies the action of a line, as the user types it. */
bool session_do(Session *session, const char *line, Error *error);
/* Formats a line as printf does and applies it; an error becomes the notice. */
bool session_act(Session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What a key does: prompt, overlay, or the binding's action. Errors become the notice. */
void session_key(Session *session, int key);

/* ---- questions a screen asks ---- */

/* A grid by name, with or without a head's suffix, at the shown place; it must exist there. delta
 * exists where there is a baseline. */
bool session_find_grid(const Session *session, const char *word, GridId *grid,
                       Place *place, Error *error);

/* Levels of zoom: 0 numbers, 1 colored cells, 2 a dot for each cell, then tiles twice as long
 * at each level. The last one is that at which the whole head can be seen. */
enum { ZOOM_NUMBERS, ZOOM_CELLS, ZOOM_DOTS };
size_t session_tile_edge(
    const Session *session); /* cells along the edge of a dot or tile */

/* The record, layer and head shown; labels of the record; options of the layer. */
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

/* The grid whose shape a grid has: delta has that of the grid that had the focus before. */
static inline GridId session_shape(const Session *session, GridId grid) {
    return grid == GRID_DELTA ? session->delta_of : grid;
}

/* The grids of this scene in the order of the pipeline (Tab's order); returns how many. */
size_t session_grids(const Session *session, GridId grids[GRID_COUNT]);

/* Whether the bits of a cell differ from those before the last change. */
bool session_changed(const Session *session, GridId grid, Place place, size_t row,
                     size_t col);
/* The number before the last change; false where there was none. */
bool session_was(const Session *session, GridId grid, Place place, size_t row, size_t col,
                 double *number);

/* The change of a grid's row against the baseline; false without one or where rows do not meet. */
bool session_delta(const Session *session, GridId grid, Place place, size_t row,
                   double *numbers);
bool session_delta_span(const Session *session, GridId grid, Place place, size_t row,
                        GridSpan span);

/* Whether hide covers a grid: named, or following from one that is. */
bool session_covered(const Session *session, GridId grid);

/* What stands and is an error. Neither stops the display. */
typedef enum TroubleKind { TROUBLE_EMPTY_ROW, TROUBLE_NO_TARGET } TroubleKind;
typedef struct Trouble {
    TroubleKind kind;
    Place place; /* of an empty row */
    size_t query;
} Trouble;

/* The errors that stand, every empty row one, those of the shown record, layer and head first:
 * begin with {0}; false when there are no more. */
typedef struct TroubleWalk {
    Trouble trouble;
    int round;
    Place place;
    size_t query;
} TroubleWalk;
bool session_trouble_next(const Session *session, TroubleWalk *walk);
size_t session_troubles(const Session *session); /* how many */
bool session_trouble(const Session *session,
                     Trouble *trouble); /* the first; false: none */
/* The error in words, in English: what --check compares and stderr gets. */
void session_trouble_text(const Session *session, const Trouble *trouble, Error *text);

/* Labels of rows and columns as the screen writes them (token, position, component, candidate);
 * the position is the number alone. */
void session_row_label(const Session *session, GridId grid, size_t row, Text *text);
void session_col_label(const Session *session, GridId grid, size_t col, Text *text);
long session_number_of(const Session *session, Axis axis,
                       size_t index); /* as users count */

#endif
