/* Covers: what `hide` or an `ask` covers is on no screen. Numbers of two decimals or more that are in
 * a covered grid, and in no other, are searched for in every view: the main screen at three sizes,
 * changes, lanes, the picture, findings, explanations, the whole text and exports. */
#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/memory.h"
#include "base/text.h"
#include "helpers.h"
#include "output/writers.h"
#include "said.h"
#include "scene/library.h"
#include "session/tasks.h"
#include "suites.h"
#include "view/view.h"

/* ---- the numbers of a state ---- */

typedef struct Numbers {
    double *list;
    size_t count;
} Numbers;

static void add_number(Numbers *numbers, double number) {
    if (!isfinite(number))
        return;
    numbers->list =
        memory_resize(numbers->list, numbers->count + 1, sizeof *numbers->list);
    numbers->list[numbers->count++] = fabs(number);
}

static void add_grid(Numbers *numbers, Sheet *sheet, GridId grid, Place place) {
    size_t rows = grid_rows(sheet, grid, place), cols = grid_cols(sheet, grid, place);
    double *row = memory_new(cols, sizeof *row);
    for (size_t i = 0; i < rows; i++)
        if (grid_row(sheet, grid, place, i, row) != ROWSTATE_UNDEFINED)
            for (size_t c = 0; c < cols; c++)
                add_number(numbers, row[c]);
    free(row);
}

static void add_changes(Numbers *numbers, const Session *session, GridId grid,
                        Place place) {
    size_t cols = grid_cols(session->now, grid, place);
    double *row = memory_new(cols, sizeof *row);
    for (size_t i = 0; session->against && i < grid_rows(session->now, grid, place); i++)
        if (session_delta(session, grid, place, i, row))
            for (size_t c = 0; c < cols; c++)
                add_number(numbers, row[c]);
    free(row);
}

typedef struct Secrets {
    Numbers covered, open;
} Secrets;

enum { STATES_MOST = 20 };

/* Finds the states whose numbers a frame can show: those that it compares, and lanes. Returns how
 * many; the caller releases them. */
static size_t states_of(const Session *session, Sheet *states[STATES_MOST]) {
    Sheet *const compared[] = {session->now, session->before, session->against};
    size_t count = 0;
    for (size_t s = 0; s < 3; s++)
        if (compared[s])
            states[count++] = sheet_share(compared[s]);
    for (size_t lane = 0; lane < session_lanes(session); lane++)
        states[count++] = session_lane(session, lane);
    return count;
}

/* The numbers of one grid at all places of a state. */
static void secrets_add(Secrets *secrets, Session at, Sheet *sheet, GridId grid) {
    const Model *model = &sheet->model;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t l = 0; l < model->layer_count; l++)
            for (size_t h = 0; h < model->layers[l].heads; h++) {
                Place place = {.record = r, .layer = l, .head = h};
                at.look.layer = l;
                Numbers *numbers =
                    session_covered(&at, grid) ? &secrets->covered : &secrets->open;
                if (!grid_exists(sheet, grid, place, NULL))
                    continue;
                add_grid(numbers, sheet, grid, place);
                numbers =
                    session_covers_change(&at, grid) ? &secrets->covered : &secrets->open;
                if (sheet == at.now)
                    add_changes(numbers, &at, grid, place);
            }
}

/* The list of findings has numbers of its own. */
static void add_findings(Numbers *numbers, const Session *session) {
    for (size_t h = 0; h < session->now->model.layers[session->look.layer].heads; h++) {
        SurveySums sums = session_survey_sums(session, h);
        add_number(numbers, sums.entropy);
        add_number(numbers, sums.on_first);
    }
}

static Secrets secrets_of(const Session *session) {
    Secrets secrets = {{0}, {0}};
    Sheet *states[STATES_MOST];
    double mean;
    size_t divisor, count = states_of(session, states);
    for (size_t s = 0; s < count; s++) {
        for (size_t g = 0; g < GRID_COUNT; g++)
            if (g != GRID_DELTA)
                secrets_add(&secrets, *session, states[s], (GridId)g);
        if (states[s]->model.loss != LOSS_NONE &&
            pass_mean_loss(sheet_pass(states[s]), &mean, &divisor) == LOSS_FINE)
            add_number(session_covered(session, GRID_LOSS) ? &secrets.covered
                                                           : &secrets.open,
                       mean);
        sheet_release(states[s]);
    }
    if (!session_covered(session, GRID_WEIGHTS))
        add_findings(&secrets.open, session);
    return secrets;
}

static bool has_number(const Numbers *numbers, double number, int decimals) {
    for (size_t i = 0; i < numbers->count; i++)
        if (fabs(numbers->list[i] - number) <= 0.5 * pow(10, -decimals) + 1e-12)
            return true;
    return false;
}

/* ---- the words of a frame ---- */

static void frame_words(const Frame *frame, Text *text) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    text_write(frame, file);
    fclose(file);
    text_append(text, bytes);
    free(bytes);
}

typedef struct Hunt {
    const Secrets *secrets;
    char place[160];
    const char *view;
    GridId hidden; /* by the test */
    size_t numbers, leaks;
    bool count; /* leaks are counted, not failed for */
} Hunt;

/* Numbers of no grid: the scale of the picture, which is always the same, and on a page of an
 * explanation the sum of the exponentials. */
static bool of_no_grid(const Hunt *hunt, const char *text, const char *at,
                       double number) {
    static const char sum[] = "sum ";
    size_t length = strlen(sum);
    return (strcmp(hunt->view, "picture") == 0 && number <= 0.03) ||
           ((size_t)(at - text) >= length && strncmp(at - length, sum, length) == 0);
}

static void search(Hunt *hunt, const char *text) {
    for (const char *at = text, *end; (at = strpbrk(at, "0123456789.")); at = end) {
        size_t whole = strspn(at, "0123456789");
        bool point = at[whole] == '.';
        int decimals = point ? (int)strspn(at + whole + 1, "0123456789") : 0;
        end = at + whole + (point ? 1 + decimals : 0);
        bool word = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (word || decimals < 2)
            continue;
        char *after;
        double number = strtod(at, &after);
        if (after != end)
            continue; /* a power of ten */
        hunt->numbers++;
        if (of_no_grid(hunt, text, at, number) ||
            has_number(&hunt->secrets->open, number, decimals) ||
            !has_number(&hunt->secrets->covered, number, decimals))
            continue;
        hunt->leaks++;
        ck_assert_msg(hunt->count, "%s: %s shows %.*s:\n%.4000s", hunt->place, hunt->view,
                      (int)(end - at), at, text);
        if (getenv("LEAKS"))
            printf("%s: %s: %.*s\n", hunt->place, hunt->view, (int)(end - at), at);
    }
}

static void search_frame(Hunt *of, const Session *session, int width, int height) {
    Frame frame;
    Text text = {0};
    frame_init(&frame, width, height);
    view_work((Session *)session, width, height, -1);
    view_draw(session, &frame);
    frame_words(&frame, &text);
    search(of, text_string(&text));
    text_release(&text);
    frame_release(&frame);
}

/* ---- the views ---- */

static bool tried(Session *session, const char *line) {
    Error error = {0};
    return session_do(session, line, &error);
}

static void search_explanations(Hunt *of, Session *session) {
    GridId grids[GRID_COUNT];
    size_t count = session_grids(session, grids);
    Look look = session->look;
    of->view = "explain";
    session->look.overlay = OVERLAY_EXPLAIN;
    for (size_t g = 0; g < count; g++) {
        session->look.grid = grids[g];
        session->look.row = grid_rows(session->now, grids[g], session_place(session)) - 1;
        session->look.col = 0;
        search_frame(of, session, 120, 40);
    }
    session->look = look;
}

static void search_views(Hunt *of, Session *session) {
    static const struct {
        const char *view, *enter, *leave;
    } views[] = {
        {"delta", "delta on", "delta off"},   {"lanes", "compare order", "compare off"},
        {"colors", "zoom 1", "zoom 0"},       {"picture", "zoom 2", "zoom 0"},
        {"findings", "findings", "findings"}, {"text", "text", "text"}};
    static const int sizes[][2] = {{80, 24}, {100, 30}, {160, 45}, {20, 6}, {12, 1}};
    const Secrets *before = of->secrets;
    of->view = "the screen";
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        search_frame(of, session, sizes[s][0], sizes[s][1]);
    for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
        Look look = session->look;
        Compared lanes = session->compared; /* of the step, which the view replaces */
        bool own = strcmp(views[v].view, "lanes") == 0;
        session->compared = own ? (Compared){.number = 0} : lanes;
        of->view = views[v].view;
        Secrets secrets = {{0}, {0}};
        if (tried(session, views[v].enter)) {
            secrets = secrets_of(session);
            of->secrets = &secrets;
            search_frame(of, session, 160, 45);
            tried(session, views[v].leave);
        }
        session->look = look;
        session->compared = lanes;
        free(secrets.covered.list);
        free(secrets.open.list);
    }
    of->secrets = before;
    search_explanations(of, session);
}

/* ---- all scenes ---- */

typedef void Visit(Session *session, Hunt *hunt);

static void visit_steps(const char *id, Visit *visit, Hunt *hunt) {
    Session session;
    open_shipped(&session, id, NULL);
    for (size_t s = 0; s <= session.scene.step_count; s++) {
        snprintf(hunt->place, sizeof hunt->place, "%s step %zu", id, s);
        visit(&session, hunt);
        if (s < session.scene.step_count)
            must(&session, "next");
    }
    session_close(&session);
}

/* Under the sanitizers, where all scenes take minutes, every so many scenes are enough. */
#ifdef __SANITIZE_ADDRESS__
enum { SCENES_APART = 8 };
#else
enum { SCENES_APART = 1 };
#endif

static Hunt visit_scenes(Visit *visit, GridId hidden) {
    Hunt hunt = {.hidden = hidden, .count = getenv("LEAKS") != NULL};
    Library library = shipped_library();
    for (size_t i = 0; i < library.ids.count; i += SCENES_APART)
        visit_steps(library.ids.word[i], visit, &hunt);
    library_release(&library);
    if (hunt.count)
        printf("%zu numbers, %zu leaks\n", hunt.numbers, hunt.leaks);
    return hunt;
}

static void look_for_secrets(Session *session, Hunt *hunt) {
    Secrets secrets = secrets_of(session);
    hunt->secrets = &secrets;
    if (secrets.covered.count > 0)
        search_views(hunt, session);
    free(secrets.covered.list);
    free(secrets.open.list);
}

START_TEST(what_a_scene_covers_is_on_no_screen) {
    Hunt found = visit_scenes(look_for_secrets, GRID_COUNT);
    ck_assert_uint_gt(found.numbers, 300);
}
END_TEST

/* A third of the grids at each step, others at the next. */
static void hide_and_look(Session *session, Hunt *hunt) {
    char place[sizeof hunt->place], line[20];
    if ((session->recipe.scene + session->recipe.step + (size_t)hunt->hidden) % 3 != 0)
        return;
    snprintf(place, sizeof place, "%s", hunt->place);
    snprintf(line, sizeof line, "hide %.10s", grid_table[hunt->hidden].name);
    snprintf(hunt->place, sizeof hunt->place, "%.120s, %s", place, line);
    if (tried(session, line))
        look_for_secrets(session, hunt);
    session->covered = session->hidden = 0;
}

START_TEST(what_is_hidden_in_any_scene_is_on_no_screen) {
    static const GridId hidden[] = {GRID_X,       GRID_V,       GRID_SCORES,
                                    GRID_VISIBLE, GRID_WEIGHTS, GRID_OUT,
                                    GRID_Y,       GRID_LOSS,    GRID_DELTA};
    Hunt found = visit_scenes(hide_and_look, hidden[_i]);
    ck_assert_uint_gt(found.numbers, 30 / SCENES_APART);
}
END_TEST

/* ---- facts that follow from covered numbers ---- */

/* Two states that differ in covered numbers of equal width only look the same, to the color of every
 * cell: no scale, bar, mark, sign, verdict or finding follows from them. */
static const struct {
    const char *grid, *one, *two, *focus;
} twins[] = {{"x", "edit x 1 1 1.25", "edit x 1 1 1.75", "visible"},
             {"v", "edit v 1 1 1.25", "edit v 1 1 1.75", "scores"},
             {"scores", "edit scores 1 1 1.25", "edit scores 1 1 1.75", "visible"},
             {"visible", "forbid 1 *", "forbid 2 1", "scores"}};

static void open_twin(Session *session, const char *id, size_t twin, bool second) {
    open_shipped(session, id, NULL);
    must(session, "pin");
    must(session, second ? twins[twin].two : twins[twin].one);
    char line[20];
    snprintf(line, sizeof line, "hide %s", twins[twin].grid);
    must(session, line);
    snprintf(line, sizeof line, "focus %s", twins[twin].focus);
    must(session, line);
}

static void check_twins(Session *one, Session *two, const char *where, int width) {
    Frame frames[2];
    Session *sessions[] = {one, two};
    int height = width == 160 ? 45 : 24;
    for (int i = 0; i < 2; i++) {
        frame_init(&frames[i], width, height);
        view_work(sessions[i], width, height, -1);
        view_draw(sessions[i], &frames[i]);
    }
    Text text[2] = {{0}, {0}};
    frame_words(&frames[0], &text[0]);
    frame_words(&frames[1], &text[1]);
    ck_assert_msg(frame_same(&frames[0], &frames[1]), "%s:\n%s\n%s", where,
                  text_string(&text[0]), text_string(&text[1]));
    for (int i = 0; i < 2; i++) {
        text_release(&text[i]);
        frame_release(&frames[i]);
    }
}

static void check_views(Session *one, Session *two, const char *id) {
    static const char *const views[] = {"digits 3",      "delta on",    "delta off",
                                        "compare order", "compare off", "zoom 1",
                                        "zoom 2",        "findings"};
    check_twins(one, two, id, 80);
    check_twins(one, two, id, 160);
    for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
        char where[80];
        snprintf(where, sizeof where, "%s, %s", id, views[v]);
        if (tried(one, views[v]) && tried(two, views[v]))
            check_twins(one, two, where, 160);
    }
}

START_TEST(states_that_differ_in_covered_numbers_look_the_same) {
    static const char *const ids[] = {"16.1", "16.4-heads", "11-layers", "11-check"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        Session one, two;
        Error error = {0};
        GridId grid;
        Place place;
        open_shipped(&one, ids[i], NULL);
        bool given = session_find_grid(&one, twins[_i].grid, &grid, &place, &error) &&
                     session_do(&one, twins[_i].one, &error);
        session_close(&one);
        if (!given)
            continue;
        open_twin(&one, ids[i], (size_t)_i, false);
        open_twin(&two, ids[i], (size_t)_i, true);
        check_views(&one, &two, ids[i]);
        session_close(&one);
        session_close(&two);
    }
}
END_TEST

START_TEST(no_key_tells_a_covered_number) {
    Session session;
    open_shipped(&session, "16.1", NULL);
    must(&session, "hide x");
    session_key(&session, 'x');
    ck_assert_str_eq(text_string(&session.prompt.text), "perturb 3");
    session_key(&session, KEY_ESCAPE);
    must(&session, "focus y 1 1");
    must_fail(&session, "origin", "y is covered");
    must(&session, "reveal");
    must(&session, "hide scores");
    must(&session, "focus scores 1 1");
    session_key(&session, '+');
    must(&session, "undo");
    ck_assert_str_eq(session.notice, "undone: edit");
    session_close(&session);
}
END_TEST

START_TEST(what_the_user_hides_stays_hidden_in_later_steps) {
    Session session;
    open_shipped(&session, "16.1", "1");
    must(&session, "hide weights");
    must(&session, "next");
    ck_assert(session_covered(&session, GRID_WEIGHTS));
    must(&session, "set causal on");
    must(&session, "undo");
    must(&session, "prev");
    ck_assert(session_covered(&session, GRID_WEIGHTS));
    must(&session, "reveal");
    must(&session, "next");
    ck_assert(!session_covered(&session, GRID_WEIGHTS));
    session_close(&session);
    open_shipped(&session, "mask-gqa", "3"); /* it hides scores, and step 4 reveals */
    must(&session, "hide y");
    must(&session, "next");
    ck_assert(!session_covered(&session, GRID_Y));
    session_close(&session);
}
END_TEST

Suite *covers_suite(void) {
    Suite *suite = suite_create("covers");
    TCase *test = tcase_create("covers");
    tcase_set_timeout(test, 120);
    tcase_add_test(test, what_a_scene_covers_is_on_no_screen);
    tcase_add_loop_test(test, what_is_hidden_in_any_scene_is_on_no_screen, 0, 9);
    tcase_add_loop_test(test, states_that_differ_in_covered_numbers_look_the_same, 0, 4);
    tcase_add_test(test, no_key_tells_a_covered_number);
    tcase_add_test(test, what_the_user_hides_stays_hidden_in_later_steps);
    suite_add_tcase(suite, test);
    return suite;
}
