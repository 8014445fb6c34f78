/* The journal: whatever was done comes back from it to the bit, and it is there as long as
 * something is not saved. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "journal.h"
#include "random_walk.h"
#include "said.h"
#include "suites.h"

static void use_folder(char path[]) {
    folder_for_a_test(path);
    setenv("XDG_STATE_HOME", path, 1);
}

static size_t journals(const char *home) {
    char path[100];
    size_t count = 0;
    snprintf(path, sizeof path, "%s/attnscope", home);
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        count += strncmp(entry->d_name, "journal-", 8) == 0;
    if (folder)
        closedir(folder);
    return count;
}

static void note(Session *session, const Noted *noted) {
    journal_note(session->viewer, session, noted);
}

static void begin(Journal *journal, Session *session) {
    Recovered none = {0};
    journal_begin(journal, session, &none);
    session->viewer = journal;
    session->noted = note;
}

static void recover(Session *session, Recovered *recovered) {
    Error error = {0};
    *recovered = (Recovered){0};
    ck_assert_msg(journal_recover(recovered, session, &error), "%s", said(&error));
}

static void release(Recovered *recovered) {
    text_release(&recovered->lines);
    text_release(&recovered->path);
}

START_TEST(a_random_walk_comes_back_to_the_bit_when_its_program_dies) {
    enum { ACTIONS = 60 };
    static const char *const scenes[] = {"16.1",      "16.4-heads", "16.3-leak",
                                         "11-layers", "16.7-1",     "mask-packed"};
    char home[] = "/tmp/attnscope-journal-XXXXXX";
    char *paths[] = {(char *)scenes[_i % 6], (char *)"16.1-padding"};
    Session session, again;
    Journal journal;
    Recovered recovered;
    Error error = {0};
    use_folder(home);
    ck_assert(session_open(&session, paths, 2, &error));
    begin(&journal, &session);
    Walker walker = {&session, (unsigned long long)_i * 7919 + 1, .frames = 1000};
    while (walker.actions < ACTIONS)
        walk_on(&walker);
    session.quit = false;
    must(&session, "allow 1 1"); /* whatever was done, something is not saved */
    must(&session, "forbid 1 1");
    ck_assert_uint_eq(journals(home), 1);
    journal_end(&journal, &session);
    recover(&again, &recovered);
    ck_assert_uint_eq(again.recipe.scene, session.recipe.scene);
    ck_assert_uint_eq(again.recipe.step, session.recipe.step);
    ck_assert_uint_eq(digest(&again), digest(&session));
    begin(&journal, &again);
    ck_assert(again.history.undo_count >= session.history.undo_count);
    journal_end(&journal, &again);
    release(&recovered);
    session_close(&session);
    session_close(&again);
}
END_TEST

START_TEST(the_file_is_there_while_something_is_not_saved) {
    char home[] = "/tmp/attnscope-journal-XXXXXX", save[100];
    Session session;
    Journal journal;
    use_folder(home);
    open_shipped(&session, "16.1", NULL);
    begin(&journal, &session);
    must(&session, "set causal on");
    must(&session, "next");
    ck_assert_uint_eq(journals(home),
                      0); /* switches and walks alone are nothing to lose */
    must(&session, "flip 1 2");
    ck_assert_uint_eq(journals(home), 1);
    must(&session, "undo");
    ck_assert_uint_eq(journals(home), 0);
    must(&session, "redo");
    ck_assert_uint_eq(journals(home), 1);
    snprintf(save, sizeof save, "save %s/a.csv", home);
    must(&session, save);
    ck_assert_uint_eq(journals(home), 0);
    must(&session, "flip 2 1");
    ck_assert_uint_eq(journals(home), 1);
    session.quit = true; /* on purpose */
    journal_end(&journal, &session);
    ck_assert_uint_eq(journals(home), 0);
    session_close(&session);
}
END_TEST

START_TEST(a_journal_of_a_living_program_is_left_alone_and_a_torn_line_is_not_read) {
    char home[] = "/tmp/attnscope-journal-XXXXXX";
    Session session, again;
    Journal journal;
    Text path = {0};
    Recovered recovered = {0};
    Error error = {0};
    use_folder(home);
    open_shipped(&session, "16.1", NULL);
    begin(&journal, &session);
    must(&session, "flip 1 2");
    ck_assert(!journal_left(&path));
    ck_assert(!journal_recover(&recovered, &again, &error));
    journal_end(&journal, &session);
    ck_assert(journal_left(&path));
    FILE *file = fopen(text_string(&path), "a");
    ck_assert_ptr_nonnull(file);
    fputs("d flip 3 1", file); /* no end of a line */
    fclose(file);
    recover(&again, &recovered);
    ck_assert_uint_eq(digest(&again), digest(&session));
    text_release(&path);
    release(&recovered);
    session_close(&session);
    session_close(&again);
}
END_TEST

START_TEST(a_damaged_journal_is_an_error_and_one_that_fits_no_more_says_so) {
    static const char *const damaged[] = {"",
                                          "nonsense\n",
                                          "scene 16.1\n",
                                          "scene 16.1\nstart 2\n",
                                          "scene \nstart 1\n",
                                          "scene /nowhere.csv\nstart 1\n"};
    char home[] = "/tmp/attnscope-journal-XXXXXX", path[100];
    Session session;
    Recovered recovered = {0};
    use_folder(home);
    snprintf(path, sizeof path, "%s/attnscope", home);
    char line[150];
    snprintf(line, sizeof line, "mkdir %s", path);
    ck_assert_int_eq(system(line), 0);
    snprintf(path, sizeof path, "%s/attnscope/journal-1", home);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        Error error = {0};
        FILE *file = fopen(path, "w");
        fputs(damaged[i], file);
        fclose(file);
        ck_assert_msg(!journal_recover(&recovered, &session, &error), "%s", damaged[i]);
        ck_assert(error_is_set(&error));
        release(&recovered);
    }
    FILE *file = fopen(path, "w");
    fputs("scene 16.1\nstart 1\nstep 99\nx\n\nd\nd fly\nd flip 1 2\n", file);
    fclose(file);
    recover(&session, &recovered);
    ck_assert_ptr_nonnull(strstr(session.notice, "5"));
    ck_assert(forces_any(&session.now->model.layers[0].forces));
    release(&recovered);
    session_close(&session);
}
END_TEST

Suite *journal_suite(void) {
    Suite *suite = suite_create("journal");
    TCase *test = tcase_create("journal");
    tcase_set_timeout(test, 60);
    tcase_add_loop_test(test, a_random_walk_comes_back_to_the_bit_when_its_program_dies,
                        0, 24);
    tcase_add_test(test, the_file_is_there_while_something_is_not_saved);
    tcase_add_test(
        test, a_journal_of_a_living_program_is_left_alone_and_a_torn_line_is_not_read);
    tcase_add_test(test, a_damaged_journal_is_an_error_and_one_that_fits_no_more_says_so);
    suite_add_tcase(suite, test);
    return suite;
}
