/* A number as a cell: alignment, short exact forms, and honest forms of what is too long. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "suites.h"
#include "frame/cell.h"

typedef struct Case {
    double value;
    int integers, decimals;
    const char *text;
} Case;

static void compare(const Case *cases, size_t count, bool ascii) {
    for (size_t i = 0; i < count; i++) {
        char text[CELL_TEXT];
        CellShape shape = {cases[i].integers, cases[i].decimals, ascii};
        cell_number(cases[i].value, shape, text);
        ck_assert_msg(strcmp(text, cases[i].text) == 0, "%.17g at %d.%d: '%s', not '%s'",
                      cases[i].value, cases[i].integers, cases[i].decimals, text,
                      cases[i].text);
        ck_assert_int_le(utf8_columns(text), cell_field(shape));
    }
}

#define COMPARE(cases, ascii) compare(cases, sizeof(cases) / sizeof *(cases), ascii)

START_TEST(exact_numbers_are_short_and_rounded_ones_are_not) {
    static const Case cases[] = {
        {0, 1, 4, "0"},
        {-0.0, 1, 4, "0"},
        {1, 1, 4, "1"},
        {2, 1, 4, "2"},
        {-1, 2, 4, "-1"},
        {0.5, 1, 4, "0.5000"},
        {1 - 1e-9, 1, 4, "1.0000"},
        {1 + 1e-9, 1, 6, "1.000000"},
        {1e-9, 1, 4, "~0"},
        {-1e-9, 1, 4, "~0"},
        {0.00005, 1, 4, "0.0001"},
        {0.248255, 1, 3, "0.248"},
    };
    COMPARE(cases, false);
}
END_TEST

START_TEST(numbers_stand_at_the_point) {
    static const Case cases[] = {
        {0.5, 2, 4, " 0.5000"}, {-0.5, 2, 4, "-0.5000"}, {12.25, 3, 4, " 12.2500"},
        {7, 3, 4, "  7"},       {-1, 3, 4, " -1"},       {-1, 2, 0, "-1"},
        {1e-9, 2, 4, "~0"},     {0, 2, 0, " 0"},         {1e-9, 3, 4, " ~0"},
    };
    COMPARE(cases, false);
}
END_TEST

START_TEST(what_is_no_finite_number_has_a_word) {
    static const Case cases[] = {
        {NAN, 1, 4, "NaN"},     {NAN, 2, 4, " NaN"},      {-INFINITY, 1, 4, "-∞"},
        {INFINITY, 2, 4, "+∞"}, {-INFINITY, 3, 4, " -∞"}, {NAN, 2, 0, "NaN"},
    };
    static const Case ascii[] = {
        {-INFINITY, 1, 4, "-inf"}, {INFINITY, 2, 4, "+inf"}, {-INFINITY, 2, 0, " ^"}};
    COMPARE(cases, false);
    COMPARE(ascii, true);
}
END_TEST

START_TEST(what_is_too_long_takes_a_shorter_form_and_is_never_cut) {
    static const Case cases[] = {
        {12, 1, 4, "12"},
        {123456, 1, 4, "123456"},
        {12.3456, 1, 4, "12.346"},
        {-12.3456, 1, 4, "-12.35"},
        {1e12, 1, 4, "1e12"},
        {-1e9, 1, 4, "-1e9"},
        {-1e9, 1, 3, "-1e9"},
        {1.5e12, 1, 4, "1.5e12"},
        {1e300, 1, 3, "1e300"},
        {-1e300, 1, 3, "#####"},
        {99999.75, 1, 4, "1.00e5"},
        {0.5 - 1e9, 1, 3, "~-1e9"}, /* rounded, so it must not look exact */
        {0.5 - 1e9, 1, 4, "-1.0e9"},
        {123456.7, 5, 1, "~123457"},
    };
    COMPARE(cases, false);
}
END_TEST

START_TEST(words_start_where_a_digit_would_stand) {
    char text[CELL_TEXT];
    cell_word("·", (CellShape){.integers = 2, .decimals = 4}, text);
    ck_assert_str_eq(text, " ·");
    cell_word("????", (CellShape){.integers = 1, .decimals = 3}, text);
    ck_assert_str_eq(text, "????");
    cell_word("--", (CellShape){.integers = 2, .decimals = 0}, text);
    ck_assert_str_eq(text, " --");
}
END_TEST

START_TEST(every_number_fits_its_cell_at_every_shape) {
    static const double values[] = {
        0,      1,    -1,   0.1,   -0.1,  9.99999, -9.99999, 1e5,      -1e5, 1e6,
        123.25, 1e-7, 1e15, -1e15, 1e300, 1e-300,  -1e-300,  999999.5, 1e22, 3.14159e7};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (int integers = 1; integers <= CELL_INTEGERS; integers++)
            for (int decimals = 0; decimals <= 6; decimals++) {
                char text[CELL_TEXT];
                CellShape shape = {integers, decimals, false};
                cell_number(values[i], shape, text);
                ck_assert_int_le(utf8_columns(text), cell_field(shape));
                ck_assert(text[0] != '\0');
            }
}
END_TEST

START_TEST(columns_before_the_point_are_counted_with_the_sign) {
    ck_assert_int_eq(cell_integers(0.5, 4), 1);
    ck_assert_int_eq(cell_integers(-0.5, 4), 2);
    ck_assert_int_eq(cell_integers(12, 4), 2);
    ck_assert_int_eq(cell_integers(9.9999, 3), 2);
    ck_assert_int_eq(cell_integers(-1e-9, 4), 1);
    ck_assert_int_eq(cell_integers(-1e9, 4), 1);
    ck_assert_int_eq(cell_integers(NAN, 4), 1);
}
END_TEST

START_TEST(numbers_in_a_line_of_text_keep_their_size) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.5, "0.500000"}, {2, "2"},          {-1e9, "-1e9"},
                 {1e12, "1e12"},    {1e-9, "~0"},      {-INFINITY, "-∞"},
                 {12345, "12345"},  {1.25e7, "1.25e7"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Written number = number_text(cases[i].value, 6, false);
        ck_assert_str_eq(number.text, cases[i].text);
    }
}
END_TEST

Suite *cell_suite(void) {
    Suite *suite = suite_create("cell");
    TCase *tests = tcase_create("cell");
    tcase_add_test(tests, exact_numbers_are_short_and_rounded_ones_are_not);
    tcase_add_test(tests, numbers_stand_at_the_point);
    tcase_add_test(tests, what_is_no_finite_number_has_a_word);
    tcase_add_test(tests, what_is_too_long_takes_a_shorter_form_and_is_never_cut);
    tcase_add_test(tests, words_start_where_a_digit_would_stand);
    tcase_add_test(tests, every_number_fits_its_cell_at_every_shape);
    tcase_add_test(tests, columns_before_the_point_are_counted_with_the_sign);
    tcase_add_test(tests, numbers_in_a_line_of_text_keep_their_size);
    suite_add_tcase(suite, tests);
    return suite;
}
