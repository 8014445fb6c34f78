/* The walk over a whole head against counting every cell: tiles, findings, sums, at any time of
 * the walk and with any slices. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/survey.h"
#include "suites.h"

enum { QUERIES = 45, KEYS = 52, WIDTH = 3, HEADS = 2, ALL = HEADS * WIDTH, MODELS = 40 };

static unsigned next_number(unsigned long long *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(*state >> 33);
}

static double next_share(unsigned long long *state) {
    return (double)next_number(state) / 2147483648.0;
}

static Matrix random_matrix(size_t rows, size_t cols, unsigned long long *state) {
    Matrix matrix = matrix_new(rows, cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t c = 0; c < cols; c++)
            matrix_set(&matrix, i, c, next_share(state) * 4 - 2);
    return matrix;
}

static void random_mask(Record *record, unsigned long long *state) {
    Matrix *mask = &record->part[PART_MASK].common;
    *mask = matrix_new(record->queries, record->keys);
    for (size_t i = 0; i < record->queries; i++)
        for (size_t j = 0; j < record->keys; j++)
            matrix_set(mask, i, j, j <= i + 7 || next_number(state) % 50 == 0);
    for (size_t j = 0; j < record->keys; j++)
        matrix_set(mask, 5, j, 0); /* an empty row */
}

static void random_options(Options *options, unsigned long long *state) {
    static const int orders[] = {ORDER_BEFORE, ORDER_BEFORE, ORDER_ZERO,
                                 ORDER_AFTER,  ORDER_RENORM, ORDER_FINITE};
    options->causal = next_number(state) % 2 ? CAUSAL_ON : CAUSAL_OFF;
    options->order = orders[next_number(state) % 6];
    options->empty_row = (int)(next_share(state) * 4);
    options->pad_keys = (int)(next_number(state) % 2);
    if (next_number(state) % 4 == 0)
        options->prefix = (Count){.on = true, .value = 20};
    if (next_number(state) % 4 == 0)
        options->window = (Count){.on = true, .value = 1 + next_number(state) % 20};
}

static Model random_model(unsigned seed) {
    unsigned long long state = seed * 7919 + 1;
    Model model = {.record_count = 1, .layer_count = 1};
    model.records = memory_new(1, sizeof *model.records);
    model.layers = memory_new(1, sizeof *model.layers);
    Record *record = &model.records[0];
    Layer *layer = &model.layers[0];
    record->queries = QUERIES;
    record->keys = KEYS;
    record->padding = memory_new(KEYS, 1);
    record->padding[KEYS - 1] = record->padding[KEYS - 4] = 1;
    record->part[PART_Q].common = random_matrix(QUERIES, ALL, &state);
    record->part[PART_K].common = random_matrix(KEYS, ALL, &state);
    if (seed % 8 != 3)
        record->part[PART_V].common = random_matrix(KEYS, ALL, &state);
    random_mask(record, &state);
    layer->heads = layer->kv_heads = HEADS;
    layer->options = options_default(HEADS);
    random_options(&layer->options, &state);
    if (seed % 5 == 3) {
        matrix_set(&record->part[PART_Q].common, 11, 0, NAN);
        if (matrix_present(&record->part[PART_V].common))
            matrix_set(&record->part[PART_V].common, 2, 1, INFINITY);
        matrix_set(&record->part[PART_K].common, 30, 2, INFINITY);
    }
    return model;
}

/* ---- by counting ---- */

static bool is_used(const Row *row) {
    return row->status != ROW_UNUSED;
}

static bool reads_ahead(const Model *model, const Row *row, size_t query, size_t key) {
    const Count *prefix = &model->layers[0].options.prefix;
    return reason_visible((Reason)row->reason[key]) && row->scores[key] != -INFINITY &&
           (long)key > query_position(model, (Place){0}, query) &&
           !(prefix->on && key < prefix->value);
}

static Tile count_tile(Pass *pass, const Model *model, size_t head, SurveyArea box) {
    Tile tile = {.rows = box.rows};
    for (size_t i = box.row; i < box.row + box.rows; i++) {
        const Row *row = pass_scored_row(pass, (Place){.head = head}, i);
        for (size_t j = box.col; is_used(row) && j < box.col + box.cols; j++) {
            bool visible = reason_visible((Reason)row->reason[j]);
            tile.visible += visible;
            tile.hidden += !visible;
            tile.ahead += reads_ahead(model, row, i, j);
            tile.broken += isnan(row->weights[j]) != 0;
            tile.counted += !visible && row->weights[j] != 0 && !isnan(row->weights[j]);
            if ((float)row->weights[j] > (float)tile.largest)
                tile.largest = (double)(float)row->weights[j];
        }
    }
    return tile;
}

static void tiles_agree(Tile a, Tile b) {
    ck_assert_uint_eq(a.rows, b.rows);
    ck_assert_uint_eq(a.visible, b.visible);
    ck_assert_uint_eq(a.hidden, b.hidden);
    ck_assert_uint_eq(a.ahead, b.ahead);
    ck_assert_uint_eq(a.counted, b.counted);
    ck_assert_uint_eq(a.broken, b.broken);
    ck_assert(same_bits(a.largest, b.largest));
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static void all_tiles_agree(const Survey *survey, Pass *pass, const Model *model,
                            size_t step) {
    SurveyArea area = survey_area(survey);
    for (size_t i = 0; i < area.rows; i += step)
        for (size_t j = 0; j < area.cols; j += step) {
            SurveyArea box = {.row = area.row + i,
                              .rows = smaller(step, area.rows - i),
                              .col = area.col + j,
                              .cols = smaller(step, area.cols - j)};
            tiles_agree(survey_tile(survey, box.row, box.rows, box.col, box.cols),
                        count_tile(pass, model, survey_sums(survey).place.head, box));
        }
}

START_TEST(a_tile_of_any_size_is_what_counting_its_cells_gives) {
    Model model = random_model((unsigned)_i);
    Pass *pass = pass_new(&model);
    Place place = {.head = (size_t)_i % HEADS};
    for (size_t edge = 1; edge <= 8; edge *= 2) {
        SurveyArea area = survey_whole(&model, place);
        ck_assert_uint_eq(area.edge, 1);
        area.edge = edge;
        Survey *survey = survey_new(pass, place, area, true);
        while (!survey_advance(survey, 7))
            continue;
        for (size_t step = edge; step <= 64; step *= 2)
            all_tiles_agree(survey, pass, &model, step);
        survey_free(survey);
    }
    pass_free(pass);
    model_release(&model);
}
END_TEST

START_TEST(a_part_of_a_head_is_told_as_the_whole_is) {
    Model model = random_model((unsigned)_i);
    Pass *pass = pass_new(&model);
    SurveyArea area = {.row = 8, .rows = 24, .col = 16, .cols = 30, .edge = 2};
    Survey *survey = survey_new(pass, (Place){0}, area, true);
    ck_assert(survey_advance(survey, 1000));
    all_tiles_agree(survey, pass, &model, 2);
    all_tiles_agree(survey, pass, &model, 8);
    survey_free(survey);
    pass_free(pass);
    model_release(&model);
}
END_TEST

START_TEST(every_share_of_the_rows_lies_evenly_over_the_head) {
    Model model = random_model(1);
    Pass *pass = pass_new(&model);
    SurveyArea area = survey_whole(&model, (Place){0});
    Survey *survey = survey_new(pass, (Place){0}, area, true);
    for (size_t n = 1; n < QUERIES; n++) {
        ck_assert(!survey_advance(survey, 1));
        ck_assert_uint_eq(survey_tile(survey, 0, QUERIES, 0, 1).rows, n);
        size_t wide = 1; /* of 64 places, QUERIES of which are rows */
        while (64 / wide > n)
            wide *= 2;
        for (size_t i = 0; i < QUERIES; i += 2 * wide)
            ck_assert_uint_ge(survey_tile(survey, i, 2 * wide, 0, 1).rows, 1);
    }
    survey_free(survey);
    pass_free(pass);
    model_release(&model);
}
END_TEST

/* ---- findings ---- */

enum { FOUND_MAX = QUERIES * KEYS };

typedef struct Found {
    Finding list[FINDING_KINDS][FOUND_MAX];
    size_t count[FINDING_KINDS];
    double entropy, on_first;
} Found;

static void find(Found *found, FindingKind kind, Finding finding) {
    found->list[kind][found->count[kind]++] = finding;
}

static void find_in_row(Found *found, const Row *row, size_t query) {
    bool before = true, nan = false, infinite = false;
    for (size_t j = 0; j < row->keys; j++) {
        nan = nan || isnan(row->weights[j]);
        before = before && reason_visible((Reason)row->reason[j]);
    }
    for (size_t c = 0; c < row->width; c++) {
        nan = nan || isnan(row->out[c]);
        infinite = infinite || isinf(row->out[c]);
    }
    if (fabs(row->sum - 1) > 1e-12)
        find(found, FINDING_SUM, (Finding){query, 0, row->sum, fabs(row->sum - 1)});
    if (nan)
        find(found, FINDING_NAN, (Finding){.query = query});
    if (infinite)
        find(found, FINDING_INFINITE, (Finding){.query = query});
}

static void find_by_counting(Pass *pass, const Model *model, Found *found) {
    size_t used = 0;
    for (size_t i = 0; i < QUERIES; i++) {
        const Row *row = pass_scored_row(pass, (Place){0}, i);
        double entropy = 0;
        if (row->status == ROW_EMPTY)
            find(found, FINDING_EMPTY, (Finding){.query = i});
        if (row->status != ROW_OK)
            continue;
        for (size_t j = 0; j < KEYS; j++) {
            double weight = row->weights[j];
            Finding here = {i, j, weight, weight};
            if (reads_ahead(model, row, i, j) && !isnan(weight))
                find(found, FINDING_AHEAD, here);
            if (!reason_visible((Reason)row->reason[j]) && weight != 0 && !isnan(weight))
                find(found, FINDING_COUNTED, here);
            entropy -= weight != 0 ? weight * log(weight) : 0;
        }
        find_in_row(found, row, i);
        if (isnan(entropy))
            continue;
        used++;
        found->entropy += entropy;
        found->on_first += row->weights[0];
    }
    found->entropy /= (double)used;
    found->on_first /= (double)used;
}

static int by_rank(const void *a, const void *b) {
    const Finding *one = a, *two = b;
    if (one->rank != two->rank)
        return one->rank > two->rank ? -1 : 1;
    if (one->query != two->query)
        return one->query < two->query ? -1 : 1;
    return one->key < two->key ? -1 : one->key > two->key;
}

static void kind_agrees(const Survey *survey, Found *found, FindingKind kind) {
    size_t count, total = found->count[kind];
    const Finding *list = survey_findings(survey, kind, &count);
    ck_assert_uint_eq(survey_sums(survey).found[kind], total);
    ck_assert_uint_eq(count, total < FINDINGS_KEPT ? total : FINDINGS_KEPT);
    qsort(found->list[kind], total, sizeof *list, by_rank);
    for (size_t n = 0; n < count; n++) {
        const Finding *a = &list[n], *b = &found->list[kind][n];
        ck_assert_uint_eq(a->query, b->query);
        if (kind == FINDING_AHEAD || kind == FINDING_COUNTED)
            ck_assert(a->key == b->key && same_bits(a->value, b->value));
        if (kind == FINDING_SUM)
            ck_assert(same_bits(a->value, b->value));
    }
}

START_TEST(findings_are_those_of_counting_the_heaviest_first) {
    Model model = random_model((unsigned)_i);
    Pass *pass = pass_new(&model);
    Found *found = memory_new(1, sizeof *found);
    Survey *survey = survey_new(pass, (Place){0}, survey_whole(&model, (Place){0}), true);
    while (!survey_advance(survey, 1 + (size_t)_i))
        continue;
    find_by_counting(pass, &model, found);
    if (_i % 5 == 3) /* scores of +inf that count are not looked for by counting */
        found->count[FINDING_INFINITE] = survey_sums(survey).found[FINDING_INFINITE];
    else
        kind_agrees(survey, found, FINDING_INFINITE);
    for (int kind = 0; kind <= FINDING_NAN; kind++)
        kind_agrees(survey, found, (FindingKind)kind);
    ck_assert_double_eq_tol(survey_sums(survey).entropy, found->entropy, 1e-12);
    ck_assert_double_eq_tol(survey_sums(survey).on_first, found->on_first, 1e-12);
    survey_free(survey);
    free(found);
    pass_free(pass);
    model_release(&model);
}
END_TEST

START_TEST(more_than_are_kept_leave_the_heaviest) {
    Model model = random_model(0);
    model.layers[0].options =
        options_default(HEADS); /* no causal: half of all reads ahead */
    model.layers[0].options.mask = false;
    model.layers[0].options.pad_queries = false;
    Pass *pass = pass_new(&model);
    Found *found = memory_new(1, sizeof *found);
    Survey *survey = survey_new(pass, (Place){0}, survey_whole(&model, (Place){0}), true);
    ck_assert(survey_advance(survey, QUERIES));
    find_by_counting(pass, &model, found);
    model.records[0].has_offset = true; /* queries further back: more keys lie ahead */
    model.records[0].offset = -30;
    ck_assert_uint_eq(found->count[FINDING_AHEAD], QUERIES * (QUERIES - 1) / 2);
    kind_agrees(survey, found, FINDING_AHEAD);
    survey_free(survey);
    survey = survey_new(pass, (Place){0}, survey_whole(&model, (Place){0}), true);
    ck_assert(survey_advance(survey, QUERIES));
    memset(found, 0, sizeof *found);
    find_by_counting(pass, &model, found);
    size_t kept;
    ck_assert_uint_gt(found->count[FINDING_AHEAD], 1000);
    kind_agrees(survey, found, FINDING_AHEAD);
    survey_findings(survey, FINDING_AHEAD, &kept);
    ck_assert_uint_eq(kept, 1000);
    survey_free(survey);
    free(found);
    pass_free(pass);
    model_release(&model);
}
END_TEST

START_TEST(slices_of_any_size_end_in_the_same_bits) {
    Model model = random_model(7);
    Pass *pass = pass_new(&model);
    SurveyArea area = survey_whole(&model, (Place){0});
    Survey *one = survey_new(pass, (Place){0}, area, true);
    ck_assert(survey_advance(one, 100000));
    for (size_t slice = 1; slice < QUERIES; slice += 4) {
        Survey *two = survey_new(pass, (Place){0}, area, true);
        for (size_t done = 0; !survey_advance(two, slice); done += slice)
            ck_assert_uint_eq(survey_sums(two).rows_done, done + slice);
        SurveySums a = survey_sums(one), b = survey_sums(two);
        ck_assert(same_bits(a.entropy, b.entropy) && same_bits(a.on_first, b.on_first));
        ck_assert_mem_eq(a.found, b.found, sizeof a.found);
        survey_free(two);
    }
    survey_free(one);
    pass_free(pass);
    model_release(&model);
}
END_TEST

START_TEST(queries_of_another_text_read_nothing_ahead) {
    Model model = random_model(2);
    model.layers[0].options = options_default(HEADS);
    Pass *pass = pass_new(&model);
    SurveyArea area = survey_whole(&model, (Place){0});
    Survey *survey = survey_new(pass, (Place){0}, area, false);
    ck_assert(survey_advance(survey, QUERIES));
    ck_assert_uint_eq(survey_sums(survey).ahead, 0);
    survey_free(survey);
    survey = survey_new(pass, (Place){0}, area, true);
    ck_assert(survey_advance(survey, QUERIES));
    ck_assert_uint_gt(survey_sums(survey).ahead, 0);
    survey_free(survey);
    pass_free(pass);
    model_release(&model);
}
END_TEST

START_TEST(a_large_head_is_kept_in_few_tiles) {
    static const struct {
        size_t length, edge;
    } sizes[] = {{1, 1}, {256, 1}, {257, 2}, {1024, 4}, {4096, 16}, {131072, 512}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Model model = random_model(0);
        model.records[0].queries = 1;
        model.records[0].keys = sizes[i].length;
        ck_assert_uint_eq(survey_whole(&model, (Place){0}).edge, sizes[i].edge);
        model_release(&model);
    }
}
END_TEST

Suite *survey_suite(void) {
    Suite *suite = suite_create("survey");
    TCase *test = tcase_create("survey");
    tcase_set_timeout(test, 60);
    tcase_add_loop_test(test, a_tile_of_any_size_is_what_counting_its_cells_gives, 0,
                        MODELS);
    tcase_add_loop_test(test, a_part_of_a_head_is_told_as_the_whole_is, 0, MODELS);
    tcase_add_test(test, every_share_of_the_rows_lies_evenly_over_the_head);
    tcase_add_loop_test(test, findings_are_those_of_counting_the_heaviest_first, 0,
                        MODELS);
    tcase_add_test(test, more_than_are_kept_leave_the_heaviest);
    tcase_add_test(test, slices_of_any_size_end_in_the_same_bits);
    tcase_add_test(test, queries_of_another_text_read_nothing_ahead);
    tcase_add_test(test, a_large_head_is_kept_in_few_tiles);
    suite_add_tcase(suite, test);
    return suite;
}
