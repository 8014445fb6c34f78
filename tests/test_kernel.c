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
    return one_in(random, 2) ? 0 : fabs(number(random));
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

/* ---- the exponential ---- */

static double distance_in_units(double got, long double exact) {
    double unit = nextafter(fabs((double)exact), INFINITY) - fabs((double)exact);
    return (double)(fabsl((long double)got - exact) / (long double)unit);
}

START_TEST(the_exponential_errs_by_one_unit_at_most) {
    static const double reach[] = {1e-9, 0.35, 1, 40, 745};
    Random random = {(unsigned)_i + 1};
    for (size_t n = 0; n < 400000; n++) {
        double x = number(&random) / 2 * reach[n % 5];
        x = x > 709.7 ? -x : x;
        for (int fused = 0; fused <= 1; fused++) {
            double error = distance_in_units(exponential(x, fused), expl((long double)x));
            ck_assert_msg(error <= 1, "exp(%a) errs by %g units, fused %d", x, error,
                          fused);
        }
    }
}
END_TEST

START_TEST(the_exponential_knows_its_limits) {
    for (int fused = 0; fused <= 1; fused++) {
        ck_assert(same_bits(exponential(0, fused), 1));
        ck_assert(same_bits(exponential(-0.0, fused), 1));
        ck_assert(same_bits(exponential(-INFINITY, fused), 0));
        ck_assert(same_bits(exponential(-1e308, fused), 0));
        ck_assert(same_bits(exponential(-745.14, fused), 0));
        ck_assert(same_bits(exponential(-745.13, fused), 5e-324));
        ck_assert(isinf(exponential(709.79, fused)));
        ck_assert(isfinite(exponential(709.78, fused)));
        ck_assert(isinf(exponential(INFINITY, fused)));
        ck_assert(isnan(exponential(NAN, fused)));
    }
}
END_TEST

START_TEST(the_exponential_never_falls) {
    for (int fused = 0; fused <= 1; fused++) {
        double x = -1e-13, before = exponential(x, fused);
        for (size_t n = 0; n < 200000; n++) {
            x = n < 100000 ? x + 2e-18 : x + 1e-5;
            double now = exponential(x, fused);
            ck_assert_msg(now >= before, "exp falls at %a, fused %d", x, fused);
            before = now;
        }
    }
}
END_TEST

/* One number through a kernel's own vectors. */
static double vector_power(const Kernel *kernel, double x) {
    double cells[KERNEL_LANES_MAX], largest[KERNEL_LANES_MAX] = {0};
    double sum[KERNEL_LANES_MAX] = {0};
    for (size_t i = 0; i < kernel->lanes; i++)
        cells[i] = x;
    kernel->powers((Panel){1, kernel->lanes, cells}, largest, sum);
    return cells[kernel->lanes - 1];
}

START_TEST(vectors_compute_the_same_exponential) {
    static const double special[] = {0,      -0.0,    INFINITY, -INFINITY, NAN,  709.78,
                                     709.79, -745.13, -745.14,  -708.5,    -720, 1e308,
                                     -1e308, 5e-324,  -5e-324,  1,         -1};
    Random random = {9};
    for (size_t k = 0; kernel_at(k); k++)
        for (size_t n = 0; n < 200000; n++) {
            const Kernel *kernel = kernel_at(k);
            double x =
                n < sizeof special / sizeof *special ? special[n] : number(&random) * 373;
            double one = exponential(x, kernel->fused), other = vector_power(kernel, x);
            ck_assert_msg(same_bits(one, other) || (isnan(one) && isnan(other)),
                          "kernel %s: exp(%a) is %a, not %a", kernel->name, x, other,
                          one);
        }
}
END_TEST

/* ---- trouble ---- */

START_TEST(the_next_empty_row_is_the_one_that_the_rows_tell) {
    for (unsigned long long seed = 0; seed < 1500; seed++) {
        Model model = random_model(seed);
        model.layers[0].options.empty_row = EMPTY_ERROR;
        Pass *pass = pass_new(&model), *other = pass_new(&model);
        for (size_t h = 0; h < model.layers[0].heads; h++)
            for (size_t i = 0; i < model.records[0].queries; i++) {
                Place place = {.head = h}, found = place;
                size_t query = i;
                const Row *row = pass_row(other, place, i);
                bool empty = row->status == ROW_EMPTY;
                bool next = pass_next_empty(pass, &found, &query) && query == i &&
                            found.head == h;
                ck_assert_msg(next == empty && row_is_error(pass, place, i) == empty,
                              "seed %llu: head %zu, query %zu", seed, h, i);
            }
        pass_free(pass);
        pass_free(other);
        model_release(&model);
    }
}
END_TEST

/* ---- rules, row by row ---- */

START_TEST(a_row_of_reasons_is_the_rule_of_each_cell) {
    for (unsigned long long seed = 0; seed < 3000; seed++) {
        Model model = random_model(seed);
        Place place = {0};
        size_t keys = model.records[0].keys;
        const Matrix *mask = visibility_mask(&model, place);
        unsigned char *reason = memory_new(keys, 1);
        for (size_t i = 0; i < model.records[0].queries; i++) {
            visibility_row(&model, place, i, keys, mask ? matrix_row(mask, i) : NULL,
                           reason);
            for (size_t j = 0; j < keys; j++)
                ck_assert_msg(reason[j] == visibility(&model, place, i, j),
                              "seed %llu: cell %zu,%zu", seed, i, j);
        }
        free(reason);
        model_release(&model);
    }
}
END_TEST

/* ---- y, through several layers ---- */

/* Two layers with q, k and v of x, odd shapes and every way of merging. */
static Model layered_model(unsigned long long seed) {
    Random random = {seed * 0x9e3779b97f4a7c15ULL + 5};
    size_t positions = 1 + below(&random, 60), width = 6;
    Model model = {.record_count = 1, .layer_count = 2};
    model.records = memory_new(1, sizeof *model.records);
    model.layers = memory_new(2, sizeof *model.layers);
    model.records[0].queries = model.records[0].keys = positions;
    model.records[0].padding = memory_new(positions, 1);
    model.records[0].part[PART_X].common =
        matrix_of(&random, positions, width, one_in(&random, 3) ? wild_number : number);
    for (size_t l = 0; l < 2; l++) {
        Layer *layer = &model.layers[l];
        layer->heads = layer->kv_heads = 1 + below(&random, 3);
        layer->options = options_default(layer->heads);
        draw_rules(&random, &layer->options);
        layer->options.empty_row = (int)below(&random, 2);
        layer->options.residual = one_in(&random, 2);
        layer->options.merge = one_in(&random, 4);
        for (size_t p = PART_WQ; p <= PART_WV; p++)
            layer->part[p].common = matrix_of(&random, width, layer->heads * 2, number);
        layer->part[PART_WO].common = matrix_of(&random, layer->heads * 2, width, number);
        if (layer->heads > 1) {
            layer->options.head_order.entry[0] = 1;
            layer->options.head_order.entry[1] = 0;
            layer->options.wo_order.entry[0] = one_in(&random, 2);
            layer->options.wo_order.entry[1] = !layer->options.wo_order.entry[0];
        }
    }
    return model;
}

/* y[c] = Σ concat[r]·WO[r][c] (+ x), of rows made by their definition. */
static bool define_y(Pass *pass, Place place, size_t query, double *y) {
    const Layer *layer = &pass->model->layers[place.layer];
    const Matrix *wo = &layer->part[PART_WO].common;
    size_t queries = model_queries(pass->model, place.layer, 0), dv = 2, undefined = 0;
    double *concat = memory_new(wo->rows, sizeof *concat);
    for (size_t n = 0; n < wo->rows; n++) {
        size_t flat = query * wo->rows + n;
        bool raw = layer->options.merge == RESHAPE_RAW;
        place.head =
            layer->options.head_order.entry[raw ? flat / (queries * dv) : n / dv];
        Row *row = row_define(pass, place, raw ? flat / dv % queries : query);
        concat[n] = row->out[n % dv];
        undefined += row->undefined;
        row_free(row);
    }
    for (size_t c = 0; c < wo->cols; c++)
        y[c] = 0;
    for (size_t own = 0; own < wo->rows; own++)
        for (size_t r = 0; r < wo->rows; r++)
            for (size_t c = 0; wo_row_at(layer, r) == own && c < wo->cols; c++)
                y[c] = multiply_add(concat[r], matrix_at(wo, own, c), y[c],
                                    pass->kernel->fused);
    bool x_undefined = false;
    for (size_t c = 0; layer->options.residual && c < wo->cols; c++)
        y[c] += pass_x(pass, place, query, &x_undefined)[c];
    for (size_t c = 0; (undefined || x_undefined) && c < wo->cols; c++)
        y[c] = NAN;
    free(concat);
    return !undefined && !x_undefined;
}

START_TEST(y_is_the_same_all_at_once_one_by_one_and_on_any_number_of_threads) {
    static const unsigned threads[] = {1, 2, 3, 8};
    for (unsigned long long seed = 0; seed < 60; seed++) {
        Model model = layered_model(seed + 60 * (unsigned long long)_i);
        size_t rows = model.records[0].queries;
        double *all = memory_new(rows * 6, sizeof *all), y[6];
        unsigned char *defined = memory_new(rows, 1);
        Pass *together = pass_new(&model), *alone = pass_new(&model);
        pass_set_threads(together, threads[seed % 4]);
        pass_set_threads(alone, 1);
        for (size_t l = 0; l < 2; l++) {
            Place place = {.layer = l};
            pass_outputs(together, place, 0, rows, all, defined);
            for (size_t i = rows; i-- > 0;) {
                ck_assert(pass_y(alone, place, i, y) == defined[i]);
                numbers_settle(y, 6);
                same_numbers(all + 6 * i, y, 6, "y", seed);
                ck_assert(define_y(alone, place, i, y) == defined[i]);
                numbers_settle(y, 6);
                same_numbers(all + 6 * i, y, 6, "y by definition", seed);
            }
        }
        pass_free(together);
        pass_free(alone);
        free(all);
        free(defined);
        model_release(&model);
    }
}
END_TEST

/* ---- enough work for threads ---- */

static Model wide_model(size_t positions, size_t keys) {
    Random random = {77};
    Model model = {.record_count = 1, .layer_count = 1};
    model.records = memory_new(1, sizeof *model.records);
    model.layers = memory_new(1, sizeof *model.layers);
    model.records[0].queries = positions;
    model.records[0].keys = keys;
    model.records[0].padding = memory_new(keys, 1);
    model.layers[0].heads = model.layers[0].kv_heads = 2;
    model.layers[0].options = options_default(2);
    model.layers[0].options.causal = CAUSAL_ON;
    model.layers[0].options.pad_keys = 1;
    model.records[0].part[PART_Q].common = matrix_of(&random, positions, 32, number);
    model.records[0].part[PART_K].common = matrix_of(&random, keys, 32, number);
    model.records[0].part[PART_V].common = matrix_of(&random, keys, 32, number);
    return model;
}

START_TEST(threads_and_the_part_that_is_shown_change_no_bit) {
    enum { ROWS = 500 };
    const size_t width = 32;
    static const unsigned threads[] = {1, 2, 3, 8};
    Model model = wide_model(ROWS, ROWS);
    double *first = memory_new(ROWS * width, sizeof *first);
    double *again = memory_new(ROWS * width, sizeof *again);
    unsigned char defined[ROWS];
    for (size_t n = 0; n < 4; n++) {
        Pass *pass = pass_new(&model);
        pass_set_threads(pass, threads[n]);
        double *y = n == 0 ? first : again;
        for (size_t i = 0; i < ROWS; i += 7 + 93 * n)
            pass_outputs(pass, (Place){0}, i,
                         ROWS - i < 7 + 93 * n ? ROWS - i : 7 + 93 * n, y + i * width,
                         defined + i);
        pass_free(pass);
        ck_assert_mem_eq(first, n == 0 ? first : again, ROWS * width * sizeof *first);
    }
    free(first);
    free(again);
    model_release(&model);
}
END_TEST

START_TEST(rows_asked_for_without_their_out_get_it_when_it_is_asked_for) {
    enum { ROWS = 600 };
    Model model = wide_model(ROWS, ROWS);
    Pass *pass = pass_new(&model), *plain = pass_new(&model);
    pass_prepare_weights(pass, (Place){0}, 100, 50);
    ck_assert(!pass_weights(pass, (Place){0}, 120)->mixed);
    for (size_t i = 90; i < 160; i += 3) {
        const Row *whole = pass_row(plain, (Place){0}, i);
        const Row *row = pass_weights(pass, (Place){0}, i);
        ck_assert_mem_eq(row->weights, whole->weights, ROWS * sizeof(double));
        ck_assert(row->sum == whole->sum && row->status == whole->status);
        row = pass_row(pass, (Place){0}, i);
        ck_assert(row->mixed && row->width == whole->width && row->width > 0);
        ck_assert_mem_eq(row->weights, whole->weights, ROWS * sizeof(double));
        ck_assert_mem_eq(row->out, whole->out, row->width * sizeof(double));
    }
    pass_free(pass);
    pass_free(plain);
    model_release(&model);
}
END_TEST

START_TEST(appended_padding_changes_no_bit_of_long_rows) {
    enum { ROWS = 100, KEYS = 100, MORE = 37 };
    Model model = wide_model(ROWS, KEYS), longer = wide_model(ROWS, KEYS + MORE);
    model.layers[0].options.causal = longer.layers[0].options.causal = CAUSAL_OFF;
    memset(longer.records[0].padding + KEYS, 1, MORE);
    for (int part = PART_K; part <= PART_V; part++)
        for (size_t j = 0; j < KEYS + MORE; j++)
            for (size_t c = 0; c < 32; c++)
                matrix_set(&longer.records[0].part[part].common, j, c,
                           j < KEYS ? matrix_at(&model.records[0].part[part].common, j, c)
                                    : NAN);
    Pass *one = pass_new(&model), *two = pass_new(&longer);
    model.records[0].query_padding = memory_new(ROWS, 1);
    longer.records[0].query_padding = memory_new(ROWS, 1);
    for (size_t i = 0; i < ROWS; i++) {
        const Row *a = pass_row(one, (Place){.head = 1}, i);
        const Row *b = pass_row(two, (Place){.head = 1}, i);
        ck_assert_mem_eq(a->weights, b->weights, KEYS * sizeof *a->weights);
        ck_assert_mem_eq(a->out, b->out, a->width * sizeof *a->out);
        ck_assert(same_bits(a->sum, b->sum));
    }
    pass_free(one);
    pass_free(two);
    model_release(&model);
    model_release(&longer);
}
END_TEST

Suite *kernel_suite(void) {
    Suite *suite = suite_create("kernel");
    TCase *power = tcase_create("exponential"), *rows = tcase_create("rows");
    tcase_add_loop_test(power, the_exponential_errs_by_one_unit_at_most, 0, 4);
    tcase_add_test(power, the_exponential_knows_its_limits);
    tcase_add_test(power, the_exponential_never_falls);
    tcase_add_test(power, vectors_compute_the_same_exponential);
    suite_add_tcase(suite, power);
    tcase_add_test(rows, the_next_empty_row_is_the_one_that_the_rows_tell);
    tcase_add_test(rows, a_row_of_reasons_is_the_rule_of_each_cell);
    tcase_add_loop_test(rows, blocks_have_the_bits_of_the_definition_with_every_kernel, 0,
                        SEEDS);
    tcase_add_loop_test(
        rows, y_is_the_same_all_at_once_one_by_one_and_on_any_number_of_threads, 0, 5);
    tcase_add_test(rows, threads_and_the_part_that_is_shown_change_no_bit);
    tcase_add_test(rows, rows_asked_for_without_their_out_get_it_when_it_is_asked_for);
    tcase_add_test(rows, appended_padding_changes_no_bit_of_long_rows);
    suite_add_tcase(suite, rows);
    return suite;
}
