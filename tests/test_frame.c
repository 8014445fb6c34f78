/* Frames: the one door through which text goes, and UTF-8 and keys, which it is made of. */
#include "suites.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/key.h"
#include "frame/frame.h"
#include "helpers.h"

enum { REPLACEMENT = 0xfffd };

/* For loops of millions: Check reports each of its own assertions through a pipe. */
#define MUST(condition)                                                                  \
    do {                                                                                 \
        if (!(condition))                                                                \
            ck_abort_msg("%s", #condition);                                              \
    } while (0)

static Style plain(void) {
    return style_of(ROLE_BASE);
}

/* The glyphs of a line, '_' for the right half of a wide character. */
static const char *line_of(const Frame *frame, int y, char *out) {
    size_t length = 0;
    for (int x = 0; x < frame->width; x++) {
        uint32_t glyph = frame_cell(frame, x, y)->glyph;
        length += utf8_encode(glyph ? glyph : '_', out + length);
    }
    return out;
}

static void check_line(const Frame *frame, int y, const char *expected) {
    char found[1024];
    ck_assert_str_eq(line_of(frame, y, found), expected);
}

START_TEST(text_is_clipped_at_every_side) {
    Frame frame;
    frame_init(&frame, 6, 2);
    ck_assert_int_eq(frame_text(&frame, 4, 0, 10, plain(), "abcdef"), 6);
    ck_assert_int_eq(frame_text(&frame, -2, 1, 10, plain(), "uvwxyz"), 6);
    check_line(&frame, 0, "    ab");
    check_line(&frame, 1, "wxyz  ");
    frame_text(&frame, 0, -1, 10, plain(), "above");
    frame_text(&frame, 0, 2, 10, plain(), "below");
    frame_text(&frame, INT_MIN, 0, INT_MAX, plain(), "far");
    frame_text(&frame, INT_MAX, 0, INT_MAX, plain(), "far");
    ck_assert_int_eq(frame_text(&frame, 0, 0, 2, plain(), "12345"), 2);
    ck_assert_int_eq(frame_text(&frame, 0, 0, -1, plain(), "9"), 0);
    check_line(&frame, 0, "12  ab");
    ck_assert_ptr_null(frame_cell(&frame, 6, 0));
    ck_assert_ptr_null(frame_cell(&frame, 0, -1));
    frame_release(&frame);
}
END_TEST

START_TEST(a_wide_character_that_would_be_cut_becomes_a_blank) {
    Frame frame;
    frame_init(&frame, 5, 3);
    ck_assert_int_eq(frame_text(&frame, 0, 0, 3, plain(), "我们"), 3);
    check_line(&frame, 0, "我_   ");
    frame_text(&frame, 4, 1, 9, plain(), "们");
    check_line(&frame, 1, "     ");
    frame_text(&frame, -1, 2, 9, plain(), "我a");
    check_line(&frame, 2, " a   ");
    frame_release(&frame);
}
END_TEST

START_TEST(half_of_a_wide_character_is_never_left_over) {
    Frame frame;
    frame_init(&frame, 6, 4);
    for (int y = 0; y < 4; y++)
        frame_text(&frame, 0, y, 6, plain(), "我们他");
    frame_text(&frame, 1, 0, 6, plain(), "ab");
    check_line(&frame, 0, " ab 他_");
    frame_text(&frame, 1, 1, 6, plain(), "好");
    check_line(&frame, 1, " 好_ 他_");
    frame_fill(&frame, 1, 2, 2, 1, plain());
    check_line(&frame, 2, "    他_");
    frame_fill(&frame, 3, 3, 9, 1, plain());
    check_line(&frame, 3, "我_    ");
    frame_release(&frame);
}
END_TEST

START_TEST(two_marks_are_kept_on_a_character_and_more_are_dropped) {
    Frame frame;
    frame_init(&frame, 4, 1);
    ck_assert_int_eq(frame_text(&frame, 0, 0, 4, plain(), "e\u0301\u0302\u0303x"), 2);
    ck_assert_uint_eq(frame_cell(&frame, 0, 0)->glyph, 'e');
    ck_assert_uint_eq(frame_cell(&frame, 0, 0)->mark[0], 0x301);
    ck_assert_uint_eq(frame_cell(&frame, 0, 0)->mark[1], 0x302);
    ck_assert_uint_eq(frame_cell(&frame, 1, 0)->glyph, 'x');
    ck_assert_uint_eq(frame_cell(&frame, 1, 0)->mark[0], 0);
    frame_text(&frame, 0, 0, 4, plain(), "\u0301a");
    check_line(&frame, 0, "\ufffda  ");
    frame_text(&frame, 0, 0, 4, plain(), "a\ufe0f");
    ck_assert_uint_eq(frame_cell(&frame, 0, 0)->mark[0], 0);
    frame_release(&frame);
}
END_TEST

START_TEST(ten_thousand_marks_on_one_character_do_no_harm) {
    char *text = malloc(20002);
    text[0] = 'a';
    for (size_t i = 0; i < 10000; i++)
        memcpy(text + 1 + 2 * i, "\u0301", 2);
    text[20001] = '\0';
    Frame frame;
    frame_init(&frame, 3, 1);
    ck_assert_int_eq(frame_text(&frame, 0, 0, 3, plain(), text), 1);
    ck_assert_int_eq(frame_text(&frame, 2, 0, 3, plain(), text + 1), 1);
    ck_assert_int_eq(utf8_columns(text), 1);
    check_line(&frame, 0, "a \ufffd");
    frame_release(&frame);
    free(text);
}
END_TEST

START_TEST(a_frame_of_ascii_holds_nothing_else) {
    Frame frame;
    frame_init(&frame, 24, 2);
    frame.ascii = true;
    ck_assert_int_eq(frame_text(&frame, 0, 0, 24, plain(), "·▸▾∅∞×÷→◂█▀"), 11);
    check_line(&frame, 0, ".>vE^x/><##             ");
    ck_assert_int_eq(frame_text(&frame, 0, 1, 24, plain(), "我e\u0301é：\u0301"), 6);
    check_line(&frame, 1, "? e?:                   ");
    frame_release(&frame);
}
END_TEST

static void check_harmless(const Frame *frame) {
    for (int i = 0; i < frame->width * frame->height; i++) {
        const uint32_t *mark = frame->cells[i].mark;
        uint32_t codes[] = {frame->cells[i].glyph, mark[0], mark[1]};
        for (int j = 0; j < 3; j++) {
            if (codes[j] && is_harmful(codes[j]))
                ck_abort_msg("U+%04X is in a frame", (unsigned)codes[j]);
        }
        MUST(!frame->ascii || (codes[0] >= 0x20 && codes[0] < 0x7f && codes[1] == 0));
    }
}

START_TEST(hostile_text_leaves_nothing_but_characters) {
    static const char *const corpus[] = {
        "\033[2J\033]52;c;aGk=\a\033P1$r\033\\",
        "\033]8;;http://x\033\\y",
        "\23331m",
        "\302\23331m\xc2\x85\xc2\x90",
        "\r\n\t\b\v\f\x7f\x01",
        "\xe2\x80\xae|\xe2\x80\xac\xe2\x81\xa6x\xe2\x81\xa9",
        "\ufeffa\u200b\u200c\u200d\u200e\u200f",
        "a\U000e0041\U000e007f",
        "\ufffe\uffff",
        "\xc0\x80\xed\xa0\x80\xf5\x80\x80\x80",
        "\u2028\u2029\u0600\u061c\u00ad",
        "👩‍👩‍👧‍👦❤️🇨🇳",
        "e\u0301\u0489\u20dd\u20e3",
        "\U0010ffff\U0001fffe",
    };
    for (int ascii = 0; ascii < 2; ascii++) {
        for (size_t i = 0; i < sizeof corpus / sizeof *corpus; i++) {
            Frame frame;
            frame_init(&frame, 40, 3);
            frame.ascii = ascii;
            int columns = frame_text(&frame, 0, 0, 40, plain(), corpus[i]);
            ck_assert_int_eq(columns, utf8_columns(corpus[i]));
            Pen pen = {&frame, 0, 1, 40};
            pen_format(&pen, ROLE_BASE, "%s|%s", corpus[i], corpus[i]);
            for (int width = 0; width < 6; width++)
                frame_text(&frame, 38, 2, width, plain(), corpus[i]);
            check_harmless(&frame);
            frame_release(&frame);
        }
    }
}
END_TEST

START_TEST(every_character_takes_the_columns_that_utf8_width_says) {
    Frame frame;
    frame_init(&frame, 8, 1);
    for (uint32_t code = 1; code <= 0x10ffff; code++) {
        if (code >= 0xd800 && code <= 0xdfff)
            continue;
        char text[16] = "a";
        utf8_encode(code, text + 1);
        int columns = frame_text(&frame, 0, 0, 8, plain(), text);
        MUST(columns == 1 + utf8_width(utf8_safe(code)));
        if (code % 64 == 0)
            check_harmless(&frame);
    }
    frame_release(&frame);
}
END_TEST

START_TEST(long_formatted_text_is_whole) {
    Frame frame;
    Pen pen = {&frame, 0, 0, 2000};
    frame_init(&frame, 2000, 1);
    pen_format(&pen, ROLE_BASE, "%1999d!", 7);
    ck_assert_int_eq(pen.x, 2000);
    ck_assert_uint_eq(frame_cell(&frame, 1998, 0)->glyph, '7');
    ck_assert_uint_eq(frame_cell(&frame, 1999, 0)->glyph, '!');
    frame_release(&frame);
}
END_TEST

START_TEST(frames_differ_in_size_cells_or_cursor) {
    Frame a, b;
    frame_init(&a, 4, 2);
    frame_init(&b, 4, 2);
    ck_assert(frame_same(&a, &b));
    frame_text(&b, 1, 1, 4, style_of(ROLE_GROUND), "x");
    ck_assert(!frame_same(&a, &b));
    frame_resize(&b, 4, 2);
    ck_assert(frame_same(&a, &b));
    frame_fill(&b, 3, 1, 1, 1, style_of(ROLE_KEY));
    ck_assert(!frame_same(&a, &b));
    frame_resize(&b, 2, 4);
    ck_assert(!frame_same(&a, &b));
    frame_resize(&b, 4, 2);
    b.cursor_x = 1;
    ck_assert(!frame_same(&a, &b));
    frame_release(&a);
    frame_resize(&b, -5, 7);
    ck_assert_int_eq(b.width, 0);
    frame_text(&b, 0, 0, 5, plain(), "nothing");
    frame_release(&b);
}
END_TEST

/* Well-formed UTF-8 as Unicode's table 3-7 has it; returns its bytes, 0 where it is none. */
static size_t well_formed(const unsigned char *text) {
    static const struct {
        unsigned char first, last, low, high;
        size_t bytes;
    } rows[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2},
        {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
        {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (text[0] < rows[i].first || text[0] > rows[i].last)
            continue;
        bool good =
            rows[i].bytes == 1 || (text[1] >= rows[i].low && text[1] <= rows[i].high);
        for (size_t j = 2; j < rows[i].bytes; j++)
            good = good && (text[j] & 0xc0) == 0x80;
        return good ? rows[i].bytes : 0;
    }
    return 0;
}

/* Cut after each of its bytes in turn. */
static void check_decoding(const char text[4]) {
    size_t bytes = well_formed((const unsigned char *)text), bad = 9;
    for (size_t length = 1; length <= 4; length++) {
        uint32_t code;
        bool good = bytes && bytes <= length;
        MUST(utf8_decode(text, length, &code) == (good ? bytes : 1));
        MUST(good || code == REPLACEMENT);
    }
    MUST(bytes || (!utf8_valid(text, 4, &bad) && bad == 0));
}

START_TEST(a_pen_counts_the_columns_that_it_would_write) {
    static const char *const texts[] = {"", "red → key", "名前 2", "a\tb", "e\xcc\x81"};
    Frame frame;
    frame_init(&frame, 8, 1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int end = 0; end <= 9; end++) {
            Pen pen = {.frame = &frame, .x = 1, .end = end},
                counting = {.x = 1, .end = end};
            pen_format(&pen, ROLE_BASE, "%s!", texts[i]);
            pen_format(&counting, ROLE_BASE, "%s!", texts[i]);
            ck_assert_int_eq(pen.x, counting.x);
            ck_assert_int_le(pen.x, end > 1 ? end : 1);
        }
    frame_release(&frame);
}
END_TEST

START_TEST(a_pen_writes_whole_words_or_none) {
    Frame frame;
    frame_init(&frame, 8, 1);
    frame.ascii = true;
    Pen pen = {.frame = &frame, .end = 6};
    ck_assert(pen_whole(&pen, ROLE_BASE, "√2"));
    ck_assert(!pen_whole(&pen, ROLE_BASE, "→"));
    ck_assert_int_eq(pen.x, 5);
    check_line(&frame, 0, "sqrt2   ");
    frame_release(&frame);
}
END_TEST

START_TEST(the_region_that_was_drawn_last_is_found_and_counts_its_cells) {
    Frame frame;
    frame_init(&frame, 40, 20);
    Regions *regions = &frame.regions;
    for (int i = 0; i < 40; i++) /* the list grows */
        regions_add(regions, (Region){REGION_PAGE, .area = {0, 0, 40, 20}});
    regions_add(regions, (Region){.kind = REGION_CELLS,
                                  .area = {5, 3, 12, 6},
                                  .across = 4,
                                  .down = 2,
                                  .row = 7,
                                  .col = 100,
                                  .row_step = 1,
                                  .col_step = 8});
    const Region *found = regions_at(regions, 16, 8);
    ck_assert_int_eq(found->kind, REGION_CELLS);
    ck_assert_uint_eq(region_row(found, 8), 9);
    ck_assert_uint_eq(region_col(found, 16), 116);
    ck_assert_uint_eq(region_col(found, 5), 100);
    ck_assert_int_eq(regions_at(regions, 17, 8)->kind, REGION_PAGE);
    ck_assert_int_eq(regions_at(regions, 16, 9)->kind, REGION_PAGE);
    ck_assert_ptr_null(regions_at(regions, 40, 9));
    ck_assert_ptr_null(regions_at(regions, 0, -1));
    regions->count = 0;
    ck_assert_ptr_null(regions_at(regions, 16, 8));
    frame_release(&frame);
}
END_TEST

START_TEST(bytes_are_utf8_or_one_replacement_each) {
    static const unsigned char edges[] = {0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90,
                                          0x9f, 0xa0, 0xbf, 0xc0, 0xe0, 0xff};
    enum { EDGES = sizeof edges };
    for (int first = 0; first < 256; first++) {
        for (int rest = 0; rest < EDGES * EDGES * EDGES; rest++) {
            char text[4] = {(char)first, (char)edges[rest % EDGES],
                            (char)edges[rest / EDGES % EDGES],
                            (char)edges[rest / EDGES / EDGES]};
            check_decoding(text);
        }
    }
}
END_TEST

START_TEST(every_character_survives_encoding_and_decoding) {
    for (uint32_t code = 1; code <= 0x10ffff; code++) {
        if (code >= 0xd800 && code <= 0xdfff)
            continue;
        char text[5];
        uint32_t back;
        size_t bytes = utf8_encode(code, text), bad;
        MUST(strlen(text) == bytes);
        MUST(utf8_decode(text, bytes, &back) == bytes);
        MUST(back == code);
        MUST(utf8_valid(text, bytes, &bad));
    }
    char text[5];
    ck_assert_uint_eq(utf8_encode(0, text), 0);
    ck_assert_uint_eq(utf8_encode(0xd800, text), 3);
    ck_assert_str_eq(text, "\ufffd");
    size_t bad = 0;
    ck_assert(utf8_valid("a\ufffdb", 5, &bad));
    ck_assert(!utf8_valid("ab\xe4\xbd", 4, &bad) && bad == 2);
}
END_TEST

START_TEST(widths_do_not_depend_on_the_locale) {
    static const struct {
        uint32_t code;
        int width;
    } table[] = {
        {'a', 1},    {0xe9, 1},    {0xd7, 1},    {0x221e, 1}, {0x2588, 1}, {0x25b8, 1},
        {0x2205, 1}, {0x6211, 2},  {0xac00, 2},  {0xff1a, 2}, {0x3002, 2}, {0x1f600, 2},
        {0x2705, 2}, {0x20000, 2}, {0x301, 0},   {0xfe0f, 0}, {0x200d, 0}, {0x20dd, 0},
        {0x1160, 0}, {0xfffd, 1},  {0x1f1e8, 1}, {0, 0},      {0xad, 0},   {0x2764, 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_msg(utf8_width(table[i].code) == table[i].width,
                      "U+%04X is not %d wide", (unsigned)table[i].code, table[i].width);
    ck_assert_int_eq(utf8_columns("我 likes\u0301"), 8);
    ck_assert_int_eq(utf8_columns(""), 0);
}
END_TEST

START_TEST(key_names_are_read_back) {
    for (int key = 1; key < 0x30000; key++) {
        bool letter =
            key > ' ' && key != 0x7f && utf8_safe((uint32_t)key) == (uint32_t)key;
        if (!letter && key > 31 && key != KEY_BLANK && key != KEY_RUBOUT)
            continue;
        char name[16];
        key_name(key, name);
        const char *text = name;
        int found = -1;
        MUST(key_parse(&text, &found, NULL));
        MUST(found == key && *text == '\0');
    }
    for (int key = KEY_ARROW_UP; key <= KEY_DELETE; key++) {
        char name[16];
        key_name(key, name);
        const char *text = name;
        int found = -1;
        ck_assert(key_parse(&text, &found, NULL));
        ck_assert_int_eq(found, key);
    }
}
END_TEST

START_TEST(a_list_of_keys_is_read_one_by_one) {
    const char *text = " c p<Tab> <S-Tab>我<C-R><C-r> <lt><Space>  ";
    static const int expected[] = {'c', 'p', KEY_TAB, KEY_BACK_TAB, 0x6211,
                                   18,  18,  '<',     ' '};
    int key;
    Error error = {0};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        ck_assert(key_parse(&text, &key, &error));
        ck_assert_int_eq(key, expected[i]);
    }
    ck_assert(!key_parse(&text, &key, &error));
    ck_assert(!error_is_set(&error));
    static const char *const wrong[] = {"<Foo>", "<",  "<Up", "<C-1>",
                                        "<C->",  "<>", "\033"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        text = wrong[i];
        error = (Error){0};
        ck_assert(!key_parse(&text, &key, &error));
        ck_assert(error_is_set(&error));
    }
}
END_TEST

START_TEST(full_width_keys_count_as_their_ascii_ones) {
    const char *text = "：？【】，；（）！Ａｚ０";
    const char *ascii = ":?[],;()!Az0";
    int key;
    for (; *ascii; ascii++) {
        ck_assert(key_parse(&text, &key, NULL));
        ck_assert_int_eq(key_plain(key), *ascii);
    }
    ck_assert_int_eq(key_plain('c'), 'c');
    ck_assert_int_eq(key_plain(0x6211), 0x6211);
    ck_assert_int_eq(key_plain(KEY_ARROW_UP), KEY_ARROW_UP);
}
END_TEST

Suite *frame_suite(void) {
    Suite *suite = suite_create("frame");
    TCase *tests = tcase_create("frame");
    tcase_add_test(tests, text_is_clipped_at_every_side);
    tcase_add_test(tests, a_wide_character_that_would_be_cut_becomes_a_blank);
    tcase_add_test(tests, half_of_a_wide_character_is_never_left_over);
    tcase_add_test(tests, two_marks_are_kept_on_a_character_and_more_are_dropped);
    tcase_add_test(tests, ten_thousand_marks_on_one_character_do_no_harm);
    tcase_add_test(tests, a_frame_of_ascii_holds_nothing_else);
    tcase_add_test(tests, hostile_text_leaves_nothing_but_characters);
    tcase_add_test(tests, every_character_takes_the_columns_that_utf8_width_says);
    tcase_add_test(tests, long_formatted_text_is_whole);
    tcase_add_test(tests, frames_differ_in_size_cells_or_cursor);
    tcase_add_test(tests, a_pen_counts_the_columns_that_it_would_write);
    tcase_add_test(tests, a_pen_writes_whole_words_or_none);
    tcase_add_test(tests, the_region_that_was_drawn_last_is_found_and_counts_its_cells);
    tcase_add_test(tests, bytes_are_utf8_or_one_replacement_each);
    tcase_add_test(tests, every_character_survives_encoding_and_decoding);
    tcase_add_test(tests, widths_do_not_depend_on_the_locale);
    tcase_add_test(tests, key_names_are_read_back);
    tcase_add_test(tests, a_list_of_keys_is_read_one_by_one);
    tcase_add_test(tests, full_width_keys_count_as_their_ascii_ones);
    suite_add_tcase(suite, tests);
    return suite;
}
