/* Reads words as numbers, grids and places as users write them, and writes labels of rows
 * and columns. */
#include <string.h>

#include "scene/number.h"
#include "session/internal.h"

bool parse_index(const char *word, const char *what, size_t count, size_t *index,
                 Error *error) {
    long number;
    if (!number_whole(word, 1, (long)count, &number, NULL))
        return count == 1
                   ? error_set(error, "%s: no such %s; there is only 1", word, what)
                   : error_set(error, "%s: no such %s; expected 1..%zu", word, what,
                               count);
    *index = (size_t)(number - 1);
    return true;
}

bool parse_position(const Session *session, const char *word, const char *what,
                    size_t count, size_t *index, Error *error) {
    long base = session->scene.base, number;
    if (!number_whole(word, base, base + (long)count - 1, &number, NULL))
        return error_set(error, "%s: no such %s; expected %ld..%ld", word, what, base,
                         base + (long)count - 1);
    *index = (size_t)(number - base);
    return true;
}

bool parse_row(const Words *words, size_t first, size_t count, double *numbers,
               Error *error) {
    for (size_t i = 0; i < count; i++)
        if (!number_parse(words->word[first + i], &numbers[i], error))
            return false;
    return true;
}

bool session_find_grid(const Session *session, const char *word, GridId *grid,
                       Place *place, Error *error) {
    long head;
    *place = session_place(session);
    if (!grid_parse(word, grid, &head, error))
        return false;
    if (head >= 0)
        place->head = (size_t)head;
    if (*grid == GRID_DELTA) {
        if (session->baseline.kind == BASELINE_NONE)
            return error_set(error,
                             "delta: there is no baseline; pin (m) or perturb (x) first");
        return true;
    }
    return grid_exists(session->now, *grid, *place, error);
}

/* ---- labels ---- */

long session_number_of(const Session *session, Axis axis, size_t index) {
    return axis == AXIS_SINGLE ? 1 : session->scene.base + (long)index;
}

/* Appends "h2", or "h2.1" if a head has several components; head-order and wo-order say
 * which head is at a place. */
static void joined_label(const Session *session, const Sheet *sheet, GridId grid,
                         size_t index, Text *text) {
    const GridSpec *spec = &grid_table[grid];
    Place place = session_place(session);
    const Layer *layer = &sheet->model.layers[place.layer];
    bool of_wo = spec->rows == AXIS_JOINED;
    bool parameter = spec->input == GRID_OF_LAYER && !of_wo;
    size_t count = of_wo ? grid_rows(sheet, grid, place) : grid_cols(sheet, grid, place);
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

static void label_of(const Session *session, const Sheet *sheet, GridId grid, Axis axis,
                     size_t index, Text *text) {
    const Labels *labels = session_labels(session);
    const Scene *scene = &session->scene;
    bool candidate = axis == AXIS_OUTPUT && index < scene->model.candidates;
    if (axis == AXIS_JOINED)
        joined_label(session, sheet, grid, index, text);
    else if (axis == AXIS_QUERY || axis == AXIS_KEY || candidate)
        text_append(text, candidate            ? scene->candidates.word[index]
                          : axis == AXIS_QUERY ? labels->query_tokens[index]
                                               : labels->tokens[index]);
    else if (axis != AXIS_SINGLE)
        text_format(text, "%ld", session_number_of(session, axis, index));
}

void session_row_label(const Session *session, const Sheet *sheet, GridId grid,
                       size_t row, Text *text) {
    GridId of = session_shape(session, grid);
    label_of(session, sheet, of, grid_table[of].rows, row, text);
}

void session_col_label(const Session *session, const Sheet *sheet, GridId grid,
                       size_t col, Text *text) {
    GridId of = session_shape(session, grid);
    label_of(session, sheet, of, grid_table[of].cols, col, text);
}
