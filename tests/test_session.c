/* The door: what each action does to inputs and grids, and what it refuses. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "base/key.h"
#include "said.h"
#include "session/tasks.h"
#include "suites.h"

#define HEAD "attnscope,1\ntitle,en,Test\n"
#define RED_KEY                                                                          \
    HEAD "tokens,red,key,.\ntargets,key,.,EOS\nx,1,0\nx,0,1\nx,1,1\nwq,1,0\nwq,1,1\n"    \
         "wk,1,0\nwk,0,1\nwv,1,0\nwv,1,2\n"
#define TWO_RECORDS                                                                      \
    HEAD "candidates,a,b\nloss,probs\nscores,0,ln(99)\nscores,0,0\ntargets,a,-\n"        \
         "record,red\ntokens,s,t\nv,0.5,0.5\nv,1,0\n"                                    \
         "record,blue\ntokens,s,u\nv,0.5,0.5\nv,0,1\n"

#define TWO_HEADS                                                                        \
    HEAD "heads,2\nq,1,0\nq,0,1\nq,1,1\nk,1,0\nk,0,1\nk,1,1\nv,1,5\nv,3,4\nv,2,9\n"

static bool near(double a, double b) {
    return fabs(a - b) < 1e-12;
}

/* Layer 1 has no value for query 1, which sees nothing there. */
static void open_undefined(Session *session, const char *lines) {
    Text text = {0};
    text_append(&text,
                "attnscope,1\ntitle,en,T\ntokens,a,b,c\nx,1\nx,2\nx,3\nwq,1\nwk,1\nwv,1\n"
                "layer,2\nset,causal,strict,1\nset,causal,on,2\n");
    text_append(&text, lines);
    open_text(session, text_string(&text));
    must(session, "layer 2");
    text_release(&text);
}

static int undefined_rows(const Session *session) {
    int rows = 0;
    RowState state;
    for (size_t i = 0; i < 3; i++) {
        grid_cell(session->now, GRID_Y, session_place(session), i, 0, &state);
        rows |= (state == ROWSTATE_UNDEFINED) << i;
    }
    return rows;
}

START_TEST(a_row_has_no_value_if_it_reads_one_that_has_none) {
    static const struct {
        const char *lines;
        int rows; /* bit i: row i has none */
        const char *action;
    } cases[] = {
        {"", 7, NULL},
        {"set,window,1,2\n", 1, NULL},
        {"set,window,1,2\nset,empty-row,uniform,2\n", 1, NULL},
        {"set,window,1,2\nset,order,zero,2\n", 7, NULL},
        {"set,window,1,2\nset,softmax,queries,2\n", 7,
         NULL}, /* a column reads every query */
        {"set,window,1,2\nset,empty-row,uniform,2\n", 5, "forbid 3 *"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Session session;
        open_undefined(&session, cases[i].lines);
        if (cases[i].action)
            must(&session, cases[i].action);
        ck_assert_msg(undefined_rows(&session) == cases[i].rows, "%s: %d", cases[i].lines,
                      undefined_rows(&session));
        session_close(&session);
    }
}
END_TEST

START_TEST(weights_of_a_head_of_its_own_make_its_q_anew) {
    Session session;
    open_text(&session,
              "attnscope,1\ntitle,en,T\nheads,2\nx,1\nx,2\nwq.1,1\nwq.2,3\nwk,1,1\n"
              "wv,1,1\n");
    must(&session, "head 2");
    ck_assert(cell_at(&session, GRID_Q, 1, 0) == 6);
    must(&session, "edit wq 1 2 5");
    ck_assert(cell_at(&session, GRID_Q, 1, 0) == 10);
    ck_assert(cell_at(&session, GRID_SCORES, 1, 1) == 20);
    must(&session, "undo");
    ck_assert(cell_at(&session, GRID_Q, 1, 0) == 6);
    session_close(&session);
}
END_TEST

START_TEST(scores_edited_in_one_cell_of_each_layer_are_two) {
    Session session;
    open_undefined(&session, "set,causal,off\n");
    must(&session, "edit scores 2 1 7");
    must(&session, "layer 1");
    must(&session, "edit scores 2 1 5");
    ck_assert(cell_at(&session, GRID_SCORES, 1, 0) == 5);
    must(&session, "layer 2");
    ck_assert(cell_at(&session, GRID_SCORES, 1, 0) == 7);
    session_close(&session);
}
END_TEST

START_TEST(causal_gives_the_rows_worked_out_by_hand) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "set causal on");
    ck_assert(cell_at(&session, GRID_WEIGHTS, 0, 0) == 1);
    ck_assert(cell_at(&session, GRID_WEIGHTS, 1, 1) == 0.5);
    ck_assert(near(cell_at(&session, GRID_WEIGHTS, 2, 0), 0.28399540974126003));
    ck_assert(cell_at(&session, GRID_Y, 1, 0) == 1 &&
              cell_at(&session, GRID_Y, 1, 1) == 1);
    session_close(&session);
}
END_TEST

START_TEST(toggle_goes_between_the_first_two_and_from_any_other_to_the_first) {
    Session session;
    open_text(&session, RED_KEY);
    const Options *options = session_options(&session);
    must(&session, "toggle causal");
    ck_assert_int_eq(session_options(&session)->causal, CAUSAL_ON);
    must(&session, "toggle causal");
    ck_assert_int_eq(session_options(&session)->causal, CAUSAL_OFF);
    must(&session, "set causal reversed");
    must(&session, "toggle causal");
    ck_assert_int_eq(session_options(&session)->causal, CAUSAL_OFF);
    must(&session, "set scale 3");
    must(&session, "toggle scale");
    ck_assert_int_eq(session_options(&session)->scale.kind, SCALE_AUTO);
    must(&session, "toggle pad-queries");
    ck_assert_int_eq(session_options(&session)->pad_queries, 0);
    (void)options;
    session_close(&session);
}
END_TEST

START_TEST(cycle_goes_round_in_both_directions) {
    Session session;
    open_text(&session, RED_KEY);
    for (int order = ORDER_ZERO; order <= ORDER_ADD; order++) {
        must(&session, "cycle order");
        ck_assert_int_eq(session_options(&session)->order, order);
    }
    must(&session, "cycle order");
    ck_assert_int_eq(session_options(&session)->order, ORDER_BEFORE);
    must(&session, "cycle order back");
    ck_assert_int_eq(session_options(&session)->order, ORDER_ADD);
    must_fail(&session, "cycle window", "no list of values");
    must_fail(&session, "toggle head-order", "no list of values");
    must_fail(&session, "cycle order forth", "expected back");
    session_close(&session);
}
END_TEST

START_TEST(an_option_with_a_value_that_the_scene_cannot_have_is_not_compared) {
    Session session;
    open_text(&session, TWO_RECORDS);
    must_fail(&session, "compare residual", "residual: on needs x and v");
    ck_assert_uint_eq(session_lanes(&session), 0);
    session_close(&session);
}
END_TEST

START_TEST(what_the_door_refuses_changes_nothing) {
    static const char *const refused[][2] = {
        {"", "an action is missing"},
        {"jump", "no such action"},
        {"set causal", "expected: set OPTION VALUE"},
        {"set causal on 1 1", "expected: set OPTION VALUE"},
        {"set caudal on", "no such option"},
        {"set causal maybe", "off on strict reversed"},
        {"set causal on 2", "no such layer"},
        {"set known 4", "expected all or 1..3"},
        {"set window -1", "whole number from 0"},
        {"set head-order 2,1", "there is 1 head"},
        {"edit x 4 1 0", "no such row"},
        {"edit x 0 1 0", "expected 1..3"},
        {"edit x 1 3 0", "no such column"},
        {"edit x 1 1 half", "half"},
        {"edit y 1 1 0", "is computed"},
        {"edit visible 1 1 0", "allow, forbid and flip"},
        {"edit weights 1 1 0.5", "computed here from the scores"},
        {"edit q 1 1 0.5", "computed here from x and wq"},
        {"edit bias 1 1 0", "no bias"},
        {"edit padding 4 1", "no such position"},
        {"edit padding 1 2", "expected 1 for padding"},
        {"edit segments 1 half", "segment's whole number"},
        {"replace x 1", "expected: replace GRID ROW"},
        {"replace x 1 1 2 3", "3 numbers, expected 2"},
        {"replace x 1 1 bad", "bad"},
        {"allow 4 1", "no such query"},
        {"forbid 1 0", "no such key"},
        {"flip x 1", "no such query"},
        {"swap-heads 1 2", "no such place"},
        {"perturb 1 1", "1 number, expected 2"},
        {"perturb 9 1 1", "no such row"},
        {"focus nothing", "no such grid"},
        {"focus weights 1", "expected GRID, or GRID ROW COL"},
        {"focus weights 4 1", "no such row"},
        {"focus weights.2", "there is 1 head"},
        {"focus delta", "no baseline"},
        {"delta on", "no baseline"},
        {"pin 'save a.csv'", "pin: save changes nothing that a pin keeps"},
        {"pin 'pin \"set causal on\"'", "changes nothing that a pin keeps"},
        {"head 2", "no such head"},
        {"record 2", "no such record"},
        {"layer two", "no such layer"},
        {"step 1", "no such step"},
        {"scene nowhere", "no such scene"},
        {"digits 5", "expected auto, 3, 4, 6"},
        {"theme pink", "no such theme"},
        {"lang fr", "no such lang"},
        {"zoom far", "expected in, out"},
        {"compare window", "list of values"},
        {"move sideways", "expected left"},
        {"move up none", "expected a number"},
        {"search zebra", "no token"},
        {"search \"half", "not closed"},
        {"set residual sideways", "off on"},
    };
    Session session;
    open_text(&session, RED_KEY);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        must_fail(&session, refused[i][0], refused[i][1]);
    ck_assert_uint_eq(session.history.undo_count, 0);
    session_close(&session);
}
END_TEST

START_TEST(numbers_beyond_all_measure_are_refused) {
    static const struct {
        const char *start, *words;
        char byte;
    } table[] = {{"edit x 1 1 ", "nested deeper than", '('},
                 {"edit x 1 1 ", "out of range", '7'},
                 {"set window 1", "window: ", '0'},
                 {"set known 1", "known: ", '0'}};
    enum { MUCH = 100000 };
    Session session;
    open_text(&session, RED_KEY);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Text line = {0};
        text_append(&line, table[i].start);
        for (int at = 0; at < MUCH; at++)
            text_append_n(&line, &table[i].byte, 1);
        Error error = {0};
        ck_assert(!session_do(&session, text_string(&line), &error));
        ck_assert_msg(strstr(said(&error), table[i].words), "%zu: %.300s", i,
                      said(&error));
        text_release(&line);
    }
    must_fail(&session, "set window 1000000000000000000", "whole number from 0");
    session_close(&session);
}
END_TEST

START_TEST(forced_cells_override_every_rule_and_flip_drops_what_the_rule_gives) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "set causal on");
    must(&session, "allow 1 3");
    ck_assert(cell_at(&session, GRID_VISIBLE, 0, 2) == 1);
    must(&session, "flip 1 3");
    ck_assert(cell_at(&session, GRID_VISIBLE, 0, 2) == 0);
    ck_assert(!forces_any(&session.now->model.layers[0].forces));
    must(&session, "flip 1 3");
    ck_assert_int_eq(forces_at(&session.now->model.layers[0].forces, 0, 2), 1);
    must(&session, "forbid * 1");
    for (size_t i = 0; i < 3; i++)
        ck_assert(cell_at(&session, GRID_VISIBLE, i, 0) == 0);
    must(&session, "allow 2 *");
    for (size_t j = 0; j < 3; j++)
        ck_assert(cell_at(&session, GRID_VISIBLE, 1, j) == 1);
    must(&session, "clear-mask");
    ck_assert(cell_at(&session, GRID_VISIBLE, 1, 2) == 0);
    session_close(&session);
}
END_TEST

START_TEST(an_edit_moves_everything_downstream_and_takes_an_expression) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "edit x 3 1 2*ln(e^2)");
    ck_assert(near(cell_at(&session, GRID_X, 2, 0), 4));
    ck_assert(near(cell_at(&session, GRID_V, 2, 0), 5));
    ck_assert(session_changed(&session, GRID_Y, session_place(&session), 0, 0));
    must(&session, "edit wv 1 1 0");
    ck_assert(cell_at(&session, GRID_V, 0, 0) == 0);
    must(&session, "replace x 1 7 8");
    ck_assert(cell_at(&session, GRID_X, 0, 1) == 8);
    session_close(&session);
}
END_TEST

START_TEST(a_score_written_over_holds_whatever_q_and_k_say) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "edit scores 1 2 10");
    must(&session, "edit x 1 1 3");
    must(&session, "set scale none");
    ck_assert(cell_at(&session, GRID_SCORES, 0, 1) == 10);
    must(&session, "undo");
    must(&session, "undo");
    must(&session, "undo");
    ck_assert(cell_at(&session, GRID_SCORES, 0, 1) == 0);
    session_close(&session);
}
END_TEST

START_TEST(a_number_given_before_the_first_record_is_one_number_for_all) {
    Session session;
    open_text(&session, TWO_RECORDS);
    must(&session, "edit scores 1 2 ln(9)");
    must(&session, "edit targets 1 b");
    for (int record = 0; record < 2; record++) {
        must(&session, record ? "record blue" : "record 1");
        ck_assert(near(cell_at(&session, GRID_WEIGHTS, 0, 1), 0.9));
        ck_assert_str_eq(session.now->targets[record][0], "b");
    }
    must(&session, "edit v 1 1 0.25");
    ck_assert(cell_at(&session, GRID_V, 0, 0) == 0.25);
    must(&session, "record red");
    ck_assert(cell_at(&session, GRID_V, 0, 0) == 0.5);
    must_fail(&session, "edit targets 1 c", "no such candidate");
    session_close(&session);
}
END_TEST

START_TEST(rows_of_all_heads_side_by_side_are_replaced_whole_or_a_head_at_a_time) {
    Session session;
    open_text(&session,
              HEAD "heads,2\ntokens,a,b\nq,1,2,3,4\nq,5,6,7,8\nk,1,1,1,1\nk,0,0,0,0\n");
    must(&session, "replace q 1 10 20 30 40");
    must(&session, "edit q 2 4 80");
    must(&session, "head 2");
    ck_assert(cell_at(&session, GRID_Q, 0, 0) == 30 &&
              cell_at(&session, GRID_Q, 1, 1) == 80);
    must(&session, "replace q 1 3 4");
    ck_assert(cell_at(&session, GRID_Q, 0, 1) == 4);
    must(&session, "edit q.1 1 2 -2");
    must(&session, "head 1");
    ck_assert(cell_at(&session, GRID_Q, 0, 0) == 10 &&
              cell_at(&session, GRID_Q, 0, 1) == -2);
    must_fail(&session, "replace q 1 1 2 3", "3 numbers, expected 2");
    must_fail(&session, "edit q 1 5 0", "expected 1..4");
    must_fail(&session, "edit q.1 1 3 0", "expected 1..2");
    session_close(&session);
}
END_TEST

START_TEST(a_row_of_finished_weights_is_replaced_whole) {
    Session session;
    open_text(&session, HEAD "tokens,a,b\nweights,1,0\nweights,0.5,0.5\n");
    must(&session, "replace weights 1 0 4");
    ck_assert(cell_at(&session, GRID_WEIGHTS, 0, 1) == 1);
    must_fail(&session, "edit weights 1 2 0", "sum would be 0");
    must_fail(&session, "replace weights 1 0 0", "sum above 0");
    must_fail(&session, "replace weights 1 0 -1", "from 0");
    session_close(&session);
}
END_TEST

/* The common lists stand before the first record; the second one is shorter, and its padding is
 * its own. */
START_TEST(a_common_list_is_edited_in_the_records_that_have_it_and_as_long_as_they_are) {
    Session session;
    open_text(&session, HEAD "targets,a,b,c\npadding,0,0,0\nsegments,1,1,1\nrecord,one\n"
                             "tokens,a,b,c\nrecord,two\ntokens,d,e,f\npadding,0,1,1\n");
    must(&session, "edit padding 3 1");
    must(&session, "edit padding 2 1");
    must(&session, "edit targets 3 x");
    must(&session, "edit segments 3 7");
    const Record *records = session.now->model.records;
    ck_assert(records[0].padding[1] == 1 && records[0].padding[2] == 1);
    ck_assert(records[1].padding[0] == 0 && records[1].padding[2] == 1);
    ck_assert_int_eq(records[1].segments[2], 7);
    ck_assert_str_eq(session.now->targets[1][2], "x");
    must(&session, "record two");
    must(&session, "edit padding 1 1");
    records = session.now->model.records;
    ck_assert(records[0].padding[0] == 0 && records[1].padding[0] == 1);
    session_close(&session);
    open_text(&session, HEAD "targets,a,b,c\nrecord,one\ntokens,a,b,c\nrecord,two\n"
                             "tokens,d,e\ntargets,d,e\n");
    must(&session, "edit targets 3 x"); /* the second record has no third position */
    ck_assert_str_eq(session.now->targets[1][1], "e");
    session_close(&session);
}
END_TEST

START_TEST(forcing_what_is_forced_already_is_no_change) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "allow 1 3");
    must(&session, "allow 1 3");
    ck_assert_uint_eq(session.history.undo_count, 1);
    must(&session, "forbid 1 3");
    ck_assert_uint_eq(session.history.undo_count, 2);
    session_close(&session);
}
END_TEST

START_TEST(many_empty_rows_are_told_one_after_another) {
    Session session;
    TroubleWalk walk = {0};
    Text scene = {0};
    size_t count = 0, before = 0;
    text_append(&scene, HEAD "tokens");
    for (int n = 0; n < 1500; n++)
        text_append(&scene, ",a");
    text_append(&scene, "\nset,window,0\n");
    open_text(&session, text_string(&scene));
    for (; session_trouble_next(&session, &walk); count++) {
        ck_assert(count == 0 || walk.trouble.query == before + 1);
        before = walk.trouble.query;
    }
    ck_assert_uint_eq(count, 1500);
    session_close(&session);
    text_release(&scene);
}
END_TEST

START_TEST(an_empty_row_is_named_with_record_layer_head_and_query) {
    Session session;
    Trouble trouble;
    Error text = {0};
    open_text(&session, RED_KEY);
    ck_assert_uint_eq(troubles_of(&session, &trouble), 0);
    must(&session, "set causal strict");
    ck_assert_uint_eq(troubles_of(&session, &trouble), 1);
    session_trouble_text(&session, &trouble, &text);
    ck_assert_str_eq(said(&text),
                     "a valid query has no visible key: record 1, layer 1, head 1,"
                     " query 1 (red)");
    must(&session, "set empty-row uniform");
    ck_assert_uint_eq(troubles_of(&session, &trouble), 0);
    ck_assert(near(cell_at(&session, GRID_WEIGHTS, 0, 2), 1.0 / 3));
    session_close(&session);
}
END_TEST

START_TEST(nobody_scored_is_an_error_and_one_target_ends_it) {
    Session session;
    Trouble trouble;
    open_text(&session, TWO_RECORDS);
    ck_assert_uint_eq(troubles_of(&session, &trouble), 0);
    must(&session, "edit targets 1 -");
    ck_assert_uint_gt(troubles_of(&session, &trouble), 0);
    ck_assert_int_eq(trouble.kind, TROUBLE_NO_TARGET);
    must(&session, "edit targets 2 a");
    ck_assert_uint_eq(troubles_of(&session, &trouble), 0);
    session_close(&session);
}
END_TEST

START_TEST(a_perturbed_row_is_judged_anew_at_every_toggle) {
    Session session;
    Verdict verdict;
    open_text(&session, RED_KEY);
    ck_assert(!session_verdict(&session, &verdict));
    must(&session, "perturb 3 4 0");
    ck_assert(session_verdict(&session, &verdict));
    ck_assert(!verdict.exact && fabs(verdict.largest - 2.1434625) < 5e-7);
    ck_assert_uint_eq(verdict.rows, 2);
    must(&session, "set causal on");
    ck_assert(session_verdict(&session, &verdict) && verdict.exact &&
              verdict.largest == 0);
    must(&session, "set causal reversed");
    ck_assert(session_verdict(&session, &verdict) && !verdict.exact);
    must(&session, "set causal on");
    must(&session, "edit wv 1 1 2"); /* parameters have to be held still */
    ck_assert(session_verdict(&session, &verdict) && !verdict.exact);
    session_close(&session);
}
END_TEST

START_TEST(a_pin_is_judged_by_every_number_of_y) {
    Session session;
    Verdict verdict;
    open_text(&session, RED_KEY);
    must(&session, "pin");
    ck_assert(!session_verdict(&session, &verdict)); /* it is this very state */
    must(&session, "set causal on");
    ck_assert(session_verdict(&session, &verdict));
    ck_assert(!verdict.exact && verdict.rows == 3 && verdict.first_row == 0);
    must(&session, "set causal off");
    ck_assert(session_verdict(&session, &verdict));
    ck_assert(verdict.exact && verdict.rows == 3 && verdict.all == 3);
    must(&session, "set known 2");
    ck_assert(session_verdict(&session, &verdict));
    ck_assert(!verdict.exact && verdict.rows == 2 && verdict.all == 3);
    session_close(&session);
    open_text(&session, TWO_RECORDS);
    must(&session, "pin");
    must(&session, "record 2");
    must(&session, "edit v 1 1 7");
    must(&session, "record 1");
    ck_assert(session_verdict(&session, &verdict));
    ck_assert(!verdict.exact && verdict.record == 1 && verdict.first.record == 1);
    session_close(&session);
}
END_TEST

START_TEST(was_and_marks_compare_with_the_baseline) {
    Session session;
    Place place = {0};
    double was;
    open_text(&session, RED_KEY);
    must(&session, "set causal on");
    must(&session, "perturb 3 4 0");
    must(&session, "set causal off");
    ck_assert(session_was(&session, GRID_Y, place, 0, 0, &was));
    ck_assert(near(was, grid_cell(session.against, GRID_Y, place, 0, 0, NULL)));
    ck_assert(!session_changed(&session, GRID_VISIBLE, place, 0, 1));
    must(&session, "unpin");
    must(&session, "set causal on");
    ck_assert(session_changed(&session, GRID_VISIBLE, place, 0, 1));
    must(&session, "pin");
    ck_assert(!session_changed(&session, GRID_VISIBLE, place, 0, 1));
    session_close(&session);
}
END_TEST

/* The differences from the step as written after each line. */
START_TEST(what_differs_from_the_step_is_named_as_long_as_it_differs) {
    static const char *const table[][2] = {
        {"toggle causal", "causal on"},
        {"edit scores 1 2 1", "causal on, scores"},
        {"toggle causal", "scores"},
        {"next", ""},
        {"undo", "scores"},
        {"undo", "causal on, scores"},
        {"reset", ""},
        {"pin", ""},
        {"flip 1 2", "mask cells"},
        {"flip 1 2", ""},
        {"edit x 1 1 2", "x"},
        {"edit x 1 1 1", ""},
        {"edit padding 3 1", "padding"},
        {"edit targets 1 .", "padding, targets"},
        {"undo", "padding"},
        {"undo", ""},
        {"perturb 3 4 0", "x"},
        {"set order zero", "order zero, x"},
        {"set scale 2", "order zero, scale 2, x"},
        {"set window 1", "order zero, scale 2, window 1, x"},
        {"flip 1 1", "order zero, scale 2, window 1, mask cells …"},
    };
    Session session;
    open_shipped(&session, "16.1", NULL);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Text words = {0};
        must(&session, table[i][0]);
        bool some = session_changes(&session, &words);
        ck_assert_str_eq(text_string(&words), table[i][1]);
        ck_assert_int_eq(some, *table[i][1] != '\0');
        text_release(&words);
    }
    session_close(&session);
}
END_TEST

START_TEST(a_last_bit_is_a_change_only_where_there_is_a_baseline) {
    Session session;
    Place place = {0};
    open_text(&session, RED_KEY);
    must(&session, "set causal on");
    must(&session, "set order renorm"); /* divides row 3 by its sum of 1 - 1e-16 */
    ck_assert(!same_bits(grid_cell(session.before, GRID_WEIGHTS, place, 2, 0, NULL),
                         grid_cell(session.now, GRID_WEIGHTS, place, 2, 0, NULL)));
    ck_assert(!session_changed(&session, GRID_WEIGHTS, place, 2, 0));
    must(&session, "undo");
    must(&session, "pin");
    must(&session, "set order renorm");
    ck_assert(session_changed(&session, GRID_WEIGHTS, place, 2, 0));
    session_close(&session);
}
END_TEST

START_TEST(delta_is_of_the_grid_that_had_the_focus) {
    Session session;
    double row[3];
    open_text(&session, RED_KEY);
    must(&session, "pin");
    must(&session, "set causal on");
    must(&session, "focus y 1 1");
    must(&session, "focus delta");
    ck_assert_uint_eq(session.delta_of, GRID_Y);
    ck_assert(session_delta(&session, GRID_Y, session_place(&session), 0, row));
    ck_assert(fabs(row[0] + 0.401112) < 5e-7 && fabs(row[1] + 1.197776) < 5e-7);
    must(&session, "unpin");
    ck_assert_uint_eq(session.look.grid, GRID_Y);
    session_close(&session);
}
END_TEST

START_TEST(known_shrinks_every_grid_and_the_cursor_stays_inside) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "focus weights 3 3");
    must(&session, "set known 2");
    ck_assert_uint_eq(grid_rows(session.now, GRID_Y, session_place(&session)), 2);
    ck_assert_uint_eq(grid_cols(session.now, GRID_WEIGHTS, session_place(&session)), 2);
    ck_assert(session.look.row == 1 && session.look.col == 1);
    must(&session, "edit x 3 1 5"); /* an input that does not exist yet may be prepared */
    must(&session, "set known all");
    ck_assert(cell_at(&session, GRID_X, 2, 0) == 5);
    session_close(&session);
}
END_TEST

START_TEST(delta_can_be_hidden_too) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "pin");
    must(&session, "hide delta");
    ck_assert(session_covered(&session, GRID_DELTA));
    ck_assert(!session_covered(&session, GRID_WEIGHTS));
    session_close(&session);
}
END_TEST

START_TEST(hide_covers_what_follows_and_nothing_else) {
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "hide weights");
    ck_assert(session_covered(&session, GRID_WEIGHTS));
    ck_assert(session_covered(&session, GRID_SUMS) && session_covered(&session, GRID_Y));
    ck_assert(!session_covered(&session, GRID_SCORES) &&
              !session_covered(&session, GRID_V));
    must(&session, "reveal");
    ck_assert(!session_covered(&session, GRID_WEIGHTS));
    session_close(&session);
}
END_TEST

START_TEST(show_belongs_to_its_step) {
    Session session;
    open_text(&session, "attnscope,1\ntitle,en,T\nx,1,2\nx,3,4\nwq,1,0\nwq,0,1\nwk,1,0\n"
                        "wk,0,1\nwv,1,0\nwv,0,1\nstep,en,A\nshow,v,y\nstep,en,B\n");
    const GridSet step = GRID_BIT(GRID_V) | GRID_BIT(GRID_Y);
    ck_assert_uint_eq(session.look.shown, 0);
    must(&session, "next");
    ck_assert_uint_eq(session.look.shown, step);
    must(&session, "set causal on");
    must(&session, "show wv");
    must(&session, "undo");
    ck_assert_uint_eq(session.look.shown, GRID_BIT(GRID_WV));
    must(&session, "redo");
    must(&session, "next");
    ck_assert_uint_eq(session.look.shown, 0);
    must(&session, "undo"); /* back to the step, with what was left behind */
    ck_assert_uint_eq(session.recipe.step, 1);
    ck_assert_uint_eq(session.look.shown, step);
    must(&session, "show x shapes wv");
    char path[] = "/tmp/attnscope-show-XXXXXX", line[100];
    folder_for_a_test(path);
    snprintf(line, sizeof line, "save %s/saved.csv", path);
    must(&session, line);
    Session saved;
    char *name = line + strlen("save ");
    ck_assert(session_open(&saved, &name, 1, NULL));
    ck_assert_uint_eq(saved.look.shown,
                      GRID_BIT(GRID_X) | GRID_BIT(GRID_WV) | SHOWN_SHAPES);
    must(&saved, "next"); /* the step that followed */
    ck_assert_uint_eq(saved.look.shown, 0);
    session_close(&saved);
    must(&session, "show auto");
    ck_assert_uint_eq(session.look.shown, 0);
    must_fail(&session, "show weights nothing", "no such grid");
    must_fail(&session, "show wo", "this scene has no wo here");
    must_fail(&session, "show", "expected: show GRID… [shapes] | auto");
    session_close(&session);
}
END_TEST

START_TEST(a_raw_merge_takes_rows_of_a_flipped_query_anew) {
    Session session, other;
    open_text(&session, TWO_HEADS);
    must(&session, "set merge raw");
    digest(&session); /* every row is made, so that rows are there to be kept */
    must(&session, "forbid 2 1");
    open_text(&other, TWO_HEADS);
    must(&other, "forbid 2 1");
    must(&other, "set merge raw");
    ck_assert(digest(&session) == digest(&other));
    session_close(&session);
    session_close(&other);
}
END_TEST

/* ---- lanes ---- */

static double in_lane(const Session *session, size_t lane, GridId grid, size_t row,
                      size_t col) {
    Sheet *sheet = session_lane(session, lane);
    double number = grid_cell(sheet, grid, session_place(session), row, col, NULL);
    sheet_release(sheet);
    return number;
}

START_TEST(a_lane_performs_its_list_on_the_present_state_and_leaves_it_alone) {
    Session session;
    open_text(&session, RED_KEY);
    unsigned long long before = digest(&session);
    must(&session, "compare 'as it is:' 'causal: set causal on' \"both: set causal on;"
                   " edit x 1 1 '1 + 1';\"");
    ck_assert_uint_eq(session_lanes(&session), 3);
    ck_assert(near(in_lane(&session, 0, GRID_Y, 0, 0), cell_at(&session, GRID_Y, 0, 0)));
    ck_assert(in_lane(&session, 1, GRID_WEIGHTS, 0, 0) == 1);
    ck_assert(digest(&session) == before);
    ck_assert_uint_eq(session.history.undo_count, 0);
    must(&session, "set order after"); /* lanes follow the present state */
    ck_assert(in_lane(&session, 1, GRID_WEIGHTS, 0, 0) < 0.5);
    must(&session, "undo");
    ck_assert(in_lane(&session, 1, GRID_WEIGHTS, 0, 0) == 1);
    must(&session, "compare off");
    ck_assert_uint_eq(session_lanes(&session), 0);
    session_close(&session);
}
END_TEST

START_TEST(a_list_that_fails_is_told_with_its_lane_and_leaves_the_lanes_as_they_were) {
    static const char *const lines[][2] = {
        {"compare 'a: set causal on' 'b: set causal maybe'", "lane b: causal: "},
        {"compare 'a: set causal on; swap-heads 1 3'", "lane a: 3: no such place"},
        {"compare 'a: show weights'", "lane a: show changes nothing"},
        {"compare 'a: focus y'", "focus changes nothing"},
        {"compare 'a: next'", "next changes nothing"},
        {"compare 'a: pin'", "pin changes nothing"},
        {"compare 'a: unpin'", "unpin changes nothing"},
        {"compare 'a: undo'", "undo changes nothing"},
        {"compare 'a: compare order'", "compare changes nothing"},
        {"compare 'a: edit x 1 1 \"2'", "not closed"},
        {"compare 'a: zebra'", "lane a: no such action"},
        {"compare 'a: set causal on' order", "order"},
        {"compare ': set causal on'", "expected an option"},
        {"compare a: b: c: d: e: f: g: h: i: j: k: l: m:", "13 lists, expected 12"},
    };
    Session session;
    open_text(&session, RED_KEY);
    must(&session, "compare 'first:' 'second: set causal on'");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        must_fail(&session, lines[i][0], lines[i][1]);
        ck_assert_uint_eq(session_lanes(&session), 2);
        ck_assert(in_lane(&session, 1, GRID_WEIGHTS, 0, 0) == 1);
    }
    must(&session, "compare a: b: c: d: e: f: g: h: i: j: k: l:");
    ck_assert_uint_eq(session_lanes(&session), 12);
    session_close(&session);
}
END_TEST

START_TEST(a_lane_acts_where_it_was_opened_whatever_is_shown_later) {
    Session session;
    open_text(&session, TWO_RECORDS);
    must(&session, "record 2");
    must(&session, "compare 'as it is:' 'other: edit v 1 1 7'");
    must(&session, "record 1");
    must(&session, "set causal on"); /* lanes are made anew */
    ck_assert(in_lane(&session, 1, GRID_V, 0, 0) == 0.5);
    must(&session, "record 2");
    ck_assert(in_lane(&session, 1, GRID_V, 0, 0) == 7);
    must(&session, "compare 'there: record 1; edit v 1 1 9'");
    ck_assert(in_lane(&session, 0, GRID_V, 0, 0) == 0.5);
    must(&session, "record red");
    ck_assert(in_lane(&session, 0, GRID_V, 0, 0) == 9);
    session_close(&session);
}
END_TEST

START_TEST(lanes_belong_to_their_step) {
    Session session;
    open_shipped(&session, "16.3-leak", "4");
    ck_assert_uint_eq(session_lanes(&session), 2);
    must(&session, "set fill -5");
    must(&session, "next");
    ck_assert_uint_eq(session_lanes(&session), 0);
    must(&session, "compare order");
    must(&session, "undo"); /* back to the step with its lanes, and the change */
    ck_assert_uint_eq(session.recipe.step, 4);
    ck_assert_uint_eq(session_lanes(&session), 2);
    must(&session, "compare off");
    must(&session, "undo"); /* within a step lanes stay as they are */
    ck_assert_uint_eq(session_lanes(&session), 0);
    must(&session, "reset");
    ck_assert_uint_eq(session_lanes(&session), 2);
    session_close(&session);
}
END_TEST

START_TEST(lanes_close_when_the_present_state_no_longer_allows_them) {
    Session session;
    open_text(&session, HEAD "weights,0.5,0.5\nweights,0.5,0.5\n");
    must(&session, "compare 'a:' 'b: edit weights 1 1 0'");
    must(&session, "edit weights 1 2 0");
    ck_assert_uint_eq(session_lanes(&session), 0);
    ck_assert(session.notice_trouble);
    ck_assert_ptr_nonnull(strstr(session.notice, "lane b: weights"));
    session_close(&session);
}
END_TEST

START_TEST(swapping_twice_is_as_before) {
    Session session;
    open_shipped(&session, "16.4-swap", NULL);
    unsigned long long before = digest(&session);
    must(&session, "swap-heads 1 2");
    ck_assert(digest(&session) != before);
    must(&session, "swap-heads 1 2");
    ck_assert(digest(&session) == before);
    must(&session, "swap-wo 2 1");
    must(&session, "swap-heads 2 1");
    ck_assert(cell_at(&session, GRID_Y, 1, 0) == 1.2310585786300048);
    session_close(&session);
}
END_TEST

/* What is listed before the heads. */
static size_t found_cells(const Session *session, FindingEntry **entries) {
    size_t count, cells = 0;
    *entries = session_findings(session, &count);
    while (cells < count && !(*entries)[cells].is_head)
        cells++;
    return cells;
}

START_TEST(findings_are_listed_and_enter_goes_to_the_chosen_one) {
    Session session;
    FindingEntry *entries;
    open_text(&session, RED_KEY);
    must(&session, "set causal on");
    ck_assert_uint_eq(found_cells(&session, &entries), 0);
    free(entries);
    must(&session, "allow 1 3");
    must(&session, "allow 1 2");
    ck_assert_uint_eq(found_cells(&session, &entries), 2);
    ck_assert_int_eq((int)entries[0].kind, FINDING_AHEAD);
    ck_assert(entries[0].finding.value >= entries[1].finding.value);
    ck_assert(same_bits(entries[1].finding.value,
                        cell_at(&session, GRID_WEIGHTS, 0, entries[1].finding.key)));
    must(&session, "findings");
    ck_assert_int_eq((int)session.look.overlay, OVERLAY_FINDINGS);
    session.overlay_entries = 3;
    session_key(&session, KEY_ARROW_DOWN);
    session_key(&session, KEY_RETURN);
    ck_assert_int_eq((int)session.look.overlay, OVERLAY_NONE);
    ck_assert(session.look.row == 0 && session.look.col == entries[1].finding.key);
    free(entries);
    must(&session, "findings");
    must(&session, "findings");
    ck_assert_int_eq((int)session.look.overlay, OVERLAY_NONE);
    session_close(&session);
}
END_TEST

Suite *session_suite(void) {
    Suite *suite = suite_create("session");
    TCase *test = tcase_create("session");
    tcase_add_test(test, a_row_has_no_value_if_it_reads_one_that_has_none);
    tcase_add_test(test, scores_edited_in_one_cell_of_each_layer_are_two);
    tcase_add_test(test, weights_of_a_head_of_its_own_make_its_q_anew);
    tcase_add_test(test, causal_gives_the_rows_worked_out_by_hand);
    tcase_add_test(test,
                   toggle_goes_between_the_first_two_and_from_any_other_to_the_first);
    tcase_add_test(test, cycle_goes_round_in_both_directions);
    tcase_add_test(test, what_the_door_refuses_changes_nothing);
    tcase_add_test(test, numbers_beyond_all_measure_are_refused);
    tcase_add_test(test,
                   an_option_with_a_value_that_the_scene_cannot_have_is_not_compared);
    tcase_add_test(test,
                   forced_cells_override_every_rule_and_flip_drops_what_the_rule_gives);
    tcase_add_test(test, an_edit_moves_everything_downstream_and_takes_an_expression);
    tcase_add_test(test, a_score_written_over_holds_whatever_q_and_k_say);
    tcase_add_test(test, a_number_given_before_the_first_record_is_one_number_for_all);
    tcase_add_test(test,
                   rows_of_all_heads_side_by_side_are_replaced_whole_or_a_head_at_a_time);
    tcase_add_test(test, a_row_of_finished_weights_is_replaced_whole);
    tcase_add_test(
        test,
        a_common_list_is_edited_in_the_records_that_have_it_and_as_long_as_they_are);
    tcase_add_test(test, forcing_what_is_forced_already_is_no_change);
    tcase_add_test(test, many_empty_rows_are_told_one_after_another);
    tcase_add_test(test, an_empty_row_is_named_with_record_layer_head_and_query);
    tcase_add_test(test, nobody_scored_is_an_error_and_one_target_ends_it);
    tcase_add_test(test, a_perturbed_row_is_judged_anew_at_every_toggle);
    tcase_add_test(test, a_pin_is_judged_by_every_number_of_y);
    tcase_add_test(test, was_and_marks_compare_with_the_baseline);
    tcase_add_test(test, a_last_bit_is_a_change_only_where_there_is_a_baseline);
    tcase_add_test(test, delta_is_of_the_grid_that_had_the_focus);
    tcase_add_test(test, known_shrinks_every_grid_and_the_cursor_stays_inside);
    tcase_add_test(test, delta_can_be_hidden_too);
    tcase_add_test(test, hide_covers_what_follows_and_nothing_else);
    tcase_add_test(test, show_belongs_to_its_step);
    tcase_add_test(test, swapping_twice_is_as_before);
    tcase_add_test(test, a_raw_merge_takes_rows_of_a_flipped_query_anew);
    tcase_add_test(test,
                   a_lane_performs_its_list_on_the_present_state_and_leaves_it_alone);
    tcase_add_test(
        test, a_list_that_fails_is_told_with_its_lane_and_leaves_the_lanes_as_they_were);
    tcase_add_test(test, a_lane_acts_where_it_was_opened_whatever_is_shown_later);
    tcase_add_test(test, lanes_belong_to_their_step);
    tcase_add_test(test, lanes_close_when_the_present_state_no_longer_allows_them);
    tcase_add_test(test, findings_are_listed_and_enter_goes_to_the_chosen_one);
    tcase_add_test(test, what_differs_from_the_step_is_named_as_long_as_it_differs);
    suite_add_tcase(suite, test);
    return suite;
}
