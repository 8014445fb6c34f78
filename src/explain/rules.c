/* Explains why a query may read a key or may not: every rule of math/rules.h, with the
 * numbers that it compares. The message of a rule is explain.rule.NAME.SENTENCE. */
#include <stdio.h>

#include "explain/parts.h"
#include "session/language.h"

enum { ID_TEXT = 80 };

static const char *rule_word(const Session *session, Reason rule) {
    return message_or(session->look.lang, NULL, "explain.rule.%s", rule_table[rule].name);
}

/* Appends the numbers that the rule compares: "3 > 2". */
static void comparison_words(const Session *session, const RuleInput *in, Reason rule,
                             size_t key, Text *out) {
    Comparison compared = rule_table[rule].compare(in, key);
    long base = compared.indices ? session->scene.base : 0;
    char id[ID_TEXT];
    if (!compared.sentence)
        return;
    snprintf(id, sizeof id, "explain.rule.%s.%s", rule_table[rule].name,
             compared.sentence);
    explain_words(session, out, id, compared.left + base, compared.right + base);
}

void explain_reason(const Session *session, const char *id, Place place, size_t query,
                    size_t key, Text *out) {
    const Model *model = &session->now->model;
    RuleInput in = rule_input(model, place, query);
    Reason reason = visibility(model, place, query, key);
    Text words = {0};
    if (reason_forced(reason)) {
        explain_words(session, out, "explain.forced");
    } else if (reason != REASON_OPEN) {
        comparison_words(session, &in, reason, key, &words);
        explain_words(session, out, id, rule_word(session, reason), text_string(&words));
    }
    text_release(&words);
}

/* ---- as steps ---- */

static void rule_step(Steps *steps, const RuleInput *in, Reason rule, size_t key) {
    Text text = {0};
    char id[ID_TEXT];
    comparison_words(steps->session, in, rule, key, &text);
    for (size_t n = 0; n < LIFTS; n++) {
        Count lifted = lift_count(&lift_table[n], in->options, rule);
        snprintf(id, sizeof id, "explain.lift.%s", lift_table[n].name);
        if (lifted.on && key < lifted.value)
            explain_words(steps->session, &text, id, lifted.value);
    }
    bool hidden = rule_hides(in, rule, key);
    text_format(&text, " → %s",
                message(steps->lang, hidden ? "explain.hides" : "explain.passes"));
    steps_say(steps, hidden ? ROLE_TROUBLE : ROLE_BASE, rule_word(steps->session, rule),
              &text);
}

/* Adds a step for each rule in force, and one for a forced cell, which overrides them. */
static void rules_steps(Steps *steps, size_t query, size_t key) {
    RuleInput in = rule_input(steps->model, steps->of.place, query);
    bool any = false;
    for (Reason rule = 0; rule < REASONS; rule++)
        if (rule_in_force(&in, rule)) {
            rule_step(steps, &in, rule, key);
            any = true;
        }
    if (!any)
        steps_tell(steps, ROLE_BASE, "", "explain.no-rule");
    int forced = layer_forced(&steps->model->layers[steps->of.place.layer], query, key);
    if (forced >= 0)
        steps_tell(steps, ROLE_FORCED, message(steps->lang, "explain.rule.forced"),
                   forced ? "explain.forced-open" : "explain.forced-shut");
}

void visibility_steps(Steps *steps) {
    GridCell of = steps->of, visible = of;
    visible.grid = GRID_VISIBLE;
    rules_steps(steps, of.row, of.col);
    steps_result(steps, visible);
    if (of.grid == GRID_VISIBLE)
        return;
    steps_tell(steps, ROLE_BASE, grid_title(steps->lang, of.grid),
               of.grid == GRID_DROP ? "explain.drop" : "explain.additive");
    steps_result(steps, of);
}

/* ---- in one line ---- */

void explain_hidden(const Session *session, Place place, size_t query, size_t key,
                    Text *out) {
    if (visibility(&session->now->model, place, query, key) == REASON_FORCED_SHUT)
        explain_words(session, out, "screen.forced-shut");
    else
        explain_reason(session, "screen.hidden", place, query, key, out);
}

void formula_why_hidden(const Formula *formula, Text *out) {
    explain_hidden(formula->session, formula->of.place, formula->of.row, formula->of.col,
                   out);
}

void formula_hidden(Formula *formula) {
    explain_words(formula->session, formula->text, "screen.colon");
    formula_why_hidden(formula, formula->text);
}

void visibility_line(Formula *formula) {
    Reason reason = visibility(&formula->session->now->model, formula->of.place,
                               formula->of.row, formula->of.col);
    if (formula->of.grid != GRID_VISIBLE)
        explain_words(formula->session, formula->text,
                      reason_visible(reason) ? "screen.may" : "screen.may-not");
    if (reason == REASON_OPEN)
        formula_say(formula, "screen.open");
    else if (reason == REASON_FORCED_OPEN)
        formula_say(formula, "screen.forced-open");
    else
        formula_hidden(formula);
}
