/* Long work in slices: what it ends in does not depend on the slices, it is dropped with the rule
 * it was of, it can be stopped, and a frame shows as much as there is. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "helpers.h"
#include "base/key.h"
#include "export/export.h"
#include "said.h"
#include "session/tasks.h"
#include "suites.h"
#include "view/view.h"

enum { WIDTH = 100, HEIGHT = 30, LARGE = 900, MOST_SLICES = 100000 };

/* Two heads of q and k, so long that nothing is walked unless it is asked for. */
static void open_large(Session *session, size_t length) {
    Text text = {0};
    text_append(&text, "attnscope,1\nid,large\ntitle,en,Large\nheads,2\n");
    for (const char *kind = "qk"; *kind; kind++)
        for (size_t i = 0; i < length; i++)
            text_format(&text, "%c,%zu/7,%zu/5,1,%zu/11\n", *kind, i * i % 13, i * 7 % 11,
                        i % 17);
    text_append(&text, "set,causal,on\nallow,40,250\n");
    open_text(session, text_string(&text));
    text_release(&text);
}

/* The same with values, so that there is a y; one head. */
static void open_long_values(Session *session) {
    Text text = {0};
    text_append(&text, "attnscope,1\nid,long\ntitle,en,Long\n");
    for (size_t i = 0; i < LARGE; i++)
        text_format(&text, "q,%zu/7,%zu/5,1\n", i * i % 13, i * 7 % 11);
    for (size_t i = 0; i < LARGE; i++)
        text_format(&text, "k,%zu/7,%zu/5,1\n", i * 3 % 13, i % 11);
    for (size_t i = 0; i < LARGE; i++)
        text_format(&text, "v,%zu/7\n", i % 17);
    text_append(&text, "set,causal,on\n");
    open_text(session, text_string(&text));
    text_release(&text);
}

static void draw(const Session *session, Frame *frame) {
    frame_init(frame, WIDTH, HEIGHT);
    view_draw(session, frame);
}

/* As the program does after a frame is drawn. */
static void measure(Session *session) {
    Frame frame;
    draw(session, &frame);
    view_measure(session, &frame);
    frame_release(&frame);
}

static bool same_frames(const Session *a, const Session *b) {
    Frame one, two;
    draw(a, &one);
    draw(b, &two);
    bool same = frame_same(&one, &two);
    frame_release(&one);
    frame_release(&two);
    return same;
}

static size_t rows_done(const Session *session) {
    return session_survey_sums(session, session->look.head).rows_done;
}

START_TEST(slices_and_all_at_once_end_in_the_same_frame) {
    static const char *const looks[] = {"zoom 2", "zoom 3", "zoom 9", "findings"};
    Session one, two;
    int slices = 0;
    open_large(&one, LARGE);
    open_large(&two, LARGE);
    must(&one, _i % 2 ? "head 1" : "head 2");
    must(&two, _i % 2 ? "head 1" : "head 2");
    must(&one, looks[_i]);
    must(&two, looks[_i]);
    ck_assert(same_frames(&one, &two)); /* nothing is done */
    ck_assert(!view_work(&one, WIDTH, HEIGHT, -1));
    ck_assert(!same_frames(&one, &two));
    while (view_work(&two, WIDTH, HEIGHT, 0) && slices < MOST_SLICES)
        ck_assert(same_frames(&two, &two) && ++slices);
    ck_assert_int_gt(slices, 8);
    ck_assert(same_frames(&one, &two));
    ck_assert(!view_work(&two, WIDTH, HEIGHT, 0));
    session_close(&one);
    session_close(&two);
}
END_TEST

START_TEST(work_belongs_to_the_rule_it_was_of) {
    Session session;
    open_large(&session, LARGE);
    must(&session, "zoom 9");
    ck_assert(!view_work(&session, WIDTH, HEIGHT, -1));
    ck_assert_uint_eq(rows_done(&session), LARGE);
    ck_assert_uint_eq(session_survey_sums(&session, 0).found[FINDING_AHEAD], 1);
    must(&session, "move right 3");
    ck_assert_uint_eq(rows_done(&session), LARGE);
    must(&session, "forbid 40 250");
    ck_assert_uint_eq(rows_done(&session), 0);
    ck_assert(!view_work(&session, WIDTH, HEIGHT, -1));
    ck_assert_uint_eq(session_survey_sums(&session, 0).found[FINDING_AHEAD], 0);
    must(&session, "head 2"); /* which was walked after the first */
    ck_assert_uint_eq(rows_done(&session), LARGE);
    session_close(&session);
}
END_TEST

START_TEST(the_whole_text_of_a_long_scene_has_an_end) {
    Session session;
    open_large(&session, 1200);
    must(&session, "text");
    measure(&session);
    size_t lines = session.overlay_lines;
    session_close(&session);
    open_large(&session, 2400);
    must(&session, "text");
    measure(&session);
    ck_assert_uint_eq(session.overlay_lines, lines); /* each key draws all of them */
    session_close(&session);
}
END_TEST

START_TEST(no_work_is_done_for_what_nobody_looks_at) {
    Session session;
    open_large(&session, LARGE);
    ck_assert(!view_work(&session, WIDTH, HEIGHT, -1));
    ck_assert_uint_eq(rows_done(&session), 0);
    must(&session, "zoom 1");
    ck_assert(!view_work(&session, WIDTH, HEIGHT, -1));
    ck_assert_uint_eq(rows_done(&session), 0);
    session_close(&session);
}
END_TEST

START_TEST(empty_rows_of_a_long_scene_are_told_when_they_are_found) {
    Session session;
    Trouble trouble, first;
    size_t others, slices = 0;
    open_large(&session, LARGE);
    must(&session, "forbid 700 *");
    must(&session, "forbid 200 *");
    must(&session, "head 2");
    ck_assert(!session_trouble_seen(&session, &trouble, &others));
    must(&session, "move down 690"); /* near the cursor it is known at once */
    ck_assert(session_trouble_seen(&session, &trouble, &others));
    ck_assert(trouble.place.head == 1 && trouble.query == 699);
    while (view_work(&session, WIDTH, HEIGHT, 0))
        slices++;
    ck_assert_uint_gt(slices, 3);
    ck_assert(session_trouble_seen(&session, &trouble, &others));
    ck_assert_uint_eq(others + 1, troubles_of(&session, &first));
    ck_assert(trouble.place.head == first.place.head && trouble.query == first.query);
    ck_assert(trouble.place.head == 1 && trouble.query == 199);
    must(&session, "clear-mask");
    ck_assert(!view_work(&session, WIDTH, HEIGHT, -1));
    ck_assert(!session_trouble_seen(&session, &trouble, &others));
    session_close(&session);
}
END_TEST

/* Rows that are a whole number of looks: the search comes to its end without rows to spare. */
START_TEST(a_search_that_ends_with_its_last_slice_is_at_its_end) {
    Session session;
    open_large(&session, 2304 + (size_t)_i);
    for (int i = 0; i < 100 && session_work(&session, (Wanted){.kind = WORK_ROWS}, 0);
         i++)
        continue;
    ck_assert(!session.working);
    ck_assert(!session_work(&session, (Wanted){.kind = WORK_ROWS}, 0));
    session_close(&session);
}
END_TEST

START_TEST(a_long_prefix_is_judged_in_slices_to_the_same_verdict) {
    Session one, two;
    Verdict all, seen;
    size_t before = 0, slices = 0;
    open_long_values(&one);
    open_long_values(&two);
    must(&one, "perturb 800 1 2 3 4 5 6 7");
    must(&two, "perturb 800 1 2 3 4 5 6 7");
    if (_i) {
        must(&one, "set causal off");
        must(&two, "set causal off");
    }
    ck_assert(session_verdict(&one, &all));
    ck_assert(all.rows == 799 && all.exact == !_i);
    ck_assert(!session_verdict_seen(&two, &seen));
    while (view_work(&two, WIDTH, HEIGHT, 0)) {
        slices++;
        if (!session_verdict_seen(&two, &seen))
            continue;
        ck_assert_uint_ge(seen.rows, before);
        before = seen.rows;
    }
    ck_assert_uint_gt(slices, 20);
    ck_assert(session_verdict_seen(&two, &seen));
    ck_assert(seen.rows == all.rows && seen.exact == all.exact);
    ck_assert(same_bits(seen.largest, all.largest) && seen.row == all.row);
    must(&two, _i ? "set causal on" : "set causal off"); /* judged anew */
    ck_assert(session_verdict(&two, &seen) && seen.exact == _i);
    session_close(&one);
    session_close(&two);
}
END_TEST

START_TEST(the_mean_loss_of_a_long_scene_is_the_same_when_it_comes) {
    Session session;
    Text text = {0};
    double mean, all;
    size_t divisor, count, slices = 0;
    LossState state;
    text_append(&text,
                "attnscope,1\nid,loss\ntitle,en,Loss\ncandidates,a,b\nloss,logits\n");
    for (size_t i = 0; i < LARGE; i++)
        text_append(&text, i ? ",b" : "tokens,a");
    text_append(&text, "\n");
    for (size_t i = 0; i < LARGE; i++)
        text_append(&text, i == 0 ? "targets,b" : i % 3 ? ",a" : ",");
    text_append(&text, "\n");
    for (size_t i = 0; i < LARGE; i++)
        text_format(&text, "v,%zu/7,%zu/5\n", i % 17, i % 11);
    open_text(&session, text_string(&text));
    text_release(&text);
    ck_assert(!session_mean_seen(&session, &state, &mean, &divisor));
    while (view_work(&session, WIDTH, HEIGHT, 0))
        slices++;
    ck_assert_uint_gt(slices, 20);
    ck_assert(session_mean_seen(&session, &state, &mean, &divisor));
    ck_assert_int_eq((int)pass_mean_loss(sheet_pass(session.now), &all, &count),
                     (int)state);
    ck_assert(state == LOSS_FINE && same_bits(mean, all) && divisor == count);
    session_close(&session);
}
END_TEST

/* A frame that has no time: it makes one part of the rows that it lacks. */
static void draw_at_once(Session *session) {
    Frame frame;
    session->haste->until = 1;
    draw(session, &frame);
    frame_release(&frame);
    session->haste->until = 0;
}

START_TEST(a_frame_that_lacks_rows_answers_before_they_are_made) {
    static const char *const looks[] = {"compare order", "set causal off"};
    Session one, two;
    size_t frames = 0;
    open_long_values(&one);
    open_long_values(&two);
    must(&one, looks[_i]);
    must(&two, looks[_i]);
    do
        draw_at_once(&one);
    while (one.haste->left && ++frames < MOST_SLICES);
    ck_assert_uint_ge(frames, _i == 0 ? 7 : 1); /* seven lanes */
    ck_assert_uint_lt(frames, MOST_SLICES);
    ck_assert(same_frames(&one, &two)); /* which waits for them */
    session_close(&one);
    session_close(&two);
}
END_TEST

START_TEST(control_c_stops_the_rows_of_a_frame_until_the_next_action) {
    Session session;
    open_long_values(&session);
    must(&session, "compare order");
    draw_at_once(&session);
    size_t made = session.haste->made;
    ck_assert_uint_gt(session.haste->left, 0);
    session_key(&session, 3);
    ck_assert(session.haste->stopped);
    draw_at_once(&session);
    ck_assert_uint_eq(session.haste->made, made);
    must(&session, "move down");
    draw_at_once(&session);
    ck_assert_uint_gt(session.haste->made, made);
    session_close(&session);
}
END_TEST

START_TEST(escape_and_control_c_stop_it_until_something_else_is_asked_for) {
    static const int keys[] = {KEY_ESCAPE, 3};
    Session session;
    open_large(&session, LARGE);
    must(&session, "zoom 9");
    ck_assert(view_work(&session, WIDTH, HEIGHT, 0));
    size_t done = rows_done(&session);
    session_key(&session, keys[_i]);
    ck_assert(!session.working && strstr(session.notice, "stopped"));
    ck_assert(!view_work(&session, WIDTH, HEIGHT, 0));
    must(&session, "move down 5");
    ck_assert(!view_work(&session, WIDTH, HEIGHT, 0));
    ck_assert_uint_eq(rows_done(&session), done);
    must(&session, "zoom 8");
    ck_assert(view_work(&session, WIDTH, HEIGHT, 0));
    ck_assert_uint_gt(rows_done(&session), done);
    session_close(&session);
}
END_TEST

START_TEST(escape_leaves_an_overlay_before_it_stops_work) {
    Session session;
    open_large(&session, LARGE);
    must(&session, "findings");
    ck_assert(view_work(&session, WIDTH, HEIGHT, 0));
    session_key(&session, KEY_ESCAPE);
    ck_assert(session.look.overlay == OVERLAY_NONE && !session.stopped);
    session_key(&session, 3);
    ck_assert(session.stopped);
    session_close(&session);
}
END_TEST

START_TEST(with_nothing_to_stop_control_c_says_how_to_leave) {
    Session session;
    open_large(&session, LARGE);
    session_key(&session, 3);
    ck_assert_ptr_nonnull(strstr(session.notice, "q leaves"));
    session_close(&session);
}
END_TEST

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

START_TEST(a_slice_is_over_when_its_time_is) {
    enum { SLICES = 20, MOST = 50 };
    Session session;
    long least = 1000;
    open_large(&session, 2500);
    must(&session, "zoom 9");
    for (int n = 0; n < SLICES; n++) {
        long before = milliseconds();
        ck_assert(view_work(&session, WIDTH, HEIGHT, 8));
        long took = milliseconds() - before;
        least = took < least ? took : least;
        must(&session, "forbid 1 1"); /* begins anew: so that it is never done */
        must(&session, "undo");
    }
    ck_assert_int_lt(least, MOST); /* of several: the machine may be busy */
    session_close(&session);
}
END_TEST

START_TEST(a_slice_of_a_part_is_as_short_as_its_rows_are_long) {
    Session session;
    int slices = 0;
    open_large(&session, 10000); /* of which a part shows some 40 rows and 60 keys */
    must(&session, "zoom 2");
    while (rows_done(&session) == 0 && view_work(&session, WIDTH, HEIGHT, 0))
        slices++;
    ck_assert_int_ge(slices, 3);
    session_close(&session);
}
END_TEST

START_TEST(arrows_and_pages_go_by_what_is_shown) {
    Session session;
    open_large(&session, LARGE);
    must(&session, "zoom 4");
    measure(&session);
    session_key(&session, KEY_ARROW_RIGHT);
    session_key(&session, KEY_ARROW_DOWN);
    ck_assert(session.look.col == 4 && session.look.row == 4);
    session_key(&session, KEY_LAST);
    ck_assert_uint_eq(session.look.col, LARGE - 1);
    session_key(&session, 4); /* Control-D */
    ck_assert_uint_eq(session.look.row, 4 + session.page_rows);
    ck_assert_uint_gt(session.page_rows, 40);
    must(&session, "move down far");
    must(&session, "move down"); /* the other head is not below */
    ck_assert_uint_eq(session.look.head, 0);
    session_close(&session);
}
END_TEST

START_TEST(zoom_ends_where_the_whole_head_is_shown) {
    Session session;
    Frame one, two;
    open_large(&session, LARGE);
    measure(&session);
    int last = session.zoom_most;
    must(&session, "zoom 40");
    ck_assert_int_eq(session.look.zoom, last);
    draw(&session, &one);
    must(&session, "zoom out");
    ck_assert_ptr_nonnull(strstr(session.notice, "whole head"));
    session.notice[0] = '\0';
    draw(&session, &two);
    ck_assert(frame_same(&one, &two));
    must(&session, "zoom in");
    ck_assert_int_eq(session.look.zoom, last - 1);
    frame_release(&one);
    frame_release(&two);
    session_close(&session);
}
END_TEST

START_TEST(a_click_on_the_picture_or_the_map_goes_there_and_flips_nothing) {
    Session session;
    Click click;
    Mouse mouse = {0};
    open_large(&session, LARGE);
    must(&session, "zoom 3");
    must(&session, "focus visible 1 1");
    unsigned long long before = digest(&session);
    for (int n = 0; n < 2; n++) {
        ck_assert(click_at(&session, WIDTH, HEIGHT, 20, 10, &click));
        ck_assert_int_eq((int)click.kind, CLICK_TILE);
        session_mouse(&session, &mouse,
                      (MouseEvent){.kind = MOUSE_PRESS, .x = 20, .y = 10}, &click);
    }
    ck_assert(session.look.row == click.row && session.look.col == click.col);
    ck_assert(click.row > 0 && click.col > 0 && click.row % 2 == 0);
    ck_assert(digest(&session) == before);
    ck_assert(click_at(&session, WIDTH, HEIGHT, 70, 12, &click)); /* the map */
    ck_assert_uint_gt(click.row, 100);
    ck_assert(click_at(&session, WIDTH, HEIGHT, 2, 1, &click));
    ck_assert_int_eq(click.key, 'c');
    session_close(&session);
}
END_TEST

/* One head of x and its weights. */
static void open_projected(Session *session) {
    Text text = {0};
    text_append(&text, "attnscope,1\nid,made\ntitle,en,Made\nwq,1,2\nwq,3,1\nwk,2,1\n"
                       "wk,1,1\nwv,1,0\nwv,0,2\n");
    for (size_t i = 0; i < LARGE; i++)
        text_format(&text, "x,%zu/7,%zu/5\n", i * i % 13, i * 7 % 11);
    open_text(session, text_string(&text));
    text_release(&text);
}

static bool inputs_ready(const Session *session) {
    size_t done, rows;
    return session_inputs_ready(session, &done, &rows);
}

static void read_counted(const void *context, size_t row, double *to) {
    size_t *const *rows = context;
    ++**rows;
    to[0] = (double)row;
}

static void keep(void *context) {
    (void)context;
}

START_TEST(a_given_v_is_read_in_slices_and_an_edit_reads_one_row) {
    Session session;
    size_t rows = 0, *counter = &rows;
    open_long_values(&session);
    Matrix *v = &sheet_write(&session.now)->model.records[0].part[PART_V].common;
    matrix_release(v);
    *v = matrix_from(LARGE, 1, MATRIX_WHOLE,
                     (MatrixSource){read_counted, keep, &counter, NULL});
    ck_assert(!inputs_ready(&session));
    session_work(&session, (Wanted){.kind = WORK_INPUTS}, 0);
    ck_assert(rows > 0 && rows < LARGE && !inputs_ready(&session));
    session_work(&session, (Wanted){.kind = WORK_INPUTS}, -1);
    ck_assert(rows == LARGE && inputs_ready(&session));
    must(&session, "edit v 1 1 5");
    ck_assert_uint_le(rows, LARGE + 1);
    session_close(&session);
}
END_TEST

START_TEST(what_is_made_of_a_long_x_comes_in_slices_and_no_rule_makes_it_anew) {
    Session session;
    open_projected(&session);
    ck_assert(!inputs_ready(&session));
    session_work(&session, (Wanted){.kind = WORK_INPUTS}, 0);
    ck_assert(!inputs_ready(&session)); /* that was a slice */
    session_work(&session, (Wanted){.kind = WORK_INPUTS}, -1);
    ck_assert(inputs_ready(&session));
    must(&session, "set causal on");
    must(&session, "compare order");
    ck_assert(inputs_ready(&session));
    must(&session, "compare off");
    must(&session, "flip 3 2");
    ck_assert(inputs_ready(&session));
    must(&session, "edit x 3 1 5");
    ck_assert(!inputs_ready(&session));
    session_close(&session);
}
END_TEST

START_TEST(no_slice_does_more_than_its_rows) {
    Session session;
    open_projected(&session);
    must(&session, "set softmax queries");
    must(&session, "set causal reversed");
    Pass *pass = sheet_pass(session.now);
    Place place = {0};
    size_t before = 0, last = 0, all = 0, query = 0, rows = 1;
    ck_assert(
        !pass_next_empty_of(pass, &place, &query, &rows)); /* what it reads is first */
    ck_assert_uint_eq(rows, 0);
    for (bool done = false; !done; before = last) {
        done = pass_inputs_advance(pass, place, 2);
        last = all = 0;
        pass_inputs_progress(pass, place, &last, &all);
        ck_assert_uint_le(last - before, 2 * LARGE / 20); /* a small part of it */
        ck_assert(done == (last == all));
    }
    ck_assert(pass_inputs_advance(pass, place, 0));
    session_close(&session);
}
END_TEST

static bool stop_at_once(Session *session, size_t done, size_t total) {
    (void)session;
    (void)done;
    (void)total;
    return false;
}

START_TEST(an_export_can_be_stopped_while_it_makes_what_its_rows_read) {
    char folder[] = "/tmp/attnscope-work-XXXXXX", line[100];
    static const char *const endings[] = {"csv", "npy", "tex", "txt"};
    Session session;
    folder_for_a_test(folder);
    for (size_t i = 0; i < 4; i++) {
        open_projected(&session);
        must(&session, "set softmax queries");
        ck_assert(!inputs_ready(&session));
        session.exporter = export_file;
        session.busy = stop_at_once;
        snprintf(line, sizeof line, "export %s/a.%s", folder, endings[i]);
        Error error = {0};
        ck_assert(!session_do(&session, line, &error));
        ck_assert_ptr_nonnull(strstr(said(&error), "stopped; nothing was written"));
        ck_assert(access(line + strlen("export "), F_OK) != 0);
        ck_assert(!inputs_ready(&session));
        session.busy = NULL;
        session_close(&session);
    }
}
END_TEST

START_TEST(walking_and_undo_that_are_stopped_change_nothing) {
    static const char scene[] = "attnscope,1\ntitle,en,T\ntokens,a,b,c\nv,1\nv,2\nv,3\n"
                                "say,en,O.\nstep,en,A\nflip,*,2\n";
    char folder[] = "/tmp/attnscope-work-XXXXXX", first[100], second[100];
    char *paths[] = {first, second};
    Session session;
    Error error = {0};
    folder_for_a_test(folder);
    snprintf(first, sizeof first, "%s/a.csv", folder);
    snprintf(second, sizeof second, "%s/b.csv", folder);
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(paths[i], "w");
        ck_assert_ptr_nonnull(file);
        fputs(scene, file);
        ck_assert_int_eq(fclose(file), 0);
    }
    ck_assert_msg(session_open(&session, paths, 2, &error), "%s", said(&error));
    must(&session, "flip 1 *");
    must(&session, "flip 2 *");
    must(&session, "undo");
    unsigned long long once = digest(&session);
    static const char *const ways[] = {"redo", "next", "scene next"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        session.busy = stop_at_once;
        must_fail(&session, ways[i], "stopped; nothing was changed");
        ck_assert_uint_eq(session.recipe.step, 0);
        ck_assert_uint_eq(session.recipe.scene, 0);
        ck_assert_uint_eq(digest(&session), once);
        session.busy = NULL;
    }
    must(&session, "redo");
    ck_assert_uint_ne(digest(&session), once);
    must(&session, "undo");
    must(&session, "scene next");
    unsigned long long other = digest(&session);
    session.busy = stop_at_once;
    must_fail(&session, "undo", "stopped; nothing was changed"); /* reads the first one */
    ck_assert_uint_eq(session.recipe.scene, 1);
    ck_assert_uint_eq(digest(&session), other);
    session.busy = NULL;
    must(&session, "undo");
    ck_assert_uint_eq(digest(&session), once);
    session.busy = stop_at_once;
    must(&session, "reload"); /* what was typed comes back whole */
    ck_assert_uint_eq(digest(&session), once);
    session_close(&session);
}
END_TEST

START_TEST(any_keys_at_any_size_and_any_time_of_the_work_are_survived) {
    static const char keys[] = "zzZZZZFFjlkhc}{1 2oe\t0$/vd";
    static const int others[] = {KEY_RETURN, KEY_ESCAPE, KEY_ARROW_DOWN, KEY_PAGE_DOWN,
                                 4,          21,         KEY_LAST,       3};
    unsigned long long state = 1234567 + (unsigned)_i;
    Session session;
    open_large(&session, 300 + 61 * (size_t)_i);
    for (int n = 0; n < 250; n++) {
        Frame frame;
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        size_t pick = (size_t)(state >> 33);
        int width = 1 + (int)(pick % 190), height = 1 + (int)(pick / 190 % 60);
        frame_init(&frame, width, height);
        view_draw(&session, &frame);
        view_measure(&session, &frame);
        view_work(&session, width, height, pick % 3 == 0 ? 1 : 0);
        session_key(&session,
                    pick % 4 ? keys[pick / 7 % (sizeof keys - 1)] : others[pick / 7 % 8]);
        view_draw(&session, &frame);
        ck_assert(frame.cursor_x < width && frame.cursor_y < height);
        frame_release(&frame);
        if (session.prompt.open)
            session_key(&session, KEY_ESCAPE);
    }
    session_close(&session);
}
END_TEST

Suite *work_suite(void) {
    Suite *suite = suite_create("work");
    TCase *test = tcase_create("work");
    tcase_set_timeout(test, 60);
    tcase_add_loop_test(test, slices_and_all_at_once_end_in_the_same_frame, 0, 4);
    tcase_add_test(test, the_whole_text_of_a_long_scene_has_an_end);
    tcase_add_test(test, work_belongs_to_the_rule_it_was_of);
    tcase_add_test(test, no_work_is_done_for_what_nobody_looks_at);
    tcase_add_test(test, empty_rows_of_a_long_scene_are_told_when_they_are_found);
    tcase_add_loop_test(test, a_search_that_ends_with_its_last_slice_is_at_its_end, 0, 2);
    tcase_add_loop_test(test, a_long_prefix_is_judged_in_slices_to_the_same_verdict, 0,
                        2);
    tcase_add_test(test, the_mean_loss_of_a_long_scene_is_the_same_when_it_comes);
    tcase_add_loop_test(test, a_frame_that_lacks_rows_answers_before_they_are_made, 0, 2);
    tcase_add_test(test, control_c_stops_the_rows_of_a_frame_until_the_next_action);
    tcase_add_loop_test(
        test, escape_and_control_c_stop_it_until_something_else_is_asked_for, 0, 2);
    tcase_add_test(test, escape_leaves_an_overlay_before_it_stops_work);
    tcase_add_test(test, with_nothing_to_stop_control_c_says_how_to_leave);
    tcase_add_test(test, a_slice_is_over_when_its_time_is);
    tcase_add_test(test, a_slice_of_a_part_is_as_short_as_its_rows_are_long);
    tcase_add_test(test, arrows_and_pages_go_by_what_is_shown);
    tcase_add_test(test, zoom_ends_where_the_whole_head_is_shown);
    tcase_add_test(test, a_click_on_the_picture_or_the_map_goes_there_and_flips_nothing);
    tcase_add_test(test,
                   what_is_made_of_a_long_x_comes_in_slices_and_no_rule_makes_it_anew);
    tcase_add_test(test, walking_and_undo_that_are_stopped_change_nothing);
    tcase_add_test(test, no_slice_does_more_than_its_rows);
    tcase_add_test(test, a_given_v_is_read_in_slices_and_an_edit_reads_one_row);
    tcase_add_test(test, an_export_can_be_stopped_while_it_makes_what_its_rows_read);
    tcase_add_loop_test(test, any_keys_at_any_size_and_any_time_of_the_work_are_survived,
                        0, 6);
    suite_add_tcase(suite, test);
    return suite;
}
