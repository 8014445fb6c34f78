/* Questions: what an ask covers, how guesses are judged, mistakes, those of all scenes, too, hints,
 * goals and solutions, the keys in cells that are asked for, and what is remembered. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "base/key.h"
#include "base/utf8.h"
#include "output/writers.h"
#include "said.h"
#include "scene/library.h"
#include "suites.h"
#include "view/view.h"

/* The weights of row 2 are 0.5, 0.5 and 0 under the causal mask. */
static const char scene[] = "attnscope,1\n"
                            "title,en,T\n"
                            "tokens,red,key,.\n"
                            "scores,1/sqrt(2),0,1/sqrt(2)\n"
                            "scores,1/sqrt(2),1/sqrt(2),sqrt(2)\n"
                            "scores,sqrt(2),1/sqrt(2),3/sqrt(2)\n"
                            "v,1,0\n"
                            "v,1,2\n"
                            "v,2,2\n"
                            "step,en,Question\n"
                            "set,causal,on\n"
                            "ask,weights,2\n"
                            "mistake,2,3,0.503490,zh,开着掩码\n"
                            "mistake,2,3,0.503490,en,That is the row without a mask.\n"
                            "step,en,Goal\n"
                            "set,causal,off\n"
                            "goal,y,2,1,1\n"
                            "solution,set,causal,on\n"
                            "step,en,Signs\n"
                            "ask,visible,1\n"
                            "step,en,End\n";

static void open_at(Session *session, int step) {
    char line[20];
    snprintf(line, sizeof line, "step %d", step);
    open_text(session, scene);
    must(session, line);
}

static void press(Session *session, const char *keys) {
    int key;
    while (key_parse(&keys, &key, NULL))
        session_key(session, key);
}

/* The lines of a frame of 80x24 as one text, valid until the next call. */
static const char *frame_of(const Session *session, bool ascii) {
    static char *text;
    size_t length;
    Frame frame = {.ascii = ascii};
    free(text);
    FILE *file = open_memstream(&text, &length);
    frame_resize(&frame, 80, 24);
    view_draw(session, &frame);
    text_write(&frame, file);
    frame_release(&frame);
    fclose(file);
    return text;
}

static void shows(const Session *session, const char *text) {
    const char *frame = frame_of(session, false);
    ck_assert_msg(strstr(frame, text) != NULL, "\"%s\" is not in:\n%s", text, frame);
}

static void shows_not(const Session *session, const char *text) {
    const char *frame = frame_of(session, false);
    ck_assert_msg(strstr(frame, text) == NULL, "\"%s\" is in:\n%s", text, frame);
}

static AnswerState state_at(const Session *session, GridId grid, size_t row, size_t col) {
    GridCell cell = {grid, session_place(session), row, col};
    return session_answer(session, cell).state;
}

START_TEST(an_ask_covers_its_grid_and_what_follows_until_its_step_is_left) {
    Session session;
    open_at(&session, 1);
    ck_assert(session_covered(&session, GRID_WEIGHTS));
    ck_assert(session_covered(&session, GRID_Y));
    ck_assert(!session_covered(&session, GRID_SCORES));
    ck_assert_uint_eq(session.look.grid, GRID_WEIGHTS);
    ck_assert_uint_eq(session.look.row, 1);
    shows(&session, "answered 0 of 3");
    shows(&session, "weights[2,1] ▒ = exp(▒)/(exp(▒)+exp(▒))");
    shows_not(&session, "0.5000");
    must(&session, "next");
    ck_assert(!session_covered(&session, GRID_WEIGHTS));
    must(&session, "prev");
    ck_assert(session_covered(&session, GRID_WEIGHTS));
    session_close(&session);
}
END_TEST

START_TEST(cells_that_are_asked_for_have_another_shade_than_those_that_are_only_covered) {
    Session session;
    open_at(&session, 1);
    must(&session, "focus weights 3 1");
    shows(&session, "▒▒▒▒▒▒ ▒▒▒▒▒▒ ▒▒▒▒▒▒ ");
    shows(&session, "[░░░░░░]░░░░░░ ░░░░░░ ");
    shows(&session, "▒ asked  ░ covered");
    must(&session, "hide weights");
    shows(&session, "▒▒▒▒▒▒ ▒▒▒▒▒▒ ▒▒▒▒▒▒ ");
    must(&session, "step 0");
    must(&session, "hide weights");
    shows(&session, " ????   ????   ????   ");
    session_close(&session);
}
END_TEST

START_TEST(where_a_scene_asks_at_once_its_first_paragraph_is_the_heading) {
    static const char rows[] =
        "attnscope,1\ntitle,en,T\nsay,en,Which?\nsay,zh,哪些？\nsay,en,Mark them.\n"
        "scores,0,0\nscores,0,0\n%s\nstep,en,A\n";
    Session session;
    char text[300];
    snprintf(text, sizeof text, rows, "ask,visible\nmistake,1,1,0,en,It is known.");
    open_text(&session, text);
    const Step *first = &session.scene.steps[0];
    ck_assert_str_eq(texts_in(&first->heading, "en", 0), "Which?");
    ck_assert_str_eq(texts_in(&first->heading, "zh", 0), "哪些？");
    ck_assert_str_eq(texts_in(&first->say, "en", 0), "Mark them.");
    ck_assert_uint_eq(first->say.count, 1);
    press(&session, "<Space> <Space> y");
    shows(&session, "It is known.");
    shows(&session, "Mark them.");
    shows_not(&session, "Which?");
    session_close(&session);
    snprintf(text, sizeof text, rows, "hide,visible");
    open_text(&session, text);
    ck_assert_uint_eq(session.scene.steps[0].heading.count, 0);
    ck_assert_str_eq(texts_in(&session.scene.steps[0].say, "en", 0), "Which?");
    session_close(&session);
}
END_TEST

START_TEST(a_cover_of_hide_outlasts_the_question) {
    Session session;
    open_at(&session, 1);
    must(&session, "hide scores");
    must(&session, "reveal");
    ck_assert(!session_covered(&session, GRID_SCORES));
    session_close(&session);
    open_text(&session,
              "attnscope,1\ntitle,en,T\nscores,1,2\nscores,1,2\nv,1\nv,2\nhide,out\n"
              "step,en,A\nask,weights\nstep,en,B\n");
    must(&session, "step 2");
    ck_assert(session_covered(&session, GRID_OUT));
    ck_assert(!session_covered(&session, GRID_WEIGHTS));
    session_close(&session);
}
END_TEST

START_TEST(y_that_is_out_is_covered_with_it) {
    Session session;
    open_at(&session, 0);
    must(&session, "ask y 1 1");
    ck_assert(session_covered(&session, GRID_OUT) &&
              session_covered(&session, GRID_CONCAT));
    must(&session, "guess y 1 1 1.401112");
    ck_assert_int_eq(state_at(&session, GRID_OUT, 0, 0), ANSWER_GUESS);
    must(&session, "reveal");
    ck_assert_int_eq(state_at(&session, GRID_Y, 0, 0), ANSWER_RIGHT);
    session_close(&session);
    open_at(&session, 0);
    must(&session, "hide y");
    ck_assert(session_covered(&session, GRID_OUT));
    session_close(&session);
}
END_TEST

START_TEST(a_guess_changes_no_number_and_undo_takes_it_back) {
    Session session;
    open_at(&session, 1);
    unsigned long long before = digest(&session);
    must(&session, "guess 2 1 0.4");
    must(&session, "guess 2 1 0.50");
    ck_assert_uint_eq(digest(&session), before);
    shows(&session, "answered 1 of 3");
    shows(&session, "[0.50");
    must(&session, "undo");
    shows(&session, "?0.4");
    must(&session, "undo");
    shows(&session, "answered 0 of 3");
    must(&session, "redo");
    shows(&session, "?0.4");
    must(&session, "reset");
    shows(&session, "answered 0 of 3");
    session_close(&session);
}
END_TEST

static const struct {
    const char *number, *guess;
    bool right;
} judgements[] = {
    {"0.5", "0.5", true},       {"0.5", "0.50", true},       {"0.5", ".5", true},
    {"0.5", "1", false},        {"0.503", "0.5", false},     {"0.503", "0.50", true},
    {"0.503", "0.51", false},   {"0.503", "0.503", true},    {"0.503", "0.5030", true},
    {"0.503", "0.5031", false}, {"0.505", "0.51", true},     {"0.505", "0.50", true},
    {"1/3", "0.33", true},      {"1/3", "0.333", true},      {"1/3", "0.3", false},
    {"1/3", "1/3", true},       {"1/3", "0.333333+0", true}, {"1/3", "0.3333+0", false},
    {"3", "3", true},           {"3", "3.0", true},          {"3.2", "3", false},
    {"-2.25", "-2.25", true},   {"-2.25", "2.25", false},    {"0", "0", true},
    {"0", "-0.00", true},       {"0.004", "0.00", true},     {"0.004", "0", false},
    {"-inf", "-inf", true},     {"-inf", "inf", false},      {"inf", "1e300", false},
    {"nan", "nan", true},       {"nan", "0", false},         {"0.1+0.2", "0.3", true},
    {"12345", "12345", true},   {"12345", "1.2345e4", true},
};

START_TEST(a_guess_is_right_if_the_number_rounds_to_it) {
    Session session;
    char line[100];
    open_at(&session, 0);
    snprintf(line, sizeof line, "edit scores 1 1 %s", judgements[_i].number);
    must(&session, line);
    must(&session, "ask scores 1 1");
    snprintf(line, sizeof line, "guess 1 1 %s", judgements[_i].guess);
    must(&session, line);
    must(&session, "reveal");
    ck_assert_msg(state_at(&session, GRID_SCORES, 0, 0) ==
                      (judgements[_i].right ? ANSWER_RIGHT : ANSWER_WRONG),
                  "%s for %s", judgements[_i].guess, judgements[_i].number);
    session_close(&session);
}
END_TEST

START_TEST(an_undefined_row_meets_no_guess) {
    Session session;
    open_at(&session, 0);
    must(&session, "set causal strict");
    must(&session, "ask weights 1");
    must(&session, "guess 1 1 nan");
    must(&session, "guess 1 2 0");
    must(&session, "reveal");
    ck_assert_int_eq(state_at(&session, GRID_WEIGHTS, 0, 0), ANSWER_WRONG);
    ck_assert_int_eq(state_at(&session, GRID_WEIGHTS, 0, 1), ANSWER_WRONG);
    session_close(&session);
}
END_TEST

START_TEST(reveal_uncovers_the_right_cells_and_wrong_ones_may_be_guessed_again) {
    Session session;
    open_at(&session, 1);
    must(&session, "guess 2 1 0.50");
    must(&session, "guess 2 2 0.9");
    must(&session, "focus weights 1 1");
    must(&session, "reveal");
    shows(&session, "1 of 2 right, 1 open");
    shows(&session, "✓0.5000✗0.9");
    ck_assert(!session_covers(&session, (GridCell){GRID_WEIGHTS, {0}, 1, 0}));
    ck_assert(session_covers(&session, (GridCell){GRID_WEIGHTS, {0}, 1, 1}));
    ck_assert(session_covers(&session, (GridCell){GRID_WEIGHTS, {0}, 0, 0}));
    must(&session, "guess 2 2 0.5");
    must(&session, "guess 2 3 0");
    shows(&session, "answered 3 of 3");
    must(&session, "reveal");
    shows(&session, "3 of 3 right, wrong before: 1");
    ck_assert_uint_eq(session_answered(&session, "test"), 0);
    ck_assert_uint_eq(session.answered.count, 1);
    must(&session, "reveal");
    ck_assert(!session_covered(&session, GRID_Y));
    must_fail(&session, "guess 2 1 0.5", "nothing is asked");
    session_close(&session);
}
END_TEST

START_TEST(the_signs_of_answers_are_there_in_ascii_too) {
    Session session;
    open_at(&session, 1);
    must(&session, "guess 2 1 0.5");
    must(&session, "guess 2 2 0.9");
    must(&session, "reveal");
    must(&session, "guess 2 3 0");
    must(&session, "focus weights 1 1");
    const char *frame = frame_of(&session, true);
    ck_assert_msg(strstr(frame, "v0.5000x0.9   ?0") != NULL, "%s", frame);
    ck_assert_ptr_nonnull(strstr(frame, "......"));
    must(&session, "undo");
    ck_assert_ptr_nonnull(strstr(frame_of(&session, true), "::::::"));
    session_close(&session);
}
END_TEST

START_TEST(a_typical_mistake_has_its_sentence_in_the_language) {
    Session session;
    open_at(&session, 1);
    must(&session, "guess 2 3 0.50");
    shows(&session, "Question");
    shows_not(&session, "That is the row without a mask.");
    must(&session, "reveal");
    shows(&session, "That is the row without a mask.");
    must(&session, "lang zh");
    shows(&session, "开着掩码");
    must(&session, "lang en");
    must(&session, "guess 2 3 0.60");
    must(&session, "reveal");
    shows_not(&session, "That is the row without a mask.");
    session_close(&session);
}
END_TEST

START_TEST(of_several_mistakes_that_of_the_cursors_cell_is_said) {
    Session session;
    open_shipped(&session, "16.7-1", NULL);
    must(&session, "guess visible 2 3 1");
    must(&session, "guess sums 4 1 1");
    must(&session, "reveal");
    shows(&session, "the very target of query 2");
    must(&session, "focus sums 4 1");
    shows(&session, "1 is the sum of a row in use");
    must(&session, "focus scores 1 1");
    shows(&session, "the very target of query 2");
    session_close(&session);
}
END_TEST

START_TEST(a_right_answer_is_not_said_to_be_covered) {
    Session session;
    open_shipped(&session, "16.7-1", NULL);
    must(&session, "focus sums 4 1");
    must(&session, "guess sums 4 1 0");
    shows(&session, "sums[4] ?0: covered");
    must(&session, "reveal");
    shows(&session, "sums[4] ✓0  ");
    session_close(&session);
}
END_TEST

/* Answers in a step with the mistake of a line, whose ask is `ask`, and looks for its sentence. */
static void make_mistake(Session *session, size_t step, const Line *ask,
                         const Line *line) {
    char *const *word = line->words.word;
    char action[200];
    snprintf(action, sizeof action, "step %zu", step);
    must(session, action);
    snprintf(action, sizeof action, "lang %s", word[3]);
    must(session, action);
    snprintf(action, sizeof action, "guess %s %s %s %s", ask->words.word[1], word[0],
             word[1], word[2]);
    must(session, action);
    must(session, "reveal");
    const char *told = session_mistake(session);
    ck_assert_msg(told && strcmp(told, word[4]) == 0, "%s:%d: %s, not %s",
                  session->scene.path, line->number, told ? told : "nothing", word[4]);
    Text shown = {0};
    session_told(session, told, &shown);
    ck_assert_msg(strcmp(text_string(&shown), told) == 0, "%s:%d: covered numbers: %s",
                  session->scene.path, line->number, told);
    text_release(&shown);
    ck_assert_msg(utf8_columns(word[4]) <= 78, "%s:%d: has %d columns",
                  session->scene.path, line->number, utf8_columns(word[4]));
}

/* Makes all mistakes of a step; returns how many. */
static size_t make_mistakes(Session *session, size_t step) {
    const Step *of = &session->scene.steps[step];
    const Line *ask = NULL;
    size_t made = 0;
    for (size_t i = 0; i < of->line_count; i++) {
        const Line *line = &of->lines[i];
        if (line->kind == LINE_ACTION && strcmp(*line->words.word, "ask") == 0)
            ask = line;
        if (line->kind != LINE_MISTAKE)
            continue;
        make_mistake(session, step, ask, line);
        made++;
    }
    return made;
}

START_TEST(each_mistake_of_a_shipped_scene_is_said_in_one_line_without_a_covered_number) {
    Library library = shipped_library();
    size_t made = 0;
    for (size_t i = 0; i < library.ids.count; i++) {
        Session session;
        open_shipped(&session, library.ids.word[i], NULL);
        for (size_t s = 0; s <= session.scene.step_count; s++)
            made += make_mistakes(&session, s);
        session_close(&session);
    }
    library_release(&library);
    ck_assert_uint_ge(made, 30);
}
END_TEST

START_TEST(a_guess_belongs_to_the_last_ask_or_to_the_grid_that_it_names) {
    Session session;
    open_at(&session, 0);
    must_fail(&session, "guess 1 1 0.5", "nothing is asked");
    must(&session, "ask weights 1");
    must(&session, "ask y 3 2");
    must_fail(&session, "guess 1 1 0.5", "no such cell is asked for");
    must_fail(&session, "guess weights 2 1 0.5", "no such cell is asked for");
    must_fail(&session, "guess nothing 1 1 0.5", "no such cell is asked for");
    must_fail(&session, "guess 3 2 1..5", "1..5");
    must(&session, "guess 3 2 1.43");
    must(&session, "guess weights 1 1 0.40");
    must(&session, "reveal");
    ck_assert_int_eq(state_at(&session, GRID_Y, 2, 1), ANSWER_RIGHT);
    ck_assert_int_eq(state_at(&session, GRID_WEIGHTS, 0, 0), ANSWER_RIGHT);
    shows(&session, "2 of 2 right, 2 open");
    session_close(&session);
}
END_TEST

START_TEST(tab_goes_to_every_grid_that_is_asked_for_or_shown) {
    Session session;
    open_at(&session, 0);
    press(&session, "<S-Tab>");
    ck_assert_uint_ne(session.look.grid, GRID_SCORED);
    must(&session, "ask weights 1");
    must(&session, "ask scored 1");
    must(&session, "show reach");
    must(&session, "focus scores");
    press(&session, "<S-Tab> <S-Tab>");
    ck_assert_uint_eq(session.look.grid, GRID_REACH);
    press(&session, "<S-Tab>");
    ck_assert_uint_eq(session.look.grid, GRID_SCORED);
    press(&session, "<Space>");
    shows(&session, "answered 1 of 4");
    session_close(&session);
}
END_TEST

START_TEST(an_ask_that_cannot_be_is_refused) {
    Session session;
    open_at(&session, 0);
    must_fail(&session, "ask nothing", "no such grid");
    must_fail(&session, "ask weights 4", "expected 1..3");
    must_fail(&session, "ask weights 1 0", "expected 1..3");
    must_fail(&session, "goal weights 4 1", "expected 1..3");
    must_fail(&session, "goal weights 1 1 0 0 0", "3 columns");
    session_close(&session);
}
END_TEST

START_TEST(keys_in_an_asked_cell_begin_an_answer) {
    Session session;
    open_at(&session, 1);
    press(&session, "0");
    ck_assert_str_eq(text_string(&session.prompt.text), "guess weights 2 1 0");
    press(&session, ". 5 <Enter>");
    shows(&session, "[0.5");
    press(&session, "<Right> -");
    ck_assert_str_eq(text_string(&session.prompt.text), "guess weights 2 2 -");
    press(&session, "<Esc> .");
    ck_assert_str_eq(text_string(&session.prompt.text), "guess weights 2 2 .");
    press(&session, "<Esc> <Enter>");
    ck_assert_str_eq(text_string(&session.prompt.text), "guess weights 2 2 ");
    press(&session, "<Esc> <Up> <Enter>");
    ck_assert(!session.prompt.open ||
              strncmp(text_string(&session.prompt.text), "guess", 5) != 0);
    press(&session, "<Esc> <Down> <Left> y");
    shows(&session, "1 of 1 right");
    press(&session, "1");
    ck_assert(
        !session.prompt.open); /* the cell is uncovered: 1 is a head's number again */
    session_close(&session);
}
END_TEST

START_TEST(space_marks_0_and_1_in_a_grid_of_signs) {
    Session session;
    open_at(&session, 3);
    unsigned long long before = digest(&session);
    press(&session, "<Space>");
    ck_assert_str_eq(session_answer(&session, (GridCell){.grid = GRID_VISIBLE}).guess,
                     "1");
    press(&session, "<Space> <Space> <Right> <Space> <Space> y");
    ck_assert_uint_eq(digest(&session), before);
    ck_assert_int_eq(state_at(&session, GRID_VISIBLE, 0, 0), ANSWER_RIGHT);
    ck_assert_int_eq(state_at(&session, GRID_VISIBLE, 0, 1), ANSWER_WRONG);
    must(&session, "set causal on");
    shows(&session, "✓1[c]▒");
    must(&session, "undo");
    press(&session,
          "<Left> <Space>"); /* a right answer is marked anew, no cell is flipped */
    ck_assert_uint_eq(digest(&session), before);
    ck_assert_int_eq(state_at(&session, GRID_VISIBLE, 0, 0), ANSWER_GUESS);
    press(&session, "<Down> <Space>");
    ck_assert_uint_ne(digest(&session), before); /* row 2 is not asked for: a what-if */
    session_close(&session);
}
END_TEST

START_TEST(a_hint_tells_a_cell_in_stages_and_the_last_one_counts_as_looked_up) {
    Session session;
    open_at(&session, 1);
    press(&session, "E");
    shows(&session, "▒ = exp(0.7071)/(exp(0.7071)+exp(0.7071))");
    press(&session, "E");
    shows(&session, "▒ = 2.0281/(2.0281+2.0281)");
    shows_not(&session, "looked up");
    press(&session, "E");
    shows(&session, "0.500000 = ");
    shows(&session, "looked up: 1");
    must(&session, "guess 2 2 0.5");
    must(&session, "guess 2 3 0");
    must(&session, "reveal");
    shows(&session, "2 of 2 right, looked up: 1");
    ck_assert_uint_eq(session.answered.count, 0);
    session_close(&session);
}
END_TEST

START_TEST(a_hint_tells_the_rules_of_visible_and_then_what_they_compare) {
    Session session;
    open_at(&session, 0);
    must(&session, "set causal on");
    must(&session, "set window 2");
    must(&session, "ask visible 3");
    shows(&session, "visible[3,1] ▒: covered");
    press(&session, "E");
    shows(&session, "visible[3,1] ▒ = causal · window  ");
    press(&session, "E");
    shows(&session, "▒ = causal (1 ≤ 3) · window (distance 2 ≥ 2)");
    press(&session, "E");
    shows(&session, "visible[3,1] 0: hidden by window");
    session_close(&session);
}
END_TEST

START_TEST(a_hint_tells_no_other_covered_number) {
    Session session;
    open_at(&session, 1);
    must(&session, "focus y 3 1");
    press(&session, "E E");
    shows(&session, "y[3,1] ▒ = ▒·▒ + ▒·▒ + ▒·▒");
    must(&session, "step 3");
    must(&session, "focus weights 1 1");
    press(&session, "E E");
    shows_not(&session, "exp(");
    session_close(&session);
}
END_TEST

START_TEST(a_hint_tells_numbers_that_were_answered_right) {
    Session session;
    open_at(&session, 1);
    must(&session, "guess 2 1 0.5");
    must(&session, "guess 2 2 0.5");
    must(&session, "reveal");
    must(&session, "focus y 2 1");
    must(&session, "hint");
    shows(&session, "y[2,1] ▒ = ▒·▒ + ▒·▒");
    must(&session, "guess 2 3 0");
    must(&session, "reveal");
    shows(&session, "y[2,1] ▒ = 0.5000·1 + 0.5000·1");
    must(&session, "focus y 1 1");
    must(&session, "hint");
    shows(&session, "y[1,1] ▒ = ▒·▒");
    session_close(&session);
}
END_TEST

START_TEST(the_form_of_a_weight_tells_neither_its_cut_nor_an_empty_row) {
    Session session;
    open_at(&session, 0);
    must(&session, "set causal on");
    must(&session, "set order after");
    must(&session, "ask weights 1");
    shows(&session, "[1,1] ▒ = exp(▒)/(exp(▒)+exp(▒)+exp(▒)) × ▒");
    must(&session, "focus weights 1 2");
    shows(&session, "[1,2] ▒ = ▒ × ▒  ");
    must(&session, "set order before");
    must(&session, "set causal strict");
    must(&session, "set empty-row uniform");
    shows(&session, "[1,2] ▒ = ▒/▒  ");
    session_close(&session);
}
END_TEST

START_TEST(the_form_of_concat_names_no_head_before_a_hint) {
    Session session;
    open_shipped(&session, "16.4-swap", NULL);
    must(&session, "ask concat 2 1");
    shows(&session, "concat[2,1] ▒ = the output of one head");
    must(&session, "hint");
    shows(&session, "concat[2,1] ▒ = out[2,1] of head 1");
    session_close(&session);
}
END_TEST

START_TEST(the_loss_is_covered_with_the_probability_that_it_is_of) {
    Session session;
    open_shipped(&session, "bug-copy", NULL);
    must(&session, "ask prob 1");
    ck_assert(session_covered(&session, GRID_LOSS));
    ck_assert(!session_covered(&session, GRID_Y));
    session_close(&session);
}
END_TEST

START_TEST(the_form_of_an_empty_row_is_not_its_number) {
    Session session;
    open_text(&session, "attnscope,1\ntitle,en,T\ntokens,a,b,c\nset,causal,strict\n"
                        "set,empty-row,uniform\nstep,en,Question\nask,weights,1,3\n");
    must(&session, "next");
    ck_assert_ptr_null(strstr(frame_of(&session, false), "1/3"));
    must(&session, "hint");
    ck_assert_ptr_nonnull(strstr(frame_of(&session, false), "1/3"));
    session_close(&session);
}
END_TEST

START_TEST(the_step_after_a_question_marks_what_the_question_changed) {
    Session session;
    open_text(&session, "attnscope,1\ntitle,en,T\ntokens,a,b\nscores,0,0\nscores,0,1\n"
                        "step,en,Question\nset,causal,on\nask,weights,1\n"
                        "step,en,Answer\nstep,en,After it\n");
    must(&session, "step 2");
    ck_assert(session_changed(&session, GRID_WEIGHTS, (Place){0}, 0, 1));
    must(&session, "step 3");
    ck_assert(!session_changed(&session, GRID_WEIGHTS, (Place){0}, 0, 1));
    session_close(&session);
}
END_TEST

START_TEST(a_goal_tells_when_it_is_met_and_in_how_many_actions) {
    Session session;
    open_at(&session, 2);
    shows(&session, "goal not met");
    must(&session, "set causal reversed");
    shows(&session, "goal not met");
    must(&session, "set causal on");
    shows(&session, "✓ goal met in 2 actions");
    ck_assert_uint_eq(session.answered.count, 1);
    must(&session, "undo");
    shows(&session, "goal not met");
    must(&session, "undo");
    must(&session, "set causal on");
    shows(&session, "✓ goal met in 1 action");
    ck_assert_uint_eq(session.answered.count, 1);
    must(&session, "next");
    shows_not(&session, "goal");
    session_close(&session);
}
END_TEST

START_TEST(undo_into_another_step_brings_its_question_and_guesses_back) {
    Session session;
    open_at(&session, 1);
    must(&session, "guess 2 1 0.25");
    must(&session, "step 3");
    ck_assert_str_eq(session.notice, ""); /* a guess is no change */
    ck_assert(session_covered(&session, GRID_VISIBLE));
    must(&session, "undo");
    ck_assert(!session_covered(&session, GRID_VISIBLE));
    ck_assert(session_covered(&session, GRID_WEIGHTS));
    shows(&session, "answered 1 of 3");
    session_close(&session);
}
END_TEST

START_TEST(the_list_has_a_mark_for_each_question_that_was_answered) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    words_add(&session.answered, "16.1 0");
    must(&session, "list");
    shows(&session, "▸16.1");
    shows(&session, "✓");
    words_add(&session.answered, "16.1 4");
    words_add(&session.answered, "16.1-left 4");
    shows(&session, "✓2");
    session_close(&session);
}
END_TEST

/* ---- --check ---- */

static void ignore(void *context, const Error *failure) {
    snprintf(context, 300, "%s", said(failure));
}

/* Checks a scene whose last rows are these; failure: [300]. */
static Tally checked(const char *rows, char failure[300]) {
    Tally tally = {.report = ignore, .context = failure};
    Error error = {0};
    char text[2000];
    failure[0] = '\0';
    snprintf(text, sizeof text, "%s%sscores,0,1\nscores,0,1\nv,1\nv,2\n%s", SCENE_ROWS,
             "title,en,T\n", rows);
    ck_assert_msg(check_scene(&tally, text, &error), "%s", said(&error));
    return tally;
}

START_TEST(check_performs_the_solution_and_undoes_it) {
    char failure[300];
    Tally tally = checked("step,en,A\ngoal,y,1,1\nsolution,set,causal,on\n"
                          "step,en,B\nexpect,visible,1,1,1\n",
                          failure);
    ck_assert_msg(tally.passed == 2 && tally.failed == 0, "%s", failure);
    tally = checked("step,en,A\ngoal,y,1,1\nsolution,set,causal,strict\n", failure);
    ck_assert_uint_eq(tally.failed, 1);
    ck_assert_msg(strstr(failure, "y row 1") != NULL, "%s", failure);
    tally =
        checked("set,causal,on\nstep,en,A\ngoal,y,1,1\nsolution,set,window,2\n", failure);
    ck_assert_uint_eq(tally.failed, 1);
    ck_assert_msg(strstr(failure, "met before") != NULL, "%s", failure);
    tally = checked("step,en,A\ngoal,y,1,1\nsolution,edit,v,9,1,2\n", failure);
    ck_assert_uint_eq(tally.failed, 1);
    ck_assert_msg(strstr(failure, "9") != NULL, "%s", failure);
    tally = checked("step,en,A\ngoal,y,1,1\nsolution,forbid,1,2\nsolution,forbid,2,2\n"
                    "step,en,B\nexpect,visible,1,1,1\nexpect,visible,2,1,1\n",
                    failure);
    ck_assert_msg(tally.passed == 3 && tally.failed == 0, "%s", failure);
}
END_TEST

static const struct {
    const char *rows, *message;
    int line;
} mistakes[] = {
    {"ask,sunlight\n", "no such grid \"sunlight\"", 1},
    {"ask,weights,3\n", "3: no such row; expected 1..2", 1},
    {"step,en,A\nmistake,1,1,0.5,en,No\nask,weights\n", "mistake before an ask", 2},
    {"ask,weights\nstep,en,A\nmistake,1,1,0.5,en,No\n", "mistake before an ask", 3},
    {"ask,weights,1\nmistake,2,1,0.5,en,No\n", "no such cell is asked for: 2 1", 2},
    {"ask,weights\nmistake,1,1,half,en,No\n", "'half' is no number", 2},
    {"goal,y,3,1\n", "3: no such row", 1},
    {"goal,y,1,1,1\n", "y has 1 columns", 1},
    {"goal,y,1,1\nstep,en,A\nsolution,set,causal,on\n", "a solution without a goal", 3},
    {"goal,y,1,1\nsolution,set\n", "set: 0 arguments", 2},
};

START_TEST(rows_of_a_question_that_cannot_be_are_named_with_their_line) {
    Session session;
    Error error = {0};
    char text[1000], where[40];
    char *paths[] = {text};
    snprintf(text, sizeof text, "%s%sscores,0,1\nscores,0,1\nv,1\nv,2\n%s", SCENE_ROWS,
             "title,en,T\n", mistakes[_i].rows);
    snprintf(where, sizeof where, "--array:%d: ", mistakes[_i].line + 6);
    ck_assert(!session_open(&session, paths, 1, &error));
    ck_assert_msg(strstr(said(&error), mistakes[_i].message) &&
                      strncmp(said(&error), where, strlen(where)) == 0,
                  "%s", said(&error));
}
END_TEST

Suite *question_suite(void) {
    Suite *suite = suite_create("question");
    TCase *ask = tcase_create("ask"), *goal = tcase_create("goal");
    int count = sizeof judgements / sizeof *judgements;
    tcase_add_test(ask, an_ask_covers_its_grid_and_what_follows_until_its_step_is_left);
    tcase_add_test(
        ask,
        cells_that_are_asked_for_have_another_shade_than_those_that_are_only_covered);
    tcase_add_test(ask, where_a_scene_asks_at_once_its_first_paragraph_is_the_heading);
    tcase_add_test(ask, a_cover_of_hide_outlasts_the_question);
    tcase_add_test(ask, y_that_is_out_is_covered_with_it);
    tcase_add_test(ask, a_guess_changes_no_number_and_undo_takes_it_back);
    tcase_add_loop_test(ask, a_guess_is_right_if_the_number_rounds_to_it, 0, count);
    tcase_add_test(ask, an_undefined_row_meets_no_guess);
    tcase_add_test(ask,
                   reveal_uncovers_the_right_cells_and_wrong_ones_may_be_guessed_again);
    tcase_add_test(ask, the_signs_of_answers_are_there_in_ascii_too);
    tcase_add_test(ask, of_several_mistakes_that_of_the_cursors_cell_is_said);
    tcase_add_test(ask, a_right_answer_is_not_said_to_be_covered);
    tcase_add_test(ask, a_typical_mistake_has_its_sentence_in_the_language);
    tcase_add_test(
        ask,
        each_mistake_of_a_shipped_scene_is_said_in_one_line_without_a_covered_number);
    tcase_add_test(ask, a_guess_belongs_to_the_last_ask_or_to_the_grid_that_it_names);
    tcase_add_test(ask, tab_goes_to_every_grid_that_is_asked_for_or_shown);
    tcase_add_test(ask, an_ask_that_cannot_be_is_refused);
    tcase_add_test(ask, keys_in_an_asked_cell_begin_an_answer);
    tcase_add_test(ask, space_marks_0_and_1_in_a_grid_of_signs);
    tcase_add_test(ask,
                   a_hint_tells_a_cell_in_stages_and_the_last_one_counts_as_looked_up);
    tcase_add_test(ask, a_hint_tells_the_rules_of_visible_and_then_what_they_compare);
    tcase_add_test(ask, a_hint_tells_no_other_covered_number);
    tcase_add_test(ask, a_hint_tells_numbers_that_were_answered_right);
    tcase_add_test(ask, the_form_of_a_weight_tells_neither_its_cut_nor_an_empty_row);
    tcase_add_test(ask, the_form_of_concat_names_no_head_before_a_hint);
    tcase_add_test(ask, the_loss_is_covered_with_the_probability_that_it_is_of);
    tcase_add_test(ask, the_form_of_an_empty_row_is_not_its_number);
    tcase_add_test(ask, the_step_after_a_question_marks_what_the_question_changed);
    tcase_add_test(goal, a_goal_tells_when_it_is_met_and_in_how_many_actions);
    tcase_add_test(goal, undo_into_another_step_brings_its_question_and_guesses_back);
    tcase_add_test(goal, the_list_has_a_mark_for_each_question_that_was_answered);
    tcase_add_loop_test(goal, rows_of_a_question_that_cannot_be_are_named_with_their_line,
                        0, sizeof mistakes / sizeof *mistakes);
    tcase_add_test(goal, check_performs_the_solution_and_undoes_it);
    suite_add_tcase(suite, ask);
    suite_add_tcase(suite, goal);
    return suite;
}
