/* From heads to the end: concat, y, what it is worth, who reaches whom, and what changed. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "session/language.h"
#include "explain/explain.h"

/* ---- concat ---- */

/* Which head, query and component a number of concat is. */
typedef struct Joined {
    Place place;
    size_t query, component;
} Joined;

static Joined joined_at(const Account *account, Place place, size_t query, size_t col) {
    const Options *options = &account->model->layers[place.layer].options;
    size_t width = model_value_width(account->model, place.layer, place.record);
    Joined at = {place, query, col % width};
    if (options->merge == RESHAPE_RAW) {
        size_t queries = model_queries(account->model, place.layer, place.record);
        size_t count = model_concat_width(account->model, place.layer, place.record);
        size_t flat = query * count + col;
        at.place.head = options->head_order.entry[flat / (queries * width)];
        at.query = flat / width % queries;
    } else {
        at.place.head = options->head_order.entry[col / width];
    }
    return at;
}

static void order_words(const Permutation *order, Text *out) {
    for (size_t i = 0; i < order->count; i++)
        text_format(out, "%s%d", i ? " " : "", order->entry[i] + 1);
}

static void tell_joined(Account *account, const Joined *at) {
    const Layer *layer = &account->model->layers[at->place.layer];
    Text order = {0};
    if (layer->heads == 1)
        return;
    order_words(&layer->options.head_order, &order);
    if (layer->options.merge == RESHAPE_RAW)
        account_tell(account, ROLE_BASE, message(account->lang, "grid.concat"),
                     "explain.merge-raw", at->place.head + 1,
                     account_count(account, AXIS_QUERY, at->query),
                     account_count(account, AXIS_COMPONENT, at->component));
    else
        account_tell(account, ROLE_BASE, message(account->lang, "grid.concat"),
                     "explain.joined", at->place.head + 1,
                     account_count(account, AXIS_COMPONENT, at->component),
                     text_string(&order));
    text_release(&order);
}

static void tell_concat(Account *account, Place place, size_t query, size_t col) {
    Joined at = joined_at(account, place, query, col);
    account_choose(account, &at.place, &at.query, 1);
    explain_row(account, at.place, at.query, STAGE_OUT, (long)at.component);
    tell_joined(account, &at);
}

void explain_concat(Account *account, Place place, size_t query, size_t col) {
    tell_concat(account, place, query, col);
    account_result(account, GRID_CONCAT, place, query, col);
}

/* ---- y ---- */

/* The rows of heads that a row of concat is made of, each once, in the order of concat. */
static size_t rows_of_concat(const Account *account, Place place, size_t query,
                             Place *places, size_t *queries) {
    size_t width = model_concat_width(account->model, place.layer, place.record),
           count = 0;
    for (size_t c = 0; c < width; c++) {
        Joined at = joined_at(account, place, query, c);
        if (count && places[count - 1].head == at.place.head &&
            queries[count - 1] == at.query)
            continue;
        places[count] = at.place;
        queries[count++] = at.query;
    }
    return count;
}

static void tell_all_rows(Account *account, Place place, size_t query) {
    size_t width = model_concat_width(account->model, place.layer, place.record);
    Place *places = memory_new(width, sizeof *places);
    size_t *queries = memory_new(width, sizeof *queries);
    size_t count = rows_of_concat(account, place, query, places, queries);
    account_choose(account, places, queries, count);
    for (size_t n = 0; n < count; n++)
        explain_row(account, places[n], queries[n], STAGE_OUT, ALL_COMPONENTS);
    free(places);
    free(queries);
}

/* Where W_O's own row stands under wo-order, and so which number of concat meets it. */
static size_t place_of_row(const Layer *layer, size_t row) {
    size_t block = layer->part[PART_WO].common.rows / layer->heads;
    for (size_t b = 0; b < layer->heads; b++)
        if (layer->options.wo_order.entry[b] == row / block)
            return b * block + row % block;
    return row;
}

static void tell_concat_vector(Account *account, const Layer *layer, const double *concat,
                               size_t width) {
    Text text = {0}, order = {0};
    account_vector(account, concat, width, &text);
    order_words(&layer->options.head_order, &order);
    if (layer->options.merge == RESHAPE_RAW)
        account_words(account, &text, "explain.concat-raw");
    else if (layer->heads > 1)
        account_words(account, &text, "explain.heads-order", text_string(&order));
    account_say(account, ROLE_NUMBER, message(account->lang, "grid.concat"), &text);
    text_release(&order);
}

static void tell_wo_column(Account *account, const Layer *layer, size_t col) {
    const Matrix *wo = &layer->part[PART_WO].common;
    double *column = memory_new(wo->rows, sizeof *column);
    Text text = {0}, order = {0};
    for (size_t r = 0; r < wo->rows; r++)
        column[place_of_row(layer, r)] = matrix_at(wo, r, col);
    account_words(account, &text, "explain.wo-column",
                  account_count(account, AXIS_OUTPUT, col));
    account_vector(account, column, wo->rows, &text);
    if (!permutation_is_identity(&layer->options.wo_order)) {
        order_words(&layer->options.wo_order, &order);
        account_words(account, &text, "explain.wo-order", text_string(&order));
    }
    account_say(account, ROLE_NUMBER, "W_O", &text);
    text_release(&order);
    free(column);
}

/* concat·W_O as the engine sums it: in the order of W_O's own rows. */
static void add_product(Account *account, const Layer *layer, const double *concat,
                        size_t col, Chain *chain) {
    const Matrix *wo = &layer->part[PART_WO].common;
    for (size_t r = 0; r < wo->rows; r++)
        chain_product(account, chain, r < TERMS_SHOWN, concat[place_of_row(layer, r)],
                      matrix_at(wo, r, col));
}

static void finish_y(Account *account, Place place, size_t query, size_t col,
                     Chain *chain) {
    Text label = {0};
    if (account->model->layers[place.layer].options.residual) {
        account_tell(account, ROLE_BASE, "residual", "explain.residual",
                     account_count(account, AXIS_QUERY, query),
                     account_count(account, AXIS_OUTPUT, col));
        chain_number(account, chain, true,
                     pass_x(account->pass, place, query, NULL)[col]);
    }
    account_name(account, GRID_Y, place, query, col, &label);
    chain_end(account, chain, text_string(&label),
              grid_cell(account->sheet, GRID_Y, place, query, col, NULL));
    text_release(&label);
}

void explain_y(Account *account, Place place, size_t query, size_t col) {
    const Layer *layer = &account->model->layers[place.layer];
    size_t width = model_concat_width(account->model, place.layer, place.record);
    bool product = matrix_present(&layer->part[PART_WO].common);
    double *concat = memory_new(width, sizeof *concat);
    RowState state;
    if (product)
        tell_all_rows(account, place, query);
    else
        tell_concat(account, place, query, col);
    grid_cell(account->sheet, GRID_Y, place, query, col, &state);
    if (state == ROWSTATE_UNDEFINED) {
        account_result(account, GRID_Y, place, query, col);
    } else {
        Chain chain = {{0}, 0, 0, 0};
        pass_concat(account->pass, place, query, concat);
        if (product) {
            tell_concat_vector(account, layer, concat, width);
            tell_wo_column(account, layer, col);
            add_product(account, layer, concat, col, &chain);
        } else {
            account_tell(account, ROLE_BASE, "", "explain.no-wo");
            chain_number(account, &chain, true, concat[col]);
        }
        finish_y(account, place, query, col, &chain);
    }
    free(concat);
}

/* ---- loss ---- */

static const char *target_of(const Account *account, size_t query) {
    char **targets = account->sheet->targets[account->place.record];
    return targets && targets[query] ? targets[query] : "";
}

void explain_scored(Account *account, size_t query) {
    const Record *record = &account->model->records[account->place.record];
    const Options *options =
        &account->model->layers[account->model->layer_count - 1].options;
    if (!record->targets || record->targets[query] == NO_TARGET)
        account_tell(account, ROLE_BASE, "", "explain.no-target");
    else if (options->loss_mask && query_is_padding(record, query))
        account_tell(account, ROLE_BASE, "loss-mask", "explain.loss-masked");
    else
        account_tell(account, ROLE_BASE, "", "explain.target", target_of(account, query));
}

static double largest_of(const double *numbers, size_t count) {
    double largest = -INFINITY;
    for (size_t c = 0; c < count; c++)
        largest = numbers[c] > largest ? numbers[c] : largest;
    return largest;
}

static void tell_logits(Account *account, const double *y, size_t count, int target,
                        bool loss) {
    double largest = largest_of(y, count), sum = 0;
    double *power = memory_new(count, sizeof *power);
    Text text = {0}, label = {0};
    char a[40], b[40], c[40];
    for (size_t n = 0; n < count; n++)
        sum += power[n] = exp(y[n] - largest);
    account_vector(account, y, count, &text);
    account_say(account, ROLE_NUMBER, "y", &text);
    text_format(&label, "exp(y - %s)", account_factor(account, largest, a));
    account_vector(account, power, count, &text);
    text_append(&text, "   ");
    account_words(account, &text, "explain.sum", account_number(account, sum, b));
    account_say(account, ROLE_NUMBER, text_string(&label), &text);
    if (loss)
        text_format(&text, "ln(%s) - (%s - %s)", account_number(account, sum, a),
                    account_number(account, y[target], b),
                    account_factor(account, largest, c));
    else
        text_format(&text, "%s / %s", account_number(account, power[target], a),
                    account_number(account, sum, b));
    account_say(account, ROLE_NUMBER, loss ? "loss" : "p", &text);
    text_release(&label);
    free(power);
}

static void tell_probability(Account *account, double p, bool loss) {
    char number[40];
    Text text = {0};
    text_format(&text, loss ? "-ln %s" : "%s", account_number(account, p, number));
    account_say(account, ROLE_NUMBER, loss ? "loss" : "p", &text);
}

void explain_loss(Account *account, GridId grid, size_t query) {
    const Model *model = account->model;
    Place place = account->place;
    place.layer = model->layer_count - 1;
    size_t width = model_output_width(model, place.layer, place.record);
    double *y = memory_new(width, sizeof *y);
    if (model->loss == LOSS_NONE) {
        account_tell(account, ROLE_BASE, "", "explain.no-candidates");
    } else if (query_scored(model, place.record, query)) {
        int target = model->records[place.record].targets[query];
        explain_y(account, place, query, (size_t)target);
        explain_scored(account, query);
        bool defined = pass_y(account->pass, place, query, y);
        if (defined && model->loss == LOSS_LOGITS)
            tell_logits(account, y, width, target, grid == GRID_LOSS);
        else if (defined)
            tell_probability(account, y[target], grid == GRID_LOSS);
    } else {
        explain_scored(account, query);
    }
    account_result(account, grid, account->place, query, 0);
    free(y);
}

/* ---- reach ---- */

/* Whether some head of the layer lets the query read the key by the rule. */
static bool reads(const Account *account, Place place, size_t query, size_t key) {
    for (place.head = 0; place.head < account->model->layers[place.layer].heads;
         place.head++)
        if (reason_visible(visibility(account->model, place, query, key)))
            return true;
    return false;
}

static void tell_hop(Account *account, const Hop *hop) {
    Place place = {
        .record = account->place.record, .layer = hop->layer, .head = hop->head};
    long from = account_count(account, AXIS_QUERY, hop->query);
    long to = account_count(account, AXIS_KEY, hop->key);
    Text label = {0};
    account_words(account, &label, "explain.layer", hop->layer + 1);
    if (hop->residual)
        account_tell(account, ROLE_BASE, text_string(&label), "explain.way-residual",
                     from);
    else if (reason_visible(visibility(account->model, place, hop->query, hop->key)))
        account_tell(account, ROLE_BASE, text_string(&label), "explain.way", from, to,
                     hop->head + 1);
    else
        account_tell(account, ROLE_TROUBLE, text_string(&label), "explain.way-leak", from,
                     to);
    text_release(&label);
}

/* What the query reads in the layer, where that leads nowhere. */
static void tell_no_way(Account *account, Place place, size_t query) {
    Text label = {0}, text = {0};
    size_t keys = model_keys(account->model, place.layer, place.record), shown = 0,
           count = 0;
    account_words(account, &label, "explain.layer", place.layer + 1);
    account_words(account, &text, "explain.reads",
                  account_count(account, AXIS_QUERY, query));
    for (size_t j = 0; j < keys; j++) {
        if (!reads(account, place, query, j))
            continue;
        count++;
        if (shown < TERMS_SHOWN && ++shown)
            text_format(&text, " %ld", account_count(account, AXIS_KEY, j));
    }
    if (count > shown)
        text_format(&text, " … +%zu", count - shown);
    if (!count)
        text_append(&text, " -");
    account_say(account, ROLE_BASE, text_string(&label), &text);
    text_release(&label);
}

void explain_reach(Account *account, size_t query, size_t key) {
    Place place = account->place;
    Hop *hops = memory_new(place.layer + 1, sizeof *hops);
    if (pass_reach_path(account->pass, place, query, key, hops)) {
        for (size_t n = place.layer + 1; n-- > 0;)
            tell_hop(account, &hops[n]);
    } else {
        tell_no_way(account, place, query);
        account_tell(account, ROLE_BASE, "", "explain.no-way",
                     account_count(account, AXIS_KEY, key),
                     account_count(account, AXIS_QUERY, query));
    }
    account_result(account, GRID_REACH, account->place, query, key);
    free(hops);
}

/* ---- delta ---- */

void explain_delta(Account *account, size_t row, size_t col) {
    const Session *session = account->session;
    GridId grid = session->delta_of;
    Text name = {0}, text = {0};
    char now[40], was[40], change[40];
    size_t cols = grid_cols(account->sheet, grid, account->place);
    double *numbers = memory_new(cols, sizeof *numbers);
    account_name(account, grid, account->place, row, col, &name);
    if (!session->against)
        account_tell(account, ROLE_BASE, "", "explain.no-baseline");
    if (!session_delta(session, grid, account->place, row, numbers) ||
        col >= grid_cols(session->against, grid, account->place)) {
        text_append(&text, "= ");
        account_words(account, &text, "explain.undefined");
    } else {
        account_tell(account, ROLE_BASE, "",
                     session->baseline.kind == BASELINE_PIN ? "explain.since-pin"
                                                            : "explain.since-perturb");
        text_format(
            &text, "%s - %s = %s",
            account_number(
                account, grid_cell(account->sheet, grid, account->place, row, col, NULL),
                now),
            account_factor(
                account,
                grid_cell(session->against, grid, account->place, row, col, NULL), was),
            account_number(account, numbers[col], change));
    }
    account_say(account, ROLE_TITLE, text_string(&name), &text);
    text_release(&name);
    free(numbers);
}
