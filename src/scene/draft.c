/* Gathering matrices row by row, and handing down what holds for all records or layers.
 * See draft.h. */
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
    for (size_t l = 0; l < record->deeper_count; l++)
        for (size_t p = 0; p < RECORD_PARTS; p++)
            definitions_release(&record->deeper[l].part[p]);
    free(record->deeper);
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

Definitions *draft_scope(Draft *draft, size_t part) {
    if (part >= RECORD_PARTS) {
        LayerDraft *layer =
            draft->layer ? &draft->layers[draft->layer - 1] : &draft->all_layers;
        return &layer->part[part - RECORD_PARTS];
    }
    RecordDraft *record = draft->record_count ? &draft->records[draft->record_count - 1]
                                              : &draft->all_records;
    return &record->part[part];
}

/* ---- what holds for all ---- */

/* Those of one record and layer, whose own they are from here on. What names no layer is any
 * layer's as a parameter, and the first one's (`first_only`) as data of a record. */
static Definitions definitions_of(const Definitions *from, size_t record, size_t layer,
                                  bool first_only) {
    Definitions picked = {0};
    for (size_t i = 0; i < from->count; i++) {
        const Definition *item = &from->items[i];
        size_t of_layer = item->layer ? item->layer : first_only ? 1 : layer;
        if (of_layer != layer || (item->record && item->record != record))
            continue;
        Definition *copy = definition_add(&picked, item->head, item->line);
        *copy = *item;
        copy->layer = copy->record = 0;
        matrix_share(&copy->matrix);
    }
    return picked;
}

/* A common matrix of the nearer scope replaces everything of the wider one; a head's own only
 * that head's. */
static void definitions_inherit(Definitions *near, const Definitions *wide) {
    if (definition_of(near, 0))
        return;
    for (size_t i = 0; i < wide->count; i++) {
        const Definition *given = &wide->items[i];
        if (definition_of(near, given->head))
            continue;
        *definition_add(near, given->head, given->line) = *given;
        matrix_share(&given->matrix);
    }
}

static List list_copy(const List *list, size_t record) {
    const Words *words = list->each ? &list->each[record] : &list->words;
    return (List){.name = list->name, .words = words_copy(words), .line = list->line};
}

static Definitions inherited(const Definitions *near, const Definitions *wide,
                             size_t record, size_t layer) {
    Definitions own = definitions_of(near, record, layer, true);
    Definitions all = definitions_of(wide, record, layer, true);
    definitions_inherit(&own, &all);
    definitions_release(&all);
    return own;
}

static void record_inherit(Draft *draft, size_t index) {
    RecordDraft *record = &draft->records[index];
    const RecordDraft *all = &draft->all_records;
    size_t deeper = draft->layers_counted.count;
    if (deeper > 1) {
        record->deeper_count = deeper - 1;
        record->deeper = memory_new(deeper - 1, sizeof *record->deeper);
    }
    for (size_t p = 0; p < RECORD_PARTS; p++) {
        for (size_t l = 2; l <= deeper; l++)
            record->deeper[l - 2].part[p] =
                inherited(&record->part[p], &all->part[p], index + 1, l);
        Definitions first = inherited(&record->part[p], &all->part[p], index + 1, 1);
        definitions_release(&record->part[p]);
        record->part[p] = first;
    }
    for (size_t k = 0; k < LISTS; k++)
        if (!record->list[k].line)
            record->list[k] = list_copy(&all->list[k], index);
}

static void layer_inherit(Draft *draft, size_t index) {
    LayerDraft *layer = &draft->layers[index];
    const LayerDraft *all = &draft->all_layers;
    for (size_t p = 0; p < LAYER_PARTS; p++) {
        Definitions all_of = definitions_of(&all->part[p], 0, index + 1, false);
        definitions_inherit(&layer->part[p], &all_of);
        definitions_release(&all_of);
    }
    if (layer->heads_line)
        return;
    size_t heads = draft->heads_counted.count, kv_heads = draft->kv_counted.count;
    layer->heads = all->heads_line ? all->heads : heads ? heads : kv_heads ? kv_heads : 1;
    layer->kv_heads = all->heads_line ? all->kv_heads
                      : kv_heads      ? kv_heads
                                      : layer->heads;
    layer->heads_line = all->heads_line;
}

/* Records and layers that only arrays speak of. */
static bool make_counted(Draft *draft) {
    const struct Counted *records = &draft->records_counted;
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

/* Heads that a row `heads` and an array both speak of. */
static bool check_counted_heads(Draft *draft, const LayerDraft *layer) {
    const struct Counted *heads = &draft->heads_counted, *kv = &draft->kv_counted;
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
