/* The rules that decide whether a query may read a key, in words with the numbers they compared.
 * Each rule of math/rules.h is asked; its message is explain.rule.NAME.SENTENCE. */
#include <stdio.h>

#include "explain/explain.h"
#include "session/language.h"

enum { ID_TEXT = 80 };

static const char *rule_word(const Account *account, Reason rule) {
    char id[ID_TEXT];
    snprintf(id, sizeof id, "explain.rule.%s", rule_table[rule].name);
    return message(account->lang, id);
}

/* "3 > 2": the numbers that the rule compares. */
static void comparison_words(const Account *account, const RuleInput *in, Reason rule,
                             size_t key, Text *out) {
    Comparison compared = rule_table[rule].compare(in, key);
    long base = compared.indices ? account->session->scene.base : 0;
    char id[ID_TEXT];
    if (!compared.sentence)
        return;
    snprintf(id, sizeof id, "explain.rule.%s.%s", rule_table[rule].name,
             compared.sentence);
    account_words(account, out, id, compared.left + base, compared.right + base);
}

void explain_reason(const Account *account, const char *id, Place place, size_t query,
                    size_t key, Text *out) {
    RuleInput in = rule_input(account->model, place, query);
    Reason reason = visibility(account->model, place, query, key);
    Text words = {0};
    if (reason_forced(reason)) {
        account_words(account, out, "explain.forced");
    } else if (reason != REASON_OPEN) {
        comparison_words(account, &in, reason, key, &words);
        account_words(account, out, id, rule_word(account, reason), text_string(&words));
    }
    text_release(&words);
}

static void tell_rule(Account *account, const RuleInput *in, Reason rule, size_t key) {
    Text text = {0};
    char id[ID_TEXT];
    comparison_words(account, in, rule, key, &text);
    for (size_t n = 0; n < LIFTS; n++) {
        Count lifted = lift_count(&lift_table[n], in->options, rule);
        snprintf(id, sizeof id, "explain.lift.%s", lift_table[n].name);
        if (lifted.on && key < lifted.value)
            account_words(account, &text, id, lifted.value);
    }
    bool hidden = rule_hides(in, rule, key);
    text_format(&text, " → %s",
                message(account->lang, hidden ? "explain.hides" : "explain.passes"));
    account_say(account, hidden ? ROLE_TROUBLE : ROLE_BASE, rule_word(account, rule),
                &text);
}

void explain_rules(Account *account, Place place, size_t query, size_t key) {
    RuleInput in = rule_input(account->model, place, query);
    bool any = false;
    for (Reason rule = 0; rule < REASONS; rule++)
        if (rule_in_force(&in, rule)) {
            tell_rule(account, &in, rule, key);
            any = true;
        }
    if (!any)
        account_tell(account, ROLE_BASE, "", "explain.no-rule");
    int forced = layer_forced(&account->model->layers[place.layer], query, key);
    if (forced >= 0)
        account_tell(account, ROLE_FORCED, message(account->lang, "explain.rule.forced"),
                     forced ? "explain.forced-open" : "explain.forced-shut");
}
