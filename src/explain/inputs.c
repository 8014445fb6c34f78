/* Explains numbers that the scene gives, and q, k and v as products x·W. */
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

/* Says which columns of all heads side by side belong to the head. */
static void split_steps(Steps *steps, const Projected *at) {
    const Layer *layer = &steps->model->layers[steps->of.place.layer];
    if (steps->of.grid != GRID_Q && layer->kv_heads != layer->heads)
        steps_tell(steps, ROLE_BASE, "kv-map", "explain.reads-kv",
                   steps->of.place.head + 1, at->head + 1);
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
    size_t count = model_width(steps->model, steps->of.place);
    Text text = {0}, label = {0};
    text_format(&label, "x[%ld]", steps_count(steps, AXIS_KEY, row));
    steps_vector(steps, pass_x(steps->pass, steps->of.place, row, NULL), count, &text);
    if (steps->of.place.layer > 0) {
        text_append(&text, "   ");
        explain_words(steps->session, &text, "explain.x-is-y", steps->of.place.layer + 1,
                      steps->of.place.layer);
    }
    steps_say(steps, ROLE_NUMBER, text_string(&label), &text);
    text_release(&label);
}

static void x_times_w_steps(Steps *steps, const Projected *at) {
    GridCell of = steps->of;
    size_t column;
    Terms terms = trace_projection(steps->pass, of.place, part_of_grid(of.grid), of.row,
                                   of.col, &column);
    x_step(steps, at->row);
    steps_tell(steps, ROLE_BASE, weight_names[at->weights], "explain.column",
               steps_count(steps, AXIS_JOINED, column));
    steps_cell_sum(steps, of, terms, false, NULL);
}

void projection_steps(Steps *steps) {
    GridCell of = steps->of;
    RecordPart part = part_of_grid(of.grid);
    const Part *given = given_part(steps->model, of.place, part);
    Projected at = pass_projected(steps->pass, of.place, part, of.row, of.col);
    RowState state;
    steps_value(steps, of, &state);
    if (part_present(given)) {
        if (part_of(given, at.head) == &given->common)
            split_steps(steps, &at);
        given_steps(steps);
    } else if (state == ROWSTATE_UNDEFINED) {
        steps_tell(steps, ROLE_TROUBLE, "", "explain.reads-undefined", of.place.layer);
        steps_result(steps, of);
    } else {
        split_steps(steps, &at);
        x_times_w_steps(steps, &at);
    }
}

/* ---- numbers of the scene ---- */

/* Finds the number that the file has; false if the file has no such cell. */
static bool as_written(const Steps *steps, double *number) {
    GridCell of = steps->of;
    Sheet file = {.owners = 1, .model = steps->session->scene.model};
    if (!grid_exists(&file, of.grid, of.place, NULL) ||
        of.row >= grid_rows(&file, of.grid, of.place) ||
        of.col >= grid_cols(&file, of.grid, of.place))
        return false;
    file.pass = pass_new(&file.model);
    *number = grid_cell(&file, of.grid, of.place, of.row, of.col, NULL);
    pass_free(file.pass);
    return true;
}

static void wo_place_step(Steps *steps) {
    const Layer *layer = &steps->model->layers[steps->of.place.layer];
    size_t block = layer->part[PART_WO].common.rows / layer->heads;
    size_t place = steps->of.row / block;
    size_t own = layer->options.wo_order.entry[place];
    if (own != place)
        steps_tell(steps, ROLE_BASE, "wo-order", "explain.wo-place", place + 1, own + 1);
}

void given_steps(Steps *steps) {
    GridCell of = steps->of;
    double now = steps_value(steps, of, NULL);
    double file = 0;
    if (of.grid == GRID_WO)
        wo_place_step(steps);
    if (as_written(steps, &file) && memcmp(&now, &file, sizeof now) != 0)
        steps_tell(steps, ROLE_CHANGED, "", "explain.changed",
                   steps_number(steps, file).text);
    else
        steps_tell(steps, ROLE_BASE, "", "explain.given");
    steps_result(steps, of);
}

/* ---- in one line ---- */

void input_line(Formula *formula) {
    const Model *model = &formula->session->now->model;
    Place place = formula->of.place;
    bool projected = formula->of.grid == GRID_Q || formula->of.grid == GRID_K ||
                     formula->of.grid == GRID_V;
    RecordPart part = part_of_grid(formula->of.grid);
    size_t column;
    if (projected && !part_present(given_part(model, place, part))) {
        if (formula_options(formula)->split == RESHAPE_RAW) {
            formula_say(formula, "screen.split-raw");
            return;
        }
        text_append(formula->text, " = ");
        Sum sum = sum_begin(formula, " + ", 0);
        sum_terms(&sum, trace_projection(formula_pass(formula), place, part,
                                         formula->of.row, formula->of.col, &column));
    } else if (formula->of.grid == GRID_X && place.layer > 0) {
        explain_words(formula->session, formula->text, "screen.from-layer", place.layer);
    } else {
        formula_say(formula, "screen.given");
    }
}
