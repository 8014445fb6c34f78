/* One row a grid: the functions that explain its numbers, as steps of a page and as a
 * formula. Lays the steps out in the columns of the page. See explain.h. */
#include "explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "explain/parts.h"
#include "session/language.h"

enum { PLAIN_WIDTH = 78, PLAIN_DIGITS = 6 };

/* ---- delta ---- */

static void delta_steps(Writer *steps, GridCell of) {
    const Session *session = steps->session;
    Sheet *before = session->against;
    double *numbers =
        memory_new(grid_cols(session->now, of.grid, of.place), sizeof *numbers);
    if (!before)
        steps_tell(steps, ROLE_BASE, "", "explain.no-baseline");
    bool moved = session_delta(session, of.grid, of.place, of.row, numbers) &&
                 of.col < grid_cols(before, of.grid, of.place);
    if (moved)
        steps_tell(steps, ROLE_BASE, "",
                   session->baseline.kind == BASELINE_PIN ? "explain.since-pin"
                                                          : "explain.since-perturb");
    step_of_cell(steps, ROLE_TITLE, of);
    if (moved)
        text_format(
            steps->text, "%s - %s ", number_in(steps, cell_value(steps, of, NULL)).text,
            factor_in(steps, grid_cell(before, of.grid, of.place, of.row, of.col, NULL))
                .text);
    text_append(steps->text, "= ");
    if (moved)
        text_append(steps->text, number_in(steps, numbers[of.col]).text);
    else
        say_words(steps, "explain.undefined");
    free(numbers);
}

/* ---- the grids ---- */

static const struct {
    CellSteps *steps;
    WriteLine *line;
} explainers[GRID_COUNT] = {
    [GRID_X] = {x_steps, input_line},
    [GRID_Q] = {projection_steps, input_line},
    [GRID_K] = {projection_steps, input_line},
    [GRID_V] = {projection_steps, input_line},
    [GRID_SCORES] = {row_cell_steps, scores_line},
    [GRID_VISIBLE] = {visibility_steps, visibility_line},
    [GRID_DROP] = {visibility_steps, visibility_line},
    [GRID_ADDITIVE] = {visibility_steps, visibility_line},
    [GRID_MASKED] = {row_cell_steps, masked_line},
    [GRID_WEIGHTS] = {row_cell_steps, weights_line},
    [GRID_SUMS] = {row_cell_steps, mix_line},
    [GRID_OUT] = {row_cell_steps, mix_line},
    [GRID_CONCAT] = {concat_steps, concat_line},
    [GRID_WO] = {given_steps, input_line},
    [GRID_Y] = {y_steps, sum_line},
    [GRID_PROB] = {loss_steps, loss_line},
    [GRID_LOSS] = {loss_steps, loss_line},
    [GRID_SCORED] = {scored_steps, scored_line},
    [GRID_REACH] = {reach_steps, reach_line},
    [GRID_DELTA] = {delta_steps, NULL},
    [GRID_WQ] = {given_steps, input_line},
    [GRID_WK] = {given_steps, input_line},
    [GRID_WV] = {given_steps, input_line},
    [GRID_MASK] = {given_steps, input_line},
    [GRID_BIAS] = {given_steps, input_line},
};

static Writer writer_of(const Session *session, GridCell of) {
    return (Writer){.session = session,
                    .pass = sheet_pass(session->now),
                    .model = &session->now->model,
                    .of = of,
                    .lang = session->look.lang,
                    .digits = session->look.digits ? session->look.digits : PLAIN_DIGITS};
}

void explain_formula(const Formula *formula) {
    Writer line = writer_of(formula->session, formula->of);
    line.formula = formula;
    line.digits = formula->decimals;
    line.text = formula->text;
    if (formula->merged && (line.of.grid == GRID_CONCAT || line.of.grid == GRID_Y))
        line.of.grid = GRID_OUT;
    if (explainers[line.of.grid].line)
        explainers[line.of.grid].line(&line);
}

/* ---- the columns of a page ---- */

enum {
    HEAD_AT = 1,
    LABEL_AT = 2,
    LABEL_GAP = 3,
    CELL_GAP = 2,
    WORDS_LEAST = 24, /* columns that words get beside their label */
};

/* The page's columns: where cells and notes begin, how wide a cell is, where the last one
 * ends. */
typedef struct Columns {
    int cells_at, cell, note_at, end;
} Columns;

static Columns columns_with(const Writer *steps, const Page *page, int label_gap,
                            int cell_gap) {
    Columns columns = {0};
    int label = 6;
    for (size_t i = 0; i < steps->count; i++) {
        const ExplainStep *step = &steps->step[i];
        label = max_int(label, page_columns(page, text_string(&step->label)));
        for (size_t k = 0; k < steps->shown; k++)
            columns.cell =
                max_int(columns.cell, page_columns(page, text_string(&step->cell[k])));
    }
    columns.cells_at = LABEL_AT + label + label_gap;
    columns.cell += cell_gap;
    columns.note_at = columns.cells_at + (int)steps->shown * columns.cell;
    columns.end = columns.note_at - cell_gap;
    return columns;
}

/* Takes narrow gaps if the cells do not fit with the usual ones. */
static Columns columns_of(const Writer *steps, const Page *page) {
    Columns columns = columns_with(steps, page, LABEL_GAP, CELL_GAP);
    return columns.end > steps->width ? columns_with(steps, page, 2, 1) : columns;
}

static void lay_cells(const Writer *steps, const ExplainStep *step, Columns columns,
                      Page *page) {
    for (size_t k = 0; k < steps->shown; k++)
        if (step->cell[k].length)
            page_put_style(page, columns.cells_at + (int)k * columns.cell, step->style[k],
                           text_string(&step->cell[k]));
    if (!step->text.length)
        return;
    int at = columns.note_at;
    if (at + page_columns(page, text_string(&step->text)) > steps->width) {
        page_line(page);
        at = columns.cells_at;
    }
    page_wrap(page, at, at, steps->width, step->role, text_string(&step->text));
}

/* Writes words beside their label, or below it if less than WORDS_LEAST columns are
 * left. */
static void lay_words(const Writer *steps, const ExplainStep *step, Columns columns,
                      Page *page) {
    int at = columns.cells_at;
    if (steps->width - at < WORDS_LEAST) {
        at = LABEL_AT + 2;
        if (step->label.length)
            page_line(page);
    }
    page_wrap(page, at, at, steps->width, step->role, text_string(&step->text));
}

/* Writes the steps to the page. False: the columns do not fit, try with fewer keys. */
static bool lay_steps(const Writer *steps, Page *page) {
    Columns columns = columns_of(steps, page);
    if (steps->shown > 1 && columns.end > steps->width)
        return false;
    for (size_t i = 0; i < steps->count; i++) {
        const ExplainStep *step = &steps->step[i];
        page_line(page);
        if (step->label.length)
            page_put(page, LABEL_AT, ROLE_QUIET, text_string(&step->label));
        if (step->head)
            page_wrap(page, HEAD_AT, HEAD_AT + 3, steps->width, step->role,
                      text_string(&step->text));
        else if (step->cells)
            lay_cells(steps, step, columns, page);
        else
            lay_words(steps, step, columns, page);
    }
    return true;
}

/* ---- the whole page ---- */

bool explain_exists(const Session *session, GridCell of) {
    of.grid = session_shape(session, of.grid);
    return grid_exists(session->now, of.grid, of.place, NULL) &&
           of.row < grid_rows(session->now, of.grid, of.place) &&
           of.col < grid_cols(session->now, of.grid, of.place);
}

void explain_question(const Session *session, GridCell of, Text *out) {
    Writer writer = writer_of(session, of);
    Text name = {0}, number = {0};
    bool moved = of.grid == GRID_DELTA;
    RowState state = ROWSTATE_FINE;
    writer.text = &number;
    if (session_covered(session, of.grid))
        text_append(&number, "????");
    else if (!moved)
        state = say_value(&writer, of);
    of.grid = session_shape(session, of.grid);
    cell_name(&writer, of, &name);
    text_format(out,
                message(writer.lang, state == ROWSTATE_UNDEFINED ? "explain.why-undefined"
                                     : moved                     ? "explain.why-moved"
                                                                 : "explain.why"),
                text_string(&name), text_string(&number));
    text_release(&name);
    text_release(&number);
}

/* Writes the steps that make the cell, and its number if none of them is the cell's own. */
static void write_steps(Writer *steps) {
    GridCell of = steps->of;
    Text name = {0};
    if (!explain_exists(steps->session, of)) {
        steps_tell(steps, ROLE_BASE, "", "explain.not-there");
        return;
    }
    if (session_covered(steps->session, of.grid)) {
        steps_tell(steps, ROLE_COVERED, "", "explain.covered");
        return;
    }
    steps->labelled = NO_KEY;
    of.grid = session_shape(steps->session, of.grid);
    explainers[steps->of.grid].steps(steps, of);
    cell_name(steps, of, &name);
    if (strcmp(text_string(&steps->step[steps->count - 1].label), text_string(&name)) !=
        0)
        steps_result(steps, of);
    text_release(&name);
}

/* Writes the steps anew with one key less until the columns fit the page. */
void explain_page(Page *page, const Session *session, GridCell of, int width) {
    bool of_key =
        of.grid == GRID_SCORES || of.grid == GRID_MASKED || of.grid == GRID_WEIGHTS;
    Writer steps = writer_of(session, of);
    steps.back = page->back;
    steps.width = width;
    steps.cursor_key = of_key ? (long)of.col : NO_KEY;
    steps.limit = KEYS_SHOWN;
    for (bool fits = false; !fits; steps.limit--) {
        write_steps(&steps);
        fits = lay_steps(&steps, page);
        steps_release(&steps);
    }
}

void explain_lines(const Session *session, GridId grid, size_t row, size_t col,
                   Text *plain) {
    Page page;
    GridCell of = {grid, session_place(session), row, col};
    page_init(&page, ROLE_OVERLAY, false);
    if (explain_exists(session, of)) {
        Text text = {0};
        explain_question(session, of, &text);
        page_line(&page);
        page_put(&page, 0, ROLE_TITLE, text_string(&text));
        text_release(&text);
    }
    explain_page(&page, session, of, PLAIN_WIDTH);
    page_plain(&page, plain);
    page_release(&page);
}
