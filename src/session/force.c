/* allow, forbid, flip and clear-mask force cells of `visible` in the shown layer, for all
 * of its heads and all records. */
#include <string.h>

#include "session/internal.h"

/* A rectangle of cells: one cell, a row, a column, or all of them. */
typedef struct Cells {
    size_t query, queries, key, keys; /* the first, and the one past the last */
} Cells;

static void most_positions(const Session *session, size_t *queries, size_t *keys) {
    *queries = *keys = 0;
    for (size_t r = 0; r < session->now->model.record_count; r++) {
        const Record *record = &session->now->model.records[r];
        *queries = max_size(*queries, record->queries);
        *keys = max_size(*keys, record->keys);
    }
}

/* Reads a number, or * for all of *end. */
static bool parse_side(const Session *session, const char *word, const char *what,
                       size_t *first, size_t *end, Error *error) {
    *first = 0;
    if (strcmp(word, "*") == 0)
        return true;
    if (!parse_position(session, word, what, *end, first, error))
        return false;
    *end = *first + 1;
    return true;
}

static bool parse_cells(const Session *session, const Words *words, Cells *cells,
                        Error *error) {
    most_positions(session, &cells->queries, &cells->keys);
    return parse_side(session, words->word[1], "query", &cells->query, &cells->queries,
                      error) &&
           parse_side(session, words->word[2], "key", &cells->key, &cells->keys, error);
}

static bool all_forced(const Layer *layer, const Cells *cells, int state) {
    for (size_t i = cells->query; i < cells->queries; i++)
        for (size_t j = cells->key; j < cells->keys; j++)
            if (layer_forced(layer, i, j) != state)
                return false;
    return true;
}

/* Keeps the rows of other queries where the cells are of one query. Releases before. */
static void keep_other_rows(Session *session, Sheet *before, const Cells *cells) {
    if (cells->queries == cells->query + 1)
        sheet_inherit(session->now, before, session->look.layer, cells->query);
    sheet_release(before);
}

bool force_apply(Session *session, const Words *words, Error *error) {
    int state = strcmp(words->word[0], "allow") == 0;
    Cells cells;
    if (!parse_cells(session, words, &cells, error))
        return false;
    const Layer *old = &session->now->model.layers[session->look.layer];
    session->unchanged = all_forced(old, &cells, state);
    if (session->unchanged)
        return true;
    Sheet *before = sheet_share(session->now);
    Layer *layer = &sheet_write(&session->now)->model.layers[session->look.layer];
    for (size_t i = cells.query; i < cells.queries; i++)
        for (size_t j = cells.key; j < cells.keys; j++)
            layer_force(layer, i, j, state);
    keep_other_rows(session, before, &cells);
    return true;
}

/* Forces a cell to the opposite of its present state, or drops the forcing where the rule
 * alone gives that state. */
static void flip_cell(Session *session, size_t query, size_t key) {
    Model *model = &session->now->model;
    Place place = session_place(session);
    bool wanted = !reason_visible(visibility(model, place, query, key));
    bool rule = reason_visible(visibility_rule(model, place, query, key));
    layer_force(&model->layers[place.layer], query, key, wanted == rule ? -1 : wanted);
}

bool flip_apply(Session *session, const Words *words, Error *error) {
    Cells cells;
    const Record *record = &session->now->model.records[session->look.record];
    if (!parse_cells(session, words, &cells, error))
        return false;
    Sheet *before = sheet_share(session->now);
    sheet_write(&session->now);
    for (size_t i = cells.query; i < cells.queries && i < record->queries; i++)
        for (size_t j = cells.key; j < cells.keys && j < record->keys; j++)
            flip_cell(session, i, j);
    keep_other_rows(session, before, &cells);
    return true;
}

void clear_mask_apply(Session *session) {
    const Layer *layer = &session->now->model.layers[session->look.layer];
    session->unchanged = layer->forces.count == 0;
    if (!session->unchanged)
        sheet_write(&session->now)->model.layers[session->look.layer].forces.count = 0;
}
