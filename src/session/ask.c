/* Asks, and the covers of grids. See question.h. */
#include <stdlib.h>

#include "scene/number.h"
#include "session/internal.h"

/* ---- cells that are asked for ---- */

GridId session_alone(const Session *session, GridId grid) {
    const Layer *layer = &session->now->model.layers[session->look.layer];
    bool joined = !part_present(&layer->part[PART_WO]) && !layer->options.residual;
    if (grid == GRID_Y && joined)
        grid = GRID_CONCAT;
    return grid == GRID_CONCAT && layer->heads == 1 ? GRID_OUT : grid;
}

bool same_cell(GridCell a, GridCell b) {
    return a.grid == b.grid && a.row == b.row && a.col == b.col &&
           a.place.record == b.place.record && a.place.layer == b.place.layer &&
           (a.place.head == b.place.head || !grid_table[a.grid].per_head);
}

bool ask_has(const Ask *ask, GridCell cell) {
    GridCell first = {ask->grid, ask->place, cell.row, cell.col};
    return same_cell(first, cell) && cell.row - ask->row < ask->rows &&
           cell.col - ask->col < ask->cols;
}

const Ask *ask_of(const Session *session, GridCell cell) {
    const Question *question = &session->question;
    cell.grid = session_alone(session, cell.grid);
    for (size_t i = question->asks; i-- > 0;)
        if (ask_has(&question->ask[i], cell))
            return &question->ask[i];
    return NULL;
}

bool session_asks(const Session *session, GridCell cell) {
    return !session->question.shown && ask_of(session, cell);
}

/* ---- covers ---- */

static GridSet covers_of(const Session *session) {
    const Question *question = &session->question;
    GridSet covered = session_hidden(session);
    for (size_t i = 0; !question->shown && i < question->asks; i++)
        covered |= GRID_BIT(question->ask[i].grid);
    return covered;
}

bool session_covers_some(const Session *session) {
    return covers_of(session) != 0;
}

/* Returns these grids and all that are made of them, directly or through others. */
static GridSet made_from(GridSet grids) {
    GridSet before;
    do {
        before = grids;
        for (unsigned g = 0; g < GRID_COUNT; g++)
            if (grid_table[g].made_of & grids)
                grids |= GRID_BIT(g);
    } while (grids != before);
    return grids;
}

bool covered_in(const Session *session, GridId grid, size_t layer) {
    GridSet covered = covers_of(session);
    if (covered == 0)
        return false;
    covered = made_from(covered);
    if (layer > 0 && covered & GRID_BIT(GRID_Y)) /* it is x of the layer after */
        covered = made_from(covered | GRID_BIT(GRID_X));
    return covered & (GRID_BIT(grid) | GRID_BIT(session_shape(session, grid)));
}

bool session_covered(const Session *session, GridId grid) {
    return covered_in(session, grid, session->look.layer);
}

/* Finds the grid that a hide names. */
static bool hide_names(const Session *session, const Words *words, GridSet *named,
                       Error *error) {
    GridId grid = session->look.grid;
    Place place;
    if (words->count > 1 &&
        !session_find_grid(session, words->word[1], &grid, &place, error))
        return false;
    *named = GRID_BIT(session_alone(session, grid));
    return true;
}

bool hide_apply(Session *session, const Words *words, Error *error) {
    GridSet named = 0;
    bool fine = hide_names(session, words, &named, error);
    session->covered |= named;
    return fine;
}

void hide_tell(Session *session, const Words *words) {
    GridSet named = 0;
    hide_names(session, words, &named, NULL);
    session->hidden |= named;
}

bool ask_apply(Session *session, const Words *words, Error *error) {
    Question *question = &session->question;
    Ask ask = {.row = 0};
    GridId grid;
    if (!session_find_grid(session, words->word[1], &grid, &ask.place, error))
        return false;
    if (grid == GRID_DELTA)
        return error_set(error, "ask: delta has no numbers of its own");
    if (question->asks == ASKS_MAX)
        return error_set(error, "ask: more than %d in one step", ASKS_MAX);
    ask.rows = grid_rows(session->now, grid, ask.place);
    ask.cols = grid_cols(session->now, grid, ask.place);
    if (words->count > 2) {
        if (!parse_position(session, words->word[2], "row", ask.rows, &ask.row, error))
            return false;
        ask.rows = 1;
    }
    if (words->count > 3) {
        if (!parse_position(session, words->word[3], "column", ask.cols, &ask.col, error))
            return false;
        ask.cols = 1;
    }
    if (question->shown)
        question_release(question);
    ask.grid = session_alone(session, grid);
    if (question->asks == 0)
        focus_set(session, grid, ask.place, ask.row, ask.col);
    question->ask[question->asks++] = ask;
    return true;
}

void question_release(Question *question) {
    for (size_t i = 0; i < question->answered_count; i++)
        free(question->answered[i].guess);
    free(question->answered);
    words_release(&question->goal);
    *question = (Question){.asks = 0};
}

/* ---- mistakes ---- */

bool mistake_cell(const Session *session, const Ask *ask, const Words *words,
                  GridCell *cell) {
    *cell = (GridCell){ask->grid, ask->place, 0, 0};
    return parse_position(session, words->word[0], "row",
                          grid_rows(session->now, ask->grid, ask->place), &cell->row,
                          NULL) &&
           parse_position(session, words->word[1], "column",
                          grid_cols(session->now, ask->grid, ask->place), &cell->col,
                          NULL);
}

bool mistake_check(const Session *session, const Words *words, Error *error) {
    const Question *question = &session->question;
    GridCell cell;
    double value;
    if (question->asks == 0)
        return error_set(error,
                         "mistake before an ask, expected it after the step's ask");
    if (!mistake_cell(session, &question->ask[question->asks - 1], words, &cell) ||
        !ask_of(session, cell))
        return error_set(error, "mistake: no such cell is asked for: %s %s",
                         words->word[0], words->word[1]);
    return number_parse(words->word[2], &value, error);
}
