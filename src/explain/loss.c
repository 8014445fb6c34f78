/* The probability of the target, its loss, and whether a query is scored. */
#include "explain/parts.h"
#include "session/language.h"

static const char *target_of(const Session *session, size_t record, size_t query) {
    char **targets = session->now->targets[record];
    return targets && targets[query] ? targets[query] : "";
}

/* Why the query is scored, or not. */
static void target_step(Steps *steps) {
    const Model *model = steps->model;
    const Record *record = &model->records[steps->place.record];
    const Options *options = &model->layers[model->layer_count - 1].options;
    size_t query = steps->of.row;
    if (!record->targets || record->targets[query] == NO_TARGET)
        steps_tell(steps, ROLE_BASE, "", "explain.no-target");
    else if (options->loss_mask && query_is_padding(record, query))
        steps_tell(steps, ROLE_BASE, "loss-mask", "explain.loss-masked");
    else
        steps_tell(steps, ROLE_BASE, "", "explain.target",
                   target_of(steps->session, steps->place.record, query));
}

void scored_steps(Steps *steps) {
    target_step(steps);
    steps_result(steps, GRID_SCORED, steps->place, steps->of.row, 0);
}

static void logit_steps(Steps *steps, const LossTrace *trace, int target, bool loss) {
    Text text = {0}, label = {0};
    char a[NUMBER_TEXT], b[NUMBER_TEXT], c[NUMBER_TEXT];
    steps_vector(steps, trace->y, trace->count, &text);
    steps_say(steps, ROLE_NUMBER, "y", &text);
    text_format(&label, "exp(y - %s)", steps_factor(steps, trace->largest, a));
    steps_vector(steps, trace->power, trace->count, &text);
    text_append(&text, "   ");
    explain_words(steps->session, &text, "explain.sum",
                  steps_number(steps, trace->sum, b));
    steps_say(steps, ROLE_NUMBER, text_string(&label), &text);
    text_release(&label);
    if (loss)
        text_format(&text, "ln(%s) - (%s - %s)", steps_number(steps, trace->sum, a),
                    steps_number(steps, trace->y[target], b),
                    steps_factor(steps, trace->largest, c));
    else
        text_format(&text, "%s / %s", steps_number(steps, trace->power[target], a),
                    steps_number(steps, trace->sum, b));
    steps_say(steps, ROLE_NUMBER, loss ? "loss" : "p", &text);
}

static void probability_step(Steps *steps, double p, bool loss) {
    char number[NUMBER_TEXT];
    Text text = {0};
    text_format(&text, loss ? "-ln %s" : "%s", steps_number(steps, p, number));
    steps_say(steps, ROLE_NUMBER, loss ? "loss" : "p", &text);
}

static void scored_loss_steps(Steps *steps, Place last, bool loss) {
    size_t query = steps->of.row;
    int target = steps->model->records[last.record].targets[query];
    output_steps(steps, last, query, (size_t)target);
    target_step(steps);
    LossTrace trace = trace_loss(steps->pass, last.record, query);
    if (trace.defined && steps->model->loss == LOSS_LOGITS)
        logit_steps(steps, &trace, target, loss);
    else if (trace.defined)
        probability_step(steps, trace.probability, loss);
    loss_trace_release(&trace);
}

void loss_steps(Steps *steps) {
    const Model *model = steps->model;
    Place last = steps->place;
    last.layer = model->layer_count - 1;
    if (model->loss == LOSS_NONE)
        steps_tell(steps, ROLE_BASE, "", "explain.no-candidates");
    else if (query_scored(model, last.record, steps->of.row))
        scored_loss_steps(steps, last, steps->of.grid == GRID_LOSS);
    else
        target_step(steps);
    steps_result(steps, steps->of.grid, steps->place, steps->of.row, 0);
}

/* ---- in one line ---- */

/* p = y[query,target], or the softmax of y. */
static void probability_line(Formula *formula, const LossTrace *trace) {
    const Session *session = formula->session;
    const Model *model = &session->now->model;
    size_t record = formula->place.record;
    int target = model->records[record].targets[formula->row];
    char number[CELL_TEXT];
    if (model->loss != LOSS_LOGITS || target < 0) {
        text_format(formula->text, " = %s[%ld,%s]", explain_grid_name(session, GRID_Y),
                    session_number_of(session, AXIS_QUERY, formula->row),
                    target_of(session, record, formula->row));
        return;
    }
    text_format(formula->text, " = exp(%s)/(",
                formula_number(formula, trace->y[target], number));
    Sum sum = sum_begin(formula, "+", 1);
    for (size_t c = 0; c < trace->count; c++)
        sum_exp(&sum, trace->y[c]);
    text_append(formula->text, ")");
}

void loss_line(Formula *formula) {
    size_t record = formula->place.record;
    char number[CELL_TEXT];
    if (!query_scored(&formula->session->now->model, record, formula->row)) {
        formula_say(formula, "screen.unscored");
        return;
    }
    LossTrace trace = trace_loss(formula_pass(formula), record, formula->row);
    if (formula->grid == GRID_PROB)
        probability_line(formula, &trace);
    else
        text_format(formula->text, " = -ln(%s)",
                    formula_number(formula, trace.probability, number));
    loss_trace_release(&trace);
}
