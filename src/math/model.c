/* See model.h. */
#include "math/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void *copy_array(const void *array, size_t count, size_t size) {
    if (!array)
        return NULL;
    void *copy = memory_new(count, size);
    memcpy(copy, array, count * size);
    return copy;
}

/* ---- parts ---- */

const Matrix *part_of(const Part *part, size_t head) {
    if (head < part->own_count && matrix_present(&part->own[head]))
        return &part->own[head];
    return &part->common;
}

bool part_has_own(const Part *part) {
    for (size_t h = 0; h < part->own_count; h++)
        if (matrix_present(&part->own[h]))
            return true;
    return false;
}

bool part_present(const Part *part) {
    return matrix_present(&part->common) || part_has_own(part);
}

void part_own(Part *part, size_t head, size_t heads) {
    if (head < part->own_count)
        return;
    size_t count = head < heads ? heads : head + 1;
    part->own = memory_resize(part->own, count, sizeof *part->own);
    for (size_t h = part->own_count; h < count; h++)
        part->own[h] = (Matrix){0};
    part->own_count = count;
}

static Part part_share(const Part *part) {
    Part copy = *part;
    copy.own = NULL;
    copy.own_count = 0;
    matrix_share(&copy.common);
    if (part->own_count)
        part_own(&copy, part->own_count - 1, part->own_count);
    for (size_t h = 0; h < part->own_count; h++)
        copy.own[h] = matrix_share(&part->own[h]);
    return copy;
}

static void part_release(Part *part) {
    matrix_release(&part->common);
    for (size_t h = 0; h < part->own_count; h++)
        matrix_release(&part->own[h]);
    free(part->own);
    *part = (Part){0};
}

/* ---- records, layers, model ---- */

/* The parts that a record has for a layer, up to deeper_layers. */
static Part *parts_of(Record *record, size_t layer) {
    return layer ? record->deeper[layer - 1].part : record->part;
}

static Record record_copy(const Record *record) {
    Record copy = *record;
    copy.deeper = copy_array(record->deeper, record->deeper_layers, sizeof(PartSet));
    for (size_t n = 0; n < (copy.deeper_layers + 1) * RECORD_PARTS; n++) {
        Part *part = &parts_of(&copy, n / RECORD_PARTS)[n % RECORD_PARTS];
        *part = part_share(part);
    }
    copy.padding = copy_array(record->padding, record->keys, 1);
    copy.query_padding = copy_array(record->query_padding, record->queries, 1);
    copy.segments = copy_array(record->segments, record->keys, sizeof(long));
    copy.query_segments =
        copy_array(record->query_segments, record->queries, sizeof(long));
    copy.targets = copy_array(record->targets, record->queries, sizeof(int));
    copy.scores.edit =
        copy_array(record->scores.edit, record->scores.count, sizeof(CellEdit));
    return copy;
}

static void record_release(Record *record) {
    for (size_t n = 0; n < (record->deeper_layers + 1) * RECORD_PARTS; n++)
        part_release(&parts_of(record, n / RECORD_PARTS)[n % RECORD_PARTS]);
    free(record->deeper);
    free(record->padding);
    free(record->query_padding);
    free(record->segments);
    free(record->query_segments);
    free(record->targets);
    free(record->scores.edit);
    *record = (Record){0};
}

static Layer layer_copy(const Layer *layer) {
    Layer copy = *layer;
    for (size_t p = 0; p < LAYER_PARTS; p++)
        copy.part[p] = part_share(&layer->part[p]);
    copy.forces = forces_copy(&layer->forces);
    return copy;
}

static void layer_release(Layer *layer) {
    for (size_t p = 0; p < LAYER_PARTS; p++)
        part_release(&layer->part[p]);
    forces_release(&layer->forces);
    *layer = (Layer){0};
}

Model model_copy(const Model *model) {
    Model copy = *model;
    copy.records = memory_new(model->record_count, sizeof *copy.records);
    copy.layers = memory_new(model->layer_count, sizeof *copy.layers);
    for (size_t r = 0; r < model->record_count; r++)
        copy.records[r] = record_copy(&model->records[r]);
    for (size_t l = 0; l < model->layer_count; l++)
        copy.layers[l] = layer_copy(&model->layers[l]);
    return copy;
}

void model_release(Model *model) {
    for (size_t r = 0; r < model->record_count; r++)
        record_release(&model->records[r]);
    for (size_t l = 0; l < model->layer_count; l++)
        layer_release(&model->layers[l]);
    free(model->records);
    free(model->layers);
    *model = (Model){0};
}

/* ---- shapes ---- */

/* Layers read the rows of those before, so the smallest `known` so far counts. */
static size_t known(const Model *model, size_t layer, size_t count) {
    for (size_t l = 0; l <= layer && l < model->layer_count; l++) {
        const Count *limit = &model->layers[l].options.known;
        if (limit->on && limit->value < count)
            count = limit->value;
    }
    return count;
}

size_t model_queries(const Model *model, Place place) {
    return known(model, place.layer, model->records[place.record].queries);
}

size_t model_keys(const Model *model, Place place) {
    return known(model, place.layer, model->records[place.record].keys);
}

static bool has_deeper(Record *record, size_t layer, RecordPart part) {
    return layer > 0 && layer <= record->deeper_layers &&
           part_present(&parts_of(record, layer)[part]);
}

Part *given_part_write(Model *model, Place place, RecordPart part) {
    Record *of = &model->records[place.record];
    return &parts_of(of, has_deeper(of, place.layer, part) ? place.layer : 0)[part];
}

const Part *given_part(const Model *model, Place place, RecordPart part) {
    static const Part none;
    Record *of = &model->records[place.record];
    if (has_deeper(of, place.layer, part))
        return &parts_of(of, place.layer)[part];
    bool all_layers = part == PART_MASK || part == PART_BIAS;
    return place.layer == 0 || all_layers ? &of->part[part] : &none;
}

const Matrix *given_matrix(const Model *model, Place place, RecordPart part) {
    return part_of(given_part(model, place, part), place.head);
}

bool model_has_x(const Model *model, Place place) {
    static const RecordPart fed[] = {PART_Q, PART_K, PART_V, PART_SCORES, PART_WEIGHTS};
    Record *of = &model->records[place.record];
    if (place.layer == 0)
        return part_present(&of->part[PART_X]);
    for (size_t i = 0; i < sizeof fed / sizeof *fed; i++)
        if (has_deeper(of, place.layer, fed[i]))
            return false; /* arrays feed this layer */
    place.layer--;
    return model_has_v(model, place);
}

bool model_has_scores_given(const Model *model, Place place) {
    return part_present(given_part(model, place, PART_SCORES)) ||
           part_present(given_part(model, place, PART_WEIGHTS));
}

bool model_has_projection(const Model *model, Place place, RecordPart part) {
    const Layer *layer = &model->layers[place.layer];
    return part_present(given_part(model, place, part)) ||
           (part_present(&layer->part[projection_weights(part)]) &&
            model_has_x(model, place));
}

bool model_has_q(const Model *model, Place place) {
    return model_has_projection(model, place, PART_Q) &&
           model_has_projection(model, place, PART_K);
}

bool model_has_v(const Model *model, Place place) {
    return model_has_projection(model, place, PART_V);
}

/* Width of one head in a part whose common matrix holds `heads` of them side by side. */
static size_t part_width(const Part *part, size_t heads) {
    for (size_t h = 0; h < part->own_count; h++)
        if (matrix_present(&part->own[h]))
            return part->own[h].cols;
    return matrix_present(&part->common) ? part->common.cols / heads : 0;
}

static size_t projection_width(const Model *model, Place place, RecordPart part) {
    const Layer *layer = &model->layers[place.layer];
    size_t heads = part == PART_Q ? layer->heads : layer->kv_heads;
    const Part *given = given_part(model, place, part);
    if (part_present(given))
        return part_width(given, heads);
    const Part *weights = &layer->part[projection_weights(part)];
    return model_has_x(model, place) ? part_width(weights, heads) : 0;
}

size_t model_head_width(const Model *model, Place place) {
    return projection_width(model, place, PART_Q);
}

size_t model_value_width(const Model *model, Place place) {
    return projection_width(model, place, PART_V);
}

size_t model_concat_width(const Model *model, Place place) {
    return model->layers[place.layer].heads * model_value_width(model, place);
}

size_t model_output_width(const Model *model, Place place) {
    const Matrix *wo = &model->layers[place.layer].part[PART_WO].common;
    return matrix_present(wo) ? wo->cols : model_concat_width(model, place);
}

static bool same_record(const Model *a, const Model *b, Place place) {
    const Record *one = &a->records[place.record], *other = &b->records[place.record];
    return one->queries == other->queries && one->keys == other->keys &&
           model_width(a, place) == model_width(b, place) &&
           model_head_width(a, place) == model_head_width(b, place) &&
           model_value_width(a, place) == model_value_width(b, place) &&
           model_output_width(a, place) == model_output_width(b, place);
}

bool model_same_shape(const Model *a, const Model *b) {
    bool same = a->record_count == b->record_count && a->layer_count == b->layer_count &&
                a->candidates == b->candidates;
    for (Place place = {0}; same && place.layer < a->layer_count; place.layer++) {
        const Layer *one = &a->layers[place.layer], *other = &b->layers[place.layer];
        same = one->heads == other->heads && one->kv_heads == other->kv_heads;
        for (place.record = 0; same && place.record < a->record_count; place.record++)
            same = same_record(a, b, place);
    }
    return same;
}

size_t model_width(const Model *model, Place place) {
    if (place.layer-- > 0)
        return model_output_width(model, place);
    return model->records[place.record].part[PART_X].common.cols;
}

/* ---- numbers of a head ---- */

size_t kv_head_of(const Layer *layer, size_t head) {
    if (layer->options.kv_map == KV_TILE)
        return head % layer->kv_heads;
    return head / (layer->heads / layer->kv_heads);
}

double alibi_slope(size_t head, size_t heads) {
    size_t power = 1;
    while (2 * power <= heads)
        power *= 2;
    if (head < power)
        return pow(2, -8.0 * (double)(head + 1) / (double)power);
    return pow(2, -4.0 * (double)(2 * (head - power) + 1) / (double)power);
}

double pass_scale(const Model *model, Place place) {
    const Layer *layer = &model->layers[place.layer];
    double width = (double)model_head_width(model, place);
    switch (layer->options.scale.kind) {
    case SCALE_AUTO:
        return 1 / sqrt(width);
    case SCALE_WIDTH:
        return 1 / sqrt((double)layer->heads * width);
    case SCALE_NONE:
        return 1;
    case SCALE_NUMBER:
        return layer->options.scale.value;
    }
    return 1;
}

double given_sum(const double *weights, size_t count) {
    double sum = 0;
    for (size_t j = 0; j < count; j++)
        sum += weights[j];
    return sum == 0 ? 1 : sum; /* a row of zeros has no key to read */
}

double given_weight_sum(const Model *model, Place place, size_t query) {
    const Matrix *weights = given_matrix(model, place, PART_WEIGHTS);
    return matrix_present(weights) ? given_sum(matrix_row(weights, query), weights->cols)
                                   : 1;
}

/* ---- cells set by hand: sorted arrays ---- */

static int edit_compare(const CellEdit *a, const CellEdit *b) {
    const size_t pairs[][2] = {
        {a->layer, b->layer}, {a->head, b->head}, {a->query, b->query}, {a->key, b->key}};
    for (size_t i = 0; i < 4; i++)
        if (pairs[i][0] != pairs[i][1])
            return pairs[i][0] < pairs[i][1] ? -1 : 1;
    return 0;
}

/* Returns the index of the first edit at or after the cell of `at`. */
static size_t edits_index(const CellEdits *edits, const CellEdit *at) {
    size_t low = 0, high = edits->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (edit_compare(&edits->edit[middle], at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the edit of the cell, or NULL. */
static CellEdit *edits_find(const CellEdits *edits, const CellEdit *at) {
    CellEdit *found = edits->count ? &edits->edit[edits_index(edits, at)] : NULL;
    bool there = found && found < edits->edit + edits->count;
    return there && edit_compare(found, at) == 0 ? found : NULL;
}

void edits_set(CellEdits *edits, const CellEdit *edit) {
    CellEdit *found = edits_find(edits, edit);
    if (!found) {
        size_t at = edits_index(edits, edit);
        edits->edit = memory_resize(edits->edit, edits->count + 1, sizeof *edit);
        found = &edits->edit[at];
        memmove(found + 1, found, (edits->count++ - at) * sizeof *edit);
    }
    *found = *edit;
}

const double *model_score_edit(const Model *model, Place place, size_t query,
                               size_t key) {
    CellEdit cell = {place.layer, place.head, query, key, 0};
    const CellEdit *edit = edits_find(&model->records[place.record].scores, &cell);
    return edit ? &edit->value : NULL;
}
