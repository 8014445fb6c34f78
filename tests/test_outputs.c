/* The outputs agree with the frame: what a terminal makes of the escape sequences is the frame
 * again, the text is its glyphs, and the picture is well-formed and in its colors. */
#include "suites.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vterm.h>

#include "base/utf8.h"
#include "output/writers.h"
#include "output/sequence.h"
#include "base/key.h"
#include "terminal.h"

enum { WIDTH = 64, HEIGHT = 20 };

/* Every entry with every flag, entries over entries, wide and combined characters, XML's own. */
static void draw_everything(Frame *frame) {
    static const char *const words[] = {"ab",  "我", "e\u0301", "<&>",
                                        "\"'", "x ", "·∞",      "▀█"};
    frame_init(frame, WIDTH, HEIGHT);
    int place = 0;
    for (int flags = 0; flags < 16; flags++) {
        for (int entry = 0; entry < ENTRY_COUNT; entry++, place++) {
            Style style =
                style_over(entry, flags % 2 ? (entry * 7 + flags) % ENTRY_COUNT : entry);
            style.flags = (uint8_t)flags;
            int cell = place % (WIDTH / 2 * (HEIGHT - 4));
            frame_text(frame, cell % (WIDTH / 2) * 2, cell / (WIDTH / 2), 2, style,
                       words[(entry + flags) % 8]);
        }
    }
    frame_text(frame, 0, HEIGHT - 2, WIDTH, style_of(ROLE_LABEL),
               "我爱北京 a\u0301\u0302 한국 ａ");
    frame_text(frame, WIDTH - 3, HEIGHT - 1, 9, style_of(ROLE_LABEL), "end");
}

typedef void (*Writer)(const Frame *frame, Theme theme, Depth depth, FILE *file);

static void write_text(const Frame *frame, Theme theme, Depth depth, FILE *file) {
    (void)theme;
    (void)depth;
    text_write(frame, file);
}

static void write_svg(const Frame *frame, Theme theme, Depth depth, FILE *file) {
    (void)depth;
    svg_write(frame, theme, file);
}

/* What a writer writes; the caller frees it. */
static char *written(Writer writer, const Frame *frame, Theme theme, Depth depth) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    writer(frame, theme, depth, file);
    fclose(file);
    return bytes;
}

static VTerm *terminal_of(const Frame *frame, VTermScreen **screen) {
    VTerm *vterm = vterm_new(frame->height + 1, frame->width);
    vterm_set_utf8(vterm, 1);
    *screen = vterm_obtain_screen(vterm);
    vterm_screen_reset(*screen, 1);
    return vterm;
}

/* A terminal wants a carriage return before each line feed. */
static void feed(VTerm *vterm, const char *bytes) {
    for (; *bytes; bytes++) {
        if (*bytes == '\n')
            vterm_input_write(vterm, "\r", 1);
        vterm_input_write(vterm, bytes, 1);
    }
}

static bool color_is(PtyColor color, Depth depth, uint32_t expected) {
    if (depth == DEPTH_NONE)
        return color.kind == PTY_DEFAULT;
    return color.kind == (depth == DEPTH_TRUE ? PTY_RGB : PTY_INDEX) &&
           color.value == expected;
}

static void check_cell(const Frame *frame, const Cell *drawn, PtyCell seen, Theme theme,
                       Depth depth) {
    Paint paint = palette_paint(theme, depth, drawn->style);
    Cell painted = cell_painted(frame, drawn, paint), *cell = &painted;
    if (theme == THEME_MONO)
        depth = DEPTH_NONE;
    ck_assert_uint_eq(seen.glyph, cell->glyph);
    ck_assert_uint_eq(seen.mark[0], cell->mark[0]);
    ck_assert_uint_eq(seen.mark[1], cell->mark[1]);
    if (cell->glyph == 0) /* libvterm keeps no style there */
        return;
    ck_assert(color_is(seen.fore, depth, paint.fore));
    ck_assert(color_is(seen.back, depth, paint.back));
    ck_assert(seen.bold == paint.bold && seen.underline == paint.underline);
    ck_assert(seen.reverse == paint.reverse);
}

START_TEST(a_terminal_makes_the_frame_of_the_escape_sequences) {
    Frame frame;
    draw_everything(&frame);
    for (Theme theme = THEME_DARK; theme < THEME_COUNT; theme++) {
        for (Depth depth = DEPTH_NONE; depth <= DEPTH_TRUE; depth++) {
            VTermScreen *screen;
            VTerm *vterm = terminal_of(&frame, &screen);
            char *bytes = written(ansi_write, &frame, theme, depth);
            feed(vterm, bytes);
            for (int y = 0; y < frame.height; y++) {
                for (int x = 0; x < frame.width; x++)
                    check_cell(&frame, frame_cell(&frame, x, y),
                               pty_screen_cell(screen, x, y), theme, depth);
            }
            free(bytes);
            vterm_free(vterm);
        }
    }
    frame_release(&frame);
}
END_TEST

START_TEST(every_line_of_escape_sequences_ends_with_a_reset) {
    Frame frame;
    draw_everything(&frame);
    char *bytes = written(ansi_write, &frame, THEME_DARK, DEPTH_TRUE);
    int lines = 0;
    for (char *line = strtok(bytes, "\n"); line; line = strtok(NULL, "\n"), lines++)
        ck_assert(strlen(line) > 4 && strcmp(line + strlen(line) - 4, "\033[0m") == 0);
    ck_assert_int_eq(lines, HEIGHT);
    free(bytes);
    frame_release(&frame);
}
END_TEST

START_TEST(what_stays_the_same_is_not_said_again) {
    Frame frame;
    frame_init(&frame, 6, 1);
    frame_text(&frame, 0, 0, 3, style_of(ROLE_OPEN), "aaa");
    frame_text(&frame, 3, 0, 3, style_over(ROLE_FORCED, ROLE_OPEN), "bbb");
    char *bytes = written(ansi_write, &frame, THEME_MONO, DEPTH_NONE);
    ck_assert_str_eq(bytes, "\033[7maaa\033[1;4mbbb\033[0m\n");
    free(bytes);
    bytes = written(ansi_write, &frame, THEME_DARK, DEPTH_16);
    ck_assert_str_eq(bytes, "\033[30;47maaa\033[4mbbb\033[0m\n");
    free(bytes);
    frame_release(&frame);
}
END_TEST

START_TEST(text_is_the_glyphs_without_blanks_at_the_ends) {
    Frame frame;
    frame_init(&frame, 12, 4);
    frame_text(&frame, 1, 0, 12, style_of(ROLE_OPEN), "a我e\u0301 b  ");
    frame_text(&frame, 10, 2, 2, style_of(ROLE_CURSOR), "们");
    char *bytes = written(write_text, &frame, THEME_DARK, DEPTH_TRUE);
    ck_assert_str_eq(bytes, " a我e\u0301 b\n\n          们\n\n");
    free(bytes);
    frame_release(&frame);
}
END_TEST

START_TEST(pictures_are_well_formed) {
    Frame frame;
    draw_everything(&frame);
    for (Theme theme = THEME_DARK; theme < THEME_COUNT; theme++) {
        FILE *xmllint = popen("xmllint --noout --nonet -", "w");
        ck_assert_ptr_nonnull(xmllint);
        svg_write(&frame, theme, xmllint);
        ck_assert_int_eq(pclose(xmllint), 0);
    }
    frame_resize(&frame, 0, 0);
    char *bytes = written(write_svg, &frame, THEME_DARK, DEPTH_TRUE);
    ck_assert_ptr_nonnull(strstr(bytes, "</svg>"));
    free(bytes);
    frame_release(&frame);
}
END_TEST

START_TEST(pictures_put_every_character_into_its_column) {
    Frame frame;
    frame_init(&frame, 20, 2);
    frame_text(&frame, 0, 0, 20, style_of(ROLE_TITLE), "我ab");
    frame_text(&frame, 4, 0, 20, style_of(ROLE_TITLE), "们c <d>");
    frame_text(&frame, 3, 1, 20, style_of(ENTRY_HEAT + 31), "7");
    char *bytes = written(write_svg, &frame, THEME_DARK, DEPTH_TRUE);
    static const char *const parts[] = {
        "<text x=\"0\" y=\"14\" fill=\"#ffffff\" font-weight=\"bold\">我</text>",
        "<text x=\"18\" y=\"14\" fill=\"#ffffff\" textLength=\"18\" font-weight=\"bold\">ab<",
        "<text x=\"36\" y=\"14\" fill=\"#ffffff\" font-weight=\"bold\">们</text>",
        "<text x=\"54\" y=\"14\" fill=\"#ffffff\" textLength=\"45\" font-weight=\"bold\">c &lt;d&gt;<",
        "<rect x=\"27\" y=\"18\" width=\"9\" height=\"18\" fill=\"#fde725\"/>",
        "<text x=\"27\" y=\"32\" fill=\"#000000\">7</text>",
        "width=\"180\" height=\"36\"",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        ck_assert_msg(strstr(bytes, parts[i]) != NULL, "no %s in %s", parts[i], bytes);
    free(bytes);
    frame_release(&frame);
}
END_TEST

/* Bytes of a string, all there at once. */
typedef struct Typed {
    const char *text;
    int at;
} Typed;

static int next_typed(void *data, int milliseconds) {
    Typed *typed = data;
    (void)milliseconds;
    return typed->text[typed->at] ? (unsigned char)typed->text[typed->at++] : BYTE_NONE;
}

START_TEST(escape_sequences_are_read_to_their_end) {
    static const struct {
        const char *text;
        int taken, key;
    } table[] = {
        {"\033[Aq", 3, KEY_ARROW_UP},
        {"\033OBq", 3, KEY_ARROW_DOWN},
        {"\033[5~q", 4, KEY_PAGE_UP},
        {"\033[15~q", 5, KEY_F5_KEY},
        {"\033[[Eq", 4, KEY_F5_KEY},
        {"\033[1;5Aq", 6, KEY_OTHER},
        {"\033[200~q", 6, KEY_OTHER},
        {"\033[?62;1;2;3;4;5;6;7;8;9;22cq", 27, KEY_OTHER},
        {"\033]11;rgb:1/2/3\007q", 15, KEY_OTHER},
        {"\033]52;c;cXVpdA==\033\\q", 17, KEY_OTHER},
        {"\033P1$r0q\033\\q", 9, KEY_OTHER},
        {"\033_Gi=1;OK\033\\q", 11, KEY_OTHER},
        {"\033q", 1, KEY_ESCAPE},
        {"\033]q", 1, KEY_ESCAPE},
        {"\033Pq", 1, KEY_ESCAPE},
        {"\033O", 1, KEY_ESCAPE},
        {"\033\033[A", 1, KEY_ESCAPE},
        {"\033", 1, KEY_ESCAPE},
        {"\033[", 2, KEY_OTHER},
        {"\033]11;no end", 11, KEY_OTHER},
        {"qq", 1, 'q'},
        {"\rq", 1, KEY_RETURN},
        {"\nq", 1, KEY_RETURN},
        {"\bq", 1, KEY_RUBOUT},
        {"\177q", 1, KEY_RUBOUT},
        {"我q", 3, 0x6211},
        {"😀q", 4, 0x1f600},
        {"\x80q", 1, KEY_OTHER},
        {"\xe6\x88q", 2, KEY_OTHER},
        {"\xff\xffq", 1, KEY_OTHER},
        {"\302\23331mq", 2, KEY_OTHER},
        {"\xe2\x80\x8fq", 3, KEY_OTHER},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Typed typed = {.text = table[i].text};
        ByteSource source = {.next = next_typed, .data = &typed};
        int key = sequence_read(&source), taken = typed.at - source.back_count;
        ck_assert_msg(key == table[i].key && taken == table[i].taken,
                      "row %d: key %d after %d bytes", (int)i, key, taken);
        for (int at = taken; at < typed.at; at++)
            ck_assert_int_eq(source.back[typed.at - 1 - at],
                             (unsigned char)typed.text[at]);
    }
}
END_TEST

Suite *outputs_suite(void) {
    Suite *suite = suite_create("outputs");
    TCase *tests = tcase_create("outputs");
    tcase_add_test(tests, a_terminal_makes_the_frame_of_the_escape_sequences);
    tcase_add_test(tests, every_line_of_escape_sequences_ends_with_a_reset);
    tcase_add_test(tests, what_stays_the_same_is_not_said_again);
    tcase_add_test(tests, text_is_the_glyphs_without_blanks_at_the_ends);
    tcase_add_test(tests, pictures_are_well_formed);
    tcase_add_test(tests, pictures_put_every_character_into_its_column);
    tcase_add_test(tests, escape_sequences_are_read_to_their_end);
    suite_add_tcase(suite, tests);
    return suite;
}
