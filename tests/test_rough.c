/* The real program handled roughly: any size, stopped and continued, ended at any moment, its
 * descriptors closed, its terminal slow, full or gone. ABUSE.md says who was broken by what. */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
        uint32_t parts[] = {cell.glyph,
                            cell.mark[0],
                            cell.mark[1],
                            cell.fore.value,
                            cell.back.value,
                            cell.fore.kind,
                            cell.back.kind,
                            cell.bold ? 1U : 0U,
                            cell.underline ? 1U : 0U,
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

/* At ATTNSCOPE_STARTS of them, 168 at most. */
START_TEST(it_starts_at_small_sizes_and_shows_all_when_it_has_room) {
    int step = SHAPES / times("ATTNSCOPE_STARTS", 24);
    for (int n = 0; n < SHAPES; n += step) {
        PtyOptions options = {0};
        small_shape(n, &options.width, &options.height);
        Pty *pty = start_on(options, "16.1", NULL, NULL);
        answers(pty, "\f");
        if (n % 2 == 0) {
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
    for (int n = times("ATTNSCOPE_RESIZES", 200); n > 0; n--) {
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

/* ---- the terminal goes ---- */

/* While nothing happens, while a head is walked, and with a prompt open over an edit; also where
 * the hang-up is told by no signal. */
START_TEST(a_terminal_that_is_closed_in_the_midst_of_work_ends_it) {
    static const char *const keys[] = {"", "ZZZZZZZZZZZZh",
                                       ":edit q 1 1 1\r:edit q 1 1 "};
    static const char *const shown[] = {"causal on", "findings so far", ":edit q 1 1 "};
    char path[] = "/tmp/attnscope-long-XXXXXX.csv";
    write_long(path, 6000);
    Pty *pty = start_on((PtyOptions){.no_hangup = _i % 2}, path, "--lang", "en");
    shows(pty, "causal on");
    pty_send(pty, keys[_i / 2]);
    shows(pty, shown[_i / 2]);
    double before = pty_seconds(pty);
    pty_hang_up(pty);
    int status = pty_status(pty, SOON);
    ck_assert_int_eq(status, _i % 2 ? 0 : 128 + SIGHUP);
    ck_assert(pty_seconds(pty) - before < 0.5);
    pty_free(pty);
    unlink(path);
}
END_TEST

/* ---- a terminal that reads slowly ---- */

/* While nobody reads, frames fill the terminal; keys that come meanwhile are one frame. */
START_TEST(a_held_key_does_not_run_on_behind_a_slow_terminal) {
    enum { KEYS = 200 };
    char path[] = "/tmp/attnscope-long-XXXXXX.csv";
    write_long(path, 1000);
    PtyOptions options = {.width = 160, .height = 45};
    Pty *pty = start_on(options, path, "--do", "focus scores 100 1");
    shows(pty, "scores[100,1]");
    size_t frame = strlen(pty_output(pty));
    for (int i = 0; i < KEYS; i++) {
        pty_send(pty, "\033[6~k"); /* a page down and a row up */
        poll(NULL, 0, 1);
    }
    pty_send(pty, "\033\033:focus scores 7 1\r");
    shows(pty, "scores[7,1]");
    size_t bytes = strlen(pty_output(pty)) - frame;
    ck_assert_msg(bytes < KEYS / 4 * frame, "%zu bytes, a frame has %zu", bytes, frame);
    pty_send(pty, "q");
    leaves(pty, 0);
    unlink(path);
}
END_TEST

/* Outside of the first frame, Ctrl-L and a new size nothing clears the screen. */
START_TEST(no_frame_begins_by_clearing_the_screen) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "k v masked");
    size_t length = strlen(pty_output(pty));
    pty_send(pty, "ccoojjlvZ\033zE?\033tttLLn");
    pty_press(pty, "<PageDown><PageDown>");
    shows(pty, "step 3/");
    pty_send(pty, ":lang zh\r");
    shows(pty, "因果");
    ck_assert_ptr_null(strstr(pty_output(pty) + length, "\033[2J"));
    ck_assert_ptr_null(strstr(pty_output(pty) + length, "\033[H\033[J"));
    ck_assert_ptr_null(strstr(pty_output(pty) + length, "\033[3J"));
    length = strlen(pty_output(pty));
    answers(pty, "\f");
    writes(pty, length, "\033[2J");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* ---- Ctrl-C ---- */

START_TEST(an_interrupt_of_the_largest_work_gives_the_old_frame_back) {
    static const char *const lines[] = {":export %s/a.csv yes\r",
                                        ":export %s/a.npy yes\r"};
    char path[] = "/tmp/attnscope-long-XXXXXX.csv",
         folder[] = "/tmp/attnscope-out-XXXXXX";
    char line[100];
    folder_for_a_test(folder);
    write_long(path, 60000);
    Pty *pty = start_on((PtyOptions){0}, path, "--do", "focus weights 1 1");
    shows(pty, "scores visible masked"); /* the end of the last line comes last */
    unsigned long long first = look_of(pty, 80, 24);
    snprintf(line, sizeof line, lines[_i], folder);
    pty_send(pty, line);
    shows(pty, "Ctrl-C stops it");
    pty_send(pty, "\003");
    shows_no_more(pty, "Ctrl-C stops it");
    pty_send(pty, "\033lh"); /* the prompt and its error go */
    looks_as_before(pty, first);
    ck_assert_int_eq(rmdir(folder), 0); /* nothing was written */
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    pty_send(pty, "q");
    leaves(pty, 0);
    unlink(path);
}
END_TEST

START_TEST(an_interrupt_ends_it_while_it_waits_for_its_scene) {
    const char *program = getenv("ATTNSCOPE");
    const char *arguments[] = {"sh", "-c", "echo begun; sleep 60 | \"$0\" --print -",
                               program ? program : "./attnscope", NULL};
    Pty *pty = pty_start(&(PtyOptions){.arguments = arguments});
    shows(pty, "begun");
    pty_send(pty, "\003");
    leaves(pty, 128 + SIGINT);
}
END_TEST

/* ---- descriptors ---- */

/* The program with stdin, stdout and stderr as STREAMS has them, a letter each. */
static int with_streams(void) {
    const char *kinds = getenv("STREAMS"), *program = getenv("ATTNSCOPE");
    for (int i = 0; i < 3; i++) {
        int ends[2] = {-1, -1};
        FILE *file = kinds[i] == 'f' ? tmpfile() : NULL;
        if (kinds[i] == 'p' && pipe(ends) == 0)
            dup2(ends[i > 0], i);
        if (kinds[i] == 'p' && i == 0)
            close(ends[1]); /* at its end; what is written to others is never read */
        if (file)
            dup2(fileno(file), i);
        if (kinds[i] == '0')
            dup2(open("/dev/null", O_RDWR), i);
    }
    for (int i = 0; i < 3; i++)
        if (kinds[i] == 'x')
            close(i);
    execlp(program ? program : "./attnscope", "attnscope", "16.1", (char *)NULL);
    return 127;
}

/* A terminal, a pipe, a file, /dev/null, and closed. With stdout on the terminal it takes keys
 * from there, whatever stdin is; elsewhere it prints. Any two of them meet in every way, and
 * with ATTNSCOPE_STREAMS=25 all three do. */
START_TEST(whatever_stdin_stdout_and_stderr_are_it_takes_keys_or_prints_and_ends) {
    static const char kinds[] = "tpf0x";
    char set[] = "STREAMS=ttt";
    const char *const environment[] = {set, NULL};
    int most = times("ATTNSCOPE_STREAMS", 5);
    for (int n = 0; n < most; n++) {
        memcpy(strchr(set, '=') + 1,
               (char[]){kinds[n % 5], kinds[_i], kinds[(n + n / 5 + _i) % 5]}, 3);
        Pty *pty =
            pty_start(&(PtyOptions){.body = with_streams, .environment = environment});
        if (kinds[_i] == 't') {
            shows(pty, "0.4011");
            pty_send(pty, "q");
        }
        int status = pty_status(pty, SOON);
        ck_assert_msg(status == (kinds[_i] == 'x' ? 2 : 0), "%s: status %d", set, status);
        ck_assert_msg(pty_seconds(pty) < 1, "%s", set);
        pty_free(pty);
    }
}
END_TEST

/* ---- hostile text ---- */

START_TEST(no_text_of_a_scene_reaches_the_terminal_as_a_command) {
    char path[] = "/tmp/attnscope-hostile-XXXXXX.csv";
    ck_assert_int_ge(mkstemps(path, 4), 0);
    write_hostile(path);
    Pty *pty = start_on((PtyOptions){0}, path, NULL, NULL);
    shows(pty, "? keys");
    pty_send(pty,
             "T\033g\033A\033E\033F\033v\033nb :search \033[31m\r\033:edit x 1 1 \t");
    pty_send(pty, "\033:save /\302\233m/\342\200\256\r");
    shows(pty, "No such file");
    pty_send(pty, "\033qq");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    const char *harm = harm_in(pty_output(pty), true);
    ck_assert_msg(!harm, "%.40s", harm + 1);
    pty_free(pty);
    unlink(path);
}
END_TEST

/* Opens a scene with these three labels. */
static Pty *start_with_labels(const char *a, const char *b, const char *c) {
    char path[] = "/tmp/attnscope-labels-XXXXXX.csv";
    FILE *file = fdopen(mkstemps(path, 4), "w");
    ck_assert_ptr_nonnull(file);
    fprintf(
        file,
        "attnscope,1\nid,labels\ntitle,en,T\ntokens,%s,%s,%s\nscores,1,2,3\nscores,4,5,6\n"
        "scores,7,8,9\nv,1\nv,2\nv,3\n",
        a, b, c);
    ck_assert_int_eq(fclose(file), 0);
    Pty *pty = start_on((PtyOptions){0}, path, "--do", "focus weights 3 3");
    shows(pty, "Tab masked");
    unlink(path);
    return pty;
}

static bool is_label(uint32_t glyph) {
    return glyph == 0 || glyph == ' ' || glyph > 0x2600 || (glyph >= 'p' && glyph <= 'r');
}

/* A family, whose joiners become signs of their own, a flag and a heart, beside letters that
 * take as many columns. */
START_TEST(a_label_of_emoji_moves_nothing_that_stands_beside_it) {
    Pty *emoji = start_with_labels("👩‍👩‍👧‍👦", "🇨🇳", "❤️");
    Pty *letters = start_with_labels("ppppppppppp", "qq", "r");
    int labels = 0;
    for (int at = 0; at < 80 * 24; at++) {
        uint32_t here = pty_cell(emoji, at % 80, at / 80).glyph;
        uint32_t there = pty_cell(letters, at % 80, at / 80).glyph;
        labels += here != there;
        ck_assert_msg(here == there || (is_label(here) && is_label(there)),
                      "U+%04X at %d,%d:\n%s", (unsigned)here, at % 80, at / 80,
                      pty_text(emoji));
    }
    ck_assert_int_gt(labels, 20);
    pty_send(emoji, "q");
    pty_send(letters, "q");
    leaves(emoji, 0);
    leaves(letters, 0);
}
END_TEST

/* The text is shown, and the cursor is behind the bracket of the chosen cell. */
static bool stands_on_cell(const Pty *pty, void *text) {
    int x, y;
    return strstr(pty_text((Pty *)pty), text) && pty_cursor(pty, &x, &y) && x > 0 &&
           pty_cell(pty, x - 1, y).glyph == '[';
}

/* Who hears or feels the place of the cursor gets the number that is meant. */
START_TEST(after_every_move_the_cursor_stands_on_the_chosen_cell) {
    static const struct {
        const char *keys, *shown;
    } moves[] = {{"j", "weights[2,1]"},      {"l", "weights[2,2]"},
                 {"\033[B", "weights[3,2]"}, {"\033[C", "weights[3,3]"},
                 {"k", "weights[2,3]"},      {"0", "weights[2,1]"}};
    Pty *pty = start_on((PtyOptions){0}, "16.1", "--do", "focus weights 1 1");
    shows(pty, "weights[1,1]");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        pty_send(pty, moves[i].keys);
        ck_assert_msg(pty_wait_until(pty, stands_on_cell, (void *)moves[i].shown, SOON),
                      "%s:\n%s", moves[i].shown, pty_text(pty));
    }
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* ---- pastes ---- */

START_TEST(a_paste_of_a_megabyte_or_without_its_marks_is_survived) {
    enum { BYTES = (1 << 20) + 5000 };
    Pty *pty = start_on((PtyOptions){0}, "16.1", "--do", "focus x 1 1");
    shows(pty, "k v scores masked");
    unsigned long long first = look_of(pty, 80, 24);
    char *paste = memory_new(BYTES, 1);
    for (size_t i = 0; i < BYTES; i++)
        paste[i] = "q\n:quit\r\x80\033OAq\n1"[i % 16];
    pty_send(pty, "\033[200~");
    pty_send_n(pty, paste, BYTES);
    pty_send(pty, "\033[201~");
    shows(pty, "is no number");
    pty_send(pty, "lh");
    looks_as_before(pty, first);
    pty_send(pty, "\033[201~L"); /* an end without a start */
    shows(pty, "因果");
    pty_send(pty,
             "L\033[200~q\nq"); /* a start without an end, then nothing for a while */
    shows(pty, "is no number");
    pty_send(pty, "lh");
    looks_as_before(pty, first);
    pty_send(pty, "q");
    leaves(pty, 0);
    free(paste);
}
END_TEST

START_TEST(a_resize_in_the_midst_of_a_paste_does_not_end_it) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", "--do", "focus x 1 1");
    shows(pty, "k v scores masked");
    pty_send(pty, "\033[200~q");
    for (int i = 0; i < 10; i++) {
        pty_resize(pty, 90 + i, 24);
        poll(NULL, 0, 2);
    }
    pty_send(pty, "q\033[201~");
    shows(pty, "'qq' is no number");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

TCase *rough_case(void) {
    TCase *test = tcase_create("rough");
    tcase_set_timeout(test, 60);
    tcase_add_test(test, every_small_size_is_drawn_and_the_first_frame_comes_back);
    tcase_add_test(test, it_starts_at_small_sizes_and_shows_all_when_it_has_room);
    tcase_add_test(test,
                   resized_at_random_while_keys_come_it_ends_in_the_frame_of_its_state);
    tcase_add_test(test, a_resize_keeps_the_prompt_the_cell_and_what_was_half_typed);
    tcase_add_test(test, stopped_again_and_again_it_writes_the_same_frame_to_the_byte);
    tcase_add_test(test, aborted_at_any_moment_it_gives_the_terminal_back);
    tcase_add_loop_test(test, a_terminal_that_is_closed_in_the_midst_of_work_ends_it, 0,
                        6);
    tcase_add_test(test, a_held_key_does_not_run_on_behind_a_slow_terminal);
    tcase_add_test(test, no_frame_begins_by_clearing_the_screen);
    tcase_add_loop_test(test, an_interrupt_of_the_largest_work_gives_the_old_frame_back,
                        0, 2);
    tcase_add_test(test, an_interrupt_ends_it_while_it_waits_for_its_scene);
    tcase_add_loop_test(
        test, whatever_stdin_stdout_and_stderr_are_it_takes_keys_or_prints_and_ends, 0,
        5);
    tcase_add_test(test, no_text_of_a_scene_reaches_the_terminal_as_a_command);
    tcase_add_test(test, a_label_of_emoji_moves_nothing_that_stands_beside_it);
    tcase_add_test(test, after_every_move_the_cursor_stands_on_the_chosen_cell);
    tcase_add_test(test, a_paste_of_a_megabyte_or_without_its_marks_is_survived);
    tcase_add_test(test, a_resize_in_the_midst_of_a_paste_does_not_end_it);
    return test;
}
