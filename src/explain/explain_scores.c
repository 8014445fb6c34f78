/* q·k, scale, soft cap, ALiBi, bias: how the scores of a query came about. A partial result that
 * the engine does not keep is made again by the same operations in the same order. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"
#include "explain/tale.h"

/* ---- labels ---- */

static const char *token_of(char *const *tokens, size_t count, size_t index, bool named) {
    return named && index < count && utf8_columns(tokens[index]) <= 10 ? tokens[index]
                                                                       : "";
}

void tell_keys(Tale *tale) {
    Account *account = tale->account;
    const Labels *labels = &account->session->scene.labels[tale->place.record];
    if (account->told_query == (long)tale->query)
        return;
    account->told_query = (long)tale->query;
    AccountStep *step = account_cells(
        account, "explain.query", account_count(account, AXIS_QUERY, tale->query),
        token_of(labels->query_tokens, tale->record->queries, tale->query,
                 labels->has_tokens || labels->has_query_tokens));
    for (size_t n = 0; n < account->shown; n++) {
        size_t key = account->key[n];
        Text text = {0};
        text_format(
            &text, "%ld %s", tale_key_number(tale, key),
            token_of(labels->tokens, tale->record->keys, key, labels->has_tokens));
        int role = account->cursor_key == (long)key ? ROLE_CROSS : ROLE_LABEL;
        step_cell(step, n, style_over(role, account->back), text_string(&text));
        text_release(&text);
    }
}

static bool is_product(const Tale *tale) {
    return !model_has_scores_given(tale->account->model, tale->place.layer,
                                   tale->place.record) &&
           model_has_q(tale->account->model, tale->place.layer, tale->place.record);
}

static size_t head_width(const Tale *tale) {
    return model_head_width(tale->account->model, tale->place.layer, tale->place.record);
}

void tell_head(Tale *tale) {
    Account *account = tale->account;
    Text text = {0};
    size_t width = head_width(tale);
    if (tale->layer->heads > 1)
        account_words(account, &text, "explain.head", tale->place.head + 1);
    if (tale->layer->kv_heads != tale->layer->heads)
        account_words(account, &text, "explain.kv-head",
                      kv_head_of(tale->layer, tale->place.head) + 1);
    if (is_product(tale) && width <= VECTOR_SHOWN) {
        const double *q = pass_q(account->pass, tale->place, tale->query, NULL);
        char number[40];
        text_append(&text, text.length ? "   q = " : "q = ");
        if (width == 1)
            text_append(&text, account_number(account, q[0], number));
        else
            account_vector(account, q, width, &text);
    }
    if (text.length)
        account_head(account, &text);
    text_release(&text);
}

/* ---- vectors of keys ---- */

static const double *vector_at(const Tale *tale, VectorOf *of, size_t column) {
    return of(tale->account->pass, tale->place, tale->account->key[column], NULL);
}

static bool tell_whole_vectors(Tale *tale, const char *name, VectorOf *of, size_t width) {
    Account *account = tale->account;
    Text text[KEYS_SHOWN] = {{0}};
    int room = (account->width - 24) / (int)account->shown - 2;
    bool fits = width <= VECTOR_SHOWN;
    for (size_t n = 0; n < account->shown; n++) {
        account_vector(account, vector_at(tale, of, n), width, &text[n]);
        fits = fits && (int)text[n].length <= room;
    }
    AccountStep *step = fits ? account_cells(account, "explain.vector", name) : NULL;
    for (size_t n = 0; n < account->shown; n++) {
        if (fits)
            step_cell(step, n, style_over(ROLE_NUMBER, account->back),
                      text_string(&text[n]));
        text_release(&text[n]);
    }
    return fits;
}

void tell_component(Tale *tale, const char *name, VectorOf *of, size_t c, size_t width) {
    Account *account = tale->account;
    AccountStep *step = width == 1
                            ? account_cells(account, "explain.vector", name)
                            : account_cells(account, "explain.component", name,
                                            account_count(account, AXIS_COMPONENT, c));
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER, vector_at(tale, of, n)[c]);
}

void tell_vectors(Tale *tale, const char *name, VectorOf *of, size_t width) {
    enum { COMPONENTS_MAX = 4 };
    if (width > 1 && tell_whole_vectors(tale, name, of, width))
        return;
    for (size_t c = 0; width <= COMPONENTS_MAX && c < width; c++)
        tell_component(tale, name, of, c, width);
}

/* ---- scores ---- */

static double dot(const double *a, const double *b, size_t length) {
    double sum = 0;
    for (size_t c = 0; c < length; c++)
        sum += a[c] * b[c];
    return sum;
}

static double product_of(const Tale *tale, size_t key) {
    Pass *pass = tale->account->pass;
    const double *q = pass_q(pass, tale->place, tale->query, NULL);
    return dot(q, pass_k(pass, tale->place, key, NULL), head_width(tale));
}

/* " / √2", " × 0.5", or nothing. */
static void scale_words(const Tale *tale, Text *out) {
    char number[40];
    switch (tale->options->scale.kind) {
    case SCALE_AUTO:
        text_format(out, " / √%zu", head_width(tale));
        return;
    case SCALE_WIDTH:
        text_format(out, " / √%zu", tale->layer->heads * head_width(tale));
        return;
    case SCALE_NUMBER:
        text_format(out, " × %s",
                    account_number(tale->account, tale->options->scale.value, number));
        return;
    case SCALE_NONE:
        return;
    }
}

/* "0·1 = 0" in every cell, where vectors have one component and that is short enough. */
static bool tell_short_products(Tale *tale, const char *id, const char *by) {
    enum { SHORT = 12 };
    Account *account = tale->account;
    double q = pass_q(account->pass, tale->place, tale->query, NULL)[0];
    char cell[KEYS_SHOWN][140], first[40], second[40], result[40];
    for (size_t n = 0; n < account->shown; n++) {
        double k = vector_at(tale, pass_k, n)[0];
        snprintf(cell[n], sizeof cell[n], "%s·%s = %s", account_number(account, q, first),
                 account_factor(account, k, second),
                 account_number(account, q * k, result));
        if (utf8_columns(cell[n]) > SHORT)
            return false;
    }
    AccountStep *step = account_cells(account, id, by);
    for (size_t n = 0; n < account->shown; n++)
        step_cell(step, n, style_over(ROLE_NUMBER, account->back), cell[n]);
    return true;
}

static void tell_product(Tale *tale, bool more) {
    Account *account = tale->account;
    size_t width = head_width(tale);
    double scale = pass_scale(account->model, tale->place);
    const char *id = more ? "explain.product" : "explain.score-product";
    Text by = {0};
    scale_words(tale, &by);
    if (width != 1 || scale != 1 || !tell_short_products(tale, id, text_string(&by))) {
        tell_vectors(tale, "k", pass_k, width);
        AccountStep *step =
            scale == 1 ? NULL : account_cells(account, "explain.product", "");
        for (size_t n = 0; step && n < account->shown; n++)
            step_number(account, step, n, ROLE_NUMBER, product_of(tale, account->key[n]));
        step = account_cells(account, id, text_string(&by));
        for (size_t n = 0; n < account->shown; n++)
            step_number(account, step, n, ROLE_NUMBER,
                        scale * product_of(tale, account->key[n]));
    }
    text_release(&by);
}

static void tell_given_scores(Tale *tale, const Matrix *given) {
    Account *account = tale->account;
    AccountStep *step = account_cells(account, "explain.score-given");
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER,
                    matrix_at(given, tale->query, account->key[n]));
}

static void tell_given_weights(Tale *tale, const Matrix *weights) {
    Account *account = tale->account;
    char number[40];
    double sum = given_weight_sum(account->model, tale->place, tale->query);
    Text note = {0};
    AccountStep *step = account_cells(account, "explain.weight-given");
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER,
                    matrix_at(weights, tale->query, account->key[n]));
    account_words(account, &note, "explain.sum", account_number(account, sum, number));
    step_note(step, ROLE_BASE, &note);
    step = account_cells(account, "explain.score-log");
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER,
                    log(matrix_at(weights, tale->query, account->key[n]) / sum));
}

static double raw_score(const Tale *tale, size_t key) {
    const Model *model = tale->account->model;
    const Matrix *given = given_matrix(model, tale->place, PART_SCORES);
    const Matrix *weights = given_matrix(model, tale->place, PART_WEIGHTS);
    if (matrix_present(given))
        return matrix_at(given, tale->query, key);
    if (matrix_present(weights))
        return log(matrix_at(weights, tale->query, key) /
                   given_weight_sum(model, tale->place, tale->query));
    if (is_product(tale))
        return pass_scale(tale->account->model, tale->place) * product_of(tale, key);
    return 0;
}

static const double *edit_of(const Tale *tale, size_t key) {
    return record_score_edit(tale->record, tale->place.layer, tale->place.head,
                             tale->query, key);
}

static const Matrix *bias_of(const Tale *tale) {
    return given_matrix(tale->account->model, tale->place, PART_BIAS);
}

/* Whether something comes after the raw score. */
static bool score_goes_on(const Tale *tale) {
    bool edited = false;
    for (size_t n = 0; n < tale->account->shown; n++)
        edited = edited || edit_of(tale, tale->account->key[n]);
    return edited || tale->options->softcap.on || tale->options->bias == BIAS_ALIBI ||
           matrix_present(bias_of(tale));
}

static void tell_raw(Tale *tale, bool more) {
    const Model *model = tale->account->model;
    const Matrix *given = given_matrix(model, tale->place, PART_SCORES);
    const Matrix *weights = given_matrix(model, tale->place, PART_WEIGHTS);
    if (matrix_present(given))
        tell_given_scores(tale, given);
    else if (matrix_present(weights))
        tell_given_weights(tale, weights);
    else if (is_product(tale))
        tell_product(tale, more);
    else
        account_tell(tale->account, ROLE_BASE, "", "explain.no-scores");
}

static void tell_softcap(Tale *tale) {
    Account *account = tale->account;
    double cap = tale->options->softcap.value;
    char number[40];
    if (!tale->options->softcap.on)
        return;
    AccountStep *step =
        account_cells(account, "explain.softcap", account_number(account, cap, number));
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER,
                    cap * tanh(raw_score(tale, account->key[n]) / cap));
}

static void tell_alibi(Tale *tale) {
    Account *account = tale->account;
    double slope = alibi_slope(tale->place.head, tale->layer->heads);
    long position = query_position(account->model, tale->place.layer, tale->place.record,
                                   tale->query);
    char number[40];
    if (tale->options->bias != BIAS_ALIBI)
        return;
    AccountStep *step =
        account_cells(account, "explain.alibi", account_number(account, slope, number));
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER,
                    -slope * (double)(position - (long)account->key[n]));
}

static void tell_bias(Tale *tale) {
    const Matrix *bias = bias_of(tale);
    if (!matrix_present(bias))
        return;
    AccountStep *step = account_cells(tale->account, "explain.bias");
    for (size_t n = 0; n < tale->account->shown; n++)
        step_number(tale->account, step, n, ROLE_NUMBER,
                    matrix_at(bias, tale->query, tale->account->key[n]));
}

static void tell_final_score(Tale *tale) {
    Account *account = tale->account;
    Text note = {0};
    AccountStep *step = account_cells(account, "explain.score");
    for (size_t n = 0; n < account->shown; n++) {
        const double *edit = edit_of(tale, account->key[n]);
        step_number(account, step, n, edit ? ROLE_CHANGED : ROLE_NUMBER,
                    tale_row(tale)->scores[account->key[n]]);
        if (edit)
            account_words(account, &note,
                          note.length ? "explain.and-key" : "explain.by-hand",
                          tale_key_number(tale, account->key[n]));
    }
    if (note.length)
        step_note(step, ROLE_CHANGED, &note);
}

void tell_scores(Tale *tale) {
    bool more = score_goes_on(tale);
    tell_raw(tale, more);
    tell_softcap(tale);
    tell_alibi(tale);
    tell_bias(tale);
    if (more)
        tell_final_score(tale);
}

void tell_dot(Tale *tale) {
    Account *account = tale->account;
    size_t width = head_width(tale);
    if (account->cursor_key < 0 || !is_product(tale) || width < 2)
        return;
    size_t key = (size_t)account->cursor_key;
    const double *q = pass_q(account->pass, tale->place, tale->query, NULL);
    const double *k = pass_k(account->pass, tale->place, key, NULL);
    Chain chain = {{0}, 0, 0, 0};
    Text label = {0};
    for (size_t c = 0; c < width; c++)
        chain_product(account, &chain, c < TERMS_SHOWN, q[c], k[c]);
    account_words(account, &label, "explain.dot", tale_key_number(tale, key));
    chain_end(account, &chain, text_string(&label), dot(q, k, width));
    text_release(&label);
}
