/* Laws of the calculation that hold bit for bit, on random models.
 *
 * Under causal=on and order=before nothing later acts on anything earlier; a hidden key contributes
 * nothing, whatever it holds; a row alone has the bits it has in the full pass; appended padding
 * changes no bit. The controls show that each law can fail. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/pass.h"
#include "suites.h"

/* xorshift64*: the same numbers everywhere. */
static double random_number(unsigned long long *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)((*state * 2685821657736338717ULL) >> 11) / 9007199254740992.0 * 4 - 2;
}

static Matrix random_matrix(size_t rows, size_t cols, unsigned long long *state) {
    Matrix matrix = matrix_new(rows, cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t c = 0; c < cols; c++)
            matrix_set(&matrix, i, c, random_number(state));
    return matrix;
}

enum { POSITIONS = 6, WIDTH = 4, HEADS = 2, LAYERS = 2 };

static Model random_model(unsigned long long seed) {
    unsigned long long state = seed * 7919 + 1;
    Model model = {.record_count = 1, .layer_count = LAYERS};
    model.records = memory_new(1, sizeof *model.records);
    model.layers = memory_new(LAYERS, sizeof *model.layers);
    Record *record = &model.records[0];
    record->queries = record->keys = POSITIONS;
    record->padding = memory_new(POSITIONS, 1);
    record->targets = memory_new(POSITIONS, sizeof *record->targets);
    record->part[PART_X].common = random_matrix(POSITIONS, WIDTH, &state);
    for (size_t l = 0; l < LAYERS; l++) {
        Layer *layer = &model.layers[l];
        layer->heads = layer->kv_heads = HEADS;
        layer->options = options_default(HEADS);
        layer->options.causal = CAUSAL_ON;
        for (int p = 0; p < LAYER_PARTS; p++)
            layer->part[p].common = random_matrix(WIDTH, WIDTH, &state);
    }
    return model;
}

/* y of the last layer, all rows. */
static void all_y(const Model *model, double y[POSITIONS][WIDTH]) {
    Pass *pass = pass_new(model);
    memset(y, 0, POSITIONS * sizeof y[0]);
    for (size_t i = 0; i < model_queries(model, (Place){.layer = LAYERS - 1}); i++)
        memcpy(y[i], pass_y(pass, (Place){.layer = LAYERS - 1}, i, NULL), sizeof y[i]);
    pass_free(pass);
}

static void set_row(Model *model, size_t row, double value) {
    for (size_t c = 0; c < WIDTH; c++)
        matrix_set(&model->records[0].part[PART_X].common, row, c, value);
}

START_TEST(a_later_input_changes_no_bit_of_an_earlier_row) {
    static const double poison[] = {4, -1e300, INFINITY, -INFINITY, NAN};
    for (int seed = 0; seed < 20; seed++)
        for (size_t at = 1; at < POSITIONS; at++) {
            double before[POSITIONS][WIDTH], after[POSITIONS][WIDTH];
            Model model = random_model((unsigned)seed);
            all_y(&model, before);
            set_row(&model, at, poison[(size_t)seed % 5]);
            all_y(&model, after);
            ck_assert_mem_eq(before, after, at * sizeof before[0]);
            ck_assert_mem_ne(before[at], after[at], sizeof before[at]);
            model_release(&model);
        }
}
END_TEST

START_TEST(without_causal_the_same_change_moves_the_first_row) {
    double before[POSITIONS][WIDTH], after[POSITIONS][WIDTH];
    Model model = random_model(3);
    model.layers[0].options.causal = CAUSAL_OFF;
    all_y(&model, before);
    set_row(&model, POSITIONS - 1, 4);
    all_y(&model, after);
    ck_assert_mem_ne(before[0], after[0], sizeof before[0]);
    model_release(&model);
}
END_TEST

START_TEST(every_intermediate_row_keeps_its_bits_too) {
    Model model = random_model(11), other = model_copy(&model);
    set_row(&other, 4, NAN);
    Pass *one = pass_new(&model), *two = pass_new(&other);
    for (size_t l = 0; l < LAYERS; l++)
        for (size_t h = 0; h < HEADS; h++)
            for (size_t i = 0; i < 4; i++) {
                Place place = {.layer = l, .head = h};
                const Row *a = pass_scored_row(one, place, i),
                          *b = pass_scored_row(two, place, i);
                ck_assert_mem_eq(a->masked, b->masked, POSITIONS * sizeof(double));
                ck_assert_mem_eq(a->weights, b->weights, POSITIONS * sizeof(double));
                ck_assert_mem_eq(a->out, b->out, a->width * sizeof(double));
                ck_assert_mem_eq(&a->sum, &b->sum, sizeof a->sum);
                ck_assert_mem_eq(pass_q(one, place, i, NULL), pass_q(two, place, i, NULL),
                                 WIDTH / HEADS * sizeof(double));
            }
    pass_free(one);
    pass_free(two);
    model_release(&model);
    model_release(&other);
}
END_TEST

START_TEST(one_row_alone_has_the_bits_of_the_full_pass) {
    for (int seed = 0; seed < 10; seed++)
        for (size_t i = 0; i < POSITIONS; i++) {
            double full[POSITIONS][WIDTH];
            Model model = random_model((unsigned)seed);
            all_y(&model, full);
            Pass *pass = pass_new(&model);
            const double *alone = pass_y(pass, (Place){.layer = LAYERS - 1}, i, NULL);
            ck_assert_mem_eq(alone, full[i], sizeof full[i]);
            pass_free(pass);
            model_release(&model);
        }
}
END_TEST

START_TEST(known_positions_keep_their_bits_while_the_text_grows) {
    Model model = random_model(5);
    double full[POSITIONS][WIDTH];
    all_y(&model, full);
    for (size_t known = 1; known <= POSITIONS; known++) {
        double part[POSITIONS][WIDTH];
        for (size_t l = 0; l < LAYERS; l++)
            model.layers[l].options.known = (Count){.on = true, .value = known};
        all_y(&model, part);
        ck_assert_mem_eq(part, full, known * sizeof full[0]);
    }
    model_release(&model);
}
END_TEST

/* Marks the last key as padding, as if it had been appended, and fills it with what poisons. */
START_TEST(appended_padding_changes_no_bit_whatever_it_holds) {
    for (int causal = CAUSAL_OFF; causal <= CAUSAL_ON; causal++) {
        double shorter[POSITIONS][WIDTH], longer[POSITIONS][WIDTH];
        Model model = random_model(8);
        for (size_t l = 0; l < LAYERS; l++) {
            model.layers[l].options.causal = causal;
            model.layers[l].options.pad_keys = 1;
            model.layers[l].options.known = (Count){.on = true, .value = POSITIONS - 1};
        }
        all_y(&model, shorter);
        for (size_t l = 0; l < LAYERS; l++)
            model.layers[l].options.known.on = false;
        model.records[0].padding[POSITIONS - 1] = 1;
        set_row(&model, POSITIONS - 1, NAN);
        all_y(&model, longer);
        ck_assert_mem_eq(shorter, longer, (POSITIONS - 1) * sizeof shorter[0]);
        model_release(&model);
    }
}
END_TEST

START_TEST(a_hidden_weight_is_exactly_zero_and_visible_rows_sum_to_one) {
    for (int seed = 0; seed < 20; seed++) {
        Model model = random_model((unsigned)seed);
        Pass *pass = pass_new(&model);
        for (size_t i = 0; i < POSITIONS; i++) {
            const Row *row = pass_row(pass, (Place){.head = (size_t)seed % HEADS}, i);
            for (size_t j = i + 1; j < POSITIONS; j++)
                ck_assert(row->weights[j] == 0 && !signbit(row->weights[j]));
            ck_assert(fabs(row->sum - 1) < 1e-15);
            ck_assert_int_eq(row->status, ROW_OK);
        }
        pass_free(pass);
        model_release(&model);
    }
}
END_TEST

enum { FEW = 4 };

/* One head of given scores, 0 to 3 in every row, and values. */
static Model few_positions(size_t count) {
    Model model = {.record_count = 1, .layer_count = 1};
    model.records = memory_new(1, sizeof *model.records);
    model.layers = memory_new(1, sizeof *model.layers);
    Record *record = &model.records[0];
    record->queries = record->keys = count;
    record->padding = memory_new(count, 1);
    record->targets = memory_new(count, sizeof *record->targets);
    record->part[PART_SCORES].common = matrix_new(count, count);
    record->part[PART_MASK].common = matrix_new(count, count);
    record->part[PART_V].common = matrix_new(count, 1);
    model.layers[0].heads = model.layers[0].kv_heads = 1;
    model.layers[0].options = options_default(1);
    return model;
}

/* What is hidden holds NaN: a score that its row does not read, the value of a key that no row
 * reads. */
static void set_mask(const Model *model, unsigned mask) {
    Record *record = &model->records[0];
    size_t count = record->keys;
    for (size_t j = 0; j < count; j++) {
        bool seen = false;
        for (size_t i = 0; i < count; i++) {
            bool open = mask >> (i * count + j) & 1;
            matrix_set(&record->part[PART_MASK].common, i, j, open);
            matrix_set(&record->part[PART_SCORES].common, i, j, open ? (double)j : NAN);
            seen = seen || open;
        }
        matrix_set(&record->part[PART_V].common, j, 0, seen ? (double)(j + 1) : NAN);
    }
}

/* A row is the shares of the keys that it sees, or says that it is empty. */
static void check_shares(Pass *pass, size_t count, size_t query, unsigned open) {
    double total = 0, out = 0;
    const Row *row = pass_row(pass, (Place){0}, query);
    for (size_t j = 0; j < count; j++)
        total += open >> j & 1 ? exp((double)j) : 0;
    bool good = row->status == (open ? ROW_OK : ROW_EMPTY) && row->undefined == !open;
    for (size_t j = 0; open && j < count; j++) {
        double share = open >> j & 1 ? exp((double)j) / total : 0;
        good = good && fabs(row->weights[j] - share) < 1e-15 &&
               (share > 0 || (row->weights[j] == 0 && !signbit(row->weights[j])));
        out += share * (double)(j + 1);
    }
    good = good &&
           (!open || (fabs(row->sum - 1) < 1e-15 && fabs(row->out[0] - out) < 1e-14));
    if (!good)
        ck_abort_msg("row %zu of %zu, keys %x", query, count, open);
}

START_TEST(all_masks_of_four_keys_give_shares_or_say_that_the_row_is_empty) {
    for (size_t count = 1; count <= FEW; count++) {
        Model model = few_positions(count);
        for (unsigned mask = 0; mask < 1U << count * count; mask++) {
            set_mask(&model, mask);
            Pass *pass = pass_new(&model);
            size_t empty = 0, found = 0;
            while (empty < count && mask >> empty * count & ((1U << count) - 1))
                empty++;
            if (pass_next_empty(pass, &(Place){0}, &found) != (empty < count) ||
                (empty < count && found != empty))
                ck_abort_msg("mask %x of %zu: empty row %zu", mask, count, found);
            for (size_t i = 0; i < count; i++)
                check_shares(pass, count, i, mask >> i * count & ((1U << count) - 1));
            pass_free(pass);
        }
        model_release(&model);
    }
}
END_TEST

START_TEST(heads_and_rows_of_wo_exchanged_alike_give_the_same_bits) {
    for (int seed = 0; seed < 10; seed++) {
        double as_is[POSITIONS][WIDTH], swapped[POSITIONS][WIDTH], one[POSITIONS][WIDTH];
        Model model = random_model((unsigned)seed);
        Options *options = &model.layers[LAYERS - 1].options;
        all_y(&model, as_is);
        options->head_order.entry[0] = 1, options->head_order.entry[1] = 0;
        all_y(&model, one);
        options->wo_order = options->head_order;
        all_y(&model, swapped);
        ck_assert_mem_eq(as_is, swapped, sizeof as_is);
        ck_assert_mem_ne(as_is, one, sizeof as_is);
        model_release(&model);
    }
}
END_TEST

START_TEST(slopes_of_alibi_follow_the_powers_of_two) {
    ck_assert(alibi_slope(0, 8) == 0.5 && alibi_slope(7, 8) == 1.0 / 256);
    ck_assert(alibi_slope(0, 1) == 1.0 / 256);
    ck_assert(alibi_slope(0, 2) == 1.0 / 16 && alibi_slope(1, 2) == 1.0 / 256);
    ck_assert(alibi_slope(2, 3) == 0.25);      /* P = 2: then 2^(-4·1/2) */
    ck_assert(alibi_slope(3, 6) == 1.0 / 256); /* P = 4: 2^(-8) */
    ck_assert(alibi_slope(4, 6) == 0.5);       /* 2^(-4·1/4) */
    ck_assert(alibi_slope(5, 6) == 0.125);     /* 2^(-4·3/4) */
}
END_TEST

START_TEST(a_copied_model_shares_until_one_side_writes) {
    Model model = random_model(1), copy = model_copy(&model);
    const Matrix *one = &model.records[0].part[PART_X].common;
    const Matrix *other = &copy.records[0].part[PART_X].common;
    ck_assert(matrix_same_store(one, other));
    double old = matrix_at(one, 0, 0);
    matrix_set(&copy.records[0].part[PART_X].common, 0, 0, old + 1);
    ck_assert(!matrix_same_store(one, other));
    ck_assert(matrix_at(one, 0, 0) == old && matrix_at(other, 0, 0) == old + 1);
    model_release(&model);
    ck_assert(matrix_at(other, 0, 1) == matrix_at(other, 0, 1));
    model_release(&copy);
}
END_TEST

/* Rectangles at random against an array of states. */
START_TEST(forced_cells_are_what_was_set_last_whatever_the_rectangles) {
    enum { SIDE = 7, CHANGES = 400 };
    ForceState wanted[SIDE][SIDE];
    Forces forces = {.lines = 0};
    unsigned long long state = 12345;
    for (int i = 0; i < SIDE * SIDE; i++)
        wanted[i / SIDE][i % SIDE] = FORCE_NONE;
    for (int n = 0; n < CHANGES; n++) {
        size_t at[4];
        for (int i = 0; i < 4; i++) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            at[i] = (size_t)(state >> 33) % SIDE;
        }
        Force force = {at[0], at[0] + 1 + (n % 3 ? 0 : at[1] % (SIDE - at[0])), at[2],
                       at[2] + 1 + at[3] % (SIDE - at[2]), (ForceState)(n % 3 - 1)};
        forces_set(&forces, force);
        ck_assert(forces_are(&forces, force));
        for (size_t i = force.query; i < force.queries; i++)
            for (size_t j = force.key; j < force.keys; j++)
                wanted[i][j] = force.state;
        for (size_t i = 0; i < SIDE; i++)
            for (size_t j = 0; j < SIDE; j++) {
                Force cell = {i, i + 1, j, j + 1, FORCE_OPEN};
                ck_assert_int_eq(forces_at(&forces, i, j), wanted[i][j]);
                ck_assert_int_eq(forces_are(&forces, cell), wanted[i][j] == FORCE_OPEN);
            }
    }
    forces_release(&forces);
}
END_TEST

START_TEST(reach_names_the_hop_that_lets_a_later_input_in) {
    Model model = random_model(4);
    Hop hops[LAYERS];
    Place last = {.layer = LAYERS - 1};
    model.layers[0].options.causal = CAUSAL_OFF; /* only the last layer is causal */
    Pass *pass = pass_new(&model);
    ck_assert(pass_reach(pass, last, 0, 5));
    ck_assert(pass_reach_path(pass, last, 0, 5, hops));
    ck_assert(hops[0].layer == 0 && hops[0].query == 0 && hops[0].key == 5);
    ck_assert(hops[1].layer == 1 && hops[1].query == 0 && hops[1].key == 0);
    pass_free(pass);
    model.layers[0].options.causal = CAUSAL_ON;
    pass = pass_new(&model);
    for (size_t i = 0; i < POSITIONS; i++)
        for (size_t j = 0; j < POSITIONS; j++) {
            ck_assert_int_eq(pass_reach(pass, last, i, j), j <= i);
            ck_assert_int_eq(pass_reach_path(pass, last, i, j, hops), j <= i);
        }
    pass_free(pass);
    model_release(&model);
}
END_TEST

Suite *laws_suite(void) {
    Suite *suite = suite_create("laws");
    TCase *test = tcase_create("laws");
    tcase_add_test(test, a_later_input_changes_no_bit_of_an_earlier_row);
    tcase_add_test(test, without_causal_the_same_change_moves_the_first_row);
    tcase_add_test(test, every_intermediate_row_keeps_its_bits_too);
    tcase_add_test(test, one_row_alone_has_the_bits_of_the_full_pass);
    tcase_add_test(test, known_positions_keep_their_bits_while_the_text_grows);
    tcase_add_test(test, appended_padding_changes_no_bit_whatever_it_holds);
    tcase_add_test(test, a_hidden_weight_is_exactly_zero_and_visible_rows_sum_to_one);
    tcase_add_test(test, all_masks_of_four_keys_give_shares_or_say_that_the_row_is_empty);
    tcase_add_test(test, heads_and_rows_of_wo_exchanged_alike_give_the_same_bits);
    tcase_add_test(test, reach_names_the_hop_that_lets_a_later_input_in);
    tcase_add_test(test, slopes_of_alibi_follow_the_powers_of_two);
    tcase_add_test(test, a_copied_model_shares_until_one_side_writes);
    tcase_add_test(test, forced_cells_are_what_was_set_last_whatever_the_rectangles);
    suite_add_tcase(suite, test);
    return suite;
}
