/* Expects of a scene: whether their form is right, and whether they hold. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "session/internal.h"

/* ---- numbers ---- */

static bool meets(double found, double expected, double tolerance) {
    if (isnan(expected))
        return isnan(found);
    if (isinf(expected) || isinf(found))
        return found == expected;
    return fabs(found - expected) <= tolerance;
}

static bool differ_message(Error *error, const char *what, double found, double expected,
                           double tolerance) {
    char is[32], wanted[32], within[32];
    number_write(found, is);
    number_write(expected, wanted);
    number_write(tolerance, within);
    return error_set(error, "%s is %s, expected %s (tolerance %s)", what, is, wanted,
                     within);
}

/* An expect, to be judged in the present state of a session. If form is set, only its
 * form is judged, and nothing is calculated. */
typedef struct Expect {
    const Session *session;
    const Words *words;
    double tolerance;
    bool form;
} Expect;

/* Returns the number that a word gives. */
static double number_in(const Words *words, size_t at) {
    double value = NAN;
    number_parse(words->word[at], &value, NULL);
    return value;
}

static bool check_values(const Words *words, size_t first, Error *error) {
    double value;
    for (size_t i = first; i < words->count; i++)
        if (!number_parse(words->word[i], &value, error))
            return false;
    return true;
}

static bool check_count(const Words *words, size_t count, const char *usage,
                        Error *error) {
    return words->count == count || error_set(error, "expect: expected %s", usage);
}

/* ---- GRID,ROW,v1,v2,… ---- */

/* Finds the grid, place and row of an expect, and checks that it has no more values than
 * columns. */
static bool find_row(const Session *session, const Words *words, GridId *grid,
                     Place *place, size_t *row, Error *error) {
    if (!session_find_grid(session, words->word[0], grid, place, error))
        return false;
    GridId shape = session_shape(session, *grid);
    if (words->count < 3)
        return error_set(error, "expect: expected %s,ROW,v1,v2,…", words->word[0]);
    size_t rows = grid_rows(session->now, shape, *place);
    size_t cols = grid_cols(session->now, shape, *place);
    if (!parse_position(session, words->word[1], "row", rows, row, error))
        return false;
    if (words->count - 2 > cols)
        return error_set(error, "expect: %zu values, but %s has %zu columns",
                         words->count - 2, grid_table[shape].name, cols);
    return true;
}

static bool compare_row(const Expect *expect, Axis cols, const double *numbers,
                        Error *found) {
    const Words *words = expect->words;
    for (size_t i = 2; i < words->count; i++) {
        double expected = number_in(words, i);
        if (meets(numbers[i - 2], expected, expect->tolerance))
            continue;
        Text name = {0};
        text_format(&name, "%s[%s,%ld]", words->word[0], words->word[1],
                    session_number_of(expect->session, cols, i - 2));
        differ_message(found, text_string(&name), numbers[i - 2], expected,
                       expect->tolerance);
        text_release(&name);
        return false;
    }
    return true;
}

static bool judge_row(const Expect *expect, Error *found) {
    const Session *session = expect->session;
    const Words *words = expect->words;
    GridId grid;
    Place place;
    size_t row = 0;
    if (!find_row(session, words, &grid, &place, &row, found) ||
        !check_values(words, 2, found))
        return false;
    if (expect->form)
        return true;
    /* delta has the shape of the grid that had the focus last. */
    GridId shape = session_shape(session, grid);
    double *numbers = memory_new(grid_cols(session->now, shape, place), sizeof *numbers);
    bool defined = grid == GRID_DELTA ? session_delta(session, shape, place, row, numbers)
                                      : grid_row(session->now, grid, place, row,
                                                 numbers) != ROWSTATE_UNDEFINED;
    bool holds = defined ? compare_row(expect, grid_table[shape].cols, numbers, found)
                         : error_set(found, "%s row %s is undefined, expected numbers",
                                     words->word[0], words->word[1]);
    free(numbers);
    return holds;
}

/* ---- loss,mean,V ---- */

static bool judge_mean(const Expect *expect, Error *found) {
    Sheet *now = expect->session->now;
    double mean, expected;
    size_t divisor;
    if (now->model.loss == LOSS_NONE)
        return error_set(found, "expect: this scene has no candidates, so no loss");
    if (!check_count(expect->words, 3, "loss,mean,NUMBER", found) ||
        !check_values(expect->words, 2, found))
        return false;
    if (expect->form)
        return true;
    LossState state = pass_mean_loss(sheet_pass(now), &mean, &divisor);
    expected = number_in(expect->words, 2);
    if (state == LOSS_NO_TARGET)
        return error_set(found, "there is no mean loss: no target is scored");
    if (state == LOSS_UNDEFINED)
        return error_set(found, "the mean loss is undefined, expected a number");
    return meets(mean, expected, expect->tolerance) ||
           differ_message(found, "the mean loss", mean, expected, expect->tolerance);
}

/* ---- error,TEXT ---- */

static bool judge_error(const Expect *expect, Error *found) {
    const Words *words = expect->words;
    TroubleWalk walk = {0};
    Error text = {0};
    if (!check_count(words, 2, "error,TEXT", found))
        return false;
    if (expect->form)
        return true;
    while (session_trouble_next(expect->session, &walk)) {
        session_trouble_text(expect->session, &walk.trouble, &text);
        if (error_says(&text, words->word[1]))
            return true;
    }
    if (error_is_set(&text))
        return error_because(found, &text, "the error is \"{cause}\", expected \"%s\"",
                             words->word[1]);
    return error_set(found, "no error stands, expected \"%s\"", words->word[1]);
}

/* ---- same,GRID,A,B and differ,GRID,A,B ---- */

static bool find_range(const Session *session, const Words *words, GridId *grid,
                       Place *place, size_t range[2], Error *error) {
    if (!check_count(words, 4, "same,GRID,A,B or differ,GRID,A,B", error) ||
        !session_find_grid(session, words->word[1], grid, place, error))
        return false;
    if (*grid == GRID_DELTA)
        return error_set(error, "expect: delta is a comparison itself");
    if (session->baseline.kind == BASELINE_NONE)
        return error_set(error, "expect: there is no baseline; pin or perturb first");
    size_t rows = grid_rows(session->now, *grid, *place);
    if (!parse_position(session, words->word[2], "row", rows, &range[0], error) ||
        !parse_position(session, words->word[3], "row", rows, &range[1], error))
        return false;
    if (range[0] > range[1])
        return error_set(error, "expect: rows %s..%s stand the wrong way round",
                         words->word[2], words->word[3]);
    return true;
}

static bool same_row(const Session *session, GridId grid, Place place, size_t row) {
    size_t cols = grid_cols(session->now, grid, place);
    size_t old_cols = grid_cols(session->against, grid, place);
    double *now = memory_new(cols + old_cols, sizeof *now), *old = now + cols;
    bool same = row < grid_rows(session->against, grid, place) &&
                grid_row(session->now, grid, place, row, now) != ROWSTATE_UNDEFINED &&
                grid_row(session->against, grid, place, row, old) != ROWSTATE_UNDEFINED;
    size_t both = cols < old_cols ? cols : old_cols;
    same = same && memcmp(now, old, both * sizeof *now) == 0;
    free(now);
    return same;
}

/* Finds the first row in A..B that differs in any head. */
static bool find_difference(const Session *session, GridId grid, Place place,
                            size_t range[2], size_t *row) {
    size_t heads =
        grid_table[grid].per_head ? session->now->model.layers[place.layer].heads : 1;
    size_t shared = grid_rows(session->against, grid, place);
    for (place.head = 0; place.head < heads; place.head++)
        for (*row = range[0]; *row <= range[1] && *row < shared; ++*row)
            if (!same_row(session, grid, place, *row))
                return true;
    return false;
}

static bool judge_range(const Expect *expect, Error *found) {
    const Words *words = expect->words;
    GridId grid;
    Place place;
    size_t range[2] = {0, 0}, row = 0;
    if (!find_range(expect->session, words, &grid, &place, range, found))
        return false;
    if (expect->form)
        return true;
    bool differs = find_difference(expect->session, grid, place, range, &row);
    if (differs == (strcmp(words->word[0], "differ") == 0))
        return true;
    if (differs)
        return error_set(found,
                         "row %ld of %s differs from the baseline, expected the same"
                         " bits",
                         expect->session->scene.base + (long)row, words->word[1]);
    return error_set(found, "rows %s..%s of %s are the baseline's, expected a difference",
                     words->word[2], words->word[3], words->word[1]);
}

/* ---- leak,V ---- */

static bool judge_leak(const Expect *expect, Error *found) {
    const Session *session = expect->session;
    Place last = {.record = session->baseline.record,
                  .layer = session->now->model.layer_count - 1};
    Verdict verdict = {.exact = true};
    if (session->baseline.kind != BASELINE_PERTURB)
        return error_set(found, "expect: leak needs a perturb before it");
    if (!grid_exists(session->now, GRID_Y, last, found) ||
        !check_count(expect->words, 2, "leak,NUMBER", found) ||
        !check_values(expect->words, 1, found))
        return false;
    if (expect->form)
        return true;
    double expected = number_in(expect->words, 1);
    double tolerance = expected == 0 ? 0 : expect->tolerance;
    session_verdict(session, &verdict);
    return (expected == 0 ? verdict.exact
                          : meets(verdict.largest, expected, tolerance)) ||
           differ_message(found, "the largest change before the perturbed row",
                          verdict.largest, expected, tolerance);
}

/* ---- size,GRID,COUNT,BYTES ---- */

static bool judge_size(const Expect *expect, Error *found) {
    const Session *session = expect->session;
    const Words *words = expect->words;
    GridId grid;
    Place place;
    if (!check_count(words, 4, "size,GRID,COUNT,BYTES", found) ||
        !session_find_grid(session, words->word[1], &grid, &place, found) ||
        !check_values(words, 2, found))
        return false;
    size_t count = grid_size(session->now, grid, place.layer);
    size_t bytes = count * sizeof(double);
    return expect->form ||
           ((double)count == number_in(words, 2) &&
            (double)bytes == number_in(words, 3)) ||
           error_set(found, "%s has %zu numbers in %zu bytes, expected %s in %s",
                     words->word[1], count, bytes, words->word[2], words->word[3]);
}

/* ---- the table ---- */

static const struct ExpectSpec {
    const char *first, *second; /* the words that name it; NULL: any word */
    bool (*judge)(const Expect *, Error *);
} expect_table[] = {
    {"loss", "mean", judge_mean}, {"error", NULL, judge_error},
    {"same", NULL, judge_range},  {"differ", NULL, judge_range},
    {"leak", NULL, judge_leak},   {"size", NULL, judge_size},
    {NULL, NULL, judge_row},
};

static bool judge(const Expect *expect, Error *error) {
    const Words *words = expect->words;
    const struct ExpectSpec *spec = expect_table;
    if (words->count == 0)
        return error_set(error,
                         "expect: expected a grid, loss, error, same, differ, leak or"
                         " size");
    while (spec->first && (strcmp(spec->first, words->word[0]) != 0 ||
                           (spec->second && (words->count < 2 ||
                                             strcmp(spec->second, words->word[1]) != 0))))
        spec++;
    return spec->judge(expect, error);
}

bool expect_check(const Session *session, const Words *words, Error *error) {
    return judge(&(Expect){session, words, 0, .form = true}, error);
}

bool expect_holds(const Session *session, const Words *words, double tolerance,
                  Error *found) {
    return judge(&(Expect){session, words, tolerance, .form = false}, found);
}
