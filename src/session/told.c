/* The words of a scene while something is covered: a number of two decimals or more that is
 * in a covered grid, and in no other, is covered in them, too. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/internal.h"

/* A number as words have it, and where it was found. */
typedef struct Sought {
    const Session *session;
    double number;
    int decimals;
    bool covered, open;
} Sought;

static void compare(Sought *sought, bool covered, double number) {
    static const double rounding = 1e-12;
    double half = 0.5 * pow(10, -sought->decimals);
    if (!(fabs(fabs(number) - sought->number) <= half + rounding))
        return;
    sought->covered |= covered;
    sought->open |= !covered;
}

/* Looks for the number in a grid of a sheet at one place, and in its change against the
 * baseline. */
static void look_into(Sought *sought, Sheet *sheet, GridId grid, Place place) {
    const Session *session = sought->session;
    bool covered = covered_in(session, grid, place.layer);
    if (!grid_exists(sheet, grid, place, NULL))
        return;
    size_t rows = grid_rows(sheet, grid, place), cols = grid_cols(sheet, grid, place);
    double *numbers = memory_new(cols, sizeof *numbers);
    for (size_t i = 0; i < rows; i++) {
        bool there = grid_row(sheet, grid, place, i, numbers) != ROWSTATE_UNDEFINED;
        for (size_t c = 0; there && c < cols; c++)
            compare(sought, covered, numbers[c]);
        there = sheet == session->now && session_delta(session, grid, place, i, numbers);
        for (size_t c = 0; there && c < cols; c++)
            compare(sought, covered || session_covers_change(session, grid), numbers[c]);
    }
    free(numbers);
}

static void look_at_grid(Sought *sought, Sheet *sheet, GridId grid) {
    const Model *model = &sheet->model;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t l = 0; l < model->layer_count; l++)
            for (size_t h = 0; h < model->layers[l].heads; h++) {
                Place place = {.record = r, .layer = l, .head = h};
                look_into(sought, sheet, grid, place);
            }
}

static void look_at(Sought *sought, Sheet *sheet) {
    for (unsigned g = 0; sheet && g < GRID_COUNT && !sought->open; g++)
        if (g != GRID_DELTA)
            look_at_grid(sought, sheet, (GridId)g);
}

/* Returns true if only covered grids have a number. In a long scene that is not looked
 * for. */
static bool gives_away(const Session *session, double number, int decimals) {
    Sought sought = {.session = session, .number = number, .decimals = decimals};
    double mean;
    size_t divisor;
    if (session_is_long(session))
        return true;
    if (session->now->model.loss != LOSS_NONE &&
        pass_mean_loss(sheet_pass(session->now), &mean, &divisor) == LOSS_FINE)
        compare(&sought, session_covered(session, GRID_LOSS), mean);
    look_at(&sought, session->now);
    look_at(&sought, session->before);
    look_at(&sought, session->against);
    for (size_t lane = 0; lane < session_lanes(session); lane++) {
        Sheet *sheet = session_lane(session, lane);
        look_at(&sought, sheet);
        sheet_release(sheet);
    }
    return sought.covered && !sought.open;
}

void session_told(const Session *session, const char *words, Text *out) {
    static const char digits[] = "0123456789";
    if (!session_covers_some(session)) {
        text_append(out, words);
        return;
    }
    for (const char *at = words; *at;) {
        size_t whole = strspn(at, digits), length = whole ? whole : 1;
        int decimals =
            whole && at[whole] == '.' ? (int)strspn(at + whole + 1, digits) : 0;
        length += decimals > 0 ? 1 + (size_t)decimals : 0;
        bool away = decimals > 1 && gives_away(session, strtod(at, NULL), decimals);
        for (const char *end = at + length; at < end; at++)
            text_append_n(out, away ? "?" : at, 1);
    }
}
