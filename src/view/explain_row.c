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
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/explain.h"

typedef struct Tale {
    Account *account;
    Place place;
    size_t query, keys;
    const Record *record;
    const Layer *layer;
    const Options *options;
} Tale;

/* The row of the tale; short-lived (see pass_row), so it is asked for anew at every step. */
static const Row *row_of(const Tale *tale) {
    return pass_row(tale->account->pass, tale->place, tale->query);
}

static long key_number(const Tale *tale, size_t key) {
    return account_count(tale->account, AXIS_KEY, key);
}

/* ---- labels ---- */

static const char *token_of(char *const *tokens, size_t count, size_t index, bool named) {
    return named && index < count && utf8_columns(tokens[index]) <= 10 ? tokens[index]
                                                                       : "";
}

static void tell_keys(Tale *tale) {
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
            &text, "%ld %s", key_number(tale, key),
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

static void tell_head(Tale *tale) {
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

/* k or v of a key, as this head reads it. */
typedef const double *VectorOf(Pass *pass, Place place, size_t key, bool *undefined);

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

static void tell_component(Tale *tale, const char *name, VectorOf *of, size_t c,
                           size_t width) {
    Account *account = tale->account;
    AccountStep *step = width == 1
                            ? account_cells(account, "explain.vector", name)
                            : account_cells(account, "explain.component", name,
                                            account_count(account, AXIS_COMPONENT, c));
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER, vector_at(tale, of, n)[c]);
}

/* Vectors as a whole where they fit, else a component a line, of wide ones nothing. */
static void tell_vectors(Tale *tale, const char *name, VectorOf *of, size_t width) {
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

static double row_sum(const Matrix *matrix, size_t row) {
    double sum = 0;
    for (size_t j = 0; j < matrix->cols; j++)
        sum += matrix_at(matrix, row, j);
    return sum;
}

static void tell_given_weights(Tale *tale, const Matrix *weights) {
    Account *account = tale->account;
    char number[40];
    double sum = row_sum(weights, tale->query);
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
    const Matrix *given = part_of(&tale->record->part[PART_SCORES], tale->place.head);
    const Matrix *weights = part_of(&tale->record->part[PART_WEIGHTS], tale->place.head);
    if (tale->place.layer == 0 && matrix_present(given))
        return matrix_at(given, tale->query, key);
    if (tale->place.layer == 0 && matrix_present(weights))
        return log(matrix_at(weights, tale->query, key) / row_sum(weights, tale->query));
    if (is_product(tale))
        return pass_scale(tale->account->model, tale->place) * product_of(tale, key);
    return 0;
}

static const double *edit_of(const Tale *tale, size_t key) {
    return record_score_edit(tale->record, tale->place.layer, tale->place.head,
                             tale->query, key);
}

static const Matrix *bias_of(const Tale *tale) {
    return part_of(&tale->record->part[PART_BIAS], tale->place.head);
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
    const Matrix *given = part_of(&tale->record->part[PART_SCORES], tale->place.head);
    const Matrix *weights = part_of(&tale->record->part[PART_WEIGHTS], tale->place.head);
    if (tale->place.layer == 0 && matrix_present(given))
        tell_given_scores(tale, given);
    else if (tale->place.layer == 0 && matrix_present(weights))
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
                    row_of(tale)->scores[account->key[n]]);
        if (edit)
            account_words(account, &note,
                          note.length ? "explain.and-key" : "explain.by-hand",
                          key_number(tale, account->key[n]));
    }
    if (note.length)
        step_note(step, ROLE_CHANGED, &note);
}

static void tell_scores(Tale *tale) {
    bool more = score_goes_on(tale);
    tell_raw(tale, more);
    tell_softcap(tale);
    tell_alibi(tale);
    tell_bias(tale);
    if (more)
        tell_final_score(tale);
}

/* The whole sum behind the score of the key that is asked for. */
static void tell_dot(Tale *tale) {
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
    account_words(account, &label, "explain.dot", key_number(tale, key));
    chain_end(account, &chain, text_string(&label), dot(q, k, width));
    text_release(&label);
}

/* ---- visible and masked ---- */

static const char *reason_sign(Reason reason) {
    switch (reason) {
    case REASON_OPEN:
        return "1";
    case REASON_CAUSAL:
        return "c";
    case REASON_WINDOW:
        return "w";
    case REASON_PADDING:
        return "p";
    case REASON_SEGMENTS:
        return "s";
    case REASON_MASK:
        return "m";
    case REASON_FORCED_OPEN:
        return "+";
    case REASON_FORCED_SHUT:
        return "x";
    }
    return "";
}

static bool hidden_at(const Tale *tale, size_t key) {
    return !reason_visible(row_of(tale)->reason[key]);
}

/* The key whose rule stands in words: the one asked for if it is hidden, else the first hidden. */
static long spoken_key(const Tale *tale) {
    const Account *account = tale->account;
    if (account->cursor_key >= 0 && hidden_at(tale, (size_t)account->cursor_key))
        return account->cursor_key;
    for (size_t n = 0; n < account->shown; n++)
        if (hidden_at(tale, account->key[n]))
            return (long)account->key[n];
    return NO_KEY;
}

static void tell_visible(Tale *tale) {
    Account *account = tale->account;
    AccountStep *step = account_cells(account, "explain.visible");
    for (size_t n = 0; n < account->shown; n++) {
        Reason reason = (Reason)row_of(tale)->reason[account->key[n]];
        bool forced = reason == REASON_FORCED_OPEN || reason == REASON_FORCED_SHUT;
        int role = forced                   ? ROLE_FORCED
                   : reason_visible(reason) ? ROLE_NUMBER
                                            : ROLE_HIDDEN;
        step_cell(step, n, style_over(role, account->back), reason_sign(reason));
    }
    long key = spoken_key(tale);
    Text note = {0};
    if (key != NO_KEY) {
        explain_reason(account, tale->place, tale->query, (size_t)key, &note);
        step_note(step, ROLE_BASE, &note);
    }
}

static void tell_masked(Tale *tale) {
    static const char *const ids[] = {
        [ORDER_BEFORE] = "explain.masked.before",
        [ORDER_ZERO] = "explain.masked.zero",
        [ORDER_AFTER] = "explain.masked.kept",
        [ORDER_RENORM] = "explain.masked.kept",
        [ORDER_VALUES] = "explain.masked.kept",
        [ORDER_FINITE] = "explain.masked.finite",
        [ORDER_ADD] = "explain.masked.add",
    };
    Account *account = tale->account;
    char number[40];
    AccountStep *step =
        account_cells(account, ids[tale->options->order],
                      account_number(account, tale->options->fill, number));
    for (size_t n = 0; n < account->shown; n++) {
        size_t key = account->key[n];
        step_number(account, step, n, hidden_at(tale, key) ? ROLE_HIDDEN : ROLE_NUMBER,
                    row_of(tale)->masked[key]);
    }
}

static bool masks_scores(const Options *options) {
    return options->order == ORDER_ZERO || options->order == ORDER_FINITE ||
           options->order == ORDER_ADD;
}

/* ---- weights ---- */

static void weight_cell(const Tale *tale, AccountStep *step, size_t column,
                        double weight) {
    const Account *account = tale->account;
    char number[40], wrong[44];
    bool hidden = hidden_at(tale, account->key[column]);
    if (hidden && weight == 0) {
        step_cell(step, column, style_over(ROLE_HIDDEN, account->back), "·");
        return;
    }
    account_number(account, weight, number);
    snprintf(wrong, sizeof wrong, "%s%.40s", hidden && weight > 0 ? "!" : "", number);
    step_cell(step, column, style_heat(weight), wrong);
}

/* What the keys without a column weigh. */
static void note_rest(const Tale *tale, AccountStep *step) {
    const Account *account = tale->account;
    const Row *row = row_of(tale);
    char number[40];
    Text note = {0};
    double rest = 0;
    size_t n = 0;
    for (size_t j = 0; j < tale->keys; j++) {
        if (n < account->shown && account->key[n] == j)
            n++;
        else
            rest += row->weights[j];
    }
    if (tale->keys == account->shown)
        return;
    account_words(account, &note, "explain.rest", tale->keys - account->shown,
                  account_number(account, rest, number));
    step_note(step, ROLE_BASE, &note);
}

static void tell_weights_as(Tale *tale, const char *id) {
    Account *account = tale->account;
    AccountStep *step = account_cells(account, id);
    bool undefined = row_of(tale)->undefined, unused = row_of(tale)->status == ROW_UNUSED;
    for (size_t n = 0; n < account->shown; n++) {
        if (undefined)
            step_cell(step, n, style_over(ROLE_EMPTY, account->back), "∅");
        else if (unused)
            step_cell(step, n, style_over(ROLE_UNUSED, account->back), "--");
        else
            weight_cell(tale, step, n, row_of(tale)->weights[account->key[n]]);
    }
    if (!undefined)
        note_rest(tale, step);
}

static bool participates(const Tale *tale, size_t key) {
    return tale->options->order != ORDER_BEFORE || !hidden_at(tale, key);
}

static void tell_null_logit(Tale *tale, double largest) {
    Account *account = tale->account;
    char logit[40], taken[40], term[40];
    double value = tale->options->null_logit.value;
    if (!tale->options->null_logit.on)
        return;
    account_tell(account, ROLE_BASE, "null-logit", "explain.null-logit",
                 account_number(account, value, logit),
                 account_factor(account, largest, taken),
                 account_number(account, exp(value - largest), term));
}

/* exp(masked - largest) of every key with a column, and what they are divided by. */
static void tell_exponentials(Tale *tale) {
    Account *account = tale->account;
    double largest = row_of(tale)->largest;
    char number[40];
    const char *id = masks_scores(tale->options) ? "explain.exp-masked" : "explain.exp";
    AccountStep *step =
        account_cells(account, id, account_factor(account, largest, number));
    for (size_t n = 0; n < account->shown; n++) {
        size_t key = account->key[n];
        if (participates(tale, key))
            step_number(account, step, n, ROLE_NUMBER,
                        exp(row_of(tale)->masked[key] - largest));
        else
            step_cell(step, n, style_over(ROLE_HIDDEN, account->back), "-");
    }
    Text note = {0};
    account_words(account, &note, "explain.sum",
                  account_number(account, row_of(tale)->denominator, number));
    step_note(step, ROLE_BASE, &note);
    tell_null_logit(tale, largest);
}

/* Softmax before what `after` and `renorm` do to it. */
static double uncut_weight(const Tale *tale, size_t key) {
    const Row *row = row_of(tale);
    return exp(row->masked[key] - row->largest) / row->denominator;
}

static double cut_sum(const Tale *tale, double (*uncut)(const Tale *, size_t)) {
    double sum = 0;
    for (size_t j = 0; j < tale->keys; j++)
        sum += uncut(tale, j) * (hidden_at(tale, j) ? 0 : 1);
    return sum;
}

/* After softmax: × 0/1, and for renorm ÷ row sum. */
static void tell_cut(Tale *tale, double (*uncut)(const Tale *, size_t)) {
    Account *account = tale->account;
    char number[40];
    AccountStep *step = account_cells(account, "explain.softmax");
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER, uncut(tale, account->key[n]));
    if (tale->options->order == ORDER_AFTER) {
        tell_weights_as(tale, "explain.weight-cut");
        return;
    }
    step = account_cells(account, "explain.cut");
    for (size_t n = 0; n < account->shown; n++) {
        size_t key = account->key[n];
        step_number(account, step, n, ROLE_NUMBER,
                    uncut(tale, key) * (hidden_at(tale, key) ? 0 : 1));
    }
    Text note = {0};
    account_words(account, &note, "explain.sum",
                  account_number(account, cut_sum(tale, uncut), number));
    step_note(step, ROLE_BASE, &note);
    tell_weights_as(tale, "explain.weight-renorm");
}

static bool cuts(const Options *options) {
    return options->order == ORDER_AFTER || options->order == ORDER_RENORM;
}

static void tell_softmax_keys(Tale *tale) {
    tell_exponentials(tale);
    if (tale->options->null_logit.on && row_of(tale)->largest == -INFINITY) {
        account_tell(tale->account, ROLE_BASE, "", "explain.only-null");
        tell_weights_as(tale, "explain.weight-plain");
    } else if (cuts(tale->options)) {
        tell_cut(tale, uncut_weight);
    } else {
        tell_weights_as(tale, "explain.weight");
    }
}

/* ---- softmax along the queries ---- */

typedef struct Column {
    double largest, sum;
} Column;

/* One key over all queries, as math/row.c makes it: first the largest, then the sum. */
static Column column_of(const Tale *tale, size_t key) {
    Account *account = tale->account;
    const Amount *null_logit = &tale->options->null_logit;
    size_t queries = model_queries(account->model, tale->place.layer, tale->place.record);
    Column column = {null_logit->on ? null_logit->value : -INFINITY, 0};
    for (size_t i = 0; i < queries; i++) {
        double masked = pass_row(account->pass, tale->place, i)->masked[key];
        column.largest = masked > column.largest ? masked : column.largest;
    }
    for (size_t i = 0; i < queries; i++)
        column.sum +=
            exp(pass_row(account->pass, tale->place, i)->masked[key] - column.largest);
    if (null_logit->on)
        column.sum += exp(null_logit->value - column.largest);
    return column;
}

static double column_weight(const Tale *tale, size_t key) {
    Column column = column_of(tale, key);
    if (column.largest == -INFINITY)
        return 0;
    return exp(row_of(tale)->masked[key] - column.largest) / column.sum;
}

static void tell_softmax_queries(Tale *tale) {
    Account *account = tale->account;
    Column column[KEYS_SHOWN];
    AccountStep *step = account_cells(account, "explain.column-largest");
    for (size_t n = 0; n < account->shown; n++) {
        column[n] = column_of(tale, account->key[n]);
        step_number(account, step, n, ROLE_NUMBER, column[n].largest);
    }
    step = account_cells(account, "explain.column-exp");
    for (size_t n = 0; n < account->shown; n++)
        if (column[n].largest != -INFINITY)
            step_number(account, step, n, ROLE_NUMBER,
                        exp(row_of(tale)->masked[account->key[n]] - column[n].largest));
        else
            step_cell(step, n, style_over(ROLE_HIDDEN, account->back), "-");
    step = account_cells(account, "explain.column-sum");
    for (size_t n = 0; n < account->shown; n++)
        if (column[n].largest != -INFINITY)
            step_number(account, step, n, ROLE_NUMBER, column[n].sum);
        else
            step_cell(step, n, style_over(ROLE_HIDDEN, account->back), "-");
    if (cuts(tale->options))
        tell_cut(tale, column_weight);
    else
        tell_weights_as(tale, "explain.weight-column");
}

/* ---- rows that are not weighed ---- */

static void tell_empty(Tale *tale) {
    static const char *const ids[] = {
        [EMPTY_ERROR] = "explain.empty.error",
        [EMPTY_ZERO] = "explain.empty.zero",
        [EMPTY_UNIFORM] = "explain.empty.uniform",
        [EMPTY_NAN] = "explain.empty.nan",
    };
    Account *account = tale->account;
    account_tell(account, ROLE_TROUBLE, "0/0", "explain.empty",
                 account_count(account, AXIS_QUERY, tale->query));
    account_tell(account, ROLE_BASE, "empty-row", ids[tale->options->empty_row],
                 tale->keys);
    tell_weights_as(tale, "explain.weight-plain");
}

static void tell_weights(Tale *tale) {
    Account *account = tale->account;
    const Row *row = row_of(tale);
    if (row->status == ROW_UNUSED) {
        account_tell(account, ROLE_BASE, "", "explain.unused",
                     account_count(account, AXIS_QUERY, tale->query));
        tell_weights_as(tale, "explain.weight-plain");
    } else if (row->status == ROW_EMPTY) {
        tell_empty(tale);
    } else if (row->undefined) {
        account_tell(account, ROLE_TROUBLE, "", "explain.reads-undefined",
                     tale->place.layer);
        tell_weights_as(tale, "explain.weight-plain");
    } else if (tale->options->softmax == SOFTMAX_QUERIES) {
        tell_softmax_queries(tale);
    } else {
        tell_softmax_keys(tale);
    }
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
    if (row_of(tale)->undefined || row_of(tale)->status == ROW_UNUSED)
        return;
    for (size_t j = 0; j < tale->keys; j++)
        chain_number(tale->account, &chain, term_shown(tale, j, tale->keys),
                     row_of(tale)->weights[j]);
    account_name(tale->account, GRID_SUMS, tale->place, tale->query, 0, &label);
    chain_end(tale->account, &chain, text_string(&label), row_of(tale)->sum);
    text_release(&label);
}

static bool mixes(const Tale *tale, size_t key) {
    bool visible_only =
        tale->options->order == ORDER_BEFORE || tale->options->order == ORDER_VALUES;
    return row_of(tale)->status == ROW_EMPTY || !visible_only || !hidden_at(tale, key);
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
                          row_of(tale)->weights[j],
                          pass_v(account->pass, tale->place, j, NULL)[component]);
    account_name(account, GRID_OUT, tale->place, tale->query, component, &label);
    chain_end(account, &chain, text_string(&label), row_of(tale)->out[component]);
    text_release(&label);
}

static void tell_out_vector(Tale *tale) {
    Account *account = tale->account;
    Text label = {0}, text = {0};
    account_words(account, &label, "explain.out");
    account_words(account, &text, "explain.mix");
    account_vector(account, row_of(tale)->out, row_of(tale)->width, &text);
    account_say(account, ROLE_NUMBER, text_string(&label), &text);
    text_release(&label);
}

static void tell_out(Tale *tale, long component) {
    Account *account = tale->account;
    size_t width = row_of(tale)->width;
    if (row_of(tale)->undefined || row_of(tale)->status == ROW_UNUSED) {
        const char *id =
            row_of(tale)->undefined ? "explain.out-undefined" : "explain.out-unused";
        account_tell(account, ROLE_BASE, message(account->lang, "explain.out"), id);
        return;
    }
    if (component == ALL_COMPONENTS)
        tell_vectors(tale, "v", pass_v, width);
    else
        tell_component(tale, "v", pass_v, (size_t)component, width);
    if (tale->options->order == ORDER_VALUES)
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
    if (stage == STAGE_MASKED || (stage > STAGE_MASKED && masks_scores(tale.options)))
        tell_masked(&tale);
    if (stage >= STAGE_WEIGHTS)
        tell_weights(&tale);
    if (stage == STAGE_SUMS)
        tell_sum(&tale);
    if (stage == STAGE_OUT)
        tell_out(&tale, component);
}
