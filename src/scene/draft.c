/* See draft.h: memory, definitions, and the inheritance of those that hold for all
 * records or layers. */
#include "scene/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool fault_at(Draft *draft, int line) {
    return error_locate(draft->error, draft->scene->path, seen_line(draft, line));
}

int seen_line(const Draft *draft, int line) {
    return draft->outside ? 0 : line;
}

bool duplicate_fault(Draft *draft, int line, const char *name, int earlier) {
    return fault(draft, line, "duplicate definition: %s stands{ on line %d} already",
                 name, seen_line(draft, earlier));
}

/* ---- memory ---- */

static void definitions_release(Definitions *definitions) {
    for (size_t i = 0; i < definitions->count; i++)
        matrix_release(&definitions->items[i].matrix);
    free(definitions->items);
}

static void record_parts_release(RecordParts *parts) {
    for (size_t p = 0; p < RECORD_PARTS; p++)
        definitions_release(&parts->part[p]);
}

static void record_draft_release(RecordDraft *record) {
    free(record->name);
    record_parts_release(&record->given);
    for (size_t l = 0; l < record->layer_count; l++)
        record_parts_release(&record->layers[l]);
    free(record->layers);
    for (size_t k = 0; k < LISTS; k++) {
        List *list = &record->list[k];
        words_release(&list->words);
        for (size_t r = 0; list->each && r < list->count; r++)
            words_release(&list->each[r]);
        free(list->each);
    }
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

static Definition *definitions_grow(Definitions *definitions) {
    size_t count = definitions->count++;
    definitions->items =
        memory_resize(definitions->items, count + 1, sizeof *definitions->items);
    return &definitions->items[count];
}

Definition *definition_add(Definitions *definitions, size_t part, size_t head, int line) {
    Definition *item = definitions_grow(definitions);
    *item = (Definition){.head = head, .line = line};
    if (head)
        snprintf(item->title, sizeof item->title, "%s.%zu", part_names[part], head);
    else
        snprintf(item->title, sizeof item->title, "%s", part_names[part]);
    return item;
}

RecordDraft *draft_record(Draft *draft) {
    return draft->record_count ? &draft->records[draft->record_count - 1]
                               : &draft->all_records;
}

LayerDraft *draft_layer(Draft *draft) {
    return draft->layer ? &draft->layers[draft->layer - 1] : &draft->all_layers;
}

Definitions *draft_scope(Draft *draft, size_t part) {
    return part < RECORD_PARTS ? &draft_record(draft)->given.part[part]
                               : &draft_layer(draft)->part[part - RECORD_PARTS];
}

/* ---- inheritance ---- */

/* Adds the definitions for a layer (from 1) of a record (from 1; 0: parameters, which
 * belong to the layer alone). If `to` has a matrix for all heads, nothing of the wider
 * scope is added, and if it has one for a head, none for that head. A definition without
 * a layer is every layer's if it is a parameter, and else the first layer's. */
static void definitions_inherit(Definitions *to, const Definitions *from, size_t record,
                                size_t layer) {
    if (definition_of(to, 0))
        return;
    for (size_t i = 0; i < from->count; i++) {
        const Definition *item = &from->items[i];
        size_t of_layer = item->layer ? item->layer : record ? 1 : layer;
        if (of_layer != layer || (item->record && item->record != record) ||
            definition_of(to, item->head))
            continue;
        *definitions_grow(to) = *item;
        matrix_share(&item->matrix);
    }
}

static List list_copy(const List *list, size_t record) {
    const Words *words = list->each ? &list->each[record] : &list->words;
    return (List){.name = list->name, .words = words_copy(words), .line = list->line};
}

static void record_inherit(Draft *draft, size_t index) {
    RecordDraft *record = &draft->records[index];
    const RecordDraft *all = &draft->all_records;
    size_t layers = draft->layers_counted.count;
    record->layer_count = layers ? layers : 1;
    record->layers = memory_new(record->layer_count, sizeof *record->layers);
    for (size_t l = 0; l < record->layer_count; l++)
        for (size_t p = 0; p < RECORD_PARTS; p++) {
            Definitions *to = &record->layers[l].part[p];
            definitions_inherit(to, &record->given.part[p], index + 1, l + 1);
            definitions_inherit(to, &all->given.part[p], index + 1, l + 1);
        }
    for (size_t k = 0; k < LISTS; k++)
        if (!record->list[k].line)
            record->list[k] = list_copy(&all->list[k], index);
}

static void layer_inherit(Draft *draft, size_t index) {
    LayerDraft *layer = &draft->layers[index];
    const LayerDraft *all = &draft->all_layers;
    for (size_t p = 0; p < LAYER_PARTS; p++)
        definitions_inherit(&layer->part[p], &all->part[p], 0, index + 1);
    if (layer->heads_line)
        return;
    size_t heads = draft->heads_counted.count, kv_heads = draft->kv_counted.count;
    layer->heads = all->heads_line ? all->heads : heads ? heads : kv_heads ? kv_heads : 1;
    layer->kv_heads = all->heads_line ? all->kv_heads
                      : kv_heads      ? kv_heads
                                      : layer->heads;
    layer->heads_line = all->heads_line;
}

/* Makes the records and layers that only arrays have. */
static bool make_counted(Draft *draft) {
    const Counted *records = &draft->records_counted;
    size_t count = records->count ? records->count : 1;
    if (records->count && draft->record_count && draft->record_count != count)
        return fault(draft, records->line,
                     "an array of %zu records in a scene of %zu, expected as many", count,
                     draft->record_count);
    if (draft->record_count == 0)
        draft->records = memory_new(count, sizeof *draft->records);
    while (draft->record_count < count) {
        Text name = {0};
        if (records->count)
            text_format(&name, "%zu", draft->record_count + 1);
        draft->records[draft->record_count++].name = memory_string(text_string(&name));
        text_release(&name);
    }
    count = draft->layers_counted.count ? draft->layers_counted.count : 1;
    if (draft->layer_count >= count)
        return true;
    draft->layers = memory_resize(draft->layers, count, sizeof *draft->layers);
    while (draft->layer_count < count)
        draft->layers[draft->layer_count++] = (LayerDraft){0};
    return true;
}

/* Compares the heads of arrays with those of the row `heads`. */
static bool check_counted_heads(Draft *draft, const LayerDraft *layer) {
    const Counted *heads = &draft->heads_counted, *kv = &draft->kv_counted;
    if (heads->count && heads->count != layer->heads)
        return fault(draft, heads->line, "an array of %zu heads, expected %zu",
                     heads->count, layer->heads);
    if (kv->count && kv->count != layer->kv_heads)
        return fault(draft, kv->line, "an array of %zu key/value heads, expected %zu",
                     kv->count, layer->kv_heads);
    if (layer->heads % layer->kv_heads != 0)
        return fault(draft, kv->line ? kv->line : heads->line,
                     "%ld heads over %ld key/value heads, expected a multiple of %ld",
                     (long)layer->heads, (long)layer->kv_heads, (long)layer->kv_heads);
    return true;
}

bool draft_inherit(Draft *draft) {
    if (!make_counted(draft))
        return false;
    for (size_t r = 0; r < draft->record_count; r++)
        record_inherit(draft, r);
    for (size_t l = 0; l < draft->layer_count; l++)
        layer_inherit(draft, l);
    return check_counted_heads(draft, &draft->layers[0]);
}
