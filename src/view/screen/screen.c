/* See screen.h. Answers questions that several parts of the screen ask. */
#include "view/screen/screen.h"

#include <stdio.h>

#include "session/language.h"

Place screen_place(const Screen *screen, int band) {
    Place place = session_place(screen->session);
    if (screen->records)
        place.record = (size_t)band;
    else
        place.head = (size_t)band;
    return place;
}

Pen screen_pen(const Screen *screen, int x, int y) {
    return (Pen){.frame = screen->frame, .x = x, .y = y, .end = screen->width};
}

int number_columns(const Screen *screen, Axis axis, size_t index) {
    return snprintf(NULL, 0, "%ld", session_number_of(screen->session, axis, index));
}

const char *grid_title(const Screen *screen, GridId grid) {
    char id[40];
    snprintf(id, sizeof id, "grid.%s", grid_table[grid].name);
    return message(screen->lang, id);
}

bool screen_has(const Screen *screen, GridId grid) {
    if ((grid == GRID_PROB || grid == GRID_LOSS) && screen->model->loss == LOSS_NONE)
        return false; /* they exist, but all of their numbers are NaN */
    return grid_exists(screen->session->now, grid, session_place(screen->session), NULL);
}

size_t screen_queries(const Screen *screen, size_t record) {
    return screen->model->records[record].queries;
}

size_t screen_keys(const Screen *screen, size_t record) {
    return screen->model->records[record].keys;
}

bool screen_self(const Screen *screen) {
    size_t record = screen->session->look.record;
    return screen_queries(screen, record) == screen_keys(screen, record) &&
           !session_labels(screen->session)->has_query_tokens;
}

int screen_bands(const Screen *screen) {
    const Session *session = screen->session;
    return (int)(screen->records ? screen->model->record_count
                                 : screen->model->layers[session->look.layer].heads);
}

GridId screen_focus(const Screen *screen) {
    const Session *session = screen->session;
    return session->look.grid == GRID_DELTA ? session->delta_of : session->look.grid;
}

bool is_focus(const Screen *screen, GridId grid) {
    GridId focus = screen_focus(screen);
    if (focus == grid)
        return true;
    if (screen->merged_y && grid == GRID_Y && focus == GRID_CONCAT)
        return true;
    return screen->merged_out && grid == GRID_OUT &&
           (focus == GRID_CONCAT || focus == GRID_Y);
}

bool grid_of_signs(GridId grid) {
    return grid == GRID_VISIBLE || grid == GRID_DROP || grid == GRID_REACH ||
           grid == GRID_MASK;
}

bool shows_signs(const Screen *screen, GridId grid) {
    return grid_of_signs(grid) ||
           (screen->session->look.zoom > 0 && grid_is_square(grid));
}

void legend_note(Screen *screen, Sign sign) {
    screen->seen |= 1U << sign;
}
