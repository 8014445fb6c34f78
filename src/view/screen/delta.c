/* What moved: instead of the pipeline three columns, then, now and the change; weights above, the
 * grid with the focus below. The layout is that of the main screen: weights take the place of the
 * hall, the other grid that of the band of outputs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

enum { ROWS_SCANNED = 64, SCAN_DECIMALS = 3, ARITHMETIC_DECIMALS = 6, SIDE_GAP = 2 };

static GridId upper_grid(const Screen *screen) {
    return screen_has(screen, GRID_WEIGHTS) ? GRID_WEIGHTS : screen_focus(screen);
}

/* GRID_COUNT: nothing stands below. */
static GridId lower_grid(const Screen *screen) {
    GridId focus = screen_focus(screen);
    if (focus != upper_grid(screen))
        return focus;
    return screen_has(screen, GRID_Y) && focus != GRID_Y ? GRID_Y : GRID_COUNT;
}

double delta_largest(const Screen *screen, GridId grid) {
    return screen->moved[grid != upper_grid(screen)];
}

/* The largest change, and the columns before the point that changes need. */
static double scan(const Screen *screen, GridId grid, int *integers) {
    const Session *session = screen->session;
    Place place = session_place(session);
    size_t rows = grid_rows(session->now, grid, place);
    size_t cols = grid_cols(session->now, grid, place);
    double largest = 0;
    double *numbers = memory_new(cols ? cols : 1, sizeof *numbers);
    *integers = 2; /* a change has a sign sooner or later */
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

static void add_side(Wants *wants, Want want, int side, int rank) {
    want.side = side;
    want.rank = rank;
    want.core = true;
    want.tied = want.must = false;
    want.gap = want.room = wants->count > 0 ? SIDE_GAP : 0;
    if (side != SIDE_DELTA && want.kind != WANT_NUMBERS)
        want.gap = want.room = wants->count > 0;
    wants->want[wants->count++] = want;
}

static void add_sides(Screen *screen, Wants *wants, GridId grid, double *largest) {
    int integers;
    char title[128];
    *largest = scan(screen, grid, &integers);
    Want want = want_make(screen, grid, 0, true);
    want.cursor = is_focus(screen, grid) ? (int)screen->session->look.col : ABSENT;
    wants->count = 0;
    static const int sides[] = {SIDE_THEN, SIDE_NOW, SIDE_DELTA};
    for (int i = 0; i < 3; i++) {
        Column column = {.grid = (int)grid, .side = sides[i]};
        delta_title(screen, &column, title, sizeof title);
        want.name = 1 + utf8_columns(title);
        if (sides[i] == SIDE_DELTA) {
            want.integers = integers;
            want.exact = false;
            want.kind = want.kind == WANT_SIGNS ? WANT_KEYS : want.kind;
        }
        add_side(wants, want, sides[i], 2 - i);
    }
}

void measure_delta(Screen *screen) {
    Content *content = &screen->content;
    GridId lower = lower_grid(screen);
    const Session *session = screen->session;
    content->bands = 1;
    content->band = 0;
    content->band_label = 0;
    content->all_or_one = false;
    content->rows = (int)screen_queries(screen, session->look.record);
    content->input.count = 0;
    content->input_rows = 0;
    content->output.count = 0;
    content->output_rows = 0;
    content->output_focused = false;
    add_sides(screen, &content->hall, upper_grid(screen), &screen->moved[0]);
    if (lower == GRID_COUNT)
        return;
    add_sides(screen, &content->output, lower, &screen->moved[1]);
    content->output_rows = (int)grid_rows(session->now, lower, session_place(session));
    content->output_labels = true;
    content->output_focused = is_focus(screen, lower);
    content->output_row = content->output_focused ? (int)session->look.row : 0;
}

void delta_title(const Screen *screen, const Column *column, char *out, size_t size) {
    const char *name = grid_title(screen, (GridId)column->grid);
    char number[CELL_TEXT];
    bool pinned = screen->session->baseline.kind == BASELINE_PIN;
    if (column->side == SIDE_DELTA) {
        number_text(delta_largest(screen, (GridId)column->grid), ARITHMETIC_DECIMALS,
                    screen->ascii, number);
        snprintf(out, size, screen->ascii ? "%s +-%s" : "%s ±%s",
                 grid_title(screen, GRID_DELTA), number);
        return;
    }
    const char *id = column->side == SIDE_NOW ? "screen.side.now"
                     : pinned                 ? "screen.side.pinned"
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

/* The lower grids stand under the upper ones of the same state, where they are no wider. */
void delta_align(Layout *layout) {
    int free_from = layout->label;
    Lineup *lower = &layout->output;
    for (int i = 0; i < lower->count; i++) {
        Column *column = &lower->column[i];
        for (int u = 0; u < layout->hall.count; u++) {
            int x = layout->hall.column[u].x;
            if (layout->hall.column[u].side == column->side && x >= free_from &&
                x + column->width <= layout->width)
                column->x = x;
        }
        if (column->x < free_from)
            return; /* too wide: as they came */
        free_from = column->x + column->width;
    }
}
