/* Decides how one cell is shown: its number or sign, its mark, its colors. Everything
 * that a color says is also said by a glyph. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "view/screen/screen.h"

static const double sum_tolerance = 1e-12;

/* ---- rows ---- */

static bool row_of(Sheet *sheet, const RowView *view) {
    return sheet && view->place.record < sheet->model.record_count &&
           view->place.layer < sheet->model.layer_count &&
           grid_exists(sheet, view->grid, view->place, NULL) &&
           view->row < grid_rows(sheet, view->grid, view->place);
}

/* Loads the row as it was before, for the marks of changes. */
static void load_was(Sheet *sheet, RowView *view) {
    if (!row_of(sheet, view) || grid_cols(sheet, view->grid, view->place) != view->cols)
        return;
    view->was = memory_new(view->count, sizeof *view->was);
    view->was_state = grid_span(sheet, view->grid, view->place, view->row,
                                (GridSpan){view->first, view->count, view->was});
}

bool row_load(const Screen *screen, const Column *column, Place place, size_t row,
              RowView *view) {
    GridId grid = (GridId)column->grid;
    const ShownState *state = &screen->state[column->state];
    *view = (RowView){.grid = grid,
                      .place = place,
                      .model = &state->sheet->model,
                      .right = state->right,
                      .change = column->state == STATE_CHANGE,
                      .row = row,
                      .first = (size_t)column->first};
    if (!row_of(state->sheet, view))
        return false;
    view->cols = grid_cols(state->sheet, grid, place);
    size_t left = view->cols > view->first ? view->cols - view->first : 0;
    view->count = (size_t)column->count < left ? (size_t)column->count : left;
    view->now = memory_new(view->count, sizeof *view->now);
    GridSpan shown = {view->first, view->count, view->now};
    if (view->change) {
        if (session_delta_span(screen->session, grid, place, row, shown))
            return true;
        row_release(view);
        return false;
    }
    view->state = grid_span(state->sheet, grid, place, row, shown);
    load_was(state->was, view);
    return true;
}

void row_release(RowView *view) {
    free(view->now);
    free(view->was);
    view->now = view->was = NULL;
}

/* ---- the numbers of a cell ---- */

/* A cell while its style is made. */
typedef struct Making {
    Screen *screen;
    const RowView *view;
    CellShape shape;
    size_t col;
    double value;
    Reason reason; /* REASON_OPEN where the cell is no key of a query */
    CellStyle *cell;
} Making;

static Reason reason_of(const RowView *view, size_t col) {
    bool keys = grid_is_square(view->grid) && view->grid != GRID_REACH;
    return keys ? visibility(view->model, view->place, view->row, col) : REASON_OPEN;
}

static bool is_one(double sum) {
    return fabs(sum - 1) <= sum_tolerance;
}

/* Returns true if the cell is not as it was before. Two sums that are shown as 1 count as
 * equal. */
static bool changed(const Making *making) {
    const RowView *view = making->view;
    if (!view->was)
        return false;
    if (view->state != view->was_state)
        return true;
    double now = making->value, was = view->was[making->col - view->first];
    if (view->grid == GRID_SUMS && is_one(now) && is_one(was))
        return false;
    return view->state != ROWSTATE_UNDEFINED && !same_bits(now, was);
}

/* ---- words and signs ---- */

static void set_word(Making *making, const char *word, int role) {
    cell_word(word, making->shape, making->cell->text);
    making->cell->style = style_of(role);
}

/* Sets one letter in the cell of a sign. */
static void set_letter(Making *making, char letter, int role) {
    snprintf(making->cell->text, CELL_TEXT, "%c", letter);
    making->cell->style = style_of(role);
}

static void set_visible(Making *making) {
    Reason reason = making->reason;
    set_letter(making, rule_table[reason].letter,
               reason_forced(reason)   ? ROLE_FORCED
               : reason == REASON_OPEN ? ROLE_OPEN
                                       : ROLE_HIDDEN);
    if (reason != REASON_OPEN)
        legend_note(making->screen, (Sign)(SIGN_REASON + reason));
}

/* Sets 0 or 1 in cells of signs: drop, the scene's mask, reach. */
static void set_binary(Making *making) {
    bool one = making->value != 0;
    bool open = making->view->grid == GRID_REACH  ? one
                : making->view->grid == GRID_MASK ? making->reason != REASON_MASK
                                                  : reason_visible(making->reason);
    set_letter(making, one ? '1' : '0', open ? ROLE_OPEN : ROLE_HIDDEN);
}

/* ---- numbers ---- */

static void set_number(Making *making, double value) {
    CellStyle *cell = making->cell;
    cell_number(value, making->shape, cell->text);
    if (strchr(cell->text, '~'))
        legend_note(making->screen, SIGN_TINY);
    if (isnan(value))
        legend_note(making->screen, SIGN_NAN);
    cell->plain = isfinite(value);
    if (!cell->plain)
        cell->style = style_of(value == -INFINITY ? ROLE_HIDDEN : ROLE_EMPTY);
}

static void set_weight(Making *making) {
    CellStyle *cell = making->cell;
    double value = making->value;
    bool shut = !reason_visible(making->reason);
    bool forced = making->reason == REASON_FORCED_SHUT;
    cell->plain = false;
    cell->bar = isnan(value) ? 0 : value;
    if (shut && value == 0) {
        const char *dot = making->screen->ascii ? "." : "·";
        set_word(making, forced ? "x" : dot, forced ? ROLE_FORCED : ROLE_HIDDEN);
        return;
    }
    cell->style = style_heat(value);
    if (shut && !isnan(value)) {
        cell->mark = '!';
        legend_note(making->screen, SIGN_COUNTED);
    }
}

static void set_score(Making *making) {
    CellStyle *cell = making->cell;
    if (cell->plain)
        cell->style = reason_visible(making->reason)
                          ? style_signed(making->value, making->screen->largest)
                          : style_of(ROLE_HIDDEN);
    cell->plain = false;
}

/* Marks a wrong number. NaN keeps its own sign and color. */
static void set_wrong(Making *making, Sign sign) {
    making->cell->mark = '!';
    if (isnan(making->value))
        return;
    making->cell->style = style_of(ROLE_WRONG);
    legend_note(making->screen, sign);
}

/* Marks a sum that is not 1, and a row of given weights that did not sum to 1. */
static void set_sum(Making *making) {
    const RowView *view = making->view;
    const Place *at = &view->place;
    const Options *options = &view->model->layers[at->layer].options;
    double given = given_weight_sum(view->model, *at, view->row);
    double error =
        given_part(view->model, at->layer, at->record, PART_WEIGHTS)->sum_error;
    if (is_one(making->value))
        set_number(making, 1);
    if (!(fabs(given - 1) <= sum_tolerance + error)) {
        making->cell->mark = '!';
        legend_note(making->screen, SIGN_DIVIDED);
    }
    if (!options->null_logit.on && !is_one(making->value))
        set_wrong(making, SIGN_SUM);
}

/* Marks a y that is not the one of the right lane. */
static void judge_y(Making *making) {
    const RowView *view = making->view;
    RowState state;
    if (!view->right)
        return;
    double right =
        grid_cell(view->right, GRID_Y, view->place, view->row, making->col, &state);
    if (state == ROWSTATE_UNDEFINED || fabs(making->value - right) > sum_tolerance)
        set_wrong(making, SIGN_DIFFERS);
}

static void set_value(Making *making) {
    const RowView *view = making->view;
    GridId grid = view->grid;
    if ((grid == GRID_PROB || grid == GRID_LOSS) &&
        !query_scored(view->model, view->place.record, view->row)) {
        set_word(making, "-", ROLE_QUIET);
        making->cell->plain = true;
        legend_note(making->screen, SIGN_UNSCORED);
        return;
    }
    set_number(making, making->value);
    if (grid == GRID_WEIGHTS)
        set_weight(making);
    else if (grid == GRID_SCORES || grid == GRID_MASKED)
        set_score(making);
    else if (grid == GRID_SUMS)
        set_sum(making);
    else if (grid == GRID_Y)
        judge_y(making);
}

/* Replaces a number by one sign when the grid is zoomed out, and keeps its color. Weights
 * have a step of a ramp, scores their sign; hidden and forced cells keep their own
 * glyph. */
static void set_narrow(const Making *making) {
    CellStyle *cell = making->cell;
    bool weight = making->view->grid == GRID_WEIGHTS;
    double value = making->value;
    char sign = '0';
    cell->bar = 0;
    if (isnan(value))
        sign = '?';
    else if (isinf(value))
        sign = '^';
    else if (cell->style.fore == ROLE_HIDDEN || cell->style.fore == ROLE_FORCED)
        return;
    else if (weight && value > 0 && value < 1)
        sign = heat_ramp[(int)(value * RAMP_STEPS)];
    else if (!weight && value != 0)
        sign = value > 0 ? '+' : '-';
    else if (value == 1)
        sign = '1';
    snprintf(cell->text, CELL_TEXT, "%c", sign);
}

/* Sets a change, colored on the scale of the largest one of its grid. */
static void set_change(Making *making) {
    CellStyle *cell = making->cell;
    set_number(making, making->value);
    if (cell->plain)
        cell->style = style_signed(making->value,
                                   delta_largest(making->screen, making->view->grid));
    cell->plain = false;
}

/* ---- marks ---- */

static bool written_over(const Making *making) {
    const RowView *view = making->view;
    const Place *at = &view->place;
    return view->grid == GRID_SCORES &&
           record_score_edit(&view->model->records[at->record], at->layer, at->head,
                             view->row, making->col) != NULL;
}

static void set_mark(CellStyle *cell, char mark, int role) {
    cell->mark = mark;
    cell->mark_style = style_over(role, cell->style.back);
}

/* Of several marks the first one wins. */
static void set_marks(Making *making) {
    CellStyle *cell = making->cell;
    bool moved = changed(making);
    if (cell->mark == '!') {
        cell->mark_style = style_of(ROLE_WRONG);
    } else if (making->view->grid == GRID_WEIGHTS &&
               making->reason == REASON_FORCED_OPEN) {
        set_mark(cell, '+', ROLE_FORCED);
        legend_note(making->screen, (Sign)(SIGN_REASON + REASON_FORCED_OPEN));
    } else if (written_over(making)) {
        set_mark(cell, '#', ROLE_FORCED);
        legend_note(making->screen, SIGN_EDITED);
    } else if (moved) {
        set_mark(cell, '*', ROLE_CHANGED);
    }
    if (!moved)
        return;
    legend_note(making->screen, SIGN_CHANGED);
    if (cell->style.fore != ROLE_WRONG)
        cell->style = style_over(ROLE_CHANGED, cell->style.back);
}

void cell_style_make(Screen *screen, const RowView *view, size_t col,
                     const Column *column, CellStyle *cell) {
    bool sign = shows_signs(screen, view->grid) && !view->change;
    bool covered = session_covered(screen->session, view->grid);
    Making making = {.screen = screen,
                     .view = view,
                     .shape = {column->integers, column->decimals, screen->ascii},
                     .col = col,
                     .value = view->now[col - view->first],
                     .reason = reason_of(view, col),
                     .cell = cell};
    *cell = (CellStyle){.mark = ' ', .style = style_of(ROLE_NUMBER)};
    if (covered) {
        set_word(&making, sign ? "?" : "????", ROLE_COVERED);
        legend_note(screen, SIGN_COVERED);
    } else if (view->change) {
        set_change(&making);
    } else if (view->state == ROWSTATE_UNDEFINED) {
        set_word(&making, screen->ascii ? "E" : "∅", ROLE_EMPTY);
        legend_note(screen, SIGN_EMPTY);
    } else if (view->state == ROWSTATE_UNUSED) {
        set_word(&making, sign ? "-" : "--", ROLE_UNUSED);
        cell->plain = true;
        legend_note(screen, SIGN_UNUSED);
    } else if (view->grid == GRID_VISIBLE) {
        set_visible(&making);
    } else if (grid_of_signs(view->grid)) {
        set_binary(&making);
    } else {
        set_value(&making);
        if (sign)
            set_narrow(&making);
    }
    cell->mark_style = style_over(ROLE_NUMBER, cell->style.back);
    if (!covered && !view->change)
        set_marks(&making);
}
