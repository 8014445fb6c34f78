/* Explains numbers that the scene gives, and q, k and v as products x·W. */
#include <string.h>

#include "explain/parts.h"
#include "session/language.h"

/* ---- q, k, v ---- */

/* The matrix that x is multiplied by, as formulas call it. */
static const char *const weight_names[] = {
    [PART_WQ] = "W_Q", [PART_WK] = "W_K", [PART_WV] = "W_V"};

/* Says which columns of all heads side by side belong to the head. */
static void split_steps(Writer *steps, const Projected *at) {
    const Layer *layer = &steps->model->layers[steps->of.place.layer];
    if (steps->of.grid != GRID_Q && layer->kv_heads != layer->heads)
        steps_tell(steps, ROLE_BASE, message(steps->lang, "explain.label.kv-map"),
                   "explain.reads-kv", steps->of.place.head + 1, at->head + 1);
    if (at->heads == 1)
        return;
    if (layer->options.split == RESHAPE_RAW)
        steps_tell(steps, ROLE_BASE, message(steps->lang, "explain.label.split"),
                   "explain.split-raw", counted(steps, AXIS_KEY, at->row),
                   counted(steps, AXIS_JOINED, at->col));
    else
        steps_tell(steps, ROLE_BASE, message(steps->lang, "explain.label.split"),
                   "explain.split", at->head + 1,
                   counted(steps, AXIS_JOINED, at->head * at->width),
                   counted(steps, AXIS_JOINED, (at->head + 1) * at->width - 1));
}

static void x_step(Writer *steps, size_t row) {
    Place place = steps->of.place;
    step_begin(steps, ROLE_NUMBER, "x[%ld]", counted(steps, AXIS_KEY, row));
    say_vector(steps, pass_x(steps->pass, place, row, NULL),
               model_width(steps->model, place));
    if (place.layer > 0) {
        text_append(steps->text, "   ");
        say_words(steps, "explain.x-is-y", place.layer + 1, place.layer);
    }
}

void projection_steps(Writer *steps, GridCell of) {
    RecordPart part = (RecordPart)grid_table[of.grid].part;
    const Part *given = given_part(steps->model, of.place, part);
    Projected at = pass_projected(steps->pass, of.place, part, of.row, of.col);
    RowState state;
    cell_value(steps, of, &state);
    if (part_present(given)) {
        if (part_of(given, at.head) == &given->common)
            split_steps(steps, &at);
        given_steps(steps, of);
    } else if (state == ROWSTATE_UNDEFINED) {
        steps_tell(steps, ROLE_TROUBLE, "", "explain.reads-undefined", of.place.layer);
    } else {
        split_steps(steps, &at);
        x_step(steps, at.row);
        steps_tell(steps, ROLE_BASE, weight_names[at.weights], "explain.column",
                   counted(steps, AXIS_JOINED, at.column));
        sum_steps(steps, of);
    }
}

/* ---- numbers of the scene ---- */

/* Finds the number of the file in a cell of the present rule, which may have moved it;
 * false if the file has no such cell. */
static bool as_written(const Writer *steps, GridCell of, double *number) {
    Sheet *file = sheet_new(&steps->session->scene);
    Sheet *under = sheet_under(file, steps->model);
    bool there = grid_exists(under, of.grid, of.place, NULL) &&
                 of.row < grid_rows(under, of.grid, of.place) &&
                 of.col < grid_cols(under, of.grid, of.place);
    if (there)
        *number = grid_cell(under, of.grid, of.place, of.row, of.col, NULL);
    sheet_release(under);
    sheet_release(file);
    return there;
}

static void wo_place_step(Writer *steps) {
    const Layer *layer = &steps->model->layers[steps->of.place.layer];
    size_t block = layer->part[PART_WO].common.rows / layer->heads;
    size_t place = steps->of.row / block;
    size_t own = layer->options.wo_order.entry[place];
    if (own != place)
        steps_tell(steps, ROLE_BASE, message(steps->lang, "explain.label.wo-order"),
                   "explain.wo-place", place + 1, own + 1);
}

void given_steps(Writer *steps, GridCell of) {
    double now = cell_value(steps, of, NULL);
    double file = 0;
    if (of.grid == GRID_WO)
        wo_place_step(steps);
    if (as_written(steps, of, &file) && memcmp(&now, &file, sizeof now) != 0)
        steps_tell(steps, ROLE_CHANGED, "", "explain.changed",
                   number_in(steps, file).text);
    else
        steps_tell(steps, ROLE_BASE, "", "explain.given");
}

/* ---- in one line ---- */

void input_line(Writer *line) {
    GridCell of = line->of;
    RecordPart part = (RecordPart)grid_table[of.grid].part;
    bool projected = of.grid == GRID_Q || of.grid == GRID_K || of.grid == GRID_V;
    if (projected && !part_present(given_part(line->model, of.place, part))) {
        if (line->model->layers[of.place.layer].options.split == RESHAPE_RAW)
            say_colon(line, "screen.split-raw");
        else
            sum_line(line);
    } else if (of.grid == GRID_X && of.place.layer > 0) {
        say_words(line, "screen.from-layer", of.place.layer);
    } else {
        say_colon(line, "screen.given");
    }
}
