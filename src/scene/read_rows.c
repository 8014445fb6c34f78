/* The readers of rows, see draft.h. Texts, actions and expects go straight into the
 * scene, data into the scene, or into the draft if lengths must be known first. */
#include "scene/draft.h"

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

/* before: the fields of the row before the language. */
static bool check_lang(Draft *draft, const char *before, const char *lang) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
    size_t length = strlen(lang);
    return (length >= 2 && length <= 16 && strspn(lang, letters) == length) ||
           fault(draft, "'%.60s' is no language, expected en or zh: %s,en,TEXT", lang,
                 before);
}

/* Adds the text of a row KIND,LANG,TEXT. */
static bool texts_add(Draft *draft, Texts *texts) {
    const char *lang = draft->field[1];
    if (!check_lang(draft, draft->field[0], lang))
        return false;
    texts->items = memory_resize(texts->items, texts->count + 1, sizeof *texts->items);
    texts->items[texts->count].lang = memory_string(lang);
    texts->items[texts->count++].text = one_line(draft->field[2]);
    return true;
}

bool read_title(Draft *draft) {
    if (texts_hold(&draft->scene->title, draft->field[1]))
        return fault(draft, "duplicate definition: a title in '%s' stands already",
                     draft->field[1]);
    return texts_add(draft, &draft->scene->title);
}

enum { SAYS_MAX = 500 };

bool read_say(Draft *draft) {
    Texts *say = &step_now(draft)->say;
    return texts_add(draft, say) &&
           (say->count <= SAYS_MAX ||
            fault(draft, "more than %d paragraphs in one step, expected no more",
                  SAYS_MAX));
}

bool read_step(Draft *draft) {
    Scene *scene = draft->scene;
    if (!draft->after_step || texts_hold(&step_now(draft)->heading, draft->field[1])) {
        scene->steps =
            memory_resize(scene->steps, ++scene->step_count + 1, sizeof *scene->steps);
        *step_now(draft) = (Step){.number = draft->line};
    }
    draft->after_step = true;
    return texts_add(draft, &step_now(draft)->heading);
}

static bool line_add(Draft *draft, LineKind kind, double tolerance) {
    Step *step = step_now(draft);
    step->lines = memory_resize(step->lines, step->line_count + 1, sizeof *step->lines);
    Line *line = &step->lines[step->line_count++];
    *line = (Line){.kind = kind, .number = draft->line, .tolerance = tolerance};
    for (size_t i = kind == LINE_ACTION ? 0 : 1; i < draft->field_count; i++)
        words_add(&line->words, draft->field[i]);
    return true;
}

static const struct {
    const char *name;
    int flags;
} action_table[] = {
#define ACTION(name, usage, least, most, flags, apply, offers, after) {name, flags},
#define PLAIN(name, flags, apply, after)                              {name, flags},
#define OVERLAY(name, overlay)                                        {name, 0},
#include "actions.def"
#undef ACTION
#undef PLAIN
#undef OVERLAY
};

bool check_action(Draft *draft, const char *name) {
    for (size_t i = 0; i < sizeof action_table / sizeof *action_table; i++)
        if (strcmp(action_table[i].name, name) == 0)
            return action_table[i].flags & ACTION_IN_SCENE ||
                   fault(draft,
                         "'%s' may not stand in a scene: opening a file never writes "
                         "one, walks or quits, expected another action",
                         name);
    return fault(
        draft,
        "unknown row kind '%.60s', expected a kind of data, say, step, expect or "
        "an action",
        name);
}

bool read_expect(Draft *draft) {
    return line_add(draft, LINE_EXPECT, 0);
}

bool read_action(Draft *draft) {
    return line_add(draft, LINE_ACTION, 0);
}

bool read_mistake(Draft *draft) {
    return check_lang(draft, "mistake,ROW,COL,VALUE", draft->field[4]) &&
           line_add(draft, LINE_MISTAKE, 0);
}

bool read_solution(Draft *draft) {
    return check_action(draft, draft->field[1]) && line_add(draft, LINE_SOLUTION, 0);
}

/* ---- single values ---- */

bool check_place(Draft *draft) {
    if (in_steps(draft))
        return fault(
            draft,
            "%s stands in a step, expected all data before the first step (line %d)",
            draft->field[0], draft->scene->steps[1].number);
    if (draft->again_line)
        return fault_on(
            draft, draft->again_line,
            "duplicate definition: the same stands{ on line %d} already, expected its "
            "data there (%s follows{ on line %d})",
            seen_line(draft, draft->again_first), draft->field[0],
            seen_line(draft, draft->line));
    return true;
}

/* Fails if the scene has such a row already. */
static bool only_once(Draft *draft) {
    int *line = &draft->once[draft->kind->detail];
    if (*line)
        return duplicate_fault(draft, *line);
    *line = draft->line;
    return true;
}

bool read_id(Draft *draft) {
    char **text =
        draft->kind->detail == ONCE_ID ? &draft->scene->id : &draft->scene->source;
    if (!only_once(draft))
        return false;
    *text = one_line(draft->field[1]);
    return true;
}

static bool whole(Draft *draft, size_t field, long highest, long *value) {
    long lowest = strcmp(draft->field[0], "base") == 0 ? 0 : 1;
    return number_whole(draft->field[field], lowest, highest, value, draft->error) ||
           fault_because(draft, "%s: {cause}", draft->field[0]);
}

bool read_base(Draft *draft) {
    return only_once(draft) && whole(draft, 1, 1, &draft->scene->base);
}

bool read_tolerance(Draft *draft) {
    double tolerance;
    if (!number_parse(draft->field[1], &tolerance, draft->error))
        return fault_because(draft, "%s: {cause}", draft->field[0]);
    if (!(tolerance >= 0 && isfinite(tolerance)))
        return fault(draft, "tolerance %.60s is out of range, expected 0 or more",
                     draft->field[1]);
    if (in_steps(draft))
        return line_add(draft, LINE_TOLERANCE, tolerance);
    draft->scene->tolerance = tolerance;
    return only_once(draft);
}

bool read_loss(Draft *draft) {
    bool probs = strcmp(draft->field[1], "probs") == 0;
    if (!probs && strcmp(draft->field[1], "logits") != 0)
        return fault(draft, "unknown value '%.60s', expected %s", draft->field[1],
                     draft->kind->usage);
    draft->scene->model.loss = probs ? LOSS_PROBS : LOSS_LOGITS;
    return only_once(draft);
}

/* ---- data ---- */

bool read_heads(Draft *draft) {
    Scope *layer = draft_layer(draft);
    long heads, kv_heads;
    if (layer->heads_line)
        return duplicate_fault(draft, layer->heads_line);
    if (!whole(draft, 1, HEADS_MAX, &heads))
        return false;
    kv_heads = heads;
    if (draft->field_count > 2 && !whole(draft, 2, HEADS_MAX, &kv_heads))
        return false;
    if (heads % kv_heads != 0)
        return fault(draft,
                     "%ld heads over %ld key/value heads, expected a multiple of %ld",
                     heads, kv_heads, kv_heads);
    layer->heads = (size_t)heads;
    layer->kv_heads = (size_t)kv_heads;
    layer->heads_line = draft->line;
    return true;
}

static bool list_fill(Draft *draft, List *list) {
    if (list->line)
        return duplicate_fault(draft, list->line);
    list->line = draft->line;
    list->name = draft->kind->name;
    if (list_is_file(draft))
        return read_list_file(draft, list);
    for (size_t i = 1; i < draft->field_count; i++)
        words_add(&list->words, draft->field[i]);
    return true;
}

bool read_list(Draft *draft) {
    return list_fill(draft, &draft_record(draft)->list[draft->kind->detail]);
}

bool read_candidates(Draft *draft) {
    return list_fill(draft, &draft->candidates);
}

/* A record or layer that is named again before the first step, or walked to if an array
 * told it, is the action that shows it. check_place refuses data that follow: they belong
 * to the row that named it first. */
static bool named_again(Draft *draft, int first) {
    draft->again_line = draft->line;
    draft->again_first = first;
    return read_action(draft);
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

bool read_record(Draft *draft) {
    const char *name = draft->field[1];
    bool walks = is_walk(name);
    size_t named = walks ? draft->records.count : record_named(draft, name);
    if (walks && !named && draft->counted[COUNTED_RECORDS].count)
        return named_again(draft, draft->counted[COUNTED_RECORDS].line);
    if (named)
        return named_again(draft, draft->records.at[named].line);
    if (walks)
        return fault(
            draft, "record %s before there is a record, expected a record's name", name);
    if (!check_place(draft))
        return false;
    if (draft->records.count == RECORDS_MAX)
        return fault(draft, "more than %d records, expected no more", RECORDS_MAX);
    scope_add(&draft->records, name, draft->line);
    return true;
}

bool read_layer(Draft *draft) {
    long number;
    if (is_walk(draft->field[1]) &&
        (draft->layers.count || draft->counted[COUNTED_LAYERS].count))
        return named_again(draft, draft->line);
    if (!whole(draft, 1, LAYERS_MAX, &number))
        return false;
    Scopes *layers = &draft->layers;
    size_t layer = (size_t)number;
    if (layer <= layers->count && layers->at[layer].line)
        return named_again(draft, layers->at[layer].line);
    if (!check_place(draft))
        return false;
    while (layers->count < layer)
        scope_add(layers, "", 0);
    layers->at[layer].line = draft->line;
    draft->layer = layer;
    return true;
}

/* ---- matrices ---- */

/* Fails for a cell that its part may not have. */
static bool check_cell(Draft *draft, const char *text, double value) {
    if (draft->part == PART_MASK && value != 0 && value != 1)
        return fault(
            draft, "'%.60s' in mask, expected 0 or 1: an additive mask is given as bias",
            text);
    if (draft->part == PART_WEIGHTS && !(value >= 0 && isfinite(value)))
        return fault(draft, "'%.60s' in weights, expected a finite number, 0 or more",
                     text);
    return true;
}

static bool parse_cells(Draft *draft, double *numbers) {
    double sum = 0;
    for (size_t i = 0; i + 1 < draft->field_count; i++) {
        const char *text = draft->field[i + 1];
        if (!number_parse(text, &numbers[i], draft->error))
            return fault_because(draft, "column %zu of %s: {cause}", i + 1,
                                 draft->field[0]);
        if (!check_cell(draft, text, numbers[i]))
            return false;
        sum += numbers[i];
    }
    if (draft->part == PART_WEIGHTS && !(sum > 0 && isfinite(sum)))
        return fault(draft,
                     "a row of weights whose sum is %g, expected a finite sum above 0",
                     sum);
    return true;
}

/* Adds a row to the matrix that the row before belongs to, or begins one. */
static bool grow_matrix(Draft *draft, const double *numbers) {
    const char *title = draft->field[0];
    size_t count = draft->field_count - 1;
    Definitions *scope = draft_scope(draft, draft->part);
    Definition *definition = definition_of(scope, draft->head);
    if (definition && definition != draft->growing)
        return fault(draft,
                     "duplicate definition: %s stands{ on line %d} already, expected its "
                     "rows one after another",
                     title, seen_line(draft, definition->line));
    if (!definition)
        definition = definition_add(scope, draft->part, draft->head, draft->line);
    if (definition->matrix.rows && definition->matrix.cols != count)
        return fault(draft, "row %zu of %s has %zu number%s, expected %zu like row 1",
                     definition->matrix.rows + 1, title, count, count == 1 ? "" : "s",
                     definition->matrix.cols);
    matrix_append(&definition->matrix, numbers, count);
    draft->growing = definition;
    return true;
}

bool read_numbers(Draft *draft) {
    double *numbers = memory_new(draft->field_count, sizeof *numbers);
    bool fine = parse_cells(draft, numbers) && grow_matrix(draft, numbers);
    free(numbers);
    return fine;
}
