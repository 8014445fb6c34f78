/* Matrices of float64 that are shared until somebody writes.
 *
 * A Matrix is a handle. matrix_share makes another handle on the same numbers at no cost;
 * matrix_set first gives its handle numbers of its own where others hold them too. An
 * absent matrix is {0}.
 *
 * The numbers may lie outside, in a mapped file: then a row is read when it is first
 * asked for, and writing copies only the rows that were written before. Reading such a
 * row changes the store, so threads may read only after matrix_ready. */
#ifndef MATH_MATRIX_H
#define MATH_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct MatrixStore MatrixStore;

typedef struct Matrix {
    size_t rows, cols;
    MatrixStore *store; /* NULL: absent */
} Matrix;

/* Numbers from outside. The context is released with the last matrix made of it. */
typedef struct MatrixSource {
    void (*read)(const void *context, size_t row, double *to); /* cols numbers */
    void (*release)(void *context);
    void *context;
    const double *direct; /* all rows one after another, where they lie so; else NULL */
} MatrixSource;

typedef enum MatrixUse {
    MATRIX_WHOLE, /* rows lie one after another and stay: q, k, v */
    MATRIX_BY_ROW /* a row stays until MATRIX_ROWS_LEAST others are read: square grids */
} MatrixUse;

enum { MATRIX_ROWS_LEAST = 256 };

Matrix matrix_new(size_t rows, size_t cols); /* zeroes; a 0-row matrix is present, too */
Matrix matrix_from(size_t rows, size_t cols, MatrixUse use, MatrixSource source);
Matrix matrix_share(const Matrix *matrix);
void matrix_release(Matrix *matrix);

bool matrix_present(const Matrix *matrix);
bool matrix_same_store(const Matrix *a, const Matrix *b);
const double *matrix_row(const Matrix *matrix, size_t row); /* cols numbers */
double matrix_at(const Matrix *matrix, size_t row, size_t col);

/* Reads rows first .. first+count-1, so that every thread finds them. In a matrix used as
 * a whole they lie one after another from matrix_row(matrix, first) on. */
void matrix_ready(const Matrix *matrix, size_t first, size_t count);

/* Returns how many of the first rows of a matrix used as a whole are read. */
size_t matrix_rows_there(const Matrix *matrix);

/* Both give the handle numbers of its own first. */
double *matrix_row_write(Matrix *matrix, size_t row);
void matrix_set(Matrix *matrix, size_t row, size_t col, double value);

/* Frees the rows that can be read again, where the matrix is used by row. */
void matrix_forget(const Matrix *matrix);
size_t matrix_bytes(const Matrix *matrix); /* in memory; 0 where they can be read again */

/* An upper bound of the magnitudes; inf where one is inf or NaN. The matrix remembers it
 * until it is written. */
double matrix_bound(const Matrix *matrix);
double numbers_bound(const double *numbers, size_t count);

/* Grows by one row of `cols` numbers; the first row of an absent matrix sets its width.
 * Not for matrices from outside. */
void matrix_append(Matrix *matrix, const double *row, size_t cols);

/* Equality as promises about bits mean it: -0 is not 0, and a NaN equals itself. */
bool same_bits(double a, double b);

#endif
