/* Explains why a query may read a key or may not: every rule of math/rules.h, with the
 * numbers that it compares. The message of a rule is explain.rule.NAME.SENTENCE. */
#include "explain/parts.h"
#include "session/language.h"

static const char *rule_word(const Session *session, Reason rule) {
    return message_or(session->look.lang, NULL, "explain.rule.%s", rule_table[rule].name);
}

/* Appends the numbers that the rule compares: "3 > 2". */
static void comparison_words(const Session *session, const RuleInput *in, Reason rule,
                             size_t key, Text *out) {
    Comparison compared = rule_table[rule].compare(in, key);
    long base = compared.indices ? session->scene.base : 0;
    if (compared.sentence)
        text_format(out,
                    message_or(session->look.lang, NULL, "explain.rule.%s.%s",
                               rule_table[rule].name, compared.sentence),
                    compared.left + base, compared.right + base);
}

void explain_reason(const Session *session, GridCell of, const char *forced,
                    const char *ruled, Text *out) {
    RuleInput in = rule_input(&session->now->model, of.place, of.row);
    Reason reason = visibility(in.model, of.place, of.row, of.col);
    Text words = {0};
    if (reason_forced(reason)) {
        text_append(out, message(session->look.lang, forced));
        return;
    }
    comparison_words(session, &in, reason, of.col, &words);
    text_format(out, message(session->look.lang, ruled), rule_word(session, reason),
                text_string(&words));
    text_release(&words);
}

/* ---- as steps ---- */

static void rule_step(Writer *steps, const RuleInput *in, Reason rule, size_t key) {
    bool hidden = rule_hides(in, rule, key);
    step_begin(steps, hidden ? ROLE_TROUBLE : ROLE_BASE, "%s",
               rule_word(steps->session, rule));
    comparison_words(steps->session, in, rule, key, steps->text);
    for (size_t n = 0; n < LIFTS; n++) {
        Count lifted = lift_count(&lift_table[n], in->options, rule);
        if (lifted.on && key < lifted.value)
            text_format(
                steps->text,
                message_or(steps->lang, NULL, "explain.lift.%s", lift_table[n].name),
                lifted.value);
    }
    text_format(steps->text, " → %s",
                message(steps->lang, hidden ? "explain.hides" : "explain.passes"));
}

/* Adds a step for each rule in force, and one for a forced cell, which overrides them. */
static void rules_steps(Writer *steps, GridCell of) {
    RuleInput in = rule_input(steps->model, of.place, of.row);
    for (Reason rule = 0; rule < REASONS; rule++)
        if (rule_in_force(&in, rule))
            rule_step(steps, &in, rule, of.col);
    if (!steps->count)
        steps_tell(steps, ROLE_BASE, "", "explain.no-rule");
    int forced = layer_forced(&steps->model->layers[of.place.layer], of.row, of.col);
    if (forced >= 0)
        steps_tell(steps, ROLE_FORCED, message(steps->lang, "explain.rule.forced"),
                   forced ? "explain.forced-open" : "explain.forced-shut");
}

void visibility_steps(Writer *steps, GridCell of) {
    GridCell visible = of;
    visible.grid = GRID_VISIBLE;
    rules_steps(steps, of);
    steps_result(steps, visible);
    if (of.grid == GRID_VISIBLE)
        return;
    steps_tell(steps, ROLE_BASE, grid_title(steps->lang, of.grid),
               of.grid == GRID_DROP ? "explain.drop" : "explain.additive");
}

/* ---- in one line ---- */

void explain_hidden(const Session *session, GridCell of, Text *out) {
    explain_reason(session, of, "screen.forced-shut", "screen.hidden", out);
}

void hidden_line(Writer *line) {
    say_words(line, "screen.colon");
    explain_hidden(line->session, line->of, line->text);
}

void visibility_line(Writer *line) {
    Reason reason = visibility(line->model, line->of.place, line->of.row, line->of.col);
    if (line->of.grid != GRID_VISIBLE)
        say_words(line, reason_visible(reason) ? "screen.may" : "screen.may-not");
    if (reason == REASON_OPEN)
        say_colon(line, "screen.open");
    else if (reason == REASON_FORCED_OPEN)
        say_colon(line, "screen.forced-open");
    else
        hidden_line(line);
}
