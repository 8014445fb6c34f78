/* The library: ORDER and the folder agree, ids and files agree; and writing rows of CSV. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scene/library.h"
#include "scene/scene.h"
#include "scene/csv_rows.h"
#include "helpers.h"
#include "said.h"

Suite *library_suite(void);

/* ---- a folder of our own ---- */

static void write_file(const char *folder, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "%s", path);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* Three lessons, one of them in a folder below, and an ORDER. */
static void folder_new(char folder[64], const char *order) {
    char below[80];
    snprintf(folder, 64, "/tmp/attnscope-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(below, sizeof below, "%s/bugs", folder);
    ck_assert_int_eq(mkdir(below, 0700), 0);
    write_file(folder, "b.csv", "attnscope,1\nid,b\ntitle,en,T\ntokens,a\n");
    write_file(folder, "a.csv", "attnscope,1\ntitle,en,T\ntokens,a\n");
    write_file(folder, "notes.txt", "no scene\n");
    write_file(folder, ".hidden.csv", "no scene\n");
    write_file(below, "c.csv", "attnscope,1\nid,\"c\"\ntitle,en,T\ntokens,a\n");
    if (order)
        write_file(folder, "ORDER", order);
}

static void folder_remove(const char *folder) {
    static const char *const names[] = {"b.csv",      "a.csv", "notes.txt", ".hidden.csv",
                                        "bugs/c.csv", "ORDER", "d.csv",     "bugs"};
    char path[200];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    ck_assert_int_eq(rmdir(folder), 0);
}

/* Whatever is wrong is complained of, and every scene that has a file opens all the same. */
static void assert_complains(const char *order, const char *message) {
    char folder[64];
    Library library = {0};
    Error error = {0};
    folder_new(folder, order);
    ck_assert_msg(library_open(&library, folder, &error), "%s", said(&error));
    ck_assert_msg(strstr(said(&library.complaint), message) != NULL, "'%s' lacks '%s'",
                  said(&library.complaint), message);
    ck_assert_uint_eq(library.ids.count, 3);
    ck_assert_uint_lt(words_find(&library.ids, "a"), 3);
    ck_assert_uint_lt(words_find(&library.ids, "c"), 3);
    library_release(&library);
    folder_remove(folder);
}

START_TEST(scenes_are_listed_in_the_order_of_teaching) {
    char folder[64], path[200];
    Library library;
    Error error = {0};
    folder_new(folder, "# first\n b \r\n\nc\n# then\na");
    ck_assert_msg(library_open(&library, folder, &error), "%s", said(&error));
    ck_assert_uint_eq(library.ids.count, 3);
    ck_assert(!error_is_set(&library.complaint));
    ck_assert_str_eq(library.ids.word[0], "b");
    ck_assert_str_eq(library.ids.word[2], "a");
    snprintf(path, sizeof path, "%s/bugs/c.csv", folder);
    ck_assert_str_eq(library.paths.word[1], path);
    ck_assert_uint_eq(words_find(&library.ids, "c"), 1);
    ck_assert_uint_eq(words_find(&library.ids, "z"), 3);
    library_release(&library);
    folder_remove(folder);
}
END_TEST

START_TEST(order_and_folder_must_agree_or_it_is_told) {
    assert_complains("b\nc\na\nd\n", "ORDER:4: 'd' has no file");
    assert_complains("b\nc\n", "a.csv is not listed");
    assert_complains("b\na\n", "bugs/c.csv is not listed");
    assert_complains("b\na\nb\nc\n", "ORDER:3: 'b' stands twice");
    assert_complains("b\na\nbugs/c\n", "ORDER:3: 'bugs/c' has no file");
}
END_TEST

START_TEST(without_an_order_there_is_no_library) {
    char folder[64];
    Library library = {0};
    Error error = {0};
    folder_new(folder, NULL);
    ck_assert(!library_open(&library, folder, &error));
    ck_assert_ptr_nonnull(strstr(said(&error), "ORDER:1: No such file"));
    ck_assert(!library.folder && !library.ids.word && library.ids.count == 0);
    folder_remove(folder);
}
END_TEST

START_TEST(a_scene_that_names_itself_otherwise_is_told) {
    char folder[64];
    Library library;
    Error error = {0};
    folder_new(folder, "a\nb\nc\nd\n");
    write_file(folder, "d.csv", "attnscope,1\n# c\nid,other\n\xe5");
    ck_assert(library_open(&library, folder, &error));
    ck_assert_msg(strstr(said(&library.complaint), "its id is 'other', expected 'd'") !=
                      NULL,
                  "%s", said(&library.complaint));
    ck_assert_uint_eq(library.ids.count, 4);
    library_release(&library);
    folder_remove(folder);
}
END_TEST

START_TEST(the_shipped_scenes_are_found_and_can_all_be_read) {
    Library library = shipped_library();
    Error error = {0};
    ck_assert_uint_gt(library.ids.count, 0);
    for (size_t i = 0; i < library.ids.count; i++) {
        Scene scene;
        ck_assert_msg(scene_read(&scene, library.paths.word[i], &error), "%s",
                      said(&error));
        ck_assert_str_eq(scene.id, library.ids.word[i]);
        scene_release(&scene);
    }
    library_release(&library);
}
END_TEST

/* ---- writing ---- */

START_TEST(fields_are_quoted_only_where_they_must_be) {
    static const char *const rows[][2] = {
        {"a", "a"},           {"", ""},
        {"a b", "a b"},       {"a,b", "\"a,b\""},
        {"\"", "\"\"\"\""},   {" a", "\" a\""},
        {"a\t", "\"a\t\""},   {"a\nb", "\"a\nb\""},
        {"a\rb", "\"a\rb\""}, {"1/sqrt(2)", "1/sqrt(2)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *bytes = NULL;
        size_t length = 0;
        FILE *file = open_memstream(&bytes, &length);
        csv_field(file, rows[i][0]);
        fclose(file);
        ck_assert_str_eq(bytes, rows[i][1]);
        free(bytes);
    }
}
END_TEST

START_TEST(written_labels_and_numbers_are_read_back) {
    static const char *const labels[] = {"a,b",        "\"",           " x ",
                                         "two\nlines", "\xe5\xb0\x8f", "#"};
    static const double numbers[] = {0.1, -0.0, 1.0 / 3, 1e300, 5e-324, 1};
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    fputs("attnscope,1\ntitle,en,T\ntokens", file);
    for (size_t i = 0; i < 6; i++) {
        putc(',', file);
        csv_field(file, labels[i]);
    }
    fputs("\nscores,", file);
    csv_numbers(file, numbers, 6);
    fclose(file);
    Scene scene;
    Error error = {0};
    ck_assert_msg(scene_parse(&scene, "t.csv", bytes, length, false, &error), "%s",
                  said(&error));
    for (size_t i = 0; i < 6; i++)
        ck_assert_str_eq(scene.labels[0].tokens[i], labels[i]);
    ck_assert_mem_eq(matrix_row(&scene.model.records[0].part[PART_SCORES].common, 0),
                     numbers, sizeof numbers);
    scene_release(&scene);
    free(bytes);
}
END_TEST

Suite *library_suite(void) {
    Suite *suite = suite_create("library");
    TCase *tests = tcase_create("library");
    tcase_add_test(tests, scenes_are_listed_in_the_order_of_teaching);
    tcase_add_test(tests, order_and_folder_must_agree_or_it_is_told);
    tcase_add_test(tests, without_an_order_there_is_no_library);
    tcase_add_test(tests, a_scene_that_names_itself_otherwise_is_told);
    tcase_add_test(tests, the_shipped_scenes_are_found_and_can_all_be_read);
    tcase_add_test(tests, fields_are_quoted_only_where_they_must_be);
    tcase_add_test(tests, written_labels_and_numbers_are_read_back);
    suite_add_tcase(suite, tests);
    return suite;
}
