/* Files that are written: whole or not at all, nothing left beside them, and what an old file had and
 * a new one would not is kept or told. Tests in a loop run once more as on a system whose new files
 * need a name. */
#include <check.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/save.h"
#include "export/export.h"
#include "helpers.h"
#include "said.h"
#include "suites.h"

typedef struct Room {
    char folder[64], file[96], other[96];
} Room;

enum { NOBODY = 65534 };

static Room room_open(bool named) {
    Room room = {.folder = "/tmp/attnscope-files-XXXXXX"};
    files_need_names(named);
    folder_for_a_test(room.folder);
    ck_assert_int_eq(chmod(room.folder, 0777), 0);
    snprintf(room.file, sizeof room.file, "%s/a.csv", room.folder);
    snprintf(room.other, sizeof room.other, "%s/b.csv", room.folder);
    umask(022);
    return room;
}

static void write_file(const char *path, const char *text, SaveMode mode) {
    Save save;
    Error error = {0};
    FILE *file = save_open(&save, "save", path, mode, &error);
    ck_assert_msg(file && fputs(text, file) >= 0 && save_close(&save, true, &error), "%s",
                  said(&error));
}

static void must_not_write(const char *path, SaveMode mode, const char *reason) {
    Save save;
    Error error = {0};
    FILE *file = save_open(&save, "save", path, mode, &error);
    if (file) {
        fprintf(file, "%9999d", 1);
        ck_assert_msg(!save_close(&save, true, &error), "%s was written", path);
    }
    ck_assert_msg(strstr(said(&error), reason), "\"%s\" lacks \"%s\"", said(&error),
                  reason);
}

static void holds(const char *path, const char *text) {
    char bytes[100] = "";
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_le(fread(bytes, 1, sizeof bytes - 1, file), sizeof bytes);
    fclose(file);
    ck_assert_str_eq(bytes, text);
}

/* The number of files; of a hidden one the rights. */
static int files_in(const char *path, mode_t *hidden) {
    int count = 0;
    struct stat status;
    char name[400];
    DIR *open = opendir(path);
    ck_assert_ptr_nonnull(open);
    for (const struct dirent *entry; (entry = readdir(open));) {
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (stat(name, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        count++;
        if (entry->d_name[0] == '.')
            *hidden = status.st_mode & 07777;
    }
    closedir(open);
    return count;
}

START_TEST(a_new_file_has_its_name_and_rights_when_it_is_whole) {
    Room room = room_open(_i);
    Save save;
    mode_t hidden = 0600;
    struct stat is;
    ck_assert_ptr_nonnull(save_open(&save, "save", room.file, SAVE_OVER, NULL));
    fputs("new", save.file);
    ck_assert_int_eq(files_in(room.folder, &hidden), _i);
    ck_assert_int_eq(hidden, 0600);
    ck_assert(save_close(&save, true, NULL));
    ck_assert_int_eq(files_in(room.folder, &hidden), 1);
    holds(room.file, "new");
    ck_assert(stat(room.file, &is) == 0 && (is.st_mode & 07777) == 0644);
}
END_TEST

START_TEST(a_file_that_is_replaced_keeps_its_rights_and_its_owner) {
    Room room = room_open(_i);
    bool root = geteuid() == 0;
    struct stat is;
    mode_t hidden;
    write_file(room.file, "old", SAVE_NEW);
    ck_assert_int_eq(chmod(room.file, 0640), 0);
    ck_assert(!root || chown(room.file, NOBODY, NOBODY) == 0);
    write_file(room.file, "new", SAVE_OVER);
    holds(room.file, "new");
    ck_assert(stat(room.file, &is) == 0 && (is.st_mode & 07777) == 0640);
    ck_assert(!root || (is.st_uid == NOBODY && is.st_gid == NOBODY));
    ck_assert_int_eq(files_in(room.folder, &hidden), 1);
}
END_TEST

START_TEST(a_failure_leaves_nothing_and_the_old_file_as_it_was) {
    Room room = room_open(_i);
    struct rlimit limit = {200, RLIM_INFINITY};
    mode_t hidden;
    write_file(room.file, "old", SAVE_NEW);
    signal(SIGXFSZ, SIG_IGN); /* this test runs in a process of its own */
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    must_not_write(room.file, SAVE_OVER, "File too large");
    must_not_write(room.file, SAVE_IN_PLACE, "File too large");
    must_not_write(room.other, SAVE_NEW, "File too large");
    holds(room.file, "old");
    ck_assert_int_eq(files_in(room.folder, &hidden), 1);
}
END_TEST

START_TEST(in_place_nothing_is_overwritten_that_may_not_become_so_long) {
    Room room = room_open(_i);
    enum { LONG = 20000 };
    struct rlimit limit = {200, RLIM_INFINITY};
    struct stat is;
    write_file(room.file, "an old text", SAVE_NEW);
    ck_assert_int_eq(truncate(room.file, LONG), 0);
    signal(SIGXFSZ, SIG_IGN); /* this test runs in a process of its own */
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    must_not_write(room.file, SAVE_IN_PLACE, "File too large");
    holds(room.file, "an old text");
    ck_assert(stat(room.file, &is) == 0 && is.st_size == LONG);
}
END_TEST

START_TEST(in_place_the_file_is_the_same_and_as_long_as_it_should_be) {
    Room room = room_open(_i);
    struct stat was, is;
    write_file(room.file, "a long text", SAVE_IN_PLACE); /* there is none yet */
    ck_assert_int_eq(stat(room.file, &was), 0);
    write_file(room.file, "short", SAVE_IN_PLACE);
    holds(room.file, "short");
    write_file(room.file, "", SAVE_IN_PLACE);
    holds(room.file, "");
    ck_assert(stat(room.file, &is) == 0 && is.st_ino == was.st_ino);
}
END_TEST

START_TEST(what_a_new_file_cannot_keep_is_told_and_written_in_place) {
    Room room = room_open(_i);
    struct stat is;
    write_file(room.file, "old", SAVE_NEW);
    ck_assert_int_eq(link(room.file, room.other), 0);
    must_not_write(room.file, SAVE_OVER, "hard links");
    holds(room.file, "old");
    write_file(room.file, "new", SAVE_IN_PLACE);
    holds(room.other, "new");
    ck_assert(stat(room.file, &is) == 0 && is.st_nlink == 2);
    ck_assert_int_eq(unlink(room.other), 0);
    if (geteuid() != 0)
        return; /* only root can play somebody else */
    ck_assert_int_eq(chmod(room.file, 0666), 0);
    ck_assert_int_eq(setreuid(0, NOBODY), 0);
    must_not_write(room.file, SAVE_OVER, "belongs to another user");
    write_file(room.file, "newer", SAVE_IN_PLACE);
    ck_assert(stat(room.file, &is) == 0 && is.st_uid == 0);
    ck_assert(setreuid(0, 0) == 0 && chmod(room.folder, 0755) == 0 &&
              setreuid(0, NOBODY) == 0);
    must_not_write(room.file, SAVE_OVER, "takes no new file (Permission denied)");
    write_file(room.file, "newest", SAVE_IN_PLACE);
    holds(room.file, "newest");
    ck_assert_int_eq(setreuid(0, 0), 0);
}
END_TEST

/* A process that has begun a file and goes on. */
static pid_t begin_file(const char *path) {
    int ready[2];
    char byte;
    Save save;
    ck_assert_int_eq(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        bool fine = save_open(&save, "save", path, SAVE_NEW, NULL);
        fine = fine && write(ready[1], "", 1) == 1;
        for (;;)
            pause();
    }
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return child;
}

START_TEST(what_a_killed_process_left_goes_with_the_next_save) {
    Room room = room_open(true);
    mode_t hidden;
    char own[96];
    snprintf(own, sizeof own, "%s/.attnscope-1x", room.folder);
    write_file(own, "of somebody else", SAVE_NEW);
    pid_t child = begin_file(room.file);
    write_file(room.other, "1", SAVE_NEW);
    ck_assert_int_eq(files_in(room.folder, &hidden), 3); /* its writer lives */
    kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    write_file(room.other, "2", SAVE_OVER);
    ck_assert_int_eq(files_in(room.folder, &hidden), 2);
    holds(own, "of somebody else");
}
END_TEST

START_TEST(running_out_of_memory_removes_a_file_that_is_half_written) {
    Room room = room_open(true);
    Save save;
    mode_t hidden;
    ck_assert_ptr_nonnull(save_open(&save, "save", room.file, SAVE_NEW, NULL));
    ck_assert_int_eq(files_in(room.folder, &hidden), 1);
    save_abandon();
    ck_assert_int_eq(files_in(room.folder, &hidden), 0);
    ck_assert(!save_close(&save, false, NULL));
}
END_TEST

/* ---- files that somebody else changes ---- */

static const char scene[] = "attnscope,1\ntitle,en,T\nscores,1,2\nscores,3,4\n";

static void append_to(const char *path) {
    FILE *file = fopen(path, "a");
    ck_assert_ptr_nonnull(file);
    fputs("# by somebody else\n", file);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_file_that_was_changed_on_disk_is_replaced_when_told_so_again) {
    static const char *const actions[] = {"save", "export"};
    Session session;
    Room room = room_open(false);
    Error error = {0};
    char *paths[] = {room.file}, line[120];
    write_file(room.file, scene, SAVE_NEW);
    ck_assert_msg(session_open(&session, paths, 1, &error), "%s", said(&error));
    session.exporter = export_file;
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "%s %s over", actions[i], room.file);
        append_to(room.file);
        must_fail(&session, line, "changed on disk");
        append_to(room.file);
        must_fail(&session, line, "changed on disk");
        must(&session, line);
        must(&session, line); /* it is our own now */
        append_to(room.file);
        must_fail(&session, line, "changed on disk");
        must(&session, line);
    }
    snprintf(line, sizeof line, "save %s over", room.other);
    write_file(room.other, "never seen here", SAVE_NEW);
    must(&session, line);
    ck_assert_int_eq(unlink(room.other), 0);
    must(&session, line); /* nothing is lost */
    session_close(&session);
}
END_TEST

Suite *files_suite(void) {
    Suite *suite = suite_create("files");
    TCase *test = tcase_create("files");
    tcase_add_loop_test(test, a_new_file_has_its_name_and_rights_when_it_is_whole, 0, 2);
    tcase_add_loop_test(test, a_file_that_is_replaced_keeps_its_rights_and_its_owner, 0,
                        2);
    tcase_add_loop_test(test, a_failure_leaves_nothing_and_the_old_file_as_it_was, 0, 2);
    tcase_add_loop_test(test, what_a_new_file_cannot_keep_is_told_and_written_in_place, 0,
                        2);
    tcase_add_test(test, in_place_nothing_is_overwritten_that_may_not_become_so_long);
    tcase_add_test(test, in_place_the_file_is_the_same_and_as_long_as_it_should_be);
    tcase_add_test(test, what_a_killed_process_left_goes_with_the_next_save);
    tcase_add_test(test, running_out_of_memory_removes_a_file_that_is_half_written);
    tcase_add_test(test, a_file_that_was_changed_on_disk_is_replaced_when_told_so_again);
    suite_add_tcase(suite, test);
    return suite;
}
