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

/* An expect, to be judged in the present state of a session. */
typedef struct Expect {
    const Session *session;
    const Words *words;
    double tolerance;
    const struct ExpectSpec *spec;
    GridId grid;
    Place place;
    size_t row, last; /* of the grid */
    double *numbers;  /* those that the words give */
} Expect;

/* A row of the table of expects. The functions may be NULL. */
typedef struct ExpectSpec {
    const char *first, *second; /* the words that name it; NULL: any word */
    size_t count;               /* of its words; 0: any */
    const char *usage;
    size_t numbers;                         /* the first word that is a number */
    bool (*find)(Expect *, Error *);        /* what it is about; calculates nothing */
    bool (*holds)(const Expect *, Error *); /* if not, the error tells the numbers */
} ExpectSpec;

static bool check_count(const Expect *expect, Error *error) {
    const ExpectSpec *spec = expect->spec;
    return !spec->count || expect->words->count == spec->count ||
           error_set(error, "expect: expected %s", spec->usage);
}

/* ---- GRID,ROW,v1,v2,… ---- */

/* Checks that it has no more values than columns, too. */
static bool find_row(Expect *expect, Error *error) {
    const Session *session = expect->session;
    const Words *words = expect->words;
    if (!session_find_grid(session, words->word[0], &expect->grid, &expect->place, error))
        return false;
    GridId shape = session_shape(session, expect->grid);
    if (words->count < 3)
        return error_set(error, "expect: expected %s,ROW,v1,v2,…", words->word[0]);
    size_t rows = grid_rows(session->now, shape, expect->place);
    size_t cols = grid_cols(session->now, shape, expect->place);
    if (!parse_position(session, words->word[1], "row", rows, &expect->row, error))
        return false;
    return words->count - 2 <= cols ||
           error_set(error, "expect: %zu values, but %s has %zu columns",
                     words->count - 2, grid_table[shape].name, cols);
}

static bool compare_row(const Expect *expect, Axis cols, const double *numbers,
                        Error *found) {
    const Words *words = expect->words;
    for (size_t c = 0; c < words->count - 2; c++) {
        if (meets(numbers[c], expect->numbers[c], expect->tolerance))
            continue;
        Text name = {0};
        text_format(&name, "%s[%s,%ld]", words->word[0], words->word[1],
                    session_number_of(expect->session, cols, c));
        differ_message(found, text_string(&name), numbers[c], expect->numbers[c],
                       expect->tolerance);
        text_release(&name);
        return false;
    }
    return true;
}

static bool row_holds(const Expect *expect, Error *found) {
    const Session *session = expect->session;
    Place place = expect->place;
    /* delta has the shape of the grid that had the focus last. */
    GridId shape = session_shape(session, expect->grid);
    double *numbers = memory_new(grid_cols(session->now, shape, place), sizeof *numbers);
    bool defined = expect->grid == GRID_DELTA
                       ? session_delta(session, shape, place, expect->row, numbers)
                       : grid_row(session->now, shape, place, expect->row, numbers) !=
                             ROWSTATE_UNDEFINED;
    bool holds = defined ? compare_row(expect, grid_table[shape].cols, numbers, found)
                         : error_set(found, "%s row %s is undefined, expected numbers",
                                     expect->words->word[0], expect->words->word[1]);
    free(numbers);
    return holds;
}

/* ---- loss,mean,V ---- */

static bool find_mean(Expect *expect, Error *error) {
    return expect->session->now->model.loss != LOSS_NONE ||
           error_set(error, "expect: this scene has no candidates, so no loss");
}

static bool mean_holds(const Expect *expect, Error *found) {
    double mean, expected = expect->numbers[0];
    size_t divisor;
    LossState state = pass_mean_loss(sheet_pass(expect->session->now), &mean, &divisor);
    if (state == LOSS_NO_TARGET)
        return error_set(found, "there is no mean loss: no target is scored");
    if (state == LOSS_UNDEFINED)
        return error_set(found, "the mean loss is undefined, expected a number");
    return meets(mean, expected, expect->tolerance) ||
           differ_message(found, "the mean loss", mean, expected, expect->tolerance);
}

/* ---- error,TEXT ---- */

static bool error_holds(const Expect *expect, Error *found) {
    const char *wanted = expect->words->word[1];
    TroubleWalk walk = {0};
    Error text = {0};
    while (session_trouble_next(expect->session, &walk)) {
        session_trouble_text(expect->session, &walk.trouble, &text);
        if (error_says(&text, wanted))
            return true;
    }
    if (error_is_set(&text))
        return error_because(found, &text, "the error is \"{cause}\", expected \"%s\"",
                             wanted);
    return error_set(found, "no error stands, expected \"%s\"", wanted);
}

/* ---- same,GRID,A,B and differ,GRID,A,B ---- */

static bool find_range(Expect *expect, Error *error) {
    const Session *session = expect->session;
    char *const *word = expect->words->word;
    if (!check_count(expect, error) ||
        !session_find_grid(session, word[1], &expect->grid, &expect->place, error))
        return false;
    if (expect->grid == GRID_DELTA)
        return error_set(error, "expect: delta is a comparison itself");
    if (session->baseline.kind == BASELINE_NONE)
        return error_set(error, "expect: there is no baseline; pin or perturb first");
    size_t rows = grid_rows(session->now, expect->grid, expect->place);
    if (!parse_position(session, word[2], "row", rows, &expect->row, error) ||
        !parse_position(session, word[3], "row", rows, &expect->last, error))
        return false;
    return expect->row <= expect->last ||
           error_set(error, "expect: rows %s..%s stand the wrong way round", word[2],
                     word[3]);
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
static bool find_difference(const Expect *expect, size_t *row) {
    const Session *session = expect->session;
    Place place = expect->place;
    size_t heads = grid_table[expect->grid].per_head
                       ? session->now->model.layers[place.layer].heads
                       : 1;
    size_t shared = grid_rows(session->against, expect->grid, place);
    for (place.head = 0; place.head < heads; place.head++)
        for (*row = expect->row; *row <= expect->last && *row < shared; ++*row)
            if (!same_row(session, expect->grid, place, *row))
                return true;
    return false;
}

static bool range_holds(const Expect *expect, Error *found) {
    char *const *word = expect->words->word;
    size_t row = 0;
    bool differs = find_difference(expect, &row);
    if (differs == (strcmp(word[0], "differ") == 0))
        return true;
    if (differs)
        return error_set(found,
                         "row %ld of %s differs from the baseline, expected the same"
                         " bits",
                         expect->session->scene.base + (long)row, word[1]);
    return error_set(found, "rows %s..%s of %s are the baseline's, expected a difference",
                     word[2], word[3], word[1]);
}

/* ---- leak,V ---- */

static bool find_leak(Expect *expect, Error *error) {
    const Session *session = expect->session;
    Place last = {.record = session->baseline.record,
                  .layer = session->now->model.layer_count - 1};
    if (session->baseline.kind != BASELINE_PERTURB)
        return error_set(error, "expect: leak needs a perturb before it");
    return grid_exists(session->now, GRID_Y, last, error);
}

static bool leak_holds(const Expect *expect, Error *found) {
    double expected = expect->numbers[0];
    double tolerance = expected == 0 ? 0 : expect->tolerance;
    Verdict verdict = {.exact = true};
    session_verdict(expect->session, &verdict);
    return (expected == 0 ? verdict.exact
                          : meets(verdict.largest, expected, tolerance)) ||
           differ_message(found, "the largest change before the perturbed row",
                          verdict.largest, expected, tolerance);
}

/* ---- size,GRID,COUNT,BYTES ---- */

static bool find_size(Expect *expect, Error *error) {
    return check_count(expect, error) &&
           session_find_grid(expect->session, expect->words->word[1], &expect->grid,
                             &expect->place, error);
}

static bool size_holds(const Expect *expect, Error *found) {
    char *const *word = expect->words->word;
    size_t count = grid_size(expect->session->now, expect->grid, expect->place.layer);
    size_t bytes = count * sizeof(double);
    return ((double)count == expect->numbers[0] && (double)bytes == expect->numbers[1]) ||
           error_set(found, "%s has %zu numbers in %zu bytes, expected %s in %s", word[1],
                     count, bytes, word[2], word[3]);
}

/* ---- the table ---- */

#define RANGE 4, "same,GRID,A,B or differ,GRID,A,B", 4, find_range, range_holds

static const ExpectSpec expect_table[] = {
    {"loss", "mean", 3, "loss,mean,NUMBER", 2, find_mean, mean_holds},
    {"error", NULL, 2, "error,TEXT", 2, NULL, error_holds},
    {"same", NULL, RANGE},
    {"differ", NULL, RANGE},
    {"leak", NULL, 2, "leak,NUMBER", 1, find_leak, leak_holds},
    {"size", NULL, 4, "size,GRID,COUNT,BYTES", 2, find_size, size_holds},
    {NULL, NULL, 0, NULL, 2, find_row, row_holds},
};

/* Judges whether it holds, or only its form. */
static bool judge(Expect expect, bool form, Error *error) {
    const Words *words = expect.words;
    const ExpectSpec *spec = expect_table;
    if (words->count == 0)
        return error_set(error,
                         "expect: expected a grid, loss, error, same, differ, leak or"
                         " size");
    while (spec->first && (strcmp(spec->first, words->word[0]) != 0 ||
                           (spec->second && (words->count < 2 ||
                                             strcmp(spec->second, words->word[1]) != 0))))
        spec++;
    expect.spec = spec;
    if ((spec->find && !spec->find(&expect, error)) || !check_count(&expect, error))
        return false;
    size_t count = words->count - spec->numbers;
    expect.numbers = memory_new(count, sizeof *expect.numbers);
    bool fine = parse_row(words, spec->numbers, count, expect.numbers, error) &&
                (form || spec->holds(&expect, error));
    free(expect.numbers);
    return fine;
}

bool expect_check(const Session *session, const Words *words, Error *error) {
    return judge((Expect){.session = session, .words = words}, true, error);
}

bool expect_holds(const Session *session, const Words *words, double tolerance,
                  Error *found) {
    return judge((Expect){session, words, .tolerance = tolerance}, false, found);
}
