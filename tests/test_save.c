/* save: what was typed is kept as typed, the file opens to the same bits, nothing is overwritten
 * unasked, and what no longer fits is kept as a comment. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helpers.h"
#include "suites.h"

static const char scene[] = "attnscope,1\r\n"
                            "# a comment before everything\r\n"
                            "title,en,Saved\r\n"
                            "title,fr,Gardé\r\n"
                            "heads,2\r\n"
                            "scores,1/sqrt(2),0\r\n"
                            "scores,0,ln(9)\r\n"
                            "record,1\r\n"
                            "tokens,a,b\r\n"
                            "v,1,2\r\n"
                            "v,3,4\r\n"
                            "record,0\r\n"
                            "tokens,c,d\r\n"
                            "v,5,6\r\n"
                            "v,7,8\r\n"
                            "say,en,\"Two, records\"\r\n"
                            "\r\n"
                            "step,en,First\r\n"
                            "record,2\r\n"
                            "set,causal,on\r\n"
                            "tolerance,1e-9\r\n"
                            "expect,v,1,5\r\n"
                            "# between the steps\r\n"
                            "step,en,Second\r\n"
                            "step,fr,Deuxième\r\n"
                            "focus,weights,2,2\r\n"
                            "expect,v,2,7\r\n";

static char *read_back(const char *path) {
    static char bytes[4096];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
    fclose(file);
    return bytes;
}

static void folder(char path[64]) {
    snprintf(path, 64, "/tmp/attnscope-save-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(path));
}

START_TEST(what_was_typed_is_kept_as_it_was_typed) {
    Session session, opened;
    char path[64], file[96], line[120];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_text(&session, scene);
    must(&session, "step 1");
    must(&session, "head 2");
    must(&session, "edit scores.2 1 2 \"ln( 99 ) \"");
    must(&session, "record 1");
    must(&session, "edit v 1 1 1/3");
    ck_assert(session.unsaved);
    snprintf(line, sizeof line, "save %s", file);
    must(&session, line);
    ck_assert(!session.unsaved);
    const char *text = read_back(file);
    ck_assert_ptr_nonnull(strstr(text, "# a comment before everything"));
    ck_assert_ptr_nonnull(strstr(text, "title,fr,Gardé"));
    ck_assert_ptr_nonnull(strstr(text, "scores,1/sqrt(2),0"));
    ck_assert_ptr_nonnull(strstr(text, "edit,scores.2,1,2,"));
    ck_assert_ptr_nonnull(strstr(text, "ln( 99 )"));
    ck_assert_ptr_nonnull(strstr(text, "edit,v,1,1,1/3"));
    ck_assert_ptr_nonnull(strstr(text, "step,fr,Deuxième"));
    ck_assert_ptr_nonnull(strstr(text, "tolerance,1"));
    ck_assert_ptr_null(strstr(text, "step,en,First"));
    char *paths[] = {file};
    Error error = {""};
    ck_assert_msg(session_open(&opened, paths, 1, &error), "%s", error.text);
    ck_assert(digest(&opened) == digest(&session));
    ck_assert_uint_eq(opened.scene.step_count, 1);
    ck_assert_uint_eq(opened.look.record, session.look.record);
    session_close(&opened);
    session_close(&session);
}
END_TEST

START_TEST(a_file_that_is_there_is_replaced_only_when_told_so) {
    Session session;
    char path[64], line[120];
    folder(path);
    open_text(&session, scene);
    snprintf(line, sizeof line, "save %s/a.csv", path);
    must(&session, line);
    must_fail(&session, line, "over");
    must(&session, "set causal on");
    snprintf(line, sizeof line, "save %s/a.csv over", path);
    must(&session, line);
    snprintf(line, sizeof line, "%s/a.csv", path);
    ck_assert_ptr_nonnull(strstr(read_back(line), "set,causal,on"));
    session_close(&session);
}
END_TEST

START_TEST(a_folder_that_takes_no_file_is_told_and_the_session_goes_on) {
    Session session;
    open_text(&session, scene);
    must(&session, "set causal on");
    must_fail(&session, "save /nowhere/at/all.csv", "/nowhere/at/all.csv");
    must_fail(&session, "save /tmp", "/tmp");
    must_fail(&session, "save /dev/full over", "/dev/full");
    must(&session, "set causal off");
    session_close(&session);
}
END_TEST

START_TEST(steps_ahead_that_no_longer_fit_are_kept_as_comments) {
    Session session, opened;
    char path[64], file[96], line[120];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_text(&session, scene);
    must(&session, "step 1");
    must(&session, "set known 1");
    snprintf(line, sizeof line, "save %s", file);
    must(&session, line);
    const char *text = read_back(file);
    ck_assert_ptr_nonnull(strstr(text, "# no longer fits: focus,weights,2,2"));
    ck_assert_ptr_nonnull(strstr(text, "# no longer fits: expect,v,2,7"));
    char *paths[] = {file};
    Error error = {""};
    ck_assert_msg(session_open(&opened, paths, 1, &error), "%s", error.text);
    session_close(&opened);
    session_close(&session);
}
END_TEST

Suite *save_suite(void) {
    Suite *suite = suite_create("save");
    TCase *test = tcase_create("save");
    tcase_add_test(test, what_was_typed_is_kept_as_it_was_typed);
    tcase_add_test(test, a_file_that_is_there_is_replaced_only_when_told_so);
    tcase_add_test(test, a_folder_that_takes_no_file_is_told_and_the_session_goes_on);
    tcase_add_test(test, steps_ahead_that_no_longer_fit_are_kept_as_comments);
    suite_add_tcase(suite, test);
    return suite;
}
