/* Numbers: what is read, to which bits, what is refused and how, and that writing loses no bit. */
#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/number.h"
#include "said.h"

Suite *number_suite(void);

static uint64_t bits(double value) {
    uint64_t found;
    memcpy(&found, &value, sizeof found);
    return found;
}

static double read_number(const char *text) {
    double value = 0;
    Error error = {0};
    ck_assert_msg(number_parse(text, &value, &error), "'%s': %s", text, said(&error));
    return value;
}

static void assert_refused(const char *text, const char *expected) {
    double value = 7;
    Error error = {0};
    ck_assert_msg(!number_parse(text, &value, &error), "'%s' is read as %g", text, value);
    ck_assert_msg(strstr(said(&error), expected) != NULL, "'%s': '%s' lacks '%s'", text,
                  said(&error), expected);
    ck_assert_msg(value == 7, "'%s' is refused but sets the value", text);
}

START_TEST(expressions_have_the_values_of_arithmetic) {
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"0", 0.0},
        {"-0", -0.0},
        {"+1", 1},
        {"1.", 1},
        {".5", 0.5},
        {" 1 \t", 1},
        {"1e3", 1000},
        {"1E+3", 1000},
        {"2.5e-1", 0.25},
        {"007", 7},
        {"1-2-3", -4},
        {"8/4/2", 1},
        {"2*-3", -6},
        {"--1", 1},
        {"-+-2", 2},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"2^3^2", 512},
        {"(1+2)*3", 9},
        {"( ( 1 ) )", 1},
        {"1 + 2 * 3", 7},
        {"2*3^2", 18},
        {"sqrt(16)", 4},
        {"sqrt (16)", 4},
        {"exp(0)", 1},
        {"ln(1)", 0},
        {"sqrt(sqrt(16))", 2},
        {"1/0", INFINITY},
        {"-1/0", -INFINITY},
        {"inf", INFINITY},
        {"-inf", -INFINITY},
        {"+Infinity", INFINITY},
        {"INF", INFINITY},
        {"10^400", INFINITY},
        {"1e-400", 0},
        {"4.9e-324", 4.9406564584124654e-324},
        {"0e999999999999999999", 0},
        {"1.7976931348623157e308", 1.7976931348623157e308},
        {"0.1", 0.1},
        {"123456789012345678", 123456789012345678.0},
        {"9007199254740993", 9007199254740992.0},
        {"1e22", 1e22},
        {"1e23", 1e23},
        {"-1e-22", -1e-22},
        {"0.30000000000000004", 0.30000000000000004},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(bits(read_number(rows[i].text)) == bits(rows[i].value),
                      "'%s' is %.17g", rows[i].text, read_number(rows[i].text));
}
END_TEST

START_TEST(constants_and_functions_are_those_of_the_library) {
    ck_assert_uint_eq(bits(read_number("pi")), bits(acos(-1)));
    ck_assert_uint_eq(bits(read_number("e")), bits(exp(1)));
    ck_assert_uint_eq(bits(read_number("1/sqrt(2)")), bits(1 / sqrt(2)));
    ck_assert_uint_eq(bits(read_number("ln(99)")), bits(log(99)));
    ck_assert_uint_eq(bits(read_number("2*e/(2*e+1)")),
                      bits(2 * exp(1) / (2 * exp(1) + 1)));
    ck_assert_uint_eq(bits(read_number("2*e")), bits(2 * exp(1)));
}
END_TEST

START_TEST(nan_is_a_number_however_it_comes_about) {
    static const char *const texts[] = {"nan", "NaN",     "-nan",
                                        "0/0", "inf-inf", "sqrt(-1)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(isnan(read_number(texts[i])), "%s", texts[i]);
}
END_TEST

START_TEST(what_is_no_number_is_refused_with_its_reason) {
    static const char *const rows[][2] = {
        {"", "empty cell"},
        {"  ", "empty cell"},
        {"0,5", "decimal comma"},
        {"1.234,5", "decimal comma"},
        {"1_000", "grouped digits"},
        {"1'000", "grouped digits"},
        {"1 000", "unexpected '0'"},
        {"0x10", "hexadecimal"},
        {"-0X1p-3", "hexadecimal"},
        {"1e400", "1e400 is out of range"},
        {"-1e400", "out of range"},
        {"2+1e999999999999", "out of range"},
        {"1e", "unexpected 'e'"},
        {"1e+", "unexpected 'e'"},
        {"2e", "unexpected 'e'"},
        {"1d5", "unexpected 'd'"},
        {"0.1f", "unexpected 'f'"},
        {"1.2.3", "unexpected '.'"},
        {".", "expected digits beside the point"},
        {".e5", "expected digits beside the point"},
        {"-", "ends too early"},
        {"1+", "ends too early, expected a number"},
        {"*2", "unexpected '*'"},
        {"2**3", "unexpected '*'"},
        {"(1", "ends too early, expected ')'"},
        {"1)", "unexpected ')'"},
        {"()", "unexpected ')'"},
        {"sqrt 2", "unexpected '2' in 'sqrt 2', expected '('"},
        {"sqrt", "expected '('"},
        {"log(2)", "'log' is no number"},
        {"True", "'True' is no number"},
        {"nan(0x7)", "unexpected '('"},
        {"infi", "'infi' is no number"},
        {"#N/A", "unexpected '#'"},
        {"$5", "unexpected '$'"},
        {"5%", "unexpected '%'"},
        {"\xe2\x88\x92"
         "1",
         "U+2212"},
        {"\xef\xbc\x91",
         "'\xef\xbc\x91' (U+FF11) in '\xef\xbc\x91' is full-width, expected '1'"},
        {"(1\xef\xbc\x89", "is full-width, expected ')'"},
        {"1\xef\xbb\xbf", "(U+FEFF) in"}, /* of no width at all */
        {"1\xc2\xa0", "U+00A0"},
        {"\v1", "unexpected"},
        {"1\n2", "unexpected"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(rows[i][0], rows[i][1]);
}
END_TEST

START_TEST(deep_nesting_is_refused_and_never_overflows_the_stack) {
    static const char *const parts[] = {"(", "2^", "sqrt(", "exp(-(", "-(+"};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        size_t size = strlen(parts[p]), count = 50000 / size;
        char *text = calloc(count * size + 2, 1);
        for (size_t i = 0; i < count; i++)
            memcpy(text + i * size, parts[p], size);
        text[count * size] = '1';
        assert_refused(text, "nested deeper");
        free(text);
    }
    char signs[10002] = "";
    memset(signs, '-', 10000);
    signs[10000] = '1';
    ck_assert_double_eq(read_number(signs), 1);
    ck_assert_double_eq(read_number("((((((((((((((((((((1))))))))))))))))))))"), 1);
}
END_TEST

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

START_TEST(every_double_is_written_and_read_back_to_the_same_bits) {
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 50000; i++) {
        uint64_t pattern = next_random(&state);
        double value;
        char text[32];
        memcpy(&value, &pattern, sizeof value);
        if (isnan(value))
            continue;
        number_write(value, text);
        ck_assert_msg(bits(read_number(text)) == pattern, "%s", text);
        number_write_digits(value, 17, text);
        ck_assert_msg(bits(read_number(text)) == pattern, "%s", text);
    }
}
END_TEST

START_TEST(short_decimals_are_read_as_strtod_reads_them) {
    uint64_t state = 7;
    for (int i = 0; i < 50000; i++) {
        uint64_t random = next_random(&state);
        char text[64];
        int places = (int)(random % 20);
        snprintf(text, sizeof text, "%llu.%0*llu", (unsigned long long)(random >> 40),
                 places, (unsigned long long)(random % 1000));
        if (random & 64)
            snprintf(text + strlen(text), 16, "e%d", (int)(random >> 20 & 63) - 32);
        ck_assert_msg(bits(read_number(text)) == bits(strtod(text, NULL)), "%s", text);
    }
}
END_TEST

START_TEST(numbers_are_written_as_short_as_their_bits_allow) {
    static const struct {
        double value;
        const char *text, *long_text;
    } rows[] = {
        {0.1, "0.1", "0.10000000000000001"},
        {1.0 / 3, "0.3333333333333333", "0.33333333333333331"},
        {0.1 + 0.2, "0.30000000000000004", "0.30000000000000004"},
        {-0.0, "-0", "-0"},
        {1e300, "1e300", "1.0000000000000001e+300"},
        {INFINITY, "inf", "inf"},
        {-INFINITY, "-inf", "-inf"},
        {NAN, "nan", "nan"},
        {-NAN, "nan", "nan"},
        {-1e9, "-1000000000", "-1000000000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[32];
        number_write(rows[i].value, text);
        ck_assert_str_eq(text, rows[i].text);
        number_write_digits(rows[i].value, 17, text);
        ck_assert_str_eq(text, rows[i].long_text);
    }
}
END_TEST

START_TEST(the_decimal_point_is_a_point_in_every_locale) {
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        if (!setlocale(LC_NUMERIC, locales[i]))
            continue;
        char text[32];
        ck_assert_double_eq(read_number("0.30000000000000004"), 0.1 + 0.2);
        number_write(0.5, text);
        ck_assert_str_eq(text, "0.5");
    }
    setlocale(LC_NUMERIC, "C");
}
END_TEST

START_TEST(whole_numbers_keep_to_their_range) {
    static const struct {
        const char *text;
        long lowest, highest;
        const char *error; /* NULL: fine */
        long value;
    } rows[] = {
        {"0", 0, 1, NULL, 0},
        {" 12 ", 1, 20, NULL, 12},
        {"-3", -5, 5, NULL, -3},
        {"+3", -5, 5, NULL, 3},
        {"000000000000000000000000001", 0, 1, NULL, 1},
        {"2", 0, 1, "2 is out of range, expected 0..1", 0},
        {"-6", -5, 5, "out of range, expected -5..5", 0},
        {"99999999999999999999", 0, 9, "out of range", 0},
        {"-1", 0, 9, "out of range", 0},
        {"+1", 0, 9, NULL, 1},
        {"1.0", 0, 9, NULL, 1},
        {"1.5", 0, 9, "no whole number", 0},
        {"nan", 0, 9, "no whole number", 0},
        {"inf", 0, 9, "out of range", 0},
        {"2^3", 0, 9, NULL, 8},
        {"", 0, 9, "no whole number", 0},
        {"-", -1, 9, "no whole number", 0},
        {"1 2", 0, 99, "no whole number", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        long value = 77;
        Error error = {0};
        bool fine =
            number_whole(rows[i].text, rows[i].lowest, rows[i].highest, &value, &error);
        ck_assert_msg(fine == !rows[i].error, "'%s': %s", rows[i].text, said(&error));
        ck_assert_int_eq(value, fine ? rows[i].value : 77);
        if (!fine)
            ck_assert_ptr_nonnull(strstr(said(&error), rows[i].error));
    }
}
END_TEST

Suite *number_suite(void) {
    Suite *suite = suite_create("number");
    TCase *tests = tcase_create("number");
    tcase_add_test(tests, expressions_have_the_values_of_arithmetic);
    tcase_add_test(tests, constants_and_functions_are_those_of_the_library);
    tcase_add_test(tests, nan_is_a_number_however_it_comes_about);
    tcase_add_test(tests, what_is_no_number_is_refused_with_its_reason);
    tcase_add_test(tests, deep_nesting_is_refused_and_never_overflows_the_stack);
    tcase_add_test(tests, every_double_is_written_and_read_back_to_the_same_bits);
    tcase_add_test(tests, short_decimals_are_read_as_strtod_reads_them);
    tcase_add_test(tests, numbers_are_written_as_short_as_their_bits_allow);
    tcase_add_test(tests, the_decimal_point_is_a_point_in_every_locale);
    tcase_add_test(tests, whole_numbers_keep_to_their_range);
    suite_add_tcase(suite, tests);
    return suite;
}
