/* Matrices of float64 that are shared until somebody writes.
 *
 * A Matrix is a handle: copying one is matrix_share, cheap at any size; matrix_set gives the
 * handle its own copy first where others hold the same numbers. An absent matrix is {0}.
 *
 * The numbers of a matrix may lie outside, in a mapped file: then a row is read when it is first
 * asked for, and writing copies no more than the rows that were written before. Reading such a
 * row changes the store: matrix_ready first, then threads may read. */
#ifndef MATH_MATRIX_H
#define MATH_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct MatrixStore MatrixStore;

typedef struct Matrix {
    size_t rows, cols;
    MatrixStore *store; /* NULL: absent */
} Matrix;

/* Numbers that lie outside. context is released with the last matrix made of it. */
typedef struct MatrixSource {
    void (*read)(const void *context, size_t row, double *to); /* cols numbers */
    void (*release)(void *context);
    void *context;
    const double *direct; /* all rows one after another, if they lie there so; or NULL */
} MatrixSource;

typedef enum MatrixUse {
    MATRIX_WHOLE, /* rows lie one after another and stay: q, k, v */
    MATRIX_BY_ROW /* a row stays until MATRIX_ROWS_LEAST others were read since it was asked for
                   * last: square grids */
} MatrixUse;

enum { MATRIX_ROWS_LEAST = 256 };

Matrix matrix_new(size_t rows, size_t cols); /* zeroes; a 0-row matrix is present, too */
Matrix matrix_from(size_t rows, size_t cols, MatrixUse use, MatrixSource source);
Matrix matrix_share(const Matrix *matrix);
void matrix_release(Matrix *matrix);

bool matrix_present(const Matrix *matrix);
bool matrix_same_store(const Matrix *a, const Matrix *b);
const double *matrix_row(const Matrix *matrix, size_t row); /* cols numbers */
/* Reads rows first .. first+count-1, so that they are there for every reader. Those of a matrix
 * used as a whole lie one after another from matrix_row(matrix, first). */
void matrix_ready(const Matrix *matrix, size_t first, size_t count);
double *matrix_row_write(Matrix *matrix, size_t row); /* unshares */
double matrix_at(const Matrix *matrix, size_t row, size_t col);
void matrix_set(Matrix *matrix, size_t row, size_t col, double value); /* unshares */
/* Gives back the rows that can be read anew, where the matrix is used by row. */
void matrix_forget(const Matrix *matrix);
size_t matrix_bytes(const Matrix *matrix); /* in memory; 0 where they can be read anew */

/* No number of it is larger, whatever its sign; inf if one is inf or nan. Found once, and again
 * after writing. */
double matrix_bound(const Matrix *matrix);
double numbers_bound(const double *numbers, size_t count);

/* Grows by one row of `cols` numbers; the first row of an absent matrix sets its width. Not for
 * matrices from outside. */
void matrix_append(Matrix *matrix, const double *row, size_t cols);

/* What the bit promises mean by the same: -0 is not 0, a nan is itself. */
bool same_bits(double a, double b);

#endif
