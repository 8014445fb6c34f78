/* Numbers that the scene gives, and q, k and v as x·W. */
#include <string.h>

#include "explain/parts.h"
#include "session/language.h"

/* ---- q, k, v ---- */

/* The matrix that x is multiplied by, as formulas call it. */
static const char *const weight_names[] = {
    [PART_WQ] = "W_Q", [PART_WK] = "W_K", [PART_WV] = "W_V"};

static RecordPart part_of_grid(GridId grid) {
    return (RecordPart)grid_table[grid].part;
}

/* Which columns of all heads side by side are the head's. */
static void split_steps(Steps *steps, const Projected *at) {
    const Layer *layer = &steps->model->layers[steps->place.layer];
    if (steps->of.grid != GRID_Q && layer->kv_heads != layer->heads)
        steps_tell(steps, ROLE_BASE, "kv-map", "explain.reads-kv", steps->place.head + 1,
                   at->head + 1);
    if (at->heads == 1)
        return;
    if (layer->options.split == RESHAPE_RAW)
        steps_tell(steps, ROLE_BASE, "split", "explain.split-raw",
                   steps_count(steps, AXIS_KEY, at->row),
                   steps_count(steps, AXIS_JOINED, at->col));
    else
        steps_tell(steps, ROLE_BASE, "split", "explain.split", at->head + 1,
                   steps_count(steps, AXIS_JOINED, at->head * at->width),
                   steps_count(steps, AXIS_JOINED, (at->head + 1) * at->width - 1));
}

static void x_step(Steps *steps, size_t row) {
    size_t count = model_width(steps->model, steps->place.layer, steps->place.record);
    Text text = {0}, label = {0};
    text_format(&label, "x[%ld]", steps_count(steps, AXIS_KEY, row));
    steps_vector(steps, pass_x(steps->pass, steps->place, row, NULL), count, &text);
    if (steps->place.layer > 0) {
        text_append(&text, "   ");
        explain_words(steps->session, &text, "explain.x-is-y", steps->place.layer + 1,
                      steps->place.layer);
    }
    steps_say(steps, ROLE_NUMBER, text_string(&label), &text);
    text_release(&label);
}

static void x_times_w_steps(Steps *steps, const Projected *at, double result) {
    const Subject *of = &steps->of;
    size_t column;
    Text label = {0};
    Terms terms = trace_projection(steps->pass, steps->place, part_of_grid(of->grid),
                                   of->row, of->col, &column);
    x_step(steps, at->row);
    steps_tell(steps, ROLE_BASE, weight_names[at->weights], "explain.column",
               steps_count(steps, AXIS_JOINED, column));
    steps_name(steps, of->grid, steps->place, of->row, of->col, &label);
    steps_sum(steps, text_string(&label), &terms, false, NULL, result);
    terms_release(&terms);
    text_release(&label);
}

void projection_steps(Steps *steps) {
    const Subject *of = &steps->of;
    Place place = steps->place;
    RecordPart part = part_of_grid(of->grid);
    const Part *given = given_part(steps->model, place.layer, place.record, part);
    Projected at = pass_projected(steps->pass, place, part, of->row, of->col);
    RowState state;
    double result = grid_cell(steps->sheet, of->grid, place, of->row, of->col, &state);
    if (part_present(given)) {
        if (part_of(given, at.head) == &given->common)
            split_steps(steps, &at);
        given_steps(steps);
    } else if (state == ROWSTATE_UNDEFINED) {
        steps_tell(steps, ROLE_TROUBLE, "", "explain.reads-undefined", place.layer);
        steps_result(steps, of->grid, place, of->row, of->col);
    } else {
        split_steps(steps, &at);
        x_times_w_steps(steps, &at, result);
    }
}

/* ---- numbers of the scene ---- */

/* The number as the file has it; false where the file has no such cell. */
static bool as_written(const Steps *steps, double *number) {
    const Subject *of = &steps->of;
    Sheet file = {.owners = 1, .model = steps->session->scene.model};
    if (!grid_exists(&file, of->grid, steps->place, NULL) ||
        of->row >= grid_rows(&file, of->grid, steps->place) ||
        of->col >= grid_cols(&file, of->grid, steps->place))
        return false;
    file.pass = pass_new(&file.model);
    *number = grid_cell(&file, of->grid, steps->place, of->row, of->col, NULL);
    pass_free(file.pass);
    return true;
}

static void wo_place_step(Steps *steps) {
    const Layer *layer = &steps->model->layers[steps->place.layer];
    size_t block = layer->part[PART_WO].common.rows / layer->heads;
    size_t place = steps->of.row / block;
    size_t own = layer->options.wo_order.entry[place];
    if (own != place)
        steps_tell(steps, ROLE_BASE, "wo-order", "explain.wo-place", place + 1, own + 1);
}

void given_steps(Steps *steps) {
    const Subject *of = &steps->of;
    double now = grid_cell(steps->sheet, of->grid, steps->place, of->row, of->col, NULL);
    double file = 0;
    char number[NUMBER_TEXT];
    if (of->grid == GRID_WO)
        wo_place_step(steps);
    if (as_written(steps, &file) && memcmp(&now, &file, sizeof now) != 0)
        steps_tell(steps, ROLE_CHANGED, "", "explain.changed",
                   steps_number(steps, file, number));
    else
        steps_tell(steps, ROLE_BASE, "", "explain.given");
    steps_result(steps, of->grid, steps->place, of->row, of->col);
}

/* ---- in one line ---- */

/* x·W, one number: a row of x by a column of W. */
static void x_times_w_line(Formula *formula) {
    size_t column;
    Terms terms = trace_projection(formula_pass(formula), formula->place,
                                   part_of_grid(formula->grid), formula->row,
                                   formula->col, &column);
    Sum sum = sum_begin(formula, " + ", 0);
    text_append(formula->text, " = ");
    sum_terms(&sum, &terms);
    sum_end(&sum);
    terms_release(&terms);
}

void input_line(Formula *formula) {
    const Model *model = &formula->session->now->model;
    Place place = formula->place;
    bool projected =
        formula->grid == GRID_Q || formula->grid == GRID_K || formula->grid == GRID_V;
    if (projected && !part_present(given_part(model, place.layer, place.record,
                                              part_of_grid(formula->grid)))) {
        if (formula_options(formula)->split == RESHAPE_RAW)
            formula_say(formula, "screen.split-raw");
        else
            x_times_w_line(formula);
    } else if (formula->grid == GRID_X && place.layer > 0) {
        explain_words(formula->session, formula->text, "screen.from-layer", place.layer);
    } else {
        formula_say(formula, "screen.given");
    }
}
