/* The shipped scenes: told in both languages, wholly on the screen, and held to their figures.
 *
 * Altering any expected figure by ten tolerances must make the check fail: an expect that would
 * pass with another figure guards nothing. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "helpers.h"
#include "output/writers.h"
#include "scene/number.h"
#include "said.h"
#include "suites.h"
#include "base/utf8.h"
#include "view/view.h"

START_TEST(every_scene_of_both_courses_is_there) {
    static const char *const ids[] = {
        "16.1",        "16.1-padding",  "16.1-left",   "16.2-order",  "16.2-empty-row",
        "16.3-leak",   "16.3-prefix",   "16.4-one",    "16.4-heads",  "16.4-swap",
        "16.5-shapes", "16.5-polarity", "16.6-limits", "16.7-1",      "16.7-2",
        "16.7-3",      "16.7-4",        "16.7-5",      "16.7-6",      "11-shift",
        "11-causal",   "11-order",      "11-perturb",  "11-layers",   "11-padding",
        "11-parallel", "11-check",      "mask-window", "mask-prefix", "mask-packed",
        "mask-sink",   "mask-cache",    "mask-cross",  "mask-alibi",  "mask-softcap",
        "mask-null",   "mask-gqa",      "mask-axis",   "mask-scale",
    };
    Library library = shipped_library();
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        ck_assert_msg(words_find(&library.ids, ids[i]) < library.ids.count, "%s", ids[i]);
    library_release(&library);
}
END_TEST

static size_t paragraphs(const Texts *texts, const char *lang) {
    size_t count = 0;
    for (size_t i = 0; i < texts->count; i++)
        count += strcmp(texts->items[i].lang, lang) == 0;
    return count;
}

/* Lanes leave no room for more than a heading. */
static bool has_lanes(const Step *step) {
    for (size_t i = 0; i < step->line_count; i++)
        if (strcmp(step->lines[i].words.word[0], "compare") == 0)
            return true;
    return false;
}

START_TEST(every_step_is_told_in_both_languages_with_as_many_paragraphs) {
    Library library = shipped_library();
    for (size_t i = 0; i < library.ids.count; i++) {
        Scene scene;
        Error error = {0};
        ck_assert_msg(scene_read(&scene, library.paths.word[i], &error), "%s",
                      said(&error));
        ck_assert_uint_eq(paragraphs(&scene.title, "en"), 1);
        ck_assert_uint_eq(paragraphs(&scene.title, "zh"), 1);
        ck_assert_str_eq(scene.id, library.ids.word[i]);
        for (size_t s = 0; s <= scene.step_count; s++) {
            const Step *step = &scene.steps[s];
            size_t heads = s > 0 || step->heading.count > 0,
                   says = paragraphs(&step->say, "en");
            ck_assert_msg(paragraphs(&step->heading, "en") == heads &&
                              paragraphs(&step->heading, "zh") == heads,
                          "%s step %zu: a heading a language", scene.id, s);
            ck_assert_msg((says > 0 || has_lanes(step)) &&
                              paragraphs(&step->say, "zh") == says,
                          "%s step %zu: says %zu and %zu", scene.id, s, says,
                          paragraphs(&step->say, "zh"));
        }
        scene_release(&scene);
    }
    library_release(&library);
}
END_TEST

/* ---- what is told is on the screen ---- */

/* All glyphs of a frame in reading order without blanks. */
static void squeeze_frame(const Frame *frame, Text *text) {
    for (int y = 0; y < frame->height; y++)
        for (int x = 0; x < frame->width; x++) {
            const Cell *cell = frame_cell(frame, x, y);
            char bytes[5];
            if (cell->glyph != ' ' && cell->glyph != 0)
                text_append_n(text, bytes, utf8_encode(cell->glyph, bytes));
        }
}

static void squeeze_text(const char *from, Text *text) {
    for (; *from; from++)
        if (*from != ' ')
            text_append_n(text, from, 1);
}

static void told_wholly(const Session *session, const Frame *frame, const Texts *texts,
                        const char *lang) {
    Text shown = {0};
    squeeze_frame(frame, &shown);
    for (size_t n = 0; n < paragraphs(texts, lang); n++) {
        Text wanted = {0};
        squeeze_text(texts_in(texts, lang, n), &wanted);
        if (!strstr(text_string(&shown), text_string(&wanted))) {
            text_write(frame, stderr);
            ck_abort_msg("%s step %u in %s at %dx%d: not wholly told: %s",
                         session->scene.id, session->recipe.step, lang, frame->width,
                         frame->height, texts_in(texts, lang, n));
        }
        text_release(&wanted);
    }
    text_release(&shown);
}

static void look_at(Session *session, const char *lang) {
    static const int sizes[][2] = {{80, 24}, {100, 30}};
    char line[16];
    snprintf(line, sizeof line, "lang %s", lang);
    must(session, line);
    for (size_t n = 0; n < 2; n++) {
        Frame frame;
        frame_init(&frame, sizes[n][0], sizes[n][1]);
        view_draw(session, &frame);
        const Step *step = &session->scene.steps[session->recipe.step];
        told_wholly(session, &frame, &step->heading, lang);
        told_wholly(session, &frame, &step->say, lang);
        frame_release(&frame);
    }
}

START_TEST(the_words_of_every_step_are_wholly_on_the_screen) {
    Library library = shipped_library();
    for (size_t i = 0; i < library.ids.count; i++) {
        Session session;
        open_shipped(&session, library.ids.word[i], NULL);
        for (size_t s = 0; s <= session.scene.step_count; s++) {
            look_at(&session, "en");
            look_at(&session, "zh");
            must(&session, "next");
        }
        session_close(&session);
    }
    library_release(&library);
}
END_TEST

/* ---- a check that cannot fail shows nothing ---- */

static void ignore(void *context, const Error *failure) {
    (void)context;
    (void)failure;
}

/* The word that an expect's word becomes when it is wrong; "" where it is no figure. */
static void spoil(const Words *words, size_t at, double tolerance, char out[200]) {
    const char *first = words->word[0], *word = words->word[at];
    double number = NAN;
    out[0] = '\0';
    if (at == 0 && strcmp(first, "same") == 0)
        snprintf(out, 200, "differ");
    else if (at == 0 && strcmp(first, "differ") == 0)
        snprintf(out, 200, "same");
    else if (at == 1 && strcmp(first, "error") == 0)
        snprintf(out, 200, "%.190sx", word);
    else if (at == 0 || (at == 1 && strcmp(first, "leak") != 0) ||
             strcmp(first, "same") == 0 || strcmp(first, "differ") == 0 ||
             strcmp(first, "error") == 0 || !number_parse(word, &number, NULL))
        return;
    else if (!isfinite(number))
        snprintf(out, 200, "0.5");
    else if (strcmp(first, "size") == 0)
        snprintf(out, 200, "%.17g", number + 8);
    else
        snprintf(out, 200, "%.17g", number + 10 * tolerance);
}

static Tally judge_text(const Text *text, const char *folder_path) {
    Tally tally = {.report = ignore};
    Error error = {0};
    char path[] = "/tmp/attnscope-altered-XXXXXX.csv";
    int file = mkstemps(path, 4);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text->bytes, text->length), (int)text->length);
    close(file);
    bool fine = check_scene(&tally, path, &error);
    unlink(path);
    ck_assert_msg(fine, "%s: %s", folder_path, said(&error));
    return tally;
}

/* Lines of a file, without their ends; [count]. */
static char **read_lines(const char *path, size_t *count) {
    char **lines = NULL, *line = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    *count = 0;
    while (getline(&line, &room, file) >= 0) {
        lines = memory_resize(lines, *count + 1, sizeof *lines);
        lines[(*count)++] = memory_string_n(line, strcspn(line, "\r\n"));
    }
    free(line);
    fclose(file);
    return lines;
}

/* The file with one line replaced by an expect of these words, one of them spoiled. */
static void write_altered(char *const *lines, size_t count, const Line *line, size_t at,
                          const char *spoiled, Text *text) {
    for (size_t n = 0; n < count; n++) {
        if (n + 1 != (size_t)line->number) {
            text_format(text, "%s\n", lines[n]);
            continue;
        }
        text_append(text, "expect");
        for (size_t w = 0; w < line->words.count; w++)
            text_format(text, ",\"%s\"", w == at ? spoiled : line->words.word[w]);
        text_append(text, "\n");
    }
}

static size_t alter_scene(const char *path) {
    size_t count, altered = 0;
    char **lines = read_lines(path, &count);
    Scene scene;
    Error error = {0};
    ck_assert_msg(scene_read(&scene, path, &error), "%s", said(&error));
    double tolerance = scene.tolerance;
    for (size_t s = 0; s <= scene.step_count; s++)
        for (size_t i = 0; i < scene.steps[s].line_count; i++) {
            const Line *line = &scene.steps[s].lines[i];
            if (line->kind == LINE_TOLERANCE)
                tolerance = line->tolerance;
            for (size_t w = 0; line->kind == LINE_EXPECT && w < line->words.count; w++) {
                char spoiled[200];
                Text text = {0};
                spoil(&line->words, w, tolerance, spoiled);
                if (!*spoiled)
                    continue;
                write_altered(lines, count, line, w, spoiled, &text);
                ck_assert_msg(judge_text(&text, path).failed > 0,
                              "%s:%d: passes with %s in place of %s", path, line->number,
                              spoiled, line->words.word[w]);
                text_release(&text);
                altered++;
            }
        }
    scene_release(&scene);
    for (size_t n = 0; n < count; n++)
        free(lines[n]);
    free(lines);
    return altered;
}

START_TEST(every_figure_altered_by_ten_tolerances_makes_the_check_fail) {
    Library library = shipped_library();
    size_t altered = 0;
    for (size_t i = 0; i < library.ids.count; i++)
        altered += alter_scene(library.paths.word[i]);
    ck_assert_uint_ge(altered, 250);
    library_release(&library);
}
END_TEST

START_TEST(all_scenes_hold_at_least_250_expectations_and_none_fails) {
    Library library = shipped_library();
    Tally tally = {.report = ignore};
    Error error = {0};
    for (size_t i = 0; i < library.ids.count; i++)
        ck_assert_msg(check_scene(&tally, library.paths.word[i], &error), "%s",
                      said(&error));
    ck_assert_uint_ge(tally.passed, 250);
    ck_assert_uint_eq(tally.failed, 0);
    library_release(&library);
}
END_TEST

Suite *scenes_suite(void) {
    Suite *suite = suite_create("scenes");
    TCase *test = tcase_create("scenes");
    tcase_set_timeout(test, 240);
    tcase_add_test(test, every_scene_of_both_courses_is_there);
    tcase_add_test(test, every_step_is_told_in_both_languages_with_as_many_paragraphs);
    tcase_add_test(test, the_words_of_every_step_are_wholly_on_the_screen);
    tcase_add_test(test, every_figure_altered_by_ten_tolerances_makes_the_check_fail);
    tcase_add_test(test, all_scenes_hold_at_least_250_expectations_and_none_fails);
    suite_add_tcase(suite, test);
    return suite;
}
