/* The rows that are shown are made in blocks, on threads, with the widest vectors there are. They
 * have the bits of the row's definition, one at a time and key by key: on random models with every
 * order, shape and rule, with NaN and infinities where they may not act, for each kernel that
 * this machine can run, any grouping and any number of threads. */
#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/arithmetic.h"
#include "math/store.h"
#include "suites.h"

/* ---- random numbers: xorshift64*, the same everywhere ---- */

typedef struct Random {
    unsigned long long state;
} Random;

static unsigned long long draw(Random *random) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * 2685821657736338717ULL;
}

static size_t below(Random *random, size_t count) {
    return (size_t)(draw(random) >> 33) % count;
}

static bool one_in(Random *random, size_t count) {
    return below(random, count) == 0;
}

static double number(Random *random) {
    return (double)(draw(random) >> 11) / 9007199254740992.0 * 4 - 2;
}

/* Now and then what must not act where it is hidden. */
static double wild_number(Random *random) {
    static const double wild[] = {NAN, INFINITY, -INFINITY, 1e300, -0.0, 5e-324};
    return one_in(random, 40) ? wild[below(random, 6)] : number(random);
}

static Matrix matrix_of(Random *random, size_t rows, size_t cols,
                        double (*cell)(Random *random)) {
    Matrix matrix = matrix_new(rows, cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t c = 0; c < cols; c++)
            matrix_row_write(&matrix, i)[c] = cell(random);
    return matrix;
}

static double zero_or_one(Random *random) {
    return one_in(random, 3) ? 0 : 1;
}

static double share(Random *random) {
    return fabs(number(random));
}

/* ---- random models ---- */

typedef struct Shape {
    size_t queries, keys, heads, kv_heads, width, value_width;
} Shape;

static void draw_rules(Random *random, Options *options) {
    options->causal = one_in(random, 2) ? CAUSAL_ON : (int)below(random, 4);
    options->align = one_in(random, 4);
    options->pad_keys = one_in(random, 2);
    options->pad_queries = !one_in(random, 3);
    options->mask = !one_in(random, 4);
    options->mask_sense = one_in(random, 2);
    if (one_in(random, 4))
        options->window = (Count){.on = true, .value = 1 + below(random, 20)};
    if (one_in(random, 4))
        options->prefix = (Count){.on = true, .value = below(random, 9)};
    if (one_in(random, 4))
        options->sink = (Count){.on = true, .value = below(random, 9)};
    options->segments = !one_in(random, 3);
}

static void draw_options(Random *random, bool few_keys, Options *options) {
    static const double nulls[] = {0, 1.5, -INFINITY, 700};
    draw_rules(random, options);
    options->order = one_in(random, 2) ? ORDER_BEFORE : (int)below(random, 7);
    options->fill = one_in(random, 2) ? -1e9 : number(random);
    if (few_keys) /* whose columns the definition sums anew for every row */
        options->softmax = one_in(random, 2) ? SOFTMAX_QUERIES : SOFTMAX_KEYS;
    options->empty_row = (int)below(random, 4);
    options->kv_map = one_in(random, 2);
    options->split = one_in(random, 5) ? RESHAPE_RAW : RESHAPE_HEADS;
    options->bias = one_in(random, 4) ? BIAS_ALIBI : BIAS_NONE;
    if (one_in(random, 5))
        options->softcap = (Amount){.on = true, .value = 1 + share(random)};
    if (one_in(random, 5))
        options->null_logit = (Amount){.on = true, .value = nulls[below(random, 4)]};
    options->scale = (Scale){.kind = (ScaleKind)below(random, 4), .value = 0.3};
}

static void draw_inputs(Random *random, Record *record, Shape shape) {
    double (*cell)(Random *) = one_in(random, 3) ? wild_number : number;
    size_t source = below(random, 8);
    Part *part = record->part;
    if (source == 0)
        part[PART_SCORES].common = matrix_of(random, shape.queries, shape.keys, cell);
    else if (source == 1)
        part[PART_WEIGHTS].common = matrix_of(random, shape.queries, shape.keys, share);
    else if (source > 2) {
        size_t cols = shape.heads * shape.width, kv_cols = shape.kv_heads * shape.width;
        part[PART_Q].common = matrix_of(random, shape.queries, cols, cell);
        part[PART_K].common = matrix_of(random, shape.keys, kv_cols, cell);
    }
    if (!one_in(random, 8))
        part[PART_V].common =
            matrix_of(random, shape.keys, shape.kv_heads * shape.value_width, cell);
    if (one_in(random, 3))
        part[PART_MASK].common =
            matrix_of(random, shape.queries, shape.keys, zero_or_one);
    if (one_in(random, 4))
        part[PART_BIAS].common = matrix_of(random, shape.queries, shape.keys, cell);
}

static void draw_places(Random *random, Model *model, Shape shape) {
    Record *record = &model->records[0];
    record->padding = memory_new(shape.keys, 1);
    for (size_t j = 0; j < shape.keys; j++)
        record->padding[j] = one_in(random, 6);
    if (one_in(random, 3)) {
        record->query_padding = memory_new(shape.queries, 1);
        for (size_t i = 0; i < shape.queries; i++)
            record->query_padding[i] = one_in(random, 6);
    }
    if (one_in(random, 3)) {
        record->segments = memory_new(shape.keys, sizeof(long));
        for (size_t j = 0; j < shape.keys; j++)
            record->segments[j] = (long)(j / 7);
    }
    record->has_offset = one_in(random, 5);
    record->offset = (long)below(random, 12) - 4;
    for (size_t n = below(random, 2) * below(random, 9); n > 0; n--)
        layer_force(&model->layers[0], below(random, shape.queries),
                    below(random, shape.keys), (int)below(random, 2));
    for (size_t n = below(random, 2) * below(random, 9); n > 0; n--)
        record_edit_score(record, (ScoreEdit){.head = below(random, shape.heads),
                                              .query = below(random, shape.queries),
                                              .key = below(random, shape.keys),
                                              .value = wild_number(random)});
}

static Model random_model(unsigned long long seed) {
    Random random = {seed * 0x9e3779b97f4a7c15ULL + 1};
    static const size_t widths[] = {1, 2, 3, 4, 8, 16, 17, 64};
    Shape shape = {.queries = 1 + below(&random, 40),
                   .keys = 1 + below(&random, 90),
                   .kv_heads = 1 + below(&random, 2),
                   .width = widths[below(&random, 8)],
                   .value_width = widths[below(&random, 8)]};
    shape.heads = shape.kv_heads * (1 + below(&random, 2));
    if (one_in(&random, 2))
        shape.queries = shape.keys;
    Model model = {.record_count = 1, .layer_count = 1};
    model.records = memory_new(1, sizeof *model.records);
    model.layers = memory_new(1, sizeof *model.layers);
    model.records[0].queries = shape.queries;
    model.records[0].keys = shape.keys;
    model.layers[0].heads = shape.heads;
    model.layers[0].kv_heads = shape.kv_heads;
    model.layers[0].options = options_default(shape.heads);
    draw_options(&random, shape.keys <= 30 && shape.queries <= 30,
                 &model.layers[0].options);
    draw_inputs(&random, &model.records[0], shape);
    draw_places(&random, &model, shape);
    return model;
}

/* ---- rows against their definition ---- */

static void same_numbers(const double *a, const double *b, size_t count, const char *what,
                         unsigned long long seed) {
    for (size_t n = 0; n < count; n++)
        ck_assert_msg(same_bits(a[n], b[n]), "seed %llu: %s[%zu] is %a, not %a", seed,
                      what, n, a[n], b[n]);
}

static void same_rows(const Row *made, const Row *defined, unsigned long long seed) {
    ck_assert_msg(made->status == defined->status, "seed %llu: status", seed);
    ck_assert_msg(made->undefined == defined->undefined, "seed %llu: undefined", seed);
    ck_assert_mem_eq(made->reason, defined->reason, made->keys);
    if (made->scores) {
        same_numbers(made->scores, defined->scores, made->keys, "scores", seed);
        same_numbers(made->masked, defined->masked, made->keys, "masked", seed);
    }
    same_numbers(made->weights, defined->weights, made->keys, "weights", seed);
    same_numbers(made->out, defined->out, made->width, "out", seed);
    same_numbers(&made->sum, &defined->sum, 1, "sum", seed);
    same_numbers(&made->largest, &defined->largest, 1, "largest", seed);
    same_numbers(&made->denominator, &defined->denominator, 1, "denominator", seed);
}

/* How rows are asked for: one alone, with scores, or all together. */
enum { ASK_ALONE, ASK_SCORED, ASK_TOGETHER, ASKS };

static void compare_head(Pass *const pass[ASKS], Pass *other, Place place,
                         unsigned long long seed) {
    pass_prepare(pass[ASK_TOGETHER], place, 0, SIZE_MAX);
    for (size_t i = 0; i < other->model->records[0].queries; i++) {
        Row *defined = row_define(other, place, i);
        same_rows(pass_row(pass[ASK_ALONE], place, i), defined, seed);
        same_rows(pass_scored_row(pass[ASK_SCORED], place, i), defined, seed);
        same_rows(pass_row(pass[ASK_TOGETHER], place, i), defined, seed);
        row_free(defined);
    }
}

static void compare_model(const Model *model, const Kernel *kernel, unsigned threads,
                          unsigned long long seed) {
    Pass *pass[ASKS], *other = pass_new(model);
    other->kernel = kernel;
    for (int ask = 0; ask < ASKS; ask++) {
        pass[ask] = pass_new(model);
        pass[ask]->kernel = kernel;
        pass_set_threads(pass[ask], threads);
    }
    for (size_t h = 0; h < model->layers[0].heads; h++)
        compare_head(pass, other, (Place){.head = h}, seed);
    for (int ask = 0; ask < ASKS; ask++)
        pass_free(pass[ask]);
    pass_free(other);
}

enum { MODELS = 50, SEEDS = 20 }; /* models a test, tests */

START_TEST(blocks_have_the_bits_of_the_definition_with_every_kernel) {
    for (unsigned n = 0; n < MODELS; n++) {
        unsigned long long seed = (unsigned)_i * MODELS + n;
        Model model = random_model(seed);
        for (size_t k = 0; kernel_at(k); k++)
            compare_model(&model, kernel_at(k), 1 + n % 3, seed);
        model_release(&model);
    }
}
END_TEST

Suite *kernel_suite(void) {
    Suite *suite = suite_create("kernel");
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, blocks_have_the_bits_of_the_definition_with_every_kernel, 0,
                        SEEDS);
    suite_add_tcase(suite, rows);
    return suite;
}
