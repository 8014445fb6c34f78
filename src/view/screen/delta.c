/* Shows changes against a baseline: each grid has three columns, for the state then, the
 * state now, and the change between them. Weights are the main columns; the focused grid
 * is in the band of outputs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

enum { ROWS_SCANNED = 64, SCAN_DECIMALS = 3, STATE_GAP = 2 };

static GridId upper_grid(const Screen *screen) {
    return screen_has(screen, GRID_WEIGHTS) ? GRID_WEIGHTS : screen->at.grid;
}

/* Returns GRID_COUNT if there is no lower grid. */
static GridId lower_grid(const Screen *screen) {
    GridId focus = screen->at.grid;
    if (focus != upper_grid(screen))
        return focus;
    return screen_has(screen, GRID_Y) && focus != GRID_Y ? GRID_Y : GRID_COUNT;
}

double delta_largest(const Screen *screen, GridId grid) {
    return screen->moved[grid != upper_grid(screen)];
}

/* Returns the largest change, and sets the columns before the point that changes need. */
static double scan(const Screen *screen, GridId grid, int *integers) {
    int rows = min_int(screen_rows(screen, grid), ROWS_SCANNED);
    int cols = screen_cols(screen, grid);
    double largest = 0, *numbers = memory_new((size_t)cols + 1, sizeof *numbers);
    *integers = 2; /* most grids of changes have a negative one */
    for (int i = 0; i < rows; i++) {
        if (!session_delta(screen->session, grid, screen->at.place, (size_t)i, numbers))
            continue;
        for (int c = 0; c < cols; c++) {
            int columns = cell_integers(numbers[c], SCAN_DECIMALS) + (numbers[c] > 0);
            *integers = max_int(columns, *integers);
            largest = isfinite(numbers[c]) ? fmax(largest, fabs(numbers[c])) : largest;
        }
    }
    free(numbers);
    *integers = min_int(*integers, CELL_INTEGERS);
    return largest;
}

/* Adds a grid in its three states. On narrow screens the change stays longest. */
static void add_states(Screen *screen, GridId grid, Columns *specs) {
    Column spec = spec_make(screen, grid, 0, true);
    char title[128];
    int integers;
    screen->moved[grid != upper_grid(screen)] = scan(screen, grid, &integers);
    for (int state = STATE_THEN; state <= STATE_CHANGE; state++) {
        Column column = {.grid = grid, .state = state};
        delta_title(screen, &column, title, sizeof title);
        spec.state = state;
        spec.rank = STATE_CHANGE - state;
        spec.name = 1 + utf8_columns(title);
        spec.gap = spec.kind == COLUMN_NUMBERS ? STATE_GAP : 1;
        if (state == STATE_CHANGE) {
            spec.integers = integers;
            spec.exact = false;
            spec.kind = spec.kind == COLUMN_SIGNS ? COLUMN_KEYS : spec.kind;
            spec.gap = STATE_GAP;
        }
        spec.wide_gap = spec.gap;
        specs->column[specs->count++] = spec;
    }
}

void delta_specs(Screen *screen) {
    Content *content = &screen->content;
    GridId lower = lower_grid(screen);
    content->bands = 1;
    content->band_label = 0;
    content->all_or_one = false;
    content->aligned = true;
    content->rows = (int)screen_queries(screen, screen->at.place.record);
    add_states(screen, upper_grid(screen), &content->main);
    if (lower == GRID_COUNT)
        return;
    add_states(screen, lower, &content->output);
    content->output_rows = screen_rows(screen, lower);
    content->output_labels = true;
    content->output_focused = is_focus(screen, lower);
    content->output_row = content->output_focused ? (int)screen->at.row : 0;
}

void delta_title(const Screen *screen, const Column *column, char *out, size_t size) {
    const char *name = grid_title(screen, column->grid);
    bool pinned = screen->session->baseline.kind == BASELINE_PIN;
    if (column->state == STATE_CHANGE) {
        snprintf(out, size, screen->ascii ? "%s +-%s" : "%s ±%s",
                 grid_title(screen, GRID_DELTA),
                 written(screen, delta_largest(screen, column->grid)).text);
        return;
    }
    const char *id = column->state == STATE_NOW ? "screen.side.now"
                     : pinned                   ? "screen.side.pinned"
                                                : "screen.side.before";
    const char *form = message(screen->lang, id);
    char spaced[CELL_TEXT];
    bool latin = (*name & 0x80) == 0 && *form != '%';
    snprintf(spaced, sizeof spaced, latin ? " %s" : "%s", name);
    snprintf(out, size, form, spaced);
}

void delta_arithmetic(const Screen *screen, Text *value, Text *formula) {
    const Session *session = screen->session;
    const GridCell *at = &screen->at;
    bool pinned = session->baseline.kind == BASELINE_PIN;
    double change;
    GridSpan span = {at->col, 1, &change};
    if (!session_delta_span(session, at->grid, at->place, at->row, span) ||
        at->col >= grid_cols(session->against, at->grid, at->place)) {
        text_append(value, message(screen->lang, "screen.delta.none"));
        return;
    }
    Written now = written(screen, cursor_value(screen, screen->now, NULL));
    Written then = written(screen, cursor_value(screen, session->against, NULL));
    text_append(value, written(screen, change).text);
    text_format(
        formula, *then.text == '-' ? " = %s - (%s)   %s" : " = %s - %s   %s", now.text,
        then.text,
        message(screen->lang, pinned ? "screen.delta.pinned" : "screen.delta.before"));
}
