/* The parts of the calculation: each is told as steps of the page and as a line. Private to
 * src/explain. A function of steps writes all steps of the cell in steps->of, its result included,
 * unless it says otherwise. */
#ifndef EXPLAIN_PARTS_H
#define EXPLAIN_PARTS_H

#include "explain/formula.h"
#include "explain/steps.h"

/* ---- row.c: one query of one head ---- */

enum { ALL_COMPONENTS = -1 };

/* From q·k to a grid of the row, GRID_SCORES .. GRID_OUT, without the result. component: of out. */
void row_steps(Steps *steps, HeadRow row, GridId upto, long component);
void row_cell_steps(Steps *steps);
void sums_line(Formula *formula);
void out_line(Formula *formula);

/* ---- scores.c: q·k, scale, soft cap, ALiBi, bias; visible and masked ---- */

/* k or v of a key, as the traced head reads it. */
typedef const double *VectorOf(Pass *pass, Place place, size_t key, bool *undefined);

/* Vectors as a whole where they fit, else a component a step, of wide ones nothing. */
void vector_steps(Steps *steps, const char *name, VectorOf *of, size_t width);
void component_steps(Steps *steps, const char *name, VectorOf *of, size_t c,
                     size_t width);

void score_steps(Steps *steps);   /* of the traced row */
void product_steps(Steps *steps); /* the whole q·k of the key that is asked for */
void visible_steps(Steps *steps);
void masked_steps(Steps *steps);
void scores_line(Formula *formula);
void masked_line(Formula *formula);

/* ---- weights.c ---- */

void weight_steps(Steps *steps); /* of the traced row */
void weights_line(Formula *formula);

/* ---- rules.c: visible and its two other spellings ---- */

void visibility_steps(Steps *steps);
void visibility_line(Formula *formula);

/* Appends why a key is hidden, in a few words: the message of an id of the rule's name and of the
 * numbers that it compared. */
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
void x_steps(Steps *steps); /* of a later layer: y of the one before */
void output_steps(Steps *steps, Place place, size_t query,
                  size_t col); /* one number of y */
void concat_line(Formula *formula);
void y_line(Formula *formula);

/* ---- loss.c, reach.c ---- */

void scored_steps(Steps *steps);
void loss_steps(Steps *steps); /* p and loss */
void loss_line(Formula *formula);
void reach_steps(Steps *steps);
void reach_line(Formula *formula);

#endif
