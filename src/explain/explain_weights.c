/* From scores to weights: the rule that decided, what the order made of hidden keys, exponentials
 * over their sum; along the queries where softmax has the wrong axis; rows without a key. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session/language.h"
#include "explain/tale.h"

/* ---- visible and masked ---- */

/* The key whose rule stands in words: the one asked for if it is hidden, else the first hidden. */
static long spoken_key(const Tale *tale) {
    const Account *account = tale->account;
    if (account->cursor_key >= 0 && tale_hides(tale, (size_t)account->cursor_key))
        return account->cursor_key;
    for (size_t n = 0; n < account->shown; n++)
        if (tale_hides(tale, account->key[n]))
            return (long)account->key[n];
    return NO_KEY;
}

void tell_visible(Tale *tale) {
    Account *account = tale->account;
    AccountStep *step = account_cells(account, "explain.visible");
    for (size_t n = 0; n < account->shown; n++) {
        Reason reason = (Reason)tale_row(tale)->reason[account->key[n]];
        int role = reason_forced(reason)    ? ROLE_FORCED
                   : reason_visible(reason) ? ROLE_NUMBER
                                            : ROLE_HIDDEN;
        char letter[] = {rule_table[reason].letter, '\0'};
        step_cell(step, n, style_over(role, account->back), letter);
    }
    long key = spoken_key(tale);
    Text note = {0};
    if (key != NO_KEY) {
        explain_reason(account, "explain.reason", tale->place, tale->query, (size_t)key,
                       &note);
        step_note(step, ROLE_BASE, &note);
    }
}

void tell_masked(Tale *tale) {
    static const char *const ids[] = {
        [HIDDEN_MINUS_INFINITY] = "explain.masked.before",
        [HIDDEN_ZERO] = "explain.masked.zero",
        [HIDDEN_KEPT] = "explain.masked.kept",
        [HIDDEN_FILL] = "explain.masked.finite",
        [HIDDEN_PLUS_FILL] = "explain.masked.add",
    };
    Account *account = tale->account;
    char number[40];
    AccountStep *step =
        account_cells(account, ids[order_of(tale->options)->hidden_score],
                      account_number(account, tale->options->fill, number));
    for (size_t n = 0; n < account->shown; n++) {
        size_t key = account->key[n];
        step_number(account, step, n, tale_hides(tale, key) ? ROLE_HIDDEN : ROLE_NUMBER,
                    tale_row(tale)->masked[key]);
    }
}

/* ---- weights ---- */

static void weight_cell(const Tale *tale, AccountStep *step, size_t column,
                        double weight) {
    const Account *account = tale->account;
    char number[40], wrong[44];
    bool hidden = tale_hides(tale, account->key[column]);
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
    const Row *row = tale_row(tale);
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
    account_number(account, rest, number);
    if (tale->keys - account->shown == 1)
        account_words(account, &note, "explain.rest-one", number);
    else
        account_words(account, &note, "explain.rest", tale->keys - account->shown,
                      number);
    step_note(step, ROLE_BASE, &note);
}

static void tell_weights_as(Tale *tale, const char *id) {
    Account *account = tale->account;
    AccountStep *step = account_cells(account, id);
    bool undefined = tale_row(tale)->undefined,
         unused = tale_row(tale)->status == ROW_UNUSED;
    for (size_t n = 0; n < account->shown; n++) {
        if (undefined)
            step_cell(step, n, style_over(ROLE_EMPTY, account->back), "∅");
        else if (unused)
            step_cell(step, n, style_over(ROLE_UNUSED, account->back), "--");
        else
            weight_cell(tale, step, n, tale_row(tale)->weights[account->key[n]]);
    }
    if (!undefined)
        note_rest(tale, step);
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
    double largest = tale_row(tale)->largest;
    char number[40];
    const char *id = order_replaces(tale->options) ? "explain.exp-masked" : "explain.exp";
    AccountStep *step =
        account_cells(account, id, account_factor(account, largest, number));
    for (size_t n = 0; n < account->shown; n++) {
        size_t key = account->key[n];
        if (order_counts(tale->options, !tale_hides(tale, key)))
            step_number(account, step, n, ROLE_NUMBER,
                        exp(tale_row(tale)->masked[key] - largest));
        else
            step_cell(step, n, style_over(ROLE_HIDDEN, account->back), "-");
    }
    Text note = {0};
    account_words(account, &note, "explain.sum",
                  account_number(account, tale_row(tale)->denominator, number));
    step_note(step, ROLE_BASE, &note);
    tell_null_logit(tale, largest);
}

/* Softmax before what `after` and `renorm` do to it. */
static double uncut_weight(const Tale *tale, size_t key) {
    const Row *row = tale_row(tale);
    return exp(row->masked[key] - row->largest) / row->denominator;
}

static double cut_sum(const Tale *tale, double (*uncut)(const Tale *, size_t)) {
    double sum = 0;
    for (size_t j = 0; j < tale->keys; j++)
        sum += uncut(tale, j) * (tale_hides(tale, j) ? 0 : 1);
    return sum;
}

/* After softmax: × 0/1, and for renorm ÷ row sum. */
static void tell_cut(Tale *tale, double (*uncut)(const Tale *, size_t)) {
    Account *account = tale->account;
    char number[40];
    AccountStep *step = account_cells(account, "explain.softmax");
    for (size_t n = 0; n < account->shown; n++)
        step_number(account, step, n, ROLE_NUMBER, uncut(tale, account->key[n]));
    if (!order_of(tale->options)->divided) {
        tell_weights_as(tale, "explain.weight-cut");
        return;
    }
    step = account_cells(account, "explain.cut");
    for (size_t n = 0; n < account->shown; n++) {
        size_t key = account->key[n];
        step_number(account, step, n, ROLE_NUMBER,
                    uncut(tale, key) * (tale_hides(tale, key) ? 0 : 1));
    }
    Text note = {0};
    account_words(account, &note, "explain.sum",
                  account_number(account, cut_sum(tale, uncut), number));
    step_note(step, ROLE_BASE, &note);
    tell_weights_as(tale, "explain.weight-renorm");
}

static void tell_softmax_keys(Tale *tale) {
    tell_exponentials(tale);
    if (tale->options->null_logit.on && tale_row(tale)->largest == -INFINITY) {
        account_tell(tale->account, ROLE_BASE, "", "explain.only-null");
        tell_weights_as(tale, "explain.weight-plain");
    } else if (order_of(tale->options)->cut) {
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
        double masked = pass_scored_row(account->pass, tale->place, i)->masked[key];
        column.largest = masked > column.largest ? masked : column.largest;
    }
    for (size_t i = 0; i < queries; i++)
        column.sum += exp(pass_scored_row(account->pass, tale->place, i)->masked[key] -
                          column.largest);
    if (null_logit->on)
        column.sum += exp(null_logit->value - column.largest);
    return column;
}

static double column_weight(const Tale *tale, size_t key) {
    Column column = column_of(tale, key);
    if (column.largest == -INFINITY)
        return 0;
    return exp(tale_row(tale)->masked[key] - column.largest) / column.sum;
}

static void tell_softmax_queries(Tale *tale) {
    Account *account = tale->account;
    Column column[KEYS_SHOWN] = {{0}};
    AccountStep *step = account_cells(account, "explain.column-largest");
    for (size_t n = 0; n < account->shown; n++) {
        column[n] = column_of(tale, account->key[n]);
        step_number(account, step, n, ROLE_NUMBER, column[n].largest);
    }
    step = account_cells(account, "explain.column-exp");
    for (size_t n = 0; n < account->shown; n++)
        if (column[n].largest != -INFINITY)
            step_number(account, step, n, ROLE_NUMBER,
                        exp(tale_row(tale)->masked[account->key[n]] - column[n].largest));
        else
            step_cell(step, n, style_over(ROLE_HIDDEN, account->back), "-");
    step = account_cells(account, "explain.column-sum");
    for (size_t n = 0; n < account->shown; n++)
        if (column[n].largest != -INFINITY)
            step_number(account, step, n, ROLE_NUMBER, column[n].sum);
        else
            step_cell(step, n, style_over(ROLE_HIDDEN, account->back), "-");
    if (order_of(tale->options)->cut)
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

void tell_weights(Tale *tale) {
    Account *account = tale->account;
    const Row *row = tale_row(tale);
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
