/* The terminal on a pty: what is shown is the frame on every device, and keys arrive as keys. */
#include "suites.h"

#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "small_program.h"
#include "frame/palette.h"

/* As the frame says it should be: colors by the device. */
static bool shows_color(PtyColor seen, Depth depth, uint32_t color) {
    if (depth == DEPTH_TRUE)
        return seen.kind == PTY_RGB && seen.value == (color < 8 ? 0x010101 : color);
    return seen.kind == PTY_INDEX && seen.value == color;
}

/* The dots are pairs of colors, more than the 256 that some programs can have. */
static void check_pairs(Pty *pty, Depth depth) {
    uint64_t seen[SMALL_DOTS];
    int different = 0;
    for (int dot = 0; dot < SMALL_DOTS; dot++) {
        PtyCell cell = pty_cell(pty, dot % 80, 9 + dot / 80);
        Paint paint = palette_paint(THEME_DARK, depth, small_dot(dot));
        uint64_t pair = (uint64_t)paint.fore << 32 | paint.back;
        bool one = depth <= DEPTH_16; /* the glyph may be a blank of either color */
        ck_assert_msg(one || cell.glyph == 0x2580, "dot %d is U+%04X", dot,
                      (unsigned)cell.glyph);
        ck_assert_msg(one || shows_color(cell.fore, depth, paint.fore), "dot %d", dot);
        ck_assert_msg(one || shows_color(cell.back, depth, paint.back), "dot %d", dot);
        int before = 0;
        while (before < different && seen[before] != pair)
            before++;
        seen[before] = pair;
        different += before == different;
    }
    ck_assert_int_ge(different, depth == DEPTH_TRUE ? 300 : depth == DEPTH_256 ? 256 : 8);
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
    }
    check_pairs(pty, depth);
    PtyCell corner = pty_cell(pty, 79, 22);
    Paint ground = palette_paint(THEME_DARK, depth, style_of(ROLE_GROUND));
    ck_assert(shows_color(corner.back, depth, ground.back));
}

static const struct {
    const char *term;
    Depth depth;
} devices[] = {
    {"xterm-256color", DEPTH_256},
    {"screen-256color", DEPTH_256},
    {"xterm-16color", DEPTH_16},
    {"xterm", DEPTH_8},
    {"linux", DEPTH_8},
    {"alacritty-direct", DEPTH_TRUE},
    {"iterm2-direct", DEPTH_TRUE},
    {"kitty-direct", DEPTH_TRUE},
    {"konsole-direct", DEPTH_TRUE},
    {"mintty-direct", DEPTH_TRUE},
    {"mlterm-direct", DEPTH_TRUE},
    {"nsterm-direct", DEPTH_TRUE},
    {"st-direct", DEPTH_TRUE},
    {"tmux-direct", DEPTH_TRUE},
    {"vscode-direct", DEPTH_TRUE},
    {"vte-direct", DEPTH_TRUE},
    {"xterm-direct", DEPTH_TRUE},
    {"xterm-direct2", DEPTH_TRUE},
    {"xterm-direct16", DEPTH_TRUE},
    {"xterm-direct256", DEPTH_TRUE},
};

START_TEST(the_screen_is_the_frame_on_every_device) {
    Pty *pty = small_start_ready((PtyOptions){.term = devices[_i].term});
    char depth[32];
    snprintf(depth, sizeof depth, "ready 80x24 depth %d", devices[_i].depth);
    small_check(pty, depth);
    small_check(pty, "我们 e\u0301 ·∞ 😀 \ufffd");
    if (devices[_i].depth != DEPTH_8)
        check_entries(pty, devices[_i].depth);
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_terminal_without_colors_gets_attributes) {
    static const char *const terms[] = {"vt100", "vt220"};
    for (int i = 0; i < 2; i++) {
        Pty *pty = small_start_ready((PtyOptions){.term = terms[i]});
        small_check(pty, "depth 0");
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
        Pty *pty = small_start((PtyOptions){.term = terms[i], .width = 200});
        ck_assert_int_eq(pty_status(pty, SOON), 2);
        ck_assert_msg(strstr(pty_text(pty), "--print") != NULL, "%s", pty_text(pty));
        ck_assert_ptr_null(strchr(pty_output(pty), '\033'));
        pty_free(pty);
    }
    free(huge);
    static const char *const unset[] = {"TERM", NULL};
    Pty *pty = small_start((PtyOptions){.environment = unset});
    ck_assert_int_eq(pty_status(pty, SOON), 2);
    ck_assert_ptr_nonnull(strstr(pty_text(pty), "TERM is not set"));
    pty_free(pty);
}
END_TEST

/* Whether bytes erase while another ground than the terminal's own is set. */
static bool erases_in_color(const char *at) {
    bool ground = false;
    while ((at = strstr(at, "\033["))) {
        const char *code = at + 2, *end = code + strspn(code, "0123456789;:");
        bool sets = *code == '4' && code[1] >= '0' && code[1] <= '8';
        bool resets = code == end || *code == '0' || strncmp(code, "39;49", 5) == 0 ||
                      strncmp(code, "49", 2) == 0;
        if (*end == 'm')
            ground = sets || (ground && !resets);
        if (ground && *end && strchr("KJX", *end))
            return true;
        at = end;
    }
    return false;
}

/* Where erasing leaves no color, ncurses has to write blanks; libvterm itself erases in color. */
START_TEST(a_terminal_that_erases_without_color_gets_blanks) {
    static const char *const terms[] = {"xterm-256color", "screen-256color",
                                        "kitty-direct", "tmux-direct"};
    for (int i = 0; i < 4; i++) {
        Pty *pty = small_start_ready((PtyOptions){.term = terms[i]});
        pty_send(pty, "t");
        small_check(pty, "keys t.");
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        ck_assert_msg(erases_in_color(pty_output(pty)) == (i == 0), "%s", terms[i]);
        pty_free(pty);
    }
}
END_TEST

START_TEST(an_unknown_xterm_is_taken_for_one) {
    Pty *pty = small_start_ready((PtyOptions){.term = "xterm-of-tomorrow"});
    ck_assert_ptr_nonnull(strstr(pty_output(pty), "taking it for xterm-256color"));
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(keys_arrive_as_keys) {
    Pty *pty = small_start_ready((PtyOptions){.width = 200});
    pty_press(pty, "c<Up><Down><Left><Right><Home><End>");
    small_check(pty, "keys c <Up> <Down> <Left> <Right> <Home> <End>.");
    pty_press(pty, "<PageUp><PageDown><Tab><S-Tab><Enter><Esc>");
    small_check(pty, "<PageUp> <PageDown> <Tab> <S-Tab> <Enter> <Esc>.");
    pty_press(pty, "<BS><Del><F5><C-r><C-d><C-s><C-q><Space>我：");
    small_check(pty, "<BS> <Del> <F5> <C-r> <C-d> <C-s> <C-q> <Space> 我 ：.");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(escape_is_quick_and_a_split_arrow_is_an_arrow) {
    Pty *pty = small_start_ready((PtyOptions){0});
    pty_send(pty, "\033");
    ck_assert(pty_wait(pty, "keys <Esc>.", 500));
    pty_send(pty, "\033");
    poll(NULL, 0, 8);
    pty_send(pty, "OA");
    small_check(pty, "keys <Esc> <Up>.");
    pty_send(pty, "\033q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(what_a_terminal_answers_is_no_key) {
    Pty *pty = small_start_ready((PtyOptions){.width = 120});
    pty_send(
        pty,
        "\033]11;rgb:ffff/ffff/ffff\033\\\033[?62;22c\033P1$r0q\033\\\033[1;5A\033[201~");
    small_check(pty, "keys other other other other other.");
    pty_send(pty, "\x80\xff\xc0k\xe6\x88l");
    small_check(pty, "keys other other other other other other other other k other l.");
    pty_send(pty, "\xe6\x88");
    poll(NULL, 0, 20);
    pty_send(pty, "\x91");
    small_check(pty, "l 我.");
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_new_size_is_followed) {
    Pty *pty = small_start_ready((PtyOptions){0});
    static const int sizes[][2] = {{100, 30}, {1, 1},  {200, 1},
                                   {1, 60},   {12, 3}, {81, 25}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        pty_resize(pty, sizes[i][0], sizes[i][1]);
    small_check(pty, "ready 81x25");
    pty_resize(pty, 0, 0);
    pty_send(pty, "c");
    small_check(pty, "c.");
    ck_assert_ptr_nonnull(strstr(pty_text(pty), "ready 81x25"));
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(any_size_will_do_at_the_start) {
    static const int sizes[][2] = {{1, 1}, {1, 200}, {200, 1}, {5, 3}, {3000, 900}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Pty *pty = small_start((PtyOptions){.width = sizes[i][0], .height = sizes[i][1]});
        ck_assert(pty_wait(pty, "r", SOON));
        if (sizes[i][0] == 3000)
            small_check(pty, "ready 1000x500");
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        pty_free(pty);
    }
}
END_TEST

START_TEST(waiting_costs_no_time) {
    Pty *pty = small_start_ready((PtyOptions){0});
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
        Pty *pty = small_start_ready((PtyOptions){.input = inputs[i]});
        pty_send(pty, "k");
        small_check(pty, "keys k.");
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
        Pty *pty = small_start_ready((PtyOptions){.environment = table[i].set});
        small_check(pty, table[i].utf8 ? "我们 e\u0301 ·∞" : "? ?  e .^ ?  ?");
        for (const char *byte = pty_output(pty); !table[i].utf8 && *byte; byte++)
            ck_assert_int_lt((unsigned char)*byte, 0x7f);
        pty_send(pty, "q");
        ck_assert_int_eq(pty_status(pty, SOON), 0);
        pty_free(pty);
    }
}
END_TEST

START_TEST(the_cursor_is_parked_where_the_frame_says) {
    Pty *pty = small_start_ready((PtyOptions){0});
    int x, y;
    pty_send(pty, "j");
    small_check(pty, "keys j.");
    ck_assert(pty_cursor(pty, &x, &y));
    ck_assert_int_eq(x, 3);
    ck_assert_int_eq(y, 2);
    pty_send(pty, "q");
    ck_assert_int_eq(pty_status(pty, SOON), 0);
    pty_free(pty);
}
END_TEST

START_TEST(a_theme_changes_all_colors_and_a_repaint_nothing) {
    Pty *pty = small_start_ready((PtyOptions){0});
    pty_send(pty, "t");
    small_check(pty, "keys t.");
    Paint light = palette_paint(THEME_LIGHT, DEPTH_256, style_of(ROLE_GROUND));
    ck_assert_uint_eq(pty_cell(pty, 79, 23).back.value, light.back);
    size_t length = strlen(pty_output(pty));
    pty_send(pty, "j");
    small_check(pty, "keys t j.");
    ck_assert_uint_lt(strlen(pty_output(pty)) - length, 200);
    char *before = small_picture(pty);
    length = strlen(pty_output(pty));
    pty_send(pty, "r");
    small_check(pty, "keys t j r.");
    ck_assert_uint_gt(strlen(pty_output(pty)) - length, 1000);
    char *after = small_picture(pty);
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
    tcase_add_test(tests, a_terminal_that_erases_without_color_gets_blanks);
    tcase_add_test(tests, an_unknown_xterm_is_taken_for_one);
    tcase_add_test(tests, keys_arrive_as_keys);
    tcase_add_test(tests, escape_is_quick_and_a_split_arrow_is_an_arrow);
    tcase_add_test(tests, what_a_terminal_answers_is_no_key);
    tcase_add_test(tests, a_new_size_is_followed);
    tcase_add_test(tests, any_size_will_do_at_the_start);
    tcase_add_test(tests, waiting_costs_no_time);
    tcase_add_test(tests, keys_come_from_the_terminal_where_stdin_is_something_else);
    tcase_add_test(tests, a_locale_without_utf8_gets_ascii);
    tcase_add_test(tests, the_cursor_is_parked_where_the_frame_says);
    tcase_add_test(tests, a_theme_changes_all_colors_and_a_repaint_nothing);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, endings_case());
    return suite;
}
