/* What one cell shows: its number or sign, its mark, its color. Everything that a color says, a
 * glyph says too. */
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

/* Loads the row as it was, for marks. */
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

static double row_now(const RowView *view, size_t col) {
    return view->now[col - view->first];
}

static double row_was(const RowView *view, size_t col) {
    return view->was[col - view->first];
}

static bool changed(const RowView *view, size_t col) {
    if (!view->was)
        return false;
    if (view->state != view->was_state)
        return true;
    bool one = fabs(row_now(view, col) - 1) <= sum_tolerance &&
               fabs(row_was(view, col) - 1) <= sum_tolerance;
    if (view->grid == GRID_SUMS && one) /* both are shown as 1 */
        return false;
    return view->state != ROWSTATE_UNDEFINED &&
           !same_bits(row_now(view, col), row_was(view, col));
}

/* ---- signs ---- */

static bool has_keys(GridId grid) {
    return grid_table[grid].rows == AXIS_QUERY && grid_table[grid].cols == AXIS_KEY &&
           grid != GRID_REACH;
}

static Reason reason_of(const RowView *view, size_t col) {
    if (!has_keys(view->grid))
        return REASON_OPEN;
    return visibility(view->model, view->place, view->row, col);
}

static void face_word(Face *face, const Column *column, bool ascii, const char *word,
                      int role) {
    CellShape shape = {column->integers, column->decimals, ascii};
    cell_word(word, shape, face->text);
    face->style = style_of(role);
}

/* One letter in the cell of a sign. */
static void face_sign(Face *face, const char *sign, int role) {
    snprintf(face->text, sizeof face->text, "%s", sign);
    face->style = style_of(role);
}

static void face_visible(Screen *screen, Reason reason, Face *face) {
    char letter[] = {rule_table[reason].letter, '\0'};
    face_sign(face, letter,
              reason_forced(reason)   ? ROLE_FORCED
              : reason == REASON_OPEN ? ROLE_OPEN
                                      : ROLE_HIDDEN);
    if (reason != REASON_OPEN)
        signs_see(screen, (Sign)(SIGN_REASON + reason));
}

/* 0 and 1 in cells of signs: drop, the scene's mask, reach. */
static void face_binary(const RowView *view, size_t col, Reason reason, Face *face) {
    bool one = row_now(view, col) != 0;
    bool open = view->grid == GRID_REACH  ? one
                : view->grid == GRID_MASK ? reason != REASON_MASK
                                          : reason_visible(reason);
    face_sign(face, one ? "1" : "0", open ? ROLE_OPEN : ROLE_HIDDEN);
}

/* ---- numbers ---- */

static void face_number(Screen *screen, const Column *column, double value, Face *face) {
    CellShape shape = {column->integers, column->decimals, screen->ascii};
    cell_number(value, shape, face->text);
    if (strchr(face->text, '~'))
        signs_see(screen, SIGN_TINY);
    if (isnan(value))
        signs_see(screen, SIGN_NAN);
    if (isnan(value) || value == INFINITY)
        face->style = style_of(ROLE_EMPTY);
    else if (value == -INFINITY)
        face->style = style_of(ROLE_HIDDEN);
    else
        face->plain = true;
}

static void face_weight(Screen *screen, const Column *column, double value, Reason reason,
                        Face *face) {
    bool shut = !reason_visible(reason);
    face->plain = false;
    face->bar = isnan(value) ? 0 : value;
    if (shut && value == 0) {
        bool forced = reason == REASON_FORCED_SHUT;
        face_word(face, column, screen->ascii,
                  forced          ? "x"
                  : screen->ascii ? "."
                                  : "·",
                  forced ? ROLE_FORCED : ROLE_HIDDEN);
        return;
    }
    face->style = style_heat(value);
    if (shut && !isnan(value)) {
        face->mark = '!';
        signs_see(screen, SIGN_COUNTED);
    }
}

static void face_score(const Screen *screen, double value, Reason reason, Face *face) {
    if (!face->plain)
        return;
    face->plain = false;
    face->style = reason_visible(reason) ? style_signed(value, screen->largest)
                                         : style_of(ROLE_HIDDEN);
}

/* NaN has a sign and a color of its own. */
static void face_wrong(Screen *screen, Face *face, double value, Sign sign) {
    face->mark = '!';
    if (isnan(value))
        return;
    face->style = style_of(ROLE_WRONG);
    signs_see(screen, sign);
}

static void face_sum(Screen *screen, const RowView *view, double value, Face *face) {
    const Options *options = &view->model->layers[view->place.layer].options;
    double given = given_weight_sum(view->model, view->place, view->row);
    const Place *at = &view->place;
    double error =
        given_part(view->model, at->layer, at->record, PART_WEIGHTS)->sum_error;
    if (!(fabs(given - 1) <= sum_tolerance + error)) {
        face->mark = '!';
        signs_see(screen, SIGN_DIVIDED);
    }
    if (options->null_logit.on || fabs(value - 1) <= sum_tolerance)
        return;
    face_wrong(screen, face, value, SIGN_SUM);
}

/* In a lane: a y that is not the right one. */
static void face_judge(Screen *screen, const RowView *view, size_t col, Face *face) {
    RowState state;
    if (!view->right)
        return;
    double right = grid_cell(view->right, GRID_Y, view->place, view->row, col, &state);
    if (state == ROWSTATE_UNDEFINED || fabs(row_now(view, col) - right) > sum_tolerance)
        face_wrong(screen, face, row_now(view, col), SIGN_DIFFERS);
}

static bool is_unscored(const RowView *view) {
    return (view->grid == GRID_PROB || view->grid == GRID_LOSS) &&
           !query_scored(view->model, view->place.record, view->row);
}

static void face_value(Screen *screen, const RowView *view, size_t col,
                       const Column *column, Face *face) {
    double value = row_now(view, col);
    Reason reason = reason_of(view, col);
    if (is_unscored(view)) {
        face_word(face, column, screen->ascii, "-", ROLE_QUIET);
        face->plain = true;
        signs_see(screen, SIGN_UNSCORED);
        return;
    }
    face_number(screen, column, value, face);
    switch (view->grid) {
    case GRID_WEIGHTS:
        face_weight(screen, column, value, reason, face);
        return;
    case GRID_SCORES:
    case GRID_MASKED:
        face_score(screen, value, reason, face);
        return;
    case GRID_SUMS:
        if (fabs(value - 1) <= sum_tolerance)
            face_number(screen, column, 1, face);
        face_sum(screen, view, value, face);
        return;
    case GRID_Y:
        face_judge(screen, view, col, face);
        return;
    default: /* plain numbers */
        return;
    }
}

/* Zoomed out: one sign for a number, its color kept. Weights climb a ramp, scores tell their side
 * of zero; what is hidden, forced, infinite or not a number keeps its sign. */
static void face_narrow(GridId grid, double value, Face *face) {
    static const char ramp[] = ".:-=+*#%@";
    enum { STEPS = sizeof ramp - 1 };
    char sign[2] = "0";
    face->bar = 0;
    if (isnan(value))
        sign[0] = '?';
    else if (isinf(value))
        sign[0] = '^';
    else if (face->style.fore == ROLE_HIDDEN || face->style.fore == ROLE_FORCED)
        return;
    else if (grid == GRID_WEIGHTS && value > 0 && value < 1)
        sign[0] = ramp[(int)(value * STEPS)];
    else if (grid != GRID_WEIGHTS && value != 0)
        sign[0] = value > 0 ? '+' : '-';
    else if (value == 1)
        sign[0] = '1';
    snprintf(face->text, sizeof face->text, "%s", sign);
}

/* A change, on the scale of the largest one of its grid. */
static void face_delta(Screen *screen, const RowView *view, size_t col,
                       const Column *column, Face *face) {
    double value = row_now(view, col);
    face_number(screen, column, value, face);
    if (face->plain)
        face->style = style_signed(value, delta_largest(screen, view->grid));
    face->plain = false;
    face->mark_style = style_over(ROLE_NUMBER, face->style.back);
}

/* ---- marks ---- */

static bool written_over(const RowView *view, size_t col) {
    const Place *at = &view->place;
    return view->grid == GRID_SCORES &&
           record_score_edit(&view->model->records[at->record], at->layer, at->head,
                             view->row, col) != NULL;
}

static void face_marks(Screen *screen, const RowView *view, size_t col, Face *face) {
    bool moved = changed(view, col);
    if (face->mark == ' ' && view->grid == GRID_WEIGHTS &&
        reason_of(view, col) == REASON_FORCED_OPEN) {
        face->mark = '+';
        face->mark_style = style_over(ROLE_FORCED, face->style.back);
        signs_see(screen, (Sign)(SIGN_REASON + REASON_FORCED_OPEN));
    } else if (face->mark == ' ' && written_over(view, col)) {
        face->mark = '#';
        face->mark_style = style_over(ROLE_FORCED, face->style.back);
        signs_see(screen, SIGN_EDITED);
    } else if (face->mark == '!') {
        face->mark_style = style_of(ROLE_WRONG);
    } else if (moved) {
        face->mark = '*';
        face->mark_style = style_over(ROLE_CHANGED, face->style.back);
    }
    if (!moved)
        return;
    signs_see(screen, SIGN_CHANGED);
    if (face->style.fore != ROLE_WRONG)
        face->style = style_over(ROLE_CHANGED, face->style.back);
}

void face_make(Screen *screen, const RowView *view, size_t col, const Column *column,
               Face *face) {
    static const Style ground = {ROLE_NUMBER, ROLE_NUMBER, 0};
    bool binary = grid_of_signs(view->grid), sign = shows_signs(screen, view->grid);
    *face = (Face){.mark = ' ', .style = ground, .mark_style = ground};
    if (session_covered(screen->session, view->grid)) {
        face_word(face, column, screen->ascii, sign && !view->change ? "?" : "????",
                  ROLE_COVERED);
        signs_see(screen, SIGN_COVERED);
    } else if (view->change) {
        face_delta(screen, view, col, column, face);
        return;
    } else if (view->state == ROWSTATE_UNDEFINED) {
        face_word(face, column, screen->ascii, screen->ascii ? "E" : "∅", ROLE_EMPTY);
        signs_see(screen, SIGN_EMPTY);
    } else if (view->state == ROWSTATE_UNUSED) {
        face_word(face, column, screen->ascii, sign ? "-" : "--", ROLE_UNUSED);
        face->plain = true;
        signs_see(screen, SIGN_UNUSED);
    } else if (view->grid == GRID_VISIBLE) {
        face_visible(screen, visibility(view->model, view->place, view->row, col), face);
    } else if (binary) {
        face_binary(view, col, reason_of(view, col), face);
    } else {
        face_value(screen, view, col, column, face);
        if (sign)
            face_narrow(view->grid, row_now(view, col), face);
    }
    face->mark_style = style_over(ROLE_NUMBER, face->style.back);
    if (!session_covered(screen->session, view->grid))
        face_marks(screen, view, col, face);
}
