/* The numbers of a script: what each record gives, the parameters, and what attnscope shows. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "export/export.h"
#include "scene/number.h"
#include "export/script_inside.h"

enum { LINE_MOST = 92 };

void script_line(const Script *script, int level, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(script->file, "%*s", 4 * level, "");
    vfprintf(script->file, format, arguments);
    putc('\n', script->file);
    va_end(arguments);
}

void script_number(double value, char out[40]) {
    char text[32];
    number_write(value, text);
    bool whole = !strpbrk(text, ".en"); /* "inf" and "nan" are names in the script */
    snprintf(out, 40, "%s%s", text, whole ? ".0" : "");
}

const char *script_option(const Options *options, const char *name, char out[80]) {
    int used = snprintf(out, 80, "%s=", name);
    option_write(option_find(name), options, out + used, 80 - (size_t)used);
    return out;
}

/* ---- arrays ---- */

static void write_row(const Script *script, int level, const double *row, size_t cols) {
    int column = fprintf(script->file, "%*s[", 4 * level, "");
    for (size_t c = 0; c < cols; c++) {
        char number[40];
        script_number(row[c], number);
        if (column + (int)strlen(number) > LINE_MOST)
            column = fprintf(script->file, "\n%*s", 4 * level + 1, "") - 1;
        column += fprintf(script->file, "%s%s", number, c + 1 < cols ? ", " : "");
    }
    fputs("],\n", script->file);
}

void script_array(const Script *script, int level, const char *before,
                  const double *numbers, Shape shape, const char *after) {
    script_line(script, level, "%snp.array([", before);
    for (size_t b = 0; b < (shape.blocks ? shape.blocks : 1); b++) {
        const double *block = numbers + b * shape.rows * shape.cols;
        if (shape.blocks)
            script_line(script, level + 1, "[");
        for (size_t i = 0; i < shape.rows; i++)
            write_row(script, level + 1 + (shape.blocks > 0), block + i * shape.cols,
                      shape.cols);
        if (shape.blocks)
            script_line(script, level + 1, "],");
    }
    script_line(script, level, "])%s", after);
}

/* Rows of an array lie apart, and come when they are asked for. */
static void write_matrix(const Script *script, int level, const char *name,
                         const Matrix *matrix) {
    size_t cols = matrix->cols;
    double *numbers = memory_new(matrix->rows * cols, sizeof *numbers);
    char before[40];
    for (size_t i = 0; i < matrix->rows; i++)
        if (cols)
            memcpy(numbers + i * cols, matrix_row(matrix, i), cols * sizeof *numbers);
    snprintf(before, sizeof before, "\"%s\": ", name);
    script_array(script, level, before, numbers,
                 (Shape){.rows = matrix->rows, .cols = cols}, ",");
    free(numbers);
}

/* ---- records ---- */

/* Given head by head: side by side as if it had been given in one (q, k, v), or one above the
 * other (scores, weights). */
static void write_own(const Script *script, int level, const Part *part, RecordPart kind,
                      size_t heads) {
    const Matrix *first = &part->common;
    for (size_t h = 0; h < heads; h++)
        if (part_of(part, h) != &part->common)
            first = part_of(part, h);
    size_t rows = first->rows, width = first->cols;
    bool joined = kind == PART_Q || kind == PART_K || kind == PART_V;
    double *numbers = memory_new(heads * rows * width, sizeof *numbers);
    for (size_t h = 0; h < heads; h++) {
        const Matrix *of = part_of(part, h);
        size_t skip = joined && of == &part->common ? h * width : 0;
        for (size_t i = 0; i < rows; i++)
            memcpy(numbers + (joined ? i * heads + h : h * rows + i) * width,
                   matrix_row(of, i) + skip, width * sizeof *numbers);
    }
    char before[40];
    snprintf(before, sizeof before, "\"%s\": ", part_names[kind]);
    Shape shape = {.rows = rows, .cols = joined ? heads * width : width};
    shape.blocks = joined ? 0 : heads;
    script_array(script, level, before, numbers, shape, ",  # given head by head");
    free(numbers);
}

static void write_part(const Script *script, size_t layer, const Part *part,
                       RecordPart kind) {
    const Layer *of = &script->model->layers[layer];
    int level = layer ? 3 : 2;
    bool of_kv = kind == PART_K || kind == PART_V;
    if (!part_present(part))
        return;
    if (kind != PART_MASK && kind != PART_BIAS && part_has_own(part)) {
        write_own(script, level, part, kind, of_kv ? of->kv_heads : of->heads);
        return;
    }
    if (matrix_present(&part->common))
        write_matrix(script, level, part_names[kind], &part->common);
    for (size_t h = 0; h < part->own_count; h++) {
        char name[32];
        snprintf(name, sizeof name, "%s.%zu", part_names[kind], h + 1);
        if (matrix_present(&part->own[h]))
            write_matrix(script, level, name, &part->own[h]);
    }
    if (kind == PART_MASK && (part->additive || layer))
        script_line(script, level, "\"sees\": %d,  # of the mask, under mask-sense=drop",
                    part->additive);
}

/* What arrays give to a layer after the first. */
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

static void write_padding(const Script *script, const Record *record) {
    fputs("        \"padding\": np.array([", script->file);
    for (size_t j = 0; j < record->keys; j++)
        fprintf(script->file, "%s%d", j ? ", " : "", record->padding[j] != 0);
    fputs("], bool),\n        \"query_padding\": np.array([", script->file);
    for (size_t i = 0; i < record->queries; i++)
        fprintf(script->file, "%s%d", i ? ", " : "", query_is_padding(record, i));
    fputs("], bool),\n", script->file);
}

static long query_segment(const Record *record, size_t query) {
    if (record->query_segments)
        return record->query_segments[query];
    long slot = query_slot(record, query);
    return slot < 0 ? 0 : record->segments[slot];
}

static void write_segments(const Script *script, const Record *record) {
    fputs("        \"segments\": np.array([", script->file);
    for (size_t j = 0; j < record->keys; j++)
        fprintf(script->file, "%s%ld", j ? ", " : "", record->segments[j]);
    fputs("]),\n        \"query_segments\": np.array([", script->file);
    for (size_t i = 0; i < record->queries; i++)
        fprintf(script->file, "%s%ld", i ? ", " : "", query_segment(record, i));
    fputs("]),\n", script->file);
}

/* Scores written over by hand, in the layer: (head, query, key, score), from 0. */
static void write_edits(const Script *script, const Record *record, size_t layer) {
    bool begun = false;
    for (size_t e = 0; e < record->score_edit_count; e++) {
        const ScoreEdit *edit = &record->score_edits[e];
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
    fprintf(script->file, "    {  # record %zu%s", index + 1, *name ? ": " : "");
    export_comment(script->file, name);
    putc('\n', script->file);
    if (script->traits[0].sources & FROM_NOTHING)
        script_line(script, 2, "\"shape\": (%zu, %zu),  # queries, keys", record->queries,
                    record->keys);
    for (size_t p = 0; p < RECORD_PARTS; p++)
        write_part(script, 0, &record->part[p], (RecordPart)p);
    for (size_t l = 1; l <= record->deeper_layers; l++)
        write_deeper(script, record, l);
    if (script->offset)
        script_line(script, 2, "\"offset\": %ld,  # position of the first query",
                    query_position(script->model, 0, index, 0));
    if (script->padding)
        write_padding(script, record);
    if (record->segments)
        write_segments(script, record);
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

static void write_parameter(const Script *script, size_t layer, GridId grid,
                            LayerPart part) {
    Sheet *sheet = script->session->now;
    Place place = {.layer = layer};
    const Part *of = &script->model->layers[layer].part[part];
    if (!part_present(of))
        return;
    size_t rows = part == PART_WO ? of->common.rows : grid_rows(sheet, grid, place);
    size_t cols = grid_cols(sheet, grid, place);
    double *numbers = memory_new(rows * cols, sizeof *numbers);
    for (size_t i = 0; i < rows; i++)
        if (part == PART_WO) /* as given: wo-order is applied in the calculation */
            memcpy(numbers + i * cols, matrix_row(&of->common, i), cols * sizeof(double));
        else
            grid_row(sheet, grid, place, i, numbers + i * cols);
    char before[40];
    snprintf(before, sizeof before, "%s_%zu = ", grid_table[grid].name, layer + 1);
    script_array(script, 0, before, numbers, (Shape){.rows = rows, .cols = cols}, "");
    free(numbers);
}

void script_parameters(const Script *script) {
    static const struct {
        GridId grid;
        LayerPart part;
    } parameters[] = {
        {GRID_WQ, PART_WQ}, {GRID_WK, PART_WK}, {GRID_WV, PART_WV}, {GRID_WO, PART_WO}};
    for (size_t l = 0; l < script->model->layer_count; l++)
        for (size_t p = 0; p < LAYER_PARTS; p++)
            write_parameter(script, l, parameters[p].grid, parameters[p].part);
}

/* ---- what attnscope shows ---- */

static void write_shown(const Script *script, GridId grid, Place place,
                        const char *name) {
    Sheet *sheet = script->session->now;
    size_t rows = grid_rows(sheet, grid, place), cols = grid_cols(sheet, grid, place);
    double *numbers = memory_new(rows * cols, sizeof *numbers);
    bool begun = false;
    fprintf(script->file, "    (\"%s\", [", name);
    for (size_t i = 0; i < rows; i++)
        if (grid_row(sheet, grid, place, i, numbers + i * cols) == ROWSTATE_UNDEFINED) {
            fprintf(script->file, "%s%zu", begun ? ", " : "", i);
            begun = true;
        }
    fputs("],\n", script->file);
    script_array(script, 1, " ", numbers, (Shape){.rows = rows, .cols = cols}, "),");
    free(numbers);
}

void script_shown(const Script *script) {
    const Model *model = script->model;
    Place place = {.layer = model->layer_count - 1};
    char name[64];
    script_line(script, 0,
                "# What attnscope shows: name, rows that are undefined there"
                " (from 0), numbers.");
    script_line(script, 0, "shown = [");
    for (size_t r = 0; r < model->record_count; r++) {
        bool values = model_has_v(model, place.layer, r);
        size_t heads = values ? 1 : model->layers[place.layer].heads;
        for (size_t h = 0; h < heads; h++) {
            place.record = r;
            place.head = h;
            if (values)
                snprintf(name, sizeof name, "y, record %zu", r + 1);
            else
                snprintf(name, sizeof name, "weights, record %zu, head %zu", r + 1,
                         h + 1);
            write_shown(script, values ? GRID_Y : GRID_WEIGHTS, place, name);
        }
    }
    script_line(script, 0, "]");
}
