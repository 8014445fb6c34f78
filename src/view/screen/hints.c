/* Draws the last line: keys that are useful here, and the grids that are not on the
 * screen. The notice of the last action replaces both until the next action. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/words.h"

enum { HINTS_MAX = 12, RANKS = 8, NARROW = 60, HINT_GAP = 2, LEAST_GAP = 2 };

typedef struct Hint {
    char key[64];
    const char *words;
    int rank; /* the highest leaves first */
    bool shown;
} Hint;

typedef struct Hints {
    Hint hint[HINTS_MAX];
    int count;
} Hints;

static void add(const Screen *screen, Hints *hints, int rank, const char *action,
                const char *id) {
    Hint *hint = &hints->hint[hints->count];
    if (hints->count == HINTS_MAX)
        return;
    key_of_action(screen->lang, action, hint->key);
    hint->rank = rank;
    hint->words = message(screen->lang, id);
    hints->count += *hint->key != '\0';
}

static void add_walk(const Screen *screen, Hints *hints) {
    const Session *session = screen->session;
    if (session->recipe.step < session->scene.step_count)
        add(screen, hints, 0, "next", "screen.hint.next");
    else if (session->recipe.scene + 1 < session->scene_count)
        add(screen, hints, 0, "next", "screen.hint.scene");
}

/* Adds the hints for the cursor's cell, for trouble, and for the shape of the scene. */
static void add_context(const Screen *screen, Hints *hints) {
    const Session *session = screen->session;
    GridId grid = screen_focus(screen);
    size_t heads = screen->model->layers[session->look.layer].heads;
    if (session_covered(session, grid))
        add(screen, hints, 1, "hide GRID", "screen.hint.reveal");
    if (screen->has_trouble && screen->trouble.kind == TROUBLE_EMPTY_ROW) {
        add(screen, hints, 1, "cycle empty-row", "screen.hint.empty");
        add(screen, hints, 1, "toggle causal", "screen.hint.causal");
    }
    if (heads > 1) {
        add(screen, hints, 2, "swap-heads H H+1", "screen.hint.heads");
        if (screen_has(screen, GRID_WO))
            add(screen, hints, 2, "swap-wo H H+1", "screen.hint.wo");
    }
    if (grid_is_square(grid))
        add(screen, hints, 5, "flip Q K", "screen.hint.flip");
    if (grid_table[grid].input != GRID_COMPUTED)
        add(screen, hints, 6, "edit GRID ROW COL …", "screen.hint.edit");
    if (session->baseline.kind != BASELINE_NONE)
        add(screen, hints, 3, "delta", "screen.hint.delta");
    if (screen->model->record_count > 1)
        add(screen, hints, 3, "record next", "screen.hint.record");
    if (screen->model->layer_count > 1)
        add(screen, hints, 3, "layer next", "screen.hint.layer");
}

/* ---- the grids that are not there ---- */

static bool on_screen(const Screen *screen, GridId grid) {
    const Layout *layout = &screen->layout;
    const Band *bands[] = {&layout->main, &layout->output, &layout->input};
    GridId shown = grid;
    if (!screen->delta && screen->merged_out && (grid == GRID_CONCAT || grid == GRID_Y))
        shown = GRID_OUT;
    else if (!screen->delta && screen->merged_y && grid == GRID_CONCAT)
        shown = GRID_Y;
    for (int i = 0; i < 3; i++) {
        bool drawn = bands[i]->names != ABSENT || (i == 0 && screen->delta);
        if (drawn && columns_find(&bands[i]->columns, (int)shown))
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
    if (missing_names(screen, true, text) == 0 || utf8_columns(text_string(text)) <= much)
        return;
    text_clear(text);
    if (missing_names(screen, false, text) > 0 && utf8_columns(text_string(text)) <= room)
        return;
    Text names = {0};
    text_clear(text);
    text_format(text, " +%d", missing_names(screen, true, &names));
    text_release(&names);
}

/* ---- the line ---- */

static int hint_columns(const Hint *hint) {
    return utf8_columns(hint->key) + 1 + utf8_columns(hint->words);
}

static void hint_write(const Hint *hint, Pen *pen) {
    pen_text(pen, ROLE_KEY, hint->key);
    pen->x++;
    pen_text(pen, ROLE_HINT, hint->words);
}

/* Writes Tab and the names, ending at the column before `end` and not before `from`, with
 * the names of parameters only if all begins after `wish`. Returns the column where they
 * begin. */
static int missing_draw(Screen *screen, int from, int wish, int end, int y) {
    char key[64];
    Text text = {0};
    key_of_action(screen->lang, "focus next", key);
    int tab = utf8_columns(key);
    missing_text(screen, end - from - tab, end - wish - tab, &text);
    Pen pen = screen_pen(screen, end - utf8_columns(text_string(&text)) - tab, y);
    int x = text.length > 0 && pen.x >= from ? pen.x : end;
    if (x < end) {
        pen_text(&pen, ROLE_KEY, key);
        pen_text(&pen, ROLE_HINT, text_string(&text));
    }
    text_release(&text);
    return x;
}

static void notice_draw(Screen *screen, int y) {
    const Session *session = screen->session;
    int role = session->notice_trouble ? ROLE_TROUBLE : ROLE_BASE;
    Pen pen = screen_pen(screen, 1, y);
    frame_fill(screen->frame, 0, y, screen->width, 1, style_of(ROLE_GROUND));
    pen_text(&pen, role, session->notice_trouble ? "! " : "");
    pen_spell(&pen, role, session->notice);
}

/* On a narrow screen the other grids replace the hints. */
static void narrow_draw(Screen *screen, int y) {
    char key[64];
    Text text = {0};
    Pen pen = screen_pen(screen, 1, y);
    pen.end = screen->width - 1;
    key_of_action(screen->lang, "focus next", key);
    pen_text(&pen, ROLE_KEY, key);
    missing_text(screen, pen.end - 1 - pen.x, 0, &text);
    pen_text(&pen, ROLE_HINT, text_string(&text));
    frame_text(screen->frame, pen.end - 1, y, 1, style_of(ROLE_KEY), "?");
    text_release(&text);
}

/* If the arithmetic shares the line, only the other grids and the key for help are
 * shown. */
static void merged_draw(Screen *screen, int y) {
    int end = screen->width - 1;
    frame_text(screen->frame, end, y, 1, style_of(ROLE_KEY), "?");
    missing_draw(screen, screen->content.merged_from, screen->content.merged_from,
                 end - 2, y);
}

static void hints_choose(Hints *hints, int room) {
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < hints->count; i++) {
            Hint *hint = &hints->hint[i];
            int columns = hint_columns(hint) + HINT_GAP;
            if (hint->rank != rank || columns > room)
                continue;
            hint->shown = true;
            room -= columns;
        }
}

void hints_draw(Screen *screen) {
    int y = screen->layout.hints, end = screen->width - 1;
    Pen pen = screen_pen(screen, 1, y);
    Hints hints = {.count = 0};
    if (*screen->session->notice) {
        notice_draw(screen, y);
        return;
    }
    if (screen->layout.merged_bottom) {
        merged_draw(screen, y);
        return;
    }
    if (screen->width < NARROW) {
        narrow_draw(screen, y);
        return;
    }
    if (screen->session->look.compare) {
        add(screen, &hints, 1, "focus next", "screen.hint.lane");
        add(screen, &hints, 2, "cycle order", "screen.hint.take");
        add(screen, &hints, 1, "compare order", "screen.hint.lanes");
    }
    add_walk(screen, &hints);
    add_context(screen, &hints);
    add(screen, &hints, 4, "explain", "screen.hint.explain");
    Hint help = {.key = "?", .words = message(screen->lang, "screen.hint.keys")};
    int least = 1 + hint_columns(&help) + LEAST_GAP;
    int wish = least;
    for (int i = 0; i < hints.count; i++)
        wish += hint_columns(&hints.hint[i]) + HINT_GAP;
    int right =
        screen->session->look.compare ? end : missing_draw(screen, least, wish, end, y);
    hints_choose(&hints, right - (right < end ? LEAST_GAP : 0) - hint_columns(&help) - 1);
    for (int i = 0; i < hints.count; i++) {
        if (!hints.hint[i].shown)
            continue;
        hint_write(&hints.hint[i], &pen);
        pen.x += HINT_GAP;
    }
    hint_write(&help, &pen);
}
