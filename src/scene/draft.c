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

bool duplicate_fault(Draft *draft, int earlier) {
    return fault(draft, "duplicate definition: %s stands{ on line %d} already",
                 draft->field[0], seen_line(draft, earlier));
}

/* ---- scopes ---- */

static void definitions_release(Definitions *definitions) {
    for (size_t i = 0; i < definitions->count; i++)
        matrix_release(&definitions->items[i].matrix);
    free(definitions->items);
}

static void list_release(List *list) {
    words_release(&list->words);
    for (size_t r = 0; r < list->count; r++)
        words_release(&list->each[r]);
    free(list->each);
}

static void scopes_release(Scopes *scopes) {
    for (Scope *scope = scopes->at; scope <= scopes->at + scopes->count; scope++) {
        free(scope->name);
        for (size_t p = 0; p < PARTS; p++)
            definitions_release(&scope->part[p]);
        for (size_t i = 0; i < scope->layer_count * RECORD_PARTS; i++)
            definitions_release(&scope->layers[i / RECORD_PARTS][i % RECORD_PARTS]);
        free(scope->layers);
        for (size_t k = 0; k < LISTS; k++)
            list_release(&scope->list[k]);
    }
    free(scopes->at);
}

void draft_release(Draft *draft) {
    scopes_release(&draft->records);
    scopes_release(&draft->layers);
    list_release(&draft->candidates);
}

void scope_add(Scopes *scopes, const char *name, int line) {
    size_t index = ++scopes->count;
    scopes->at = memory_resize(scopes->at, index + 1, sizeof *scopes->at);
    scopes->at[index] = (Scope){.name = memory_string(name), .line = line};
}

Scope *draft_record(Draft *draft) {
    return &draft->records.at[draft->records.count];
}

Scope *draft_layer(Draft *draft) {
    return &draft->layers.at[draft->layer];
}

/* ---- definitions ---- */

Definition *definition_of(const Definitions *definitions, size_t head) {
    for (size_t i = 0; i < definitions->count; i++)
        if (definitions->items[i].head == head)
            return &definitions->items[i];
    return NULL;
}

static Definition *definitions_grow(Definitions *definitions) {
    definitions->items =
        memory_grow(definitions->items, definitions->count, sizeof *definitions->items);
    return &definitions->items[definitions->count++];
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

Definitions *draft_scope(Draft *draft, size_t part) {
    Scope *scope = part < RECORD_PARTS ? draft_record(draft) : draft_layer(draft);
    return &scope->part[part];
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
    const Words *words = list->each ? &list->each[record - 1] : &list->words;
    return (List){.name = list->name, .words = words_copy(words), .line = list->line};
}

static void record_inherit(Draft *draft, size_t number) {
    Scope *all = draft->records.at, *record = &all[number];
    size_t layers = draft->counted[COUNTED_LAYERS].count;
    record->layer_count = layers ? layers : 1;
    record->layers = memory_new(record->layer_count, sizeof *record->layers);
    for (size_t l = 0; l < record->layer_count; l++)
        for (size_t p = 0; p < RECORD_PARTS; p++) {
            definitions_inherit(&record->layers[l][p], &record->part[p], number, l + 1);
            definitions_inherit(&record->layers[l][p], &all->part[p], number, l + 1);
        }
    for (size_t k = 0; k < LISTS; k++)
        if (!record->list[k].line)
            record->list[k] = list_copy(&all->list[k], number);
}

static void layer_inherit(Draft *draft, size_t number) {
    Scope *all = draft->layers.at, *layer = &all[number];
    for (size_t p = RECORD_PARTS; p < PARTS; p++)
        definitions_inherit(&layer->part[p], &all->part[p], 0, number);
    if (layer->heads_line)
        return;
    size_t heads = draft->counted[COUNTED_HEADS].count;
    size_t kv_heads = draft->counted[COUNTED_KV_HEADS].count;
    layer->heads = all->heads_line ? all->heads : heads ? heads : kv_heads ? kv_heads : 1;
    layer->kv_heads = all->heads_line ? all->kv_heads
                      : kv_heads      ? kv_heads
                                      : layer->heads;
    layer->heads_line = all->heads_line;
}

/* Makes the records and layers that only arrays have. */
static bool make_counted(Draft *draft) {
    const Counted *counted = &draft->counted[COUNTED_RECORDS];
    Scopes *records = &draft->records, *layers = &draft->layers;
    if (counted->count && records->count && records->count != counted->count)
        return fault_on(draft, counted->line,
                        "an array of %zu records in a scene of %zu, expected as many",
                        counted->count, records->count);
    while (records->count < counted->count) {
        char name[24];
        snprintf(name, sizeof name, "%zu", records->count + 1);
        scope_add(records, name, 0);
    }
    if (!records->count)
        scope_add(records, "", 0);
    while (!layers->count || layers->count < draft->counted[COUNTED_LAYERS].count)
        scope_add(layers, "", 0);
    return true;
}

/* Compares the heads of arrays with those of the row `heads`. */
static bool check_counted_heads(Draft *draft, const Scope *layer) {
    const Counted *heads = &draft->counted[COUNTED_HEADS];
    const Counted *kv = &draft->counted[COUNTED_KV_HEADS];
    if (heads->count && heads->count != layer->heads)
        return fault_on(draft, heads->line, "an array of %zu heads, expected %zu",
                        heads->count, layer->heads);
    if (kv->count && kv->count != layer->kv_heads)
        return fault_on(draft, kv->line, "an array of %zu key/value heads, expected %zu",
                        kv->count, layer->kv_heads);
    if (layer->heads % layer->kv_heads != 0)
        return fault_on(draft, kv->line ? kv->line : heads->line,
                        "%ld heads over %ld key/value heads, expected a multiple of %ld",
                        (long)layer->heads, (long)layer->kv_heads, (long)layer->kv_heads);
    return true;
}

bool draft_inherit(Draft *draft) {
    if (!make_counted(draft))
        return false;
    for (size_t r = 1; r <= draft->records.count; r++)
        record_inherit(draft, r);
    for (size_t l = 1; l <= draft->layers.count; l++)
        layer_inherit(draft, l);
    return check_counted_heads(draft, &draft->layers.at[1]);
}
