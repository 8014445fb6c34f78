/* The parts of the calculation: each is explained by steps of a page and by a formula in
 * one line. Private to src/explain. A function NAME_steps(steps) adds all steps of the
 * cell steps->of and its result, unless a comment says otherwise. */
#ifndef EXPLAIN_PARTS_H
#define EXPLAIN_PARTS_H

#include "explain/formula.h"
#include "explain/steps.h"

/* ---- row.c: one query of one head ---- */

enum { ALL_COMPONENTS = -1 };

/* Adds the steps of a row from q·k to the grid `upto`, GRID_SCORES .. GRID_OUT, without a
 * result. component: of out. */
void row_steps(Steps *steps, HeadRow row, GridId upto, long component);
void row_cell_steps(Steps *steps);
void sums_line(Formula *formula);
void out_line(Formula *formula);

/* ---- scores.c: q·k, scale, soft cap, ALiBi, bias; visible and masked ---- */

/* k or v of a key, as the traced head reads it. */
typedef const double *VectorOf(Pass *pass, Place place, size_t key, bool *undefined);

/* One step of whole vectors if they fit, else one a component; wide vectors are left
 * out. */
void vector_steps(Steps *steps, const char *name, VectorOf *of, size_t width);
void component_steps(Steps *steps, const char *name, VectorOf *of, size_t c,
                     size_t width);

/* Steps of the traced row, without a result. product_steps: q·k of the explained key. */
void score_steps(Steps *steps);
void product_steps(Steps *steps);
void visible_steps(Steps *steps);
void masked_steps(Steps *steps);
void scores_line(Formula *formula);
void masked_line(Formula *formula);

/* ---- weights.c ---- */

void weight_steps(Steps *steps); /* of the traced row, without a result */
void weights_line(Formula *formula);

/* ---- rules.c: visible, drop and additive ---- */

void visibility_steps(Steps *steps);
void visibility_line(Formula *formula);

/* Appends why a key is hidden; the message `id` gets the rule's name and the numbers that
 * it compared. */
void explain_reason(const Session *session, const char *id, Place place, size_t query,
                    size_t key, Text *out);
void formula_why_hidden(const Formula *formula, Text *out); /* hidden by causal, 3 > 2 */
void formula_hidden(Formula *formula); /* ": hidden by causal, 3 > 2" */

/* ---- inputs.c: numbers of the scene, and q, k, v as x·W ---- */

void given_steps(Steps *steps);
void projection_steps(Steps *steps);
void input_line(Formula *formula);

/* ---- output.c: from heads to y ---- */

void concat_steps(Steps *steps);
void y_steps(Steps *steps);
void x_steps(Steps *steps);
void output_steps(Steps *steps, Place place, size_t query, size_t col); /* of any y */
void concat_line(Formula *formula);
void y_line(Formula *formula);

/* ---- loss.c, reach.c ---- */

void scored_steps(Steps *steps);
void loss_steps(Steps *steps); /* p and loss */
void loss_line(Formula *formula);
void reach_steps(Steps *steps);
void reach_line(Formula *formula);

#endif
