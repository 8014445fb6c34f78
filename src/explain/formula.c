/* Sums, numbers and words of a formula. See formula.h. */
#include "explain/formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "explain/steps.h"
#include "scene/number.h"

static const double largest_written = 1e12;

Pass *formula_pass(const Formula *formula) {
    return sheet_pass(formula->session->now);
}

const Options *formula_options(const Formula *formula) {
    return &formula->session->now->model.layers[formula->place.layer].options;
}

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

void sum_number(Sum *sum, double number) {
    char term[CELL_TEXT];
    sum_term(sum, formula_factor(sum->formula, number, term));
}

void sum_product(Sum *sum, double a, double b) {
    char first[CELL_TEXT], second[CELL_TEXT], term[3 * CELL_TEXT];
    snprintf(term, sizeof term, "%s·%s", formula_factor(sum->formula, a, first),
             formula_factor(sum->formula, b, second));
    sum_term(sum, term);
}

void sum_exp(Sum *sum, double exponent) {
    char number[CELL_TEXT], term[2 * CELL_TEXT];
    snprintf(term, sizeof term, "exp(%s)",
             formula_number(sum->formula, exponent, number));
    sum_term(sum, term);
}

void sum_of_term(Sum *sum, const Terms *terms, size_t n) {
    if (terms->right)
        sum_product(sum, terms->left[n], terms->right[n]);
    else
        sum_number(sum, terms->left[n]);
}

void sum_terms(Sum *sum, const Terms *terms) {
    for (size_t n = 0; n < terms->count && !sum->cut; n++)
        sum_of_term(sum, terms, n);
}

void sum_end(Sum *sum) {
    if (sum->terms == 0 && !sum->cut)
        text_append(sum->formula->text, "0");
}

/* ---- numbers and words ---- */

/* A formula has room for what a cell rounds away: 1e-9, and all digits of -1000000001. */
const char *formula_number(const Formula *formula, double value, char out[CELL_TEXT]) {
    enum { SHORT = 6 };
    char exact[CELL_TEXT];
    number_text(value, formula->decimals, false, out);
    number_write(value, exact);
    bool tiny = *out == '~' && strlen(exact) <= SHORT;
    bool rounded = strchr(out, 'e') && fabs(value) < largest_written &&
                   value == rint(value) && strtod(out, NULL) != value;
    if (tiny)
        snprintf(out, CELL_TEXT, "%s", exact);
    else if (rounded)
        snprintf(out, CELL_TEXT, "%.0f", value);
    return out;
}

const char *formula_factor(const Formula *formula, double value, char out[CELL_TEXT]) {
    char plain[CELL_TEXT];
    formula_number(formula, value, plain);
    if (*plain == '-')
        snprintf(out, CELL_TEXT, "(%.*s)", CELL_TEXT - 3, plain);
    else
        snprintf(out, CELL_TEXT, "%s", plain);
    return out;
}

void formula_say(Formula *formula, const char *id) {
    explain_words(formula->session, formula->text, "screen.colon");
    explain_words(formula->session, formula->text, id);
}
