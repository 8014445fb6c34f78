/* The palette as a person sees it: readable, ordered, and the same idea on every device. The
 * luminance here is written anew, so that it does not share a mistake with the program's. */
#include "suites.h"

#include <check.h>
#include <math.h>
#include <string.h>

#include "frame/palette.h"
#include "session/session.h"

static const Theme colored[] = {THEME_DARK, THEME_LIGHT, THEME_CONTRAST};
static const Depth deep[] = {DEPTH_TRUE, DEPTH_256};

static void channels(Depth depth, uint32_t color, double out[3]) {
    static const int cube[] = {0, 95, 135, 175, 215, 255};
    uint32_t rgb[3] = {color >> 16 & 255, color >> 8 & 255, color & 255};
    if (depth == DEPTH_256) {
        if (color < 16 || color > 255)
            ck_abort_msg("color %u is not one of the fixed ones", (unsigned)color);
        for (int i = 0; i < 3; i++) {
            uint32_t part = i == 0   ? (color - 16) / 36
                            : i == 1 ? (color - 16) / 6
                                     : color - 16;
            rgb[i] = color >= 232 ? 8 + 10 * (color - 232) : (uint32_t)cube[part % 6];
        }
    }
    for (int i = 0; i < 3; i++) {
        double value = rgb[i] / 255.0;
        out[i] = value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92;
    }
}

static double luminance(Depth depth, uint32_t color) {
    double part[3];
    channels(depth, color, part);
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}

static double contrast(Depth depth, Paint paint) {
    double fore = luminance(depth, paint.fore) + 0.05,
           back = luminance(depth, paint.back) + 0.05;
    return fore > back ? fore / back : back / fore;
}

static void check_readable(Theme theme, Depth depth, Style style) {
    Paint paint = palette_paint(theme, depth, style);
    double found = contrast(depth, paint);
    if (found < 4.5)
        ck_abort_msg("%s: entry %d over %d: %06x on %06x has only %.2f:1",
                     theme_names[theme], style.fore, style.back, (unsigned)paint.fore,
                     (unsigned)paint.back, found);
}

START_TEST(every_text_can_be_read_over_every_ground) {
    for (int device = 0; device < 3 * 2; device++) {
        for (int back = 0; back < ENTRY_COUNT; back++) {
            for (int fore = 0; fore < ENTRY_COUNT; fore++)
                check_readable(colored[device / 2], deep[device % 2],
                               style_over(fore, back));
        }
    }
}
END_TEST

START_TEST(text_over_a_ground_keeps_its_color_where_that_can_be_read) {
    Paint own = palette_paint(THEME_DARK, DEPTH_TRUE, style_of(ROLE_KEY));
    Paint over =
        palette_paint(THEME_DARK, DEPTH_TRUE, style_over(ROLE_KEY, ROLE_OVERLAY));
    Paint overlay = palette_paint(THEME_DARK, DEPTH_TRUE, style_of(ROLE_OVERLAY));
    ck_assert_uint_eq(over.fore, own.fore);
    ck_assert_uint_eq(over.back, overlay.back);
    ck_assert_uint_ne(over.back, own.back);
}
END_TEST

/* From `from` to `to` every color is as light as the one before or further along; returns how many
 * different ones there are. */
static int ordered_steps(Theme theme, Depth depth, int from, int to) {
    int step = from < to ? 1 : -1, different = 1;
    double direction = theme == THEME_DARK ? 1 : -1;
    uint32_t before = palette_paint(theme, depth, style_of(from)).back;
    for (int entry = from; entry != to;) {
        entry += step;
        uint32_t color = palette_paint(theme, depth, style_of(entry)).back;
        if (color == before)
            continue;
        double change = luminance(depth, color) - luminance(depth, before);
        ck_assert_msg(change * direction > 0, "%s: entry %d, %06x after %06x",
                      theme_names[theme], entry, (unsigned)color, (unsigned)before);
        before = color;
        different++;
    }
    return different;
}

START_TEST(a_larger_number_is_never_drawn_as_a_smaller_one) {
    int zero = ENTRY_SIGNED + SIGNED_STEPS / 2;
    for (int t = 0; t < 3; t++) {
        for (int d = 0; d < 2; d++) {
            bool all = deep[d] == DEPTH_TRUE;
            ck_assert_int_eq(
                ordered_steps(colored[t], deep[d], ENTRY_HEAT, ENTRY_SIGNED - 1),
                all ? HEAT_STEPS : 8);
            ck_assert_int_eq(ordered_steps(colored[t], deep[d], zero, ENTRY_SIGNED),
                             all ? 1 + SIGNED_STEPS / 2 : 5);
            ck_assert_int_eq(ordered_steps(colored[t], deep[d], zero, ENTRY_EDGE - 1),
                             all ? 1 + SIGNED_STEPS / 2 : 5);
        }
    }
}
END_TEST

/* Some terminals change the colors of text until it can be read, and none changes a ground. */
START_TEST(a_number_tells_its_size_by_its_ground_alone) {
    for (int device = 0; device < 3 * 2; device++) {
        uint32_t seen[2];
        int different = 0;
        for (int entry = ENTRY_HEAT; entry < ENTRY_EDGE; entry++) {
            uint32_t fore =
                palette_paint(colored[device / 2], deep[device % 2], style_of(entry))
                    .fore;
            bool before =
                (different > 0 && seen[0] == fore) || (different > 1 && seen[1] == fore);
            ck_assert_msg(before || different < 2, "a third color: %06x", (unsigned)fore);
            if (!before)
                seen[different++] = fore;
        }
    }
}
END_TEST

START_TEST(a_partly_hidden_pixel_is_a_grey_as_light_as_its_heat) {
    for (int t = 0; t < 3; t++) {
        for (int step = 0; step < HEAT_STEPS; step++) {
            Paint heat =
                palette_paint(colored[t], DEPTH_TRUE, style_of(ENTRY_HEAT + step));
            Paint edge =
                palette_paint(colored[t], DEPTH_TRUE, style_of(ENTRY_EDGE + step));
            ck_assert(edge.back == (edge.back & 255) * 0x010101);
            double difference =
                luminance(DEPTH_TRUE, heat.back) - luminance(DEPTH_TRUE, edge.back);
            ck_assert_msg(fabs(difference) < 0.005, "step %d: %g", step, difference);
        }
    }
}
END_TEST

START_TEST(weights_go_to_the_nearest_of_32_steps) {
    ck_assert_int_eq(style_heat(0).back, ENTRY_HEAT);
    ck_assert_int_eq(style_heat(1).back, ENTRY_HEAT + 31);
    ck_assert_int_eq(style_heat(0.5).back, ENTRY_HEAT + 16);
    ck_assert_int_eq(style_heat(10.4 / 31).back, ENTRY_HEAT + 10);
    ck_assert_int_eq(style_heat(-3).back, ENTRY_HEAT);
    ck_assert_int_eq(style_heat(INFINITY).back, ENTRY_HEAT + 31);
    ck_assert_int_eq(style_heat(NAN).back, ROLE_EMPTY);
}
END_TEST

START_TEST(signed_numbers_diverge_from_zero_on_the_scale_of_the_largest) {
    int zero = ENTRY_SIGNED + 15;
    ck_assert_int_eq(style_signed(0, 4).back, zero);
    ck_assert_int_eq(style_signed(0, 0).back, zero);
    ck_assert_int_eq(style_signed(4, 4).back, zero + 15);
    ck_assert_int_eq(style_signed(-4, 4).back, zero - 15);
    ck_assert_int_eq(style_signed(1, 4).back, zero + 4);
    ck_assert_int_eq(style_signed(-INFINITY, INFINITY).back, zero - 15);
    ck_assert_int_eq(style_signed(7, INFINITY).back, zero);
    ck_assert_int_eq(style_signed(NAN, 1).back, ROLE_EMPTY);
    ck_assert_int_eq(style_signed(1, NAN).back, zero);
}
END_TEST

START_TEST(few_colors_have_fewer_steps_at_the_places_of_the_table) {
    static const uint32_t heat[] = {53, 54, 24, 30, 36, 78, 148, 220};
    static const uint32_t ground_16[] = {0, 4, 6, 7};
    for (int step = 0; step < HEAT_STEPS; step++) {
        Style style = style_of(ENTRY_HEAT + step);
        ck_assert_uint_eq(palette_paint(THEME_DARK, DEPTH_256, style).back,
                          heat[step / 4]);
        ck_assert_uint_eq(palette_paint(THEME_DARK, DEPTH_16, style).back,
                          ground_16[step / 8]);
    }
    static const uint32_t signs[] = {75, 32, 25, 24, 235, 94, 130, 172, 215};
    for (int step = -15; step <= 15; step++) {
        Style style = style_of(ENTRY_SIGNED + 15 + step);
        ck_assert_uint_eq(palette_paint(THEME_DARK, DEPTH_256, style).back,
                          signs[4 + (int)round(step * 4 / 15.0)]);
        uint32_t third = step < -5 ? 4 : step > 5 ? 5 : 0;
        ck_assert_uint_eq(palette_paint(THEME_DARK, DEPTH_16, style).back, third);
    }
}
END_TEST

START_TEST(roles_have_the_colors_of_their_theme) {
    Paint cursor = palette_paint(THEME_CONTRAST, DEPTH_TRUE, style_of(ROLE_CURSOR));
    ck_assert_uint_eq(cursor.fore, 0xffff00);
    ck_assert_uint_eq(cursor.back, 0x000000);
    ck_assert(cursor.bold && !cursor.underline && !cursor.reverse);
    Paint quiet = palette_paint(THEME_LIGHT, DEPTH_256, style_of(ROLE_QUIET));
    ck_assert_uint_eq(quiet.fore, 241);
    ck_assert_uint_eq(quiet.back, 231);
    Paint changed = palette_paint(THEME_DARK, DEPTH_16, style_of(ROLE_CHANGED));
    ck_assert_uint_eq(changed.fore, 15);
    ck_assert_uint_eq(changed.back, 0);
    ck_assert(changed.bold && changed.underline);
    Paint base = palette_paint(THEME_DARK, DEPTH_TRUE, style_of(ROLE_BASE));
    ck_assert(!base.bold && !base.underline);
}
END_TEST

/* Sixteen colors as xterm, a VGA and Windows show them. */
static const uint32_t few[][16] = {
    {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
     0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
    {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
     0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
    {0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
     0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2}};

static void check_readable_in_few(Theme theme, Depth depth, Style style) {
    Paint paint = palette_paint(theme, depth, style);
    uint32_t most = depth == DEPTH_8 ? 8 : 16;
    if (paint.fore >= most || paint.back >= most)
        ck_abort_msg("color %u on %u", (unsigned)paint.fore, (unsigned)paint.back);
    uint32_t shown = paint.fore + (paint.bold && paint.fore < 8 ? 8 : 0);
    for (int i = 0; i < 3; i++) {
        Paint seen = {.fore = few[i][shown], .back = few[i][paint.back]};
        double found = contrast(DEPTH_TRUE, seen);
        if (found < 4.5)
            ck_abort_msg("%s: entry %d over %d: %u%s on %u has only %.2f:1 in palette %d",
                         theme_names[theme], style.fore, style.back, (unsigned)paint.fore,
                         paint.bold ? " bold" : "", (unsigned)paint.back, found, i);
    }
}

START_TEST(few_colors_can_be_read_in_every_palette_with_bold_as_bright) {
    for (int device = 0; device < 3 * 2; device++)
        for (int back = 0; back < ENTRY_COUNT; back++)
            for (int fore = 0; fore < ENTRY_COUNT; fore++)
                check_readable_in_few(colored[device / 2],
                                      device % 2 ? DEPTH_8 : DEPTH_16,
                                      style_over(fore, back));
    Paint bright = palette_paint(THEME_DARK, DEPTH_8, style_of(ROLE_TITLE));
    ck_assert(bright.fore == 7 && bright.bold);
    Paint dark = palette_paint(THEME_DARK, DEPTH_8, style_of(ROLE_CURSOR));
    ck_assert(dark.fore == 0 && dark.back == 2 && !dark.bold);
}
END_TEST

START_TEST(without_colors_attributes_alone_are_left) {
    static const struct {
        int role;
        bool bold, underline, reverse;
    } table[] = {
        {ROLE_BASE, false, false, false},  {ROLE_TITLE, true, false, false},
        {ROLE_OPEN, false, false, true},   {ROLE_FORCED, true, true, false},
        {ROLE_WRONG, true, false, true},   {ROLE_CURSOR, true, false, true},
        {ROLE_ROW, false, false, false},   {ROLE_CROSS, true, true, false},
        {ROLE_CHANGED, true, true, false}, {ROLE_CHOICE, false, false, true},
        {ROLE_PROMPT, true, false, false}, {ROLE_HIDDEN, false, false, false},
        {ENTRY_HEAT, false, false, false}, {ENTRY_SIGNED, false, false, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Paint mono = palette_paint(THEME_MONO, DEPTH_TRUE, style_of(table[i].role));
        Paint none = palette_paint(THEME_LIGHT, DEPTH_NONE, style_of(table[i].role));
        ck_assert_int_eq(mono.bold, table[i].bold);
        ck_assert_int_eq(mono.underline, table[i].underline);
        ck_assert_int_eq(mono.reverse, table[i].reverse);
        ck_assert(none.bold == mono.bold && none.reverse == mono.reverse);
    }
    Paint both =
        palette_paint(THEME_MONO, DEPTH_TRUE, style_over(ROLE_CHANGED, ROLE_CURSOR));
    ck_assert(both.bold && both.underline && both.reverse);
}
END_TEST

START_TEST(pixels_are_two_dots_of_plain_color) {
    Style style = style_pixels(ENTRY_HEAT + 31, ROLE_TROUBLE);
    Paint heat = palette_paint(THEME_DARK, DEPTH_TRUE, style_of(ENTRY_HEAT + 31));
    Paint trouble = palette_paint(THEME_DARK, DEPTH_TRUE, style_of(ROLE_TROUBLE));
    Paint paint = palette_paint(THEME_DARK, DEPTH_TRUE, style);
    ck_assert_uint_eq(paint.fore, heat.back);
    ck_assert_uint_eq(paint.back, trouble.fore);
    ck_assert(!paint.bold && !paint.underline && !paint.reverse);
    paint = palette_paint(THEME_DARK, DEPTH_16, style_pixels(ROLE_HIDDEN, ROLE_GROUND));
    ck_assert_uint_eq(paint.fore, 0);
    ck_assert_uint_eq(paint.back, 0);
}
END_TEST

START_TEST(flags_add_to_what_an_entry_asks_for) {
    Style style = style_heat(1);
    style.flags = STYLE_BOLD | STYLE_UNDERLINE;
    for (Theme theme = THEME_DARK; theme < THEME_COUNT; theme++) {
        Paint paint = palette_paint(theme, DEPTH_256, style);
        ck_assert(paint.bold && paint.underline);
    }
}
END_TEST

START_TEST(every_entry_has_a_letter_of_its_own) {
    char seen[128] = {0};
    for (int entry = 0; entry < ENTRY_EDGE; entry++) {
        char letter = palette_letter(style_of(entry));
        ck_assert_int_ge(letter, ' ');
        ck_assert_int_le(letter, '~');
        ck_assert_msg(!seen[(int)letter], "'%c' of entry %d is taken", letter, entry);
        seen[(int)letter] = 1;
    }
    ck_assert_int_eq(palette_letter(style_of(ROLE_GROUND)), ' ');
    ck_assert_int_eq(palette_letter(style_heat(1)), 'v');
    ck_assert_int_eq(palette_letter(style_signed(0, 1)), 'P');
    ck_assert_int_eq(palette_letter(style_over(ROLE_KEY, ROLE_OVERLAY)),
                     palette_letter(style_of(ROLE_KEY)));
    ck_assert_int_eq(palette_letter(style_over(ROLE_CHANGED, ENTRY_HEAT)), '0');
}
END_TEST

/* A session knows themes by their numbers and names, the palette by Theme. */
START_TEST(every_theme_has_its_name) {
    ck_assert_str_eq(theme_names[THEME_DARK], "dark");
    ck_assert_str_eq(theme_names[THEME_LIGHT], "light");
    ck_assert_str_eq(theme_names[THEME_CONTRAST], "contrast");
    ck_assert_str_eq(theme_names[THEME_MONO], "mono");
    ck_assert_ptr_null(theme_names[THEME_COUNT]);
}
END_TEST

Suite *palette_suite(void) {
    Suite *suite = suite_create("palette");
    TCase *tests = tcase_create("palette");
    tcase_add_test(tests, every_text_can_be_read_over_every_ground);
    tcase_add_test(tests, text_over_a_ground_keeps_its_color_where_that_can_be_read);
    tcase_add_test(tests, a_larger_number_is_never_drawn_as_a_smaller_one);
    tcase_add_test(tests, a_number_tells_its_size_by_its_ground_alone);
    tcase_add_test(tests, a_partly_hidden_pixel_is_a_grey_as_light_as_its_heat);
    tcase_add_test(tests, weights_go_to_the_nearest_of_32_steps);
    tcase_add_test(tests, signed_numbers_diverge_from_zero_on_the_scale_of_the_largest);
    tcase_add_test(tests, few_colors_have_fewer_steps_at_the_places_of_the_table);
    tcase_add_test(tests, roles_have_the_colors_of_their_theme);
    tcase_add_test(tests, few_colors_can_be_read_in_every_palette_with_bold_as_bright);
    tcase_add_test(tests, without_colors_attributes_alone_are_left);
    tcase_add_test(tests, pixels_are_two_dots_of_plain_color);
    tcase_add_test(tests, flags_add_to_what_an_entry_asks_for);
    tcase_add_test(tests, every_entry_has_a_letter_of_its_own);
    tcase_add_test(tests, every_theme_has_its_name);
    suite_add_tcase(suite, tests);
    return suite;
}
