/* The rows that are shown are made in blocks, on threads, with the widest vectors there are. They
 * have the bits of the row's definition, one at a time and key by key: on random models with every
 * order, shape and rule, with NaN and infinities where they may not act, for each kernel that
 * this machine can run, any grouping and any number of threads. */
#include <check.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/workers.h"
#include "math/arithmetic.h"
#include "math/block.h"
#include "math/pass_inside.h"
#include "random_model.h"
#include "row_definition.h"
#include "suites.h"

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
    same_numbers(&made->cut_sum, &defined->cut_sum, 1, "cut sum", seed);
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
        pass[ask]->threads = threads;
    }
    for (size_t h = 0; h < model->layers[0].heads; h++)
        compare_head(pass, other, (Place){.head = h}, seed);
    for (int ask = 0; ask < ASKS; ask++)
        pass_free(pass[ask]);
    pass_free(other);
}

enum { MODELS = 50, SEEDS = 20 }; /* models a test, tests */

START_TEST(rows_are_not_kept_for_ever) {
    unsigned long long seed = 1;
    Model model = random_model(seed);
    while (model.records[0].queries < 80) { /* neighbours are made with a row */
        model_release(&model);
        model = random_model(++seed);
    }
    Pass *pass = pass_new(&model);
    const Slot *slot = pass_slot(pass, (Place){0});
    pass_row(pass, (Place){0}, 0);
    ck_assert_ptr_nonnull(slot->rows[0]);
    pass->kept = SIZE_MAX / 2; /* as if rows were very long */
    pass_row(pass, (Place){0}, model.records[0].queries - 1);
    ck_assert_ptr_null(slot->rows[0]);
    ck_assert_uint_lt(pass->kept, SIZE_MAX / 4);
    pass_free(pass);
    model_release(&model);
}
END_TEST

START_TEST(every_kernel_that_the_processor_can_run_is_tried) {
    size_t count = 1, wide = 0, wider = 0;
#ifdef __x86_64__
    bool fuses = __builtin_cpu_supports("fma");
    wide = fuses && __builtin_cpu_supports("avx2");
    wider = fuses && __builtin_cpu_supports("avx512f");
#endif
    for (size_t k = 0; kernel_at(k); k++)
        ck_assert_uint_eq(kernel_at(k)->lanes, k == 0 && wider      ? 8
                                               : k == wider && wide ? 4
                                                                    : 2);
    for (; kernel_at(count); count++)
        continue;
    ck_assert_uint_eq(count, 1 + wide + wider);
}
END_TEST

START_TEST(a_block_of_any_number_of_keys_has_a_query) {
    for (size_t keys = 1; keys < SIZE_MAX / 64; keys *= 2)
        ck_assert_uint_ge(block_width(kernel_at(0), &(Head){.keys = keys}),
                          kernel_at(0)->lanes);
}
END_TEST

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

/* ---- trouble ---- */

/* Counts the empty rows of all heads, of which a slice looks at so many. */
static size_t empty_in_slices(Pass *pass, size_t slice) {
    size_t found = 0, query = 0;
    Place place = {0};
    while (place.record < pass->model->record_count) {
        size_t rows = slice;
        bool next = pass_next_empty_of(pass, &place, &query, &rows);
        ck_assert_uint_le(rows, slice);
        if (rows == 0 && place.record < pass->model->record_count)
            pass_inputs_advance(pass, place, slice); /* they come first */
        found += next;
        query += next;
    }
    return found;
}

START_TEST(the_next_empty_row_is_the_one_that_the_rows_tell) {
    for (unsigned long long seed = 0; seed < 1500; seed++) {
        Model model = random_model(seed);
        model.layers[0].options.empty_row = EMPTY_ERROR;
        Pass *pass = pass_new(&model), *other = pass_new(&model);
        size_t empty_rows = 0;
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
                empty_rows += empty;
            }
        ck_assert_uint_eq(empty_in_slices(pass, 1 + seed % 50), empty_rows);
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
        unsigned char *reason = memory_new(keys, 1);
        for (size_t i = 0; i < model.records[0].queries; i++) {
            RuleInput in = rule_input(&model, place, i);
            visibility_row(&in, keys, reason);
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

/* y[c] = Σ concat[r]·WO[r][c] (+ x), of rows made by their definition. */
static bool define_y(Pass *pass, Place place, size_t query, double *y) {
    const Layer *layer = &pass->model->layers[place.layer];
    const Matrix *wo = &layer->part[PART_WO].common;
    size_t queries = model_queries(pass->model, place), dv = 2, undefined = 0;
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
        Model model = random_layers(seed + 60 * (unsigned long long)_i, 6, 2);
        size_t rows = model.records[0].queries;
        double *all = memory_new(rows * 6, sizeof *all), y[6];
        unsigned char *undefined = memory_new(rows, 1);
        Pass *together = pass_new(&model), *alone = pass_new(&model);
        together->threads = threads[seed % 4];
        alone->threads = 1;
        for (size_t l = 0; l < 2; l++) {
            Place place = {.layer = l};
            pass_outputs(together, place, 0, rows, all, undefined);
            for (size_t i = rows; i-- > 0;) {
                bool none;
                memcpy(y, pass_y(alone, place, i, &none), sizeof y);
                ck_assert(none == undefined[i]);
                numbers_settle(y, 6);
                same_numbers(all + 6 * i, y, 6, "y", seed);
                ck_assert(define_y(alone, place, i, y) == !undefined[i]);
                numbers_settle(y, 6);
                same_numbers(all + 6 * i, y, 6, "y by definition", seed);
            }
        }
        pass_free(together);
        pass_free(alone);
        free(all);
        free(undefined);
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
    model.records[0].part[PART_Q].common =
        random_matrix(&random, positions, 32, random_number);
    model.records[0].part[PART_K].common =
        random_matrix(&random, keys, 32, random_number);
    model.records[0].part[PART_V].common =
        random_matrix(&random, keys, 32, random_number);
    return model;
}

START_TEST(what_a_later_layer_reads_is_the_same_in_slices_and_at_once) {
    for (unsigned long long seed = 0; seed < 60; seed++) {
        Model model = random_layers(seed, 6, 2);
        size_t rows = model_queries(&model, (Place){0}), slice = 1 + seed % 7, slices = 0;
        Pass *sliced = pass_new(&model), *whole = pass_new(&model);
        size_t done = 0, of = 0;
        while (!pass_inputs_advance(sliced, (Place){.layer = 1}, slice))
            slices++;
        ck_assert_uint_ge(slices, (rows - 1) / slice);
        pass_inputs_progress(sliced, (Place){.layer = 1}, &done, &of);
        ck_assert(done == of && of >= rows);
        for (size_t i = 0; i < rows; i++) {
            bool one, other;
            const double *a = pass_x(sliced, (Place){.layer = 1}, i, &one);
            const double *b = pass_x(whole, (Place){.layer = 1}, i, &other);
            ck_assert(one == other);
            same_numbers(a, b, 6, "x", seed);
        }
        pass_free(sliced);
        pass_free(whole);
        model_release(&model);
    }
}
END_TEST

START_TEST(threads_and_the_part_that_is_shown_change_no_bit) {
    enum { ROWS = 500 };
    const size_t width = 32;
    static const unsigned threads[] = {1, 2, 3, 8};
    Model model = wide_model(ROWS, ROWS);
    double *first = memory_new(ROWS * width, sizeof *first);
    double *again = memory_new(ROWS * width, sizeof *again);
    unsigned char undefined[ROWS];
    for (size_t n = 0; n < 4; n++) {
        Pass *pass = pass_new(&model);
        pass->threads = threads[n];
        double *y = n == 0 ? first : again;
        for (size_t i = 0; i < ROWS; i += 7 + 93 * n)
            pass_outputs(pass, (Place){0}, i,
                         ROWS - i < 7 + 93 * n ? ROWS - i : 7 + 93 * n, y + i * width,
                         undefined + i);
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

enum { FAULT_SEEN = 42 };

static void end_with_fault_seen(int number) {
    (void)number;
    _exit(FAULT_SEEN);
}

typedef struct Fault {
    pthread_t asker;
    volatile char *page;
} Fault;

/* Only the helper touches what is not there; meanwhile the thread that asked sleeps. */
static void touch(void *context, size_t index) {
    const Fault *fault = context;
    (void)index;
    if (!pthread_equal(pthread_self(), fault->asker))
        *fault->page = 1;
    nanosleep(&(struct timespec){.tv_sec = 2}, NULL);
}

START_TEST(a_fault_in_a_thread_reaches_its_handler) {
    struct sigaction action = {.sa_handler = end_with_fault_seen};
    void *page = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(page != MAP_FAILED);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    workers_run(2, 2, touch, &(Fault){pthread_self(), page});
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

/* ---- rows from outside ---- */

/* The mask of a file: row i hides what i and the key have in common. */
static void read_mask(const void *context, size_t row, double *to) {
    const size_t *keys = context;
    for (size_t j = 0; j < *keys; j++)
        to[j] = (row & j) % 3 != 0;
}

static void keep_context(void *context) {
    (void)context;
}

START_TEST(heads_that_share_a_mask_from_outside_leave_each_other_its_rows) {
    enum { ROWS = 700 };
    size_t keys = 2100; /* so long that far from all rows of the mask are kept */
    const size_t width = 32;
    Model model = wide_model(ROWS, keys);
    Options *options = &model.layers[0].options;
    double *first = memory_new((size_t)2 * ROWS * width, sizeof *first);
    double *again = first + ROWS * width;
    unsigned char undefined[ROWS];
    options->softmax = SOFTMAX_QUERIES;
    options->causal = CAUSAL_OFF;
    options->mask = 1;
    Matrix *mask = &model.records[0].part[PART_MASK].common;
    MatrixSource source = {read_mask, keep_context, &keys, NULL};
    *mask = matrix_from(ROWS, keys, MATRIX_BY_ROW, source);
    Pass *pass = pass_new(&model);
    for (int time = 0; time < 2; time++) /* the second time all columns are there */
        pass_outputs(pass, (Place){0}, 0, ROWS, time ? again : first, undefined);
    ck_assert_mem_eq(first, again, ROWS * width * sizeof *first);
    pass_free(pass);
    free(first);
    model_release(&model);
}
END_TEST

Suite *kernel_suite(void) {
    Suite *suite = suite_create("kernel");
    TCase *rows = tcase_create("rows");
    tcase_add_test(rows, rows_are_not_kept_for_ever);
    tcase_add_test(rows, every_kernel_that_the_processor_can_run_is_tried);
    tcase_add_test(rows, a_block_of_any_number_of_keys_has_a_query);
    tcase_add_test(rows, the_next_empty_row_is_the_one_that_the_rows_tell);
    tcase_add_test(rows, a_row_of_reasons_is_the_rule_of_each_cell);
    tcase_add_loop_test(rows, blocks_have_the_bits_of_the_definition_with_every_kernel, 0,
                        SEEDS);
    tcase_add_loop_test(
        rows, y_is_the_same_all_at_once_one_by_one_and_on_any_number_of_threads, 0, 5);
    tcase_add_test(rows, what_a_later_layer_reads_is_the_same_in_slices_and_at_once);
    tcase_add_test(rows, threads_and_the_part_that_is_shown_change_no_bit);
    tcase_add_test(rows, rows_asked_for_without_their_out_get_it_when_it_is_asked_for);
    tcase_add_exit_test(rows, a_fault_in_a_thread_reaches_its_handler, FAULT_SEEN);
    tcase_add_test(rows, appended_padding_changes_no_bit_of_long_rows);
    tcase_add_test(rows, heads_that_share_a_mask_from_outside_leave_each_other_its_rows);
    suite_add_tcase(suite, rows);
    return suite;
}
