/* See matrix.h. A store holds all numbers itself, or it has a source: then `cells` (used
 * as a whole) or `row` (used by row) is filled as rows are asked for. */
#include "math/matrix.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"

/* A source, and the number of stores that read it. */
typedef struct Shared {
    size_t owners;
    MatrixSource from;
} Shared;

struct MatrixStore {
    size_t owners;
    size_t room;    /* numbers that fit into cells; 0: cells are not ours */
    double *cells;  /* used by row: NULL, unless the source lies there directly */
    Shared *source; /* NULL: all numbers are in cells */
    MatrixUse use;
    size_t rows, cols;            /* of a matrix with a source */
    unsigned char *state;         /* [rows] of RowState; NULL: every row is there */
    size_t lead;                  /* as a whole: so many of the first rows are there */
    double **row;                 /* by row: [rows], NULL where it is not there */
    size_t *kept, kept_most;      /* by row: a ring of the rows that are there */
    size_t kept_count, kept_next; /* rows in the ring; where to look for one to drop */
    size_t reads;                 /* rows ever read */
    size_t *asked;                /* [rows]: `reads` when the row was last asked for */
    double bound;                 /* of matrix_bound */
    bool bounded;                 /* whether bound is known */
};

enum RowState { ROW_OUTSIDE, ROW_READ, ROW_WRITTEN };

enum { KEPT_BYTES = 4 << 20 };

/* ---- making ---- */

Matrix matrix_new(size_t rows, size_t cols) {
    MatrixStore *store = memory_new(1, sizeof *store);
    store->owners = 1;
    store->room = rows * cols;
    store->cells = memory_aligned_zero(store->room, sizeof *store->cells);
    return (Matrix){.rows = rows, .cols = cols, .store = store};
}

static MatrixStore *store_outside(size_t rows, size_t cols, MatrixUse use,
                                  Shared *source) {
    MatrixStore *store = memory_new(1, sizeof *store);
    *store = (MatrixStore){
        .owners = 1, .source = source, .use = use, .rows = rows, .cols = cols};
    source->owners++;
    return store;
}

/* Room for rows that are read or written. */
static void store_open(MatrixStore *store) {
    store->state = memory_new(store->rows, 1);
    if (store->use == MATRIX_WHOLE) {
        store->room = store->rows * store->cols;
        store->cells = memory_aligned(store->room, sizeof *store->cells);
        return;
    }
    size_t bytes = store->cols * sizeof(double);
    store->kept_most = bytes ? KEPT_BYTES / bytes : 0;
    if (store->kept_most < MATRIX_ROWS_LEAST)
        store->kept_most = MATRIX_ROWS_LEAST;
    store->row = memory_new(store->rows, sizeof *store->row);
    store->asked = memory_new(store->rows, sizeof *store->asked);
}

Matrix matrix_from(size_t rows, size_t cols, MatrixUse use, MatrixSource source) {
    Shared *shared = memory_new(1, sizeof *shared);
    shared->from = source;
    MatrixStore *store = store_outside(rows, cols, use, shared);
    if (source.direct)
        store->cells = (double *)(uintptr_t)source.direct; /* never written: room is 0 */
    else
        store_open(store);
    return (Matrix){.rows = rows, .cols = cols, .store = store};
}

Matrix matrix_share(const Matrix *matrix) {
    if (matrix->store)
        matrix->store->owners++;
    return *matrix;
}

static void store_free(MatrixStore *store) {
    for (size_t i = 0; store->row && i < store->rows; i++)
        free(store->row[i]);
    free(store->row);
    free(store->kept);
    free(store->asked);
    free(store->state);
    if (store->room || !store->source)
        memory_aligned_free(store->cells);
    if (store->source && --store->source->owners == 0) {
        store->source->from.release(store->source->from.context);
        free(store->source);
    }
    free(store);
}

void matrix_release(Matrix *matrix) {
    if (matrix->store && --matrix->store->owners == 0)
        store_free(matrix->store);
    *matrix = (Matrix){0};
}

bool matrix_present(const Matrix *matrix) {
    return matrix->store != NULL;
}

bool matrix_same_store(const Matrix *a, const Matrix *b) {
    return a->store && a->store == b->store;
}

/* ---- rows from outside ---- */

/* Finds room in the ring: that of a row that may be dropped, because MATRIX_ROWS_LEAST
 * rows have been read since it was asked for, or else one more. */
static size_t ring_place(MatrixStore *store) {
    for (size_t n = 0; n < store->kept_count && store->kept_count >= store->kept_most;
         n++) {
        size_t place = store->kept_next++ % store->kept_count, row = store->kept[place];
        if (store->state[row] != ROW_READ ||
            store->reads - store->asked[row] >= MATRIX_ROWS_LEAST)
            return place;
    }
    store->kept = memory_grow(store->kept, store->kept_count, sizeof *store->kept);
    return store->kept_count++;
}

/* Room for a row of a matrix used by row, from an old row that was only read. */
static double *row_room(MatrixStore *store, size_t row) {
    size_t count = store->kept_count, place = ring_place(store);
    size_t old = place < count ? store->kept[place] : row;
    if (store->state[old] == ROW_READ) {
        store->row[row] = store->row[old];
        store->row[old] = NULL;
        store->state[old] = ROW_OUTSIDE;
    }
    store->kept[place] = row;
    store->reads++;
    if (!store->row[row])
        store->row[row] = memory_new(store->cols, sizeof(double));
    return store->row[row];
}

static double *store_row(MatrixStore *store, size_t row) {
    if (store->state && store->state[row] == ROW_OUTSIDE) {
        const MatrixSource *from = &store->source->from;
        double *to = store->use == MATRIX_WHOLE ? store->cells + row * store->cols
                                                : row_room(store, row);
        from->read(from->context, row, to);
        store->state[row] = ROW_READ;
    }
    if (!store->row)
        return store->cells + row * store->cols;
    store->asked[row] = store->reads;
    return store->row[row];
}

const double *matrix_row(const Matrix *matrix, size_t row) {
    if (matrix->store->source)
        return store_row(matrix->store, row);
    return matrix->store->cells + row * matrix->cols;
}

void matrix_ready(const Matrix *matrix, size_t first, size_t count) {
    MatrixStore *store = matrix->store;
    size_t end = first + count;
    for (size_t i = max_size(first, store->lead); store->state && i < end; i++)
        store_row(store, i);
    if (store->use == MATRIX_WHOLE && first <= store->lead)
        store->lead = max_size(store->lead, end);
}

size_t matrix_rows_there(const Matrix *matrix) {
    return matrix->store->state ? matrix->store->lead : matrix->rows;
}

void matrix_forget(const Matrix *matrix) {
    MatrixStore *store = matrix->store;
    if (!store || !store->row)
        return;
    for (size_t n = 0; n < store->kept_count; n++) {
        size_t row = store->kept[n];
        if (store->state[row] != ROW_READ)
            continue;
        free(store->row[row]);
        store->row[row] = NULL;
        store->state[row] = ROW_OUTSIDE;
    }
    store->kept_count = store->kept_next = 0;
}

/* ---- writing ---- */

/* A new store with the rows that were written in the old one. */
static MatrixStore *copy_written(const MatrixStore *old) {
    MatrixStore *own = store_outside(old->rows, old->cols, old->use, old->source);
    store_open(own);
    for (size_t i = 0; old->state && i < old->rows; i++) {
        if (old->state[i] != ROW_WRITTEN)
            continue;
        const double *from =
            old->use == MATRIX_WHOLE ? old->cells + i * old->cols : old->row[i];
        memcpy(store_row(own, i), from, old->cols * sizeof *from);
        own->state[i] = ROW_WRITTEN;
    }
    return own;
}

static MatrixStore *matrix_unshare(Matrix *matrix) {
    MatrixStore *old = matrix->store;
    assert(old);
    bool read_only = old->source && !old->state;
    if (old->owners == 1 && !read_only)
        return old;
    if (old->source) {
        matrix->store = copy_written(old);
    } else {
        matrix->store = matrix_new(matrix->rows, matrix->cols).store;
        memcpy(matrix->store->cells, old->cells,
               matrix->rows * matrix->cols * sizeof(double));
    }
    if (--old->owners == 0) {
        assert(!old->source || old->source->owners > 1); /* the copy reads it too */
        store_free(old);
    }
    return matrix->store;
}

double *matrix_row_write(Matrix *matrix, size_t row) {
    MatrixStore *store = matrix_unshare(matrix);
    store->bounded = false;
    if (!store->source)
        return store->cells + row * matrix->cols;
    double *cells = store_row(store, row);
    store->state[row] = ROW_WRITTEN;
    return cells;
}

double matrix_at(const Matrix *matrix, size_t row, size_t col) {
    return matrix_row(matrix, row)[col];
}

size_t matrix_bytes(const Matrix *matrix) {
    bool outside = matrix->store && matrix->store->source && !matrix->store->room;
    return outside ? 0 : matrix->rows * matrix->cols * sizeof(double);
}

void matrix_set(Matrix *matrix, size_t row, size_t col, double value) {
    matrix_row_write(matrix, row)[col] = value;
}

void matrix_append(Matrix *matrix, const double *row, size_t cols) {
    if (!matrix->store)
        *matrix = matrix_new(0, cols);
    assert(matrix->store && !matrix->store->source);
    MatrixStore *store = matrix_unshare(matrix);
    store->bounded = false;
    size_t used = matrix->rows * matrix->cols;
    if (used + cols > store->room) {
        double *old = store->cells;
        store->room = 2 * (used + cols);
        store->cells = memory_aligned(store->room, sizeof *store->cells);
        memcpy(store->cells, old, used * sizeof *old);
        memory_aligned_free(old);
    }
    memcpy(store->cells + used, row, cols * sizeof *row);
    matrix->rows++;
}

/* Magnitudes are in the order of their bits, with NaN above all numbers. */
double numbers_bound(const double *numbers, size_t count) {
    uint64_t largest[4] = {0};
    for (size_t c = 0; c < count; c++) {
        uint64_t bits;
        memcpy(&bits, &numbers[c], sizeof bits);
        bits &= UINT64_MAX >> 1;
        largest[c % 4] = bits > largest[c % 4] ? bits : largest[c % 4];
    }
    for (size_t n = 1; n < 4; n++)
        largest[0] = largest[n] > largest[0] ? largest[n] : largest[0];
    double bound;
    memcpy(&bound, largest, sizeof bound);
    return isnan(bound) ? INFINITY : bound;
}

double matrix_bound(const Matrix *matrix) {
    MatrixStore *store = matrix->store;
    if (!store->bounded)
        store->bound = 0;
    for (size_t i = 0; !store->bounded && i < matrix->rows; i++)
        store->bound =
            fmax(store->bound, numbers_bound(matrix_row(matrix, i), matrix->cols));
    store->bounded = true;
    return store->bound;
}

bool same_bits(double a, double b) {
    uint64_t one, other;
    memcpy(&one, &a, sizeof one);
    memcpy(&other, &b, sizeof other);
    return one == other;
}
