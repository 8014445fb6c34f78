/* What a pass keeps. Private to math/. */
#ifndef MATH_STORE_H
#define MATH_STORE_H

#include "math/pass.h"

/* Softmax along the queries: what each key's column needs. */
typedef struct Columns {
    double *largest, *sum; /* [keys]; NULL until asked for */
} Columns;

/* One row of y. */
typedef struct Output {
    bool defined;
    double numbers[]; /* [columns of y] */
} Output;

/* What is kept of one layer of one record. Absent until asked for. */
typedef struct Slot {
    Matrix x;                   /* of a layer after the first: y of the one before */
    unsigned char *x_undefined; /* [positions] */
    Matrix q, k, v;             /* x·W, [positions, H·d] */
    Columns *columns;           /* [heads] */
    Row **rows;                 /* [heads × queries], NULL: not computed */
    Output **outputs;           /* [queries], NULL: not computed */
    unsigned char *reach;       /* [queries × keys of the first layer] */
} Slot;

struct Pass {
    const Model *model;
    Slot *slots; /* [records × layers] */
    size_t kept; /* numbers held in rows */
};

Slot *pass_slot(Pass *pass, size_t record, size_t layer);

/* A row of y as the layer makes it; forward.c. */
bool output_compute(Pass *pass, Place place, size_t query, double *numbers);

/* A row as the rule makes it; row.c. */
Row *row_compute(Pass *pass, Place place, size_t query);
void row_free(Row *row);

/* Scores and what enters softmax, before any weight; arrays of [keys]. */
void row_scores(Pass *pass, Place place, size_t query, double *scores);
void row_masked(const Pass *pass, Place place, const unsigned char *reason,
                const double *scores, size_t keys, double *masked);

/* Whether no visible key of the query has a score above minus infinity; looks no further than the
 * first that has. */
bool row_sees_none(Pass *pass, Place place, size_t query);

/* Whether the row is empty under empty-row=error, without calculating it. */
bool row_is_error(Pass *pass, Place place, size_t query);

/* Largest and sum of each column; computed once. */
const Columns *pass_columns(Pass *pass, Place place);

#endif
