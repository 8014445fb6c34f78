/* However the program ends or stops, the terminal is given back, and the shell learns why. */
#include "suites.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helpers.h"
#include "output/signals.h"
#include "real_program.h"
#include "small_program.h"

/* Signals and keys that end the program, and the status that the shell then sees. */
static const struct {
    const char *keys;
    int signal, status;
} endings[] = {
    {NULL, SIGTERM, 128 + SIGTERM},
    {NULL, SIGHUP, 128 + SIGHUP},
    {NULL, SIGQUIT, 128 + SIGQUIT},
    {NULL, SIGABRT, 128 + SIGABRT},
    {NULL, SIGSEGV, 128 + SIGSEGV},
    {NULL, SIGBUS, 128 + SIGBUS},
    {NULL, SIGFPE, 128 + SIGFPE},
    {NULL, SIGILL, 128 + SIGILL},
    {NULL, SIGPIPE, 128 + SIGPIPE},
    {NULL, SIGXCPU, 128 + SIGXCPU},
    {NULL, SIGXFSZ, 128 + SIGXFSZ},
    {NULL, SIGUSR1, 128 + SIGUSR1},
    {NULL, SIGUSR2, 128 + SIGUSR2},
    {NULL, SIGALRM, 128 + SIGALRM},
    {NULL, SIGVTALRM, 128 + SIGVTALRM},
    {NULL, SIGPOLL, 128 + SIGPOLL},
    {NULL, SIGPROF, 128 + SIGPROF},
    {NULL, SIGSYS, 128 + SIGSYS},
    {NULL, SIGTRAP, 128 + SIGTRAP},
    {"q", 0, 0},
    {"x", 0, 5},
    {"a", 0, 128 + SIGABRT},
    {"s", 0, 128 + SIGSEGV},
    {"m", 0, 2},
    {"\034", 0, 128 + SIGQUIT},
};

START_TEST(however_it_ends_the_terminal_is_given_back) {
    struct termios before = standard_modes(), during;
    Pty *pty = small_start_ready((PtyOptions){0});
    ck_assert(pty_modes(pty, &during));
    ck_assert(!(during.c_lflag & (ICANON | ECHO)) && !(during.c_iflag & IXON));
    ck_assert(during.c_lflag &
              NOFLSH); /* else Ctrl-C loses a part of a frame on its way */
    ck_assert(pty_alternate(pty));
    if (endings[_i].signal)
        pty_signal(pty, endings[_i].signal);
    else
        pty_send(pty, endings[_i].keys);
    ck_assert_int_eq(pty_status(pty, SOON), endings[_i].status);
    check_given_back(pty, &before);
    pty_free(pty);
}
END_TEST

/* The program dies with the terminal full; it is read a little later. */
START_TEST(a_full_terminal_that_does_not_block_is_given_back) {
    struct termios before = standard_modes();
    Pty *pty = small_start_ready((PtyOptions){0});
    pty_send(pty, "f");
    poll(NULL, 0, 100);
    ck_assert_int_eq(pty_status(pty, SOON), 128 + SIGTERM);
    check_given_back(pty, &before);
    pty_free(pty);
}
END_TEST

START_TEST(a_file_that_is_half_written_when_a_signal_comes_is_removed) {
    char folder[64] = "/tmp/attnscope-write-XXXXXX", set[96];
    folder_for_a_test(folder);
    snprintf(set, sizeof set, "WRITE=%s/a.csv", folder);
    const char *const environment[] = {set, NULL};
    Pty *pty = small_start_ready((PtyOptions){.environment = environment});
    pty_send(pty, "w");
    ck_assert_int_eq(pty_status(pty, SOON), 128 + SIGTERM);
    pty_free(pty);
    ck_assert_int_eq(rmdir(folder), 0); /* it is empty */
    ck_assert_int_eq(mkdir(folder, 0700), 0);
}
END_TEST

static bool is_busy(const Pty *pty, void *data) {
    (void)data;
    return strstr(pty_output(pty), "busy") != NULL;
}

START_TEST(an_interrupt_is_a_key_and_stops_long_work) {
    Pty *pty = small_start_ready((PtyOptions){0});
    pty_send(pty, "\003");
    small_check(pty, "keys stop.");
    pty_send(pty, "b");
    ck_assert(pty_wait_until(pty, is_busy, NULL, SOON));
    pty_send(pty, "\003");
    small_check(pty, "keys stop b.");
    pty_signal(pty, SIGINT);
    small_check(pty, "keys stop b stop.");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_suspended_job_gives_the_terminal_back_and_takes_it_again) {
    struct termios before = standard_modes();
    Pty *pty = small_start_ready((PtyOptions){.job = true});
    char *first = small_picture(pty);
    for (int i = 0; i < 5; i++) {
        pty_send(pty, i % 2 ? "\032" : "z");
        ck_assert(pty_wait_stopped(pty, SOON));
        check_given_back(pty, &before);
        pty_continue(pty, true);
        ck_assert(pty_wait(pty, "ready", SOON));
        pty_send(pty, "j");
        small_check(pty, "j.");
        ck_assert(pty_alternate(pty));
        char *now = small_picture(pty);
        ck_assert_str_eq(now, first);
        free(now);
    }
    pty_signal(pty, SIGTSTP);
    ck_assert(pty_wait_stopped(pty, SOON));
    pty_resize(pty, 90, 20);
    pty_continue(pty, true);
    small_check(pty, "ready 90x20");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    free(first);
    pty_free(pty);
}
END_TEST

START_TEST(a_job_in_the_background_leaves_the_screen_alone) {
    Pty *pty = small_start_ready((PtyOptions){.job = true});
    pty_send(pty, "\032");
    ck_assert(pty_wait_stopped(pty, SOON));
    size_t length = strlen(pty_output(pty));
    pty_continue(pty, false);
    poll(NULL, 0, 50);
    ck_assert(pty_wait_stopped(pty, SOON));
    ck_assert_uint_eq(strlen(pty_output(pty)), length);
    pty_continue(pty, true);
    ck_assert(pty_wait(pty, "ready", SOON));
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(without_a_shell_that_knows_jobs_suspending_does_not_wedge) {
    Pty *pty = small_start_ready((PtyOptions){0});
    pty_send(pty, "\032");
    small_check(pty, "keys redraw.");
    pty_send(pty, "zq");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_terminal_that_is_gone_ends_the_program) {
    for (int ignored = 0; ignored < 2; ignored++) {
        Pty *pty = small_start_ready((PtyOptions){.no_hangup = ignored});
        pty_hang_up(pty);
        ck_assert_int_eq(pty_status(pty, 1000), ignored ? 6 : 128 + SIGHUP);
        pty_free(pty);
    }
}
END_TEST

START_TEST(a_shell_that_sends_no_hangup_leaves_no_program_behind) {
    Pty *pty = small_start_ready((PtyOptions){.body = small_wrapped});
    pty_hang_up(pty);
    ck_assert_int_eq(pty_status(pty, SOON), 6);
    pty_free(pty);
}
END_TEST

/* In an escape sequence, an answer, a character and a paste. */
START_TEST(a_terminal_that_goes_in_the_midst_of_a_key_ends_the_program) {
    static const char *const begun[] = {"\033",        "\033[1;",  "\033[<0;1",
                                        "\033]11;rgb", "\xe6\x88", "\033[200~text"};
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        Pty *pty = small_start_ready((PtyOptions){.no_hangup = true});
        pty_send(pty, begun[i]);
        pty_hang_up(pty);
        ck_assert_int_eq(pty_status(pty, SOON), 6);
        ck_assert(pty_seconds(pty) < 0.5);
        pty_free(pty);
    }
}
END_TEST

/* More often than the pipe that wakes the program has room for, so that writing to it fails. */
START_TEST(a_handler_leaves_errno_alone) {
    static const int signals[] = {SIGWINCH, SIGINT, SIGTSTP};
    struct termios modes = {0};
    ck_assert(signals_open(STDIN_FILENO, STDOUT_FILENO, &modes, ""));
    for (int n = 0; n < 70000; n++) {
        errno = EDOM;
        raise(signals[n % 3]);
        if (errno != EDOM)
            ck_abort_msg("%s after %d", strerror(errno), n);
    }
    signals_close();
}
END_TEST

START_TEST(a_window_that_ncurses_cannot_make_is_told) {
    static const char *const failing[] = {"NO_SCREEN=1", "NO_PAD=1"};
    struct termios before = standard_modes();
    for (int i = 0; i < 2; i++) {
        const char *const environment[] = {failing[i], NULL};
        Pty *pty = small_start((PtyOptions){.environment = environment});
        ck_assert_int_eq(pty_status(pty, SOON), 2);
        ck_assert_msg(strstr(pty_text(pty), "could not be opened") != NULL, "%s",
                      pty_text(pty));
        check_given_back(pty, &before);
        pty_free(pty);
    }
}
END_TEST

START_TEST(a_wrapper_that_knows_no_jobs_is_stopped_and_continued_with_it) {
    Pty *pty = small_start_ready((PtyOptions){.job = true, .body = small_wrapped});
    for (int i = 0; i < 2; i++) {
        pty_send(pty, "z");
        ck_assert(pty_wait_stopped(pty, SOON));
        pty_continue(pty, true);
        ck_assert(pty_wait(pty, "ready", SOON));
    }
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

TCase *endings_case(void) {
    TCase *tests = tcase_create("endings");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, however_it_ends_the_terminal_is_given_back, 0,
                        sizeof endings / sizeof *endings);
    tcase_add_test(tests, a_full_terminal_that_does_not_block_is_given_back);
    tcase_add_test(tests, a_file_that_is_half_written_when_a_signal_comes_is_removed);
    tcase_add_test(tests, an_interrupt_is_a_key_and_stops_long_work);
    tcase_add_test(tests, a_suspended_job_gives_the_terminal_back_and_takes_it_again);
    tcase_add_test(tests, a_job_in_the_background_leaves_the_screen_alone);
    tcase_add_test(tests, without_a_shell_that_knows_jobs_suspending_does_not_wedge);
    tcase_add_test(tests, a_terminal_that_is_gone_ends_the_program);
    tcase_add_test(tests, a_shell_that_sends_no_hangup_leaves_no_program_behind);
    tcase_add_test(tests, a_terminal_that_goes_in_the_midst_of_a_key_ends_the_program);
    tcase_add_test(tests, a_handler_leaves_errno_alone);
    tcase_add_test(tests, a_window_that_ncurses_cannot_make_is_told);
    tcase_add_test(tests, a_wrapper_that_knows_no_jobs_is_stopped_and_continued_with_it);
    return tests;
}
