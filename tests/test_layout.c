/* Layout is arithmetic: every promise of layout.h at every size up to 250×80, for scenes of
 * many kinds. Contents are made up here; golden frames show real ones. */
#include <check.h>
#include <stdlib.h>

#include "suites.h"
#include "screen/layout.h"

enum { WIDEST = 250, TALLEST = 80 };

typedef struct Kind {
    const char *name;
    int keys, heads, components;
    bool wo, records;
    GridId focus;
    int row, col, band;
    int text;
} Kind;

static const Kind kinds[] = {
    {"small", 3, 1, 2, false, false, GRID_WEIGHTS, 1, 2, 0, 3},
    {"two heads", 3, 2, 1, true, false, GRID_WEIGHTS, 2, 2, 1, 2},
    {"two records", 2, 2, 2, false, true, GRID_OUT, 1, 1, 1, 2},
    {"eight keys", 8, 1, 2, false, false, GRID_SCORES, 7, 7, 0, 3},
    {"many keys", 64, 1, 4, false, false, GRID_WEIGHTS, 63, 40, 0, 2},
    {"many heads", 4, 12, 2, true, false, GRID_SUMS, 3, 0, 11, 3},
    {"the product", 5, 4, 2, true, false, GRID_Y, 4, 7, 3, 2},
    {"its factor", 3, 2, 1, true, false, GRID_WO, 1, 1, 0, 2},
    {"a grid asked for", 3, 1, 2, false, false, GRID_MASKED, 0, 1, 0, 3},
    {"wide values", 6, 1, 40, false, false, GRID_V, 5, 39, 0, 1},
    {"many records", 30, 5, 3, false, true, GRID_VISIBLE, 29, 29, 4, 8},
    {"one", 1, 1, 1, false, false, GRID_SUMS, 0, 0, 0, 0},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static void spec_add(const Kind *kind, Columns *specs, Column spec) {
    spec.rank = spec.grid == kind->focus ? 0 : spec.rank;
    spec.cursor = spec.grid == kind->focus ? kind->col : ABSENT;
    spec.integers = 1;
    specs->column[specs->count++] = spec;
}

static Content content_make(const Kind *kind) {
    Content content = {.label = 6,
                       .label_short = 2 + (kind->keys > 9),
                       .band_label = kind->heads > 1 ? 6 : 0,
                       .positions = 1 + (kind->keys > 9),
                       .bands = kind->heads,
                       .rows = kind->keys,
                       .band = kind->band,
                       .row = kind->row,
                       .all_or_one = kind->records,
                       .token_lines = kind->keys > 4 ? 3 : 1,
                       .heading = 1,
                       .text = kind->text,
                       .mean = kind->records};
    Columns *main = &content.main;
    Column keys = {
        .kind = COLUMN_KEYS, .cells = kind->keys, .name = 8, .gap = 1, .wide_gap = 1};
    Column numbers = {.kind = COLUMN_NUMBERS, .cells = kind->components, .name = 4};
    Column spec = numbers;
    content.token_lines_one = content.token_lines;
    spec.grid = GRID_V, spec.rank = 11;
    spec_add(kind, main, spec);
    spec = keys, spec.grid = GRID_SCORES, spec.rank = 7, spec.core = true;
    spec_add(kind, main, spec);
    spec.kind = COLUMN_SIGNS, spec.grid = GRID_VISIBLE, spec.rank = 3, spec.name = 7;
    spec_add(kind, main, spec);
    spec = keys, spec.grid = GRID_MASKED, spec.rank = 10;
    spec_add(kind, main, spec);
    spec = keys, spec.grid = GRID_WEIGHTS, spec.rank = 1, spec.core = true;
    spec_add(kind, main, spec);
    spec = numbers, spec.grid = GRID_SUMS, spec.rank = 2, spec.core = true,
    spec.cells = 1;
    spec_add(kind, main, spec);
    Column *sums = &main->column[main->count - 1];
    sums->tied = true;
    sums->must = sums->rank == 0;
    if (sums->must)
        sums[-1].rank = 0, sums->rank = 2;
    spec = numbers, spec.grid = GRID_OUT, spec.rank = 4, spec.core = true;
    spec_add(kind, main, spec);
    if (!kind->wo)
        return content;
    spec = numbers, spec.grid = GRID_CONCAT, spec.rank = 3,
    spec.cells = kind->heads * kind->components;
    spec_add(kind, &content.output, spec);
    spec.grid = GRID_WO, spec.rank = 2, spec.labels = 3, spec.exact = true, spec.gap = 5;
    spec.wide_gap = 10;
    spec_add(kind, &content.output, spec);
    spec = numbers, spec.grid = GRID_Y, spec.rank = 1, spec.gap = spec.wide_gap = 4;
    spec.cells = kind->heads * kind->components;
    spec_add(kind, &content.output, spec);
    content.output_rows = kind->keys;
    content.output_focused = kind->focus >= GRID_CONCAT;
    content.output_row = kind->row;
    return content;
}

/* ---- what must hold ---- */

typedef struct Shot {
    const Kind *kind;
    Content content;
    Layout layout;
} Shot;

#define HOLDS(shot, condition)                                                           \
    ck_assert_msg(condition, "%s at %dx%d: " #condition, (shot)->kind->name,             \
                  (shot)->layout.width, (shot)->layout.height)

/* Marks lines as taken; none twice, none outside. */
static void take_lines(const Shot *shot, bool *taken, int first, int count) {
    for (int i = 0; first != ABSENT && i < count; i++) {
        HOLDS(shot, first + i >= 0 && first + i < shot->layout.height);
        HOLDS(shot, !taken[first + i]);
        taken[first + i] = true;
    }
}

static void check_lines(const Shot *shot) {
    const Layout *layout = &shot->layout;
    bool taken[TALLEST] = {false};
    int rows = layout->main.rows.count * layout->main.rows.height;
    take_lines(shot, taken, layout->title, 1);
    if (!layout->merged_top)
        take_lines(shot, taken, layout->switches, 1);
    take_lines(shot, taken, layout->tokens, layout->token_lines);
    take_lines(shot, taken, layout->main.names, 1);
    for (int b = 0; b < layout->band_count; b++)
        take_lines(shot, taken, layout_band(layout, layout->band_first + b), 1 + rows);
    take_lines(shot, taken, layout->output.names, 1);
    if (layout->output.names != ABSENT)
        take_lines(shot, taken, layout->output.rows.y,
                   layout->output.rows.count * layout->output.rows.height);
    take_lines(shot, taken, layout->input.names, 1);
    take_lines(shot, taken, layout->mean, 1);
    take_lines(shot, taken, layout->trouble, 1);
    take_lines(shot, taken, layout->words, layout->words_lines);
    take_lines(shot, taken, layout->text_more, 1);
    take_lines(shot, taken, layout->arithmetic, 1);
    if (!layout->merged_bottom)
        take_lines(shot, taken, layout->hints, 1);
}

static void check_columns(const Shot *shot, const Columns *columns) {
    int end = 0;
    for (int i = 0; i < columns->count; i++) {
        const Column *column = &columns->column[i];
        HOLDS(shot, column->x >= end);
        HOLDS(shot, column->count >= 1 && column->first >= 0);
        end = column->x + column->width;
        HOLDS(shot, column->x + column->labels + column->count * column->cell <= end);
        HOLDS(shot, end <= shot->layout.width);
    }
}

/* The focused grid and its cursor's cell. */
static void check_focus(const Shot *shot) {
    const Layout *layout = &shot->layout;
    const Kind *kind = shot->kind;
    bool output = kind->focus >= GRID_CONCAT;
    const Column *column = columns_find(
        output ? &layout->output.columns : &layout->main.columns, kind->focus);
    const Rows *rows = output ? &layout->output.rows : &layout->main.rows;
    HOLDS(shot, column != NULL);
    HOLDS(shot, kind->col >= column->first && kind->col < column->first + column->count);
    HOLDS(shot, kind->row >= rows->first && kind->row < rows->first + rows->count);
    HOLDS(shot, !output || layout->output.names != ABSENT);
    HOLDS(shot, output || (kind->band >= layout->band_first &&
                           kind->band < layout->band_first + layout->band_count));
}

static Shot shoot(const Kind *kind, int width, int height) {
    Shot shot = {.kind = kind, .content = content_make(kind)};
    layout_make(&shot.content, width, height, &shot.layout);
    return shot;
}

START_TEST(at_every_size_all_lies_inside_apart_and_round_the_cursor) {
    for (int height = LEAST_HEIGHT; height <= TALLEST; height++)
        for (int width = LEAST_WIDTH; width <= WIDEST; width += width < 60 ? 1 : 7) {
            Shot shot = shoot(&kinds[_i], width, height);
            check_lines(&shot);
            check_columns(&shot, &shot.layout.main.columns);
            if (shot.layout.output.names != ABSENT)
                check_columns(&shot, &shot.layout.output.columns);
            check_focus(&shot);
        }
}
END_TEST

START_TEST(text_that_is_left_out_is_counted) {
    for (int height = 8; height <= TALLEST; height++) {
        Shot shot = shoot(&kinds[_i], 80, height);
        const Layout *layout = &shot.layout;
        bool cut = layout->words_lines < shot.content.heading + shot.content.text;
        HOLDS(&shot, !cut || layout->text_more != ABSENT || layout->words == ABSENT);
        HOLDS(&shot, cut || layout->text_more == ABSENT);
    }
}
END_TEST

START_TEST(more_columns_never_cost_decimals_nor_more_lines_rows) {
    for (int width = 61; width <= WIDEST; width++)
        ck_assert_int_ge(shoot(&kinds[_i], width, 24).layout.decimals,
                         shoot(&kinds[_i], width - 1, 24).layout.decimals);
    for (int height = 10; !kinds[_i].records && height <= TALLEST; height++) {
        Rows more = shoot(&kinds[_i], 100, height).layout.main.rows;
        Rows less = shoot(&kinds[_i], 100, height - 1).layout.main.rows;
        ck_assert_int_ge(more.height, less.height);
    }
}
END_TEST

START_TEST(the_widths_of_the_design_come_out) {
    static const struct {
        int width, decimals, x[6]; /* scores, visible, weights, sums, out, end */
    } cases[] = {{80, 4, {6, 28, 36, 58, 65, 79}}, {100, 6, {7, 36, 44, 72, 81, 99}}};
    for (size_t i = 0; i < 2; i++) {
        Layout layout = shoot(&kinds[0], cases[i].width, 24).layout;
        ck_assert_int_eq(layout.decimals, cases[i].decimals);
        ck_assert_int_eq(layout.main.rows.height, 3);
        ck_assert_int_eq(layout.main.columns.count, 5);
        for (int c = 0; c < 5; c++)
            ck_assert_int_eq(layout.main.columns.column[c].x, cases[i].x[c]);
        const Column *out = &layout.main.columns.column[4];
        ck_assert_int_eq(out->x + out->width, cases[i].x[5]);
    }
}
END_TEST

START_TEST(a_grid_asked_for_takes_the_place_of_scores_and_moves_nothing_else) {
    Layout with = shoot(&kinds[8], 80, 24).layout,
           without = shoot(&kinds[0], 80, 24).layout;
    ck_assert_int_eq(with.main.columns.count, without.main.columns.count);
    ck_assert_int_eq(with.main.columns.column[0].grid, GRID_MASKED);
    for (int c = 0; c < with.main.columns.count; c++) {
        ck_assert_int_eq(with.main.columns.column[c].x, without.main.columns.column[c].x);
        ck_assert_int_eq(with.main.columns.column[c].width,
                         without.main.columns.column[c].width);
    }
}
END_TEST

START_TEST(windows_hold_the_cursor_and_never_run_over) {
    for (int total = 1; total <= 40; total++)
        for (int shown = 1; shown <= total; shown++)
            for (int cursor = 0; cursor < total; cursor++) {
                int first = window_first(total, shown, cursor);
                ck_assert_int_ge(first, 0);
                ck_assert_int_le(first, cursor);
                ck_assert_int_gt(first + shown, cursor);
                ck_assert_int_le(first + shown, total);
            }
}
END_TEST

Suite *layout_suite(void) {
    Suite *suite = suite_create("layout");
    TCase *tests = tcase_create("layout");
    tcase_add_loop_test(tests, at_every_size_all_lies_inside_apart_and_round_the_cursor,
                        0, KINDS);
    tcase_add_loop_test(tests, text_that_is_left_out_is_counted, 0, KINDS);
    tcase_add_loop_test(tests, more_columns_never_cost_decimals_nor_more_lines_rows, 0,
                        KINDS);
    tcase_add_test(tests, the_widths_of_the_design_come_out);
    tcase_add_test(tests,
                   a_grid_asked_for_takes_the_place_of_scores_and_moves_nothing_else);
    tcase_add_test(tests, windows_hold_the_cursor_and_never_run_over);
    suite_add_tcase(suite, tests);
    return suite;
}
