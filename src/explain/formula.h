/* The parts of a formula in one line. Private to src/explain.
 *
 * Numbers have the screen's decimals; the page (E) shows more. */
#ifndef EXPLAIN_FORMULA_H
#define EXPLAIN_FORMULA_H

#include "explain/steps.h"

/* A sum, term by term; the terms that do not fit become …. */
typedef struct Sum {
    Formula *formula;
    const char *plus;
    int terms;
    bool cut;
    int end;     /* columns of the text at which to cut */
    size_t last; /* bytes of the text before the last term */
} Sum;

Sum sum_begin(Formula *formula, const char *plus, int reserved);
void sum_term(Sum *sum, const char *term);
void sum_number(Sum *sum, double number);
void sum_product(Sum *sum, double a, double b);
void sum_exp(Sum *sum, double exponent);
void sum_of_term(Sum *sum, const Terms *terms, size_t n);
void sum_terms(Sum *sum, Terms terms); /* all of them, and the end; releases the terms */
void sum_end(Sum *sum);                /* an empty sum is 0 */

Pass *formula_pass(const Formula *formula);
const Options *formula_options(const Formula *formula);
Written formula_number(const Formula *formula, double value);
Written formula_factor(const Formula *formula, double value);
void formula_say(Formula *formula, const char *id); /* ": words" */

#endif
