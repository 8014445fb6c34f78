/* The inside of a pass: the numbers it keeps, and the functions by which the files of
 * math/ ask each other. Private to math/ and to its tests. */
#ifndef MATH_PASS_INSIDE_H
#define MATH_PASS_INSIDE_H

#include "math/kernel.h"
#include "math/trace.h"

/* Softmax along the queries: the largest number and the sum of each key's column. */
typedef struct KeySums {
    double *largest, *sum; /* [keys]; NULL until asked for */
    size_t done;           /* rows that were read: of 2·queries, all twice */
} KeySums;

/* One row of concat, and of y, which is made when it is asked for. */
typedef struct Output {
    size_t shares; /* passes that hold it, less one */
    bool undefined, y_made;
    unsigned char y_undefined;
    double *y; /* after concat */
    double concat[];
} Output;

/* The input that all rows of a head share, found once. Rows of k and v are not copied. */
typedef struct Head {
    Place place;
    const Record *record;
    const Options *options;
    size_t keys, width, value_width; /* Tk, d, dv */
    double scale, slope;
    const double **k, **v;    /* [keys]; NULL: the model has none */
    unsigned char *undefined; /* [keys], 1 where k or v has no value; NULL: nowhere */
    bool all_undefined;       /* softmax=queries, and some q has no value */
} Head;

/* All that is kept of one layer of one record; a member is absent until asked for. */
typedef struct Slot {
    /* By RecordPart: x of a layer after the first, y of the layer before; q, k, v: x·W
     * [positions, H·d]. */
    Matrix made[PART_V + 1];
    size_t done[PART_V + 1];    /* rows of these that are made */
    unsigned char *x_undefined; /* [positions] */
    Head **heads;               /* [heads] */
    KeySums *columns;           /* [heads] */
    Row *no_row;                /* zeroes, read for a row that comes too late (Haste) */
    Output *no_output;
    size_t row_count;      /* how many of the rows are not NULL */
    Row **rows;            /* [heads × queries] */
    Output **outputs;      /* [queries] */
    unsigned char **reach; /* [queries] rows; of layers after the first */
} Slot;

struct Pass {
    const Model *model;
    const Kernel *kernel;
    unsigned threads; /* of long work; 0: as many as are worth it */
    Slot *slots;      /* [records × layers] */
    size_t kept;      /* numbers in kept rows, about */
};

/* ---- pass.c ---- */

Slot *pass_slot(Pass *pass, Place place);
void row_free(Row *row); /* gives up one share of it */

/* Returns how many rows of a head are made so fast that nobody waits for them. */
size_t rows_in_time(const Model *model, Place place);

/* Returns how many of these rows may be made now: all, if no frame waits; 0, if its time
 * is over. */
size_t pass_rows_now(Pass *pass, Place place, size_t rows);

/* Drops all kept rows where they have become too many. */
void pass_make_room(Pass *pass);

/* ---- projection.c ---- */

/* Where the rows of a head's q, k or v lie in a matrix, of all heads or of its own. */
typedef struct HeadRows {
    const Matrix *matrix;
    size_t start, step; /* numbers before position 0, and from a position to the next */
    size_t positions, width;
    size_t heads, head; /* those of q, or of k and v */
    LayerPart weights;
    bool made; /* of x by weights, not given */
} HeadRows;

/* False: the model has none. */
bool head_rows(Pass *pass, Place place, RecordPart part, HeadRows *rows);
const double *head_rows_at(const HeadRows *rows, size_t position);

const Head *pass_head(Pass *pass, Place place);

/* ---- product.c ---- */

/* to[row·stride + c] = Σ rows[row][r] · by[r][first + c] */
typedef struct Product {
    const double *rows; /* [count × rows of by] */
    size_t count;
    const Matrix *by;
    size_t first, width;
    double *to;
    size_t stride;
    /* Set by product_make. */
    const Kernel *kernel;
    const double **lines; /* [rows of by] */
} Product;

void product_make(const Pass *pass, Product product);

/* Gives all NaNs the same bits; which NaN a product keeps is the compiler's choice. */
void numbers_settle(double *numbers, size_t count);

/* Multiplications that outweigh the start of a thread. */
#define WORTH_A_THREAD 5e6

/* ---- rows.c ---- */

/* The parts of a row that somebody wants. */
typedef enum Want {
    WANT_OUT,     /* no row, its out alone */
    WANT_WEIGHTS, /* all but the out */
    WANT_ROWS,
    WANT_SCORED_ROWS /* with scores, but without `masked` */
} Want;

/* Makes the rows of `count` queries; the caller owns them. */
void rows_compute(Pass *pass, Place place, const size_t *query, size_t count, Want want,
                  Row **rows);

/* Rows are made together with neighbours: a vector costs no more when it is full. */
enum { NEIGHBOURS = KERNEL_LANES_MAX };

/* Makes the outs of all heads side by side in head-order: numbers [count, H·dv],
 * undefined [count]. At most OUTS_MOST rows. */
enum { OUTS_MOST = 192 };
void outs_compute(Pass *pass, Place place, size_t first, size_t count, double *numbers,
                  unsigned char *undefined);

/* The columns of a head under softmax=queries, made once. */
const KeySums *pass_columns(Pass *pass, Place place);
/* Reads up to *rows rows for the columns of all heads of a layer, and takes them from
 * *rows; true: all are read, or the softmax is along the keys. */
bool columns_advance(Pass *pass, Place place, size_t *rows);
/* Adds the rows that were read to *done, and all there are to *rows. */
void columns_progress(Pass *pass, Place place, size_t *done, size_t *rows);

/* ---- trace.c ---- */

/* Whether no visible key of the query has a score above minus infinity. */
bool row_sees_none(Pass *pass, Place place, size_t query);

#endif
