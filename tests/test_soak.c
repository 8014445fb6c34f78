/* A soak: one session walks at random through all scenes, for as many actions as ATTNSCOPE_SOAK says,
 * and its memory stays flat but for what undo keeps, which is little for each change. */
#include <check.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helpers.h"
#include "random_walk.h"
#include "session/internal.h"
#include "suites.h"

enum { ACTIONS = 1500, PARTS = 20, MEGABYTE = 1 << 20 };

/* Bytes that are allocated now; 0 under the sanitizers, which have an allocator of their own. */
static size_t allocated(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static size_t resident(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%*u %lu", &pages), 1);
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* ---- the walk ---- */

/* Walks from each scene in turn; other scenes are walked to as chance has it. */
static void walk_through_all(Walker *walker, size_t actions) {
    Session *session = walker->session;
    unsigned long long begun = walker->actions;
    for (size_t i = 0; i < session->scene_count; i++) {
        Words words = {0};
        words_add(&words, "scene");
        words_add(&words, session->paths[i]);
        ck_assert(session_apply(session, &words, NULL));
        words_release(&words);
        while (walker->actions - begun < actions * (i + 1) / session->scene_count)
            walk_on(walker);
        session->quit = false;
    }
}

/* Goes back to the first screen without any history. */
static void forget_all(Session *session) {
    Words words = {0};
    words_add(&words, "scene");
    words_add(&words, session->paths[0]);
    ck_assert(session_apply(session, &words, NULL));
    must(session, "reset");
    must(session, "unpin");
    must(session, "reset");
    history_release(&session->history);
    words_release(&words);
}

START_TEST(memory_stays_flat_but_for_undo) {
    const char *wanted = getenv("ATTNSCOPE_SOAK");
    size_t actions = wanted ? (size_t)atol(wanted) : ACTIONS, first = 0, last = 0;
    Session session;
    Error error = {0};
    ck_assert(session_open(&session, NULL, 0, &error));
    session.width = 80;
    session.height = 24;
    Walker walker = {.session = &session, .state = 7, .frames = 5};
    for (size_t part = 0; part < PARTS; part++) {
        walk_through_all(&walker, actions / PARTS);
        size_t with = allocated(), changes = session.history.undo_count;
        forget_all(&session);
        last = allocated();
        first = part == PARTS / 2 ? last : first;
        if (wanted)
            fprintf(stderr,
                    "%9llu actions, %7llu frames: %7.2f MB with %zu states of undo, "
                    "%5.2f MB without, %zu MB resident\n",
                    walker.actions, walker.drawn, (double)with / MEGABYTE, changes,
                    (double)last / MEGABYTE, resident() / MEGABYTE);
    }
    ck_assert_msg(last < first + MEGABYTE / 10, "from %zu bytes to %zu", first, last);
    session_close(&session);
}
END_TEST

/* ---- undo ---- */

/* Bytes of the words of the last entry, as they lie in memory. */
static size_t words_bytes(const Session *session) {
    const Words *words = &session->recipe.last->words;
    size_t before = allocated();
    Words copy = words_copy(words);
    size_t bytes = allocated() - before + sizeof copy;
    words_release(&copy);
    return bytes;
}

START_TEST(undo_keeps_at_most_64_bytes_a_change_beside_its_words) {
    enum { BEGIN = 2000, CHANGES = 10000 };
    static const char *const lines[] = {"flip 2 1", "set causal on", "edit scores 1 1 2",
                                        "set causal off", "edit scores 1 1 3"};
    size_t bytes = 0, words = 0;
    Session session;
    open_shipped(&session, "16.1", NULL);
    for (size_t i = 0; i < BEGIN + CHANGES; i++) {
        must(&session, lines[i % 5]);
        if (i == BEGIN)
            bytes = allocated();
        if (i > BEGIN)
            words += words_bytes(&session);
    }
    bytes = allocated() - bytes;
    ck_assert_msg(bytes <= words + 64 * (CHANGES - 1),
                  "%.1f bytes a change, of which the words are %.1f",
                  (double)bytes / (CHANGES - 1), (double)words / (CHANGES - 1));
    if (getenv("ATTNSCOPE_SOAK"))
        fprintf(stderr, "undo: %.1f bytes a change; its words alone would be %.1f\n",
                (double)bytes / (CHANGES - 1), (double)words / (CHANGES - 1));
    session_close(&session);
}
END_TEST

START_TEST(many_edits_of_a_large_matrix_take_no_more_than_the_states_that_are_kept) {
    enum { ROWS = 1000, COLUMNS = 70, EDITS = 1500, MOST = 200 * MEGABYTE };
    Session session;
    Text text = {0};
    char line[60];
    text_append(&text, "attnscope,1\ntitle,en,T\ntokens");
    for (size_t i = 0; i < ROWS; i++)
        text_append(&text, ",a");
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        text_append(&text, i % COLUMNS ? ",1" : "\nv,1");
    open_text(&session, text_string(&text));
    text_release(&text);
    for (size_t i = 0; i < EDITS; i++) {
        snprintf(line, sizeof line, "edit v %zu %zu 5", i % ROWS + 1, i % COLUMNS + 1);
        must(&session, line);
    }
    ck_assert_msg(!allocated() || resident() < MOST, "%zu bytes", resident());
    session_close(&session);
}
END_TEST

Suite *soak_suite(void) {
    Suite *suite = suite_create("soak");
    TCase *test = tcase_create("soak");
    tcase_set_timeout(test, 3600);
    tcase_add_test(test, undo_keeps_at_most_64_bytes_a_change_beside_its_words);
    tcase_add_test(
        test, many_edits_of_a_large_matrix_take_no_more_than_the_states_that_are_kept);
    tcase_add_test(test, memory_stays_flat_but_for_undo);
    suite_add_tcase(suite, test);
    return suite;
}
