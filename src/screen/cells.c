/* Decides how one cell is shown: its number or sign, its mark, its colors. Everything
 * that a color says is also said by a glyph. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "screen/screen.h"

static const double sum_tolerance = 1e-12;

/* ---- rows ---- */

static bool has_row(const Sheet *sheet, const RowView *row) {
    return sheet_has(sheet, row->grid, row->place) &&
           row->row < grid_rows(sheet, row->grid, row->place);
}

bool row_load(RowView *row) {
    const Column *column = row->column;
    row->grid = column->grid;
    row->state = &row->screen->state[column->state];
    Sheet *sheet = row->state->sheet, *was = row->state->was;
    if (!has_row(sheet, row))
        return false;
    size_t cols = grid_cols(sheet, row->grid, row->place);
    row->count = max_int(0, min_int(column->count, (int)cols - column->first));
    GridSpan span = {(size_t)column->first, (size_t)row->count, NULL};
    span.numbers = row->now = memory_new(span.count, sizeof *row->now);
    if (column->state == STATE_CHANGE) {
        const Session *session = row->screen->session;
        bool shown = session_delta_span(session, row->grid, row->place, row->row, span) ||
                     session_covers_change(session, row->grid);
        if (!shown)
            row_release(row);
        return shown;
    }
    row->status = grid_span(sheet, row->grid, row->place, row->row, span);
    if (has_row(was, row) && grid_cols(was, row->grid, row->place) == cols) {
        span.numbers = row->was = memory_new(span.count, sizeof *row->was);
        row->was_status = grid_span(was, row->grid, row->place, row->row, span);
    }
    return true;
}

void row_release(RowView *row) {
    free(row->now);
    free(row->was);
}

/* ---- words and signs ---- */

static const Model *model_of(const CellView *cell) {
    return &cell->row->state->sheet->model;
}

static CellShape shape_of(const CellView *cell) {
    const Column *column = cell->row->column;
    return (CellShape){column->integers, column->decimals, cell->row->screen->ascii};
}

static void set_word(CellView *cell, const char *word, int role) {
    cell_word(word, shape_of(cell), cell->text);
    cell->style = style_of(role);
}

/* Sets one letter in the cell of a sign. */
static void set_letter(CellView *cell, char letter, int role) {
    snprintf(cell->text, CELL_TEXT, "%c", letter);
    cell->style = style_of(role);
}

static void note(const CellView *cell, int sign) {
    legend_note(cell->row->screen, (Sign)sign);
}

static void set_visible(CellView *cell) {
    Reason reason = cell->reason;
    set_letter(cell, rule_table[reason].letter,
               reason_forced(reason)   ? ROLE_FORCED
               : reason == REASON_OPEN ? ROLE_OPEN
                                       : ROLE_HIDDEN);
    if (reason != REASON_OPEN)
        note(cell, SIGN_REASON + (int)reason);
}

/* Sets 0 or 1 in cells of signs: drop, the scene's mask, reach. */
static void set_binary(CellView *cell) {
    GridId grid = cell->row->grid;
    bool one = cell->value != 0;
    bool open = grid == GRID_REACH  ? one
                : grid == GRID_MASK ? cell->reason != REASON_MASK
                                    : reason_visible(cell->reason);
    set_letter(cell, one ? '1' : '0', open ? ROLE_OPEN : ROLE_HIDDEN);
}

/* ---- numbers ---- */

static void set_number(CellView *cell, double value) {
    cell_number(value, shape_of(cell), cell->text);
    if (isnan(value))
        note(cell, SIGN_NAN);
    cell->plain = isfinite(value);
    if (!cell->plain)
        cell->style = style_of(value == -INFINITY ? ROLE_HIDDEN : ROLE_EMPTY);
}

/* Colors a number on the scale of the largest one. */
static void set_signed(CellView *cell) {
    if (cell->plain)
        cell->style = style_signed(cell->value, cell->row->column->largest);
    cell->plain = false;
}

static void set_weight(CellView *cell) {
    double value = cell->value;
    bool shut = !reason_visible(cell->reason);
    bool forced = cell->reason == REASON_FORCED_SHUT;
    cell->plain = false;
    cell->bar = isnan(value) ? 0 : value;
    if (shut && value == 0) {
        set_word(cell, forced ? "x" : "·", forced ? ROLE_FORCED : ROLE_HIDDEN);
        return;
    }
    cell->style = style_heat(value);
    if (shut && !isnan(value)) {
        cell->mark = '!';
        note(cell, SIGN_COUNTED);
    }
}

static void set_score(CellView *cell) {
    bool finite = cell->plain;
    set_signed(cell);
    if (finite && !reason_visible(cell->reason))
        cell->style = style_of(ROLE_HIDDEN);
}

/* Marks a wrong number. NaN keeps its own sign and color. */
static void set_wrong(CellView *cell, Sign sign) {
    cell->mark = '!';
    if (isnan(cell->value))
        return;
    cell->style = style_of(ROLE_WRONG);
    note(cell, (int)sign);
}

static bool is_one(double sum) {
    return fabs(sum - 1) <= sum_tolerance;
}

/* Marks a sum that is not 1, and a row of given weights that did not sum to 1. */
static void set_sum(CellView *cell) {
    const Model *model = model_of(cell);
    Place at = cell->row->place;
    double given = given_weight_sum(model, at, cell->row->row);
    double error = given_part(model, at, PART_WEIGHTS)->sum_error;
    if (is_one(cell->value))
        set_number(cell, 1);
    if (!(fabs(given - 1) <= sum_tolerance + error)) {
        cell->mark = '!';
        note(cell, SIGN_DIVIDED);
    }
    if (!model->layers[at.layer].options.null_logit.on && !is_one(cell->value))
        set_wrong(cell, SIGN_SUM);
}

/* Marks a y that is not that of the lane by which it is measured. */
static void judge_y(CellView *cell) {
    const RowView *row = cell->row;
    Sheet *measure = row->state->measure;
    RowState state;
    if (!has_row(measure, row))
        return;
    double other = grid_cell(measure, GRID_Y, row->place, row->row, cell->col, &state);
    bool same =
        same_bits(cell->value, other) || fabs(cell->value - other) <= sum_tolerance;
    if (state != ROWSTATE_UNDEFINED && same)
        return;
    if (row->state->wrong) {
        set_wrong(cell, SIGN_DIFFERS);
    } else {
        cell->mark = '*';
        note(cell, SIGN_UNLIKE);
    }
}

static void set_value(CellView *cell) {
    const RowView *row = cell->row;
    GridId grid = row->grid;
    if ((grid == GRID_PROB || grid == GRID_LOSS) &&
        !query_scored(model_of(cell), row->place.record, row->row)) {
        set_word(cell, "-", ROLE_QUIET);
        cell->plain = true;
        note(cell, SIGN_UNSCORED);
        return;
    }
    set_number(cell, cell->value);
    if (grid == GRID_WEIGHTS)
        set_weight(cell);
    else if (grid == GRID_SCORES || grid == GRID_MASKED)
        set_score(cell);
    else if (grid == GRID_SUMS)
        set_sum(cell);
    else if (grid == shown_as(row->screen, GRID_Y))
        judge_y(cell);
}

/* Replaces a number by one sign when the grid is zoomed out, and keeps its color. Weights
 * have a step of a ramp, or the glyph of a hidden or forced one, scores their sign. */
static void set_narrow(CellView *cell) {
    bool weight = cell->row->grid == GRID_WEIGHTS;
    double value = cell->value;
    char sign = '0';
    cell->bar = 0;
    if (isnan(value))
        sign = '?';
    else if (isinf(value))
        sign = '^';
    else if (weight &&
             (cell->style.fore == ROLE_HIDDEN || cell->style.fore == ROLE_FORCED))
        return;
    else if (weight && value > 0 && value < 1)
        sign = heat_ramp[(int)(value * RAMP_STEPS)];
    else if (!weight && value != 0)
        sign = value > 0 ? '+' : '-';
    else if (value == 1)
        sign = '1';
    snprintf(cell->text, CELL_TEXT, "%c", sign);
}

/* ---- marks ---- */

/* Returns true if the cell is not as it was. Two sums that are shown as 1 count as
 * equal. */
static bool changed(const CellView *cell) {
    const RowView *row = cell->row;
    if (!row->was)
        return false;
    if (row->status != row->was_status)
        return true;
    double was = row->was[cell->col - (size_t)row->column->first];
    if (row->grid == GRID_SUMS && is_one(cell->value) && is_one(was))
        return false;
    return row->status != ROWSTATE_UNDEFINED &&
           session_differs(row->screen->session, cell->value, was);
}

static bool written_over(const CellView *cell) {
    const RowView *row = cell->row;
    return row->grid == GRID_SCORES &&
           model_score_edit(model_of(cell), row->place, row->row, cell->col) != NULL;
}

static void set_mark(CellView *cell, char mark, int role) {
    cell->mark = mark;
    cell->mark_style = style_over(role, cell->style.back);
}

/* Marks an open cell by which a scored query reads its answer, or a key after itself; not
 * beside changes, where marks are of what moved. */
static void set_ahead(CellView *cell) {
    const RowView *row = cell->row;
    const Screen *screen = row->screen;
    const Labels *labels = &screen->session->scene.labels[row->place.record];
    int state = row->column->state;
    bool read =
        row->grid == GRID_VISIBLE || (row->grid == GRID_WEIGHTS && cell->value > 0);
    if (!read || state == STATE_THEN || state == STATE_NOW || cell->mark == '!' ||
        row->status != ROWSTATE_FINE || labels->has_query_tokens ||
        !reason_visible(cell->reason) || session_covered(screen->session, GRID_VISIBLE) ||
        !query_scored(model_of(cell), row->place.record, row->row))
        return;
    bool answer = holds_answer(screen, row->place, row->row, cell->col);
    bool ahead = (long)cell->col > query_position(model_of(cell), row->place, row->row);
    if (!answer && !ahead)
        return;
    cell->mark = answer ? MARK_ANSWER : '!';
    note(cell, answer ? SIGN_ANSWER : SIGN_LEAK);
}

/* Of several marks the first one wins. */
static void set_marks(CellView *cell) {
    bool moved = changed(cell);
    set_ahead(cell);
    if (cell->mark == '!' || cell->mark == MARK_ANSWER) {
        cell->mark_style = style_of(ROLE_WRONG);
    } else if (cell->mark == '*') {
        set_mark(cell, '*', ROLE_CHANGED);
    } else if (cell->row->grid == GRID_WEIGHTS && cell->reason == REASON_FORCED_OPEN) {
        set_mark(cell, '+', ROLE_FORCED);
        note(cell, SIGN_REASON + REASON_FORCED_OPEN);
    } else if (written_over(cell)) {
        set_mark(cell, '#', ROLE_FORCED);
        note(cell, SIGN_EDITED);
    } else if (moved) {
        set_mark(cell, '*', ROLE_CHANGED);
    }
    if (!moved)
        return;
    note(cell, SIGN_CHANGED);
    if (cell->style.fore != ROLE_WRONG)
        cell->style = style_over(ROLE_CHANGED, cell->style.back);
}

Written cell_mark(const CellView *cell) {
    switch (cell->mark) {
    case MARK_RIGHT:
        return (Written){"✓"};
    case MARK_WRONG:
        return (Written){"✗"};
    case MARK_ANSWER:
        return (Written){"★"};
    default:
        return (Written){{cell->mark}};
    }
}

/* ---- covered cells, and answers ---- */

static void set_guess(CellView *cell, const char *guess) {
    char text[CELL_TEXT];
    snprintf(text, (size_t)cell_field(shape_of(cell)) + 1, "%s", guess);
    cell_word(text, shape_of(cell), cell->text);
}

/* Shades a covered cell of a question, more if it is asked for. */
static void set_covered(CellView *cell, bool asked, bool sign) {
    if (!cell->row->screen->session->question.asks) {
        set_word(cell, sign ? "?" : "????", ROLE_COVERED);
        note(cell, SIGN_COVERED);
        return;
    }
    cell->text[0] = '\0';
    for (int i = sign ? 1 : cell_field(shape_of(cell)); i > 0; i--)
        strcat(cell->text, asked ? "▒" : "░");
    cell->style = style_of(ROLE_COVERED);
    note(cell, asked ? SIGN_ASKED : SIGN_SHADED);
}

/* Marks the cell with the state of its answer. */
static void set_answer(CellView *cell, bool covers, Answer answer) {
    static const struct {
        char mark;
        int role;
        Sign sign;
    } marks[] = {
        [ANSWER_GUESS] = {'?', ROLE_CHANGED, SIGN_GUESS},
        [ANSWER_RIGHT] = {MARK_RIGHT, ROLE_GOOD, SIGN_RIGHT},
        [ANSWER_WRONG] = {MARK_WRONG, ROLE_WRONG, SIGN_WRONG},
        [ANSWER_LOOKED_UP] = {' ', ROLE_NUMBER, SIGN_SHADED},
    };
    if (answer.state == ANSWER_NONE || (answer.state == ANSWER_GUESS && !covers))
        return;
    if (covers)
        set_guess(cell, answer.guess);
    set_mark(cell, marks[answer.state].mark, marks[answer.state].role);
    if (cell->mark != ' ')
        note(cell, (int)marks[answer.state].sign);
}

/* ---- one cell ---- */

static void set_content(CellView *cell, bool change, bool sign) {
    const RowView *row = cell->row;
    if (change) {
        set_number(cell, cell->value);
        set_signed(cell);
    } else if (row->status == ROWSTATE_UNDEFINED) {
        set_word(cell, "∅", ROLE_EMPTY);
        note(cell, SIGN_EMPTY);
    } else if (row->status == ROWSTATE_UNUSED) {
        set_word(cell, sign ? "-" : "--", ROLE_UNUSED);
        cell->plain = true;
        note(cell, SIGN_UNUSED);
    } else if (row->grid == GRID_VISIBLE) {
        set_visible(cell);
    } else if (grid_table[row->grid].signs) {
        set_binary(cell);
    } else {
        set_value(cell);
        if (sign)
            set_narrow(cell);
    }
}

void cell_make(const RowView *row, int index, CellView *cell) {
    const Screen *screen = row->screen;
    const Column *column = row->column;
    size_t col = (size_t)(column->first + index);
    bool change = column->state == STATE_CHANGE;
    GridCell at = {row->grid, row->place, row->row, col};
    bool present = column->state == STATE_PRESENT;
    const Session *session = screen->session;
    bool covered = present  ? session_covers(session, at)
                   : change ? session_covers_change(session, row->grid)
                            : session_covered(session, row->grid);
    *cell = (CellView){.row = row,
                       .col = col,
                       .x = column->x + column->labels + index * column->cell,
                       .value = row->now[index],
                       .mark = ' ',
                       .style = style_of(ROLE_NUMBER)};
    bool told =
        row->grid == GRID_VISIBLE ? !covered : !session_covered(session, GRID_VISIBLE);
    if (grid_is_square(row->grid) && row->grid != GRID_REACH && told)
        cell->reason = visibility(model_of(cell), row->place, row->row, col);
    bool sign = shows_signs(screen, row->grid) && !change;
    if (covered)
        set_covered(cell, present && session_asks(screen->session, at), sign);
    else
        set_content(cell, change, sign);
    if (strchr(cell->text, '~'))
        note(cell, strstr(cell->text, "~0") ? SIGN_TINY : SIGN_ROUNDED);
    if (!covered && !change)
        set_marks(cell);
    if (present)
        set_answer(cell, covered, session_answer(session, at));
}
