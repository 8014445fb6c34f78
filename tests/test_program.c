/* The real program on a pty: what a person sees on each terminal, in both languages; resizing,
 * suspending, and every way out. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helpers.h"
#include "base/memory.h"
#include "base/text.h"
#include "real_program.h"
#include "suites.h"
#include "terminal.h"

static const char *const terms[] = {
    "xterm-256color", "xterm-direct",     "xterm", "tmux-256color", "vt100", "linux",
    "dumb",           "no-such-terminal", ""};
enum { TERMS = sizeof terms / sizeof *terms };
static const int sizes[][2] = {{80, 24}, {100, 30}, {160, 45}};

START_TEST(every_terminal_shows_the_first_scene_in_both_languages_and_takes_keys) {
    const char *term = terms[_i % TERMS];
    bool chinese = _i / TERMS % 2;
    const int *size = sizes[_i / TERMS / 2];
    PtyOptions options = {.term = term, .width = size[0], .height = size[1]};
    Pty *pty = start_on(options, "16.1", "--lang", chinese ? "zh" : "en");
    shows(pty, "0.4011");
    shows(pty, chinese ? "因果" : "causal");
    pty_send(pty, "c");
    shows(pty, chinese ? "因果 开" : "causal on");
    shows(pty, "0.5000");
    pty_send(pty, "L");
    shows(pty, chinese ? "causal on" : "因果 开");
    pty_send(pty, "?");
    shows(pty, "toggle causal");
    pty_send(pty, "?");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

static bool same_as(const Pty *pty, void *data) {
    return strcmp(pty_text((Pty *)pty), data) == 0;
}

START_TEST(any_size_is_survived_and_the_first_frame_comes_back) {
    static const int shapes[][2] = {{1, 1},   {2, 1},  {1, 2},   {7, 3},  {20, 6},
                                    {40, 12}, {1, 60}, {200, 1}, {19, 5}, {300, 80}};
    Pty *pty = start_on((PtyOptions){0}, "16.4-heads", "--step", "4");
    shows(pty, "k v masked"); /* the end of the last line comes last */
    char *first = memory_string(pty_text(pty));
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        pty_resize(pty, shapes[i][0], shapes[i][1]);
    pty_resize(pty, 80, 24);
    ck_assert_msg(pty_wait_until(pty, same_as, first, SOON), "now:\n%s", pty_text(pty));
    pty_resize(pty, 1, 1);
    pty_send(pty, "u"); /* keys work at any size */
    pty_resize(pty, 80, 24);
    shows(pty, "1.2311");
    free(first);
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* The cross of the cursor gives two rows other colors; before a blank took the style of the
 * cell before it, this wrote 3,000 bytes a key. */
START_TEST(a_cursor_key_writes_few_bytes) {
    enum { PAIRS = 5, BYTES_MOST = 2200 };
    Pty *pty = start_on((PtyOptions){.width = 160, .height = 45}, "16.1", "--do",
                        "focus scores 1 2");
    shows(pty, "scores[1,2]");
    size_t before = strlen(pty_output(pty));
    for (int i = 0; i < PAIRS; i++) {
        pty_send(pty, "j");
        shows(pty, "scores[2,2]");
        pty_send(pty, "k");
        shows(pty, "scores[1,2]");
    }
    size_t bytes = (strlen(pty_output(pty)) - before) / (2 * PAIRS);
    ck_assert_msg(bytes > 100 && bytes <= BYTES_MOST, "%zu bytes a key", bytes);
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* Of keys in an explanation each needs a drawing, so these take a while. */
START_TEST(a_frame_is_drawn_while_more_and_more_keys_come) {
    Text keys = {0};
    Pty *pty = start_on((PtyOptions){.width = 160, .height = 45}, "16.1", "--do",
                        "focus weights 1 1");
    shows(pty, "0.4011");
    text_append(&keys, "Ec");
    for (int i = 0; i < 1900; i++)
        text_append(&keys, "jk");
    text_append(&keys, "c");
    pty_send(pty, text_string(&keys));
    shows(pty, "causal on");
    shows(pty, "causal off");
    text_release(&keys);
    pty_send(pty, "qq");
    leaves(pty, 0);
}
END_TEST

START_TEST(edits_survive_a_resize) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "0.4011");
    pty_send(pty, ":edit x 1 1 123\r");
    pty_resize(pty, 1, 1);
    pty_resize(pty, 100, 30);
    pty_send(pty, ":focus x 1 1\r");
    shows(pty, "123");
    pty_send(pty, "qq");
    leaves(pty, 0);
}
END_TEST

static const struct {
    int signal, status;
} endings[] = {{SIGTERM, 128 + SIGTERM},
               {SIGHUP, 128 + SIGHUP},
               {SIGQUIT, 128 + SIGQUIT},
               {SIGABRT, 128 + SIGABRT}};

START_TEST(a_signal_ends_it_and_the_terminal_is_given_back) {
    struct termios before, after;
    Pty *pty = start_on((PtyOptions){.term = _i % 2 ? "dumb" : "xterm-256color"}, "16.1",
                        NULL, NULL);
    shows(pty, "0.4011");
    ck_assert(pty_modes(pty, &before) && !(before.c_lflag & ICANON));
    pty_signal(pty, endings[_i / 2].signal);
    ck_assert_int_eq(pty_status(pty, SOON), endings[_i / 2].status);
    ck_assert(pty_modes(pty, &after));
    ck_assert((after.c_lflag & ICANON) && (after.c_lflag & ECHO));
    ck_assert(!pty_alternate(pty));
    pty_free(pty);
}
END_TEST

START_TEST(suspended_it_gives_the_terminal_back_and_continued_it_shows_the_same) {
    struct termios modes;
    Pty *pty = start_on((PtyOptions){.job = true}, "16.1", NULL, NULL);
    shows(pty, "k v masked");
    char *first = memory_string(pty_text(pty));
    pty_send(pty, "\x1a");
    ck_assert(pty_wait_stopped(pty, SOON));
    ck_assert(pty_modes(pty, &modes) && (modes.c_lflag & ICANON));
    pty_continue(pty, true);
    ck_assert_msg(pty_wait_until(pty, same_as, first, SOON), "now:\n%s", pty_text(pty));
    free(first);
    pty_send(pty, "c");
    shows(pty, "causal on");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

START_TEST(a_closed_terminal_ends_the_process_without_burning_time) {
    Pty *pty = start_on(
        (PtyOptions){.no_hangup = _i % 2, .term = _i / 2 ? "dumb" : "xterm-256color"},
        "16.1", NULL, NULL);
    shows(pty, "0.4011");
    pty_hang_up(pty);
    ck_assert_int_ne(pty_status(pty, 2000), -1);
    ck_assert(pty_seconds(pty) < 0.5);
    pty_free(pty);
}
END_TEST

/* Whoever has a pipe open for reading and writing is a writer that never writes. */
START_TEST(an_interrupt_ends_the_waiting_for_a_pipe) {
    char folder[64] = "/tmp/attnscope-pipe-XXXXXX", path[80];
    folder_for_a_test(folder);
    snprintf(path, sizeof path, "%s/p", folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    int writer = open(path, O_RDWR);
    ck_assert_int_ge(writer, 0);
    Pty *pty = start_on((PtyOptions){.width = 100}, "16.1", path, NULL);
    shows(pty, "0.4011");
    pty_send(pty, ":edit x 1 1 7\r");
    shows(pty, "Changed");
    pty_send(pty, "]");
    int status = -1;
    for (int i = 0; i < 50 && status == -1; i++) {
        pty_send(pty, "\003qq"); /* a signal that comes before the waiting is lost */
        status = pty_status(pty, 200);
    }
    ck_assert_int_eq(status, 0);
    pty_free(pty);
    close(writer);
}
END_TEST

START_TEST(every_description_of_a_terminal_takes_a_key_and_is_left) {
    static const char *const set[][2] = {
        {"TERM=screen"}, {"TERM=screen-256color"}, {"TERM=vt220"}, {"TERM=ansi"},
        {"TERM=rxvt"},   {"TERM=../x/./xterm"},    {"TERM"},       {"TERMINFO=/nowhere"},
    };
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        struct termios before = standard_modes();
        Pty *pty = start_on((PtyOptions){.environment = set[i]}, "16.1", NULL, NULL);
        shows(pty, "0.4011");
        pty_send(pty, "c");
        shows(pty, "causal on");
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        check_given_back(pty, &before);
        pty_free(pty);
    }
}
END_TEST

START_TEST(signals_that_ask_for_nothing_change_nothing) {
    static const int signals[] = {SIGCONT, SIGWINCH, SIGXFSZ, SIGCHLD, SIGURG};
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "0.4011");
    for (int i = 0; i < 500; i++)
        pty_signal(pty, signals[i % 5]);
    pty_send(pty, "c");
    shows(pty, "causal on");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

START_TEST(under_small_limits_it_works_or_says_why_not) {
    static const struct {
        const char *command;
        bool works, sanitized;
    } table[] = {
        {"ulimit -v 65536; exec \"$0\" 16.1", true, false},
        {"ulimit -f 1; exec \"$0\" 16.1", true, true},
        {"ulimit -s 64; exec \"$0\" 16.1", false, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *program = getenv("ATTNSCOPE");
        const char *arguments[] = {"sh", "-c", table[i].command,
                                   program ? program : "./attnscope", NULL};
#ifdef __SANITIZE_ADDRESS__
        if (!table[i].sanitized)
            continue; /* its own memory is beyond them */
#endif
        Pty *pty = pty_start(&(PtyOptions){.arguments = arguments});
        shows(pty, table[i].works ? "0.4011" : "the stack may not grow");
        pty_send(pty, "q");
        leaves(pty, table[i].works ? 0 : 2);
    }
}
END_TEST

START_TEST(interrupt_does_not_end_it_but_says_how_to_leave) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "0.4011");
    pty_send(pty, "\x03");
    shows(pty, "q leaves");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

START_TEST(keys_are_answered_while_a_long_head_is_walked_and_escape_stops_it) {
    static const char *const kinds[] = {"xterm-256color", "vt100", "linux"};
    char path[] = "/tmp/attnscope-long-XXXXXX.csv";
    PtyOptions options = {.term = kinds[_i], .width = 100, .height = 30};
    write_long(path, 6000);
    Pty *pty = start_on(options, path, "--lang", "en");
    shows(pty, "causal on");
    pty_send(pty, "ZZZZZZZZZZZZh"); /* h: the notice of the end goes */
    shows(pty, "Esc stops");
    pty_send(pty, "}");
    shows(pty, "head 2/4");
    shows(pty, "Esc stops");
    pty_send(pty, "\033");
    shows(pty, "stopped");
    pty_send(pty, "c"); /* a rule that changes begins it anew */
    shows(pty, "causal off");
    shows(pty, "Esc stops");
    pty_send(pty, "\003");
    shows(pty, "stopped");
    pty_send(pty, "\003");
    shows(pty, "q leaves");
    pty_send(pty, "q");
    leaves(pty, 0);
    unlink(path);
}
END_TEST

START_TEST(the_prompt_completes_performs_and_explains_its_errors) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "0.4011");
    pty_send(pty, ":set order aftre\r");
    shows(pty, "no such value");
    shows(pty, ":set order aftre");
    pty_send(pty, "\x17"
                  "af\t\r");
    shows(pty, "after!");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

START_TEST(steps_go_by_page_down_as_a_clicker_sends_it) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "0.4011");
    pty_press(pty, "<PageDown>");
    shows(pty, "step 1/");
    pty_press(pty, "<PageDown>");
    shows(pty, "step 2/");
    pty_press(pty, "<PageUp>");
    shows(pty, "step 1/");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

START_TEST(blank_covers_all_until_the_next_key) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", NULL, NULL);
    shows(pty, "0.4011");
    pty_send(pty, "b");
    shows_no_more(pty, "0.4011");
    pty_send(pty, "c");
    shows(pty, "0.4011");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

START_TEST(keys_typed_ahead_of_a_plain_terminal_all_count) {
    Pty *pty = start_on((PtyOptions){.term = "dumb"}, "scenes/16.1.csv", NULL, NULL);
    shows(pty, "0.4011");
    pty_send(pty, "\033]n"); /* Esc, no sequence, and a step */
    pty_send(pty, "c");
    shows(pty, "causal on");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* Returns true if some sequence sets or resets a color. */
static bool sends_color(const Pty *pty) {
    for (const char *at = pty_output(pty); (at = strstr(at, "\033["));) {
        at += 2;
        const char *end = at + strspn(at, "0123456789;:");
        while (*end == 'm' && at < end) {
            long code = strtol(at, (char **)&at, 10);
            if ((code >= 30 && code <= 49) || code >= 90)
                return true;
            at += at < end;
        }
    }
    return false;
}

START_TEST(colors_that_were_refused_are_not_sent) {
    static const char *const environment[] = {"NO_COLOR=1", NULL};
    static const struct {
        const char *option, *value;
        bool no_color, colors;
    } ways[] = {{NULL, NULL, true, false},         {"--color", "never", false, false},
                {"--theme", "mono", false, false}, {"--theme", "dark", true, false},
                {"--theme", "dark", false, true},  {"--color", "always", true, true}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (size_t term = 0; term < 3; term++) {
            PtyOptions options = {.term = terms[term],
                                  .environment = ways[i].no_color ? environment : NULL};
            Pty *pty = start_on(options, "16.1", ways[i].option, ways[i].value);
            shows(pty, "0.4011");
            shows(pty, ")/√2");
            pty_signal(pty, i % 2 ? SIGTERM : SIGINT);
            pty_send(pty, "q");
            ck_assert_int_ge(pty_status(pty, SOON), 0);
            if (strcmp(terms[term], "xterm-direct") != 0 || !ways[i].colors)
                ck_assert_msg(sends_color(pty) == ways[i].colors, "way %zu on %s", i,
                              terms[term]);
            pty_free(pty);
        }
}
END_TEST

START_TEST(a_theme_without_colors_has_those_of_the_terminal) {
    static const char *const themes[] = {"dark", "mono"};
    for (int i = 0; i < 2; i++) { /* mono from the start, and after contrast */
        Pty *pty = start_on((PtyOptions){0}, "16.1", "--theme", themes[i]);
        shows(pty, "0.4011");
        pty_send(pty, i ? "" : "ttt");
        shows(pty, i ? "? keys" : "theme mono");
        for (int at = 0; at < 80 * 24; at++) {
            PtyCell cell = pty_cell(pty, at % 80, at / 80);
            ck_assert(cell.fore.kind == PTY_DEFAULT && cell.back.kind == PTY_DEFAULT);
        }
        pty_send(pty, "q");
        leaves(pty, 0);
    }
}
END_TEST

START_TEST(an_ascii_locale_sees_ascii) {
    static const char *const environment[] = {"LC_ALL=C", NULL};
    Pty *pty =
        start_on((PtyOptions){.environment = environment}, "11-shift", "--step", "2");
    shows(pty, "0.200");
    for (const char *at = pty_text(pty); *at; at++)
        ck_assert_msg((unsigned char)*at < 0x7F, "%s", pty_text(pty));
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* Writes over a file in place, as np.save does. */
static void overwrite(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "r+");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(ftruncate(fileno(file), 0), 0);
    fwrite(bytes, 1, length, file);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(an_array_that_is_written_while_it_is_open_is_read_anew_by_a_key) {
    char folder[] = "/tmp/attnscope-cut-XXXXXX", path[64], words[128], bytes[1000];
    folder_for_a_test(folder);
    snprintf(path, sizeof path, "%s/w.npy", folder);
    snprintf(words, sizeof words, "export %s", path);
    const char *program = getenv("ATTNSCOPE");
    const char *arguments[] = {
        program ? program : "./attnscope", "16.1", "--print", "--do", words, NULL};
    Pty *pty = pty_start(&(PtyOptions){.arguments = arguments});
    ck_assert_ptr_nonnull(pty);
    leaves(pty, 0);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    pty = start_on((PtyOptions){0}, path, NULL, NULL);
    shows(pty, "w.npy [3,3]");
    pty_send(pty, ":forbid 1 3\r");
    shows(pty, "Changed");
    ck_assert_int_eq(truncate(path, 100), 0);
    pty_send(pty, "l");
    shows(pty, "was changed while it was open");
    shows_no_more(pty, "0.4011");
    pty_send(pty, "R"); /* half a file is none */
    shows(pty, "the header is said");
    for (int i = 0; i < 60; i++) {
        bytes[length - 8] = (char)i;
        overwrite(path, bytes, length / 2);
        pty_send(pty, i % 3 == 0 ? "\004" : i % 3 == 1 ? "Z" : "z");
        overwrite(path, bytes, length);
    }
    pty_send(pty, "R");
    shows(pty, "read anew");
    shows(pty, "w.npy [3,3]");
    shows(pty, "Changed"); /* what was typed is there */
    pty_send(pty, "uu");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

static void write_scene(const char *path, const char *name, const char *more) {
    Text text = {0};
    text_format(
        &text, "attnscope,1\ntitle,en,T\ntokens,a,b\nv,1\nv,2\nsay,en,O.\nstep,en,%s\n%s",
        name, more);
    overwrite(path, text.bytes, text.length);
    text_release(&text);
}

START_TEST(a_scene_that_is_saved_by_an_editor_is_shown_anew_at_its_step) {
    char folder[] = "/tmp/attnscope-watch-XXXXXX", path[64];
    folder_for_a_test(folder);
    snprintf(path, sizeof path, "%s/mine.csv", folder);
    fclose(fopen(path, "w"));
    write_scene(path, "Old name", "");
    Pty *pty = start_on((PtyOptions){0}, path, "--step", "1");
    shows(pty, "Old name");
    pty_send(pty, ":edit v 2 1 7\r");
    shows(pty, "Changed");
    write_scene(path, "New name", "set,causal,on\n");
    shows(pty, "New name");
    shows(pty, "causal on");
    shows(pty, "Changed"); /* what was typed is there */
    write_scene(path, "Newer name", "set,casual,on\n");
    shows(pty, "mine.csv:8: ");
    shows(pty, "New name"); /* the last state that was good */
    write_scene(path, "Newest name", "");
    shows(pty, "Newest name");
    pty_send(pty, "qq");
    leaves(pty, 0);
}
END_TEST

START_TEST(a_paste_is_never_read_as_keys) {
    Pty *pty = start_on((PtyOptions){0}, "16.1", "--do", "focus x 1 1");
    shows(pty, "red");
    pty_send(pty, "\033[200~q\nq\nc\033[201~");
    shows(pty, "'q' is no number");
    pty_send(pty, "\033[200~5 6\n7\t8\033[201~");
    shows(pty, "x[1,1] 5");
    pty_send(pty, ":\033[200~quit\r\033[201~");
    shows(pty, ":quit");
    pty_send(pty, "\033");
    shows_no_more(pty, ":quit");
    pty_send(pty, "\033[200~q"); /* a paste without its end is over when nothing comes */
    shows(pty, "'q' is no number");
    pty_send(pty, "u");
    shows(pty, "undone");
    pty_send(pty, "q");
    leaves(pty, 0);
}
END_TEST

/* Killed, hung up and ended, with half a line typed. */
START_TEST(edits_survive_whatever_ends_it_and_are_offered_by_the_next_run) {
    static const int signals[] = {SIGKILL, SIGHUP, SIGTERM};
    char folder[] = "/tmp/attnscope-test-XXXXXX", state[80];
    folder_for_a_test(folder);
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", folder);
    const char *const environment[] = {state, NULL};
    PtyOptions options = {.environment = environment};
    Pty *pty = start_on(options, "16.1", NULL, NULL);
    shows(pty, "0.4011");
    pty_send(pty, ":edit x 1 1 77\r");
    shows(pty, "changed");
    pty_send(pty, ":edit x 1 2 5");
    shows(pty, ":edit x 1 2 5");
    pty_signal(pty, signals[_i]);
    ck_assert_int_eq(pty_status(pty, SOON), 128 + signals[_i]);
    pty_free(pty);
    pty = start_on(options, "16.1", NULL, NULL);
    shows(pty, "--recover");
    pty_send(pty, "q");
    leaves(pty, 0);
    pty = start_on(options, "--recover", NULL, NULL);
    shows(pty, "are back");
    pty_send(pty, ":focus x 1 1\r");
    shows(pty, "x[1,1] 77");
    pty_send(pty, "q");
    shows(pty, "q again");
    pty_send(pty, "q");
    leaves(pty, 0);
    pty = start_on(options, "--recover", NULL, NULL); /* left on purpose: it is gone */
    leaves(pty, 2);
}
END_TEST

START_TEST(an_answer_is_remembered_by_the_next_run) {
    char folder[] = "/tmp/attnscope-test-XXXXXX", scene[60], state[80];
    folder_for_a_test(folder);
    snprintf(scene, sizeof scene, "%s/sum.csv", folder);
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s/a/b", folder);
    const char *const environment[] = {state, NULL};
    FILE *file = fopen(scene, "w");
    ck_assert_ptr_nonnull(file);
    fputs("attnscope,1\ntitle,en,T\nscores,0\nv,1\nask,weights\n", file);
    fclose(file);
    Pty *pty = start_on((PtyOptions){.environment = environment}, scene, NULL, NULL);
    shows(pty, "answered 0 of 1");
    pty_send(pty, "g");
    shows(pty, "sum");
    shows_no_more(pty, "✓");
    pty_send(pty, "g1\ry");
    shows(pty, "1 of 1 right");
    pty_send(pty, "q");
    leaves(pty, 0);
    pty = start_on((PtyOptions){.environment = environment}, scene, NULL, NULL);
    shows(pty, "answered 0 of 1");
    pty_send(pty, "g");
    shows(pty, "✓");
    pty_send(pty, "gq");
    leaves(pty, 0);
}
END_TEST

START_TEST(files_that_may_not_grow_are_an_error_of_saving_alone) {
    char folder[64] = "/tmp/attnscope-limit-XXXXXX", save[96];
    const char *program = getenv("ATTNSCOPE");
    folder_for_a_test(folder);
    const char *arguments[] = {"sh", "-c", "ulimit -f 0; exec \"$0\" 16.1",
                               program ? program : "./attnscope", NULL};
    Pty *pty = pty_start(&(PtyOptions){.arguments = arguments});
    shows(pty, "0.4011");
    snprintf(save, sizeof save, ":save %s/a.csv\r", folder);
    pty_send(pty, save);
    shows(pty, "File too large");
    pty_press(pty, "<Esc>c"); /* the prompt stays open */
    shows(pty, "causal on");
    pty_send(pty, "q");
    leaves(pty, 0);
    ck_assert_int_eq(rmdir(folder), 0); /* there is no file in it */
    ck_assert_int_eq(mkdir(folder, 0700), 0);
}
END_TEST

Suite *program_suite(void) {
    Suite *suite = suite_create("program");
    TCase *test = tcase_create("program");
    tcase_set_timeout(test, 60);
    tcase_add_loop_test(
        test, every_terminal_shows_the_first_scene_in_both_languages_and_takes_keys, 0,
        TERMS * 2 * 3);
    tcase_add_test(test, any_size_is_survived_and_the_first_frame_comes_back);
    tcase_add_test(test, a_cursor_key_writes_few_bytes);
    tcase_add_test(test, a_frame_is_drawn_while_more_and_more_keys_come);
    tcase_add_test(test, edits_survive_a_resize);
    tcase_add_loop_test(test, a_signal_ends_it_and_the_terminal_is_given_back, 0, 8);
    tcase_add_test(test,
                   suspended_it_gives_the_terminal_back_and_continued_it_shows_the_same);
    tcase_add_loop_test(test, a_closed_terminal_ends_the_process_without_burning_time, 0,
                        4);
    tcase_add_test(test, an_interrupt_ends_the_waiting_for_a_pipe);
    tcase_add_test(test, every_description_of_a_terminal_takes_a_key_and_is_left);
    tcase_add_test(test, signals_that_ask_for_nothing_change_nothing);
    tcase_add_test(test, under_small_limits_it_works_or_says_why_not);
    tcase_add_test(test, interrupt_does_not_end_it_but_says_how_to_leave);
    tcase_add_loop_test(
        test, keys_are_answered_while_a_long_head_is_walked_and_escape_stops_it, 0, 3);
    tcase_add_test(test, the_prompt_completes_performs_and_explains_its_errors);
    tcase_add_test(test, steps_go_by_page_down_as_a_clicker_sends_it);
    tcase_add_test(test, blank_covers_all_until_the_next_key);
    tcase_add_test(test, keys_typed_ahead_of_a_plain_terminal_all_count);
    tcase_add_test(test, an_array_that_is_written_while_it_is_open_is_read_anew_by_a_key);
    tcase_add_test(test, colors_that_were_refused_are_not_sent);
    tcase_add_test(test, a_theme_without_colors_has_those_of_the_terminal);
    tcase_add_test(test, an_ascii_locale_sees_ascii);
    tcase_add_test(test, an_answer_is_remembered_by_the_next_run);
    tcase_add_loop_test(
        test, edits_survive_whatever_ends_it_and_are_offered_by_the_next_run, 0, 3);
    tcase_add_test(test, a_scene_that_is_saved_by_an_editor_is_shown_anew_at_its_step);
    tcase_add_test(test, a_paste_is_never_read_as_keys);
    tcase_add_test(test, files_that_may_not_grow_are_an_error_of_saving_alone);
    suite_add_tcase(suite, test);
    suite_add_tcase(suite, rough_case());
    return suite;
}
