/* The terminal on a pty, with a small program of its own: what is shown is the frame, keys arrive
 * as keys, and however it ends the terminal is given back. */
#include "suites.h"

#include <check.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "output/curses.h"
#include "terminal.h"

enum { SOON = 5000 };

/* What the small program shows: its size and depth, all entries, and on the last line the keys so
 * far. ncurses paints from top to bottom, so a test that sees a new key sees all of the frame. */
static void draw(Frame *frame, const Terminal *terminal, const char *keys) {
    int width, height;
    terminal_size(terminal, &width, &height);
    frame_resize(frame, width, height);
    frame->ascii = !terminal_utf8(terminal);
    frame_format(frame, 0, 0, width, style_of(ROLE_TITLE), "ready %dx%d depth %d", width,
                 height, (int)terminal_depth(terminal));
    if (height > 1)
        frame_format(frame, 0, height - 1, width, style_of(ROLE_LABEL), "keys%s.", keys);
    frame_text(frame, 0, 2, width, style_of(ROLE_LABEL), "我们 e\u0301 ·∞ 😀 \u202e");
    for (int entry = 0; entry < ENTRY_COUNT; entry++)
        frame_text(frame, entry % 40 * 2, 4 + entry / 40, 2, style_of(entry), "7x");
    for (int entry = 0; entry < ENTRY_COUNT; entry++)
        frame_text(frame, entry % 60, 9 + entry / 60, 1,
                   style_pixels(entry, (entry * 7 + 3) % ENTRY_COUNT), "▀");
    frame->cursor_x = 3;
    frame->cursor_y = 2;
}

/* Until it is interrupted. That it has begun is told by the title of the window. */
static void work_long(Terminal *terminal) {
    if (write(STDOUT_FILENO, "\033]0;busy\007", 9) < 0)
        abort();
    while (!terminal_interrupted(terminal))
        continue;
}

static bool is_busy(const Pty *pty, void *data) {
    (void)data;
    return strstr(pty_output(pty), "busy") != NULL;
}

/* Keys that do something; the others are only listed. */
static bool act(Terminal *terminal, int key, Theme *theme) {
    if (key == 'a')
        abort();
    if (key == 's')
        raise(SIGSEGV);
    if (key == 'x')
        exit(5);
    if (key == 'm')
        memory_new(SIZE_MAX / 2, 1);
    if (key == 'z')
        terminal_suspend(terminal);
    if (key == 'r')
        terminal_repaint(terminal);
    if (key == 't')
        *theme = (Theme)((*theme + 1) % THEME_COUNT);
    if (key == 'b')
        work_long(terminal);
    return key != 'q' && key != KEY_GONE;
}

static void list_key(char *keys, size_t size, int key) {
    static const char *const events[] = {" other", " size", " redraw", " stop", " gone"};
    char name[16];
    key_name(key, name);
    size_t length = strlen(keys);
    if (key >= KEY_OTHER)
        snprintf(keys + length, size - length, "%s", events[key - KEY_OTHER]);
    else
        snprintf(keys + length, size - length, " %s", name);
}

static int small_program(void) {
    Error error = {{0}};
    Terminal *terminal = terminal_open(TERMINAL_AUTO, &error);
    if (!terminal) {
        fprintf(stderr, "no terminal: %s\n", error.text);
        return 2;
    }
    char keys[4096] = "";
    Theme theme = THEME_DARK;
    Frame frame;
    frame_init(&frame, 1, 1);
    int key = KEY_NONE;
    do {
        if (key != KEY_NONE)
            list_key(keys, sizeof keys, key);
        draw(&frame, terminal, strlen(keys) < 60 ? keys : keys + strlen(keys) - 60);
        terminal_show(terminal, &frame, theme);
        key = terminal_key(terminal, -1);
    } while (act(terminal, key, &theme));
    frame_release(&frame);
    terminal_close(terminal);
    return key == KEY_GONE ? 6 : 0;
}

static Pty *start(PtyOptions options) {
    options.body = small_program;
    return pty_start(&options);
}

static Pty *start_ready(PtyOptions options) {
    Pty *pty = start(options);
    if (!pty_wait(pty, "ready", SOON) || !pty_wait(pty, "keys.", SOON))
        ck_abort_msg("not ready: %s", pty_text(pty));
    return pty;
}

static void check_key(Pty *pty, const char *shown) {
    if (!pty_wait(pty, shown, SOON))
        ck_abort_msg("no '%s' in:\n%s", shown, pty_text(pty));
}

/* Modes as they were, main screen, cursor shown, colors off. */
static void check_given_back(Pty *pty, const struct termios *before) {
    struct termios after;
    int x, y;
    ck_assert(pty_modes(pty, &after));
    ck_assert_uint_eq(after.c_lflag, before->c_lflag);
    ck_assert_uint_eq(after.c_iflag, before->c_iflag);
    ck_assert_uint_eq(after.c_oflag, before->c_oflag);
    ck_assert(!pty_alternate(pty));
    ck_assert(pty_cursor(pty, &x, &y));
}

static struct termios standard_modes(void) {
    static const char *const arguments[] = {"true", NULL};
    Pty *pty = pty_start(&(PtyOptions){.arguments = arguments});
    struct termios modes;
    ck_assert(pty_modes(pty, &modes));
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
    return modes;
}

/* As the frame says it should be: colors by the device. */
static bool shows_color(PtyColor seen, Depth depth, uint32_t color) {
    if (depth == DEPTH_TRUE)
        return seen.kind == PTY_RGB && seen.value == (color < 8 ? 0x010101 : color);
    return seen.kind == PTY_INDEX && seen.value == color;
}

static void check_entries(Pty *pty, Depth depth) {
    for (int entry = 0; entry < ENTRY_COUNT; entry++) {
        PtyCell cell = pty_cell(pty, entry % 40 * 2, 4 + entry / 40);
        Paint paint = palette_paint(THEME_DARK, depth, style_of(entry));
        ck_assert_uint_eq(cell.glyph, '7');
        ck_assert_msg(shows_color(cell.fore, depth, paint.fore), "fore of entry %d",
                      entry);
        ck_assert_msg(shows_color(cell.back, depth, paint.back), "back of entry %d",
                      entry);
        ck_assert(cell.bold == paint.bold && cell.underline == paint.underline);
        Style style = style_pixels(entry, (entry * 7 + 3) % ENTRY_COUNT);
        paint = palette_paint(THEME_DARK, depth, style);
        cell = pty_cell(pty, entry % 60, 9 + entry / 60);
        bool one = depth <= DEPTH_16; /* the glyph may be a blank of either color */
        ck_assert_msg(one || cell.glyph == 0x2580, "dot %d is U+%04X", entry,
                      (unsigned)cell.glyph);
        ck_assert_msg(one || shows_color(cell.fore, depth, paint.fore), "dot %d", entry);
        ck_assert_msg(one || shows_color(cell.back, depth, paint.back), "dot %d", entry);
    }
    PtyCell corner = pty_cell(pty, 79, 23);
    Paint ground = palette_paint(THEME_DARK, depth, style_of(ROLE_GROUND));
    ck_assert(shows_color(corner.back, depth, ground.back));
}

static const struct {
    const char *term;
    Depth depth;
    bool colon; /* writes true colors with colons */
} devices[] = {
    {"xterm-256color", DEPTH_256, false},
    {"xterm-direct", DEPTH_TRUE, true},
    {"vscode-direct", DEPTH_TRUE, false},
    {"xterm-16color", DEPTH_16, false},
    {"xterm", DEPTH_8, false},
    {"linux", DEPTH_8, false},
    {"screen-256color", DEPTH_256, false},
};

START_TEST(the_screen_is_the_frame_on_every_device) {
    Pty *pty = start_ready((PtyOptions){.term = devices[_i].term});
    char depth[32];
    snprintf(depth, sizeof depth, "ready 80x24 depth %d", devices[_i].depth);
    check_key(pty, depth);
    check_key(pty, "我们 e\u0301 ·∞ 😀 \ufffd");
    if (devices[_i].colon) /* libvterm does not read this form */
        ck_assert_ptr_nonnull(strstr(pty_output(pty), "48:2::18:22:26"));
    else if (devices[_i].depth != DEPTH_8)
        check_entries(pty, devices[_i].depth);
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_terminal_without_colors_gets_attributes) {
    static const char *const terms[] = {"vt100", "vt220"};
    for (int i = 0; i < 2; i++) {
        Pty *pty = start_ready((PtyOptions){.term = terms[i]});
        check_key(pty, "depth 0");
        PtyCell open = pty_cell(pty, ROLE_OPEN * 2, 4);
        ck_assert(open.reverse && open.back.kind == PTY_DEFAULT);
        ck_assert(pty_cell(pty, ROLE_TITLE * 2, 4).bold);
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        pty_free(pty);
    }
}
END_TEST

START_TEST(a_terminal_that_cannot_be_used_is_told_of) {
    char slash[] = "../../../etc/passwd", *huge = memory_new(5000, 1);
    memset(huge, 'x', 4096);
    const char *terms[] = {"dumb", "no-such-terminal", "", slash, huge, "\033[31m"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        Pty *pty = start((PtyOptions){.term = terms[i], .width = 200});
        ck_assert_int_eq(pty_status(pty, SOON), 2);
        ck_assert_msg(strstr(pty_text(pty), "--print") != NULL, "%s", pty_text(pty));
        ck_assert_ptr_null(strchr(pty_output(pty), '\033'));
        pty_free(pty);
    }
    free(huge);
}
END_TEST

START_TEST(an_unknown_xterm_is_taken_for_one) {
    Pty *pty = start_ready((PtyOptions){.term = "xterm-of-tomorrow"});
    ck_assert_ptr_nonnull(strstr(pty_output(pty), "taking it for xterm-256color"));
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(keys_arrive_as_keys) {
    Pty *pty = start_ready((PtyOptions){.width = 200});
    pty_press(pty, "c<Up><Down><Left><Right><Home><End>");
    check_key(pty, "keys c <Up> <Down> <Left> <Right> <Home> <End>.");
    pty_press(pty, "<PageUp><PageDown><Tab><S-Tab><Enter><Esc>");
    check_key(pty, "<PageUp> <PageDown> <Tab> <S-Tab> <Enter> <Esc>.");
    pty_press(pty, "<BS><Del><F5><C-r><C-d><C-s><C-q><Space>我：");
    check_key(pty, "<BS> <Del> <F5> <C-r> <C-d> <C-s> <C-q> <Space> 我 ：.");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(escape_is_quick_and_a_split_arrow_is_an_arrow) {
    Pty *pty = start_ready((PtyOptions){0});
    pty_send(pty, "\033");
    ck_assert(pty_wait(pty, "keys <Esc>.", 500));
    pty_send(pty, "\033");
    poll(NULL, 0, 8);
    pty_send(pty, "OA");
    check_key(pty, "keys <Esc> <Up>.");
    pty_send(pty, "\033q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(what_a_terminal_answers_is_no_key) {
    Pty *pty = start_ready((PtyOptions){.width = 120});
    pty_send(
        pty,
        "\033]11;rgb:ffff/ffff/ffff\033\\\033[?62;22c\033P1$r0q\033\\\033[1;5A\033[200~");
    check_key(pty, "keys other other other other other.");
    pty_send(pty, "\x80\xff\xc0k\xe6\x88l");
    check_key(pty, "keys other other other other other other other other k other l.");
    pty_send(pty, "\xe6\x88");
    poll(NULL, 0, 20);
    pty_send(pty, "\x91");
    check_key(pty, "l 我.");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_new_size_is_followed) {
    Pty *pty = start_ready((PtyOptions){0});
    static const int sizes[][2] = {{100, 30}, {1, 1},  {200, 1},
                                   {1, 60},   {12, 3}, {81, 25}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        pty_resize(pty, sizes[i][0], sizes[i][1]);
    check_key(pty, "ready 81x25");
    pty_resize(pty, 0, 0);
    pty_send(pty, "c");
    check_key(pty, "c.");
    ck_assert_ptr_nonnull(strstr(pty_text(pty), "ready 81x25"));
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(any_size_will_do_at_the_start) {
    static const int sizes[][2] = {{1, 1}, {1, 200}, {200, 1}, {5, 3}, {3000, 900}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Pty *pty = start((PtyOptions){.width = sizes[i][0], .height = sizes[i][1]});
        ck_assert(pty_wait(pty, "r", SOON));
        if (sizes[i][0] == 3000)
            check_key(pty, "ready 1000x500");
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        pty_free(pty);
    }
}
END_TEST

/* Signals and keys that end the program, and the status that the shell then sees. */
static const struct {
    int signal;
    const char *key;
    int status;
} endings[] = {
    {SIGTERM, NULL, 128 + SIGTERM},
    {SIGHUP, NULL, 128 + SIGHUP},
    {SIGQUIT, NULL, 128 + SIGQUIT},
    {SIGABRT, NULL, 128 + SIGABRT},
    {SIGSEGV, NULL, 128 + SIGSEGV},
    {SIGBUS, NULL, 128 + SIGBUS},
    {SIGFPE, NULL, 128 + SIGFPE},
    {SIGILL, NULL, 128 + SIGILL},
    {SIGPIPE, NULL, 128 + SIGPIPE},
    {SIGXCPU, NULL, 128 + SIGXCPU},
    {0, "q", 0},
    {0, "x", 5},
    {0, "a", 128 + SIGABRT},
    {0, "s", 128 + SIGSEGV},
    {0, "m", 2},
    {0, "\034", 128 + SIGQUIT},
};

START_TEST(however_it_ends_the_terminal_is_given_back) {
    struct termios before = standard_modes(), during;
    Pty *pty = start_ready((PtyOptions){0});
    ck_assert(pty_modes(pty, &during));
    ck_assert(!(during.c_lflag & (ICANON | ECHO)) && !(during.c_iflag & IXON));
    ck_assert(pty_alternate(pty));
    if (endings[_i].signal)
        pty_signal(pty, endings[_i].signal);
    else
        pty_send(pty, endings[_i].key);
    ck_assert_int_eq(pty_status(pty, SOON), endings[_i].status);
    check_given_back(pty, &before);
    pty_free(pty);
}
END_TEST

START_TEST(an_interrupt_is_a_key_and_stops_long_work) {
    Pty *pty = start_ready((PtyOptions){0});
    pty_send(pty, "\003");
    check_key(pty, "keys stop.");
    pty_send(pty, "b");
    ck_assert(pty_wait_until(pty, is_busy, NULL, SOON));
    pty_send(pty, "\003");
    check_key(pty, "keys stop b.");
    pty_signal(pty, SIGINT);
    check_key(pty, "keys stop b stop.");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

/* The glyphs above the list of keys. */
static char *picture(Pty *pty) {
    char *text = memory_string(pty_text(pty));
    *strstr(text, "keys") = '\0';
    return text;
}

START_TEST(a_suspended_job_gives_the_terminal_back_and_takes_it_again) {
    struct termios before = standard_modes();
    Pty *pty = start_ready((PtyOptions){.job = true});
    char *first = picture(pty);
    for (int i = 0; i < 5; i++) {
        pty_send(pty, i % 2 ? "\032" : "z");
        ck_assert(pty_wait_stopped(pty, SOON));
        check_given_back(pty, &before);
        pty_continue(pty, true);
        ck_assert(pty_wait(pty, "ready", SOON));
        pty_send(pty, "j");
        check_key(pty, "j.");
        ck_assert(pty_alternate(pty));
        char *now = picture(pty);
        ck_assert_str_eq(now, first);
        free(now);
    }
    pty_signal(pty, SIGTSTP);
    ck_assert(pty_wait_stopped(pty, SOON));
    pty_resize(pty, 90, 20);
    pty_continue(pty, true);
    check_key(pty, "ready 90x20");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    free(first);
    pty_free(pty);
}
END_TEST

START_TEST(a_job_in_the_background_leaves_the_screen_alone) {
    Pty *pty = start_ready((PtyOptions){.job = true});
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
    Pty *pty = start_ready((PtyOptions){0});
    pty_send(pty, "\032");
    check_key(pty, "keys redraw.");
    pty_send(pty, "zq");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_terminal_that_is_gone_ends_the_program) {
    for (int ignored = 0; ignored < 2; ignored++) {
        Pty *pty = start_ready((PtyOptions){.no_hangup = ignored});
        pty_hang_up(pty);
        ck_assert_int_eq(pty_status(pty, 1000), ignored ? 6 : 128 + SIGHUP);
        pty_free(pty);
    }
}
END_TEST

START_TEST(waiting_costs_no_time) {
    Pty *pty = start_ready((PtyOptions){0});
    double before = pty_seconds(pty);
    pty_wait(pty, "never", 500);
    ck_assert_double_le(pty_seconds(pty) - before, 0.05);
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(keys_come_from_the_terminal_where_stdin_is_something_else) {
    static const char *const inputs[] = {"/dev/null", "/dev/zero", "/etc/passwd"};
    for (int i = 0; i < 3; i++) {
        Pty *pty = start_ready((PtyOptions){.input = inputs[i]});
        pty_send(pty, "k");
        check_key(pty, "keys k.");
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        pty_free(pty);
    }
}
END_TEST

START_TEST(a_locale_without_utf8_gets_ascii) {
    static const struct {
        const char *set[4];
        bool utf8;
    } table[] = {
        {{"LC_ALL=C", NULL}, false},
        {{"LC_ALL=POSIX", NULL}, false},
        {{"LC_ALL=C.UTF-8", NULL}, true},
        {{"LC_ALL=zh_CN.UTF-8", NULL}, true}, /* may not be installed */
        {{"LC_ALL", "LC_CTYPE", "LANG", NULL}, true},
        {{"LC_ALL", "LC_CTYPE=C", "LANG=C.UTF-8", NULL}, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Pty *pty = start_ready((PtyOptions){.environment = table[i].set});
        check_key(pty, table[i].utf8 ? "我们 e\u0301 ·∞" : "? ?  e .^ ?  ?");
        for (const char *byte = pty_output(pty); !table[i].utf8 && *byte; byte++)
            ck_assert_int_lt((unsigned char)*byte, 0x7f);
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        pty_free(pty);
    }
}
END_TEST

START_TEST(the_cursor_is_parked_where_the_frame_says) {
    Pty *pty = start_ready((PtyOptions){0});
    int x, y;
    pty_send(pty, "j");
    check_key(pty, "keys j.");
    ck_assert(pty_cursor(pty, &x, &y));
    ck_assert_int_eq(x, 3);
    ck_assert_int_eq(y, 2);
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_theme_changes_all_colors_and_a_repaint_nothing) {
    Pty *pty = start_ready((PtyOptions){0});
    pty_send(pty, "t");
    check_key(pty, "keys t.");
    Paint light = palette_paint(THEME_LIGHT, DEPTH_256, style_of(ROLE_GROUND));
    ck_assert_uint_eq(pty_cell(pty, 79, 23).back.value, light.back);
    size_t length = strlen(pty_output(pty));
    pty_send(pty, "j");
    check_key(pty, "keys t j.");
    ck_assert_uint_lt(strlen(pty_output(pty)) - length, 200);
    char *before = picture(pty);
    length = strlen(pty_output(pty));
    pty_send(pty, "r");
    check_key(pty, "keys t j r.");
    ck_assert_uint_gt(strlen(pty_output(pty)) - length, 1000);
    char *after = picture(pty);
    ck_assert_str_eq(after, before);
    free(before);
    free(after);
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

Suite *curses_suite(void) {
    Suite *suite = suite_create("curses");
    TCase *tests = tcase_create("curses");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, the_screen_is_the_frame_on_every_device, 0,
                        sizeof devices / sizeof *devices);
    tcase_add_test(tests, a_terminal_without_colors_gets_attributes);
    tcase_add_test(tests, a_terminal_that_cannot_be_used_is_told_of);
    tcase_add_test(tests, an_unknown_xterm_is_taken_for_one);
    tcase_add_test(tests, keys_arrive_as_keys);
    tcase_add_test(tests, escape_is_quick_and_a_split_arrow_is_an_arrow);
    tcase_add_test(tests, what_a_terminal_answers_is_no_key);
    tcase_add_test(tests, a_new_size_is_followed);
    tcase_add_test(tests, any_size_will_do_at_the_start);
    tcase_add_loop_test(tests, however_it_ends_the_terminal_is_given_back, 0,
                        sizeof endings / sizeof *endings);
    tcase_add_test(tests, an_interrupt_is_a_key_and_stops_long_work);
    tcase_add_test(tests, a_suspended_job_gives_the_terminal_back_and_takes_it_again);
    tcase_add_test(tests, a_job_in_the_background_leaves_the_screen_alone);
    tcase_add_test(tests, without_a_shell_that_knows_jobs_suspending_does_not_wedge);
    tcase_add_test(tests, a_terminal_that_is_gone_ends_the_program);
    tcase_add_test(tests, waiting_costs_no_time);
    tcase_add_test(tests, keys_come_from_the_terminal_where_stdin_is_something_else);
    tcase_add_test(tests, a_locale_without_utf8_gets_ascii);
    tcase_add_test(tests, the_cursor_is_parked_where_the_frame_says);
    tcase_add_test(tests, a_theme_changes_all_colors_and_a_repaint_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
