/* One query of one head while it is being told. Private to explain_row.c, explain_scores.c and
 * explain_weights.c. */
#ifndef EXPLAIN_TALE_H
#define EXPLAIN_TALE_H

#include "explain/explain.h"

typedef struct Tale {
    Account *account;
    Place place;
    size_t query, keys;
    const Record *record;
    const Layer *layer;
    const Options *options;
} Tale;

/* The row of the tale; short-lived (see pass_row), so it is asked for anew at every step. */
const Row *tale_row(const Tale *tale);
bool tale_hides(const Tale *tale, size_t key);
long tale_key_number(const Tale *tale, size_t key); /* as users count */

/* ---- explain_scores.c ---- */

void tell_keys(Tale *tale); /* their labels, unless they stand there already */
void tell_head(Tale *tale); /* which head, its q */
void tell_scores(Tale *tale);
void tell_dot(
    Tale *tale); /* the whole sum behind the score of the key that is asked for */

/* k or v of a key, as this head reads it. */
typedef const double *VectorOf(Pass *pass, Place place, size_t key, bool *undefined);

/* Vectors as a whole where they fit, else a component a line, of wide ones nothing. */
void tell_vectors(Tale *tale, const char *name, VectorOf *of, size_t width);
void tell_component(Tale *tale, const char *name, VectorOf *of, size_t c, size_t width);

/* ---- explain_weights.c ---- */

void tell_visible(Tale *tale);
void tell_masked(Tale *tale);
void tell_weights(Tale *tale);

#endif
