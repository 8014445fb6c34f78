/* Reads words of actions and expects as numbers, grids and places. */
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
            return error_set(error, "delta: there is no baseline; pin or perturb first");
        return true;
    }
    return grid_exists(session->now, *grid, *place, error);
}
