/* Sums, numbers and words of a formula in one line. Private to src/explain. */
#ifndef EXPLAIN_FORMULA_H
#define EXPLAIN_FORMULA_H

#include "explain/steps.h"

/* A sum being written term by term; terms that do not fit become one …. */
typedef struct Sum {
    Formula *formula;
    const char *plus;
    int terms;
    bool cut;
    int end;     /* the column of the text before which the sum has to end */
    size_t last; /* bytes of the text before the last term */
} Sum;

/* plus: written between terms. reserved: columns of the text that follows the sum. */
Sum sum_begin(Formula *formula, const char *plus, int reserved);
void sum_term(Sum *sum, const char *term);
void sum_number(Sum *sum, double number);
void sum_product(Sum *sum, double a, double b);
void sum_exp(Sum *sum, double exponent);
void sum_of_term(Sum *sum, const Terms *terms, size_t n);
void sum_terms(Sum *sum, Terms terms); /* all terms, and sum_end; releases them */
void sum_end(Sum *sum);                /* writes 0 if the sum has no term */

Pass *formula_pass(const Formula *formula);
const Options *formula_options(const Formula *formula);
Written formula_number(const Formula *formula, double value);
Written formula_factor(const Formula *formula, double value);
void formula_say(Formula *formula, const char *id); /* ": words" */

#endif
