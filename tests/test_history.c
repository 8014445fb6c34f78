/* Undo, redo, reset and walking: nothing typed is lost, and every state comes back bit for bit. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "helpers.h"
#include "session/action.h"
#include "session/tasks.h"
#include "said.h"
#include "suites.h"

/* Actions that change something in every scene with tokens and scores. */
static const char *const changes[] = {
    "set causal on",
    "toggle pad-keys",
    "cycle order",
    "cycle empty-row",
    "flip 1 2",
    "allow * 1",
    "forbid 2 *",
    "clear-mask",
    "set scale 0.5",
    "pin",
    "edit scores 1 1 ln(7)",
    "set fill -99",
    "set window 2",
    "set softmax queries",
    "set bias alibi",
    "set null-logit 0",
    "set known 2",
    "unpin",
    "toggle causal",
};
enum { CHANGES = sizeof changes / sizeof *changes };

START_TEST(n_changes_and_n_undos_give_the_first_bits_and_redo_the_last) {
    for (unsigned seed = 1; seed < 6; seed++) {
        Session session;
        unsigned state = seed;
        unsigned long long digests[200];
        open_shipped(&session, "16.1", "1");
        for (int n = 0; n < 200; n++) {
            digests[n] = digest(&session);
            size_t undos = session.history.undo_count;
            do {
                state = state * 1103515245U + 12345U;
                must(&session, changes[(state >> 16) % CHANGES]);
            } while (session.history.undo_count == undos); /* some change nothing */
        }
        unsigned long long last = digest(&session);
        for (int n = 200; n-- > 0;) {
            must(&session, "undo");
            ck_assert_msg(digest(&session) == digests[n], "seed %u, undo to %d", seed, n);
        }
        for (int n = 0; n < 200; n++)
            must(&session, "redo");
        ck_assert(digest(&session) == last);
        session_close(&session);
    }
}
END_TEST

START_TEST(walking_leaves_changes_behind_says_so_and_undo_brings_them_back) {
    Session session;
    open_shipped(&session, "16.1", "1");
    must(&session, "edit x 1 1 5");
    unsigned long long edited = digest(&session);
    must(&session, "next");
    ck_assert_ptr_nonnull(strstr(session.notice, "left behind"));
    ck_assert_uint_eq(session.recipe.step, 2);
    must(&session, "next");
    ck_assert_str_eq(session.notice, "");
    must(&session, "undo");
    ck_assert_uint_eq(session.recipe.step, 1);
    ck_assert(digest(&session) == edited);
    must(&session, "undo");
    ck_assert(cell_at(&session, GRID_X, 0, 0) == 1);
    session_close(&session);
}
END_TEST

START_TEST(reset_is_the_step_as_written_and_can_be_undone) {
    Session session;
    open_shipped(&session, "16.2-order", "2");
    unsigned long long written = digest(&session);
    must(&session, "set causal strict");
    must(&session, "flip 3 3");
    unsigned long long changed = digest(&session);
    must(&session, "reset");
    ck_assert(digest(&session) == written);
    must(&session, "undo");
    ck_assert(digest(&session) == changed);
    session_close(&session);
}
END_TEST

START_TEST(a_new_change_ends_redo) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "set causal on");
    must(&session, "undo");
    ck_assert_uint_eq(session.history.redo_count, 1);
    must(&session, "set window 2");
    ck_assert_uint_eq(session.history.redo_count, 0);
    must(&session, "redo");
    ck_assert_ptr_nonnull(strstr(session.notice, "nothing to redo"));
    ck_assert(session_options(&session)->window.on);
    session_close(&session);
}
END_TEST

START_TEST(what_changes_nothing_is_no_change_to_undo) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "set causal off");
    must(&session, "clear-mask");
    must(&session, "unpin");
    ck_assert_uint_eq(session.history.undo_count, 0);
    must(&session, "undo");
    ck_assert_ptr_nonnull(strstr(session.notice, "nothing to undo"));
    static const char *const forced[] = {"allow 1 3", "forbid 2 *", "allow * 1",
                                         "forbid * *"};
    for (size_t i = 0; i < sizeof forced / sizeof *forced; i++) {
        must(&session, forced[i]);
        must(&session, forced[i]);
        ck_assert_uint_eq(session.history.undo_count, i + 1);
    }
    session_close(&session);
}
END_TEST

START_TEST(undo_names_what_it_takes_back_and_keeps_the_cursor) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "edit scores 1 2 \"ln( 99 )\"");
    must(&session, "focus y 2 2");
    must(&session, "undo");
    ck_assert_ptr_nonnull(strstr(session.notice, "edit scores 1 2 \"ln( 99 )\""));
    ck_assert_uint_eq(session.look.grid, GRID_Y);
    ck_assert_uint_eq(session.look.row, 1);
    session_close(&session);
}
END_TEST

START_TEST(every_action_that_changes_something_is_named_when_undone_and_redone) {
    static const char *const lines[] = {
        "set causal strict", "toggle causal",   "cycle order back", "edit x 1 2 ln(99)",
        "edit targets 1 -",  "replace x 2 1 2", "allow 1 3",        "forbid * 2",
        "flip 2 2",          "swap-heads 1 2",  "swap-wo 2 1",      "pin",
        "perturb 3 1 1/3",   "unpin",           "clear-mask",       "guess 1 1 0.5"};
    static const struct {
        const char *lang, *undone, *redone;
    } words[] = {{"en", "undone: ", "redone: "}, {"zh", "已撤销：", "已重做："}};
    bool named[100] = {false};
    Session session;
    open_shipped(&session, "16.4-heads", NULL);
    must(&session, "ask weights 1");
    for (size_t i = 0; i < 2 * (sizeof lines / sizeof *lines); i++) {
        const char *line = lines[i / 2];
        char name[40] = "", undone[100], redone[100];
        snprintf(undone, sizeof undone, "%s%s", words[i % 2].undone, line);
        snprintf(redone, sizeof redone, "%s%s", words[i % 2].redone, line);
        sscanf(line, "%39s", name);
        named[action_find(name) - action_table] = true;
        snprintf(name, sizeof name, "lang %s", words[i % 2].lang);
        must(&session, name);
        if (i % 2 == 0)
            must(&session, line);
        must(&session, "undo");
        ck_assert_str_eq(session.notice, undone);
        must(&session, "redo");
        ck_assert_str_eq(session.notice, redone);
    }
    for (size_t i = 0; i < action_count; i++)
        ck_assert_msg(named[i] || !(action_table[i].flags & ACTION_CHANGES), "%s",
                      action_table[i].name);
    session_close(&session);
}
END_TEST

START_TEST(replay_edits_the_record_and_head_the_user_looked_at) {
    Session session;
    open_shipped(&session, "16.4-heads", NULL);
    must(&session, "head 2");
    must(&session, "edit scores 1 1 3");
    must(&session, "head 1");
    must(&session, "set causal reversed");
    must(&session, "undo");
    ck_assert(cell_at(&session, GRID_SCORES, 0, 0) != 3);
    must(&session, "head 2");
    ck_assert(cell_at(&session, GRID_SCORES, 0, 0) == 3);
    session_close(&session);
}
END_TEST

START_TEST(every_shipped_step_is_the_same_however_one_came_there) {
    Session session;
    Error error = {0};
    ck_assert_msg(session_open(&session, NULL, 0, &error), "%s", said(&error));
    for (int n = 0; n < 60; n++) {
        Recipe at = session.recipe;
        unsigned long long walked = digest(&session);
        char line[40];
        snprintf(line, sizeof line, "step %u", at.step);
        must(&session, line);
        ck_assert_msg(digest(&session) == walked, "%s step %u", session.scene.id,
                      at.step);
        must(&session, "next");
    }
    session_close(&session);
}
END_TEST

START_TEST(
    next_goes_on_into_the_following_scene_and_prev_to_the_last_step_of_the_one_before) {
    Session session;
    Error error = {0};
    ck_assert_msg(session_open(&session, NULL, 0, &error), "%s", said(&error));
    size_t steps = session.scene.step_count;
    for (size_t n = 0; n <= steps; n++)
        must(&session, "next");
    ck_assert_uint_eq(session.recipe.scene, 1);
    ck_assert_uint_eq(session.recipe.step, 0);
    must(&session, "prev");
    ck_assert_uint_eq(session.recipe.scene, 0);
    ck_assert_uint_eq(session.recipe.step, steps);
    session_close(&session);
}
END_TEST

START_TEST(a_change_in_one_scene_comes_back_from_another) {
    Session session;
    Error error = {0};
    ck_assert_msg(session_open(&session, NULL, 0, &error), "%s", said(&error));
    must(&session, "edit x 1 1 9");
    unsigned long long edited = digest(&session);
    must(&session, "scene 16.4-heads");
    ck_assert_str_eq(session.scene.id, "16.4-heads");
    must(&session, "undo");
    ck_assert_str_eq(session.scene.id, "16.1");
    ck_assert(digest(&session) == edited);
    session_close(&session);
}
END_TEST

START_TEST(the_marks_of_a_step_are_its_own_changes_however_one_came_to_it) {
    Session walked, jumped;
    open_shipped(&walked, "16.2-order", "2");
    must(&walked, "next");
    open_shipped(&jumped, "16.2-order", "3");
    Place place = {0};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++)
            ck_assert_int_eq(session_changed(&walked, GRID_WEIGHTS, place, i, j),
                             session_changed(&jumped, GRID_WEIGHTS, place, i, j));
    session_close(&walked);
    session_close(&jumped);
}
END_TEST

START_TEST(a_shipped_scene_can_be_called_by_its_id_from_any_session) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "scene 11-causal");
    ck_assert_str_eq(session.scene.id, "11-causal");
    ck_assert_uint_eq(session.scene_count, 2);
    must(&session, "scene prev");
    ck_assert_str_eq(session.scene.id, "16.1");
    session_close(&session);
}
END_TEST

/* ---- the user's own pin ---- */

/* The baseline is that pin of 16.3-prefix as its rows give it. */
static bool pinned_first(const Session *session) {
    double delta[2];
    Place place = {0};
    return session->baseline.kind == BASELINE_PIN &&
           session_delta(session, GRID_X, place, 2, delta) &&
           delta[0] == grid_cell(session->now, GRID_X, place, 2, 0, NULL) - 1;
}

START_TEST(a_users_pin_stays_but_in_a_step_with_a_baseline_of_its_own) {
    Session session;
    open_shipped(&session, "16.3-prefix", NULL);
    must(&session, "set causal off");
    must(&session, "pin");
    must(&session, "undo");
    must(&session, "redo");
    must(&session, "step 1");
    ck_assert_int_eq(session.baseline.kind, BASELINE_PERTURB);
    must(&session, "next");
    ck_assert(pinned_first(&session));
    ck_assert_ptr_nonnull(strstr(session.notice, "your pin"));
    must(&session, "set order after");
    must(&session, "reset");
    ck_assert(pinned_first(&session));
    must(&session, "undo");
    must(&session, "undo");
    ck_assert(pinned_first(&session) && !session.recipe.last);
    must(&session, "unpin");
    must(&session, "prev");
    must(&session, "next");
    ck_assert_int_eq(session.baseline.kind, BASELINE_PERTURB); /* step 1's, as written */
    must(&session, "undo");
    must(&session, "undo");
    ck_assert(pinned_first(&session));
    session_close(&session);
}
END_TEST

START_TEST(a_pin_alone_is_no_change_that_is_left_and_ends_with_its_scene) {
    Session session;
    Error error = {0};
    ck_assert_msg(session_open(&session, NULL, 0, &error), "%s", said(&error));
    must(&session, "pin");
    must(&session, "next");
    ck_assert_str_eq(session.notice, "");
    ck_assert_int_eq(session.baseline.kind, BASELINE_PIN);
    must(&session, "scene next");
    ck_assert_int_eq(session.baseline.kind, BASELINE_NONE);
    must(&session, "scene prev");
    ck_assert_int_eq(session.baseline.kind, BASELINE_NONE);
    must(&session, "undo");
    ck_assert_int_eq(session.baseline.kind, BASELINE_PIN);
    session_close(&session);
}
END_TEST

/* A scene of three positions and two steps, and what may become of its file. */
#define NO_STEPS(width) "attnscope,1\ntitle,en,T\ntokens,a,b,c\n" width "say,en,One.\n"
#define STEPS(width)    NO_STEPS(width) "step,en,A\nset,causal,on\nstep,en,B\n"
static const char wide[] = STEPS("v,1,2\nv,3,4\nv,5,6\n");
static const char narrow[] = STEPS("v,1\nv,3\nv,5\n");
static const char short_one[] = NO_STEPS("v,1,2\nv,3,4\nv,5,6\n");

static void rewrite(const Session *session, const char *text) {
    FILE *file = fopen(session->paths[0], "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_pin_does_not_outlive_the_shape_of_its_scene) {
    const char *const later[] = {narrow, wide, short_one};
    Session session;
    Verdict verdict;
    open_text(&session, wide);
    must(&session, "pin");
    must(&session, "next");
    must(&session, "set causal off");
    must(&session, "set order after");
    rewrite(&session, later[_i]);
    must(&session, "reload");
    ck_assert_str_eq(session.notice,
                     "the files are read anew; what was typed is still there");
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(session.baseline.kind, _i == 0 ? BASELINE_NONE : BASELINE_PIN);
        ck_assert(session_verdict(&session, &verdict) == (_i > 0));
        must(&session, i < 2 ? "undo" : "redo");
    }
    session_close(&session);
}
END_TEST

START_TEST(a_scene_whose_file_lost_steps_shows_its_last_one) {
    Session session;
    open_text(&session, wide);
    must(&session, "step 2");
    must(&session, "set order after");
    must(&session, "step 1");
    must(&session, "step 2");
    rewrite(&session, short_one);
    must(&session, "reload");
    ck_assert_uint_eq(session.recipe.step, 0);
    must(&session, "undo"); /* to what was changed in the step that is gone */
    ck_assert_uint_eq(session.recipe.step, 0);
    ck_assert_int_eq(session.now->model.layers[0].options.order, ORDER_AFTER);
    must(&session, "redo");
    ck_assert_uint_eq(session.recipe.step, 0);
    session_close(&session);
}
END_TEST

/* Whether the file counts as changed, asked three times. */
static int outdated(Session *session) {
    int when = 0;
    for (int i = 1; i <= 3; i++)
        when += session_outdated(session) ? i : 0;
    return when;
}

START_TEST(a_changed_file_is_read_anew_once_when_it_is_complete) {
    Session session;
    open_text(&session, wide);
    must(&session, "step 2");
    ck_assert_int_eq(outdated(&session), 0);
    rewrite(&session, "attnscope,1\n"); /* half a file */
    ck_assert_int_eq(outdated(&session), 2);
    must(&session, "reload");
    ck_assert(session.notice_trouble);
    ck_assert_ptr_nonnull(strstr(session.notice, "no title"));
    ck_assert_uint_eq(session.recipe.step, 2);
    ck_assert_int_eq(outdated(&session), 0); /* it was tried so */
    rewrite(&session, narrow);
    ck_assert_int_eq(outdated(&session), 2);
    must(&session, "reload");
    ck_assert(!session.notice_trouble);
    ck_assert_uint_eq(session.recipe.step, 2);
    ck_assert_uint_eq(grid_cols(session.now, GRID_V, session_place(&session)), 1);
    ck_assert_int_eq(outdated(&session), 0);
    session_close(&session);
}
END_TEST

START_TEST(a_pin_of_another_step_is_saved_as_the_actions_that_lead_to_it) {
    Session session, opened;
    Error error = {0};
    char folder[] = "/tmp/attnscope-pin-XXXXXX", path[80], line[100];
    char *paths[] = {path};
    folder_for_a_test(folder);
    snprintf(path, sizeof path, "%s/a.csv", folder);
    snprintf(line, sizeof line, "save %s", path);
    open_shipped(&session, "16.4-heads", "1");
    must(&session, "edit wo 1 1 \"1 + 2\"");
    must(&session, "head 2");
    must(&session, "edit scores 1 1 ln(9)");
    must(&session, "pin");
    must(&session, "edit x 1 1 5"); /* after the pin: not in it */
    must(&session, "step 3");
    must(&session, line);
    ck_assert(session_open(&opened, paths, 1, &error));
    for (size_t row = 0; row < 3; row++) {
        static const GridId grids[] = {GRID_X, GRID_WEIGHTS, GRID_Y};
        for (int g = 0; g < 3; g++) {
            Place place = {.head = 1};
            double was[9], is[9];
            ck_assert(session_delta(&session, grids[g], place, row, was));
            ck_assert(session_delta(&opened, grids[g], place, row, is));
            size_t bytes = sizeof *is * grid_cols(session.now, grids[g], place);
            ck_assert(memcmp(is, was, bytes) == 0);
        }
    }
    must_fail(&session, "pin \"edit x 9 9 9\"", "pin: ");
    session_close(&opened);
    session_close(&session);
}
END_TEST

START_TEST(whoever_comes_back_to_a_step_is_offered_the_edits_that_were_left_there) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "flip 1 2");
    must(&session, "flip 1 3");
    unsigned long long first = digest(&session);
    must(&session, "next");
    ck_assert_ptr_null(strstr(session.notice, "made here"));
    must(&session, "flip 2 2");
    unsigned long long second = digest(&session);
    must(&session, "prev");
    ck_assert_ptr_nonnull(strstr(session.notice, "u brings back 2 changes made here"));
    must(&session, "undo");
    ck_assert_uint_eq(digest(&session), first);
    must(&session, "next");
    ck_assert_ptr_nonnull(strstr(session.notice, "u brings back the change made here"));
    must(&session, "undo");
    ck_assert_uint_eq(digest(&session), second);
    must(&session, "step 3");
    must(&session, "set causal off"); /* switches alone are offered to nobody */
    must(&session, "step 4");
    must(&session, "step 3");
    ck_assert_ptr_null(strstr(session.notice, "made here"));
    must(&session, "list");
    session_close(&session);
}
END_TEST

Suite *history_suite(void) {
    Suite *suite = suite_create("history");
    TCase *test = tcase_create("history");
    tcase_add_test(test, n_changes_and_n_undos_give_the_first_bits_and_redo_the_last);
    tcase_add_test(
        test, whoever_comes_back_to_a_step_is_offered_the_edits_that_were_left_there);
    tcase_add_test(test, walking_leaves_changes_behind_says_so_and_undo_brings_them_back);
    tcase_add_test(test, reset_is_the_step_as_written_and_can_be_undone);
    tcase_add_test(test, a_new_change_ends_redo);
    tcase_add_test(test, what_changes_nothing_is_no_change_to_undo);
    tcase_add_test(test, undo_names_what_it_takes_back_and_keeps_the_cursor);
    tcase_add_test(test,
                   every_action_that_changes_something_is_named_when_undone_and_redone);
    tcase_add_test(test, replay_edits_the_record_and_head_the_user_looked_at);
    tcase_add_test(test, every_shipped_step_is_the_same_however_one_came_there);
    tcase_add_test(
        test,
        next_goes_on_into_the_following_scene_and_prev_to_the_last_step_of_the_one_before);
    tcase_add_test(test, a_change_in_one_scene_comes_back_from_another);
    tcase_add_test(test, the_marks_of_a_step_are_its_own_changes_however_one_came_to_it);
    tcase_add_test(test, a_shipped_scene_can_be_called_by_its_id_from_any_session);
    tcase_add_test(test, a_users_pin_stays_but_in_a_step_with_a_baseline_of_its_own);
    tcase_add_test(test, a_pin_alone_is_no_change_that_is_left_and_ends_with_its_scene);
    tcase_add_loop_test(test, a_pin_does_not_outlive_the_shape_of_its_scene, 0, 3);
    tcase_add_test(test, a_scene_whose_file_lost_steps_shows_its_last_one);
    tcase_add_test(test, a_changed_file_is_read_anew_once_when_it_is_complete);
    tcase_add_test(test, a_pin_of_another_step_is_saved_as_the_actions_that_lead_to_it);
    suite_add_tcase(suite, test);
    return suite;
}
