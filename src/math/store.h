/* What a pass keeps. Private to math/. */
#ifndef MATH_STORE_H
#define MATH_STORE_H

#include "math/kernel.h"
#include "math/trace.h"

/* Softmax along the queries: what each key's column needs. */
typedef struct Columns {
    double *largest, *sum; /* [keys]; NULL until asked for */
} Columns;

/* One row of concat or y. */
typedef struct Output {
    size_t shares; /* passes that hold it beside the first */
    bool defined;
    double numbers[];
} Output;

/* What all rows of a head read: found once. Rows of k and v stay where they are. */
typedef struct Head {
    Place place;
    const Record *record;
    const Options *options;
    size_t keys, width, value_width;
    double scale, slope;
    const double **k, **v;    /* [keys]; NULL: the model has none */
    unsigned char *undefined; /* [keys] whose k or v has no value; NULL: none */
    bool all_undefined;       /* softmax=queries, and some q has no value */
} Head;

/* What is kept of one layer of one record. Absent until asked for. */
typedef struct Slot {
    Matrix x;                    /* of a layer after the first: y of the one before */
    size_t x_done;               /* rows of x that are made */
    unsigned char *x_undefined;  /* [positions] */
    Matrix q, k, v;              /* x·W, [positions, H·d] */
    Head **heads;                /* [heads], NULL: not looked at */
    Columns *columns;            /* [heads] */
    size_t row_count;            /* of rows that are there */
    Row **rows;                  /* [heads × queries], NULL: not computed */
    Output **concats, **outputs; /* [queries], NULL: not computed */
    unsigned char *
        *reach; /* [queries] rows, NULL: not asked for; of layers after the first */
} Slot;

struct Pass {
    const Model *model;
    const Kernel *kernel;
    unsigned threads;
    Slot *slots; /* [records × layers] */
    size_t kept; /* numbers held in rows */
};

Slot *pass_slot(Pass *pass, size_t record, size_t layer);

/* ---- projection.c ---- */

/* Where the rows of q, k or v of a head lie, which stay where they are. */
typedef struct Strip {
    const Matrix *matrix;
    size_t start, step; /* of its numbers, those of position 0 and from one to the next */
    bool made;          /* of x */
} Strip;

bool pass_strip(Pass *pass, Place place, RecordPart part, Strip *strip); /* false: none */
void strip_ready(const Strip *strip, size_t count); /* rows 0 .. count-1 to be read */
const double *strip_row(const Strip *strip, size_t position);
bool strip_undefined(Pass *pass, Place place, const Strip *strip, size_t width,
                     size_t position);

/* ---- product.c ---- */

/* to[row·stride + c] = Σ rows[row][r] · lines[r][c] */
typedef struct Product {
    const Kernel *kernel;
    const double *const *rows; /* [count][length] */
    size_t count;
    const double *const *lines; /* [length][width] */
    size_t length, width;
    double *to;
    size_t stride;
} Product;

void product_make(Product *product, unsigned threads);

/* One nan for all: which of two nans a product hands on is the compiler's choice. */
void numbers_settle(double *numbers, size_t count);

/* Multiplications that outweigh the start of a thread. */
#define WORTH_A_THREAD 5e6

/* ---- head.c ---- */

const Head *pass_head(Pass *pass, Place place);
void head_free(Head *head);

/* ---- rows.c ---- */

/* Rows as the rule makes them, with their scores, of any queries of a head; not kept. */
void rows_compute(Pass *pass, Place place, const size_t *query, size_t count, Row **rows);
void row_free(Row *row);

/* Outs of all heads side by side, heads in their own order, of at most OUTS_MOST rows; not kept. */
enum { OUTS_MOST = 192 };
void outs_compute(Pass *pass, Place place, size_t first, size_t count, double *numbers,
                  unsigned char *defined);

/* Drops kept rows where they are too many. */
void pass_make_room(Pass *pass);

/* The columns of a head under softmax=queries, made once, by blocks. */
const Columns *pass_columns(Pass *pass, Place place);

/* ---- trace.c: the steps of one key after its score ---- */

/* Sets the row's largest number, and the term of the null logit. */
void trace_take_largest(Trace *trace, double largest);

/* power, from masked and the largest of the row or of the key's column. */
void trace_power(const Trace *trace, size_t key, KeyTrace *made);

/* softmax and cut, from power and the sum. */
void trace_divide(const Trace *trace, KeyTrace *made);

/* weight, from cut and cut_sum, or from the row's status. */
void trace_settle(const Trace *trace, KeyTrace *made);

/* ---- row.c ---- */

/* The row by its definition, slowly; what rows_compute gives has the same bits. */
Row *row_define(Pass *pass, Place place, size_t query);

/* Whether no visible key of the query has a score above minus infinity; looks no further than the
 * first that has. */
bool row_sees_none(Pass *pass, Place place, size_t query);

/* What a row of given weights is divided by. */
double given_sum(const double *weights, size_t count);

#endif
