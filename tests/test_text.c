/* Errors, growing strings and the splitting of lines into words. */
#include <check.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
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
}
END_TEST

START_TEST(joined_words_split_into_the_same_words) {
    const char *const given[] = {"", "plain", "two words", "\"", "a\"b c", "\t", "果 实"};
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
    Error error = {""};
    ck_assert(!words_split(&words, "search \"half", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "not closed"));
    ck_assert_uint_eq(words.count, 0);
}
END_TEST

START_TEST(an_error_keeps_no_control_character) {
    Error error = {""};
    char override[5];
    utf8_encode(0x202E, override); /* right-to-left */
    error_set(&error, "bad \x1b[31m name \x80 %s end", override);
    ck_assert_ptr_null(strchr(error.text, '\x1b'));
    ck_assert_ptr_null(strstr(error.text, override));
    ck_assert_ptr_nonnull(strstr(error.text, "end"));
}
END_TEST

START_TEST(an_error_longer_than_its_room_is_cut_at_a_character) {
    Text text = {0};
    Error error = {""};
    for (int i = 0; i < 1000; i++)
        text_append(&text, "掩");
    error_set(&error, "x%s", text_string(&text));
    ck_assert_uint_lt(strlen(error.text), sizeof error.text);
    ck_assert_uint_eq((strlen(error.text) - 1) % 3, 0);
    error_locate(&error, "file.csv", 7);
    ck_assert_int_eq(strncmp(error.text, "file.csv:7: x", 13), 0);
    text_release(&text);
}
END_TEST

Suite *text_suite(void) {
    Suite *suite = suite_create("text");
    TCase *test = tcase_create("text");
    tcase_add_test(test, words_split_at_blanks_and_quotes_keep_them);
    tcase_add_test(test, joined_words_split_into_the_same_words);
    tcase_add_test(test, an_open_quote_is_an_error);
    tcase_add_test(test, an_error_keeps_no_control_character);
    tcase_add_test(test, an_error_longer_than_its_room_is_cut_at_a_character);
    suite_add_tcase(suite, test);
    return suite;
}
