/* Explains the way from the heads to the layer's output: concat, W_O and the residual. */
#include <stdlib.h>

#include "base/memory.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- concat, as steps ---- */

/* The row of a head, and the component of its out, that a number of concat is. */
typedef struct Joined {
    HeadRow row;
    size_t component;
} Joined;

static Joined joined_at(const Model *model, Place place, size_t query, size_t col) {
    const Options *options = &model->layers[place.layer].options;
    size_t width = model_value_width(model, place);
    Joined at = {{place, query}, col % width};
    if (options->merge == RESHAPE_RAW) {
        size_t queries = model_queries(model, place);
        size_t count = model_concat_width(model, place);
        size_t flat = query * count + col;
        at.row.place.head = options->head_order.entry[flat / (queries * width)];
        at.row.query = flat / width % queries;
    } else {
        at.row.place.head = options->head_order.entry[col / width];
    }
    return at;
}

static void order_words(const Permutation *order, Text *out) {
    for (size_t i = 0; i < order->count; i++)
        text_format(out, "%s%d", i ? " " : "", order->entry[i] + 1);
}

static void joined_step(Steps *steps, const Joined *at) {
    const Layer *layer = &steps->model->layers[at->row.place.layer];
    const char *label = grid_title(steps->lang, GRID_CONCAT);
    Text order = {0};
    if (layer->heads == 1)
        return;
    order_words(&layer->options.head_order, &order);
    if (layer->options.merge == RESHAPE_RAW)
        steps_tell(steps, ROLE_BASE, label, "explain.merge-raw", at->row.place.head + 1,
                   steps_count(steps, AXIS_QUERY, at->row.query),
                   steps_count(steps, AXIS_COMPONENT, at->component));
    else
        steps_tell(steps, ROLE_BASE, label, "explain.joined", at->row.place.head + 1,
                   steps_count(steps, AXIS_COMPONENT, at->component),
                   text_string(&order));
    text_release(&order);
}

/* Adds the steps of one number of concat, without its result. */
static void joined_steps(Steps *steps, Place place, size_t query, size_t col) {
    Joined at = joined_at(steps->model, place, query, col);
    steps_choose(steps, &at.row, 1);
    row_steps(steps, at.row, GRID_OUT, (long)at.component);
    joined_step(steps, &at);
}

void concat_steps(Steps *steps) {
    joined_steps(steps, steps->of.place, steps->of.row, steps->of.col);
    steps_result(steps, steps->of);
}

/* ---- y, as steps ---- */

/* Explains each row of a head that is part of a row of concat, in the order of concat. */
static void all_rows_steps(Steps *steps, Place place, size_t query) {
    size_t width = model_concat_width(steps->model, place);
    HeadRow *rows = memory_new(width, sizeof *rows);
    size_t count = 0;
    for (size_t c = 0; c < width; c++) {
        HeadRow row = joined_at(steps->model, place, query, c).row;
        if (!count || rows[count - 1].place.head != row.place.head ||
            rows[count - 1].query != row.query)
            rows[count++] = row;
    }
    steps_choose(steps, rows, count);
    for (size_t n = 0; n < count; n++)
        row_steps(steps, rows[n], GRID_OUT, ALL_COMPONENTS);
    free(rows);
}

static void concat_vector_step(Steps *steps, Place place, size_t query) {
    const Layer *layer = &steps->model->layers[place.layer];
    size_t width = model_concat_width(steps->model, place);
    Text text = {0}, order = {0};
    steps_vector(steps, pass_concat(steps->pass, place, query, NULL), width, &text);
    order_words(&layer->options.head_order, &order);
    if (layer->options.merge == RESHAPE_RAW)
        explain_words(steps->session, &text, "explain.concat-raw");
    else if (layer->heads > 1)
        explain_words(steps->session, &text, "explain.heads-order", text_string(&order));
    steps_say(steps, ROLE_NUMBER, grid_title(steps->lang, GRID_CONCAT), &text);
    text_release(&order);
}

/* Shows the column of W_O in wo-order, the order in which it meets concat. */
static void wo_column_step(Steps *steps, const Layer *layer, size_t col) {
    const Matrix *wo = &layer->part[PART_WO].common;
    double *column = memory_new(wo->rows, sizeof *column);
    Text text = {0}, order = {0};
    for (size_t r = 0; r < wo->rows; r++)
        column[r] = matrix_at(wo, wo_row_at(layer, r), col);
    explain_words(steps->session, &text, "explain.wo-column",
                  steps_count(steps, AXIS_OUTPUT, col));
    steps_vector(steps, column, wo->rows, &text);
    if (!permutation_is_identity(&layer->options.wo_order)) {
        order_words(&layer->options.wo_order, &order);
        explain_words(steps->session, &text, "explain.wo-order", text_string(&order));
    }
    steps_say(steps, ROLE_NUMBER, "W_O", &text);
    text_release(&order);
    free(column);
}

/* Adds the sum that makes y: concat·WO or one number of concat, and the residual. */
static void y_sum_step(Steps *steps, GridCell y) {
    const double *residual = NULL;
    if (steps->model->layers[y.place.layer].options.residual) {
        steps_tell(steps, ROLE_BASE, "residual", "explain.residual",
                   steps_count(steps, AXIS_QUERY, y.row),
                   steps_count(steps, AXIS_OUTPUT, y.col));
        residual = &pass_x(steps->pass, y.place, y.row, NULL)[y.col];
    }
    steps_cell_sum(steps, y, trace_output(steps->pass, y.place, y.row, y.col), false,
                   residual);
}

void output_steps(Steps *steps, Place place, size_t query, size_t col) {
    const Layer *layer = &steps->model->layers[place.layer];
    bool product = matrix_present(&layer->part[PART_WO].common);
    GridCell y = {GRID_Y, place, query, col};
    RowState state;
    if (product)
        all_rows_steps(steps, place, query);
    else
        joined_steps(steps, place, query, col);
    steps_value(steps, y, &state);
    if (state == ROWSTATE_UNDEFINED) {
        steps_result(steps, y);
        return;
    }
    if (product) {
        concat_vector_step(steps, place, query);
        wo_column_step(steps, layer, col);
    } else {
        steps_tell(steps, ROLE_BASE, "", "explain.no-wo");
    }
    y_sum_step(steps, y);
}

void y_steps(Steps *steps) {
    output_steps(steps, steps->of.place, steps->of.row, steps->of.col);
}

void x_steps(Steps *steps) {
    Place before = steps->of.place;
    if (before.layer == 0) {
        given_steps(steps);
        return;
    }
    before.layer--;
    before.head = 0; /* the layer before may have fewer heads */
    output_steps(steps, before, steps->of.row, steps->of.col);
    steps_tell(steps, ROLE_BASE, "x", "explain.x-is-y", before.layer + 2,
               before.layer + 1);
    steps_result(steps, steps->of);
}

/* ---- in one line ---- */

void concat_line(Formula *formula) {
    const Session *session = formula->session;
    const Model *model = &session->now->model;
    const Layer *layer = &model->layers[formula->of.place.layer];
    if (formula->merged) {
        out_line(formula);
    } else if (layer->options.merge == RESHAPE_RAW && layer->heads > 1) {
        formula_say(formula, "screen.merge-raw");
    } else {
        Joined at = joined_at(model, formula->of.place, formula->of.row, formula->of.col);
        explain_words(session, formula->text, "screen.of-head",
                      grid_title(session->look.lang, GRID_OUT),
                      session_number_of(session, AXIS_QUERY, at.row.query),
                      session_number_of(session, AXIS_COMPONENT, at.component),
                      at.row.place.head + 1);
    }
}

/* Writes the terms in the order of concat, which is that of W_O on the screen. */
void y_line(Formula *formula) {
    Place place = formula->of.place;
    Pass *pass = formula_pass(formula);
    const Layer *layer = &formula->session->now->model.layers[place.layer];
    if (formula->merged) {
        out_line(formula);
        return;
    }
    text_append(formula->text, " = ");
    Terms terms = trace_output(pass, place, formula->of.row, formula->of.col);
    Sum sum = sum_begin(formula, " + ", 0);
    for (size_t n = 0; n < terms.count && !sum.cut; n++)
        sum_of_term(&sum, &terms, terms.right ? wo_row_at(layer, n) : n);
    if (layer->options.residual)
        sum_number(&sum, pass_x(pass, place, formula->of.row, NULL)[formula->of.col]);
    sum_end(&sum);
    terms_release(&terms);
}
