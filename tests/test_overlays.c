/* What lies over the screen: help counted against the tables, every size, the prompt's lines, the
 * list, the text; and that the words of the interface fit where they stand. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "viewer.h"
#include "helpers.h"
#include "session/action.h"
#include "base/key.h"
#include "session/language.h"
#include "said.h"
#include "suites.h"
#include "view/pages/full_page.h"
#include "view/view.h"

/* ---- frames as text ---- */

static void line_text(const Frame *frame, int y, Text *out) {
    for (int x = 0; x < frame->width; x++) {
        const Cell *cell = frame_cell(frame, x, y);
        char bytes[5];
        if (!cell->glyph)
            continue;
        utf8_encode(cell->glyph, bytes);
        text_append(out, bytes);
    }
    text_append(out, "\n");
}

static void frame_text_all(const Frame *frame, Text *out) {
    for (int y = 0; y < frame->height; y++)
        line_text(frame, y, out);
}

static bool frame_has(const Frame *frame, const char *part) {
    Text text = {0};
    frame_text_all(frame, &text);
    bool has = strstr(text_string(&text), part) != NULL;
    text_release(&text);
    return has;
}

#define ASSERT_HAS(frame, part)                                                          \
    do {                                                                                 \
        Text shown = {0};                                                                \
        frame_text_all(frame, &shown);                                                   \
        ck_assert_msg(strstr(text_string(&shown), part) != NULL, "\"%s\" is not in\n%s", \
                      part, text_string(&shown));                                        \
        text_release(&shown);                                                            \
    } while (0)

static void draw_overlay(const Session *session, Frame *frame) {
    if (session->look.overlay != OVERLAY_NONE)
        full_page_draw(session, frame);
}

static void type(Session *session, const char *keys) {
    int key;
    while (key_parse(&keys, &key, NULL))
        session_key(session, key);
}

/* All of an overlay at once. */
static void draw_tall(const Session *session, Frame *frame, int width) {
    frame_init(frame, width, 400);
    draw_overlay(session, frame);
}

/* ---- help ---- */

/* Lines that hold both words. */
static size_t lines_with(const Frame *frame, const char *first, const char *second) {
    size_t count = 0;
    for (int y = 0; y < frame->height; y++) {
        Text line = {0};
        line_text(frame, y, &line);
        count += strstr(text_string(&line), first) && strstr(text_string(&line), second);
        text_release(&line);
    }
    return count;
}

START_TEST(help_lists_every_binding_with_its_action) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    must(&session, "help");
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        session.look.lang = lang;
        draw_tall(&session, &frame, 120);
        for (size_t i = 0; i < binding_count; i++)
            ck_assert_msg(lines_with(&frame, binding_table[i].action,
                                     message(lang, binding_table[i].help)) > 0,
                          "%s is not in help", binding_table[i].help);
        frame_release(&frame);
    }
    session_close(&session);
}
END_TEST

START_TEST(help_lists_every_action_and_every_option_with_its_arguments) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    must(&session, "help");
    draw_tall(&session, &frame, 120);
    for (size_t i = 0; i < action_count; i++)
        ck_assert_msg(lines_with(&frame, action_table[i].name, action_table[i].usage) > 0,
                      "%s is not in help", action_table[i].name);
    for (size_t i = 0; i < option_count; i++)
        ck_assert_msg(
            lines_with(&frame, option_table[i].name, option_table[i].arguments) > 0,
            "%s is not in help", option_table[i].name);
    view_measure(&session, &frame);
    ck_assert_uint_eq(session.overlay_entries,
                      binding_count + action_count + option_count);
    frame_release(&frame);
    session_close(&session);
}
END_TEST

START_TEST(the_first_page_of_help_tells_how_to_go_on_to_change_something_and_to_leave) {
    static const char *const actions[] = {
        "next",        "prev",          "scene next",
        "list",        "move left",     "move down",
        "focus next",  "toggle causal", "toggle pad-keys",
        "cycle order", "edit GRID",     "flip Q K",
        "undo",        "reset",         "quit"};
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        session.look.lang = lang;
        session.look.overlay = OVERLAY_HELP;
        frame_init(&frame, 80, 24);
        draw_overlay(&session, &frame);
        for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
            ASSERT_HAS(&frame, actions[i]);
        frame_release(&frame);
    }
    session_close(&session);
}
END_TEST

/* The words that the row of switches has, and the keys that are found by them. */
START_TEST(help_finds_the_words_of_the_switches) {
    static const struct {
        int lang;
        const char *word, *key;
    } table[] = {
        {LANG_EN, "causal", "c"},   {LANG_EN, "pad", "p"},      {LANG_EN, "padding", "p"},
        {LANG_EN, "mask", "o"},     {LANG_EN, "uniform", "e"},  {LANG_EN, "heads", "s"},
        {LANG_EN, "W_O", "w"},      {LANG_EN, "renorm", "O"},   {LANG_EN, "strict", "C"},
        {LANG_ZH, "因果", "c"},     {LANG_ZH, "掩码", "c"},     {LANG_ZH, "填充", "p"},
        {LANG_ZH, "次序", "o"},     {LANG_ZH, "先屏蔽", "o"},   {LANG_ZH, "置零", "O"},
        {LANG_ZH, "全遮蔽行", "e"}, {LANG_ZH, "均匀", "e"},     {LANG_ZH, "头序", "s"},
        {LANG_ZH, "W_O", "w"},      {LANG_ZH, "损失掩码", "M"}, {LANG_ZH, "反向", "C"},
    };
    Session session;
    HelpEntry entry;
    open_shipped(&session, "16.1", NULL);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bool found = false;
        session.look.lang = table[i].lang;
        snprintf(session.look.filter, sizeof session.look.filter, "%s", table[i].word);
        for (size_t n = 0; !found && help_entry(&session, n, &entry); n++)
            found = strcmp(entry.keys, table[i].key) == 0;
        ck_assert_msg(found, "%s does not find %s", table[i].word, table[i].key);
    }
    session_close(&session);
}
END_TEST

START_TEST(help_shows_only_what_the_filter_lets_through) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    must(&session, "help");
    must(&session, "search softmax");
    draw_tall(&session, &frame, 80);
    ck_assert(frame_has(&frame, "cycle order"));
    ck_assert(!frame_has(&frame, "swap-heads"));
    ck_assert(frame_has(&frame, "/softmax"));
    must(&session, "search nothinglikethis");
    frame_release(&frame);
    draw_tall(&session, &frame, 80);
    ck_assert(frame_has(&frame, "nothing has this word"));
    view_measure(&session, &frame);
    ck_assert_uint_eq(session.overlay_entries, 0);
    frame_release(&frame);
    session_close(&session);
}
END_TEST

/* The line of the chosen entry is drawn in the role of a choice. */
static bool choice_in_view(const Frame *frame) {
    for (int y = 0; y < frame->height; y++)
        if (frame_cell(frame, 0, y)->style.back == ROLE_CHOICE)
            return true;
    return false;
}

START_TEST(the_chosen_entry_is_always_in_view) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    must(&session, "help");
    frame_init(&frame, 80, 24);
    size_t entries = binding_count + action_count + option_count;
    for (size_t i = 0; i < entries; i++) {
        session.look.choice = i;
        draw_overlay(&session, &frame);
        ck_assert_msg(choice_in_view(&frame), "entry %zu of %zu", i, entries);
    }
    session.look.choice = SIZE_MAX;
    draw_overlay(&session, &frame);
    ck_assert(!choice_in_view(&frame));
    frame_release(&frame);
    session_close(&session);
}
END_TEST

START_TEST(a_clicker_pages_through_help_and_comes_out_at_its_end) {
    Session session;
    Frame frame;
    int pages = 0;
    open_shipped(&session, "16.1", NULL);
    must(&session, "help");
    frame_init(&frame, 80, 24);
    for (; session.look.overlay == OVERLAY_HELP; pages++) {
        view_draw(&session, &frame);
        view_measure(&session, &frame);
        ck_assert_int_lt(pages, 30);
        bool last = session.look.scroll + session.overlay_rows >= session.overlay_lines;
        ck_assert_int_eq(frame_has(&frame, "PgDn closes"), last);
        type(&session, "<PageDown>");
        ck_assert_int_eq(session.look.overlay == OVERLAY_NONE, last);
    }
    ck_assert_int_ge(pages, 5);
    frame_release(&frame);
    session_close(&session);
}
END_TEST

/* ---- frames that keys need ---- */

START_TEST(a_key_that_pages_reads_a_frame_that_is_up_to_date) {
    Session session;
    Viewer viewer;
    open_shipped(&session, "16.1", NULL);
    viewer_open(&viewer, &session, 80, 24);
    viewer_key(&viewer, '?');
    viewer_key(&viewer, KEY_LAST); /* before help was ever shown */
    ck_assert_uint_eq(session.look.choice,
                      binding_count + action_count + option_count - 1);
    ck_assert_uint_eq(session.overlay_rows, 20);
    viewer_close(&viewer);
    session_close(&session);
}
END_TEST

static bool draws_for(Viewer *viewer, int key) {
    viewer_draw(viewer);
    frame_text(&viewer->frame, 0, 0, 1, style_of(ROLE_BASE), "#");
    viewer_key(viewer, key);
    return frame_cell(&viewer->frame, 0, 0)->glyph != '#';
}

START_TEST(no_key_draws_again_what_is_up_to_date) {
    enum { CONTROL_D = 4 };
    static const int keys[] = {KEY_ARROW_DOWN, CONTROL_D, 'Z', 'c', '?', KEY_LAST};
    Session session;
    Viewer viewer;
    open_shipped(&session, "16.1", NULL);
    viewer_open(&viewer, &session, 80, 24);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        ck_assert_msg(!draws_for(&viewer, keys[i]), "key %d", keys[i]);
    viewer_key(&viewer, KEY_ESCAPE);
    viewer_draw(&viewer);
    frame_text(&viewer.frame, 0, 0, 1, style_of(ROLE_BASE), "#");
    for (int i = 0; i < 5; i++) /* held: no frame is drawn between */
        viewer_key(&viewer, i < 3 ? CONTROL_D : KEY_ARROW_UP);
    ck_assert_uint_eq(frame_cell(&viewer.frame, 0, 0)->glyph, '#');
    viewer_close(&viewer);
    session_close(&session);
}
END_TEST

/* ---- sizes ---- */

static void open_overlay(Session *session, Overlay overlay) {
    session->look.overlay = overlay;
    session->look.scroll = 0;
    session->look.choice = 0;
}

START_TEST(every_overlay_draws_at_every_size_and_counts_what_it_shows) {
    Session session;
    open_shipped(&session, "16.4-heads", "4");
    for (int overlay = OVERLAY_HELP; overlay <= OVERLAY_LEDGER; overlay++) {
        open_overlay(&session, (Overlay)overlay);
        for (int width = 1; width <= 130; width += width < 30 ? 1 : 9)
            for (int height = 1; height <= 40; height += height < 14 ? 1 : 9) {
                Frame frame;
                frame_init(&frame, width, height);
                session.look.lang = (width + height) % LANG_COUNT;
                session.look.scroll = (size_t)(width * height % 50);
                draw_overlay(&session, &frame);
                view_measure(&session, &frame);
                ck_assert_uint_le(session.overlay_rows, (size_t)height);
                ck_assert_uint_ge(session.overlay_lines, 1);
                ck_assert_int_lt(frame.cursor_x, width);
                ck_assert_int_lt(frame.cursor_y, height);
                frame_release(&frame);
            }
    }
    session_close(&session);
}
END_TEST

/* A sign without a spelling in ASCII would become one. */
static size_t question_marks(const char *text) {
    size_t count = 0;
    for (; *text; text++)
        count += *text == '?';
    return count;
}

START_TEST(an_ascii_frame_of_every_overlay_has_no_sign_left_out) {
    Session session;
    open_shipped(&session, "16.4-heads", "4");
    must(&session, "focus weights.2 2 3");
    for (int overlay = OVERLAY_HELP; overlay <= OVERLAY_LEDGER; overlay++) {
        Frame frame;
        open_overlay(&session, (Overlay)overlay);
        frame_init(&frame, 100, 200);
        frame.ascii = true;
        draw_overlay(&session, &frame);
        Text text = {0};
        frame_text_all(&frame, &text);
        for (const char *at = text_string(&text); *at; at++)
            ck_assert_int_lt((unsigned char)*at, 0x7f);
        if (overlay == OVERLAY_EXPLAIN) {
            ASSERT_HAS(&frame, "q*k / sqrt1");
            ck_assert_uint_eq(question_marks(text_string(&text)), 2); /* title, hint */
        }
        text_release(&text);
        frame_release(&frame);
    }
    session_close(&session);
}
END_TEST

START_TEST(the_explanation_leaves_the_left_part_of_a_wide_screen_alone) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.4-heads", "4");
    open_overlay(&session, OVERLAY_EXPLAIN);
    frame_init(&frame, 160, 45);
    for (int y = 0; y < 45; y++)
        for (int x = 0; x < 160; x++)
            frame_text(&frame, x, y, 1, style_of(ROLE_BASE), "#");
    draw_overlay(&session, &frame);
    int left = explain_left(160);
    ck_assert_int_gt(left, 60);
    for (int y = 0; y < 45; y++) {
        ck_assert_uint_eq(frame_cell(&frame, left - 1, y)->glyph, '#');
        ck_assert_uint_ne(frame_cell(&frame, left, y)->glyph, '#');
    }
    ck_assert_int_eq(explain_left(119), 0);
    frame_release(&frame);
    session_close(&session);
}
END_TEST

/* ---- the prompt ---- */

static void draw_prompt(const Session *session, Frame *frame, int width, int height) {
    frame_init(frame, width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            frame_text(frame, x, y, 1, style_of(ROLE_BASE), "#");
    prompt_draw(session, frame);
}

START_TEST(the_prompt_shows_usage_and_what_each_value_means_and_leaves_the_rest) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    type(&session, ":set<Space>order<Space>");
    draw_prompt(&session, &frame, 80, 24);
    ASSERT_HAS(&frame,
               "set OPTION VALUE [LAYER]    order: how hidden cells meet softmax");
    ASSERT_HAS(&frame, "renorm    softmax, × 0/1, ÷ row sum: less stable");
    ASSERT_HAS(&frame, "before    hidden score is -inf, then softmax: right  now");
    ASSERT_HAS(&frame, ":set order ");
    for (int y = 0; y < 24; y++)
        ck_assert_msg((frame_cell(&frame, 79, y)->glyph == '#') == (y < 24 - 1 - 7 - 1),
                      "line %d", y);
    ck_assert_int_eq(frame.cursor_y, 23);
    ck_assert_int_eq(frame.cursor_x, 1 + 1 + (int)strlen("set order "));
    frame_release(&frame);
    session_close(&session);
}
END_TEST

START_TEST(the_prompt_shows_eight_candidates_and_counts_the_rest) {
    Session session;
    Frame frame;
    char more[40];
    open_shipped(&session, "16.1", NULL);
    type(&session, ":");
    draw_prompt(&session, &frame, 80, 24);
    snprintf(more, sizeof more, "  %zu more", action_count - 8);
    ASSERT_HAS(&frame, more);
    ASSERT_HAS(&frame, "set       give an option a value");
    frame_release(&frame);
    for (size_t i = 0; i < action_count; i++) {
        type(&session, "<Tab>");
        draw_prompt(&session, &frame, 80, 24);
        ck_assert(choice_in_view(&frame));
        frame_release(&frame);
    }
    session_close(&session);
}
END_TEST

START_TEST(an_error_takes_the_place_of_the_usage_and_the_words_stay) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    type(&session, ":set<Space>order<Space>aftre<Enter>");
    draw_prompt(&session, &frame, 80, 24);
    ASSERT_HAS(&frame, "no such value \"aftre\"");
    ASSERT_HAS(&frame, ":set order aftre");
    ck_assert(!frame_has(&frame, "OPTION VALUE"));
    frame_release(&frame);
    session_close(&session);
}
END_TEST

static void draw_view(const Session *session, Frame *frame, int width, int height) {
    frame_init(frame, width, height);
    view_draw(session, frame);
}

static bool line_has(const Frame *frame, int y, const char *part) {
    Frame line = *frame;
    line.cells = frame->cells + (size_t)y * (size_t)frame->width;
    line.height = 1;
    return frame_has(&line, part);
}

START_TEST(what_is_wrong_with_a_number_stands_under_its_cell_too_until_one_types_on) {
    static const int widths[] = {160, 100, 80, 47, 24};
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "focus scores 2 3");
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        Frame plain, frame;
        session.prompt.open = false;
        draw_view(&session, &plain, widths[i], 24);
        type(&session, "<Enter>ln(<Enter>");
        draw_view(&session, &frame, widths[i], 24);
        ck_assert_msg(line_has(&frame, plain.cursor_y + 1, "'ln(' ends too early"), "%d",
                      widths[i]);
        frame_release(&frame);
        type(&session, "2");
        draw_view(&session, &frame, widths[i], 24);
        ck_assert(!frame_has(&frame, "ends too early"));
        frame_release(&frame);
        type(&session, "<Esc>:set<Space>order<Space>x<Enter>");
        draw_view(&session, &frame, widths[i], 24);
        ck_assert(!line_has(&frame, plain.cursor_y + 1, "no such value"));
        type(&session, "<Esc>");
        frame_release(&frame);
        frame_release(&plain);
    }
    session_close(&session);
}
END_TEST

START_TEST(an_error_longer_than_the_screen_is_wide_takes_more_lines) {
    Session session;
    Frame frame;
    open_shipped(&session, "16.1", NULL);
    type(&session, ":set<Space>foo<Space>1<Enter>");
    draw_view(&session, &frame, 80, 24);
    ASSERT_HAS(&frame, "no such option \"foo\"");
    ASSERT_HAS(&frame, "null-logit");
    frame_release(&frame);
    session_close(&session);
}
END_TEST

START_TEST(the_prompts_cursor_is_on_the_screen_at_every_size_and_counts_wide_characters) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    type(&session, ":search<Space>小丁喜欢苹果小丁喜欢苹果");
    for (int width = 1; width <= 100; width++)
        for (int height = 1; height <= 12; height++) {
            Frame frame;
            draw_prompt(&session, &frame, width, height);
            ck_assert_int_ge(frame.cursor_x, 0);
            ck_assert_int_lt(frame.cursor_x, width);
            ck_assert_int_eq(frame.cursor_y, height - 1);
            if (width > 60)
                ck_assert_int_eq(frame.cursor_x, 1 + 1 + 7 + 24);
            frame_release(&frame);
        }
    session_close(&session);
}
END_TEST

/* ---- list and text ---- */

START_TEST(the_list_shows_ids_and_titles_and_marks_the_present_scene) {
    Session session;
    Frame frame;
    Error error = {0};
    ck_assert_msg(session_open(&session, NULL, 0, &error), "%s", said(&error));
    must(&session, "list");
    draw_tall(&session, &frame, 80);
    for (size_t i = 0; i < session.scene_count; i++)
        ASSERT_HAS(&frame, session.library.ids.word[i]);
    ASSERT_HAS(&frame, "▸16.1");
    ck_assert(lines_with(&frame, "16.4-heads", "Two narrow heads") == 1 ||
              lines_with(&frame, "16.4-heads", "heads") == 1);
    view_measure(&session, &frame);
    ck_assert_uint_eq(session.overlay_entries, session.scene_count);
    frame_release(&frame);
    session_close(&session);
}
END_TEST

START_TEST(the_text_page_has_every_paragraph_of_the_step_and_the_whole_legend) {
    Session session;
    Frame frame;
    open_text(&session, "attnscope,1\nid,one\nsource,from here\ntitle,en,Title words\n"
                        "tokens,red,key\ntargets,key,\nstep,en,The heading\n"
                        "say,en,First paragraph.\nsay,en,Second paragraph.\n");
    must(&session, "step 1");
    must(&session, "text");
    draw_tall(&session, &frame, 80);
    static const char *const parts[] = {
        "Title words",       "from here",   "1 red → key",
        "2 key → -",         "The heading", "First paragraph.",
        "Second paragraph.", "step 1/1",    "????"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        ASSERT_HAS(&frame, parts[i]);
    frame_release(&frame);
    session_close(&session);
}
END_TEST

/* ---- words ---- */

static const char *const lang_of[] = {"English", "Chinese"};

static void check_message(const char *id, int columns) {
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        const char *text = message(lang, id);
        ck_assert_msg(text != id && *text, "%s has no %s", id, lang_of[lang]);
        ck_assert_msg(utf8_columns(text) <= columns, "%s in %s takes %d columns: %s", id,
                      lang_of[lang], utf8_columns(text), text);
    }
}

START_TEST(every_sentence_of_help_stands_in_both_languages_and_fits_its_column) {
    char id[64];
    for (size_t i = 0; i < binding_count; i++)
        check_message(binding_table[i].help, 44);
    for (size_t i = 0; i < action_count; i++) {
        snprintf(id, sizeof id, "action.%s", action_table[i].name);
        check_message(id, 44);
    }
    for (size_t i = 0; i < option_count; i++) {
        snprintf(id, sizeof id, "option.%s", option_table[i].name);
        check_message(id, 44);
    }
}
END_TEST

START_TEST(every_value_that_needs_a_word_has_one_in_both_languages) {
    static const char *const options[] = {"order", "causal",    "empty-row", "softmax",
                                          "scale", "split",     "merge",     "kv-map",
                                          "align", "mask-sense"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const OptionSpec *spec = option_find(options[i]);
        ck_assert_ptr_nonnull(spec);
        for (size_t v = 0; spec->values[v]; v++) {
            char id[80];
            snprintf(id, sizeof id, "value.%s.%s", spec->name, spec->values[v]);
            check_message(id, 44);
        }
    }
}
END_TEST

START_TEST(labels_of_an_explanation_are_short_in_both_languages) {
    static const char *const ids[] = {
        "explain.score",        "explain.score-given",    "explain.weight-given",
        "explain.score-log",    "explain.visible",        "explain.weight",
        "explain.weight-cut",   "explain.weight-renorm",  "explain.softmax",
        "explain.cut",          "explain.column-largest", "explain.exp-largest",
        "explain.column-sum",   "explain.masked.kept",    "explain.masked.zero",
        "explain.masked.before"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        check_message(ids[i], 24);
}
END_TEST

Suite *overlays_suite(void) {
    Suite *suite = suite_create("overlays");
    TCase *help = tcase_create("help"), *sizes = tcase_create("sizes");
    TCase *prompt = tcase_create("prompt"), *words = tcase_create("words");
    tcase_set_timeout(sizes, 60);
    tcase_add_test(help, help_lists_every_binding_with_its_action);
    tcase_add_test(help, help_lists_every_action_and_every_option_with_its_arguments);
    tcase_add_test(
        help, the_first_page_of_help_tells_how_to_go_on_to_change_something_and_to_leave);
    tcase_add_test(help, help_finds_the_words_of_the_switches);
    tcase_add_test(help, help_shows_only_what_the_filter_lets_through);
    tcase_add_test(help, the_chosen_entry_is_always_in_view);
    tcase_add_test(help, a_clicker_pages_through_help_and_comes_out_at_its_end);
    tcase_add_test(help, a_key_that_pages_reads_a_frame_that_is_up_to_date);
    tcase_add_test(help, no_key_draws_again_what_is_up_to_date);
    tcase_add_test(sizes, every_overlay_draws_at_every_size_and_counts_what_it_shows);
    tcase_add_test(sizes, an_ascii_frame_of_every_overlay_has_no_sign_left_out);
    tcase_add_test(sizes, the_explanation_leaves_the_left_part_of_a_wide_screen_alone);
    tcase_add_test(prompt,
                   the_prompt_shows_usage_and_what_each_value_means_and_leaves_the_rest);
    tcase_add_test(prompt, the_prompt_shows_eight_candidates_and_counts_the_rest);
    tcase_add_test(prompt, an_error_takes_the_place_of_the_usage_and_the_words_stay);
    tcase_add_test(
        prompt, what_is_wrong_with_a_number_stands_under_its_cell_too_until_one_types_on);
    tcase_add_test(prompt, an_error_longer_than_the_screen_is_wide_takes_more_lines);
    tcase_add_test(
        prompt,
        the_prompts_cursor_is_on_the_screen_at_every_size_and_counts_wide_characters);
    tcase_add_test(words, the_list_shows_ids_and_titles_and_marks_the_present_scene);
    tcase_add_test(words,
                   the_text_page_has_every_paragraph_of_the_step_and_the_whole_legend);
    tcase_add_test(words,
                   every_sentence_of_help_stands_in_both_languages_and_fits_its_column);
    tcase_add_test(words, every_value_that_needs_a_word_has_one_in_both_languages);
    tcase_add_test(words, labels_of_an_explanation_are_short_in_both_languages);
    suite_add_tcase(suite, help);
    suite_add_tcase(suite, sizes);
    suite_add_tcase(suite, prompt);
    suite_add_tcase(suite, words);
    return suite;
}
