/* Matrices whose numbers lie outside: read when asked for, shared, written, forgotten. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/matrix.h"
#include "suites.h"

static const size_t ROWS = 2000, COLS = 4096;

/* What stands in for a file: row r holds r, r + 0.1, r + 0.2. Counts what is asked of it. */
typedef struct Outside {
    size_t reads, releases;
    double *numbers; /* direct ones, or NULL */
} Outside;

static double number_of(size_t row, size_t col) {
    return (double)row + 0.1 * (double)col;
}

static void read_row(const void *context, size_t row, double *to) {
    ((Outside *)(uintptr_t)context)->reads++;
    for (size_t c = 0; c < COLS; c++)
        to[c] = number_of(row, c);
}

static void release(void *context) {
    ((Outside *)context)->releases++;
}

static Matrix matrix_over(Outside *outside, MatrixUse use) {
    MatrixSource source = {read_row, release, outside, outside->numbers};
    return matrix_from(ROWS, COLS, use, source);
}

static void assert_row(const Matrix *matrix, size_t row, double change) {
    const double *numbers = matrix_row(matrix, row);
    for (size_t c = 0; c < COLS; c++)
        ck_assert_msg(numbers[c] == number_of(row, c) + (c == 1 ? change : 0),
                      "row %zu, column %zu: %g", row, c, numbers[c]);
}

START_TEST(rows_are_read_once_when_they_are_asked_for) {
    Outside outside = {0};
    Matrix matrix = matrix_over(&outside, _i ? MATRIX_BY_ROW : MATRIX_WHOLE);
    ck_assert_uint_eq(outside.reads, 0);
    assert_row(&matrix, 7, 0);
    assert_row(&matrix, 7, 0);
    assert_row(&matrix, ROWS - 1, 0);
    ck_assert_uint_eq(outside.reads, 2);
    matrix_ready(&matrix, 5, 4);
    ck_assert_uint_eq(outside.reads, 5);
    matrix_release(&matrix);
    ck_assert_uint_eq(outside.releases, 1);
}
END_TEST

START_TEST(rows_of_a_whole_lie_one_after_another) {
    Outside outside = {0};
    Matrix matrix = matrix_over(&outside, MATRIX_WHOLE);
    matrix_ready(&matrix, 0, ROWS);
    ck_assert_ptr_eq(matrix_row(&matrix, 0) + 9 * COLS, matrix_row(&matrix, 9));
    matrix_release(&matrix);
}
END_TEST

START_TEST(a_row_stays_until_as_many_others_were_read_as_is_promised) {
    Outside outside = {0};
    Matrix matrix = matrix_over(&outside, MATRIX_BY_ROW);
    const double *first = matrix_row(&matrix, 0);
    for (size_t i = 1; i < MATRIX_ROWS_LEAST; i++)
        matrix_row(&matrix, i);
    for (size_t c = 0; c < COLS; c++)
        ck_assert(first[c] == number_of(0, c));
    for (size_t i = 0; i < ROWS; i++)
        assert_row(&matrix, i, 0);
    /* One that is there already, asked for again, and then as many that are not. */
    size_t old = ROWS - MATRIX_ROWS_LEAST;
    const double *again = matrix_row(&matrix, old);
    for (size_t i = 1; i < MATRIX_ROWS_LEAST; i++) {
        matrix_row(&matrix, i);
        for (size_t c = 0; c < COLS; c++)
            ck_assert(again[c] == number_of(old, c));
    }
    for (size_t i = 0; i < ROWS; i++)
        assert_row(&matrix, ROWS - 1 - i, 0);
    matrix_release(&matrix);
}
END_TEST

START_TEST(rows_that_were_read_long_ago_are_not_kept) {
    Outside outside = {0};
    Matrix matrix = matrix_over(&outside, MATRIX_BY_ROW);
    for (size_t round = 0; round < 3; round++)
        for (size_t i = 0; i < ROWS; i++) {
            matrix_row(&matrix, i);
            matrix_row(&matrix, i / 2); /* that one is asked for again and again */
        }
    ck_assert_uint_ge(outside.reads, 3 * (ROWS - 2 * MATRIX_ROWS_LEAST));
    matrix_release(&matrix);
}
END_TEST

START_TEST(what_is_written_is_the_writers_own_and_outlives_what_is_read) {
    Outside outside = {0};
    double *numbers = memory_new(ROWS * COLS, sizeof *numbers);
    for (size_t i = 0; i < ROWS * COLS; i++)
        numbers[i] = number_of(i / COLS, i % COLS);
    outside.numbers = _i == 2 ? numbers : NULL;
    Matrix old = matrix_over(&outside, _i == 1 ? MATRIX_WHOLE : MATRIX_BY_ROW);
    Matrix own = matrix_share(&old);
    matrix_set(&own, 5, 1, number_of(5, 1) + 1);
    Matrix third = matrix_share(&own);
    matrix_set(&third, 6, 1, number_of(6, 1) + 2);
    for (size_t i = 0; i < ROWS; i++) {
        assert_row(&old, i, 0);
        assert_row(&own, i, i == 5);
        assert_row(&third, i, i == 5 ? 1 : i == 6 ? 2 : 0);
    }
    matrix_forget(&third);
    assert_row(&third, 5, 1);
    assert_row(&third, 4, 0);
    matrix_release(&own);
    matrix_release(&old);
    ck_assert_uint_eq(outside.releases, 0);
    assert_row(&third, 6, 2);
    matrix_release(&third);
    ck_assert_uint_eq(outside.releases, 1);
    free(numbers);
}
END_TEST

START_TEST(numbers_that_lie_ready_are_not_copied) {
    Outside outside = {0};
    outside.numbers = memory_new(ROWS * COLS, sizeof *outside.numbers);
    Matrix matrix = matrix_over(&outside, MATRIX_BY_ROW);
    ck_assert_ptr_eq(matrix_row(&matrix, 3), outside.numbers + 3 * COLS);
    ck_assert_uint_eq(matrix_bytes(&matrix), 0);
    matrix_set(&matrix, 3, 0, 9);
    ck_assert(outside.numbers[3 * COLS] == 0);
    ck_assert(matrix_at(&matrix, 3, 0) == 9);
    matrix_release(&matrix);
    free(outside.numbers);
}
END_TEST

START_TEST(a_bound_is_of_every_number) {
    for (size_t i = 0; i < 9; i++) {
        double numbers[9] = {0};
        numbers[i] = -7;
        ck_assert(numbers_bound(numbers, 9) == 7);
        numbers[i] = NAN;
        ck_assert(numbers_bound(numbers, 9) == INFINITY);
    }
}
END_TEST

START_TEST(what_is_forgotten_is_read_anew) {
    Outside outside = {0};
    Matrix absent = {0};
    matrix_forget(&absent);
    Matrix matrix = matrix_over(&outside, MATRIX_BY_ROW);
    for (size_t i = 0; i < 10; i++)
        matrix_row(&matrix, i);
    matrix_forget(&matrix);
    for (size_t i = 0; i < 10; i++)
        assert_row(&matrix, i, 0);
    ck_assert_uint_eq(outside.reads, 20);
    matrix_release(&matrix);
}
END_TEST

Suite *matrix_suite(void) {
    Suite *suite = suite_create("matrix");
    TCase *test = tcase_create("outside");
    tcase_add_test(test, rows_that_were_read_long_ago_are_not_kept);
    tcase_add_loop_test(test, rows_are_read_once_when_they_are_asked_for, 0, 2);
    tcase_add_test(test, rows_of_a_whole_lie_one_after_another);
    tcase_add_test(test, a_row_stays_until_as_many_others_were_read_as_is_promised);
    tcase_add_loop_test(
        test, what_is_written_is_the_writers_own_and_outlives_what_is_read, 0, 3);
    tcase_add_test(test, numbers_that_lie_ready_are_not_copied);
    tcase_add_test(test, a_bound_is_of_every_number);
    tcase_add_test(test, what_is_forgotten_is_read_anew);
    suite_add_tcase(suite, test);
    return suite;
}
