/* See matrix.h. */
#include "math/matrix.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct MatrixStore {
    size_t owners;
    size_t room; /* numbers allocated */
    double *cells;
};

Matrix matrix_new(size_t rows, size_t cols) {
    MatrixStore *store = memory_new(1, sizeof *store);
    store->owners = 1;
    store->room = rows * cols;
    store->cells = memory_new(store->room, sizeof *store->cells);
    return (Matrix){.rows = rows, .cols = cols, .store = store};
}

Matrix matrix_share(const Matrix *matrix) {
    if (matrix->store)
        matrix->store->owners++;
    return *matrix;
}

void matrix_release(Matrix *matrix) {
    if (matrix->store && --matrix->store->owners == 0) {
        free(matrix->store->cells);
        free(matrix->store);
    }
    *matrix = (Matrix){0};
}

bool matrix_present(const Matrix *matrix) {
    return matrix->store != NULL;
}

bool matrix_same_store(const Matrix *a, const Matrix *b) {
    return a->store && a->store == b->store;
}

const double *matrix_row(const Matrix *matrix, size_t row) {
    return matrix->store->cells + row * matrix->cols;
}

static MatrixStore *matrix_unshare(Matrix *matrix) {
    assert(matrix->store);
    if (matrix->store->owners == 1)
        return matrix->store;
    Matrix own = matrix_new(matrix->rows, matrix->cols);
    memcpy(own.store->cells, matrix->store->cells, own.store->room * sizeof(double));
    matrix->store->owners--;
    *matrix = own;
    return own.store;
}

double *matrix_row_write(Matrix *matrix, size_t row) {
    return matrix_unshare(matrix)->cells + row * matrix->cols;
}

double matrix_at(const Matrix *matrix, size_t row, size_t col) {
    return matrix_row(matrix, row)[col];
}

void matrix_set(Matrix *matrix, size_t row, size_t col, double value) {
    matrix_row_write(matrix, row)[col] = value;
}

void matrix_append(Matrix *matrix, const double *row, size_t cols) {
    if (!matrix->store)
        *matrix = matrix_new(0, cols);
    MatrixStore *store = matrix_unshare(matrix);
    size_t used = matrix->rows * matrix->cols;
    if (used + cols > store->room) {
        store->room = 2 * (used + cols);
        store->cells = memory_resize(store->cells, store->room, sizeof *store->cells);
    }
    memcpy(store->cells + used, row, cols * sizeof *row);
    matrix->rows++;
}

bool same_bits(double a, double b) {
    uint64_t one, other;
    memcpy(&one, &a, sizeof one);
    memcpy(&other, &b, sizeof other);
    return one == other;
}
