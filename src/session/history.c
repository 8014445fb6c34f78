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

static void entry_release(Entry *entry) {
    while (entry && --entry->owners == 0) {
        Entry *before = entry->before;
        words_release(&entry->words);
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

const Entry **session_entries(const Session *session, size_t *count) {
    *count = entry_count(session->recipe.last, NULL);
    return entry_list(session->recipe.last, *count);
}

Recipe recipe_share(const Recipe *recipe) {
    sheet_share(recipe->pin.sheet);
    entry_share(recipe->pin.last);
    entry_share(recipe->last);
    return *recipe;
}

void recipe_release(Recipe *recipe) {
    sheet_release(recipe->pin.sheet);
    entry_release(recipe->pin.last);
    entry_release(recipe->last);
    *recipe = (Recipe){.last = NULL};
}

/* The last pin or unpin of the entries counts, or else the pin that was brought there. */
Pin history_pin(const Session *session) {
    const Recipe *recipe = &session->recipe;
    Pin pin = recipe->pin;
    for (Entry *entry = recipe->last; entry; entry = entry->before) {
        const char *name = entry->words.word[0];
        if (strcmp(name, "pin") != 0 && strcmp(name, "unpin") != 0)
            continue;
        pin = (Pin){session->pinned, recipe->step, *name == 'p' ? entry : NULL};
        break;
    }
    sheet_share(pin.sheet);
    entry_share(pin.last);
    return pin;
}

/* ---- the inputs that a state keeps ---- */

static void state_release(State *state) {
    sheet_release(state->sheet);
    sheet_release(state->pinned);
    baseline_release(&state->baseline);
    *state = (State){0};
}

State state_share(const State *state) {
    sheet_share(state->sheet);
    sheet_share(state->pinned);
    sheet_share(state->baseline.sheet);
    return *state;
}

void past_release(Past *past) {
    recipe_release(&past->recipe);
    state_release(&past->state);
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
        state_release(&history->undo[index].state);
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
    forget_derived(session, past->state.sheet);
    forget_derived(session, past->state.pinned);
    forget_derived(session, past->state.baseline.sheet);
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
        state_release(&past.state);
    pasts_push(&history->undo, &history->undo_count, past);
    if (past.state.sheet)
        thin_out(history, &past.state.sheet->model);
}

void history_push_redo(Session *session, Past past) {
    forget_past(session, &past);
    state_release(&past.state);
    pasts_push(&session->history.redo, &session->history.redo_count, past);
}

void history_release(History *history) {
    pasts_drop(&history->undo, &history->undo_count);
    pasts_drop(&history->redo, &history->redo_count);
}

bool history_read_scene(Session *session, size_t index, Error *error) {
    History *history = &session->history;
    Scene scene;
    if (!scene_load(&scene, session->paths[index], session->actions, error))
        return false;
    states_release(session);
    scene_release(&session->scene);
    session->scene = scene;
    for (size_t i = 0; i < history->undo_count; i++)
        state_release(&history->undo[i].state); /* their scene was read at another time */
    return true;
}

/* ---- keeping ---- */

State state_present(const Session *session) {
    return state_share(&(State){session->now, session->pinned, session->baseline});
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
