/* What an expect row says: its form, and whether it holds. */
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

static bool check_values(const Words *words, size_t first, Error *error) {
    double value;
    for (size_t i = first; i < words->count; i++)
        if (!number_parse(words->word[i], &value, error))
            return false;
    return true;
}

static bool check_count(const Words *words, size_t least, size_t most, const char *usage,
                        Error *error) {
    if (words->count >= least && words->count <= most)
        return true;
    return error_set(error, "expect: expected %s", usage);
}

/* ---- GRID,ROW,v1,v2,… ---- */

/* Grid, place and row of words; delta has the shape of the grid that had the focus last. */
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

static bool row_check(const Session *session, const Words *words, Error *error) {
    GridId grid;
    Place place;
    size_t row = 0;
    return find_row(session, words, &grid, &place, &row, error) &&
           check_values(words, 2, error);
}

static bool compare_row(const Session *session, const Words *words, GridId grid,
                        const double *numbers, double tolerance, Error *found) {
    bool holds = true;
    for (size_t i = 2; holds && i < words->count; i++) {
        double expected = NAN;
        number_parse(words->word[i], &expected, NULL);
        if (meets(numbers[i - 2], expected, tolerance))
            continue;
        Text what = {0};
        GridId shape = session_shape(session, grid);
        text_format(&what, "%s[%s,%ld]", words->word[0], words->word[1],
                    session_number_of(session, grid_table[shape].cols, i - 2));
        holds = differ_message(found, text_string(&what), numbers[i - 2], expected,
                               tolerance);
        text_release(&what);
    }
    return holds;
}

static bool row_holds(const Session *session, const Words *words, double tolerance,
                      Error *found) {
    GridId grid;
    Place place;
    size_t row = 0;
    if (!find_row(session, words, &grid, &place, &row, found))
        return false;
    GridId shape = session_shape(session, grid);
    double *numbers = memory_new(grid_cols(session->now, shape, place), sizeof *numbers);
    bool defined = grid == GRID_DELTA ? session_delta(session, shape, place, row, numbers)
                                      : grid_row(session->now, grid, place, row,
                                                 numbers) != ROWSTATE_UNDEFINED;
    bool holds = defined ? compare_row(session, words, grid, numbers, tolerance, found)
                         : error_set(found, "%s row %s is undefined, expected numbers",
                                     words->word[0], words->word[1]);
    free(numbers);
    return holds;
}

/* ---- loss,mean,V ---- */

static bool mean_check(const Session *session, const Words *words, Error *error) {
    if (session->now->model.loss == LOSS_NONE)
        return error_set(error, "expect: this scene has no candidates, so no loss");
    return check_count(words, 3, 3, "loss,mean,NUMBER", error) &&
           check_values(words, 2, error);
}

static bool mean_holds(const Session *session, const Words *words, double tolerance,
                       Error *found) {
    double mean, expected = NAN;
    size_t divisor;
    LossState state = pass_mean_loss(sheet_pass(session->now), &mean, &divisor);
    number_parse(words->word[2], &expected, NULL);
    if (state == LOSS_NO_TARGET)
        return error_set(found, "there is no mean loss: no target is scored");
    if (state == LOSS_UNDEFINED)
        return error_set(found, "the mean loss is undefined, expected a number");
    if (meets(mean, expected, tolerance))
        return true;
    return differ_message(found, "the mean loss", mean, expected, tolerance);
}

/* ---- error,TEXT ---- */

static bool error_check(const Session *session, const Words *words, Error *error) {
    (void)session;
    return check_count(words, 2, 2, "error,TEXT", error);
}

static bool error_holds(const Session *session, const Words *words, double tolerance,
                        Error *found) {
    (void)tolerance;
    TroubleWalk walk = {0};
    Error text = {0};
    while (session_trouble_next(session, &walk)) {
        session_trouble_text(session, &walk.trouble, &text);
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
    if (!check_count(words, 4, 4, "same,GRID,A,B or differ,GRID,A,B", error) ||
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

static bool range_check(const Session *session, const Words *words, Error *error) {
    GridId grid;
    Place place;
    size_t range[2] = {0, 0};
    return find_range(session, words, &grid, &place, range, error);
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

/* The first row in A..B that differs, in every head; false when all are the same. */
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

static bool range_holds(const Session *session, const Words *words, double tolerance,
                        Error *found) {
    GridId grid;
    Place place;
    size_t range[2] = {0, 0}, row = 0;
    (void)tolerance;
    if (!find_range(session, words, &grid, &place, range, found))
        return false;
    bool differs = find_difference(session, grid, place, range, &row);
    if (differs == (strcmp(words->word[0], "differ") == 0))
        return true;
    if (differs)
        return error_set(found,
                         "row %ld of %s differs from the baseline, expected the same"
                         " bits",
                         session->scene.base + (long)row, words->word[1]);
    return error_set(found, "rows %s..%s of %s are the baseline's, expected a difference",
                     words->word[2], words->word[3], words->word[1]);
}

/* ---- leak,V ---- */

static bool leak_check(const Session *session, const Words *words, Error *error) {
    if (session->baseline.kind != BASELINE_PERTURB)
        return error_set(error, "expect: leak needs a perturb before it");
    Place last = {.record = session->baseline.record,
                  .layer = session->now->model.layer_count - 1};
    return grid_exists(session->now, GRID_Y, last, error) &&
           check_count(words, 2, 2, "leak,NUMBER", error) &&
           check_values(words, 1, error);
}

static bool leak_holds(const Session *session, const Words *words, double tolerance,
                       Error *found) {
    Verdict verdict;
    double expected = NAN;
    number_parse(words->word[1], &expected, NULL);
    if (!session_verdict(session, &verdict))
        return error_set(found, "nothing was perturbed");
    if (expected == 0 ? verdict.exact : meets(verdict.largest, expected, tolerance))
        return true;
    return differ_message(found, "the largest change before the perturbed row",
                          verdict.largest, expected, expected == 0 ? 0 : tolerance);
}

/* ---- size,GRID,COUNT,BYTES ---- */

static bool size_check(const Session *session, const Words *words, Error *error) {
    GridId grid;
    Place place;
    return check_count(words, 4, 4, "size,GRID,COUNT,BYTES", error) &&
           session_find_grid(session, words->word[1], &grid, &place, error) &&
           check_values(words, 2, error);
}

static bool size_holds(const Session *session, const Words *words, double tolerance,
                       Error *found) {
    GridId grid;
    Place place;
    double count = NAN, bytes = NAN;
    (void)tolerance;
    if (!session_find_grid(session, words->word[1], &grid, &place, found))
        return false;
    number_parse(words->word[2], &count, NULL);
    number_parse(words->word[3], &bytes, NULL);
    size_t size = grid_size(session->now, grid, place.layer);
    if ((double)size == count && (double)(size * sizeof(double)) == bytes)
        return true;
    return error_set(found, "%s has %zu numbers in %zu bytes, expected %s in %s",
                     words->word[1], size, size * sizeof(double), words->word[2],
                     words->word[3]);
}

/* ---- the table ---- */

static const struct ExpectSpec {
    const char *first, *second; /* words that name it; NULL: any */
    bool (*check)(const Session *, const Words *, Error *);
    bool (*holds)(const Session *, const Words *, double, Error *);
} expect_table[] = {
    {"loss", "mean", mean_check, mean_holds}, {"error", NULL, error_check, error_holds},
    {"same", NULL, range_check, range_holds}, {"differ", NULL, range_check, range_holds},
    {"leak", NULL, leak_check, leak_holds},   {"size", NULL, size_check, size_holds},
    {NULL, NULL, row_check, row_holds},
};

static const struct ExpectSpec *find_spec(const Words *words) {
    const struct ExpectSpec *spec = expect_table;
    while (spec->first && (strcmp(spec->first, words->word[0]) != 0 ||
                           (spec->second && (words->count < 2 ||
                                             strcmp(spec->second, words->word[1]) != 0))))
        spec++;
    return spec;
}

bool expect_check(const Session *session, const Words *words, Error *error) {
    if (words->count == 0)
        return error_set(error,
                         "expect: expected a grid, loss, error, same, differ, leak or"
                         " size");
    return find_spec(words)->check(session, words, error);
}

bool expect_holds(const Session *session, const Words *words, double tolerance,
                  Error *found) {
    return find_spec(words)->holds(session, words, tolerance, found);
}
