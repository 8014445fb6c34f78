/* Formulas of a query's own row: scores, masked, weights, sums, out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/language.h"
#include "view/screen/formula.h"

static const Row *row_of(const Formula *formula) {
    return pass_weights(sheet_pass(formula->screen->session->now), formula->place,
                        formula->row);
}

static const Options *options_of(const Formula *formula) {
    return &formula->screen->model->layers[formula->place.layer].options;
}

static void sum_exp(Sum *sum, double value) {
    char number[CELL_TEXT], term[2 * CELL_TEXT];
    formula_number(sum->formula, value, number);
    snprintf(term, sizeof term, "exp(%s)", number);
    sum_term(sum, term);
}

/* ---- weights ---- */

/* What enters softmax, of one cell. */
static double masked_at(const Formula *formula, size_t query, size_t key) {
    return grid_cell(formula->screen->session->now, GRID_MASKED, formula->place, query,
                     key, NULL);
}

/* exp(a)/(exp(a)+exp(b)+…) along the keys. */
static void softmax_keys(Formula *formula, const Row *row, int reserved) {
    const Options *options = options_of(formula);
    char number[CELL_TEXT];
    formula_number(formula, masked_at(formula, formula->row, formula->col), number);
    text_format(formula->text, " = exp(%s)/(", number);
    Sum sum = sum_begin(formula, "+", 1 + reserved);
    for (size_t j = 0; j < row->keys && !sum.cut; j++)
        if (order_counts(options, reason_visible((Reason)row->reason[j])))
            sum_exp(&sum, masked_at(formula, formula->row, j));
    if (options->null_logit.on)
        sum_exp(&sum, options->null_logit.value);
    text_append(formula->text, ")");
}

/* The same along the queries: the wrong axis. */
static void softmax_queries(Formula *formula, int reserved) {
    const Model *model = formula->screen->model;
    size_t queries = model_queries(model, formula->place.layer, formula->place.record);
    char number[CELL_TEXT];
    formula_number(formula, masked_at(formula, formula->row, formula->col), number);
    text_format(formula->text, " = exp(%s)/(", number);
    Sum sum = sum_begin(formula, "+", 1 + reserved);
    for (size_t i = 0; i < queries && !sum.cut; i++)
        sum_exp(&sum, masked_at(formula, i, formula->col));
    text_append(formula->text, ")");
}

static void softmax(Formula *formula, const Row *row, int reserved) {
    if (options_of(formula)->softmax == SOFTMAX_QUERIES)
        softmax_queries(formula, reserved);
    else
        softmax_keys(formula, row, reserved);
}

/* ÷ row sum: a share of the shares that were not cut. */
static void renormed(Formula *formula) {
    Pass *pass = sheet_pass(formula->screen->session->now);
    const Row *row = pass_scored_row(pass, formula->place, formula->row);
    char number[CELL_TEXT];
    double *share = memory_new(row->keys, sizeof *share);
    double largest = -INFINITY, total = 0;
    for (size_t j = 0; j < row->keys; j++)
        largest = row->masked[j] > largest ? row->masked[j] : largest;
    for (size_t j = 0; j < row->keys; j++)
        total += share[j] = exp(row->masked[j] - largest);
    formula_number(formula, share[formula->col] / total, number);
    text_format(formula->text, " = %s/(", number);
    Sum sum = sum_begin(formula, "+", 1);
    for (size_t j = 0; j < row->keys && !sum.cut; j++) {
        formula_number(formula, share[j] / total, number);
        if (reason_visible((Reason)row->reason[j]))
            sum_term(&sum, number);
    }
    text_append(formula->text, ")");
    free(share);
}

static void empty_weight(Formula *formula, const Row *row) {
    static const char *const ids[] = {[EMPTY_ERROR] = "screen.empty.error",
                                      [EMPTY_ZERO] = "screen.empty.zero",
                                      [EMPTY_UNIFORM] = "screen.empty.uniform",
                                      [EMPTY_NAN] = "screen.empty.nan"};
    const Screen *screen = formula->screen;
    text_format(formula->text, message(screen->lang, ids[options_of(formula)->empty_row]),
                session_number_of(screen->session, AXIS_QUERY, formula->row), row->keys);
}

static void hidden_weight(Formula *formula, const Row *row) {
    char number[CELL_TEXT];
    const OrderTraits *order = order_of(options_of(formula));
    if (order->hidden_count && !order->cut) {
        softmax(formula, row, 0);
        formula_reason(formula, formula->note);
        return;
    }
    if (order->cut && !order->divided && options_of(formula)->softmax == SOFTMAX_KEYS) {
        double masked = masked_at(formula, formula->row, formula->col);
        formula_number(formula, exp(masked - row->largest) / row->denominator, number);
        text_format(formula->text, " = %s × 0", number);
    }
    formula_hidden(formula);
}

void formula_weights(Formula *formula) {
    const Row *row = row_of(formula);
    if (row->status == ROW_UNUSED) {
        formula_say(formula, "screen.unused");
        return;
    }
    if (row->status == ROW_EMPTY) {
        empty_weight(formula, row);
        return;
    }
    if (!reason_visible((Reason)row->reason[formula->col]))
        hidden_weight(formula, row);
    else if (order_of(options_of(formula))->divided &&
             options_of(formula)->softmax == SOFTMAX_KEYS)
        renormed(formula);
    else {
        bool cut =
            order_of(options_of(formula))->cut && !order_of(options_of(formula))->divided;
        softmax(formula, row, cut ? 4 : 0);
        if (cut)
            text_append(formula->text, " × 1");
    }
}

/* ---- scores ---- */

static void scaled_product(Formula *formula) {
    const Screen *screen = formula->screen;
    Place place = formula->place;
    const Layer *layer = &screen->model->layers[place.layer];
    size_t width = model_head_width(screen->model, place.layer, place.record);
    Sheet *sheet = screen->session->now;
    ScaleKind kind = layer->options.scale.kind;
    char number[CELL_TEXT];
    if (kind == SCALE_NUMBER) {
        formula_factor(formula, layer->options.scale.value, number);
        text_format(formula->text, "%s·", number);
    }
    text_append(formula->text, kind == SCALE_NONE ? "" : "(");
    Sum sum = sum_begin(formula, " + ", 6);
    for (size_t c = 0; c < width && !sum.cut; c++)
        sum_product(&sum, grid_cell(sheet, GRID_Q, place, formula->row, c, NULL),
                    grid_cell(sheet, GRID_K, place, formula->col, c, NULL));
    sum_end(&sum);
    text_append(formula->text, kind == SCALE_NONE ? "" : ")");
    if (kind == SCALE_AUTO)
        text_format(formula->text, "/√%zu", width);
    else if (kind == SCALE_WIDTH)
        text_format(formula->text, "/√%zu", width * layer->heads);
}

/* What stands for the product: q·k, the scene's scores, or the logarithm of its weights. */
static void raw_score(Formula *formula) {
    const Screen *screen = formula->screen;
    const Matrix *given = given_matrix(screen->model, formula->place, PART_SCORES);
    const Matrix *weights = given_matrix(screen->model, formula->place, PART_WEIGHTS);
    char number[CELL_TEXT];
    if (matrix_present(given)) {
        formula_number(formula, matrix_at(given, formula->row, formula->col), number);
        text_append(formula->text, number);
    } else if (matrix_present(weights)) {
        formula_number(formula, matrix_at(weights, formula->row, formula->col), number);
        text_format(formula->text, "ln(%s)", number);
    } else if (model_has_q(screen->model, formula->place.layer, formula->place.record)) {
        scaled_product(formula);
    } else {
        text_append(formula->text, "0");
    }
}

static void added_to_score(Formula *formula) {
    const Screen *screen = formula->screen;
    Place place = formula->place;
    const Layer *layer = &screen->model->layers[place.layer];
    const Matrix *bias = given_matrix(screen->model, place, PART_BIAS);
    char number[CELL_TEXT];
    if (layer->options.bias == BIAS_ALIBI) {
        long distance =
            query_position(screen->model, place.layer, place.record, formula->row) -
            (long)formula->col;
        formula_number(formula, alibi_slope(place.head, layer->heads), number);
        text_format(formula->text, distance < 0 ? " - %s·(%ld)" : " - %s·%ld", number,
                    distance);
    }
    if (matrix_present(bias)) {
        formula_factor(formula, matrix_at(bias, formula->row, formula->col), number);
        text_format(formula->text, " + %s", number);
    }
}

/* Words for a score that is no more than what the scene gives, or than nothing. */
static const char *plainly_given(const Formula *formula) {
    const Screen *screen = formula->screen;
    const Options *options = options_of(formula);
    const Model *model = screen->model;
    bool added = options->bias == BIAS_ALIBI ||
                 matrix_present(given_matrix(model, formula->place, PART_BIAS));
    bool none =
        !model_has_q(screen->model, formula->place.layer, formula->place.record) &&
        !model_has_scores_given(screen->model, formula->place.layer,
                                formula->place.record);
    bool given = matrix_present(given_matrix(model, formula->place, PART_SCORES));
    if (options->softcap.on || added || !(none || given))
        return NULL;
    return none ? "screen.no-scores" : "screen.given";
}

void formula_scores(Formula *formula) {
    const Screen *screen = formula->screen;
    Place place = formula->place;
    const Options *options = options_of(formula);
    const Record *record = &screen->model->records[place.record];
    char cap[CELL_TEXT];
    if (record_score_edit(record, place.layer, place.head, formula->row, formula->col)) {
        formula_say(formula, "screen.by-hand");
        return;
    }
    if (plainly_given(formula)) {
        formula_say(formula, plainly_given(formula));
        return;
    }
    text_append(formula->text, " = ");
    if (options->softcap.on) {
        formula_number(formula, options->softcap.value, cap);
        text_format(formula->text, "%s·tanh(", cap);
    }
    raw_score(formula);
    if (options->softcap.on)
        text_format(formula->text, "/%s)", cap);
    added_to_score(formula);
}

void formula_masked(Formula *formula) {
    const Row *row = row_of(formula);
    const Options *options = options_of(formula);
    char score[CELL_TEXT], fill[CELL_TEXT];
    formula_number(formula,
                   grid_cell(formula->screen->session->now, GRID_SCORES, formula->place,
                             formula->row, formula->col, NULL),
                   score);
    if (reason_visible((Reason)row->reason[formula->col])) {
        formula_say(formula, "screen.kept");
        return;
    }
    formula_factor(formula, options->fill, fill);
    switch (order_of(options)->hidden_score) {
    case HIDDEN_MINUS_INFINITY:
    case HIDDEN_ZERO:
    case HIDDEN_FILL:
        text_format(formula->text, message(formula->screen->lang, "screen.instead"),
                    score);
        break;
    case HIDDEN_PLUS_FILL:
        text_format(formula->text, " = %s + %s", score, fill);
        break;
    case HIDDEN_KEPT:
        formula_say(formula, "screen.kept-yet");
        formula_reason(formula, formula->text);
        return;
    }
    formula_hidden(formula);
}

/* ---- sums and out ---- */

void formula_sums(Formula *formula) {
    const Row *row = row_of(formula);
    char number[CELL_TEXT];
    if (row->status == ROW_UNUSED) {
        formula_say(formula, "screen.unused");
        return;
    }
    text_append(formula->text, " = ");
    Sum sum = sum_begin(formula, " + ", 0);
    for (size_t j = 0; j < row->keys && !sum.cut; j++) {
        formula_factor(formula, row->weights[j], number);
        sum_term(&sum, number);
    }
    double given = given_weight_sum(formula->screen->model, formula->place, formula->row);
    if (given != 1) {
        formula_number(formula, given, number);
        text_format(formula->text, message(formula->screen->lang, "screen.given-sum"),
                    number);
    }
}

void formula_out(Formula *formula) {
    const Screen *screen = formula->screen;
    const Row *row = row_of(formula);
    const Options *options = options_of(formula);
    Pass *pass = sheet_pass(screen->session->now);
    if (row->status == ROW_UNUSED) {
        formula_say(formula, "screen.unused");
        return;
    }
    text_append(formula->text, " = ");
    Sum sum = sum_begin(formula, " + ", 0);
    for (size_t j = 0; j < row->keys && !sum.cut; j++) {
        bool visible = reason_visible((Reason)row->reason[j]);
        bool dropped =
            !visible && (row->weights[j] == 0 ||
                         (row->status != ROW_EMPTY && !order_mixes(options, visible)));
        if (!dropped)
            sum_product(&sum, row->weights[j],
                        pass_v(pass, formula->place, j, NULL)[formula->col]);
    }
    sum_end(&sum);
}
