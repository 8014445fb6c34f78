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
    return &formula->session->now->model.layers[formula->of.place.layer].options;
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
    sum_term(sum, formula_factor(sum->formula, number).text);
}

void sum_product(Sum *sum, double a, double b) {
    char term[3 * CELL_TEXT];
    snprintf(term, sizeof term, "%s·%s", formula_factor(sum->formula, a).text,
             formula_factor(sum->formula, b).text);
    sum_term(sum, term);
}

void sum_exp(Sum *sum, double exponent) {
    char term[2 * CELL_TEXT];
    snprintf(term, sizeof term, "exp(%s)", formula_number(sum->formula, exponent).text);
    sum_term(sum, term);
}

void sum_of_term(Sum *sum, const Terms *terms, size_t n) {
    if (terms->right)
        sum_product(sum, terms->left[n], terms->right[n]);
    else
        sum_number(sum, terms->left[n]);
}

void sum_end(Sum *sum) {
    if (sum->terms == 0 && !sum->cut)
        text_append(sum->formula->text, "0");
}

void sum_terms(Sum *sum, Terms terms) {
    for (size_t n = 0; n < terms.count && !sum->cut; n++)
        sum_of_term(sum, &terms, n);
    sum_end(sum);
    terms_release(&terms);
}

/* ---- numbers and words ---- */

/* Writes out numbers that a cell rounds away: 1e-9, and all digits of -1000000001. */
Written formula_number(const Formula *formula, double value) {
    enum { SHORT = 6 };
    char exact[CELL_TEXT];
    Written out = number_text(value, formula->decimals, false);
    number_write(value, exact);
    bool tiny = *out.text == '~' && strlen(exact) <= SHORT;
    bool rounded = strchr(out.text, 'e') && fabs(value) < largest_written &&
                   value == rint(value) && strtod(out.text, NULL) != value;
    if (tiny)
        snprintf(out.text, sizeof out.text, "%s", exact);
    else if (rounded)
        snprintf(out.text, sizeof out.text, "%.0f", value);
    return out;
}

Written formula_factor(const Formula *formula, double value) {
    return written_factor(formula_number(formula, value));
}

void formula_say(Formula *formula, const char *id) {
    explain_words(formula->session, formula->text, "screen.colon");
    explain_words(formula->session, formula->text, id);
}
