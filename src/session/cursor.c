/* The cursor: the grids it can be on, and the actions focus, move and search. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "scene/number.h"
#include "session/internal.h"

/* ---- grids for the cursor ---- */

static size_t rows_of(const Session *session, GridId grid) {
    return grid_rows(session->now, session_shape(session, grid), session_place(session));
}

static size_t cols_of(const Session *session, GridId grid) {
    return grid_cols(session->now, session_shape(session, grid), session_place(session));
}

static bool is_focusable(const Session *session, GridId grid) {
    if (grid == GRID_DELTA)
        return session->baseline.kind != BASELINE_NONE;
    return grid_exists(session->now, grid, session_place(session), NULL) &&
           rows_of(session, grid) > 0 && cols_of(session, grid) > 0;
}

/* Returns the place in the order of Tab. Grids that it leaves out come last where the step
 * shows them or asks for them. */
static int turn_of(const Session *session, GridId grid) {
    GridSet wanted = session->look.shown;
    for (size_t i = 0; i < session->question.asks; i++)
        wanted |= GRID_BIT(session->question.ask[i].grid);
    int turn = grid_table[grid].turn;
    return turn == 0 && grid != GRID_DELTA && wanted & GRID_BIT(grid) ? GRID_COUNT : turn;
}

size_t session_grids(const Session *session, GridId grids[GRID_COUNT]) {
    bool loss = session->now->model.loss != LOSS_NONE;
    size_t count = 0;
    for (int turn = 1; turn <= GRID_COUNT; turn++)
        for (int g = 0; g < GRID_COUNT; g++)
            if (turn_of(session, (GridId)g) == turn && is_focusable(session, (GridId)g) &&
                (loss || (g != GRID_PROB && g != GRID_LOSS)))
                grids[count++] = (GridId)g;
    return count;
}

static void set_grid(Session *session, GridId grid) {
    if (grid != GRID_DELTA)
        session->delta_of = grid;
    session->look.grid = grid;
}

void show_place(Session *session, Place place) {
    session->look.record = place.record;
    session->look.layer = place.layer;
    session->look.head = place.head;
}

void look_clamp(Session *session) {
    Look *look = &session->look;
    const Model *model = &session->now->model;
    look->record = min_size(look->record, model->record_count - 1);
    look->layer = min_size(look->layer, model->layer_count - 1);
    look->head = min_size(look->head, model->layers[look->layer].heads - 1);
    if (!is_focusable(session, look->grid))
        set_grid(session, GRID_WEIGHTS);
    size_t rows = rows_of(session, look->grid), cols = cols_of(session, look->grid);
    look->row = min_size(look->row, rows ? rows - 1 : 0);
    look->col = min_size(look->col, cols ? cols - 1 : 0);
}

void look_reset(Session *session) {
    Look *look = &session->look;
    look->record = look->layer = look->head = look->row = look->col = 0;
    look->delta = false;
    compared_release(&session->compared);
    look->lane = 0;
    look->zoom = 0;
    look->shown = 0;
    look->digits = session->digits_wanted;
    session->covered = 0;
    set_grid(session, GRID_WEIGHTS);
    look_clamp(session);
}

/* ---- focus ---- */

static bool walk_grids(Session *session, bool next) {
    GridId grids[GRID_COUNT];
    size_t count = session_grids(session, grids), at = 0;
    if (!count)
        return true;
    while (at < count && grids[at] != session->delta_of)
        at++;
    set_grid(session, grids[(at + (next ? 1 : count - 1)) % count]);
    return true;
}

void focus_set(Session *session, GridId grid, Place place, size_t row, size_t col) {
    session->look.head = place.head;
    set_grid(session, grid);
    session->look.row = row;
    session->look.col = col;
}

bool focus_apply(Session *session, const Words *words, Error *error) {
    GridId grid;
    Place place;
    size_t row = session->look.row, col = session->look.col;
    const char *word = words->word[1];
    if (words->count == 2 && (strcmp(word, "next") == 0 || strcmp(word, "prev") == 0))
        return walk_grids(session, word[0] == 'n');
    if (!session_find_grid(session, word, &grid, &place, error))
        return false;
    if (words->count == 3)
        return error_set(error, "focus: expected GRID, or GRID ROW COL");
    size_t head = session->look.head;
    session->look.head = place.head;
    if (words->count == 4 && (!parse_position(session, words->word[2], "row",
                                              rows_of(session, grid), &row, error) ||
                              !parse_position(session, words->word[3], "column",
                                              cols_of(session, grid), &col, error))) {
        session->look.head = head;
        return false;
    }
    focus_set(session, grid, place, row, col);
    return true;
}

/* ---- move ---- */

/* Moves from the last row of a head to the first row of the next head, which is drawn
 * below it. */
static bool cross_band(Session *session, bool down) {
    Look *look = &session->look;
    size_t heads = session->now->model.layers[look->layer].heads;
    if (!grid_table[look->grid].per_head || look->zoom >= ZOOM_DOTS ||
        (down ? look->head + 1 >= heads : look->head == 0))
        return false;
    look->head += down ? 1 : (size_t)-1;
    look->row = down ? 0 : rows_of(session, look->grid) - 1;
    return true;
}

bool move_apply(Session *session, const Words *words, Error *error) {
    static const char *const ways[] = {"left", "right", "up", "down", NULL};
    Look *look = &session->look;
    int way = word_index(ways, words->word[1]);
    long steps = 1;
    if (way < 0)
        return error_set(error,
                         "move: no such way \"%s\"; expected left, right, up or down",
                         words->word[1]);
    bool far = words->count > 2 && strcmp(words->word[2], "far") == 0;
    if (words->count > 2 && !far &&
        !number_whole(words->word[2], 1, 100000000, &steps, NULL))
        return error_set(error, "move: %s: expected a number of cells, or far",
                         words->word[2]);
    bool across = way < 2, forward = way == 1 || way == 3;
    size_t *at = across ? &look->col : &look->row;
    size_t count = across ? cols_of(session, look->grid) : rows_of(session, look->grid);
    size_t to = stepped(*at, forward, far ? count : (size_t)steps, count - 1);
    if (to != *at || across || far || !cross_band(session, forward))
        *at = to;
    return true;
}

/* ---- search ---- */

static bool label_matches(const Session *session, bool of_keys, size_t index,
                          const char *wanted) {
    Text label = {0};
    (of_keys ? session_col_label : session_row_label)(session, session->now,
                                                      session->look.grid, index, &label);
    bool found = strstr(text_string(&label), wanted) != NULL;
    text_release(&label);
    return found;
}

/* Lets help show only entries that contain the word. */
static bool filter_help(Look *look, const char *word) {
    size_t room = sizeof look->filter - 1, length = strlen(word), bad;
    if (length > room && !utf8_valid(word, length = room, &bad))
        length = bad; /* cuts between characters */
    snprintf(look->filter, sizeof look->filter, "%.*s", (int)length, word);
    look->scroll = look->choice = 0;
    return true;
}

/* Chooses the next scene whose file has the word in its name. */
static bool find_scene(Session *session, const char *word, Error *error) {
    Look *look = &session->look;
    size_t count = session->scene_count, from = look->choice < count ? look->choice : 0;
    for (size_t n = 1; n <= count; n++) {
        const char *path = session->paths[(from + n) % count];
        const char *slash = strrchr(path, '/');
        if (!strstr(slash ? slash : path, word))
            continue;
        filter_help(look, word);
        look->choice = (from + n) % count;
        return true;
    }
    return error_set(error, "no scene has \"%s\" in its name", word);
}

bool search_apply(Session *session, const Words *words, Error *error) {
    Look *look = &session->look;
    if (look->overlay == OVERLAY_HELP)
        return filter_help(look, words->word[1]);
    if (look->overlay == OVERLAY_LIST)
        return find_scene(session, words->word[1], error);
    bool of_keys = grid_table[session_shape(session, look->grid)].cols == AXIS_KEY;
    size_t *at = of_keys ? &look->col : &look->row;
    size_t count = of_keys ? cols_of(session, look->grid) : rows_of(session, look->grid);
    for (size_t n = 1; n <= count; n++) {
        size_t index = (*at + n) % count;
        if (label_matches(session, of_keys, index, words->word[1])) {
            *at = index;
            return true;
        }
    }
    return error_set(error, "no token has \"%s\" in it", words->word[1]);
}
