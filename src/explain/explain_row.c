/* One query of one head, told in the order in which it happened:
 *
 *     q·k, scale, soft cap, ALiBi, bias  ->  score
 *     the rule that decided              ->  visible
 *     the order's -inf, 0, fill          ->  masked
 *     exp(masked - largest), their sum   ->  weight
 *     Σ weight·v                         ->  out
 *
 * What the engine keeps (math/pass.h) is shown as it is; a partial result that it does not keep is
 * made again by the same operations in the same order. */
#include "session/language.h"
#include "explain/tale.h"

const Row *tale_row(const Tale *tale) {
    return pass_scored_row(tale->account->pass, tale->place, tale->query);
}

bool tale_hides(const Tale *tale, size_t key) {
    return !reason_visible(tale_row(tale)->reason[key]);
}

long tale_key_number(const Tale *tale, size_t key) {
    return account_count(tale->account, AXIS_KEY, key);
}

/* ---- sums and out ---- */

/* Whether a term of a sum over keys is written: all where they are few, else those with columns. */
static bool term_shown(const Tale *tale, size_t key, size_t terms) {
    const Account *account = tale->account;
    if (terms <= TERMS_SHOWN)
        return true;
    for (size_t n = 0; n < account->shown; n++)
        if (account->key[n] == key)
            return true;
    return false;
}

static void tell_sum(Tale *tale) {
    Chain chain = {{0}, 0, 0, 0};
    Text label = {0};
    if (tale_row(tale)->undefined || tale_row(tale)->status == ROW_UNUSED)
        return;
    for (size_t j = 0; j < tale->keys; j++)
        chain_number(tale->account, &chain, term_shown(tale, j, tale->keys),
                     tale_row(tale)->weights[j]);
    account_name(tale->account, GRID_SUMS, tale->place, tale->query, 0, &label);
    chain_end(tale->account, &chain, text_string(&label), tale_row(tale)->sum);
    text_release(&label);
}

static bool mixes(const Tale *tale, size_t key) {
    return tale_row(tale)->status == ROW_EMPTY ||
           order_mixes(tale->options, !tale_hides(tale, key));
}

static void tell_mix(Tale *tale, size_t component) {
    Account *account = tale->account;
    Chain chain = {{0}, 0, 0, 0};
    Text label = {0};
    size_t terms = 0;
    for (size_t j = 0; j < tale->keys; j++)
        terms += mixes(tale, j);
    for (size_t j = 0; j < tale->keys; j++)
        if (mixes(tale, j))
            chain_product(account, &chain, term_shown(tale, j, terms),
                          tale_row(tale)->weights[j],
                          pass_v(account->pass, tale->place, j, NULL)[component]);
    account_name(account, GRID_OUT, tale->place, tale->query, component, &label);
    chain_end(account, &chain, text_string(&label), tale_row(tale)->out[component]);
    text_release(&label);
}

static void tell_out_vector(Tale *tale) {
    Account *account = tale->account;
    Text label = {0}, text = {0};
    account_words(account, &label, "explain.out");
    account_words(account, &text, "explain.mix");
    account_vector(account, tale_row(tale)->out, tale_row(tale)->width, &text);
    account_say(account, ROLE_NUMBER, text_string(&label), &text);
    text_release(&label);
}

static void tell_out(Tale *tale, long component) {
    Account *account = tale->account;
    size_t width = tale_row(tale)->width;
    if (tale_row(tale)->undefined || tale_row(tale)->status == ROW_UNUSED) {
        const char *id =
            tale_row(tale)->undefined ? "explain.out-undefined" : "explain.out-unused";
        account_tell(account, ROLE_BASE, message(account->lang, "explain.out"), id);
        return;
    }
    if (component == ALL_COMPONENTS)
        tell_vectors(tale, "v", pass_v, width);
    else
        tell_component(tale, "v", pass_v, (size_t)component, width);
    if (order_of(tale->options)->hidden_count && !order_of(tale->options)->hidden_mix)
        account_tell(account, ROLE_BASE, "", "explain.values");
    if (component == ALL_COMPONENTS && width > 1)
        tell_out_vector(tale);
    else
        tell_mix(tale, component == ALL_COMPONENTS ? 0 : (size_t)component);
}

void explain_row(Account *account, Place place, size_t query, Stage stage,
                 long component) {
    Tale tale = {.account = account, .place = place, .query = query};
    tale.record = &account->model->records[place.record];
    tale.layer = &account->model->layers[place.layer];
    tale.options = &tale.layer->options;
    tale.keys = model_keys(account->model, place.layer, place.record);
    tell_keys(&tale);
    tell_head(&tale);
    tell_scores(&tale);
    if (stage == STAGE_SCORES)
        tell_dot(&tale);
    if (stage >= STAGE_VISIBLE)
        tell_visible(&tale);
    if (stage == STAGE_MASKED || (stage > STAGE_MASKED && order_replaces(tale.options)))
        tell_masked(&tale);
    if (stage >= STAGE_WEIGHTS)
        tell_weights(&tale);
    if (stage == STAGE_SUMS)
        tell_sum(&tale);
    if (stage == STAGE_OUT)
        tell_out(&tale, component);
}
