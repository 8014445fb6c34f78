/* Draws the last line: keys that are useful here, and the grids that are not on the
 * screen. The notice of the last action replaces both until the next action. */
#include <limits.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

enum { RANKS = 8, NARROW = 60, GAP = 2 };

/* ---- the grids that are not there ---- */

static bool on_screen(const Screen *screen, GridId grid) {
    const Layout *layout = &screen->layout;
    const Band *bands[] = {&layout->main, &layout->output, &layout->input};
    GridId shown = screen->delta ? grid : shown_as(screen, grid);
    for (int i = 0; i < 3; i++) {
        bool drawn = bands[i]->names != ABSENT || (i == 0 && screen->delta);
        if (drawn && columns_find(&bands[i]->columns, shown))
            return true;
    }
    return false;
}

static bool is_parameter(GridId grid) {
    return grid == GRID_WQ || grid == GRID_WK || grid == GRID_WV || grid == GRID_MASK ||
           grid == GRID_BIAS;
}

/* Appends the names of grids that are not on the screen: " x q k v masked". Returns how
 * many there are. */
static int missing_names(const Screen *screen, bool parameters, Text *text) {
    GridId grids[GRID_COUNT];
    size_t count = session_grids(screen->session, grids);
    int missing = 0;
    for (size_t i = 0; i < count; i++) {
        bool loss = grids[i] == GRID_PROB || grids[i] == GRID_LOSS;
        if (on_screen(screen, grids[i]) || (is_parameter(grids[i]) && !parameters) ||
            (loss && screen->model->loss == LOSS_NONE))
            continue;
        missing++;
        text_format(text, " %s", grid_title(screen, grids[i]));
    }
    return missing;
}

/* Appends the names with those of parameters if they fit into `much`, the names without
 * if they fit into `room`, or else the number of all. */
static void missing_text(const Screen *screen, int room, int much, Text *text) {
    int all = missing_names(screen, true, text);
    if (all == 0 || utf8_columns(text_string(text)) <= much)
        return;
    text_clear(text);
    if (missing_names(screen, false, text) > 0 && utf8_columns(text_string(text)) <= room)
        return;
    text_clear(text);
    text_format(text, " +%d", all);
}

/* Writes Tab and the names, ending at the column before `end` and not before `from`, with
 * the names of parameters only if all begins after `wish`. Returns the column where they
 * begin. */
static int missing_draw(Screen *screen, int from, int wish, int end) {
    Written key = key_of_action(screen, "focus next");
    Text text = {0};
    int tab = utf8_columns(key.text);
    missing_text(screen, end - from - tab, end - wish - tab, &text);
    Pen pen = screen_pen(screen, end - utf8_columns(text_string(&text)) - tab,
                         screen->layout.hints);
    int x = text.length > 0 && pen.x >= from ? pen.x : end;
    if (x < end) {
        pen_text(&pen, ROLE_KEY, key.text);
        pen_text(&pen, ROLE_HINT, text_string(&text));
    }
    text_release(&text);
    return x;
}

/* ---- the keys ---- */

typedef struct Hint {
    const char *words;
    int rank; /* the highest leaves first */
    Written key;
    int columns; /* with the gap after it */
    bool shown;
} Hint;

typedef struct Hints {
    Hint hint[18];
    int count;
} Hints;

static void hint_write(const Hint *hint, Pen *pen) {
    pen_text(pen, ROLE_KEY, hint->key.text);
    pen->x++;
    pen_text(pen, ROLE_HINT, hint->words);
    pen->x += GAP;
}

/* Adds a hint if its action has a key. */
static void hint_add(const Screen *screen, Hints *hints, int rank, const char *action,
                     const char *id) {
    Hint *hint = &hints->hint[hints->count];
    Pen ruler = {.end = INT_MAX};
    *hint = (Hint){.words = message(screen->lang, id),
                   .rank = rank,
                   .key = key_of_action(screen, action)};
    hint_write(hint, &ruler);
    hint->columns = ruler.x;
    hints->count += *hint->key.text != '\0';
}

/* Lists hints for lanes, the walk, the cursor's cell, trouble, and the scene's shape. */
static void hints_make(const Screen *screen, Hints *hints) {
    const Session *session = screen->session;
    const Model *model = screen->model;
    GridId grid = screen->at.grid;
    bool lanes = session->look.compare, heads = screen->layer->heads > 1;
    bool step = session->recipe.step < session->scene.step_count;
    bool scene = !step && session->recipe.scene + 1 < session->scene_count;
    bool empty = screen->has_trouble && screen->trouble.kind == TROUBLE_EMPTY_ROW;
    bool input = grid_table[grid].input != GRID_COMPUTED;
    bool baseline = session->baseline.kind != BASELINE_NONE;
    const struct {
        bool useful;
        int rank;
        const char *action, *id;
    } all[] = {
        {lanes, 2, "focus next", "screen.hint.lane"},
        {lanes, 3, "cycle order", "screen.hint.take"},
        {lanes, 2, "compare order", "screen.hint.lanes"},
        {step, 1, "next", "screen.hint.next"},
        {scene, 1, "next", "screen.hint.scene"},
        {session_covered(session, grid), 2, "hide GRID", "screen.hint.reveal"},
        {empty, 2, "cycle empty-row", "screen.hint.empty"},
        {empty, 2, "toggle causal", "screen.hint.causal"},
        {heads, 3, "swap-heads H H+1", "screen.hint.heads"},
        {heads && screen_has(screen, GRID_WO), 3, "swap-wo H H+1", "screen.hint.wo"},
        {grid_is_square(grid), 6, "flip Q K", "screen.hint.flip"},
        {input, 7, "edit GRID ROW COL …", "screen.hint.edit"},
        {baseline, 4, "delta", "screen.hint.delta"},
        {model->record_count > 1, 4, "record next", "screen.hint.record"},
        {model->layer_count > 1, 4, "layer next", "screen.hint.layer"},
        {true, 5, "explain", "screen.hint.explain"},
        {true, 0, "help", "screen.hint.keys"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].useful)
            hint_add(screen, hints, all[i].rank, all[i].action, all[i].id);
}

static void hints_choose(Hints *hints, int room) {
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < hints->count; i++) {
            Hint *hint = &hints->hint[i];
            if (hint->rank != rank || hint->columns > room)
                continue;
            hint->shown = true;
            room -= hint->columns;
        }
}

/* ---- the line ---- */

/* The last hint, for help, is the one that always fits. */
static void keys_draw(Screen *screen, Pen pen) {
    Hints hints = {.count = 0};
    int right = screen->width - 1, all = pen.x;
    hints_make(screen, &hints);
    for (int i = 0; i < hints.count; i++)
        all += hints.hint[i].columns;
    int least = pen.x + hints.hint[hints.count - 1].columns;
    if (!screen->session->look.compare)
        right = missing_draw(screen, least, all, right);
    if (right == screen->width - 1)
        right += GAP; /* the last hint needs none */
    hints_choose(&hints, right - pen.x);
    for (int i = 0; i < hints.count; i++)
        if (hints.hint[i].shown)
            hint_write(&hints.hint[i], &pen);
}

static void notice_draw(Screen *screen, Pen pen) {
    const Session *session = screen->session;
    int role = session->notice_trouble ? ROLE_TROUBLE : ROLE_BASE;
    frame_fill(pen.frame, 0, pen.y, screen->width, 1, style_of(ROLE_GROUND));
    pen_text(&pen, role, session->notice_trouble ? "! " : "");
    pen_spell(&pen, role, session->notice);
}

/* On a narrow screen the other grids replace the hints. */
static void narrow_draw(Screen *screen, Pen pen) {
    Text text = {0};
    pen.end = screen->width - 1;
    pen_text(&pen, ROLE_KEY, key_of_action(screen, "focus next").text);
    missing_text(screen, pen.end - 1 - pen.x, 0, &text);
    pen_text(&pen, ROLE_HINT, text_string(&text));
    frame_text(pen.frame, pen.end - 1, pen.y, 1, style_of(ROLE_KEY), "?");
    text_release(&text);
}

/* If the arithmetic shares the line, only the other grids and the key for help are
 * shown. */
static void merged_draw(Screen *screen, Pen pen) {
    int end = screen->width - 1, from = screen->content.merged_from;
    frame_text(pen.frame, end, pen.y, 1, style_of(ROLE_KEY), "?");
    missing_draw(screen, from, from, end - 2);
}

void hints_draw(Screen *screen) {
    Pen pen = screen_pen(screen, 1, screen->layout.hints);
    if (*screen->session->notice)
        notice_draw(screen, pen);
    else if (screen->layout.merged_bottom)
        merged_draw(screen, pen);
    else if (screen->width < NARROW)
        narrow_draw(screen, pen);
    else
        keys_draw(screen, pen);
}
