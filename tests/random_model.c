/* See random_model.h. */
#include "random_model.h"

#include <math.h>

#include "base/memory.h"
#include "math/order.h"

/* ---- random numbers: xorshift64*, the same everywhere ---- */

static unsigned long long random_draw(Random *random) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * 2685821657736338717ULL;
}

size_t random_below(Random *random, size_t count) {
    return (size_t)(random_draw(random) >> 33) % count;
}

bool random_one_in(Random *random, size_t count) {
    return random_below(random, count) == 0;
}

double random_number(Random *random) {
    return (double)(random_draw(random) >> 11) / 9007199254740992.0 * 4 - 2;
}

/* Now and then what must not act where it is hidden. */
double random_wild(Random *random) {
    static const double wild[] = {NAN, INFINITY, -INFINITY, 1e300, -0.0, 5e-324};
    return random_one_in(random, 40) ? wild[random_below(random, 6)]
                                     : random_number(random);
}

Matrix random_matrix(Random *random, size_t rows, size_t cols,
                     double (*cell)(Random *random)) {
    Matrix matrix = matrix_new(rows, cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t c = 0; c < cols; c++)
            matrix_row_write(&matrix, i)[c] = cell(random);
    return matrix;
}

static double random_truth(Random *random) {
    return random_one_in(random, 3) ? 0 : 1;
}

static double random_share(Random *random) {
    return random_one_in(random, 2) ? 0 : fabs(random_number(random));
}

/* ---- random models ---- */

typedef struct Shape {
    size_t queries, keys, heads, kv_heads, width, value_width;
} Shape;

void random_rules(Random *random, Options *options) {
    options->causal = random_one_in(random, 2) ? CAUSAL_ON : (int)random_below(random, 4);
    options->align = random_one_in(random, 4);
    options->pad_keys = random_one_in(random, 2);
    options->pad_queries = !random_one_in(random, 3);
    options->mask = !random_one_in(random, 4);
    options->mask_sense = random_one_in(random, 2);
    if (random_one_in(random, 4))
        options->window = (Count){.on = true, .value = 1 + random_below(random, 20)};
    if (random_one_in(random, 4))
        options->prefix = (Count){.on = true, .value = random_below(random, 9)};
    if (random_one_in(random, 4))
        options->sink = (Count){.on = true, .value = random_below(random, 9)};
    options->segments = !random_one_in(random, 3);
}

static void draw_options(Random *random, bool few_keys, Options *options) {
    static const double nulls[] = {0, 1.5, -INFINITY, 700};
    random_rules(random, options);
    options->order =
        random_one_in(random, 2) ? ORDER_BEFORE : (int)random_below(random, ORDERS);
    options->fill = random_one_in(random, 2) ? -1e9 : random_number(random);
    if (few_keys) /* whose columns the definition sums anew for every row */
        options->softmax = random_one_in(random, 2) ? SOFTMAX_QUERIES : SOFTMAX_KEYS;
    options->empty_row = (int)random_below(random, 4);
    options->kv_map = random_one_in(random, 2);
    options->split = random_one_in(random, 5) ? RESHAPE_RAW : RESHAPE_HEADS;
    options->bias = random_one_in(random, 4) ? BIAS_ALIBI : BIAS_NONE;
    if (random_one_in(random, 5))
        options->softcap = (Amount){.on = true, .value = 1 + random_share(random)};
    if (random_one_in(random, 5))
        options->null_logit =
            (Amount){.on = true, .value = nulls[random_below(random, 4)]};
    options->scale = (Scale){.kind = (ScaleKind)random_below(random, 4), .value = 0.3};
}

static void draw_inputs(Random *random, Record *record, Shape shape) {
    double (*cell)(Random *) = random_one_in(random, 3) ? random_wild : random_number;
    size_t source = random_below(random, 8);
    Part *part = record->part;
    if (source == 0)
        part[PART_SCORES].common = random_matrix(random, shape.queries, shape.keys, cell);
    else if (source == 1)
        part[PART_WEIGHTS].common =
            random_matrix(random, shape.queries, shape.keys, random_share);
    else if (source > 2) {
        size_t cols = shape.heads * shape.width, kv_cols = shape.kv_heads * shape.width;
        part[PART_Q].common = random_matrix(random, shape.queries, cols, cell);
        part[PART_K].common = random_matrix(random, shape.keys, kv_cols, cell);
    }
    if (!random_one_in(random, 8))
        part[PART_V].common =
            random_matrix(random, shape.keys, shape.kv_heads * shape.value_width, cell);
    if (random_one_in(random, 3))
        part[PART_MASK].common =
            random_matrix(random, shape.queries, shape.keys, random_truth);
    if (random_one_in(random, 4))
        part[PART_BIAS].common = random_matrix(random, shape.queries, shape.keys, cell);
}

/* Forces a cell, a row, a column or everything. */
static void force_cells(Random *random, Forces *forces, size_t queries, size_t keys) {
    size_t query = random_below(random, queries), key = random_below(random, keys);
    Force force = {query, query + 1, key, key + 1,
                   random_below(random, 2) ? FORCE_OPEN : FORCE_SHUT};
    if (random_one_in(random, 5)) {
        force.query = 0;
        force.queries = queries;
    }
    if (random_one_in(random, 5)) {
        force.key = 0;
        force.keys = keys;
    }
    forces_set(forces, force);
}

static void draw_places(Random *random, Model *model, Shape shape) {
    Record *record = &model->records[0];
    record->padding = memory_new(shape.keys, 1);
    for (size_t j = 0; j < shape.keys; j++)
        record->padding[j] = random_one_in(random, 6);
    if (random_one_in(random, 3)) {
        record->query_padding = memory_new(shape.queries, 1);
        for (size_t i = 0; i < shape.queries; i++)
            record->query_padding[i] = random_one_in(random, 6);
    }
    if (random_one_in(random, 3)) {
        record->segments = memory_new(shape.keys, sizeof(long));
        for (size_t j = 0; j < shape.keys; j++)
            record->segments[j] = (long)(j / 7);
    }
    record->has_offset = random_one_in(random, 5);
    record->offset = (long)random_below(random, 12) - 4;
    for (size_t n = random_below(random, 2) * random_below(random, 9); n > 0; n--)
        force_cells(random, &model->layers[0].forces, shape.queries, shape.keys);
    for (size_t n = random_below(random, 2) * random_below(random, 9); n > 0; n--)
        edits_set(&record->scores,
                  &(CellEdit){.head = random_below(random, shape.heads),
                              .query = random_below(random, shape.queries),
                              .key = random_below(random, shape.keys),
                              .value = random_wild(random)});
}

Model random_model(unsigned long long seed) {
    Random random = {seed * 0x9e3779b97f4a7c15ULL + 1};
    static const size_t widths[] = {1, 2, 3, 4, 8, 16, 17, 64};
    Shape shape = {.queries = 1 + random_below(&random, 40),
                   .keys = 1 + random_below(&random, 90),
                   .kv_heads = 1 + random_below(&random, 2),
                   .width = widths[random_below(&random, 8)],
                   .value_width = widths[random_below(&random, 8)]};
    shape.heads = shape.kv_heads * (1 + random_below(&random, 2));
    if (random_one_in(&random, 2))
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

Model random_layers(unsigned long long seed, size_t width, size_t head_width) {
    Random random = {seed * 0x9e3779b97f4a7c15ULL + 5};
    size_t positions = 1 + random_below(&random, 60);
    Model model = {.record_count = 1, .layer_count = 2};
    model.records = memory_new(1, sizeof *model.records);
    model.layers = memory_new(2, sizeof *model.layers);
    model.records[0].queries = model.records[0].keys = positions;
    model.records[0].padding = memory_new(positions, 1);
    model.records[0].part[PART_X].common =
        random_matrix(&random, positions, width,
                      random_one_in(&random, 3) ? random_wild : random_number);
    for (size_t l = 0; l < 2; l++) {
        Layer *layer = &model.layers[l];
        layer->heads = layer->kv_heads = 1 + random_below(&random, 3);
        layer->options = options_default(layer->heads);
        random_rules(&random, &layer->options);
        layer->options.empty_row = (int)random_below(&random, 2);
        layer->options.residual = random_one_in(&random, 2);
        layer->options.merge = random_one_in(&random, 4);
        for (size_t p = PART_WQ; p <= PART_WV; p++)
            layer->part[p].common =
                random_matrix(&random, width, layer->heads * head_width, random_number);
        layer->part[PART_WO].common =
            random_matrix(&random, layer->heads * head_width, width, random_number);
        if (layer->heads > 1) {
            layer->options.head_order.entry[0] = 1;
            layer->options.head_order.entry[1] = 0;
            layer->options.wo_order.entry[0] = random_one_in(&random, 2);
            layer->options.wo_order.entry[1] = !layer->options.wo_order.entry[0];
        }
    }
    return model;
}
