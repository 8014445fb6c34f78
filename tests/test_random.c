/* Random keys, actions and sizes: nothing crashes, no frame is unsound, and undoing everything
 * gives the first bits back. Seeds are fixed; ATTNSCOPE_WALK=N walks N times as far. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "helpers.h"
#include "session/action.h"
#include "session/key.h"
#include "suites.h"
#include "view/overlays.h"
#include "view/view.h"

enum { KEYS = 150 };

static unsigned next_random(unsigned long long *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(*state >> 33);
}

static size_t below(unsigned long long *state, size_t count) {
    return next_random(state) % count;
}

/* Words that make some sense, or none. */
static const char *const scraps[] = {
    "1",     "2",      "3",      "*",      "0",  "-1",   "on",  "off",       "next",
    "prev",  "far",    "x",      "scores", "y",  "v",    "wo",  "weights.2", "ln(99)",
    "1/0",   "nan",    "-inf",   "2,1",    "up", "left", "all", "delta",     "order",
    "known", "causal", "strict", "\"",     "果", "1e308"};

static void random_line(unsigned long long *state, Text *line) {
    const ActionSpec *spec = &action_table[below(state, action_count)];
    size_t words = below(state, 5);
    static const char *const kept_out[] = {"suspend", "quit", "save", "export"};
    for (size_t i = 0; i < sizeof kept_out / sizeof *kept_out; i++)
        if (strcmp(spec->name, kept_out[i]) == 0)
            return; /* files are written by save_and_open alone */
    text_append(line, spec->name);
    if (strcmp(spec->name, "set") == 0 || strcmp(spec->name, "toggle") == 0 ||
        strcmp(spec->name, "cycle") == 0) {
        const OptionSpec *option = &option_table[below(state, option_count)];
        size_t values = 0;
        while (option->values && option->values[values])
            values++;
        text_format(line, " %s", option->name);
        if (values && spec->name[0] == 's') {
            text_format(line, " %s", option->values[below(state, values)]);
            return;
        }
    }
    for (size_t i = 0; i < words; i++)
        text_format(line, " %s", scraps[below(state, sizeof scraps / sizeof *scraps)]);
}

static void random_key(Session *session, unsigned long long *state) {
    const Binding *binding = &binding_table[below(state, binding_count)];
    const char *keys = binding->keys;
    int key;
    if (session->prompt.open && below(state, 3) == 0)
        key = (int)below(state, 4) == 0 ? KEY_TAB : ' ' + (int)below(state, 95);
    else if (!key_parse(&keys, &key, NULL))
        return;
    if (strchr(binding->keys, 'q') && !session->prompt.open)
        return;
    session_key(session, key);
}

/* Whole wide characters, no control characters, the cursor inside. */
static void check_frame(const Frame *frame) {
    for (int y = 0; y < frame->height; y++)
        for (int x = 0; x < frame->width; x++) {
            const Cell *cell = frame_cell(frame, x, y);
            if (cell->glyph == 0)
                ck_assert(x > 0 && utf8_width(frame_cell(frame, x - 1, y)->glyph) == 2);
            else
                ck_assert(utf8_safe(cell->glyph) == cell->glyph);
            ck_assert(!frame->ascii || (cell->glyph >= 0x20 && cell->glyph < 0x7F));
            ck_assert(cell->style.fore < ENTRY_COUNT && cell->style.back < ENTRY_COUNT);
        }
    ck_assert_msg(frame->cursor_x < frame->width && frame->cursor_y < frame->height,
                  "the cursor is at %d,%d of %dx%d", frame->cursor_x, frame->cursor_y,
                  frame->width, frame->height);
}

static void draw_somewhere(Session *session, unsigned long long *state) {
    static const int usual[][2] = {{80, 24}, {100, 30}, {160, 45},
                                   {40, 12}, {20, 6},   {1, 1}};
    Frame frame;
    size_t pick = below(state, 8);
    int width = pick < 6 ? usual[pick][0] : (int)below(state, 200) + 1;
    int height = pick < 6 ? usual[pick][1] : (int)below(state, 60) + 1;
    frame_init(&frame, width, height);
    frame.ascii = below(state, 5) == 0;
    view_draw(session, &frame);
    check_frame(&frame);
    OverlaySize size = overlay_size(session, &frame);
    session->overlay_lines = size.lines;
    session->overlay_rows = size.rows;
    session->overlay_entries = size.entries;
    frame_release(&frame);
}

static void walk(Session *session, unsigned long long seed, int length) {
    unsigned long long state = seed * 2654435761U + 7;
    for (int n = 0; n < length; n++) {
        Text line = {0};
        if (below(&state, 2)) {
            random_key(session, &state);
        } else {
            random_line(&state, &line);
            session_do(session, text_string(&line), NULL);
        }
        text_release(&line);
        if (below(&state, 3) == 0)
            draw_somewhere(session, &state);
    }
}

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
    Error error = {""};
    char *paths[] = {path};
    bool fine = session_open(&opened, paths, 1, &error);
    ck_assert_msg(fine, "%s step %zu: %s", session->scene.id, session->recipe.step,
                  error.text);
    ck_assert_msg(digest(&opened) == digest(session), "%s: saved as %s",
                  session->scene.id, path);
    ck_assert_uint_eq(opened.scene.step_count,
                      session->scene.step_count - session->recipe.step);
    session_close(&opened);
    unlink(path);
}

START_TEST(a_random_walk_through_a_scene_is_survived_and_undone_to_the_bit) {
    Session session;
    Library library = {0};
    Error error = {""};
    const char *far = getenv("ATTNSCOPE_WALK");
    int length = KEYS * (far ? atoi(far) : 1);
    ck_assert_msg(library_open(&library, &error), "%s", error.text);
    if ((size_t)_i < library.count) {
        open_shipped(&session, library.ids[_i], NULL);
        unsigned long long first = digest(&session);
        for (int part = 0; part < 3; part++) {
            walk(&session, (unsigned long long)_i * 3 + (unsigned)part, length / 3);
            save_and_open(&session);
        }
        while (session.history.undo_count)
            must(&session, "undo");
        must(&session, "step 0");
        ck_assert_msg(digest(&session) == first, "%s", library.ids[_i]);
        session_close(&session);
    }
    library_release(&library);
}
END_TEST

Suite *random_suite(void) {
    Suite *suite = suite_create("random");
    TCase *test = tcase_create("random");
    tcase_set_timeout(test, 600);
    tcase_add_loop_test(
        test, a_random_walk_through_a_scene_is_survived_and_undone_to_the_bit, 0, 80);
    suite_add_tcase(suite, test);
    return suite;
}
