/* Explains the way from the heads to the layer's output, concat, W_O and the residual, and from
 * the last output to the loss: the probability of the target, and whether a query is scored. */
#include <stdlib.h>

#include "base/memory.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- concat, as steps ---- */

/* Returns the number of some head's out that a number of concat is. */
static GridCell joined_at(const Model *model, GridCell concat) {
    const Options *options = &model->layers[concat.place.layer].options;
    size_t width = model_value_width(model, concat.place);
    GridCell out = {GRID_OUT, concat.place, concat.row, concat.col % width};
    if (options->merge == RESHAPE_RAW) {
        size_t queries = model_queries(model, concat.place);
        size_t flat = concat.row * model_concat_width(model, concat.place) + concat.col;
        out.place.head = options->head_order.entry[flat / (queries * width)];
        out.row = flat / width % queries;
    } else {
        out.place.head = options->head_order.entry[concat.col / width];
    }
    return out;
}

static Text order_text(const Permutation *order) {
    Text text = {0};
    for (size_t i = 0; i < order->count; i++)
        text_format(&text, "%s%d", i ? " " : "", order->entry[i] + 1);
    return text;
}

static void say_order(Writer *steps, const char *id, const Permutation *order) {
    Text text = order_text(order);
    say_words(steps, id, text_string(&text));
    text_release(&text);
}

void concat_steps(Writer *steps, GridCell of) {
    const Layer *layer = &steps->model->layers[of.place.layer];
    GridCell out = joined_at(steps->model, of);
    long component = counted(steps, AXIS_COMPONENT, out.col);
    row_cell_steps(steps, out);
    if (layer->heads == 1)
        return;
    Text order = order_text(&layer->options.head_order);
    const char *label = grid_title(steps->lang, GRID_CONCAT);
    if (layer->options.merge == RESHAPE_RAW)
        steps_tell(steps, ROLE_BASE, label, "explain.merge-raw", out.place.head + 1,
                   counted(steps, AXIS_QUERY, out.row), component);
    else
        steps_tell(steps, ROLE_BASE, label, "explain.joined", out.place.head + 1,
                   component, text_string(&order));
    text_release(&order);
}

/* ---- y, as steps ---- */

/* Explains each row of a head that is part of a row of concat, in the order of concat. */
static void all_rows_steps(Writer *steps, GridCell concat) {
    size_t width = model_concat_width(steps->model, concat.place);
    GridCell *rows = memory_new(width, sizeof *rows);
    size_t count = 0;
    for (concat.col = 0; concat.col < width; concat.col++) {
        GridCell out = joined_at(steps->model, concat);
        if (!count || rows[count - 1].place.head != out.place.head ||
            rows[count - 1].row != out.row)
            rows[count++] = out;
    }
    steps_choose(steps, rows, count);
    for (size_t n = 0; n < count; n++) {
        rows[n].col = ALL_COMPONENTS;
        row_steps(steps, rows[n]);
    }
    free(rows);
}

static void concat_vector_step(Writer *steps, const Layer *layer, GridCell y) {
    step_begin(steps, ROLE_NUMBER, "%s", grid_title(steps->lang, GRID_CONCAT));
    say_vector(steps, pass_concat(steps->pass, y.place, y.row, NULL),
               model_concat_width(steps->model, y.place));
    if (layer->options.merge == RESHAPE_RAW)
        say_words(steps, "explain.concat-raw");
    else if (layer->heads > 1)
        say_order(steps, "explain.heads-order", &layer->options.head_order);
}

/* Shows the column of W_O in wo-order, the order in which it meets concat. */
static void wo_column_step(Writer *steps, const Layer *layer, size_t col) {
    const Matrix *wo = &layer->part[PART_WO].common;
    double *column = memory_new(wo->rows, sizeof *column);
    for (size_t r = 0; r < wo->rows; r++)
        column[r] = matrix_at(wo, wo_row_at(layer, r), col);
    steps_tell(steps, ROLE_NUMBER, "W_O", "explain.wo-column",
               counted(steps, AXIS_OUTPUT, col));
    say_vector(steps, column, wo->rows);
    if (!permutation_is_identity(&layer->options.wo_order))
        say_order(steps, "explain.wo-order", &layer->options.wo_order);
    free(column);
}

void y_steps(Writer *steps, GridCell y) {
    const Layer *layer = &steps->model->layers[y.place.layer];
    bool product = matrix_present(&layer->part[PART_WO].common);
    RowState state;
    if (product)
        all_rows_steps(steps, y);
    else
        concat_steps(steps, y);
    cell_value(steps, y, &state);
    if (state == ROWSTATE_UNDEFINED) {
        steps_result(steps, y);
        return;
    }
    if (product) {
        concat_vector_step(steps, layer, y);
        wo_column_step(steps, layer, y.col);
    } else {
        steps_tell(steps, ROLE_BASE, "", "explain.no-wo");
    }
    if (layer->options.residual)
        steps_tell(steps, ROLE_BASE, message(steps->lang, "explain.label.residual"),
                   "explain.residual", counted(steps, AXIS_QUERY, y.row),
                   counted(steps, AXIS_OUTPUT, y.col));
    sum_steps(steps, y);
}

void x_steps(Writer *steps, GridCell of) {
    GridCell y = of;
    if (of.place.layer == 0) {
        given_steps(steps, of);
        return;
    }
    y.grid = GRID_Y;
    y.place.layer--;
    y.place.head = 0; /* the layer before may have fewer heads */
    y_steps(steps, y);
    steps_tell(steps, ROLE_BASE, "x", "explain.x-is-y", of.place.layer + 1,
               of.place.layer);
}

/* ---- loss, as steps ---- */

static const char *target_name(const Writer *writer, GridCell of) {
    char **targets = writer->session->now->targets[of.place.record];
    return targets && targets[of.row] ? targets[of.row] : "";
}

/* Returns the column of y that the query has to name, or a negative number. */
static int target_of(const Writer *writer, GridCell of) {
    const Record *record = &writer->model->records[of.place.record];
    return record->targets ? record->targets[of.row] : NO_TARGET;
}

static bool is_scored(const Writer *writer, GridCell of) {
    return query_scored(writer->model, of.place.record, of.row);
}

/* Names the target, or says why the query is not scored. */
static void say_target(Writer *writer, GridCell of) {
    if (is_scored(writer, of))
        say_words(writer, "explain.target", target_name(writer, of));
    else
        say_words(writer, target_of(writer, of) == NO_TARGET ? "explain.no-target"
                                                             : "explain.loss-masked");
}

void scored_steps(Writer *steps, GridCell of) {
    bool masked = target_of(steps, of) != NO_TARGET && !is_scored(steps, of);
    step_begin(steps, ROLE_BASE, "%s",
               masked ? message(steps->lang, "explain.label.loss-mask") : "");
    say_target(steps, of);
}

/* Adds the steps of a softmax over the logits y. */
static void logit_steps(Writer *steps, const LossTrace *trace) {
    step_begin(steps, ROLE_NUMBER, "y");
    say_vector(steps, trace->y, trace->count);
    step_begin(steps, ROLE_NUMBER, "exp(y - %s)", factor_in(steps, trace->largest).text);
    say_vector(steps, trace->power, trace->count);
    text_append(steps->text, "   ");
    say_words(steps, "explain.sum", number_in(steps, trace->sum).text);
}

/* Says how p or the loss is made. */
static void say_loss(Writer *steps, const LossTrace *trace) {
    bool loss = steps->of.grid == GRID_LOSS;
    int target = target_of(steps, steps->of);
    if (steps->model->loss != LOSS_LOGITS)
        text_format(steps->text, "%s%s", loss ? "-ln " : "",
                    number_in(steps, trace->probability).text);
    else if (loss)
        text_format(steps->text, "ln(%s) - (%s - %s)", number_in(steps, trace->sum).text,
                    number_in(steps, trace->y[target]).text,
                    factor_in(steps, trace->largest).text);
    else
        text_format(steps->text, "%s / %s", number_in(steps, trace->power[target]).text,
                    number_in(steps, trace->sum).text);
}

void loss_steps(Writer *steps, GridCell of) {
    GridCell y = {GRID_Y, of.place, of.row, (size_t)target_of(steps, of)};
    if (steps->model->loss == LOSS_NONE) {
        steps_tell(steps, ROLE_BASE, "", "explain.no-candidates");
        return;
    }
    y.place.layer = steps->model->layer_count - 1;
    if (is_scored(steps, of))
        y_steps(steps, y);
    scored_steps(steps, of);
    LossTrace trace = trace_loss(steps->pass, of.place.record, of.row);
    bool made = trace.defined && trace.count;
    if (made && steps->model->loss == LOSS_LOGITS)
        logit_steps(steps, &trace);
    if (made) {
        step_begin(steps, ROLE_NUMBER, "%s",
                   message(steps->lang, of.grid == GRID_LOSS ? "explain.label.loss"
                                                             : "explain.label.prob"));
        say_loss(steps, &trace);
    }
    loss_trace_release(&trace);
}

/* ---- in one line ---- */

void concat_line(Writer *line) {
    const Layer *layer = &line->model->layers[line->of.place.layer];
    GridCell out = joined_at(line->model, line->of);
    if (layer->options.merge == RESHAPE_RAW && layer->heads > 1)
        say_colon(line, "screen.merge-raw");
    else if (line->formula->telling == TELL_FORM)
        say_words(line, "screen.of-some-head");
    else
        say_words(line, "screen.of-head", grid_title(line->lang, GRID_OUT),
                  counted(line, AXIS_QUERY, out.row),
                  counted(line, AXIS_COMPONENT, out.col), out.place.head + 1);
}

void scored_line(Writer *line) {
    say_words(line, "screen.colon");
    say_target(line, line->of);
}

/* Writes p as y[query,target] or as the softmax of the logits y. */
static void probability_line(Writer *line, const LossTrace *trace) {
    int target = target_of(line, line->of);
    if (line->model->loss != LOSS_LOGITS || target < 0) {
        text_format(line->text, " = %s[%ld,%s]", grid_title(line->lang, GRID_Y),
                    counted(line, AXIS_QUERY, line->of.row), target_name(line, line->of));
        return;
    }
    text_format(line->text, " = exp(%s)/(", number_in(line, trace->y[target]).text);
    Sum sum = sum_begin(line, "+", 1);
    for (size_t c = 0; c < trace->count; c++)
        sum_add(&sum, "exp(%s)", number_in(line, trace->y[c]).text);
    text_append(line->text, ")");
}

void loss_line(Writer *line) {
    if (!is_scored(line, line->of)) {
        say_colon(line, "screen.unscored");
        return;
    }
    LossTrace trace = trace_loss(line->pass, line->of.place.record, line->of.row);
    if (line->of.grid == GRID_PROB)
        probability_line(line, &trace);
    else
        text_format(line->text, " = -ln(%s)", number_in(line, trace.probability).text);
    loss_trace_release(&trace);
}
