/* Moves a checked draft into the scene: matrices (shared by the records and layers that
 * they hold for), labels, padding, segments, targets. */
#include "scene/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/utf8.h"
#include "scene/number.h"

/* ---- matrices ---- */

static void repeat(const void *context, size_t row, double *to) {
    const Matrix *one = context;
    (void)row;
    memcpy(to, matrix_row(one, 0), one->cols * sizeof *to);
}

static void forget(void *context) {
    matrix_release(context);
    free(context);
}

/* A matrix whose one row holds for every query. */
static Matrix repeated(const Matrix *one, size_t rows) {
    Matrix *context = memory_new(1, sizeof *context);
    *context = matrix_share(one);
    MatrixSource source = {repeat, forget, context, NULL};
    return matrix_from(rows, one->cols, MATRIX_BY_ROW, source);
}

static Part part_from(const Definitions *given, size_t heads, size_t queries) {
    Part part = {0};
    for (size_t i = 0; i < given->count; i++) {
        const Definition *item = &given->items[i];
        Matrix matrix = item->one_row && queries > 1 ? repeated(&item->matrix, queries)
                                                     : matrix_share(&item->matrix);
        part.additive = item->additive;
        part.sum_error = item->sum_error;
        if (item->head == 0) {
            part.common = matrix;
            continue;
        }
        part_own(&part, item->head - 1, heads);
        part.own[item->head - 1] = matrix;
    }
    return part;
}

static void build_layer(const Scope *from, Layer *layer) {
    layer->heads = from->heads;
    layer->kv_heads = from->kv_heads;
    layer->options = options_default(from->heads);
    for (size_t p = 0; p < LAYER_PARTS; p++)
        layer->part[p] = part_from(&from->part[RECORD_PARTS + p], from->heads, 0);
}

/* ---- lists ---- */

/* Whole numbers of a list; NULL if there is no such row, or with *fine false if it or an
 * earlier one is wrong. */
static long *list_numbers(Draft *draft, const Scope *record, ListKind kind, bool *fine) {
    const List *list = &record->list[kind];
    bool padding = kind == LIST_PADDING || kind == LIST_QUERY_PADDING;
    long highest = padding ? 1 : 1000000000, lowest = padding ? 0 : -highest;
    if (!list->line || !*fine)
        return NULL;
    long *numbers = memory_new(list->words.count, sizeof *numbers);
    for (size_t i = 0; i < list->words.count; i++) {
        if (number_whole(list->words.word[i], lowest, highest, &numbers[i], draft->error))
            continue;
        draft->line = list->line;
        *fine = fault_because(draft, "value %zu of %s: {cause}", i + 1, list->name);
        free(numbers);
        return NULL;
    }
    return numbers;
}

/* Padding of its row, or else of the label PAD; NULL without either row. */
static unsigned char *list_padding(Draft *draft, const Scope *record, ListKind kind,
                                   ListKind labels, bool *fine) {
    long *numbers = list_numbers(draft, record, kind, fine);
    const List *list = &record->list[numbers ? kind : labels];
    unsigned char *padding = NULL;
    if (list->line)
        padding = memory_new(list->words.count, 1);
    for (size_t i = 0; padding && i < list->words.count; i++)
        padding[i] = numbers ? numbers[i] == 1 : strcmp(list->words.word[i], "PAD") == 0;
    free(numbers);
    return padding;
}

static bool build_lists(Draft *draft, const Scope *from, Record *record) {
    bool fine = true;
    record->padding = list_padding(draft, from, LIST_PADDING, LIST_TOKENS, &fine);
    if (!record->padding)
        record->padding = memory_new(record->keys, 1);
    record->query_padding =
        list_padding(draft, from, LIST_QUERY_PADDING, LIST_QUERY_TOKENS, &fine);
    record->segments = list_numbers(draft, from, LIST_SEGMENTS, &fine);
    record->query_segments = list_numbers(draft, from, LIST_QUERY_SEGMENTS, &fine);
    long *offset = list_numbers(draft, from, LIST_OFFSET, &fine);
    record->has_offset = offset != NULL;
    record->offset = offset ? *offset : 0;
    free(offset);
    return fine;
}

/* ---- labels ---- */

enum { POSITION_TEXT = 24 }; /* bytes from one position's text to the next */

static char *position_texts(const Draft *draft, size_t count) {
    char *texts = memory_new(count, POSITION_TEXT);
    for (size_t i = 0; i < count; i++)
        snprintf(texts + i * POSITION_TEXT, POSITION_TEXT, "%zu",
                 i + (size_t)draft->scene->base);
    return texts;
}

static int longest(char *const *labels, size_t count) {
    int most = 0;
    for (size_t i = 0; i < count; i++)
        most = max_int(most, utf8_columns(labels[i]));
    return most;
}

/* Whether a record's list was given before the first record, for all of them. */
static bool is_common(const Draft *draft, const Scope *from, ListKind kind) {
    return from->list[kind].line > 0 &&
           from->list[kind].line == draft->records.at[0].list[kind].line;
}

static void build_labels(const Draft *draft, const Scope *from, Labels *labels) {
    ListKind padding = from->list[LIST_PADDING].line ? LIST_PADDING : LIST_TOKENS;
    const List *tokens = &from->list[LIST_TOKENS];
    const List *queries = &from->list[LIST_QUERY_TOKENS];
    labels->name = memory_string(from->name);
    labels->has_tokens = tokens->line > 0;
    labels->has_query_tokens = queries->line > 0;
    labels->positions = position_texts(draft, max_size(from->keys, from->queries));
    labels->tokens = memory_new(from->keys, sizeof *labels->tokens);
    for (size_t j = 0; j < from->keys; j++)
        labels->tokens[j] = tokens->line ? memory_string(tokens->words.word[j])
                                         : labels->positions + j * POSITION_TEXT;
    labels->query_tokens = memory_new(from->queries, sizeof *labels->query_tokens);
    for (size_t i = 0; i < from->queries; i++) {
        size_t slot = i + from->keys - from->queries; /* wraps where there is none */
        labels->query_tokens[i] = queries->line ? memory_string(queries->words.word[i])
                                  : slot < from->keys
                                      ? labels->tokens[slot]
                                      : labels->positions + i * POSITION_TEXT;
    }
    labels->query_columns = longest(labels->query_tokens, from->queries);
    labels->key_columns = longest(labels->tokens, from->keys);
    labels->targets_common = is_common(draft, from, LIST_TARGETS);
    labels->padding_common = is_common(draft, from, padding);
    labels->segments_common = is_common(draft, from, LIST_SEGMENTS);
}

static bool build_targets(Draft *draft, const Scope *from, Record *record,
                          Labels *labels) {
    const List *list = &from->list[LIST_TARGETS];
    const Words *candidates = &draft->scene->candidates;
    record->targets = memory_new(record->queries, sizeof *record->targets);
    if (list->line)
        labels->targets = memory_new(record->queries, sizeof *labels->targets);
    for (size_t i = 0; i < record->queries; i++) {
        const char *name = i < list->words.count ? list->words.word[i] : "";
        name = strcmp(name, "-") == 0 ? "" : name;
        if (list->line)
            labels->targets[i] = memory_string(name);
        record->targets[i] = *name ? UNNAMED_TARGET : NO_TARGET;
        if (!*name || !candidates->count)
            continue;
        size_t candidate = words_find(candidates, name);
        if (candidate == candidates->count)
            return fault_on(draft, list->line,
                            "target '%.60s' is no candidate, expected one of line %d",
                            name, draft->candidates.line);
        record->targets[i] = (int)candidate;
    }
    return true;
}

/* ---- the whole ---- */

static void build_parts(const Definitions *from, size_t heads, size_t queries, Part *to) {
    for (size_t p = 0; p < RECORD_PARTS; p++)
        to[p] = part_from(&from[p], heads, queries);
}

static bool build_record(Draft *draft, const Scope *from, Record *record,
                         Labels *labels) {
    const Layer *layers = draft->scene->model.layers;
    record->queries = from->queries;
    record->keys = from->keys;
    record->deeper_layers = from->layer_count - 1;
    build_parts(from->layers[0], layers[0].heads, record->queries, record->part);
    if (record->deeper_layers)
        record->deeper = memory_new(record->deeper_layers, sizeof *record->deeper);
    for (size_t l = 0; l < record->deeper_layers; l++)
        build_parts(from->layers[l + 1], layers[l + 1].heads, record->queries,
                    record->deeper[l].part);
    build_labels(draft, from, labels);
    return build_targets(draft, from, record, labels) && build_lists(draft, from, record);
}

static bool build_candidates(Draft *draft) {
    int line = draft->candidates.line;
    Words *names = &draft->scene->candidates;
    Model *model = &draft->scene->model;
    *names = words_copy(&draft->candidates.words);
    model->candidates = names->count;
    if (line && model->loss == LOSS_NONE)
        model->loss = LOSS_PROBS;
    for (size_t c = 0; c < names->count; c++) {
        const char *name = names->word[c];
        if (!*name || strcmp(name, "-") == 0)
            return fault_on(draft, line, "candidate %zu has no name, expected one",
                            c + 1);
        if (words_find(names, name) != c)
            return fault_on(draft, line,
                            "duplicate definition: candidate '%.60s' stands twice", name);
    }
    return true;
}

/* Returns how many numbers of q, k, v and of the rows between layers a position makes. */
static double made_a_position(const Model *model) {
    double made = 0;
    Place place = {0};
    for (; model->record_count && place.layer < model->layer_count; place.layer++) {
        const Layer *layer = &model->layers[place.layer];
        const size_t width[] = {
            [PART_Q] = layer->heads * model_head_width(model, place),
            [PART_K] = layer->kv_heads * model_head_width(model, place),
            [PART_V] = layer->kv_heads * model_value_width(model, place)};
        for (RecordPart part = PART_Q; part <= PART_V; part++)
            if (!part_present(given_part(model, place, part)) &&
                model_has_projection(model, place, part))
                made += (double)width[part];
        Place before = {.layer = place.layer - 1};
        if (place.layer > 0 && model_has_x(model, place))
            made += (double)model_output_width(model, before);
    }
    return made;
}

/* A few long rows times a few wide weights would fill the memory by surprise. Whoever has
 * arrays knows their size. */
static bool check_made(Draft *draft, size_t length) {
    enum { MOST = 16 << 20, TIMES = 50 };
    const Scene *scene = draft->scene;
    double given = (double)length / 2, positions = 0; /* a number has two characters */
    for (size_t r = 0; r < scene->model.record_count; r++)
        positions += (double)scene->model.records[r].keys;
    double made = positions * made_a_position(&scene->model);
    return scene->array_count || made <= MOST || made <= TIMES * given ||
           fault_on(draft, 1,
                    "x and its weights make %zu numbers of q, k, v and y, more than %zu "
                    "times what the scene has; expected fewer columns, records or layers",
                    (size_t)made, (size_t)TIMES);
}

static bool build_model(Draft *draft) {
    Scene *scene = draft->scene;
    Model *model = &scene->model;
    model->layer_count = draft->layers.count;
    model->layers = memory_new(model->layer_count, sizeof *model->layers);
    for (size_t l = 0; l < model->layer_count; l++)
        build_layer(&draft->layers.at[l + 1], &model->layers[l]);
    if (!build_candidates(draft))
        return false;
    model->record_count = draft->records.count;
    model->records = memory_new(model->record_count, sizeof *model->records);
    scene->labels = memory_new(model->record_count, sizeof *scene->labels);
    for (size_t r = 0; r < model->record_count; r++)
        if (!build_record(draft, &draft->records.at[r + 1], &model->records[r],
                          &scene->labels[r]))
            return false;
    return true;
}

bool draft_build(Draft *draft, size_t length) {
    return build_model(draft) && check_made(draft, length);
}
