/* Random walks: whatever is done to a scene, nothing crashes, no frame is unsound, saving and opening
 * gives the same bits, undoing everything the first screen, and redoing it the last. Seeds are fixed;
 * ATTNSCOPE_WALK=N walks N actions from each scene, ATTNSCOPE_WALK_FROM=PATH from that one alone. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helpers.h"
#include "random_walk.h"
#include "said.h"
#include "suites.h"

enum { ACTIONS = 150, SAVES = 3, FRAMES = 3, SCENES_MOST = 100 };

/* ---- what is compared ---- */

static const int sizes[][2] = {{80, 24}, {160, 45}, {47, 13}, {200, 60}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Numbers, rule and baseline, and the screen without marks, seen in a way that the caller sets. */
typedef struct Picture {
    unsigned long long now, against, frames[SIZES];
} Picture;

static unsigned long long against_digest(const Session *session) {
    const Baseline *baseline = &session->baseline;
    Session other = *session;
    if (!session->against)
        return 0;
    other.now = session->against;
    return digest(&other) + (unsigned long long)baseline->kind + baseline->record +
           baseline->row + (unsigned long long)baseline->part;
}

static void numbers(const Session *session, Picture *picture) {
    *picture = (Picture){.now = digest(session), .against = against_digest(session)};
}

/* As the session is opened on it, but for the place. */
static void look_plainly(Session *session, const Session *as) {
    session->look = as->look;
    session->delta_of = as->delta_of;
    session->digits_wanted = as->digits_wanted;
    session->covered = as->covered;
    session->hidden = as->hidden;
    session->compared = (Compared){0};
    session->notice[0] = '\0';
    session->prompt.open = session->asking = false;
    sheet_release(session->before);
    session->before = NULL;
}

static void take_picture(Session *session, const Session *as, Picture *picture) {
    Session kept = *session;
    numbers(session, picture);
    look_plainly(session, as);
    session->question = (Question){.asks = 0}; /* as covers, it is no part of history */
    for (size_t i = 0; i < SIZES; i++)
        picture->frames[i] = frame_digest(session, sizes[i][0], sizes[i][1]);
    session->look = kept.look;
    session->delta_of = kept.delta_of;
    session->digits_wanted = kept.digits_wanted;
    session->covered = kept.covered;
    session->hidden = kept.hidden;
    session->question = kept.question;
    session->compared = kept.compared;
}

static void must_look_like(const char *id, const char *what, const Picture *is,
                           const Picture *was) {
    ck_assert_msg(is->now == was->now, "%s: numbers differ %s", id, what);
    ck_assert_msg(is->against == was->against, "%s: the baseline differs %s", id, what);
    for (size_t i = 0; i < SIZES; i++)
        ck_assert_msg(is->frames[i] == was->frames[i], "%s: %dx%d differs %s", id,
                      sizes[i][0], sizes[i][1], what);
}

/* ---- saving ---- */

/* Saves, opens what was saved, and compares every bit. */
static void save_and_open(Session *session) {
    char path[] = "/tmp/attnscope-saved-XXXXXX.csv";
    char line[80];
    int file = mkstemps(path, 4);
    ck_assert_int_ge(file, 0);
    close(file);
    snprintf(line, sizeof line, "save %s over", path);
    must(session, line);
    Session opened;
    Error error = {0};
    char *paths[] = {path};
    bool fine = session_open(&opened, paths, 1, &error);
    ck_assert_msg(fine, "%s step %u: %s", session->scene.id, session->recipe.step,
                  said(&error));
    Picture is, was;
    numbers(session, &was);
    numbers(&opened, &is);
    must_look_like(path, "when opened again", &is, &was);
    ck_assert_uint_eq(opened.scene.step_count,
                      session->scene.step_count - session->recipe.step);
    const Look *a = &opened.look, *b = &session->look;
    ck_assert(a->record == b->record && a->layer == b->layer && a->head == b->head);
    if (b->grid != GRID_DELTA)
        ck_assert(a->grid == b->grid && a->row == b->row && a->col == b->col);
    session_close(&opened);
    unlink(path);
}

/* ---- the walk ---- */

/* Walking alone is no change: undo and redo do not know of it. */
static void walk_to(Session *session, const Recipe *to) {
    char line[400];
    snprintf(line, sizeof line, "scene %s", session->paths[to->scene]);
    if (session->recipe.scene != to->scene)
        must(session, line);
    snprintf(line, sizeof line, "step %u", to->step);
    if (session->recipe.step != to->step)
        must(session, line);
}

static size_t undo_all(Session *session) {
    size_t count = 0;
    for (; session->history.undo_count; count++)
        must(session, "undo");
    return count;
}

/* With another scene to walk to, or alone. */
static void walk_from(const char *path, unsigned long long seed, size_t actions) {
    Session session;
    char *paths[] = {(char *)path, (char *)"16.4-heads"};
    Error error = {0};
    ck_assert_msg(session_open(&session, paths, 1 + (seed % 3 == 0), &error), "%s",
                  said(&error));
    session.width = 80;
    session.height = 24;
    Session first = session; /* how it is looked at */
    Picture opened, last, is;
    take_picture(&session, &first, &opened);
    Walker walker = {&session, seed * 2654435761U + 7, .frames = FRAMES};
    for (size_t part = 1; part <= SAVES; part++) {
        while (walker.actions < actions * part / SAVES)
            walk_on(&walker);
        save_and_open(&session);
    }
    Session end = session;
    take_picture(&session, &end, &last);
    size_t undone = undo_all(&session);
    walk_to(&session, &first.recipe);
    take_picture(&session, &first, &is);
    must_look_like(path, "when all is undone", &is, &opened);
    for (; undone; undone--)
        must(&session, "redo");
    walk_to(&session, &end.recipe);
    take_picture(&session, &end, &is);
    must_look_like(path, "when all is done again", &is, &last);
    session_close(&session);
}

START_TEST(a_random_walk_is_survived_saved_to_the_bit_and_undone_to_the_first_screen) {
    const char *far = getenv("ATTNSCOPE_WALK"), *from = getenv("ATTNSCOPE_WALK_FROM");
    size_t actions = far ? (size_t)atol(far) : ACTIONS;
    Library library = shipped_library();
    ck_assert_uint_le(library.ids.count, SCENES_MOST);
    if (from && _i == 0)
        walk_from(from, 1, actions);
    else if (!from && (size_t)_i < library.ids.count)
        walk_from(library.paths.word[_i], (unsigned long long)_i, actions);
    library_release(&library);
}
END_TEST

Suite *random_suite(void) {
    Suite *suite = suite_create("random");
    TCase *test = tcase_create("random");
    tcase_set_timeout(test, 3600);
    tcase_add_loop_test(
        test, a_random_walk_is_survived_saved_to_the_bit_and_undone_to_the_first_screen,
        0, SCENES_MOST);
    suite_add_tcase(suite, test);
    return suite;
}
