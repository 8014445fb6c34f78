/* The action origin: a computed number can be changed where it comes from. The cursor
 * moves one grid up the calculation, to the cell on which the number under it depends
 * most. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "session/internal.h"

typedef struct Spot {
    GridId grid;
    Place place;
    size_t row, col;
} Spot;

/* Reads the row of a spot in another grid. The caller frees it. */
static double *read_row(const Session *session, GridId grid, const Spot *spot) {
    size_t cols = grid_cols(session->now, grid, spot->place);
    double *numbers = memory_new(cols, sizeof *numbers);
    grid_row(session->now, grid, spot->place, spot->row, numbers);
    return numbers;
}

static size_t largest(const double *numbers, size_t count) {
    size_t at = 0;
    double most = -1;
    for (size_t i = 0; i < count; i++)
        if (fabs(numbers[i]) > most) {
            most = fabs(numbers[i]);
            at = i;
        }
    return at;
}

/* ---- one step up, grid by grid ---- */

static void to_x(const Session *session, Spot *spot) {
    const Record *record = &session->now->model.records[spot->place.record];
    long slot = spot->grid == GRID_Q ? query_slot(record, spot->row) : (long)spot->row;
    spot->grid = GRID_X;
    spot->row = slot < 0 ? spot->row : (size_t)slot;
}

static void to_layer_before(const Session *session, Spot *spot) {
    (void)session;
    spot->grid = GRID_Y;
    spot->place.layer -= spot->place.layer > 0;
}

/* Moves to the key with the largest weight. */
static void to_weight(const Session *session, Spot *spot) {
    double *weights = read_row(session, GRID_WEIGHTS, spot);
    spot->grid = GRID_WEIGHTS;
    spot->col = largest(weights, grid_cols(session->now, GRID_WEIGHTS, spot->place));
    free(weights);
}

static void to_v(const Session *session, Spot *spot) {
    size_t col = spot->col;
    to_weight(session, spot);
    *spot = (Spot){GRID_V, spot->place, spot->col, col};
}

/* Moves from a place of concat to its head and component, by head-order and merge. */
static void to_out(const Session *session, Spot *spot) {
    const Layer *layer = &session->now->model.layers[spot->place.layer];
    const Permutation *order = &layer->options.head_order;
    size_t rows = grid_rows(session->now, GRID_OUT, spot->place);
    size_t width = grid_cols(session->now, GRID_OUT, spot->place);
    size_t block = spot->col / width, flat = spot->row * width * layer->heads + spot->col;
    if (layer->options.merge == RESHAPE_RAW) {
        block = flat / (rows * width);
        spot->row = flat / width % rows;
    }
    spot->grid = GRID_OUT;
    spot->col %= width;
    spot->place.head = block < order->count ? order->entry[block] : block;
}

/* Moves to the row of W_O that adds most, or to out if there is no W_O. */
static void to_wo(const Session *session, Spot *spot) {
    if (!grid_exists(session->now, GRID_WO, spot->place, NULL)) {
        to_out(session, spot);
        return;
    }
    size_t rows = grid_rows(session->now, GRID_WO, spot->place);
    double *parts = read_row(session, GRID_CONCAT, spot);
    for (size_t r = 0; r < rows; r++)
        parts[r] *= grid_cell(session->now, GRID_WO, spot->place, r, spot->col, NULL);
    spot->grid = GRID_WO;
    spot->row = largest(parts, rows);
    free(parts);
}

static void to_target(const Session *session, Spot *spot) {
    const Record *record = &session->now->model.records[spot->place.record];
    int target = record->targets ? record->targets[spot->row] : NO_TARGET;
    spot->grid = GRID_Y;
    spot->place.layer = session->now->model.layer_count - 1;
    spot->col = target >= 0 ? (size_t)target : 0;
}

static void to_visible(const Session *session, Spot *spot) {
    (void)session;
    spot->grid = GRID_VISIBLE;
}

/* The message "origin.GRID" names the grids from which a grid is computed. */
static void (*const steps_up[GRID_COUNT])(const Session *, Spot *) = {
    [GRID_X] = to_layer_before,
    [GRID_Q] = to_x,
    [GRID_K] = to_x,
    [GRID_V] = to_x,
    [GRID_SUMS] = to_weight,
    [GRID_OUT] = to_v,
    [GRID_CONCAT] = to_out,
    [GRID_Y] = to_wo,
    [GRID_PROB] = to_target,
    [GRID_LOSS] = to_target,
    [GRID_REACH] = to_visible,
};

/* ---- the action ---- */

static void name_spot(const Session *session, const Spot *spot, Text *out) {
    const GridSpec *spec = &grid_table[spot->grid];
    text_format(out, "%s[%ld,%ld]", grid_title(session->look.lang, spot->grid),
                session_number_of(session, spec->rows, spot->row),
                session_number_of(session, spec->cols, spot->col));
}

static void tell(Session *session, const Spot *old, const Spot *new, GridId from) {
    int lang = session->look.lang;
    Text was = {0}, is = {0}, line = {0};
    name_spot(session, old, &was);
    name_spot(session, new, &is);
    text_format(&line, message(lang, "origin.moved"), text_string(&was),
                message_or(lang, NULL, "origin.%s", grid_table[from].name),
                text_string(&is));
    notice_set(session, false, text_string(&line));
    text_release(&was);
    text_release(&is);
    text_release(&line);
}

static void go_to(Session *session, const Spot *spot) {
    Look *look = &session->look;
    show_place(session, spot->place);
    look->grid = session->delta_of = spot->grid;
    look->row = spot->row;
    look->col = spot->col;
    look_clamp(session);
}

bool origin_apply(Session *session, const Words *words, Error *error) {
    const Look *look = &session->look;
    GridId grid = session_shape(session, look->grid);
    Spot old = {grid, session_place(session), look->row, look->col}, new = old;
    (void)words;
    if (edit_takes(session, grid, error))
        return error_set(error, "origin: %s is an input here; Enter edits it",
                         grid_table[grid].name);
    if (!steps_up[grid])
        return false; /* edit_takes has set the error */
    if (session_covered(session, grid))
        return error_set(error, "origin: %s is covered; reveal it first",
                         grid_table[grid].name);
    steps_up[grid](session, &new);
    go_to(session, &new);
    new.col = look->col;
    tell(session, &old, &new,
         grid == GRID_Y && look->grid == GRID_OUT ? GRID_CONCAT : grid);
    return true;
}
