/* The trace of a row has the bits of the rows that are made in blocks: every score, weight and sum, on
 * random models with every order, under every kernel that this machine can run, fused and not. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/pass_inside.h"
#include "random_model.h"
#include "suites.h"

static void same(double traced, double made, const char *what, unsigned long long seed) {
    numbers_settle(&traced, 1);
    numbers_settle(&made, 1);
    ck_assert_msg(same_bits(traced, made), "seed %llu: %s is %a, not %a", seed, what,
                  traced, made);
}

/* Sums are those of the terms, term by term, whatever the kernel took at a time. */
static void compare_sums(Trace *trace, const Row *row, double powers, double cuts,
                         unsigned long long seed) {
    Terms weights = trace_weights(trace);
    same(terms_sum(&weights, NULL), row->sum, "sum of weights", seed);
    terms_release(&weights);
    if (row->status != ROW_UNUSED && !row->undefined)
        for (size_t c = 0; c < row->width; c++) {
            Terms mix = trace_mix(trace, c);
            same(terms_sum(&mix, NULL), row->out[c], "out", seed);
            terms_release(&mix);
        }
    if (row->status != ROW_OK || row->undefined)
        return;
    if (trace->options->softmax == SOFTMAX_KEYS)
        same(powers + trace->null_term, row->denominator, "sum of exp", seed);
    if (order_of(trace->options)->cut)
        same(cuts, row->cut_sum, "sum of what is cut", seed);
}

static void compare_row(Pass *pass, Pass *blocks, Place place, size_t query,
                        unsigned long long seed) {
    const Row *row = pass_scored_row(blocks, place, query);
    Trace trace = trace_open(pass, place, query);
    double powers = 0, cuts = 0;
    for (size_t j = 0; j < row->keys; j++) {
        KeyTrace key = trace_key(&trace, j);
        ck_assert_msg(key.reason == row->reason[j], "seed %llu: reason", seed);
        same(key.score, row->scores[j], "score", seed);
        same(key.masked, row->masked[j], "masked", seed);
        same(key.weight, row->weights[j], "weight", seed);
        powers += key.counts ? key.power : 0;
        cuts += key.cut;
        if (trace.q && j % 7 == 0) {
            Terms product = trace_product(&trace, j);
            same(key.product, terms_sum(&product, NULL), "q·k", seed);
            terms_release(&product);
        }
    }
    compare_sums(&trace, row, powers, cuts, seed);
}

static void compare_model(const Model *model, const Kernel *kernel,
                          unsigned long long seed) {
    Pass *pass = pass_new(model), *blocks = pass_new(model);
    pass->kernel = blocks->kernel = kernel;
    for (size_t l = 0; l < model->layer_count; l++)
        for (size_t h = 0; h < model->layers[l].heads; h++)
            for (size_t i = 0; i < model_queries(model, l, 0); i++)
                compare_row(pass, blocks, (Place){0, l, h}, i, seed);
    pass_free(pass);
    pass_free(blocks);
}

enum { SEEDS = 10, TRACED = 40 };

START_TEST(a_trace_has_the_bits_of_the_rows_made_in_blocks) {
    for (unsigned n = 0; n < TRACED; n++) {
        unsigned long long seed = (unsigned)_i * TRACED + n;
        Model model = random_model(seed);
        for (size_t k = 0; kernel_at(k); k++)
            compare_model(&model, kernel_at(k), seed);
        model_release(&model);
    }
}
END_TEST

static const double *vector_of(Pass *pass, Place place, RecordPart part, size_t position,
                               bool *undefined) {
    return part == PART_Q   ? pass_q(pass, place, position, undefined)
           : part == PART_K ? pass_k(pass, place, position, undefined)
                            : pass_v(pass, place, position, undefined);
}

static void compare_projections(Pass *pass, Place place, size_t position, size_t width,
                                unsigned long long seed) {
    for (int part = PART_Q; part <= PART_V; part++)
        for (size_t c = 0; c < width; c++) {
            size_t column;
            bool undefined;
            const double *made =
                vector_of(pass, place, (RecordPart)part, position, &undefined);
            Terms terms =
                trace_projection(pass, place, (RecordPart)part, position, c, &column);
            if (!undefined)
                same(terms_sum(&terms, NULL), made[c], "x·W", seed);
            terms_release(&terms);
        }
}

static void compare_output(Pass *pass, Place place, size_t query, size_t width,
                           unsigned long long seed) {
    double *y = memory_new(width, sizeof *y);
    bool defined = pass_y(pass, place, query, y);
    for (size_t c = 0; defined && c < width; c++) {
        Terms terms = trace_output(pass, place, query, c);
        double sum = terms_sum(&terms, NULL);
        if (pass->model->layers[place.layer].options.residual)
            sum += pass_x(pass, place, query, NULL)[c];
        same(sum, y[c], "y", seed);
        terms_release(&terms);
    }
    free(y);
}

START_TEST(terms_of_projections_and_outputs_add_up_to_their_bits) {
    enum { WIDTH = 11, HEAD_WIDTH = 5 };
    for (unsigned n = 0; n < SEEDS; n++)
        for (size_t k = 0; kernel_at(k); k++) {
            unsigned long long seed = (unsigned)_i * SEEDS + n;
            Model model = random_layers(seed, WIDTH, HEAD_WIDTH);
            Pass *pass = pass_new(&model);
            pass->kernel = kernel_at(k);
            model.layers[0].options.split = n % 3 == 0 ? RESHAPE_RAW : RESHAPE_HEADS;
            for (size_t l = 0; l < 2; l++)
                for (size_t i = 0; i < model_queries(&model, l, 0); i++) {
                    Place place = {0, l, i % model.layers[l].heads};
                    compare_projections(pass, place, i, HEAD_WIDTH, seed);
                    compare_output(pass, place, i, WIDTH, seed);
                }
            pass_free(pass);
            model_release(&model);
        }
}
END_TEST

Suite *trace_suite(void) {
    Suite *suite = suite_create("trace");
    TCase *bits = tcase_create("bits");
    tcase_set_timeout(bits, 120);
    tcase_add_loop_test(bits, a_trace_has_the_bits_of_the_rows_made_in_blocks, 0, SEEDS);
    tcase_add_loop_test(bits, terms_of_projections_and_outputs_add_up_to_their_bits, 0,
                        3);
    suite_add_tcase(suite, bits);
    return suite;
}
