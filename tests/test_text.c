/* Errors, growing strings and the splitting of lines into words. */
#include <check.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "said.h"
#include "suites.h"

START_TEST(words_split_at_blanks_and_quotes_keep_them) {
    Words words;
    ck_assert(
        words_split(&words, "  search \"two words\"  \"say \"\"hi\"\"\" \"\" ", NULL));
    ck_assert_uint_eq(words.count, 4);
    ck_assert_str_eq(words.word[0], "search");
    ck_assert_str_eq(words.word[1], "two words");
    ck_assert_str_eq(words.word[2], "say \"hi\"");
    ck_assert_str_eq(words.word[3], "");
    words_release(&words);
    ck_assert(words_split(&words, "'two \"words\"' 'it''s' don't a'b ''", NULL));
    ck_assert_uint_eq(words.count, 5);
    ck_assert_str_eq(words.word[0], "two \"words\"");
    ck_assert_str_eq(words.word[1], "it's");
    ck_assert_str_eq(words.word[2], "don't");
    ck_assert_str_eq(words.word[3], "a'b");
    ck_assert_str_eq(words.word[4], "");
    words_release(&words);
}
END_TEST

START_TEST(words_end_at_a_sign_outside_quotes) {
    const char *line = " set causal on ;edit x \"a;b\" 'c;d';; e";
    static const size_t counts[] = {3, 4, 0, 1};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        Words words;
        ck_assert(words_until(&words, &line, ';', NULL));
        ck_assert_uint_eq(words.count, counts[i]);
        words_release(&words);
    }
    ck_assert_str_eq(line, "");
}
END_TEST

START_TEST(joined_words_split_into_the_same_words) {
    const char *const given[] = {"",   "plain", "two words",    "\"",      "a\"b c",
                                 "\t", "果 实", "it: a; b 'c'", "'quoted", "it's"};
    Words words = {0}, again;
    Text line = {0};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        words_add(&words, given[i]);
    words_join(&words, &line);
    ck_assert(words_split(&again, text_string(&line), NULL));
    ck_assert_uint_eq(again.count, words.count);
    for (size_t i = 0; i < words.count; i++)
        ck_assert_str_eq(again.word[i], words.word[i]);
    words_release(&words);
    words_release(&again);
    text_release(&line);
}
END_TEST

START_TEST(an_open_quote_is_an_error) {
    Words words;
    Error error = {0};
    ck_assert(!words_split(&words, "search \"half", &error));
    ck_assert_ptr_nonnull(strstr(said(&error), "not closed"));
    ck_assert_uint_eq(words.count, 0);
}
END_TEST

START_TEST(an_error_keeps_no_control_character) {
    Error error = {0};
    char override[5];
    utf8_encode(0x202E, override); /* right-to-left */
    error_set(&error, "bad %s name %s %s end", "\x1b[31m", "\x80", override);
    ck_assert_ptr_null(strchr(said(&error), '\x1b'));
    ck_assert_ptr_null(strstr(said(&error), override));
    ck_assert_ptr_nonnull(strstr(said(&error), "end"));
}
END_TEST

START_TEST(an_error_longer_than_its_room_is_cut_at_a_character) {
    Text text = {0};
    Error error = {0};
    for (int i = 0; i < 1000; i++)
        text_append(&text, "掩");
    error_set(&error, "x%s, %s", text_string(&text), "lost");
    ck_assert_uint_lt(strlen(error_argument(&error, 0, 0)), sizeof error.bytes);
    ck_assert_uint_eq((strlen(said(&error)) - strlen("x, ")) % 3, 0);
    error_locate(&error, "file.csv", 7);
    ck_assert_int_eq(strncmp(said(&error), ":7: x", 5), 0);
    text_release(&text);
}
END_TEST

START_TEST(an_error_keeps_its_arguments_as_printf_writes_them) {
    Error error = {0};
    error_set(&error, "%.3s %.*s %c %d %ld %zu %04X %u %g", "abcdef", 2, "xyz", '!', -1,
              -2L, (size_t)3, 0xABU, 4U, 0.5);
    ck_assert_str_eq(said(&error), "abc xy ! -1 -2 3 00AB 4 0.5");
    ck_assert_str_eq(error_argument(&error, 0, 8), "0.5");
}
END_TEST

START_TEST(an_error_shows_its_places_and_causes_in_order) {
    Error inner = {0}, error = {0};
    error_set_at(&inner, "a.npy", 0, "%s is wrong", "q");
    error_because(&error, &inner, "row %d: {cause}; sorry", 2);
    error_locate(&error, "s.csv", 9);
    ck_assert_str_eq(said(&error), "s.csv:9: row 2: a.npy: q is wrong; sorry");
    error_locate(&error, "list", 0);
    ck_assert_str_eq(said(&error), "list: s.csv:9: row 2: a.npy: q is wrong; sorry");
    ck_assert_str_eq(error_file(&error, 0), "list");
    error_because(&error, &error, "{cause}!");
    ck_assert_ptr_null(error_file(&error, 0));
    ck_assert_str_eq(said(&error), "list: s.csv:9: row 2: a.npy: q is wrong; sorry!");
}
END_TEST

START_TEST(a_part_in_braces_is_left_out_where_its_number_is_0) {
    Error error = {0};
    for (int line = 0; line < 2; line++) {
        error_set(&error, "%s{ on line %d} and %s", "q", line, "k");
        ck_assert_str_eq(said(&error), line ? "q on line 1 and k" : "q and k");
    }
}
END_TEST

START_TEST(causes_too_deep_for_an_error_lose_the_innermost) {
    Error error = {0};
    error_set(&error, "innermost");
    for (int i = 0; i < ERROR_DEPTH; i++)
        error_because(&error, &error, "%d {cause}", i);
    ck_assert_str_eq(said(&error), "5 4 3 2 1 0 ");
}
END_TEST

Suite *text_suite(void) {
    Suite *suite = suite_create("text");
    TCase *test = tcase_create("text");
    tcase_add_test(test, words_split_at_blanks_and_quotes_keep_them);
    tcase_add_test(test, words_end_at_a_sign_outside_quotes);
    tcase_add_test(test, joined_words_split_into_the_same_words);
    tcase_add_test(test, an_open_quote_is_an_error);
    tcase_add_test(test, an_error_keeps_no_control_character);
    tcase_add_test(test, an_error_longer_than_its_room_is_cut_at_a_character);
    tcase_add_test(test, an_error_keeps_its_arguments_as_printf_writes_them);
    tcase_add_test(test, an_error_shows_its_places_and_causes_in_order);
    tcase_add_test(test, a_part_in_braces_is_left_out_where_its_number_is_0);
    tcase_add_test(test, causes_too_deep_for_an_error_lose_the_innermost);
    suite_add_tcase(suite, test);
    return suite;
}
