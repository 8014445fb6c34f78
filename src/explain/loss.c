/* Explains the probability of the target, its loss, and whether a query is scored. */
#include "explain/parts.h"
#include "session/language.h"

static const char *target_of(const Session *session, size_t record, size_t query) {
    char **targets = session->now->targets[record];
    return targets && targets[query] ? targets[query] : "";
}

/* Names the target, or says why the query is not scored. */
static void target_step(Steps *steps) {
    const Model *model = steps->model;
    const Record *record = &model->records[steps->of.place.record];
    const Options *options = &model->layers[model->layer_count - 1].options;
    size_t query = steps->of.row;
    if (!record->targets || record->targets[query] == NO_TARGET)
        steps_tell(steps, ROLE_BASE, "", "explain.no-target");
    else if (options->loss_mask && query_is_padding(record, query))
        steps_tell(steps, ROLE_BASE, "loss-mask", "explain.loss-masked");
    else
        steps_tell(steps, ROLE_BASE, "", "explain.target",
                   target_of(steps->session, steps->of.place.record, query));
}

void scored_steps(Steps *steps) {
    target_step(steps);
    steps_result(steps, steps->of);
}

/* Adds the steps of a softmax over the logits y, and appends the formula of p or of the
 * loss to last. */
static void logit_steps(Steps *steps, const LossTrace *trace, int target, Text *last) {
    Text text = {0}, label = {0};
    steps_vector(steps, trace->y, trace->count, &text);
    steps_say(steps, ROLE_NUMBER, "y", &text);
    text_format(&label, "exp(y - %s)", steps_factor(steps, trace->largest).text);
    steps_vector(steps, trace->power, trace->count, &text);
    text_append(&text, "   ");
    explain_words(steps->session, &text, "explain.sum",
                  steps_number(steps, trace->sum).text);
    steps_say(steps, ROLE_NUMBER, text_string(&label), &text);
    text_release(&label);
    if (steps->of.grid == GRID_LOSS)
        text_format(last, "ln(%s) - (%s - %s)", steps_number(steps, trace->sum).text,
                    steps_number(steps, trace->y[target]).text,
                    steps_factor(steps, trace->largest).text);
    else
        text_format(last, "%s / %s", steps_number(steps, trace->power[target]).text,
                    steps_number(steps, trace->sum).text);
}

static void scored_loss_steps(Steps *steps, Place last) {
    size_t query = steps->of.row;
    int target = steps->model->records[last.record].targets[query];
    bool loss = steps->of.grid == GRID_LOSS;
    Text text = {0};
    output_steps(steps, last, query, (size_t)target);
    target_step(steps);
    LossTrace trace = trace_loss(steps->pass, last.record, query);
    if (trace.defined && steps->model->loss == LOSS_LOGITS)
        logit_steps(steps, &trace, target, &text);
    else if (trace.defined)
        text_format(&text, "%s%s", loss ? "-ln " : "",
                    steps_number(steps, trace.probability).text);
    if (trace.defined)
        steps_say(steps, ROLE_NUMBER, loss ? "loss" : "p", &text);
    loss_trace_release(&trace);
}

void loss_steps(Steps *steps) {
    const Model *model = steps->model;
    Place last = steps->of.place;
    last.layer = model->layer_count - 1;
    if (model->loss == LOSS_NONE)
        steps_tell(steps, ROLE_BASE, "", "explain.no-candidates");
    else if (query_scored(model, last.record, steps->of.row))
        scored_loss_steps(steps, last);
    else
        target_step(steps);
    steps_result(steps, steps->of);
}

/* ---- in one line ---- */

/* Writes p as y[query,target] or as the softmax of the logits y. */
static void probability_line(Formula *formula, const LossTrace *trace) {
    const Session *session = formula->session;
    const Model *model = &session->now->model;
    size_t record = formula->of.place.record;
    int target = model->records[record].targets[formula->of.row];
    if (model->loss != LOSS_LOGITS || target < 0) {
        text_format(formula->text, " = %s[%ld,%s]",
                    grid_title(session->look.lang, GRID_Y),
                    session_number_of(session, AXIS_QUERY, formula->of.row),
                    target_of(session, record, formula->of.row));
        return;
    }
    text_format(formula->text, " = exp(%s)/(",
                formula_number(formula, trace->y[target]).text);
    Sum sum = sum_begin(formula, "+", 1);
    for (size_t c = 0; c < trace->count; c++)
        sum_exp(&sum, trace->y[c]);
    text_append(formula->text, ")");
}

void loss_line(Formula *formula) {
    size_t record = formula->of.place.record;
    if (!query_scored(&formula->session->now->model, record, formula->of.row)) {
        formula_say(formula, "screen.unscored");
        return;
    }
    LossTrace trace = trace_loss(formula_pass(formula), record, formula->of.row);
    if (formula->of.grid == GRID_PROB)
        probability_line(formula, &trace);
    else
        text_format(formula->text, " = -ln(%s)",
                    formula_number(formula, trace.probability).text);
    loss_trace_release(&trace);
}
