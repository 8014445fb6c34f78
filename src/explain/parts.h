/* The parts of the calculation: each is explained by steps of a page and by a formula in
 * one line. Private to src/explain. A function of type CellSteps adds the steps that make
 * the cell `of`; its last step may be the cell's own, with its number. NAME_line(line)
 * writes the formula of line->of. */
#ifndef EXPLAIN_PARTS_H
#define EXPLAIN_PARTS_H

#include <stdint.h>

#include "explain/writer.h"

typedef void CellSteps(Writer *steps, GridCell of);
typedef void WriteLine(Writer *line);

/* ---- sums.c ---- */

/* Says "a·b + c·d + 0.5 (3 more) = result", and releases the terms. Of more than
 * TERMS_SHOWN terms it writes those of keys with a column (by_key), or the first ones.
 * The others are one number, which terms_sum (math/trace.h) adds as the engine does: in
 * its order, from 0 on, rounded in the same way. last: one more term, or NULL. */
void say_sum(Writer *steps, Terms terms, bool by_key, const double *last, double result);

/* The sum whose result is the cell, of sums, out, y, or q, k, v as x·W. */
CellSteps sum_steps;
WriteLine sum_line;

/* A sum in a formula, being written term by term; terms that do not fit become one …. */
typedef struct Sum {
    Writer *line;
    const char *plus;
    size_t terms;
    bool cut;
    int end;     /* the column of the text before which the sum has to end */
    size_t last; /* bytes of the text before the last term */
} Sum;

/* plus: written between terms. reserved: columns of the text that follows the sum. */
Sum sum_begin(Writer *line, const char *plus, int reserved);
void sum_add(Sum *sum, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sum_terms(Sum *sum, Terms terms); /* adds all terms, and releases them */

/* ---- row.c: one query of one head ---- */

#define ALL_COMPONENTS SIZE_MAX

/* The steps of a row from q·k to the cell's grid, GRID_SCORES .. GRID_OUT. row_steps
 * needs keys that were chosen, and the column of a cell of out may be ALL_COMPONENTS. */
CellSteps row_steps, row_cell_steps;
WriteLine weights_line, mix_line; /* mix_line: of sums and out */

/* ---- scores.c: q·k, scale, soft cap, ALiBi, bias; visible and masked ---- */

/* k or v of a key, as the traced head reads it. */
typedef const double *VectorOf(Pass *pass, Place place, size_t key, bool *undefined);

/* One step of whole vectors if they fit, else one a component; wide vectors are left
 * out. */
void vector_steps(Writer *steps, const char *name, VectorOf *of, size_t width);
void component_steps(Writer *steps, const char *name, VectorOf *of, size_t c,
                     size_t width);

/* Steps of the traced row. product_steps: q·k of the explained key. */
void score_steps(Writer *steps);
void product_steps(Writer *steps);
void visible_steps(Writer *steps);
void masked_steps(Writer *steps);
WriteLine scores_line, masked_line;

/* Writes the number that enters the softmax for a key. Where a large `fill` is added to a
 * score it writes both, for their rounded sum would be the fill. */
Written masked_in(const Writer *writer, const Trace *trace, const KeyTrace *key);

/* ---- rules.c: visible, drop, additive and reach ---- */

CellSteps visibility_steps, reach_steps;
WriteLine visibility_line, reach_line;
WriteLine hidden_line; /* ": hidden by causal, 3 > 2" */

/* Appends why a key is hidden. The message `forced` is for keys that were hidden by hand;
 * the message `ruled` gets the rule's name and the numbers that it compared. */
void explain_reason(const Session *session, GridCell of, const char *forced,
                    const char *ruled, Text *out);

/* ---- inputs.c: numbers of the scene, and q, k, v as x·W ---- */

CellSteps given_steps, projection_steps;
WriteLine input_line;

/* ---- output.c: from heads to y and the loss ---- */

CellSteps concat_steps, y_steps, x_steps;
CellSteps scored_steps, loss_steps; /* loss_steps: of p and loss */
WriteLine concat_line, scored_line, loss_line;

#endif
