/* The real program handled roughly: any size, stopped and continued, ended at any moment, its
 * descriptors closed, its terminal slow, full or gone. ABUSE.md says who was broken by what. */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helpers.h"
#include "base/memory.h"
#include "real_program.h"
#include "terminal.h"

/* How often to do it: so often, or as the environment says. */
static int times(const char *name, int usual) {
    const char *wanted = getenv(name);
    return wanted ? atoi(wanted) : usual;
}

/* All that is seen of a screen, in one number. */
static unsigned long long look_of(const Pty *pty, int width, int height) {
    unsigned long long look = 14695981039346656037ULL;
    for (int at = 0; at < width * height; at++) {
        PtyCell cell = pty_cell(pty, at % width, at / width);
        uint32_t parts[] = {cell.glyph,      cell.mark[0],         cell.mark[1],
                            cell.fore.value, cell.back.value,      cell.fore.kind,
                            cell.back.kind,  cell.bold ? 1U : 0U,  cell.underline ? 1U : 0U,
                            cell.reverse ? 1U : 0U};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            look = (look ^ parts[i]) * 1099511628211ULL;
    }
    return look;
}

static bool looks(const Pty *pty, void *look) {
    return look_of(pty, 80, 24) == *(unsigned long long *)look;
}

/* The screen of 80 by 24 soon looks as it did. */
static void looks_as_before(Pty *pty, unsigned long long look) {
    ck_assert_msg(pty_wait_until(pty, looks, &look, SOON), "now:\n%s", pty_text(pty));
}

static bool has_written(const Pty *pty, void *length) {
    return strlen(pty_output(pty)) > *(size_t *)length;
}

/* Waits for bytes that are written after so many others. */
static void writes(Pty *pty, size_t after, const char *bytes) {
    while (!strstr(pty_output(pty) + after, bytes)) {
        size_t length = strlen(pty_output(pty));
        ck_assert(pty_wait_until(pty, has_written, &length, SOON));
    }
}

/* Sends keys, and waits until they have been answered by anything. */
static void answers(Pty *pty, const char *keys) {
    size_t length = strlen(pty_output(pty));
    pty_send(pty, keys);
    ck_assert_msg(pty_wait_until(pty, has_written, &length, SOON), "%s", pty_text(pty));
}

/* ---- sizes ---- */

enum { SMALL = 12, SHAPES = SMALL * SMALL + 2 * SMALL };

/* Every size up to SMALL, then lines and columns of any length. */
static void small_shape(int n, int *width, int *height) {
    int strip = (n - SMALL * SMALL) * 17 + 20;
    bool square = n < SMALL * SMALL;
    *width = square ? 1 + n % SMALL : n % 2 ? strip : 1;
    *height = square ? 1 + n / SMALL : n % 2 ? 1 : strip;
}

START_TEST(every_small_size_is_drawn_and_the_first_frame_comes_back) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "k v masked");
    unsigned long long first = look_of(pty, 80, 24);
    for (int n = 0, width, height; n < SHAPES; n++) {
        small_shape(n, &width, &height);
        pty_resize(pty, width, height);
        answers(pty, "\f");
    }
    pty_resize(pty, 80, 24);
    looks_as_before(pty, first);
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

START_TEST(it_starts_at_every_small_size_and_shows_all_when_it_has_room) {
    for (int n = 0; n < SHAPES; n++) {
        PtyOptions options = {0};
        small_shape(n, &options.width, &options.height);
        Pty *pty = start_on(options, "16.1", NULL, NULL);
        answers(pty, "\f");
        if (n % SMALL == 0) {
            pty_resize(pty, 80, 24);
            shows(pty, "k v masked");
        }
        pty_send(pty, "q");
        leaves(pty, 0);
    }
}
END_TEST

/* ATTNSCOPE_RESIZES=10000 resizes so often. */
START_TEST(resized_at_random_while_keys_come_it_ends_in_the_frame_of_its_state) {
    static const char keys[] = "jjjllkhhvccoZz?\033E\033\tA\033TuF\033 u";
    unsigned long long state = 20261201;
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "k v masked");
    unsigned long long first = look_of(pty, 80, 24);
    for (int n = times("ATTNSCOPE_RESIZES", 300); n > 0; n--) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        int pick = (int)(state >> 34);
        pty_resize(pty, 1 + pick % 200, 1 + pick / 200 % 60);
        pty_send_n(pty, &keys[pick / 7 % (int)(sizeof keys - 1)], 1);
        if (n % 4 == 0)
            answers(pty, "\f");
    }
    pty_resize(pty, 80, 24);
    pty_send(pty, "\033\033:scene 16.1\r:focus scores 1 1\r");
    looks_as_before(pty, first);
    pty_send(pty, ":quit\r:quit\r");
    leaves(pty, 0);
}
END_TEST

START_TEST(a_resize_keeps_the_prompt_the_cell_and_what_was_half_typed) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", "--do", "focus x 2 1");
    shows(pty, "x[2,1]");
    pty_send(pty, "\r12.5");
    shows(pty, "edit x 2 1 12.5");
    pty_resize(pty, 9, 3);
    pty_resize(pty, 100, 30);
    shows(pty, "W_V [2,2]");
    shows(pty, "edit x 2 1 12.5");
    pty_send(pty, "\r");
    shows(pty, "x[2,1] 12.5");
    pty_send(pty, "qq");
    leaves(pty, 0);
}
END_TEST

/* ---- stopped and continued ---- */

/* Stops the job, which gives the terminal back, and continues it. */
static void stop_and_continue(Pty *pty, const struct termios *modes, bool resized) {
    pty_send(pty, "\x1a");
    ck_assert(pty_wait_stopped(pty, SOON));
    check_given_back(pty, modes);
    if (resized)
        pty_resize(pty, 90, 30);
    pty_continue(pty, true);
}

/* ATTNSCOPE_STOPS=100 stops it so often. What is written from one stop to the next are the same
 * bytes each time. */
START_TEST(stopped_again_and_again_it_writes_the_same_frame_to_the_byte) {
    struct termios modes = standard_modes();
    Pty *pty = start_on((PtyOptions){.job = true}, "16.1", "--do", "set causal on");
    shows(pty, "k v masked");
    unsigned long long first = look_of(pty, 80, 24);
    size_t start = 0, length = 0;
    for (int n = times("ATTNSCOPE_STOPS", 20); n > 0; n--) {
        stop_and_continue(pty, &modes, false);
        size_t end = strlen(pty_output(pty)), before = start - length;
        if (length)
            ck_assert_msg(end - start == length &&
                              memcmp(pty_output(pty) + before, pty_output(pty) + start,
                                     length) == 0,
                          "cycle %d differs", n);
        length = start ? end - start : 0;
        start = end;
        looks_as_before(pty, first);
        writes(pty, end, "\033[?1h"); /* the last bytes, when keys are waited for */
        ck_assert(pty_alternate(pty) && pty_reports_mouse(pty));
    }
    stop_and_continue(pty, &modes, true);
    shows(pty, "Tab W_Q W_K masked");
    stop_and_continue(pty, &modes, false);
    pty_resize(pty, 80, 24);
    looks_as_before(pty, first);
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* ---- ended at any moment ---- */

/* From the start through frames, pages and an edit. ATTNSCOPE_ABORTS=500 is more moments. */
START_TEST(aborted_at_any_moment_it_gives_the_terminal_back) {
    struct termios modes = standard_modes();
    int moments = times("ATTNSCOPE_ABORTS", 50);
    for (int n = 0; n < moments; n++) {
        Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
        pty_send(pty, "ccZzE\033v?\033:edit x 1 1 5\rFu");
        poll(NULL, 0, n * 50 / moments);
        pty_signal(pty, SIGABRT);
        ck_assert_int_eq(pty_status(pty, SOON), 128 + SIGABRT);
        check_given_back(pty, &modes);
        pty_free(pty);
    }
}
END_TEST

TCase *rough_case(void) {
    TCase *test = tcase_create("rough");
    tcase_set_timeout(test, 60);
    tcase_add_test(test, every_small_size_is_drawn_and_the_first_frame_comes_back);
    tcase_add_test(test, it_starts_at_every_small_size_and_shows_all_when_it_has_room);
    tcase_add_test(test,
                   resized_at_random_while_keys_come_it_ends_in_the_frame_of_its_state);
    tcase_add_test(test, a_resize_keeps_the_prompt_the_cell_and_what_was_half_typed);
    tcase_add_test(test, stopped_again_and_again_it_writes_the_same_frame_to_the_byte);
    tcase_add_test(test, aborted_at_any_moment_it_gives_the_terminal_back);
    return test;
}
