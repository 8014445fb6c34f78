/* save: what was typed is kept as typed, the file opens to the same bits, nothing is overwritten
 * unasked, and what no longer fits is kept as a comment. */
#include <check.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array_helpers.h"
#include "helpers.h"
#include "base/key.h"
#include "said.h"
#include "scene/library.h"
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

static bool unsaved(const Session *session) {
    Words names = {0};
    session_unsaved(session, &names);
    bool some = names.count > 0;
    words_release(&names);
    return some;
}

static char *read_back(const char *path) {
    static char bytes[16384];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
    fclose(file);
    return bytes;
}

static void save_as(Session *session, const char *path, const char *over) {
    char line[160];
    snprintf(line, sizeof line, "save %s %s", path, over);
    must(session, line);
}

static void folder(char path[64]) {
    snprintf(path, 64, "/tmp/attnscope-save-XXXXXX");
    folder_for_a_test(path);
}

START_TEST(lanes_are_saved_as_they_were_opened) {
    static const char *const lists[] = {"as it is:",
                                        "one, \"two\": edit v 1 1 '1 + 1'; flip 1 2"};
    Session session, opened;
    char path[64], file[96];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_text(&session, scene);
    must(&session, "step 1");
    must(&session, "record 2");
    must(&session, "compare 'as it is:' 'one, \"two\": edit v 1 1 ''1 + 1''; flip 1 2'");
    must(&session, "record 1");
    save_as(&session, file, "");
    Error error = {0};
    char *paths[] = {file};
    ck_assert_msg(session_open(&opened, paths, 1, &error), "%s", said(&error));
    ck_assert_uint_eq(session_lanes(&opened), 2);
    for (size_t i = 0; i < 2; i++)
        ck_assert_str_eq(opened.compared.lists.word[i], lists[i]);
    ck_assert_uint_eq(opened.compared.place.record, 1);
    ck_assert_uint_eq(opened.look.record, 0);
    must(&session, "compare off"); /* closed lanes are not saved */
    save_as(&session, file, "over");
    ck_assert_ptr_null(strstr(read_back(file), "compare"));
    session_close(&session);
    session_close(&opened);
}
END_TEST

START_TEST(what_was_typed_is_kept_as_it_was_typed) {
    Session session, opened;
    char path[64], file[96];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_text(&session, scene);
    must(&session, "step 1");
    must(&session, "head 2");
    must(&session, "edit scores.2 1 2 \"ln( 99 ) \"");
    must(&session, "record 1");
    must(&session, "edit v 1 1 1/3");
    ck_assert(unsaved(&session));
    save_as(&session, file, "");
    ck_assert(!unsaved(&session));
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
    Error error = {0};
    ck_assert_msg(session_open(&opened, paths, 1, &error), "%s", said(&error));
    ck_assert(digest(&opened) == digest(&session));
    ck_assert_uint_eq(opened.scene.step_count, 1);
    ck_assert_uint_eq(opened.look.record, session.look.record);
    session_close(&opened);
    session_close(&session);
}
END_TEST

START_TEST(an_array_whose_name_has_a_line_end_is_saved_and_opened_again) {
    static const char header[] =
        "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2)}";
    char directory[64], array[96], path[96];
    Session session, again;
    Text bytes = {0};
    Error error = {0};
    char *arrays[] = {array}, *paths[] = {path};
    folder(directory);
    snprintf(array, sizeof array, "%s/new\nline.npy", directory);
    snprintf(path, sizeof path, "%s/a.csv", directory);
    add_npy(&bytes, header, strlen(header), 4);
    write_bytes(array, bytes.bytes, bytes.length);
    ck_assert_msg(session_open(&session, arrays, 1, &error), "%s", said(&error));
    save_as(&session, path, "");
    ck_assert_msg(session_open(&again, paths, 1, &error), "%s", said(&error));
    ck_assert(digest(&session) == digest(&again));
    session_close(&session);
    session_close(&again);
    text_release(&bytes);
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

/* ---- what goes wrong ---- */

typedef struct Trial {
    Session session;
    char folder[64], file[96], other[96]; /* file: "mine" is in it */
} Trial;

static void write_mine(const char *path) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("mine", file);
    ck_assert_int_eq(fclose(file), 0);
}

static void trial_open(Trial *trial) {
    folder(trial->folder);
    snprintf(trial->file, sizeof trial->file, "%s/a.csv", trial->folder);
    snprintf(trial->other, sizeof trial->other, "%s/b.csv", trial->folder);
    open_text(&trial->session, scene);
    must(&trial->session, "edit v 1 1 1/3");
    write_mine(trial->file);
}

static size_t files_in(const char *path) {
    size_t count = 0;
    DIR *open = opendir(path);
    ck_assert_ptr_nonnull(open);
    for (const struct dirent *entry; (entry = readdir(open));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(open);
    return count;
}

/* The message is there, in both languages and through the prompt; nothing is written, the old file
 * stands, nothing is taken for saved, and the session goes on. */
static void must_not_save(Trial *trial, const char *path, const char *over,
                          const char *english, const char *chinese) {
    Session *session = &trial->session;
    char line[160];
    size_t files = files_in(trial->folder);
    snprintf(line, sizeof line, "save %s%s", path, over);
    must_fail(session, line, english);
    ck_assert(unsaved(session));
    must(session, "lang zh");
    session_key(session, ':');
    for (const char *at = line; *at; at++)
        session_key(session, *at);
    session_key(session, KEY_RETURN);
    ck_assert(session->prompt.open);
    const char *shown = said_in(LANG_ZH, &session->prompt.error);
    ck_assert_msg(strstr(shown, chinese), "%s: %s", line, shown);
    session_key(session, KEY_ESCAPE);
    must(session, "lang en");
    ck_assert_uint_eq(files_in(trial->folder), files);
    ck_assert_str_eq(read_back(trial->file), "mine");
    must(session, "toggle causal");
    must(session, "undo");
}

/* And it is saved where it can be. */
static void trial_close(Trial *trial, const char *line) {
    must(&trial->session, line);
    ck_assert(!unsaved(&trial->session));
    session_close(&trial->session);
}

/* Whether anything is unsaved after each line; a save goes to a new file. */
START_TEST(only_edits_that_are_neither_saved_nor_undone_are_unsaved) {
    static const struct {
        const char *line;
        bool unsaved;
    } table[] = {
        {"set causal on", false},
        {"pin", false},
        {"edit v 1 1 5", true},
        {"undo", false},
        {"redo", true},
        {"flip 1 2", true},
        {"save", false},
        {"set order after", false},
        {"edit v 1 1 6", true},
        {"undo", false},
        {"undo", false},
        {"undo", true}, /* what was saved had the flip */
        {"redo", false},
        {"edit v 1 1 7", true},
        {"step 1", true},
        {"edit v 2 2 9", true},
        {"save", true}, /* the one of before is left */
        {"step 0", true},
        {"undo", true}, /* the 7 that was left here comes first */
        {"undo", false},
        {"redo", true},
        {"undo", false},
        {"reset", false},
    };
    Session session;
    char path[64], line[120];
    folder(path);
    open_text(&session, scene);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].line, "save") == 0)
            snprintf(line, sizeof line, "save %s/%zu.csv", path, i);
        else
            snprintf(line, sizeof line, "%s", table[i].line);
        must(&session, line);
        ck_assert_msg(unsaved(&session) == table[i].unsaved, "line %zu: %s", i,
                      table[i].line);
    }
    session_close(&session);
}
END_TEST

START_TEST(what_is_in_the_way_of_a_file_is_told_and_stays) {
    Trial trial;
    char line[160];
    struct stat is;
    trial_open(&trial);
    must_not_save(&trial, trial.file, "", "is there already", "已经存在");
    must_not_save(&trial, trial.folder, " over", "is a folder", "是文件夹");
    must_not_save(&trial, trial.folder, "", "is a folder", "是文件夹");
    must_not_save(&trial, "/nowhere/at/all.csv", "", "No such file", "没有这个文件");
    must_not_save(&trial, "/dev/full", " over", "is no regular file", "不是普通文件");
    ck_assert_int_eq(symlink("a.csv", trial.other), 0);
    must_not_save(&trial, trial.other, "", "is there already", "已经存在");
    snprintf(line, sizeof line, "save %s over", trial.other);
    trial_close(&trial, line);
    ck_assert(lstat(trial.other, &is) == 0 && S_ISLNK(is.st_mode));
    ck_assert_ptr_nonnull(strstr(read_back(trial.file), "edit,v,1,1,1/3"));
    ck_assert_uint_eq(files_in(trial.folder), 2);
}
END_TEST

START_TEST(a_disk_that_is_full_is_told_and_the_old_file_stands) {
    Trial trial;
    struct rlimit limit = {200, RLIM_INFINITY};
    char line[160];
    trial_open(&trial);
    signal(SIGXFSZ, SIG_IGN); /* this test runs in a process of its own */
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    must_not_save(&trial, trial.file, " over", "File too large", "文件太大");
    must_not_save(&trial, trial.other, "", "File too large", "文件太大");
    limit.rlim_cur = RLIM_INFINITY;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    snprintf(line, sizeof line, "save %s", trial.other);
    trial_close(&trial, line);
}
END_TEST

/* To root no folder is read-only, so root is nobody for a while. */
START_TEST(a_folder_or_file_that_may_not_be_written_is_told) {
    Trial trial;
    char line[160];
    trial_open(&trial);
    bool root = geteuid() == 0;
    ck_assert_int_eq(chmod(trial.file, 0444), 0);
    ck_assert_int_eq(chmod(trial.folder, 0555), 0);
    ck_assert(!root || (chmod(trial.folder, 0555) == 0 && setreuid(0, 65534) == 0));
    must_not_save(&trial, trial.other, "", "Permission denied", "没有权限");
    must_not_save(&trial, trial.file, " over", "Permission denied", "没有权限");
    ck_assert(!root || setreuid(0, 0) == 0);
    ck_assert_int_eq(chmod(trial.folder, 0755), 0);
    snprintf(line, sizeof line, "save %s", trial.other);
    trial_close(&trial, line);
}
END_TEST

START_TEST(steps_ahead_that_no_longer_fit_are_kept_as_comments) {
    Session session, opened;
    char path[64], file[96];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_text(&session, scene);
    must(&session, "step 1");
    must(&session, "set known 1");
    save_as(&session, file, "");
    const char *text = read_back(file);
    ck_assert_ptr_nonnull(strstr(text, "# focus,weights,2,2"));
    ck_assert_ptr_nonnull(strstr(text, "# expect,v,2,7"));
    char *paths[] = {file};
    Error error = {0};
    ck_assert_msg(session_open(&opened, paths, 1, &error), "%s", said(&error));
    session_close(&opened);
    session_close(&session);
}
END_TEST

/* ---- rows that no longer hold ---- */

static void tell_failure(void *context, const Error *failure) {
    fprintf(stderr, "%s: %s\n", (const char *)context, said(failure));
}

/* Saves, and lets --check judge the file. */
static void save_and_check(Session *session, char file[96], const char *place) {
    Tally tally = {.report = tell_failure, .context = (void *)place};
    Error error = {0};
    save_as(session, file, "over");
    ck_assert_msg(check_scene(&tally, file, &error), "%s: %s", place, said(&error));
    ck_assert_msg(tally.failed == 0, "%s: %zu rows of the saved file fail", place,
                  tally.failed);
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

START_TEST(a_what_if_keeps_rows_that_fail_as_comments_and_marks_its_narration) {
    Session session, opened;
    char path[64], file[96];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_shipped(&session, "16.1", NULL);
    size_t steps = session.scene.step_count + 1;
    must(&session, "edit scores 1 2 ln(99)");
    save_and_check(&session, file, "16.1");
    const char *text = read_back(file);
    ck_assert_ptr_nonnull(strstr(text, "# no longer holds after the changes"));
    ck_assert_ptr_nonnull(
        strstr(text, "\n# expect,weights,1,0.401112,0.197776,0.401112\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nexpect,weights,2,0.5,0.5,0\n"));
    ck_assert_uint_eq(count_of(text, "say,en,\"(Numbers or rules were"), steps);
    ck_assert_uint_eq(count_of(text, "say,zh,\"（这里改过"), steps);
    char *paths[] = {file};
    ck_assert(session_open(&opened, paths, 1, NULL));
    ck_assert(digest(&opened) == digest(&session));
    must(&opened, "next");
    ck_assert_ptr_nonnull(
        strstr(texts_in(&opened.scene.steps[1].say, "en", 0), "tells of the original"));
    must(&opened, "edit scores 2 1 3");
    save_and_check(&opened, file, "16.1 again");
    text = read_back(file);
    ck_assert_uint_eq(count_of(text, "say,en,\"(Numbers or rules were"), steps - 1);
    ck_assert_ptr_nonnull(strstr(text, "\n# expect,weights,2,0.5,0.5,0\n"));
    session_close(&opened);
    session_close(&session);
}
END_TEST

START_TEST(only_a_changed_scene_has_rows_that_are_commented) {
    Session session;
    char path[64], file[96];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_text(&session, "attnscope,1\ntitle,en,T\nscores,1,2\nscores,3,4\nsay,en,A\n"
                        "step,en,B\nsay,fr,C\nexpect,scores,1,9\n");
    save_as(&session, file, "");
    ck_assert_ptr_nonnull(strstr(read_back(file), "\nexpect,scores,1,9\n"));
    ck_assert_ptr_null(strstr(read_back(file), "Numbers or rules"));
    must(&session, "set scale none");
    save_and_check(&session, file, "a wrong row");
    const char *text = read_back(file);
    ck_assert_ptr_nonnull(strstr(text, "say,en,\"(Numbers or rules"));
    ck_assert_ptr_null(strstr(text, "say,zh")); /* it would be read for A and C */
    session_close(&session);
}
END_TEST

START_TEST(errors_and_solutions_of_a_what_if_fit_its_numbers) {
    Session session;
    char path[64], file[96];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    open_text(&session,
              "attnscope,1\ntitle,en,T\nscores,1,2\nscores,3,4\nstep,en,A\nstep,zh,A\n"
              "goal,scores,1,1,9\nsolution,edit,scores,1,2,9\nstep,en,B\n"
              "expect,visible,1,1,1\n");
    must(&session, "edit scores 1 1 7");
    must(&session, "forbid 2 *");
    save_and_check(&session, file, "two steps");
    const char *text = read_back(file);
    ck_assert_ptr_nonnull(strstr(text, "\n# solution,edit,scores,1,2,9\n"));
    ck_assert_uint_eq(count_of(text, "\nexpect,error,a valid query has no"), 2);
    must(&session, "step 2");
    must(&session, "forbid 2 *");
    save_and_check(&session, file, "the last step");
    ck_assert_uint_eq(count_of(read_back(file), "\nexpect,error,a valid query"), 1);
    session_close(&session);
}
END_TEST

START_TEST(a_what_if_of_any_shipped_scene_passes_its_check) {
    Library library = {0};
    char path[64], file[96], place[160];
    folder(path);
    snprintf(file, sizeof file, "%s/a.csv", path);
    ck_assert(library_open(&library, NULL, NULL));
    for (size_t i = 0; i < library.ids.count; i++)
        for (int late = 0; late < 2; late++) {
            Session session;
            open_shipped(&session, library.ids.word[i], late ? "1" : NULL);
            const char *change = late ? "set causal strict" : "edit scores 1 1 2.5";
            must(&session, change);
            snprintf(place, sizeof place, "%s, %s", library.ids.word[i], change);
            save_and_check(&session, file, place);
            session_close(&session);
        }
    library_release(&library);
}
END_TEST

Suite *save_suite(void) {
    Suite *suite = suite_create("save");
    TCase *test = tcase_create("save");
    tcase_add_test(test, an_array_whose_name_has_a_line_end_is_saved_and_opened_again);
    tcase_add_test(test, what_was_typed_is_kept_as_it_was_typed);
    tcase_add_test(test, lanes_are_saved_as_they_were_opened);
    tcase_add_test(test, a_file_that_is_there_is_replaced_only_when_told_so);
    tcase_add_test(test, only_edits_that_are_neither_saved_nor_undone_are_unsaved);
    tcase_add_test(test, what_is_in_the_way_of_a_file_is_told_and_stays);
    tcase_add_test(test, a_disk_that_is_full_is_told_and_the_old_file_stands);
    tcase_add_test(test, a_folder_or_file_that_may_not_be_written_is_told);
    tcase_add_test(test, steps_ahead_that_no_longer_fit_are_kept_as_comments);
    tcase_add_test(test,
                   a_what_if_keeps_rows_that_fail_as_comments_and_marks_its_narration);
    tcase_add_test(test, only_a_changed_scene_has_rows_that_are_commented);
    tcase_add_test(test, errors_and_solutions_of_a_what_if_fit_its_numbers);
    tcase_add_test(test, a_what_if_of_any_shipped_scene_passes_its_check);
    suite_add_tcase(suite, test);
    return suite;
}
