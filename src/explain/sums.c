/* Sums term by term: as a step of a page, and in one line. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "explain/parts.h"

/* Returns the terms of a number of sums, out, y, or of a q, k or v that is x·W. */
static Terms cell_terms(const Writer *writer, GridCell of) {
    if (of.grid == GRID_Y)
        return trace_output(writer->pass, of.place, of.row, of.col);
    if (of.grid != GRID_SUMS && of.grid != GRID_OUT)
        return trace_projection(writer->pass, of.place,
                                (RecordPart)grid_table[of.grid].part, of.row, of.col);
    Trace trace = trace_open(writer->pass, of.place, of.row);
    return of.grid == GRID_OUT ? trace_mix(&trace, of.col) : trace_weights(&trace);
}

/* Returns the number of x that a residual layer adds to y as the last term, else NULL. */
static const double *residual_term(const Writer *writer, GridCell of) {
    if (of.grid != GRID_Y || !writer->model->layers[of.place.layer].options.residual)
        return NULL;
    return &pass_x(writer->pass, of.place, of.row, NULL)[of.col];
}

/* ---- as a step ---- */

static bool has_column(const Writer *steps, size_t key) {
    for (size_t n = 0; n < steps->shown; n++)
        if (steps->key[n] == key)
            return true;
    return false;
}

/* Appends a product or a number; the first of a sum needs no parentheses if negative. */
static void say_term(Writer *steps, double left, const double *right) {
    bool first = steps->text->length == 0;
    text_format(steps->text, "%s%s", first ? "" : " + ",
                (first ? number_in(steps, left) : factor_in(steps, left)).text);
    if (right)
        text_format(steps->text, "·%s", factor_in(steps, *right).text);
}

void say_sum(Writer *steps, Terms terms, bool by_key, const double *last, double result) {
    Text *text = steps->text;
    bool *shown = memory_new(terms.count, sizeof *shown);
    size_t rest = terms.count;
    for (size_t n = 0; n < terms.count; n++) {
        shown[n] = by_key && terms.count > TERMS_SHOWN ? has_column(steps, terms.index[n])
                                                       : n < TERMS_SHOWN;
        rest -= shown[n];
        if (shown[n])
            say_term(steps, terms.left[n], terms.right ? &terms.right[n] : NULL);
    }
    if (last)
        say_term(steps, *last, NULL);
    if (rest) {
        text_format(text, "%s%s ", text->length ? " + " : "",
                    factor_in(steps, terms_sum(&terms, shown)).text);
        say_words(steps, "explain.terms", rest);
    }
    Written number = number_in(steps, result);
    if (strcmp(text_string(text), number.text) == 0)
        text_clear(text);
    text_format(text, "%s= %s", text->length ? " " : "", number.text);
    terms_release(&terms);
    free(shown);
}

void sum_steps(Writer *steps, GridCell of) {
    const double *last = residual_term(steps, of);
    step_of_cell(steps, ROLE_NUMBER, of);
    say_sum(steps, cell_terms(steps, of), of.grid == GRID_SUMS || of.grid == GRID_OUT,
            last, cell_value(steps, of, NULL));
}

/* ---- in one line ---- */

Sum sum_begin(Writer *line, const char *plus, int reserved) {
    return (Sum){.line = line, .plus = plus, .end = line->formula->room - reserved};
}

void sum_add(Sum *sum, const char *format, ...) {
    Text *text = sum->line->text, term = {0};
    va_list arguments;
    if (sum->cut)
        return;
    va_start(arguments, format);
    text_format_list(&term, format, arguments);
    va_end(arguments);
    int dots = utf8_columns(text_string(text)) + utf8_columns(sum->plus);
    sum->cut = sum->terms > 0 && dots + utf8_columns(text_string(&term)) > sum->end;
    if (!sum->cut)
        sum->last = text->length;
    else if (sum->terms > 1 && dots + 1 > sum->end)
        text->bytes[text->length = sum->last] = '\0'; /* the last term gives way to … */
    text_format(text, "%s%s", sum->terms ? sum->plus : "",
                sum->cut ? "…" : text_string(&term));
    sum->terms++;
    text_release(&term);
}

/* Whether a term of out is of a hidden key that mixes nothing into the sum; 0·NaN does. */
static bool mixes_nothing(const Writer *line, const Terms *terms, size_t n) {
    if (line->of.grid != GRID_OUT || terms->left[n] != 0 || !isfinite(terms->right[n]))
        return false;
    const Row *row = pass_weights(line->pass, line->of.place, line->of.row);
    return !reason_visible((Reason)row->reason[terms->index[n]]);
}

/* The terms of concat·W_O are written in the order of concat, which is that of W_O on the
 * screen. */
void sum_terms(Sum *sum, Terms terms) {
    const Writer *line = sum->line;
    bool of_wo = line->of.grid == GRID_Y && terms.right;
    for (size_t n = 0; n < terms.count && !sum->cut; n++) {
        const Layer *layer = &line->model->layers[line->of.place.layer];
        size_t at = of_wo ? wo_row_at(layer, n) : n;
        if (mixes_nothing(line, &terms, n))
            continue;
        Written left = factor_in(line, terms.left[at]);
        if (terms.right && line->formula->telling == TELL_RESULTS)
            sum_add(sum, "%s", factor_in(line, terms.left[at] * terms.right[at]).text);
        else if (terms.right)
            sum_add(sum, "%s·%s", left.text, factor_in(line, terms.right[at]).text);
        else
            sum_add(sum, "%s", left.text);
    }
    terms_release(&terms);
}

void sum_line(Writer *line) {
    const double *last = residual_term(line, line->of);
    text_append(line->text, " = ");
    Sum sum = sum_begin(line, " + ", 0);
    sum_terms(&sum, cell_terms(line, line->of));
    if (last)
        sum_add(&sum, "%s", factor_in(line, *last).text);
    if (!sum.terms)
        text_append(line->text, "0");
}
