/* Matrices of float64 that are shared until somebody writes.
 *
 * A Matrix is a handle: copying one is matrix_share, cheap at any size; matrix_set gives the
 * handle its own copy first where others hold the same numbers. An absent matrix is {0}. */
#ifndef MATH_MATRIX_H
#define MATH_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct MatrixStore MatrixStore;

typedef struct Matrix {
    size_t rows, cols;
    MatrixStore *store; /* NULL: absent */
} Matrix;

Matrix matrix_new(size_t rows, size_t cols); /* zeroes; a 0-row matrix is present, too */
Matrix matrix_share(const Matrix *matrix);
void matrix_release(Matrix *matrix);

bool matrix_present(const Matrix *matrix);
bool matrix_same_store(const Matrix *a, const Matrix *b);
const double *matrix_row(const Matrix *matrix, size_t row); /* cols numbers */
double *matrix_row_write(Matrix *matrix, size_t row);       /* unshares */
double matrix_at(const Matrix *matrix, size_t row, size_t col);
void matrix_set(Matrix *matrix, size_t row, size_t col, double value); /* unshares */

/* Grows by one row of `cols` numbers; the first row of an absent matrix sets its width. */
void matrix_append(Matrix *matrix, const double *row, size_t cols);

/* What the bit promises mean by the same: -0 is not 0, a nan is itself. */
bool same_bits(double a, double b);

#endif
