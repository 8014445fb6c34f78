/* The action origin: a computed number can be changed where it comes from. The cursor
 * moves one grid up the calculation, to the cell on which the number under it depends
 * most. */
#include <math.h>
#include <stdio.h>

#include "session/internal.h"
#include "session/language.h"

typedef struct Spot {
    GridId grid;
    Place place;
    size_t row, col;
} Spot;

static double number_at(const Session *session, const Spot *spot) {
    return grid_cell(session->now, spot->grid, spot->place, spot->row, spot->col, NULL);
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
    Spot weight = {GRID_WEIGHTS, spot->place, spot->row, 0};
    size_t keys = grid_cols(session->now, GRID_WEIGHTS, spot->place);
    double most = -1;
    for (size_t j = 0; j < keys; j++) {
        Spot one = weight;
        one.col = j;
        double share = fabs(number_at(session, &one));
        if (share > most) {
            most = share;
            weight.col = j;
        }
    }
    *spot = weight;
}

static void to_v(const Session *session, Spot *spot) {
    Spot weight = *spot;
    to_weight(session, &weight);
    spot->grid = GRID_V;
    spot->row = weight.col;
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
    Spot joined = {GRID_CONCAT, spot->place, spot->row, 0};
    Spot wo = {GRID_WO, spot->place, 0, spot->col};
    size_t rows = grid_rows(session->now, GRID_WO, spot->place);
    double most = -1;
    for (size_t r = 0; r < rows; r++) {
        Spot one = wo;
        joined.col = one.row = r;
        double part = fabs(number_at(session, &joined) * number_at(session, &one));
        if (part > most) {
            most = part;
            wo.row = r;
        }
    }
    *spot = wo;
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
    steps_up[grid](session, &new);
    go_to(session, &new);
    new.col = look->col;
    tell(session, &old, &new,
         grid == GRID_Y && look->grid == GRID_OUT ? GRID_CONCAT : grid);
    return true;
}
