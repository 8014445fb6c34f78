/* Keys: each is its action; the prompt, the overlays, quitting. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "base/key.h"
#include "base/utf8.h"
#include "session/action.h"
#include "suites.h"

static void press_all(Session *session, const char *keys) {
    Error error = {0};
    int key;
    while (key_parse(&keys, &key, &error))
        session_key(session, key);
    ck_assert(!error_is_set(&error));
}

static void type(Session *session, const char *text) {
    for (; *text; text++)
        session_key(session, (unsigned char)*text);
}

START_TEST(each_rule_key_is_its_action) {
    static const char *const pairs[][2] = {
        {"c", "toggle causal"},         {"C", "cycle causal"},
        {"p", "toggle pad-keys"},       {"P", "toggle pad-queries"},
        {"M", "toggle loss-mask"},      {"o", "cycle order"},
        {"O", "cycle order back"},      {"e", "cycle empty-row"},
        {"s", "swap-heads 1 2"},        {"w", "swap-wo 1 2"},
        {"<Space>", "flip 1 1"},        {"J", "set known 2"},
        {"+", "edit scores 1 1 1.1"},   {"-", "edit scores 1 1 0.9"},
        {"C C", "set causal reversed"}, {"m", "pin"},
        {"} s", "swap-heads 2 1"},      {"<Right> <Down> <Space>", "flip 2 2"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Session one, other;
        open_shipped(&one, "16.4-heads", NULL);
        open_shipped(&other, "16.4-heads", NULL);
        press_all(&one, pairs[i][0]);
        must(&other, pairs[i][1]);
        ck_assert_msg(digest(&one) == digest(&other), "%s is not %s", pairs[i][0],
                      pairs[i][1]);
        ck_assert(!one.notice_trouble);
        session_close(&one);
        session_close(&other);
    }
}
END_TEST

START_TEST(the_cursor_walks_stops_at_the_ends_and_crosses_into_the_next_head) {
    Session session;
    open_shipped(&session, "16.4-heads", NULL);
    press_all(&session, "<Home> k k k <Left>");
    ck_assert(session.look.row == 0 && session.look.col == 0 && session.look.head == 0);
    press_all(&session, "$ j j");
    ck_assert(session.look.row == 2 && session.look.col == 2 && session.look.head == 0);
    press_all(&session, "<Down>");
    ck_assert(session.look.row == 0 && session.look.head == 1);
    press_all(&session, "<Up> 0");
    ck_assert(session.look.row == 2 && session.look.col == 0 && session.look.head == 0);
    press_all(&session, "2");
    ck_assert_uint_eq(session.look.head, 1);
    press_all(&session, "9");
    ck_assert(session.notice_trouble);
    session_close(&session);
}
END_TEST

START_TEST(tab_visits_every_grid_of_the_pipeline_and_comes_back) {
    Session session;
    GridId grids[GRID_COUNT];
    open_shipped(&session, "16.4-heads", NULL);
    size_t count = session_grids(&session, grids);
    unsigned seen = 0;
    GridId start = session.look.grid;
    for (size_t i = 0; i < count; i++) {
        seen |= 1U << session.look.grid;
        press_all(&session, "<Tab>");
    }
    ck_assert_uint_eq(session.look.grid, start);
    for (size_t i = 0; i < count; i++)
        ck_assert(seen & 1U << grids[i]);
    press_all(&session, "> <lt> <Tab> <S-Tab>");
    ck_assert_uint_eq(session.look.grid, start);
    session_close(&session);
}
END_TEST

START_TEST(enter_edits_the_cell_and_escape_leaves_it) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "focus x 3 1");
    press_all(&session, "<Enter>");
    ck_assert(session.prompt.open);
    ck_assert_str_eq(text_string(&session.prompt.text), "edit x 3 1 ");
    type(&session, "ln(");
    press_all(&session, "<Enter>");
    ck_assert(session.prompt.open && error_is_set(&session.prompt.error));
    type(&session, "e)");
    press_all(&session, "<Enter>");
    ck_assert(!session.prompt.open);
    ck_assert(cell_at(&session, GRID_X, 2, 0) == 1);
    press_all(&session, "<Enter>");
    type(&session, "5");
    press_all(&session, "<Esc>");
    ck_assert(!session.prompt.open && cell_at(&session, GRID_X, 2, 0) == 1);
    session_close(&session);
}
END_TEST

/* Enter, and Enter again where it led. */
START_TEST(enter_on_what_is_computed_goes_to_where_it_comes_from_and_says_so) {
    static const struct {
        const char *scene, *focus, *notice, *again;
    } table[] = {
        {"16.1", "q 3 1", "q[3,1] comes from x and W_Q; here is x[3,1]", "edit x 3 1 "},
        {"16.1", "k 2 1", "k[2,1] comes from x and W_K; here is x[2,1]", "edit x 2 1 "},
        {"16.1", "out 3 2", "out[3,2] comes from the weights and v; here is v[3,2]",
         "v[3,2] comes from x and W_V; here is x[3,2]"},
        {"16.1", "sums 2 1",
         "sums[2,1] comes from its row of weights; here is weights[2,3]",
         "edit scores 2 3 "},
        {"16.1", "y 2 1", "y[2,1] comes from out of its head; here is out[2,1]",
         "out[2,1] comes from the weights and v; here is v[3,1]"},
        {"16.1", "reach 3 1", "reach[3,1] comes from visible; here is visible[3,1]",
         "visible follows from the rule"},
        {"16.1", "scored 2 1", "", "edit targets 2 "},
        {"16.1", "drop 1 1", "drop follows from the rule", NULL},
        {"16.4-heads", "concat 3 2",
         "concat[3,2] comes from out of its head; here is out[3,1]", NULL},
        {"16.4-heads", "y 2 1", "y[2,1] comes from the heads and W_O; here is W_O[2,1]",
         "edit wo 2 1 "},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Session session;
        char line[60];
        open_shipped(&session, table[i].scene, NULL);
        must(&session, "reveal");
        snprintf(line, sizeof line, "focus %s", table[i].focus);
        must(&session, line);
        press_all(&session, "<Enter>");
        ck_assert_msg(strncmp(session.notice, table[i].notice, strlen(table[i].notice)) ==
                          0,
                      "%s: %s", line, session.notice);
        if (!session.prompt.open && table[i].again)
            press_all(&session, "<Enter>");
        if (table[i].again)
            ck_assert_msg(strstr(session.notice, table[i].again) ||
                              strcmp(text_string(&session.prompt.text), table[i].again) ==
                                  0,
                          "%s: %s", line, session.notice);
        session_close(&session);
    }
}
END_TEST

START_TEST(the_origin_of_a_later_layers_x_is_in_the_layer_before) {
    Session session;
    open_shipped(&session, "11-layers", NULL);
    must(&session, "layer 2");
    must(&session, "lang zh");
    must(&session, "focus x 2 1");
    press_all(&session, "<Enter>");
    ck_assert_uint_eq(session.look.layer, 0);
    ck_assert_int_eq((int)session.look.grid, (int)GRID_Y);
    ck_assert_str_eq(session.notice, "x[2,1] 由上一层的 y 算出；这里是 y[2,1]");
    must_fail(&session, "edit y 2 1 5", "y is computed");
    must(&session, "focus x 2 1");
    must_fail(&session, "origin", "x is an input here");
    session_close(&session);
}
END_TEST

START_TEST(the_prompt_edits_recalls_and_completes) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    press_all(&session, ":");
    type(&session, "set ord");
    press_all(&session, "<Tab>");
    ck_assert_str_eq(text_string(&session.prompt.text), "set order");
    type(&session, " a");
    press_all(&session, "<Tab>");
    ck_assert_str_eq(text_string(&session.prompt.text), "set order after");
    press_all(&session, "<Tab>");
    ck_assert_str_eq(text_string(&session.prompt.text), "set order add");
    press_all(&session, "<S-Tab> <Enter>");
    ck_assert_int_eq(session_options(&session)->order, ORDER_AFTER);
    press_all(&session, ": <Up> <BS> <BS> <Left> <C-a> <C-e> <C-w>");
    ck_assert_str_eq(text_string(&session.prompt.text), "set order ");
    press_all(&session, "<C-u> <BS>");
    ck_assert(!session.prompt.open);
    session_close(&session);
}
END_TEST

START_TEST(the_line_of_the_prompt_has_an_end_and_a_paste_beyond_it_is_refused) {
    enum { MUCH = 1 << 20 };
    Session session;
    char *text = malloc(MUCH + 1);
    memset(text, 'x', MUCH);
    text[MUCH] = '\0';
    open_shipped(&session, "16.1", NULL);
    type(&session, ":focus");
    session_paste(&session, text);
    ck_assert(error_is_set(&session.prompt.error));
    ck_assert_str_eq(text_string(&session.prompt.text), "focus");
    text[20000] = '\0';
    type(&session, text);
    ck_assert_uint_lt(session.prompt.text.length, 20000);
    ck_assert(error_is_set(&session.prompt.error));
    press_all(&session, "<BS>");
    ck_assert(!error_is_set(&session.prompt.error));
    session_close(&session);
    free(text);
}
END_TEST

START_TEST(a_prompt_that_an_action_opens_forgets_the_word_completed_before) {
    Session session;
    open_shipped(&session, "16.4-heads", NULL);
    press_all(&session, ":");
    type(&session, "set order af");
    ck_assert_uint_eq(session.prompt.word_start, strlen("set order "));
    press_all(&session, "<Esc>");
    must(&session, "prompt");
    ck_assert_uint_eq(session.prompt.word_start, 0);
    ck_assert_uint_eq(session.prompt.candidates.count, action_count);
    press_all(&session, "<Esc>");
    must(&session, "prompt \"toggle cau\"");
    ck_assert_uint_eq(session.prompt.word_start, strlen("toggle "));
    session_close(&session);
}
END_TEST

START_TEST(the_prompt_takes_chinese_and_deletes_it_by_character) {
    Session session;
    open_shipped(&session, "11-shift", NULL);
    press_all(&session, "/");
    session_key(&session, 0x82F9); /* 苹 */
    session_key(&session, 0x679C); /* 果 */
    press_all(&session, "<BS> <Enter>");
    ck_assert(!session.prompt.open);
    ck_assert_uint_eq(session.look.col, 5);
    session_close(&session);
}
END_TEST

START_TEST(full_width_keys_count_as_their_ascii_keys) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    session_key(&session, 0xFF1A); /* ： */
    ck_assert(session.prompt.open);
    press_all(&session, "<Esc>");
    session_key(&session, 0xFF1F); /* ？ */
    ck_assert_int_eq(session.look.overlay, OVERLAY_HELP);
    session_close(&session);
}
END_TEST

START_TEST(the_key_that_opened_an_overlay_closes_it_and_so_does_escape) {
    static const char *const keys[] = {"?", "g", "T", "E"};
    for (size_t i = 0; i < 4; i++) {
        Session session;
        open_shipped(&session, "16.1", NULL);
        press_all(&session, keys[i]);
        ck_assert_int_ne(session.look.overlay, OVERLAY_NONE);
        press_all(&session, keys[i]);
        ck_assert_int_eq(session.look.overlay, OVERLAY_NONE);
        press_all(&session, keys[i]);
        press_all(&session, "<Esc>");
        ck_assert_int_eq(session.look.overlay, OVERLAY_NONE);
        session_close(&session);
    }
}
END_TEST

START_TEST(help_filters_and_enter_does_the_line) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    press_all(&session, "? /");
    type(&session, "toggle causal");
    session.prompt.text.length = 0; /* as if typed in quotes: one word */
    text_clear(&session.prompt.text);
    text_append(&session.prompt.text, "search \"toggle causal\"");
    session.prompt.cursor = session.prompt.text.length;
    press_all(&session, "<Enter>");
    ck_assert_str_eq(session.look.filter, "toggle causal");
    press_all(&session, "<Enter>");
    ck_assert_int_eq(session.look.overlay, OVERLAY_NONE);
    ck_assert_int_eq(session_options(&session)->causal, CAUSAL_ON);
    session_close(&session);
}
END_TEST

START_TEST(the_list_goes_to_the_chosen_scene) {
    Session session;
    Error error = {0};
    ck_assert(session_open(&session, NULL, 0, &error));
    press_all(&session, "g");
    session.overlay_entries = session.scene_count; /* as the drawer tells */
    press_all(&session, "<Down> <Down> <Enter>");
    ck_assert_uint_eq(session.recipe.scene, 2);
    ck_assert_int_eq(session.look.overlay, OVERLAY_NONE);
    session_close(&session);
}
END_TEST

START_TEST(a_shipped_scene_has_its_neighbours_and_others_say_that_they_are_alone) {
    Session session;
    Error error = {0};
    char *ids[] = {"16.1", "16.3-leak"};
    ck_assert(session_open(&session, &ids[1], 1, &error));
    ck_assert_str_eq(session.scene.id, "16.3-leak");
    ck_assert_uint_eq(session.scene_count, session.library.ids.count);
    press_all(&session, "]");
    ck_assert_str_ne(session.scene.id, "16.3-leak");
    press_all(&session, "[");
    ck_assert_str_eq(session.scene.id, "16.3-leak");
    session_close(&session);
    ck_assert(session_open(&session, ids, 2, &error));
    ck_assert_uint_eq(session.scene_count, 2);
    press_all(&session, "] ]");
    ck_assert_str_eq(session.scene.id, "16.3-leak");
    ck_assert_ptr_nonnull(strstr(session.notice, "the last scene"));
    session_close(&session);
    open_shipped(&session, "16.1", NULL);
    press_all(&session, "]");
    ck_assert_ptr_nonnull(strstr(session.notice, "no other scene is open"));
    session_close(&session);
}
END_TEST

START_TEST(search_in_the_list_goes_to_the_scene) {
    Session session;
    Error error = {0};
    ck_assert(session_open(&session, NULL, 0, &error));
    session.overlay_entries = session.scene_count;
    press_all(&session, "g /");
    type(&session, "11-cau");
    press_all(&session, "<Enter> <Enter>");
    ck_assert_str_eq(session.scene.id, "11-causal");
    press_all(&session, "g /");
    type(&session, "zebra");
    press_all(&session, "<Enter>");
    ck_assert(session.prompt.open && error_is_set(&session.prompt.error));
    session_close(&session);
}
END_TEST

START_TEST(text_scrolls_no_further_than_its_end) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    press_all(&session, "T");
    session.overlay_lines = 30;
    session.overlay_rows = 20;
    for (int n = 0; n < 50; n++)
        press_all(&session, "j");
    ck_assert_uint_eq(session.look.scroll, 10);
    press_all(&session, "k");
    ck_assert_uint_eq(session.look.scroll, 9);
    press_all(&session, "<Home>");
    ck_assert_uint_eq(session.look.scroll, 0);
    session_close(&session);
}
END_TEST

START_TEST(a_clicker_goes_forward_back_and_blanks) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    press_all(&session, "<PageDown> <F5> n");
    ck_assert_uint_eq(session.recipe.step, 2);
    press_all(&session, "<PageUp>");
    ck_assert_uint_eq(session.recipe.step, 1);
    press_all(&session, "b");
    ck_assert(session.look.blank);
    press_all(&session, "c"); /* any key brings the screen back, and does nothing else */
    ck_assert(!session.look.blank && !session_options(&session)->causal);
    session_close(&session);
}
END_TEST

START_TEST(quitting_asks_once_and_only_after_an_edit) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    press_all(&session, "c m o q");
    ck_assert(session.quit); /* options are no edits */
    session_close(&session);
    open_shipped(&session, "16.1", NULL);
    press_all(&session, "<Space> q");
    ck_assert(!session.quit && session.notice_trouble);
    press_all(&session, "c q");
    ck_assert(!session.quit); /* it asks again after anything else */
    press_all(&session, "q");
    ck_assert(session.quit);
    session_close(&session);
}
END_TEST

START_TEST(quitting_names_every_scene_with_edits_and_the_prompt_can_answer) {
    Session session;
    char *ids[] = {"16.1", "16.1-long", "16.4-heads"};
    Error error = {0};
    ck_assert(session_open(&session, ids, 3, &error));
    press_all(&session, "<Space> ] c ] <Down> <Space> <PageDown> q");
    ck_assert(!session.quit);
    ck_assert_str_eq(session.notice,
                     "q again leaves; edited and not saved: 16.1, 16.4-heads");
    press_all(&session, "u u u u q"); /* the change of 16.1-long is undone, too */
    ck_assert_str_eq(session.notice, "q again leaves; edited and not saved: 16.1");
    press_all(&session, ":");
    type(&session, "quit");
    press_all(&session, "<Enter>");
    ck_assert(session.quit);
    session_close(&session);
    open_shipped(&session, "16.1", NULL);
    press_all(&session, "<Space> + u u q");
    ck_assert(session.quit);
    session_close(&session);
}
END_TEST

/* Keys in a scene, and words of the notice after them; "": there is none. */
typedef struct Told {
    const char *scene, *keys, *told;
} Told;

static void check_told(const Told *of) {
    Session session;
    open_shipped(&session, of->scene, NULL);
    press_all(&session, of->keys);
    ck_assert_msg(strstr(session.notice, of->told) != NULL, "%s %s: %s", of->scene,
                  of->keys, session.notice);
    ck_assert_msg(*of->told || !session.notice[0], "%s %s: %s", of->scene, of->keys,
                  session.notice);
    session_close(&session);
}

START_TEST(keys_that_change_nothing_one_sees_say_what_they_did) {
    static const Told cases[] = {
        {"16.1", "c", ""},
        {"16.1", "c c", ""},
        {"16.1", "c m", "baseline"},
        {"16.1", "s", "one head"},
        {"16.1", "f", "3 decimals"},
        {"16.1", "t", "theme light"},
        {"16.2-order", "v <Tab> o", "zero is taken"},
        {"16.1", "<Tab> <Tab> <Tab> <Tab> <Tab> <Tab> <Space>", "no cell of a query"},
        {"16.1", "x <Enter>", "the row is as it was"},
        {"16.1", "<BS>", "the key Backspace does nothing here; ? shows the keys"},
        {"16.1", "i", "the key i does nothing"},
        {"16.1", "=", "the key = does nothing"},
        {"16.1", "<C-t>", "the key Ctrl-T does nothing"},
        {"16.1", "<F5>", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_told(&cases[i]);
}
END_TEST

START_TEST(x_begins_with_the_last_row_for_all_others_are_its_prefix) {
    Session session;
    open_shipped(&session, "16.3-prefix", NULL);
    must(&session, "focus weights 1 1");
    session_key(&session, 'x');
    ck_assert_str_eq(text_string(&session.prompt.text), "perturb 3 1 1");
    session_close(&session);
}
END_TEST

START_TEST(a_switch_without_effect_says_so) {
    static const Told cases[] = {
        {"16.1", "p", "no slot is padding"},
        {"16.1", "P", "no slot is padding"},
        {"16.1", "M", "no slot is padding"},
        {"16.1-padding", "p", ""},
        {"16.1", "e", "every query sees a key"},
        {"16.2-empty-row", "C e", ""}, /* causal strict */
        {"16.1", "o", "no number changes"},
        {"16.1", "c o", ""},
        {"16.1", "c O O O O", ""}, /* renorm: the weights are the same but for rounding */
        {"16.1", "w", "one head"},
        {"11-causal", "K", "no other position"},
        {"11-causal", "c J", ""}, /* what is left has the same bits */
        {"11-causal", "J J J J J J J J J J J J", "no other position"},
        {"16.1", "}", "no other head"},
        {"16.1", ",", "no other record"},
        {"11-layers", ") )", "no other layer"},
        {"11-layers", ") (", ""},
        {"16.1", "z", "no further in"},
        {"16.1", "r", "the step as written"},
        {"16.1", "c r", "u brings them back"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_told(&cases[i]);
}
END_TEST

START_TEST(interrupt_says_that_q_leaves) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    session_key(&session, KEY_STOP);
    ck_assert(!session.quit);
    ck_assert_ptr_nonnull(strstr(session.notice, "q leaves"));
    session_close(&session);
}
END_TEST

START_TEST(a_list_of_compare_is_completed_as_an_action_is) {
    static const struct {
        const char *typed, *first;
    } cases[] = {
        {":compare 'a: set cau", "causal"},
        {":compare 'a: set causal on; toggle pad-k", "pad-keys"},
        {":compare 'a: set causal on' \"b: fli", "flip"},
        {":compare 'a: set causal ", "off"},
        {":compare 'a: edit x 1 1 2' ord", NULL},
        {":compare ord", "order"},
        {":compare 'my na", NULL},
        {":search \"a: fl", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session session;
        open_shipped(&session, "16.1", NULL);
        for (const char *at = cases[i].typed; *at; at++)
            session_key(&session, (unsigned char)*at);
        const Words *found = &session.prompt.candidates;
        ck_assert_msg(found->count == 0
                          ? !cases[i].first
                          : cases[i].first && strcmp(found->word[0], cases[i].first) == 0,
                      "%s", cases[i].typed);
        session_close(&session);
    }
}
END_TEST

START_TEST(in_lanes_tab_walks_them_o_takes_one_and_leaves_and_so_does_escape) {
    Session session;
    open_shipped(&session, "16.2-order", NULL);
    press_all(&session, "v");
    ck_assert_uint_eq(session_lanes(&session), 7);
    ck_assert_uint_eq(session.look.lane, 0);
    press_all(&session, "<S-Tab>");
    ck_assert_uint_eq(session.look.lane, ORDER_ADD);
    press_all(&session, "<Tab> <Tab> <Tab> o");
    ck_assert_int_eq(session_options(&session)->order, ORDER_AFTER);
    ck_assert_uint_eq(session_lanes(&session), 0);
    press_all(&session, "v <Tab> <S-Tab> o"); /* the value that it has */
    ck_assert_uint_eq(session_lanes(&session), 0);
    ck_assert_ptr_nonnull(strstr(session.notice, "after is taken"));
    press_all(&session, "v <Esc>");
    ck_assert_uint_eq(session_lanes(&session), 0);
    ck_assert_int_eq(session_options(&session)->order, ORDER_AFTER);
    must_fail(&session, "lane next", "nothing is compared");
    press_all(&session, "o");
    ck_assert_int_eq(session_options(&session)->order, ORDER_RENORM);
    session_close(&session);
}
END_TEST

START_TEST(a_paste_is_a_block_of_numbers_and_one_change) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "focus x 2 1");
    unsigned long long before = digest(&session);
    session_paste(&session, "7\t8\r\n9\tln(99)\r\n");
    ck_assert(cell_at(&session, GRID_X, 1, 0) == 7 &&
              cell_at(&session, GRID_X, 1, 1) == 8);
    ck_assert(cell_at(&session, GRID_X, 2, 0) == 9);
    ck_assert(cell_at(&session, GRID_X, 2, 1) > 4.595);
    must(&session, "undo");
    ck_assert_uint_eq(digest(&session), before);
    session_close(&session);
}
END_TEST

START_TEST(a_paste_that_is_no_block_of_numbers_changes_nothing) {
    static const char *const pastes[] = {"q",         ":quit\rq",      "1 2 3",
                                         "1\n2\n3\n", "1,2\n3,quit\n", "",
                                         "\n\n",      "\033[A",        "1..2"};
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "focus x 2 1");
    unsigned long long before = digest(&session);
    for (size_t i = 0; i < sizeof pastes / sizeof *pastes; i++) {
        session_paste(&session, pastes[i]);
        ck_assert_msg(digest(&session) == before, "%s", pastes[i]);
        ck_assert(session.notice_trouble && *session.notice && !session.quit);
        ck_assert_uint_eq(session.history.undo_count, 0);
        ck_assert(!session.prompt.open);
    }
    must(&session, "focus y 1 1");
    session_paste(&session, "1");
    ck_assert_uint_eq(digest(&session), before);
    must(&session, "list");
    session_paste(&session, "q");
    ck_assert_int_eq(session.look.overlay, OVERLAY_LIST);
    session_close(&session);
}
END_TEST

START_TEST(a_paste_into_the_prompt_is_text_and_ends_nothing) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    press_all(&session, ":");
    session_paste(&session, "set causal\r\non\tl\033");
    ck_assert_str_eq(text_string(&session.prompt.text), "set causal  on l ");
    ck_assert(session.prompt.open);
    session_paste(&session, "\x80\xe6\x88 \xff\xc0\xafz");
    size_t bad;
    const Text *text = &session.prompt.text;
    ck_assert_msg(utf8_valid(text->bytes, text->length, &bad), "%s", text->bytes);
    ck_assert(session.prompt.open && text->bytes[text->length - 1] == 'z');
    session_close(&session);
}
END_TEST

Suite *input_suite(void) {
    Suite *suite = suite_create("input");
    TCase *test = tcase_create("input");
    tcase_add_test(test, each_rule_key_is_its_action);
    tcase_add_test(test, a_paste_is_a_block_of_numbers_and_one_change);
    tcase_add_test(test, a_paste_that_is_no_block_of_numbers_changes_nothing);
    tcase_add_test(test, a_paste_into_the_prompt_is_text_and_ends_nothing);
    tcase_add_test(test,
                   the_cursor_walks_stops_at_the_ends_and_crosses_into_the_next_head);
    tcase_add_test(test, tab_visits_every_grid_of_the_pipeline_and_comes_back);
    tcase_add_test(test, enter_edits_the_cell_and_escape_leaves_it);
    tcase_add_test(test,
                   enter_on_what_is_computed_goes_to_where_it_comes_from_and_says_so);
    tcase_add_test(test, the_origin_of_a_later_layers_x_is_in_the_layer_before);
    tcase_add_test(test, the_prompt_edits_recalls_and_completes);
    tcase_add_test(test,
                   the_line_of_the_prompt_has_an_end_and_a_paste_beyond_it_is_refused);
    tcase_add_test(test, a_prompt_that_an_action_opens_forgets_the_word_completed_before);
    tcase_add_test(test, the_prompt_takes_chinese_and_deletes_it_by_character);
    tcase_add_test(test, full_width_keys_count_as_their_ascii_keys);
    tcase_add_test(test, the_key_that_opened_an_overlay_closes_it_and_so_does_escape);
    tcase_add_test(test, help_filters_and_enter_does_the_line);
    tcase_add_test(test, the_list_goes_to_the_chosen_scene);
    tcase_add_test(test,
                   a_shipped_scene_has_its_neighbours_and_others_say_that_they_are_alone);
    tcase_add_test(test, search_in_the_list_goes_to_the_scene);
    tcase_add_test(test, text_scrolls_no_further_than_its_end);
    tcase_add_test(test, a_clicker_goes_forward_back_and_blanks);
    tcase_add_test(test, quitting_asks_once_and_only_after_an_edit);
    tcase_add_test(test, quitting_names_every_scene_with_edits_and_the_prompt_can_answer);
    tcase_add_test(test, keys_that_change_nothing_one_sees_say_what_they_did);
    tcase_add_test(test, x_begins_with_the_last_row_for_all_others_are_its_prefix);
    tcase_add_test(test, a_switch_without_effect_says_so);
    tcase_add_test(test, interrupt_says_that_q_leaves);
    tcase_add_test(test, a_list_of_compare_is_completed_as_an_action_is);
    tcase_add_test(test,
                   in_lanes_tab_walks_them_o_takes_one_and_leaves_and_so_does_escape);
    suite_add_tcase(suite, test);
    return suite;
}
