/* Gathering matrices row by row, and handing down what holds for all records or layers.
 * See draft.h. */
#include "scene/draft.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "scene/rows.h"

const char *const part_names[RECORD_PARTS + LAYER_PARTS] = {
    [PART_X] = "x",
    [PART_Q] = "q",
    [PART_K] = "k",
    [PART_V] = "v",
    [PART_SCORES] = "scores",
    [PART_WEIGHTS] = "weights",
    [PART_MASK] = "mask",
    [PART_BIAS] = "bias",
    [RECORD_PARTS + PART_WQ] = "wq",
    [RECORD_PARTS + PART_WK] = "wk",
    [RECORD_PARTS + PART_WV] = "wv",
    [RECORD_PARTS + PART_WO] = "wo",
};

const char *const list_names[LISTS] = {
    [LIST_TOKENS] = "tokens",
    [LIST_TARGETS] = "targets",
    [LIST_PADDING] = "padding",
    [LIST_SEGMENTS] = "segments",
    [LIST_QUERY_TOKENS] = "query-tokens",
    [LIST_QUERY_PADDING] = "query-padding",
    [LIST_QUERY_SEGMENTS] = "query-segments",
    [LIST_OFFSET] = "offset",
};

bool fault(Draft *draft, int line, const char *format, ...) {
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(draft->error, "%s", text);
    return error_locate(draft->error, draft->scene->path, line);
}

/* ---- memory ---- */

static void definitions_release(Definitions *definitions) {
    for (size_t i = 0; i < definitions->count; i++)
        matrix_release(&definitions->items[i].matrix);
    free(definitions->items);
}

static void record_draft_release(RecordDraft *record) {
    free(record->name);
    for (size_t p = 0; p < RECORD_PARTS; p++)
        definitions_release(&record->part[p]);
    for (size_t k = 0; k < LISTS; k++)
        words_release(&record->list[k].words);
}

static void layer_draft_release(LayerDraft *layer) {
    for (size_t p = 0; p < LAYER_PARTS; p++)
        definitions_release(&layer->part[p]);
}

void draft_release(Draft *draft) {
    record_draft_release(&draft->all_records);
    for (size_t r = 0; r < draft->record_count; r++)
        record_draft_release(&draft->records[r]);
    layer_draft_release(&draft->all_layers);
    for (size_t l = 0; l < draft->layer_count; l++)
        layer_draft_release(&draft->layers[l]);
    free(draft->records);
    free(draft->layers);
    words_release(&draft->candidates.words);
    free(draft->numbers);
}

/* ---- definitions ---- */

const Definition *definition_of(const Definitions *definitions, size_t head) {
    for (size_t i = 0; i < definitions->count; i++)
        if (definitions->items[i].head == head)
            return &definitions->items[i];
    return NULL;
}

Definition *definition_add(Definitions *definitions, size_t head, int line) {
    size_t count = definitions->count++;
    definitions->items =
        memory_resize(definitions->items, count + 1, sizeof *definitions->items);
    definitions->items[count] = (Definition){.head = head, .line = line};
    return &definitions->items[count];
}

void part_title(char out[24], const char *name, size_t head) {
    if (head)
        snprintf(out, 24, "%s.%zu", name, head);
    else
        snprintf(out, 24, "%s", name);
}

static Definitions *scope_of(Draft *draft, size_t part) {
    if (part >= RECORD_PARTS) {
        LayerDraft *layer =
            draft->layer ? &draft->layers[draft->layer - 1] : &draft->all_layers;
        return &layer->part[part - RECORD_PARTS];
    }
    RecordDraft *record = draft->record_count ? &draft->records[draft->record_count - 1]
                                              : &draft->all_records;
    return &record->part[part];
}

/* What a part's cells may be. */
static bool check_cell(Draft *draft, int line, size_t part, const char *text,
                       double value) {
    if (part == PART_MASK && value != 0 && value != 1)
        return fault(
            draft, line,
            "'%.60s' in mask, expected 0 or 1: an additive mask is given as bias", text);
    if (part == PART_WEIGHTS && !(value >= 0 && isfinite(value)))
        return fault(draft, line,
                     "'%.60s' in weights, expected a finite number, 0 or more", text);
    return true;
}

static bool parse_numbers(Draft *draft, const Row *row, size_t part) {
    size_t count = row->count - 1;
    double sum = 0;
    if (count > draft->number_room) {
        draft->number_room = 2 * count;
        draft->numbers =
            memory_resize(draft->numbers, draft->number_room, sizeof *draft->numbers);
    }
    for (size_t i = 0; i < count; i++) {
        const char *text = row->field[i + 1];
        Error error;
        if (!number_parse(text, &draft->numbers[i], &error))
            return fault(draft, row->line, "column %zu of %s: %s", i + 1, row->field[0],
                         error.text);
        if (!check_cell(draft, row->line, part, text, draft->numbers[i]))
            return false;
        sum += draft->numbers[i];
    }
    if (part == PART_WEIGHTS && !(sum > 0 && isfinite(sum)))
        return fault(draft, row->line,
                     "a row of weights whose sum is %g, expected a finite sum above 0",
                     sum);
    return true;
}

bool draft_matrix_row(Draft *draft, const Row *row, size_t part, size_t head) {
    const char *title = row->field[0];
    if (row->field[1][0] == '@')
        return fault(draft, row->line,
                     "%s,%.60s: matrices from .npy and .npz files are not supported yet, "
                     "expected the numbers",
                     title, row->field[1]);
    if (!parse_numbers(draft, row, part))
        return false;
    Definitions *scope = scope_of(draft, part);
    Definition *definition = draft->growing;
    if (!definition || draft->growing_in != scope || definition->head != head) {
        const Definition *earlier = definition_of(scope, head);
        if (earlier)
            return fault(
                draft, row->line,
                "duplicate definition: %s stands on line %d already, expected its "
                "rows one after another",
                title, earlier->line);
        definition = definition_add(scope, head, row->line);
    }
    size_t count = row->count - 1;
    if (definition->matrix.rows && definition->matrix.cols != count)
        return fault(draft, row->line,
                     "row %zu of %s has %zu number%s, expected %zu like row 1",
                     definition->matrix.rows + 1, title, count, count == 1 ? "" : "s",
                     definition->matrix.cols);
    matrix_append(&definition->matrix, draft->numbers, count);
    draft->growing = definition;
    draft->growing_in = scope;
    return true;
}

/* ---- what holds for all ---- */

/* A common matrix of the nearer scope replaces everything of the wider one; a head's own only
 * that head's. */
static void definitions_inherit(Definitions *near, const Definitions *wide) {
    if (definition_of(near, 0))
        return;
    for (size_t i = 0; i < wide->count; i++) {
        const Definition *given = &wide->items[i];
        if (!definition_of(near, given->head))
            definition_add(near, given->head, given->line)->matrix =
                matrix_share(&given->matrix);
    }
}

static void record_inherit(RecordDraft *record, const RecordDraft *all) {
    for (size_t p = 0; p < RECORD_PARTS; p++)
        definitions_inherit(&record->part[p], &all->part[p]);
    for (size_t k = 0; k < LISTS; k++)
        if (!record->list[k].line)
            record->list[k] = (List){.words = words_copy(&all->list[k].words),
                                     .line = all->list[k].line};
}

static void layer_inherit(LayerDraft *layer, const LayerDraft *all) {
    for (size_t p = 0; p < LAYER_PARTS; p++)
        definitions_inherit(&layer->part[p], &all->part[p]);
    if (layer->heads_line)
        return;
    layer->heads = all->heads_line ? all->heads : 1;
    layer->kv_heads = all->heads_line ? all->kv_heads : 1;
    layer->heads_line = all->heads_line;
}

void draft_inherit(Draft *draft) {
    if (draft->record_count == 0) {
        draft->records = memory_new(1, sizeof *draft->records);
        draft->records[draft->record_count++].name = memory_string("");
    }
    for (size_t r = 0; r < draft->record_count; r++)
        record_inherit(&draft->records[r], &draft->all_records);
    if (draft->layer_count == 0) {
        draft->layers = memory_new(1, sizeof *draft->layers);
        draft->layer_count = 1;
    }
    for (size_t l = 0; l < draft->layer_count; l++)
        layer_inherit(&draft->layers[l], &draft->all_layers);
}
