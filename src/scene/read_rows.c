/* The readers of rows, see row_kinds.h. Texts, actions and expects go straight into the
 * scene, data into the scene, or into the draft if lengths must be known first. */
#include "scene/row_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "scene/tensor.h"

/* ---- texts, actions and expects ---- */

static Step *step_now(Draft *draft) {
    return &draft->scene->steps[draft->scene->step_count];
}

bool in_steps(const Draft *draft) {
    return draft->scene->step_count > 0;
}

/* A copy with blanks for line breaks, which a spreadsheet lets in. */
static char *one_line(const char *text) {
    char *copy = memory_string(text);
    for (char *at = copy; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    return copy;
}

static bool check_language(Draft *draft, const CsvRow *row) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
    const char *lang = row->field[1];
    size_t length = strlen(lang);
    if (length >= 2 && length <= 16 && strspn(lang, letters) == length)
        return true;
    return fault(draft, row->line,
                 "'%.60s' is no language, expected en or zh: %s,en,TEXT", lang,
                 row->field[0]);
}

static void texts_add(Texts *texts, const CsvRow *row) {
    texts->items = memory_resize(texts->items, texts->count + 1, sizeof *texts->items);
    texts->items[texts->count].lang = memory_string(row->field[1]);
    texts->items[texts->count++].text = one_line(row->field[2]);
}

bool read_title(Draft *draft, const CsvRow *row) {
    if (!check_language(draft, row))
        return false;
    if (texts_hold(&draft->scene->title, row->field[1]))
        return fault(draft, row->line,
                     "duplicate definition: a title in '%s' stands already",
                     row->field[1]);
    texts_add(&draft->scene->title, row);
    return true;
}

enum { SAYS_MAX = 500 };

bool read_say(Draft *draft, const CsvRow *row) {
    if (!check_language(draft, row))
        return false;
    if (step_now(draft)->say.count == SAYS_MAX)
        return fault(draft, row->line,
                     "more than %d paragraphs in one step, expected no more", SAYS_MAX);
    texts_add(&step_now(draft)->say, row);
    return true;
}

bool read_step(Draft *draft, const CsvRow *row) {
    if (!check_language(draft, row))
        return false;
    Scene *scene = draft->scene;
    if (!draft->after_step || texts_hold(&step_now(draft)->heading, row->field[1])) {
        scene->steps =
            memory_resize(scene->steps, ++scene->step_count + 1, sizeof *scene->steps);
        *step_now(draft) = (Step){.number = row->line};
    }
    texts_add(&step_now(draft)->heading, row);
    draft->after_step = true;
    return true;
}

static Line *line_add(Draft *draft, LineKind kind, const CsvRow *row) {
    Step *step = step_now(draft);
    step->lines = memory_resize(step->lines, step->line_count + 1, sizeof *step->lines);
    Line *line = &step->lines[step->line_count++];
    *line = (Line){.kind = kind, .number = row->line};
    for (size_t i = kind == LINE_ACTION ? 0 : 1; i < row->count; i++)
        words_add(&line->words, row->field[i]);
    return line;
}

bool read_expect(Draft *draft, const CsvRow *row) {
    line_add(draft, LINE_EXPECT, row);
    return true;
}

bool read_action(Draft *draft, const CsvRow *row) {
    line_add(draft, LINE_ACTION, row);
    return true;
}

/* ---- single values ---- */

bool check_place(Draft *draft, const CsvRow *row) {
    if (in_steps(draft))
        return fault(
            draft, row->line,
            "%s stands in a step, expected all data before the first step (line %d)",
            row->field[0], draft->scene->steps[1].number);
    if (draft->again_line)
        return fault(
            draft, draft->again_line,
            "duplicate definition: the same stands{ on line %d} already, expected its "
            "data there (%s follows{ on line %d})",
            seen_line(draft, draft->again_first), row->field[0],
            seen_line(draft, row->line));
    return true;
}

/* Fails if the scene has such a row already. */
static bool only_once(Draft *draft, const CsvRow *row, size_t once) {
    if (draft->once[once])
        return duplicate_fault(draft, row->line, row->field[0], draft->once[once]);
    draft->once[once] = row->line;
    return true;
}

bool read_id(Draft *draft, const CsvRow *row) {
    if (!only_once(draft, row, draft->kind->detail))
        return false;
    char **text =
        draft->kind->detail == ONCE_ID ? &draft->scene->id : &draft->scene->source;
    *text = one_line(row->field[1]);
    return true;
}

static bool whole(Draft *draft, const CsvRow *row, size_t field, long highest,
                  long *value) {
    Error error;
    long lowest = strcmp(row->field[0], "base") == 0 ? 0 : 1;
    if (number_whole(row->field[field], lowest, highest, value, &error))
        return true;
    return fault_because(draft, row->line, &error, "%s: {cause}", row->field[0]);
}

bool read_base(Draft *draft, const CsvRow *row) {
    return only_once(draft, row, draft->kind->detail) &&
           whole(draft, row, 1, 1, &draft->scene->base);
}

bool read_tolerance(Draft *draft, const CsvRow *row) {
    Error error;
    double tolerance;
    if (!number_parse(row->field[1], &tolerance, &error))
        return fault_because(draft, row->line, &error, "%s: {cause}", row->field[0]);
    if (!(tolerance >= 0 && isfinite(tolerance)))
        return fault(draft, row->line,
                     "tolerance %.60s is out of range, expected 0 or more",
                     row->field[1]);
    if (in_steps(draft)) {
        line_add(draft, LINE_TOLERANCE, row)->tolerance = tolerance;
        return true;
    }
    draft->scene->tolerance = tolerance;
    return only_once(draft, row, draft->kind->detail);
}

bool read_loss(Draft *draft, const CsvRow *row) {
    bool probs = strcmp(row->field[1], "probs") == 0;
    if (!probs && strcmp(row->field[1], "logits") != 0)
        return fault(draft, row->line, "unknown value '%.60s', expected %s",
                     row->field[1], draft->kind->usage);
    draft->scene->model.loss = probs ? LOSS_PROBS : LOSS_LOGITS;
    return only_once(draft, row, draft->kind->detail);
}

/* ---- data ---- */

bool read_heads(Draft *draft, const CsvRow *row) {
    Scope *layer = draft_layer(draft);
    long heads, kv_heads;
    if (layer->heads_line)
        return duplicate_fault(draft, row->line, row->field[0], layer->heads_line);
    if (!whole(draft, row, 1, HEADS_MAX, &heads))
        return false;
    kv_heads = heads;
    if (row->count > 2 && !whole(draft, row, 2, HEADS_MAX, &kv_heads))
        return false;
    if (heads % kv_heads != 0)
        return fault(draft, row->line,
                     "%ld heads over %ld key/value heads, expected a multiple of %ld",
                     heads, kv_heads, kv_heads);
    layer->heads = (size_t)heads;
    layer->kv_heads = (size_t)kv_heads;
    layer->heads_line = row->line;
    return true;
}

static bool list_fill(Draft *draft, const CsvRow *row, List *list) {
    if (list->line)
        return duplicate_fault(draft, row->line, row->field[0], list->line);
    list->line = row->line;
    list->name = draft->kind->name;
    if (list_is_file(draft, row))
        return read_list_file(draft, row, list);
    for (size_t i = 1; i < row->count; i++)
        words_add(&list->words, row->field[i]);
    return true;
}

bool read_list(Draft *draft, const CsvRow *row) {
    return list_fill(draft, row, &draft_record(draft)->list[draft->kind->detail]);
}

bool read_candidates(Draft *draft, const CsvRow *row) {
    return list_fill(draft, row, &draft->candidates);
}

/* A record or layer that is named again before the first step, or walked to if an array
 * told it, is the action that shows it. check_place refuses data that follow: they belong
 * to the row that named it first. */
static bool named_again(Draft *draft, const CsvRow *row, int first) {
    draft->again_line = row->line;
    draft->again_first = first;
    return read_action(draft, row);
}

static bool is_walk(const char *word) {
    return strcmp(word, "next") == 0 || strcmp(word, "prev") == 0;
}

/* The record of that name, from 1; 0: none yet. */
static size_t record_named(const Draft *draft, const char *name) {
    size_t record = draft->records.count;
    while (record && strcmp(draft->records.at[record].name, name) != 0)
        record--;
    return record;
}

bool read_record(Draft *draft, const CsvRow *row) {
    const char *name = row->field[1];
    bool walks = is_walk(name);
    size_t named = walks ? draft->records.count : record_named(draft, name);
    if (walks && !named && draft->records_counted.count)
        return named_again(draft, row, draft->records_counted.line);
    if (named)
        return named_again(draft, row, draft->records.at[named].line);
    if (walks)
        return fault(draft, row->line,
                     "record %s before there is a record, expected a record's name",
                     name);
    if (!check_place(draft, row))
        return false;
    if (draft->records.count == RECORDS_MAX)
        return fault(draft, row->line, "more than %d records, expected no more",
                     RECORDS_MAX);
    scope_add(&draft->records, name, row->line);
    return true;
}

bool read_layer(Draft *draft, const CsvRow *row) {
    long number;
    if (is_walk(row->field[1]) && (draft->layers.count || draft->layers_counted.count))
        return named_again(draft, row, row->line);
    if (!whole(draft, row, 1, LAYERS_MAX, &number))
        return false;
    Scopes *layers = &draft->layers;
    size_t layer = (size_t)number;
    if (layer <= layers->count && layers->at[layer].line)
        return named_again(draft, row, layers->at[layer].line);
    if (!check_place(draft, row))
        return false;
    while (layers->count < layer)
        scope_add(layers, "", 0);
    layers->at[layer].line = row->line;
    draft->layer = layer;
    return true;
}

/* ---- matrices ---- */

/* Fails for a cell that its part may not have. */
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

static bool parse_cells(Draft *draft, const CsvRow *row, size_t part, double *numbers) {
    double sum = 0;
    for (size_t i = 0; i + 1 < row->count; i++) {
        const char *text = row->field[i + 1];
        Error error;
        if (!number_parse(text, &numbers[i], &error))
            return fault_because(draft, row->line, &error, "column %zu of %s: {cause}",
                                 i + 1, row->field[0]);
        if (!check_cell(draft, row->line, part, text, numbers[i]))
            return false;
        sum += numbers[i];
    }
    if (part == PART_WEIGHTS && !(sum > 0 && isfinite(sum)))
        return fault(draft, row->line,
                     "a row of weights whose sum is %g, expected a finite sum above 0",
                     sum);
    return true;
}

/* Adds a row to the matrix that the row before belongs to, or begins one. */
static bool grow_matrix(Draft *draft, const CsvRow *row, size_t part, size_t head,
                        const double *numbers) {
    const char *title = row->field[0];
    size_t count = row->count - 1;
    Definitions *scope = draft_scope(draft, part);
    Definition *definition = draft->growing;
    if (!definition || draft->growing_in != scope || definition->head != head) {
        const Definition *earlier = definition_of(scope, head);
        if (earlier)
            return fault(
                draft, row->line,
                "duplicate definition: %s stands{ on line %d} already, expected its "
                "rows one after another",
                title, seen_line(draft, earlier->line));
        definition = definition_add(scope, part, head, row->line);
    }
    if (definition->matrix.rows && definition->matrix.cols != count)
        return fault(draft, row->line,
                     "row %zu of %s has %zu number%s, expected %zu like row 1",
                     definition->matrix.rows + 1, title, count, count == 1 ? "" : "s",
                     definition->matrix.cols);
    matrix_append(&definition->matrix, numbers, count);
    draft->growing = definition;
    draft->growing_in = scope;
    return true;
}

bool read_numbers(Draft *draft, const CsvRow *row, size_t part, size_t head) {
    double *numbers = memory_new(row->count, sizeof *numbers);
    bool fine = parse_cells(draft, row, part, numbers) &&
                grow_matrix(draft, row, part, head, numbers);
    free(numbers);
    return fine;
}
