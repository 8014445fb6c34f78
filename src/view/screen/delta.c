/* Shows changes against a baseline: each grid has three columns, for the state then, the
 * state now, and the change between them. Weights are the main columns; the focused grid
 * is in the band of outputs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

enum { ROWS_SCANNED = 64, SCAN_DECIMALS = 3, ARITHMETIC_DECIMALS = 6, STATE_GAP = 2 };

static GridId upper_grid(const Screen *screen) {
    return screen_has(screen, GRID_WEIGHTS) ? GRID_WEIGHTS : screen_focus(screen);
}

/* Returns GRID_COUNT if there is no lower grid. */
static GridId lower_grid(const Screen *screen) {
    GridId focus = screen_focus(screen);
    if (focus != upper_grid(screen))
        return focus;
    return screen_has(screen, GRID_Y) && focus != GRID_Y ? GRID_Y : GRID_COUNT;
}

double delta_largest(const Screen *screen, GridId grid) {
    return screen->moved[grid != upper_grid(screen)];
}

/* Returns the largest change, and sets the columns before the point that changes need. */
static double scan(const Screen *screen, GridId grid, int *integers) {
    const Session *session = screen->session;
    Place place = session_place(session);
    size_t rows = grid_rows(session->now, grid, place);
    size_t cols = grid_cols(session->now, grid, place);
    double largest = 0;
    double *numbers = memory_new(cols ? cols : 1, sizeof *numbers);
    *integers = 2; /* most grids of changes have a negative one */
    for (size_t i = 0; i < rows && i < ROWS_SCANNED; i++) {
        if (!session_delta(session, grid, place, i, numbers))
            continue;
        for (size_t c = 0; c < cols; c++) {
            int columns = cell_integers(numbers[c], SCAN_DECIMALS) + (numbers[c] > 0);
            *integers = columns > *integers ? columns : *integers;
            largest = isfinite(numbers[c]) ? fmax(largest, fabs(numbers[c])) : largest;
        }
    }
    free(numbers);
    if (*integers > CELL_INTEGERS)
        *integers = CELL_INTEGERS;
    return largest;
}

/* Adds a grid in its three states. On narrow screens the change stays longest. */
static void add_states(const Screen *screen, GridId grid, int integers,
                       ColumnSpecs *specs) {
    ColumnSpec spec = spec_make(screen, grid, 0, true);
    char title[128];
    for (int state = STATE_THEN; state <= STATE_CHANGE; state++) {
        Column column = {.grid = (int)grid, .state = state};
        delta_title(screen, &column, title, sizeof title);
        bool change = state == STATE_CHANGE;
        spec.state = state;
        spec.rank = STATE_CHANGE - state;
        spec.name = 1 + utf8_columns(title);
        if (change) {
            spec.integers = integers;
            spec.exact = false;
            spec.kind = spec.kind == COLUMN_SIGNS ? COLUMN_KEYS : spec.kind;
        }
        spec.gap = change || spec.kind == COLUMN_NUMBERS ? STATE_GAP : 1;
        spec.wide_gap = spec.gap;
        specs->spec[specs->count++] = spec;
    }
}

void delta_specs(Screen *screen) {
    Content *content = &screen->content;
    const Session *session = screen->session;
    GridId lower = lower_grid(screen);
    int integers;
    content->bands = 1;
    content->band_label = 0;
    content->all_or_one = false;
    content->aligned = true;
    content->rows = (int)screen_queries(screen, session->look.record);
    screen->moved[0] = scan(screen, upper_grid(screen), &integers);
    add_states(screen, upper_grid(screen), integers, &content->main);
    if (lower == GRID_COUNT)
        return;
    screen->moved[1] = scan(screen, lower, &integers);
    add_states(screen, lower, integers, &content->output);
    content->output_rows = (int)grid_rows(session->now, lower, session_place(session));
    content->output_labels = true;
    content->output_focused = is_focus(screen, lower);
    content->output_row = content->output_focused ? (int)session->look.row : 0;
}

void delta_title(const Screen *screen, const Column *column, char *out, size_t size) {
    const char *name = grid_title(screen, (GridId)column->grid);
    char number[CELL_TEXT];
    bool pinned = screen->session->baseline.kind == BASELINE_PIN;
    if (column->state == STATE_CHANGE) {
        number_text(delta_largest(screen, (GridId)column->grid), ARITHMETIC_DECIMALS,
                    screen->ascii, number);
        snprintf(out, size, screen->ascii ? "%s +-%s" : "%s ±%s",
                 grid_title(screen, GRID_DELTA), number);
        return;
    }
    const char *id = column->state == STATE_NOW ? "screen.side.now"
                     : pinned                   ? "screen.side.pinned"
                                                : "screen.side.before";
    char spaced[CELL_TEXT];
    bool latin = (*name & 0x80) == 0 && *message(screen->lang, id) != '%';
    snprintf(spaced, sizeof spaced, latin ? " %s" : "%s", name);
    snprintf(out, size, message(screen->lang, id), spaced);
}

void delta_arithmetic(const Screen *screen, Text *value, Text *formula) {
    const Session *session = screen->session;
    const Look *look = &session->look;
    GridId grid = screen_focus(screen);
    Place place = session_place(session);
    size_t cols = grid_cols(session->now, grid, place);
    char number[CELL_TEXT], now[CELL_TEXT], then[CELL_TEXT];
    double *numbers = memory_new(cols, sizeof *numbers);
    if (!session_delta(session, grid, place, look->row, numbers) ||
        look->col >= grid_cols(session->against, grid, place)) {
        text_append(value, message(screen->lang, "screen.delta.none"));
        free(numbers);
        return;
    }
    number_text(numbers[look->col], ARITHMETIC_DECIMALS, screen->ascii, number);
    free(numbers);
    number_text(grid_cell(session->now, grid, place, look->row, look->col, NULL),
                ARITHMETIC_DECIMALS, screen->ascii, now);
    number_text(grid_cell(session->against, grid, place, look->row, look->col, NULL),
                ARITHMETIC_DECIMALS, screen->ascii, then);
    text_append(value, number);
    text_format(formula, *then == '-' ? " = %s - (%s)" : " = %s - %s", now, then);
    text_format(formula, "   %s",
                message(screen->lang, session->baseline.kind == BASELINE_PIN
                                          ? "screen.delta.pinned"
                                          : "screen.delta.before"));
}
