/* Questions a screen, a check or a dump asks of a session; nothing changes here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/inside.h"

Place session_place(const Session *session) {
    const Look *look = &session->look;
    return (Place){.record = look->record, .layer = look->layer, .head = look->head};
}

const Labels *session_labels(const Session *session) {
    return &session->scene.labels[session->look.record];
}

const Options *session_options(const Session *session) {
    return &session->now->model.layers[session->look.layer].options;
}

/* ---- numbers compared ---- */

/* One cell of a sheet, if the sheet has it. */
typedef struct Found {
    bool there;
    double number;
    RowState state;
} Found;

static Found find_cell(Sheet *sheet, GridId grid, Place place, size_t row, size_t col) {
    Found found = {0};
    found.there =
        sheet && grid != GRID_DELTA && place.record < sheet->model.record_count &&
        place.layer < sheet->model.layer_count && grid_exists(sheet, grid, place, NULL) &&
        row < grid_rows(sheet, grid, place) && col < grid_cols(sheet, grid, place);
    if (found.there)
        found.number = grid_cell(sheet, grid, place, row, col, &found.state);
    return found;
}

bool session_was(const Session *session, GridId grid, Place place, size_t row, size_t col,
                 double *number) {
    Found was = find_cell(session->before, grid, place, row, col);
    *number = was.number;
    return was.there && was.state != ROWSTATE_UNDEFINED;
}

bool session_changed(const Session *session, GridId grid, Place place, size_t row,
                     size_t col) {
    if (!session->before || session->before == session->now)
        return false;
    Found was = find_cell(session->before, grid, place, row, col);
    Found now = find_cell(session->now, grid, place, row, col);
    if (!was.there || !now.there)
        return false;
    if (now.state != was.state)
        return true;
    return now.state != ROWSTATE_UNDEFINED && !same_bits(now.number, was.number);
}

bool session_delta(const Session *session, GridId grid, Place place, size_t row,
                   double *numbers) {
    GridSpan all = {0, grid_cols(session->now, grid, place), numbers};
    return session_delta_span(session, grid, place, row, all);
}

bool session_delta_span(const Session *session, GridId grid, Place place, size_t row,
                        GridSpan span) {
    Sheet *against = session->against;
    if (!against || !grid_exists(against, grid, place, NULL) ||
        row >= grid_rows(against, grid, place) ||
        row >= grid_rows(session->now, grid, place))
        return false;
    size_t old_cols = grid_cols(against, grid, place);
    size_t left = old_cols > span.first ? old_cols - span.first : 0;
    GridSpan old = {span.first, span.count < left ? span.count : left, NULL};
    old.numbers = memory_new(old.count, sizeof *old.numbers);
    bool fine = grid_span(against, grid, place, row, old) != ROWSTATE_UNDEFINED &&
                grid_span(session->now, grid, place, row, span) != ROWSTATE_UNDEFINED;
    for (size_t c = 0; fine && c < span.count; c++) {
        double now = span.numbers[c], was = c < old.count ? old.numbers[c] : NAN;
        span.numbers[c] = c < old.count && same_bits(now, was) ? 0 : now - was;
    }
    free(old.numbers);
    return fine;
}

/* ---- what hide covers ---- */

bool session_covered(const Session *session, GridId grid) {
    if (!session->covered)
        return false;
    if (session->covered & GRID_BIT(grid))
        return true;
    if (grid == GRID_DELTA)
        return session_covered(session, session->delta_of);
    for (unsigned g = 0; g < GRID_COUNT; g++)
        if (grid_table[grid].made_of & GRID_BIT(g) && session_covered(session, (GridId)g))
            return true;
    return false;
}

/* ---- trouble ---- */

static bool no_target(const Session *session) {
    const Model *model = &session->now->model;
    if (model->loss == LOSS_NONE)
        return false;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t i = 0; i < model_queries(model, model->layer_count - 1, r); i++)
            if (query_scored(model, r, i))
                return false;
    return true;
}

static bool shown(const Session *session, Place place) {
    const Look *look = &session->look;
    return place.record == look->record && place.layer == look->layer &&
           place.head == look->head;
}

bool session_trouble_next(const Session *session, TroubleWalk *walk) {
    for (; walk->round < 2; walk->round++, walk->place = (Place){0}, walk->query = 0)
        while (pass_next_empty(sheet_pass(session->now), &walk->place, &walk->query)) {
            walk->trouble = (Trouble){TROUBLE_EMPTY_ROW, walk->place, walk->query++};
            if (shown(session, walk->place) == (walk->round == 0))
                return true;
        }
    if (walk->round++ == 2 && no_target(session)) {
        walk->trouble = (Trouble){.kind = TROUBLE_NO_TARGET};
        return true;
    }
    return false;
}

size_t session_troubles(const Session *session) {
    TroubleWalk walk = {0};
    size_t count = 0;
    while (session_trouble_next(session, &walk))
        count++;
    return count;
}

bool session_trouble(const Session *session, Trouble *trouble) {
    TroubleWalk walk = {0};
    bool found = session_trouble_next(session, &walk);
    *trouble = walk.trouble;
    return found;
}

void session_trouble_text(const Session *session, const Trouble *trouble, Error *text) {
    if (trouble->kind == TROUBLE_NO_TARGET) {
        error_set(text, "no target is scored");
        return;
    }
    const Labels *labels = &session->scene.labels[trouble->place.record];
    error_set(text,
              "a valid query has no visible key: record %zu, layer %zu, head %zu,"
              " query %ld (%s)",
              trouble->place.record + 1, trouble->place.layer + 1,
              trouble->place.head + 1, session->scene.base + (long)trouble->query,
              labels->query_tokens[trouble->query]);
}

/* ---- labels ---- */

long session_number_of(const Session *session, Axis axis, size_t index) {
    return axis == AXIS_SINGLE ? 1 : session->scene.base + (long)index;
}

/* "h2", or "h2.1" where a head has several components; order: which head stands where. */
static void joined_label(const Session *session, GridId grid, size_t index, Text *text) {
    const GridSpec *spec = &grid_table[grid];
    const Layer *layer = &session->now->model.layers[session->look.layer];
    bool of_wo = spec->rows == AXIS_JOINED;
    bool parameter = spec->input == GRID_OF_LAYER && !of_wo;
    size_t count = of_wo ? grid_rows(session->now, grid, session_place(session))
                         : grid_cols(session->now, grid, session_place(session));
    size_t heads = spec->kv_heads ? layer->kv_heads : layer->heads;
    size_t width = count / heads ? count / heads : 1, block = index / width;
    const Permutation *order =
        of_wo ? &layer->options.wo_order : &layer->options.head_order;
    if (!parameter && block < order->count)
        block = order->entry[block];
    text_format(text, "h%zu", block + 1);
    if (width > 1)
        text_format(text, ".%ld", session->scene.base + (long)(index % width));
}

static void label_of(const Session *session, GridId grid, Axis axis, size_t index,
                     Text *text) {
    const Labels *labels = session_labels(session);
    switch (axis) {
    case AXIS_QUERY:
        text_append(text, labels->query_tokens[index]);
        return;
    case AXIS_KEY:
        text_append(text, labels->tokens[index]);
        return;
    case AXIS_OUTPUT:
        if (index < session->scene.model.candidates) {
            text_append(text, session->scene.candidates[index]);
            return;
        }
        text_format(text, "%ld", session_number_of(session, axis, index));
        return;
    case AXIS_COMPONENT:
        text_format(text, "%ld", session_number_of(session, axis, index));
        return;
    case AXIS_JOINED:
        joined_label(session, grid, index, text);
        return;
    case AXIS_SINGLE:
        return;
    }
}

void session_row_label(const Session *session, GridId grid, size_t row, Text *text) {
    GridId of = grid == GRID_DELTA ? session->delta_of : grid;
    label_of(session, of, grid_table[of].rows, row, text);
}

void session_col_label(const Session *session, GridId grid, size_t col, Text *text) {
    GridId of = grid == GRID_DELTA ? session->delta_of : grid;
    label_of(session, of, grid_table[of].cols, col, text);
}
