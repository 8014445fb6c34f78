/* Explains the probability of the target, its loss, and whether a query is scored. */
#include "explain/parts.h"
#include "session/language.h"

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

/* ---- as steps ---- */

void scored_steps(Writer *steps, GridCell of) {
    bool masked = target_of(steps, of) != NO_TARGET && !is_scored(steps, of);
    step_begin(steps, ROLE_BASE, "%s", masked ? "loss-mask" : "");
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

static void scored_loss_steps(Writer *steps, GridCell of) {
    GridCell y = {GRID_Y, of.place, of.row, (size_t)target_of(steps, of)};
    y.place.layer = steps->model->layer_count - 1;
    y_steps(steps, y);
    scored_steps(steps, of);
    LossTrace trace = trace_loss(steps->pass, of.place.record, of.row);
    if (trace.defined && steps->model->loss == LOSS_LOGITS)
        logit_steps(steps, &trace);
    if (trace.defined) {
        step_begin(steps, ROLE_NUMBER, "%s", of.grid == GRID_LOSS ? "loss" : "p");
        say_loss(steps, &trace);
    }
    loss_trace_release(&trace);
}

void loss_steps(Writer *steps, GridCell of) {
    if (steps->model->loss == LOSS_NONE)
        steps_tell(steps, ROLE_BASE, "", "explain.no-candidates");
    else if (is_scored(steps, of))
        scored_loss_steps(steps, of);
    else
        scored_steps(steps, of);
}

/* ---- in one line ---- */

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
