/* See formula.h. Sums, words, and the grids outside a query's own row: inputs, concat, y, loss. */
#include "view/screen/formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "scene/number.h"
#include "session/language.h"
#include "explain/explain.h"

static const double largest_written = 1e12;

/* ---- sums ---- */

Sum sum_begin(Formula *formula, const char *plus, int reserved) {
    return (Sum){.formula = formula, .plus = plus, .end = formula->room - reserved};
}

void sum_term(Sum *sum, const char *term) {
    Text *text = sum->formula->text;
    int columns =
        utf8_columns(text_string(text)) + utf8_columns(sum->plus) + utf8_columns(term);
    if (sum->cut)
        return;
    if (sum->terms > 0 && columns > sum->end) {
        int dots = utf8_columns(text_string(text)) + utf8_columns(sum->plus) + 1;
        if (sum->terms > 1 &&
            dots > sum->end) /* the last term gives its place to the dots */
            text->bytes[text->length = sum->last] = '\0';
        text_format(text, "%s…", sum->plus);
        sum->cut = true;
        return;
    }
    sum->last = text->length;
    text_format(text, "%s%s", sum->terms ? sum->plus : "", term);
    sum->terms++;
}

void sum_product(Sum *sum, double a, double b) {
    char first[CELL_TEXT], second[CELL_TEXT], term[3 * CELL_TEXT];
    formula_number(sum->formula, a, first);
    if (sum->terms > 0 || *first == '-')
        formula_factor(sum->formula, a, first);
    formula_factor(sum->formula, b, second);
    snprintf(term, sizeof term, "%s·%s", first, second);
    sum_term(sum, term);
}

void sum_end(Sum *sum) {
    if (sum->terms == 0 && !sum->cut)
        text_append(sum->formula->text, "0");
}

/* ---- numbers and words ---- */

/* A formula has room for what a cell rounds away: 1e-9, and all digits of -1000000001. */
void formula_number(const Formula *formula, double value, char out[CELL_TEXT]) {
    enum { SHORT = 6 };
    char exact[CELL_TEXT];
    number_text(value, formula->screen->layout.decimals, false, out);
    number_write(value, exact);
    bool tiny = *out == '~' && strlen(exact) <= SHORT;
    bool rounded = strchr(out, 'e') && fabs(value) < largest_written &&
                   value == rint(value) && strtod(out, NULL) != value;
    if (tiny)
        snprintf(out, CELL_TEXT, "%s", exact);
    else if (rounded)
        snprintf(out, CELL_TEXT, "%.0f", value);
}

void formula_factor(const Formula *formula, double value, char out[CELL_TEXT]) {
    char plain[CELL_TEXT];
    formula_number(formula, value, plain);
    if (*plain == '-')
        snprintf(out, CELL_TEXT, "(%.*s)", CELL_TEXT - 3, plain);
    else
        snprintf(out, CELL_TEXT, "%s", plain);
}

void formula_say(Formula *formula, const char *id) {
    int lang = formula->screen->lang;
    text_format(formula->text, "%s%s", message(lang, "screen.colon"), message(lang, id));
}

void formula_hidden(Formula *formula) {
    text_append(formula->text, message(formula->screen->lang, "screen.colon"));
    formula_reason(formula, formula->text);
}

void formula_reason(const Formula *formula, Text *text) {
    const Screen *screen = formula->screen;
    if (visibility(screen->model, formula->place, formula->row, formula->col) ==
        REASON_FORCED_SHUT) {
        text_append(text, message(screen->lang, "screen.forced-shut"));
        return;
    }
    Account account = {.session = screen->session,
                       .sheet = screen->session->now,
                       .model = screen->model,
                       .place = formula->place,
                       .lang = screen->lang};
    explain_reason(&account, "screen.hidden", formula->place, formula->row, formula->col,
                   text);
}

/* ---- inputs ---- */

static const struct {
    GridId grid, weights;
    RecordPart part;
} projections[] = {
    {GRID_Q, GRID_WQ, PART_Q}, {GRID_K, GRID_WK, PART_K}, {GRID_V, GRID_WV, PART_V}};

/* x·W, one number: a row of x by a column of W. */
static void formula_projection(Formula *formula, GridId weights) {
    Sheet *sheet = formula->screen->session->now;
    Place place = formula->place;
    const Layer *layer = &formula->screen->model->layers[place.layer];
    size_t width = grid_cols(sheet, formula->grid, place);
    size_t head = weights == GRID_WQ ? place.head : kv_head_of(layer, place.head);
    size_t col = head * width + formula->col, rows = grid_rows(sheet, weights, place);
    Sum sum = sum_begin(formula, " + ", 0);
    text_append(formula->text, " = ");
    for (size_t c = 0; c < rows && !sum.cut; c++)
        sum_product(&sum, grid_cell(sheet, GRID_X, place, formula->row, c, NULL),
                    grid_cell(sheet, weights, place, c, col, NULL));
    sum_end(&sum);
}

static void formula_input(Formula *formula) {
    const Screen *screen = formula->screen;
    Place place = formula->place;
    const Layer *layer = &screen->model->layers[place.layer];
    for (size_t i = 0; i < 3; i++) {
        if (projections[i].grid != formula->grid)
            continue;
        bool given = part_present(
            given_part(screen->model, place.layer, place.record, projections[i].part));
        if (!given && layer->options.split == RESHAPE_RAW) {
            formula_say(formula, "screen.split-raw");
            return;
        }
        if (!given && screen_has(screen, projections[i].weights)) {
            formula_projection(formula, projections[i].weights);
            return;
        }
    }
    if (formula->grid == GRID_X && place.layer > 0)
        text_format(formula->text, message(screen->lang, "screen.from-layer"),
                    place.layer);
    else
        formula_say(formula, "screen.given");
}

/* ---- concat and y ---- */

static void formula_concat(Formula *formula) {
    const Screen *screen = formula->screen;
    const Layer *layer = &screen->model->layers[formula->place.layer];
    size_t width = grid_cols(screen->session->now, GRID_OUT, formula->place);
    if (layer->options.merge == RESHAPE_RAW && layer->heads > 1) {
        formula_say(formula, "screen.merge-raw");
        return;
    }
    size_t block = width ? formula->col / width : 0;
    size_t head = layer->options.head_order.entry[block];
    text_format(formula->text, message(screen->lang, "screen.of-head"),
                grid_title(screen, GRID_OUT),
                session_number_of(screen->session, AXIS_QUERY, formula->row),
                session_number_of(screen->session, AXIS_COMPONENT,
                                  width ? formula->col % width : 0),
                head + 1);
}

static void formula_y(Formula *formula) {
    const Screen *screen = formula->screen;
    Sheet *sheet = screen->session->now;
    Place place = formula->place;
    bool wo = screen_has(screen, GRID_WO);
    if (!wo && screen->merged_out) {
        formula_out(formula);
        return;
    }
    size_t width = grid_cols(sheet, GRID_CONCAT, place);
    double *joined = memory_new(width ? width : 1, sizeof *joined);
    grid_row(sheet, GRID_CONCAT, place, formula->row, joined);
    Sum sum = sum_begin(formula, " + ", 0);
    char term[CELL_TEXT];
    text_append(formula->text, " = ");
    for (size_t c = 0; wo && c < width && !sum.cut; c++)
        sum_product(&sum, joined[c],
                    grid_cell(sheet, GRID_WO, place, c, formula->col, NULL));
    if (!wo) {
        formula_factor(formula, joined[formula->col], term);
        sum_term(&sum, term);
    }
    free(joined);
    if (session_options(screen->session)->residual) {
        formula_factor(formula,
                       grid_cell(sheet, GRID_X, place, formula->row, formula->col, NULL),
                       term);
        sum_term(&sum, term);
    }
    sum_end(&sum);
}

/* ---- loss ---- */

static void formula_prob(Formula *formula) {
    const Screen *screen = formula->screen;
    Sheet *sheet = screen->session->now;
    Place place = formula->place;
    place.layer = screen->model->layer_count - 1;
    size_t cols = grid_cols(sheet, GRID_Y, place);
    int target = screen->model->records[place.record].targets[formula->row];
    char number[CELL_TEXT], term[2 * CELL_TEXT];
    if (screen->model->loss == LOSS_PROBS || target < 0) {
        text_format(formula->text, " = %s[%ld,%s]", grid_title(screen, GRID_Y),
                    session_number_of(screen->session, AXIS_QUERY, formula->row),
                    sheet->targets[place.record][formula->row]);
        return;
    }
    double *y = memory_new(cols, sizeof *y);
    grid_row(sheet, GRID_Y, place, formula->row, y);
    formula_number(formula, y[target], number);
    text_format(formula->text, " = exp(%s)/(", number);
    Sum sum = sum_begin(formula, "+", 1);
    for (size_t c = 0; c < cols; c++) {
        formula_number(formula, y[c], number);
        snprintf(term, sizeof term, "exp(%s)", number);
        sum_term(&sum, term);
    }
    text_append(formula->text, ")");
    free(y);
}

static void formula_loss(Formula *formula) {
    const Screen *screen = formula->screen;
    if (!query_scored(screen->model, formula->place.record, formula->row)) {
        formula_say(formula, "screen.unscored");
        return;
    }
    if (formula->grid == GRID_PROB) {
        formula_prob(formula);
        return;
    }
    char number[CELL_TEXT];
    double probability, loss;
    pass_loss(sheet_pass(screen->session->now), formula->place.record, formula->row,
              &probability, &loss);
    formula_number(formula, probability, number);
    text_format(formula->text, " = -ln(%s)", number);
}

/* ---- the rule ---- */

static void formula_visible(Formula *formula) {
    Reason reason =
        visibility(formula->screen->model, formula->place, formula->row, formula->col);
    if (formula->grid != GRID_VISIBLE) {
        const char *id = reason_visible(reason) ? "screen.may" : "screen.may-not";
        text_append(formula->text, message(formula->screen->lang, id));
    }
    if (reason == REASON_OPEN)
        formula_say(formula, "screen.open");
    else if (reason == REASON_FORCED_OPEN)
        formula_say(formula, "screen.forced-open");
    else
        formula_hidden(formula);
}

/* The hops that move on to another position; where none does, the last one. */
static void reach_hops(Formula *formula, const Hop *hops, size_t count) {
    size_t told = 0;
    for (size_t n = 0; n < count; n++) {
        const Hop *hop = &hops[n];
        bool moves = hop->query != hop->key;
        if (!moves && (told || n + 1 < count))
            continue;
        const char *id = hop->residual ? "screen.reached-residual"
                         : told        ? "screen.reached-then"
                                       : "screen.reached-through";
        text_format(formula->text, message(formula->screen->lang, id), hop->layer + 1,
                    hop->head + 1);
        told++;
    }
}

static void formula_reach(Formula *formula) {
    const Screen *screen = formula->screen;
    size_t layers = formula->place.layer + 1;
    Hop *hops = memory_new(layers, sizeof *hops);
    bool reached = pass_reach_path(sheet_pass(screen->session->now), formula->place,
                                   formula->row, formula->col, hops);
    text_format(formula->text,
                message(screen->lang, reached ? "screen.reached" : "screen.unreached"),
                session_number_of(screen->session, AXIS_QUERY, formula->row),
                session_number_of(screen->session, AXIS_KEY, formula->col));
    if (reached)
        reach_hops(formula, hops, layers);
    free(hops);
}

void formula_make(Formula *formula) {
    switch (formula->grid) {
    case GRID_WEIGHTS:
        formula_weights(formula);
        return;
    case GRID_SCORES:
        formula_scores(formula);
        return;
    case GRID_MASKED:
        formula_masked(formula);
        return;
    case GRID_SUMS:
        formula_sums(formula);
        return;
    case GRID_OUT:
        formula_out(formula);
        return;
    case GRID_CONCAT:
        if (formula->screen->merged_out)
            formula_out(formula);
        else
            formula_concat(formula);
        return;
    case GRID_Y:
        formula_y(formula);
        return;
    case GRID_PROB:
    case GRID_LOSS:
    case GRID_SCORED:
        formula_loss(formula);
        return;
    case GRID_VISIBLE:
    case GRID_DROP:
    case GRID_ADDITIVE:
        formula_visible(formula);
        return;
    case GRID_REACH:
        formula_reach(formula);
        return;
    case GRID_X:
    case GRID_Q:
    case GRID_K:
    case GRID_V:
    case GRID_WO:
    case GRID_WQ:
    case GRID_WK:
    case GRID_WV:
    case GRID_MASK:
    case GRID_BIAS:
        formula_input(formula);
        return;
    case GRID_DELTA:
    case GRID_COUNT:
        return;
    }
}
