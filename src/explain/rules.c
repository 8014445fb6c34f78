/* Explains why a query may read a key or may not: every rule of math/rules.h, with the
 * numbers that it compares. The message of a rule is explain.rule.NAME.SENTENCE. Explains
 * whether an output can depend on an input, too, and by which hops. */
#include <stdlib.h>

#include "base/memory.h"
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

/* ---- visible, drop and additive, as steps ---- */

static void rule_step(Writer *steps, const RuleInput *in, Reason rule, size_t key) {
    bool hidden = rule_hides(in, rule, key);
    bool obeys = !rule_table[rule].compare(in, key).hides;
    step_begin(steps, hidden ? ROLE_TROUBLE : ROLE_BASE, "%s",
               rule_word(steps->session, rule));
    comparison_words(steps->session, in, rule, key, steps->text);
    for (size_t n = 0; n < LIFTS; n++) {
        Count lifted = lift_count(&lift_table[n], in->options, rule);
        if (lifted.on && key < lifted.value && !obeys)
            text_format(
                steps->text,
                message_or(steps->lang, NULL, "explain.lift.%s", lift_table[n].name),
                lifted.value);
    }
    text_format(steps->text, " → %s",
                message(steps->lang, hidden ? "explain.hides" : "explain.passes"));
}

/* Adds a step for each rule in force, and one for a forced cell, which overrides them. */
void visibility_steps(Writer *steps, GridCell of) {
    GridCell visible = {GRID_VISIBLE, of.place, of.row, of.col};
    RuleInput in = rule_input(steps->model, of.place, of.row);
    for (Reason rule = 0; rule < REASONS; rule++)
        if (rule_in_force(&in, rule))
            rule_step(steps, &in, rule, of.col);
    if (!steps->count)
        steps_tell(steps, ROLE_BASE, "", "explain.no-rule");
    int forced = forces_at(&steps->model->layers[of.place.layer].forces, of.row, of.col);
    if (forced >= 0)
        steps_tell(steps, ROLE_FORCED, message(steps->lang, "explain.rule.forced"),
                   forced ? "explain.forced-open" : "explain.forced-shut");
    steps_result(steps, visible);
    if (of.grid != GRID_VISIBLE)
        steps_tell(steps, ROLE_BASE, grid_title(steps->lang, of.grid),
                   of.grid == GRID_DROP ? "explain.drop" : "explain.additive");
}

/* ---- reach, as steps ---- */

/* Whether some head of the layer lets the query read the key by the rule. */
static bool reads(const Model *model, Place place, size_t query, size_t key) {
    for (place.head = 0; place.head < model->layers[place.layer].heads; place.head++)
        if (reason_visible(visibility(model, place, query, key)))
            return true;
    return false;
}

static void hop_step(Writer *steps, const Hop *hop) {
    Place place = {
        .record = steps->of.place.record, .layer = hop->layer, .head = hop->head};
    long from = counted(steps, AXIS_QUERY, hop->query);
    long to = counted(steps, AXIS_KEY, hop->key);
    bool leaks = !hop->residual &&
                 !reason_visible(visibility(steps->model, place, hop->query, hop->key));
    step_begin(steps, leaks ? ROLE_TROUBLE : ROLE_BASE,
               message(steps->lang, "explain.layer"), hop->layer + 1);
    if (hop->residual)
        say_words(steps, "explain.way-residual", from);
    else
        say_words(steps, leaks ? "explain.way-leak" : "explain.way", from, to,
                  hop->head + 1);
}

/* Lists the keys that the query reads in the layer, none of which leads to the input. */
static void no_way_steps(Writer *steps, Place place, size_t query) {
    size_t keys = model_keys(steps->model, place), count = 0;
    step_begin(steps, ROLE_BASE, message(steps->lang, "explain.layer"), place.layer + 1);
    say_words(steps, "explain.reads", counted(steps, AXIS_QUERY, query));
    for (size_t j = 0; j < keys; j++)
        if (reads(steps->model, place, query, j) && count++ < TERMS_SHOWN)
            text_format(steps->text, " %ld", counted(steps, AXIS_KEY, j));
    if (count > TERMS_SHOWN)
        text_format(steps->text, " … +%zu", count - TERMS_SHOWN);
    if (!count)
        text_append(steps->text, " -");
    steps_tell(steps, ROLE_BASE, "", "explain.no-way",
               counted(steps, AXIS_KEY, steps->of.col),
               counted(steps, AXIS_QUERY, query));
}

void reach_steps(Writer *steps, GridCell of) {
    Hop *hops = memory_new(of.place.layer + 1, sizeof *hops);
    if (pass_reach_path(steps->pass, of.place, of.row, of.col, hops))
        for (size_t n = of.place.layer + 1; n-- > 0;)
            hop_step(steps, &hops[n]);
    else
        no_way_steps(steps, of.place, of.row);
    free(hops);
}

/* ---- in one line ---- */

void explain_hidden(const Session *session, GridCell of, Text *out) {
    explain_reason(session, of, "screen.forced-shut", "screen.hidden", out);
}

void hidden_line(Writer *line) {
    say_words(line, "screen.colon");
    explain_hidden(line->session, line->of, line->text);
}

/* Writes " = causal · padding", the rules in force; after the first hint with the numbers
 * that each compares. */
static void rules_line(Writer *line) {
    RuleInput in = rule_input(line->model, line->of.place, line->of.row);
    const char *before = " = ";
    for (Reason rule = 0; rule < REASONS; rule++) {
        if (!rule_in_force(&in, rule))
            continue;
        text_format(line->text, "%s%s", before, rule_word(line->session, rule));
        before = " · ";
        if (line->formula->telling == TELL_FORM)
            continue;
        text_append(line->text, " (");
        comparison_words(line->session, &in, rule, line->of.col, line->text);
        text_append(line->text, ")");
    }
}

void visibility_line(Writer *line) {
    if (line->formula->telling != TELL_NUMBERS) {
        rules_line(line);
        return;
    }
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

/* Writes the hops that move on to another position, or the last one if none does. */
static void hops_line(Writer *line, const Hop *hops, size_t count) {
    bool told = false;
    for (size_t n = 0; n < count; n++) {
        const Hop *hop = &hops[n];
        bool moves = hop->query != hop->key;
        if (!moves && (told || n + 1 < count))
            continue;
        say_words(line,
                  hop->residual ? "screen.reached-residual"
                  : told        ? "screen.reached-then"
                                : "screen.reached-through",
                  hop->layer + 1, hop->head + 1);
        told = true;
    }
}

void reach_line(Writer *line) {
    GridCell of = line->of;
    size_t layers = of.place.layer + 1;
    Hop *hops = memory_new(layers, sizeof *hops);
    bool reached = pass_reach_path(line->pass, of.place, of.row, of.col, hops);
    say_words(line, reached ? "screen.reached" : "screen.unreached",
              counted(line, AXIS_QUERY, of.row), counted(line, AXIS_KEY, of.col));
    if (reached)
        hops_line(line, hops, layers);
    free(hops);
}
