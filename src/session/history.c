/* The piles of undo and redo; travel.c goes back and forth on them.
 *
 * A state is a recipe: scene, step and the actions since. To keep a replay short, recipes
 * on the pile of undo also keep their inputs, as handles on shared numbers: all of the last
 * `dense` recipes do, and further back every 2nd, 4th, 8th … one, twice as far apart at
 * twice the distance. Redo starts from the present, so its recipes keep none. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/internal.h"

enum { DENSE_MOST = 64, DENSE_BYTES = 64 << 20 };

/* ---- entries and recipes ---- */

/* The words lie behind the entry, in one piece of memory with it. */
Entry *entry_new(Entry *before, const Words *words, Place place) {
    size_t bytes = sizeof(Entry) + words->count * sizeof(char *);
    for (size_t i = 0; i < words->count; i++)
        bytes += strlen(words->word[i]) + 1;
    Entry *entry = memory_new(1, bytes);
    char **word = (char **)(entry + 1), *text = (char *)(word + words->count);
    *entry = (Entry){before,
                     {word, words->count},
                     (unsigned)place.record,
                     (unsigned)place.layer,
                     (unsigned)place.head,
                     .owners = 1};
    for (size_t i = 0; i < words->count; i++) {
        word[i] = strcpy(text, words->word[i]);
        text += strlen(text) + 1;
    }
    return entry;
}

static void entry_release(Entry *entry) {
    while (entry && --entry->owners == 0) {
        Entry *before = entry->before;
        free(entry);
        entry = before;
    }
}

size_t entry_count(const Entry *last, const Entry *from) {
    size_t count = 0;
    for (; last != from; last = last->before, count++)
        if (!last)
            return SIZE_MAX;
    return count;
}

const Entry **entry_list(const Entry *last, size_t count) {
    const Entry **list = memory_new(count, sizeof(const Entry *));
    for (; count > 0; last = last->before)
        list[--count] = last;
    return list;
}

static Entry *entry_share(Entry *entry) {
    if (entry)
        entry->owners++;
    return entry;
}

static Pin *pin_share(Pin *pin) {
    if (pin)
        pin->owners++;
    return pin;
}

static void pin_release(Pin *pin) {
    if (!pin || --pin->owners > 0)
        return;
    sheet_release(pin->sheet);
    entry_release(pin->last);
    free(pin);
}

const Entry **session_entries(const Session *session, size_t *count) {
    *count = entry_count(session->recipe.last, NULL);
    return entry_list(session->recipe.last, *count);
}

Recipe recipe_share(const Recipe *recipe) {
    pin_share(recipe->pin);
    entry_share(recipe->last);
    return *recipe;
}

void recipe_release(Recipe *recipe) {
    pin_release(recipe->pin);
    entry_release(recipe->last);
    *recipe = (Recipe){.last = NULL};
}

/* The last pin or unpin of the entries counts, or else the pin that was brought there. */
Pin *history_pin(const Session *session) {
    const Recipe *recipe = &session->recipe;
    Entry *entry = recipe->last;
    while (entry && !strstr(entry->words.word[0], "pin"))
        entry = entry->before;
    if (!entry)
        return pin_share(recipe->pin);
    if (!session->pinned)
        return NULL;
    Pin *pin = memory_new(1, sizeof *pin);
    *pin = (Pin){1, sheet_share(session->pinned), recipe->step, entry_share(entry)};
    return pin;
}

/* ---- the inputs that a state keeps ---- */

static void forget_state(Past *past) {
    State *state = past->state;
    past->state = NULL;
    if (!state)
        return;
    sheet_release(state->sheet);
    sheet_release(state->pinned);
    baseline_release(&state->baseline);
    free(state);
}

void past_release(Past *past) {
    recipe_release(&past->recipe);
    forget_state(past);
}

static size_t part_bytes(const Part *part) {
    size_t bytes = matrix_bytes(&part->common);
    for (size_t h = 0; h < part->own_count; h++)
        bytes += matrix_bytes(&part->own[h]);
    return bytes;
}

/* Estimates the bytes of a state that shares nothing with another. */
static size_t model_bytes(const Model *model) {
    size_t bytes = sizeof *model;
    for (size_t r = 0; r < model->record_count; r++) {
        const Record *record = &model->records[r];
        bytes += sizeof *record + record->scores.count * sizeof(CellEdit);
        for (size_t p = 0; p < RECORD_PARTS; p++)
            bytes += part_bytes(&record->part[p]);
    }
    for (size_t l = 0; l < model->layer_count; l++) {
        const Layer *layer = &model->layers[l];
        bytes +=
            sizeof *layer + (layer->forces.lines + layer->forces.runs) * sizeof(Force);
        for (size_t p = 0; p < LAYER_PARTS; p++)
            bytes += part_bytes(&layer->part[p]);
    }
    return bytes;
}

/* ---- which recipes keep theirs ---- */

bool history_is_kept(const History *history, size_t index) {
    size_t distance = history->undo_count - index, apart = 1;
    while (distance > history->dense * apart)
        apart *= 2;
    return index % apart == 0;
}

static void thin(History *history, size_t index) {
    if (!history_is_kept(history, index))
        forget_state(&history->undo[index]);
}

/* Drops states after a push; only those whose distance has just reached a threshold can
 * go. */
static void thin_out(History *history, const Model *model) {
    size_t dense = DENSE_MOST, bytes = model_bytes(model), count = history->undo_count;
    while (dense > 1 && dense * bytes > DENSE_BYTES)
        dense /= 2;
    if (dense != history->dense) {
        history->dense = dense;
        for (size_t i = 0; i < count; i++)
            thin(history, i);
    }
    for (size_t away = dense + 1; away <= count; away = 2 * away - 1)
        thin(history, count - away);
}

/* ---- the piles ---- */

static void forget_past(const Session *session, const Past *past) {
    if (!past->state)
        return;
    forget_derived(session, past->state->sheet);
    forget_derived(session, past->state->pinned);
    forget_derived(session, past->state->baseline.sheet);
}

static void pasts_drop(Past **list, size_t *count) {
    for (size_t i = 0; i < *count; i++)
        past_release(&(*list)[i]);
    free(*list);
    *list = NULL;
    *count = 0;
}

static void pasts_push(Past **list, size_t *count, Past past) {
    *list = memory_resize(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = past;
}

void history_push_undo(Session *session, Past past) {
    History *history = &session->history;
    forget_past(session, &past);
    if (past.recipe.scene != session->recipe.scene)
        forget_state(&past);
    pasts_push(&history->undo, &history->undo_count, past);
    if (past.state)
        thin_out(history, &past.state->sheet->model);
}

void history_push_redo(Session *session, Past past) {
    forget_past(session, &past);
    forget_state(&past);
    pasts_push(&session->history.redo, &session->history.redo_count, past);
}

void history_release(History *history) {
    pasts_drop(&history->undo, &history->undo_count);
    pasts_drop(&history->redo, &history->redo_count);
}

bool history_read_scene(Session *session, size_t index, Error *error) {
    History *history = &session->history;
    Scene scene;
    if (!scene_load(session, session->paths[index], &scene, error))
        return false;
    states_release(session);
    scene_release(&session->scene);
    session->scene = scene;
    for (size_t i = 0; i < history->undo_count; i++)
        forget_state(&history->undo[i]); /* their scene was read at another time */
    return true;
}

/* ---- keeping ---- */

State *state_present(const Session *session) {
    State *state = memory_new(1, sizeof *state);
    *state = (State){sheet_share(session->now), sheet_share(session->pinned),
                     session->baseline};
    sheet_share(state->baseline.sheet);
    return state;
}

Past history_present(const Session *session) {
    return (Past){recipe_share(&session->recipe), state_present(session)};
}

void history_keep(Session *session, Past past) {
    history_push_undo(session, past);
    pasts_drop(&session->history.redo, &session->history.redo_count);
    session->run = false;
}

/* ---- ways that were left ---- */

static bool same_step(const Recipe *a, const Recipe *b) {
    return a->scene == b->scene && a->step == b->step;
}

/* Moves entries first .. end-1 of a list of `count` behind all others. */
static void move_to_top(Past *list, size_t first, size_t end, size_t count) {
    size_t moved = end - first;
    Past *block = memory_new(moved, sizeof *block);
    memcpy(block, list + first, moved * sizeof *block);
    memmove(list + first, list + end, (count - end) * sizeof *list);
    memcpy(list + count - moved, block, moved * sizeof *block);
    free(block);
}

const Past *history_left(Session *session,
                         size_t (*counts)(const Session *, const Recipe *)) {
    History *history = &session->history;
    const Recipe *here = &session->recipe;
    size_t end = history->undo_count;
    while (end > 0 && !(same_step(&history->undo[end - 1].recipe, here) &&
                        counts(session, &history->undo[end - 1].recipe)))
        end--;
    size_t first = end;
    while (first > 0 && history->undo[first - 1].recipe.last &&
           same_step(&history->undo[first - 1].recipe, here))
        first--; /* the step as written keeps its place */
    if (end == 0)
        return NULL;
    move_to_top(history->undo, first, end, history->undo_count);
    return &history->undo[history->undo_count - 1];
}
