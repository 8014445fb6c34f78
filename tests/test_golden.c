/* Golden frames: a scene, actions and a size, and the frame that follows, in tests/golden/ as two
 * planes: what is written, and one letter a cell for its style (palette_letter). GOLDEN=write
 * rewrites them; read the diff. Beside them the promises that hold between frames. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "helpers.h"
#include "suites.h"
#include "view/view.h"

enum { ACTIONS = 8 };

typedef struct Golden {
    const char *name, *scene, *step;
    int width, height;
    const char *actions[ACTIONS];
    bool ascii;
} Golden;

/* The first ones are the screens that the design was drawn with. */
static const Golden goldens[] = {
    {"causal-on", "16.1", "2", 80, 24, {"set causal on", "focus weights 2 2"}, false},
    {"two-heads", "16.4-heads", "4", 80, 24, {"focus weights.2 3 2"}, false},
    {"empty-row", "16.2-empty-row", "1", 80, 24, {NULL}, false},
    {"loss-chinese", "16.3-leak", "1", 100, 30, {"lang zh"}, false},
    {"eight-positions", "11-shift", "3", 80, 24, {"focus weights 4 5"}, false},
    {"narrow", "16.1", "2", 40, 12, {"set causal on", "focus weights 2 2"}, false},
    {"least", "16.1", "2", 20, 6, {"set causal on", "focus weights 2 2"}, false},
    {"value-alone", "16.1", "4", 14, 1, {NULL}, false},
    {"without-color", "16.2-empty-row", "1", 80, 24, {"theme mono"}, false},
    {"ascii", "16.2-empty-row", "1", 80, 24, {"theme mono"}, true},
    {"wide", "16.1", "4", 160, 45, {NULL}, false},
    {"middle", "16.1", "4", 100, 30, {NULL}, false},
    {"chinese", "16.4-heads", "4", 80, 24, {"lang zh"}, false},
    {"zero-counts",
     "16.2-order",
     NULL,
     80,
     24,
     {"set causal on", "set order zero", "focus weights 1 3"},
     false},
    {"sums-below-one",
     "16.2-order",
     NULL,
     80,
     24,
     {"set causal on", "set order after", "focus sums 1 1"},
     false},
    {"uniform-row", "16.2-empty-row", "1", 80, 24, {"set empty-row uniform"}, false},
    {"forced",
     "16.1",
     "4",
     80,
     24,
     {"allow 1 3", "forbid 3 1", "edit scores 2 1 ln(99)", "focus scores 2 1"},
     false},
    {"padding",
     "16.1-padding",
     NULL,
     80,
     24,
     {"set pad-keys on", "focus weights 3 3"},
     false},
    {"masked", "16.1", "3", 80, 24, {"focus masked 1 3"}, false},
    {"projection", "16.1", "3", 80, 24, {"focus wv 2 1"}, false},
    {"known", "11-parallel", "2", 80, 24, {NULL}, false},
    {"covered", "16.1", "4", 80, 24, {"hide weights"}, false},
    {"output-band",
     "16.4-heads",
     NULL,
     100,
     30,
     {"swap-heads 1 2", "focus y 2 2"},
     false},
    {"given", "given-weights", NULL, 80, 24, {"focus sums 2 1"}, false},
    {"lanes-small",
     "16.2-order",
     NULL,
     26,
     10,
     {"set causal on", "compare order", "digits 6", "focus weights 3 1"},
     false},
    {"zoomed-out", "11-shift", "3", 80, 24, {"zoom out", "focus weights 4 4"}, false},
    {"zoomed-ascii", "16.4-heads", "3", 80, 24, {"zoom out"}, true},
    {"four-heads", "mask-gqa", "1", 80, 24, {NULL}, false},
    {"perturbed", "16.3-prefix", "2", 100, 30, {NULL}, false},
    {"notice", "16.1", NULL, 80, 24, {NULL}, false},
    {"lanes",
     "16.2-order",
     NULL,
     80,
     24,
     {"set causal on", "compare order", "focus weights 1 3"},
     false},
    {"lanes-wide",
     "16.2-order",
     NULL,
     160,
     45,
     {"set causal on", "compare order", "focus weights 1 3"},
     false},
    {"lanes-table",
     "16.1-padding",
     NULL,
     80,
     24,
     {"compare 'causal only: set causal on' 'padding only: set pad-keys on'"
      " 'both: set causal on; set pad-keys on'",
      "set pad-queries on", "show visible scored", "focus visible 1 1"},
     false},
    {"lanes-of-heads",
     "16.4-heads",
     NULL,
     100,
     30,
     {"compare as,given: 'heads swapped: swap-heads 1 2' 'W_O swapped: swap-wo 1 2'"
      " 'both: swap-heads 1 2; swap-wo 1 2'",
      "show concat wo", "focus y 2 2", "lane 3"},
     false},
    {"lanes-of-records",
     "16.3-leak",
     NULL,
     80,
     24,
     {"lang zh", "compare 'open|未来可见:' 'causal|因果掩码: set causal on'",
      "show prob loss", "focus loss 1 1"},
     false},
    {"delta", "16.3-prefix", "2", 100, 30, {"delta on", "focus y 1 1"}, false},
    {"layers", "11-layers", "2", 80, 24, {NULL}, false},
    {"far-whole", "far", NULL, 80, 24, {"zoom 9", "focus weights 31 70"}, false},
    {"far-dots", "far", NULL, 160, 45, {"zoom 2", "focus weights 31 70"}, false},
    {"far-ascii", "far", NULL, 100, 30, {"theme mono", "zoom 2", "head 2"}, true},
    {"far-chinese",
     "far",
     NULL,
     100,
     30,
     {"lang zh", "zoom 3", "focus scores 80 82"},
     false},
    {"far-narrow", "far", NULL, 40, 12, {"zoom 2", "focus weights 50 40"}, false},
    {"far-covered", "far", NULL, 80, 24, {"zoom 3", "hide weights"}, false},
    {"far-wrong", "far", NULL, 80, 24, {"zoom 3", "set order zero"}, false},
    {"findings", "far", NULL, 80, 24, {"findings"}, false},
    {"findings-beside", "far", NULL, 160, 45, {"zoom 3", "findings"}, false},
    {"zoomed-hidden", "16.1", "3", 80, 24, {"zoom out"}, false},
    {"delta-infinite",
     "16.1",
     "2",
     100,
     30,
     {"pin", "set causal on", "delta on", "focus masked 1 2"},
     false},
    {"explained",
     "16.2-order",
     NULL,
     100,
     30,
     {"set causal on", "set order zero", "edit scores 2 1 1", "forbid 2 2",
      "focus weights 2 1", "explain"},
     false},
    {"explained-added",
     "16.2-order",
     NULL,
     80,
     24,
     {"lang zh", "set order add", "set softcap 2", "set bias alibi", "set scale 0.5",
      "set causal on", "focus weights 2 2", "explain"},
     false},
    {"explained-beside",
     "16.4-heads",
     "1",
     160,
     45,
     {"set causal on", "focus y 2 2", "explain"},
     false},
    {"explained-loss", "16.3-leak", NULL, 80, 24, {"focus loss 1 1", "explain"}, false},
    {"masked-kept",
     "16.2-order",
     NULL,
     80,
     24,
     {"set causal on", "set order after", "focus masked 1 3"},
     false},
    {"explained-products",
     "16.4-heads",
     NULL,
     80,
     24,
     {"edit x 2 1 1.2345", "edit x 1 1 -2.3456", "focus scores 2 1", "explain"},
     false},
    {"explained-unscaled",
     "16.2-order",
     NULL,
     80,
     24,
     {"set scale none", "set causal on", "focus masked 2 3", "explain"},
     false},
    {"explained-given",
     "given-weights",
     NULL,
     80,
     24,
     {"set causal on", "set order after", "focus weights 2 2", "explain"},
     false},
    {"other-text", "mask-cross", "1", 80, 24, {"focus v 2 1"}, false},
};

enum { GOLDENS = sizeof goldens / sizeof *goldens };

/* Copies of shipped scenes as they were, so that a new sentence there changes nothing here. */
static void open_fixture(Session *session, const char *id, const char *step) {
    char path[200];
    snprintf(path, sizeof path, "tests/golden/%s.csv", id);
    open_shipped(session, path, step);
}

/* ---- planes ---- */

static void draw(Session *session, int width, int height, bool ascii, Frame *frame) {
    frame_init(frame, width, height);
    frame->ascii = ascii;
    view_draw(session, frame);
}

static void trim(Text *text, size_t from) {
    while (text->length > from && text->bytes[text->length - 1] == ' ')
        text->bytes[--text->length] = '\0';
}

static void glyph_plane(const Frame *frame, Text *text) {
    for (int y = 0; y < frame->height; y++) {
        size_t start = text->length;
        for (int x = 0; x < frame->width; x++) {
            const Cell *cell = frame_cell(frame, x, y);
            char bytes[5];
            utf8_encode(cell->glyph, bytes);
            text_append(text, bytes);
        }
        trim(text, start);
        text_append(text, "\n");
    }
}

static void style_plane(const Frame *frame, Text *text) {
    for (int y = 0; y < frame->height; y++) {
        size_t start = text->length;
        for (int x = 0; x < frame->width; x++) {
            char letter = palette_letter(frame_cell(frame, x, y)->style);
            text_append_n(text, &letter, 1);
        }
        trim(text, start);
        text_append(text, "\n");
    }
}

static void planes(const Golden *golden, Text *text) {
    Session session;
    Frame frame;
    open_fixture(&session, golden->scene, golden->step);
    for (int i = 0; i < ACTIONS && golden->actions[i]; i++)
        must(&session, golden->actions[i]);
    session.notice[0] = '\0'; /* the hints are to be seen */
    if (strcmp(golden->name, "notice") == 0) {
        snprintf(session.notice, sizeof session.notice, "x: expected a number");
        session.notice_trouble = true;
    }
    draw(&session, golden->width, golden->height, golden->ascii, &frame);
    glyph_plane(&frame, text);
    text_append(text, "\n");
    style_plane(&frame, text);
    text_format(text, "\ncursor %d %d\n", frame.cursor_x, frame.cursor_y);
    frame_release(&frame);
    session_close(&session);
}

static void file_name(const Golden *golden, char out[200]) {
    snprintf(out, 200, "tests/golden/%s.txt", golden->name);
}

static void read_all(const char *name, Text *text) {
    FILE *file = fopen(name, "r");
    char bytes[4096];
    size_t count;
    ck_assert_msg(file != NULL, "%s is missing; GOLDEN=write makes it", name);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_append_n(text, bytes, count);
    fclose(file);
}

static void write_all(const char *name, const Text *text) {
    FILE *file = fopen(name, "w");
    ck_assert_msg(file != NULL, "%s cannot be written", name);
    fputs(text_string(text), file);
    ck_assert_int_eq(fclose(file), 0);
}

/* The first line that differs. */
static void compare(const char *name, const char *found, const char *expected) {
    for (int line = 1; *found || *expected; line++) {
        size_t a = strcspn(found, "\n"), b = strcspn(expected, "\n");
        ck_assert_msg(a == b && strncmp(found, expected, a) == 0,
                      "%s:%d:\nfound    %.*s\nexpected %.*s", name, line, (int)a, found,
                      (int)b, expected);
        found += a + (found[a] != '\0');
        expected += b + (expected[b] != '\0');
    }
}

START_TEST(the_frame_is_the_golden_one) {
    const Golden *golden = &goldens[_i];
    Text found = {0}, expected = {0};
    char name[200];
    const char *mode = getenv("GOLDEN");
    planes(golden, &found);
    file_name(golden, name);
    if (mode && strcmp(mode, "write") == 0)
        write_all(name, &found);
    read_all(name, &expected);
    compare(name, text_string(&found), text_string(&expected));
    text_release(&found);
    text_release(&expected);
}
END_TEST

/* ---- promises between frames ---- */

/* One line of the glyph plane. */
static void line_of(Session *session, int width, int height, int y, Text *text) {
    Frame frame;
    draw(session, width, height, false, &frame);
    for (int x = 0; x < width; x++) {
        char bytes[5];
        utf8_encode(frame_cell(&frame, x, y)->glyph, bytes);
        text_append(text, bytes);
    }
    frame_release(&frame);
}

START_TEST(switching_a_rule_moves_no_column) {
    static const char *const changes[] = {
        "set causal off",        "set causal strict",  "set causal reversed",
        "set pad-keys on",       "set order zero",     "set order after",
        "set order renorm",      "set order values",   "set order finite",
        "set order add",         "set empty-row zero", "set empty-row nan",
        "set empty-row uniform", "set causal on",      "focus scores 1 1",
        "focus y 2 1",           "focus visible 3 3",  "focus sums 1 1"};
    static const struct {
        const char *id;
        int line; /* of the names or labels */
    } scenes[] = {{"16.1", 4}, {"16.4-heads", 3}, {"16.2-order", 4}, {"16.3-leak", 5}};
    Session session;
    Text names = {0};
    open_fixture(&session, scenes[_i].id, NULL);
    line_of(&session, 80, 24, scenes[_i].line, &names);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        Text now = {0};
        Error error = {0};
        if (!session_do(&session, changes[i], &error))
            continue;
        line_of(&session, 80, 24, scenes[_i].line, &now);
        ck_assert_str_eq(text_string(&now), text_string(&names));
        text_release(&now);
    }
    text_release(&names);
    session_close(&session);
}
END_TEST

START_TEST(a_frame_is_a_pure_function_of_the_session) {
    Session session;
    Frame one, two;
    open_fixture(&session, "16.4-heads", "3");
    must(&session, "set causal off");
    unsigned long long before = digest(&session);
    draw(&session, 80, 24, false, &one);
    draw(&session, 33, 9, false, &two);
    frame_release(&two);
    draw(&session, 80, 24, false, &two);
    ck_assert(frame_same(&one, &two));
    ck_assert(digest(&session) == before);
    frame_release(&one);
    frame_release(&two);
    session_close(&session);
}
END_TEST

START_TEST(every_size_is_drawn_and_an_ascii_frame_is_ascii) {
    static const char *const scenes[] = {"16.4-heads", "16.3-leak", "mask-gqa",
                                         "mask-cross"};
    static const char *const focus[] = {"focus weights 1 1",
                                        "focus y 1 1",
                                        "focus k 1 1",
                                        "focus visible 1 1",
                                        "compare order",
                                        "compare off",
                                        "pin",
                                        "delta on",
                                        "zoom 2",
                                        "findings",
                                        "findings",
                                        "zoom 0"};
    Session session;
    open_fixture(&session, scenes[_i], NULL);
    for (size_t f = 0; f < sizeof focus / sizeof *focus; f++)
        for (int height = 1; height < 40; height += height < 12 ? 1 : 9)
            for (int width = 1; width < 200; width += width < 50 ? 3 : 31) {
                Error error = {0};
                Frame frame;
                session_do(&session, focus[f], &error);
                draw(&session, width, height, true, &frame);
                for (int i = 0; i < width * height; i++)
                    ck_assert(frame.cells[i].glyph >= ' ' && frame.cells[i].glyph < 127);
                frame_release(&frame);
            }
    session_close(&session);
}
END_TEST

START_TEST(the_cursor_is_parked_on_the_first_digit) {
    Session session;
    Frame frame;
    open_fixture(&session, "16.1", NULL);
    must(&session, "focus weights 3 2");
    draw(&session, 80, 24, false, &frame);
    const Cell *cell = frame_cell(&frame, frame.cursor_x, frame.cursor_y);
    ck_assert_ptr_nonnull(cell);
    ck_assert_int_eq((int)cell->glyph, '0');
    ck_assert_int_eq((int)frame_cell(&frame, frame.cursor_x - 1, frame.cursor_y)->glyph,
                     '[');
    frame_release(&frame);
    session_close(&session);
}
END_TEST

START_TEST(a_click_finds_the_cell_or_the_switch_that_is_drawn_there) {
    Session session;
    Click click;
    open_fixture(&session, "16.4-heads", NULL);
    ck_assert(click_at(&session, 80, 24, 53, 11, &click)); /* head 2, row 2, key 2 */
    ck_assert_int_eq((int)click.grid, GRID_WEIGHTS);
    ck_assert_uint_eq(click.head, 1);
    ck_assert_uint_eq(click.row, 2);
    ck_assert_uint_eq(click.col, 1);
    ck_assert(click_at(&session, 80, 24, 48, 16, &click));
    ck_assert_int_eq((int)click.grid, GRID_Y);
    ck_assert_uint_eq(click.row, 1);
    ck_assert(click_at(&session, 80, 24, 3, 1, &click));
    ck_assert_int_eq(click.key, 'c');
    ck_assert(!click_at(&session, 80, 24, 40, 19, &click));
    ck_assert(!click_at(&session, 80, 24, 500, 500, &click));
    session_close(&session);
}
END_TEST

START_TEST(a_blanked_screen_is_blank) {
    Session session;
    Frame frame, blank;
    open_fixture(&session, "16.1", NULL);
    must(&session, "blank");
    draw(&session, 40, 12, false, &frame);
    frame_init(&blank, 40, 12);
    ck_assert(frame_same(&frame, &blank));
    frame_release(&frame);
    frame_release(&blank);
    session_close(&session);
}
END_TEST

Suite *golden_suite(void) {
    Suite *suite = suite_create("golden");
    TCase *tests = tcase_create("golden");
    tcase_add_loop_test(tests, the_frame_is_the_golden_one, 0, GOLDENS);
    tcase_add_loop_test(tests, switching_a_rule_moves_no_column, 0, 4);
    tcase_add_test(tests, a_frame_is_a_pure_function_of_the_session);
    tcase_add_loop_test(tests, every_size_is_drawn_and_an_ascii_frame_is_ascii, 0, 4);
    tcase_add_test(tests, the_cursor_is_parked_on_the_first_digit);
    tcase_add_test(tests, a_click_finds_the_cell_or_the_switch_that_is_drawn_there);
    tcase_add_test(tests, a_blanked_screen_is_blank);
    suite_add_tcase(suite, tests);
    return suite;
}
