/* The numbers of a script: those that each record gives, the parameters, and those that
 * attnscope shows. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "export/script_parts.h"
#include "frame/frame.h"

/* ---- records ---- */

/* Writes one matrix of all heads. Those that were given head by head go side by side. */
static void write_joined(const Script *script, int level, const Part *part,
                         size_t heads) {
    const Matrix *first = &part->common;
    for (size_t h = 0; h < heads; h++)
        if (part_of(part, h) != &part->common)
            first = part_of(part, h);
    size_t width = first == &part->common ? first->cols / heads : first->cols;
    double *row = memory_new(heads * width, sizeof *row);
    for (size_t i = 0; i < first->rows; i++) {
        for (size_t h = 0; h < heads; h++) {
            const Matrix *of = part_of(part, h);
            memcpy(row + h * width,
                   matrix_row(of, i) + (of == &part->common ? h * width : 0),
                   width * sizeof *row);
        }
        script_numbers(script, level, row, heads * width);
    }
    free(row);
}

/* Writes an array of all heads, which are blocks [T, cols] of it or side by side. Its
 * name has been written. */
static void write_array(const Script *script, int level, const Part *part, size_t heads,
                        bool blocks, const char *after) {
    script_line(script, 0, "np.array([");
    if (!blocks)
        write_joined(script, level + 1, part, heads);
    for (size_t h = 0; blocks && h < heads; h++) {
        script_line(script, level + 1, "[");
        write_joined(script, level + 2, &(Part){.common = *part_of(part, h)}, 1);
        script_line(script, level + 1, "],");
    }
    script_line(script, level, "])%s", after);
}

/* Writes a matrix as an entry of a record; of a head's own one the name is "NAME.HEAD". */
static void write_entry(const Script *script, int level, RecordPart kind, size_t head,
                        const Matrix *matrix) {
    char own[24] = "";
    if (!matrix_present(matrix))
        return;
    if (head)
        snprintf(own, sizeof own, ".%zu", head);
    fprintf(script->file, "%*s\"%s%s\": ", 4 * level, "", part_names[kind], own);
    write_array(script, level, &(Part){.common = *matrix}, 1, false, ",");
}

static void write_part(const Script *script, size_t layer, const Part *part,
                       RecordPart kind) {
    const Layer *of = &script->model->layers[layer];
    int level = layer ? 3 : 2;
    bool of_kv = kind == PART_K || kind == PART_V;
    if (kind != PART_MASK && kind != PART_BIAS && part_has_own(part)) {
        fprintf(script->file, "%*s\"%s\": ", 4 * level, "", part_names[kind]);
        write_array(script, level, part, of_kv ? of->kv_heads : of->heads,
                    kind == PART_SCORES || kind == PART_WEIGHTS,
                    ",  # given head by head");
        return;
    }
    write_entry(script, level, kind, 0, &part->common);
    for (size_t h = 0; h < part->own_count; h++)
        write_entry(script, level, kind, h + 1, &part->own[h]);
    if (kind == PART_MASK && part_present(part) && (part->additive || layer))
        script_line(script, level, "\"sees\": %d,  # of the mask, under mask-sense=drop",
                    part->additive);
}

/* Writes the matrices that arrays give to a layer after the first. */
static void write_deeper(const Script *script, const Record *record, size_t layer) {
    const Part *parts = record->deeper[layer - 1].part;
    bool any = false;
    for (size_t p = 0; p < RECORD_PARTS; p++)
        any = any || part_present(&parts[p]);
    if (!any)
        return;
    script_line(script, 2, "\"layer.%zu\": {", layer + 1);
    for (size_t p = 0; p < RECORD_PARTS; p++)
        write_part(script, layer, &parts[p], (RecordPart)p);
    script_line(script, 2, "},");
}

/* The segment of a key or query, or whether it is padding. */
static long slot_number(const Record *record, bool segments, bool of_queries,
                        size_t index) {
    if (!segments)
        return of_queries ? query_is_padding(record, index) : record->padding[index] != 0;
    if (!of_queries)
        return record->segments[index];
    if (record->query_segments)
        return record->query_segments[index];
    long slot = query_slot(record, index);
    return slot < 0 ? 0 : record->segments[slot];
}

/* Writes such a number for each key and for each query of the record. */
static void write_slots(const Script *script, const Record *record, bool segments) {
    for (int of_queries = 0; of_queries < 2; of_queries++) {
        size_t slots = of_queries ? record->queries : record->keys;
        fprintf(script->file, "        \"%s%s\": np.array([", of_queries ? "query_" : "",
                segments ? "segments" : "padding");
        for (size_t s = 0; s < slots; s++)
            fprintf(script->file, "%s%ld", s ? ", " : "",
                    slot_number(record, segments, of_queries, s));
        fprintf(script->file, "]%s),\n", segments ? "" : ", bool");
    }
}

/* Writes the scores of a layer that were written by hand. */
static void write_edits(const Script *script, const Record *record, size_t layer) {
    bool begun = false;
    for (size_t e = 0; e < record->scores.count; e++) {
        const CellEdit *edit = &record->scores.edit[e];
        char number[40];
        if (edit->layer != layer)
            continue;
        if (!begun)
            script_line(script, 2, "\"edits.%zu\": [", layer + 1);
        script_number(edit->value, number);
        script_line(script, 3, "(%zu, %zu, %zu, %s),", edit->head, edit->query, edit->key,
                    number);
        begun = true;
    }
    if (begun)
        script_line(script, 2, "],  # scores written over: head, query, key, score");
}

static void write_record(const Script *script, size_t index) {
    const Record *record = &script->model->records[index];
    const char *name = script->session->scene.labels[index].name;
    Text safe = {0};
    frame_spell(false, name, &safe);
    script_line(script, 1, "{  # record %zu%s%s", index + 1, *name ? ": " : "",
                text_string(&safe));
    text_release(&safe);
    if (script_holds(script, 0, "from-nothing"))
        script_line(script, 2, "\"shape\": (%zu, %zu),  # queries, keys", record->queries,
                    record->keys);
    for (size_t p = 0; p < RECORD_PARTS; p++)
        write_part(script, 0, &record->part[p], (RecordPart)p);
    for (size_t l = 1; l <= record->deeper_layers; l++)
        write_deeper(script, record, l);
    if (script_anywhere(script, "positions moved"))
        script_line(script, 2, "\"offset\": %ld,  # position of the first query",
                    query_position(script->model, (Place){.record = index}, 0));
    if (script_holds(script, 0, "has-padding"))
        write_slots(script, record, false);
    if (record->segments)
        write_slots(script, record, true);
    for (size_t l = 0; l < script->model->layer_count; l++)
        write_edits(script, record, l);
    script_line(script, 1, "},");
}

void script_records(const Script *script) {
    script_line(script, 0, "records = [");
    for (size_t r = 0; r < script->model->record_count; r++)
        write_record(script, r);
    script_line(script, 0, "]");
}

/* ---- parameters ---- */

/* A matrix whose W is given head by head is written as one of all heads. */
void script_parameters(const Script *script) {
    for (size_t l = 0; l < script->model->layer_count; l++)
        for (size_t p = 0; p < LAYER_PARTS; p++) {
            const Layer *layer = &script->model->layers[l];
            const Part *part = &layer->part[p];
            size_t heads = p == PART_WO                   ? 1
                           : p == PART_WK || p == PART_WV ? layer->kv_heads
                                                          : layer->heads;
            if (!part_present(part))
                continue;
            fprintf(script->file, "%s_%zu = ", part_names[RECORD_PARTS + p], l + 1);
            write_array(script, 0, part, heads, false, "");
        }
}

/* ---- the numbers that attnscope shows ---- */

static void write_shown(const Script *script, GridId grid, Place place) {
    Sheet *sheet = script->session->now;
    size_t rows = grid_rows(sheet, grid, place), cols = grid_cols(sheet, grid, place);
    const char *separator = "";
    double *row = memory_new(cols, sizeof *row);
    fprintf(script->file, "    (\"%s, record %zu", grid_table[grid].name,
            place.record + 1);
    if (grid == GRID_WEIGHTS)
        fprintf(script->file, ", head %zu", place.head + 1);
    fputs("\", [", script->file);
    for (size_t i = 0; i < rows; i++)
        if (grid_row(sheet, grid, place, i, row) == ROWSTATE_UNDEFINED) {
            fprintf(script->file, "%s%zu", separator, i);
            separator = ", ";
        }
    fputs("],\n     np.array([\n", script->file);
    for (size_t i = 0; i < rows; i++) {
        grid_row(sheet, grid, place, i, row);
        script_numbers(script, 2, row, cols);
    }
    script_line(script, 1, "])),");
    free(row);
}

void script_shown(const Script *script) {
    const Model *model = script->model;
    Place place = {.layer = model->layer_count - 1};
    script_line(script, 0,
                "# What attnscope shows: name, rows that are undefined there"
                " (from 0), numbers.");
    script_line(script, 0, "shown = [");
    for (; place.record < model->record_count; place.record++) {
        bool values = model_has_v(model, place);
        size_t heads = values ? 1 : model->layers[place.layer].heads;
        for (place.head = 0; place.head < heads; place.head++)
            write_shown(script, values ? GRID_Y : GRID_WEIGHTS, place);
    }
    script_line(script, 0, "]");
}
