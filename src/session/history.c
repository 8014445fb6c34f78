/* Undo and redo.
 *
 * A state is a recipe: scene, step and the actions since. Going back to a state replays
 * its recipe. To keep a replay short, recipes on the pile of undo also keep their inputs,
 * as handles on shared numbers: all of the last `dense` recipes do, and further back
 * every 2nd, 4th, 8th … one, twice as far apart at twice the distance. A replay starts
 * from the nearest kept state, and states that it passes are kept where they should be.
 * Redo starts from the present. Another scene is read from its file. */
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

static State state_share(const State *state) {
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

static bool is_kept(const History *history, size_t index) {
    size_t distance = history->undo_count - index, apart = 1;
    while (distance > history->dense * apart)
        apart *= 2;
    return index % apart == 0;
}

static void thin(History *history, size_t index) {
    if (!is_kept(history, index))
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

static void push_undo(Session *session, Past past) {
    History *history = &session->history;
    pasts_push(&history->undo, &history->undo_count, past);
    if (past.state.sheet)
        thin_out(history, &past.state.sheet->model);
}

void history_release(History *history) {
    pasts_drop(&history->undo, &history->undo_count);
    pasts_drop(&history->redo, &history->redo_count);
}

bool history_change_scene(Session *session, size_t index, Error *error) {
    History *history = &session->history;
    Scene scene;
    if (index == session->recipe.scene)
        return true;
    seen_note(&session->seen, session->paths[index]);
    if (!scene_load(&scene, session->paths[index], session->actions, error))
        return false;
    states_release(session);
    session->hidden = 0;
    scene_release(&session->scene);
    session->scene = scene;
    for (size_t i = 0; i < history->undo_count; i++)
        state_release(&history->undo[i].state); /* their scene was read at another time */
    return true;
}

/* ---- derived numbers ---- */

static void forget_past(const Session *session, const Past *past) {
    forget_derived(session, past->state.sheet);
    forget_derived(session, past->state.pinned);
    forget_derived(session, past->state.baseline.sheet);
}

/* ---- keeping ---- */

/* The present inputs, which the session goes on owning. */
static State present_state(const Session *session) {
    return (State){session->now, session->pinned, session->baseline};
}

Past history_present(const Session *session) {
    State state = present_state(session);
    return (Past){.recipe = recipe_share(&session->recipe), .state = state_share(&state)};
}

void history_keep(Session *session, Past past) {
    forget_past(session, &past);
    if (past.recipe.scene != session->recipe.scene)
        state_release(&past.state);
    push_undo(session, past);
    pasts_drop(&session->history.redo, &session->history.redo_count);
    session->run = false;
}

/* ---- going back to a state ---- */

static bool same_place(const Recipe *a, const Recipe *b) {
    return a->scene == b->scene && a->step == b->step && a->pin.sheet == b->pin.sheet;
}

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

/* Returns the number of entries with which a recipe continues another one; SIZE_MAX: it
 * does not. */
static size_t entries_since(const Recipe *recipe, const Recipe *from) {
    return same_place(recipe, from) ? entry_count(recipe->last, from->last) : SIZE_MAX;
}

static void take_state(Session *session, const State *state) {
    State own = state_share(state);
    sheet_release(session->now);
    sheet_release(session->pinned);
    baseline_release(&session->baseline);
    session->now = own.sheet;
    session->pinned = own.pinned;
    session->baseline = own.baseline;
    if (own.baseline.kind == BASELINE_NONE)
        session->look.delta = false;
}

/* Returns the place of the latest recipe below `top` that the target continues, and that
 * keeps its inputs or is the step as written; `top` if there is none. */
static size_t nearest(const History *history, size_t top, const Recipe *target) {
    for (size_t i = top; i-- > 0;) {
        const Past *past = &history->undo[i];
        bool written = !past->recipe.last;
        if ((past->state.sheet || written) &&
            entries_since(target, &past->recipe) != SIZE_MAX)
            return i;
        if (written || !same_place(&past->recipe, target))
            break;
    }
    return top;
}

/* Applies the last entries of the target. Recipes on the pile from `passed` on, which the
 * replay passes, keep their inputs. */
static void replay(Session *session, const Recipe *target, size_t entries,
                   size_t passed) {
    History *history = &session->history;
    const Entry **list = entry_list(target->last, entries);
    for (size_t i = 0; i < entries; i++) {
        show_place(session, list[i]->place);
        action_perform(session, &list[i]->words, NULL);
        if (passed >= history->undo_count || history->undo[passed].recipe.last != list[i])
            continue;
        Past *past = &history->undo[passed];
        State present = present_state(session);
        if (!past->state.sheet && is_kept(history, passed))
            past->state = state_share(&present);
        passed++;
    }
    free(list);
}

bool step_enter(Session *session, const Recipe *recipe, Error *error) {
    pinned_set(session, recipe->pin.sheet);
    return play_steps(session, recipe->step, error);
}

/* Returns the way to the step as written; it owns nothing. */
static Recipe written(const Recipe *recipe) {
    Recipe way = *recipe;
    way.last = NULL;
    return way;
}

/* Restores the inputs of a recipe: those it keeps, or by replay from the nearest kept
 * ones. */
static bool resume(Session *session, const Past *target, const Recipe *present,
                   Error *error) {
    const History *history = &session->history;
    const Recipe *recipe = &target->recipe;
    Past from = *target;
    size_t top = history->undo_count, passed = top;
    size_t further = entries_since(recipe, present);
    if (!from.state.sheet && further != SIZE_MAX) {
        replay(session, recipe, further, top);
        return true;
    }
    if (!from.state.sheet) {
        size_t place = nearest(history, top, recipe);
        from = place < top ? history->undo[place] : (Past){.recipe = written(recipe)};
        passed = place + 1;
    }
    if (from.state.sheet)
        take_state(session, &from.state);
    else if (!step_enter(session, recipe, error))
        return false;
    replay(session, recipe, entries_since(recipe, &from.recipe), passed);
    return true;
}

/* Drops the states of both piles, which are of the scene as it was read before. */
static void forget_states(History *history) {
    for (size_t i = 0; i < history->undo_count; i++)
        state_release(&history->undo[i].state);
    for (size_t i = 0; i < history->redo_count; i++)
        state_release(&history->redo[i].state);
}

void reload_apply(Session *session) {
    Scene scene;
    Error error = {0};
    Look look = session->look;
    Past present = {.recipe = recipe_share(&session->recipe)};
    if (!scene_load(&scene, session->paths[session->recipe.scene], session->actions,
                    &error)) {
        notice_error(session, &error);
        past_release(&present);
        return;
    }
    states_release(session);
    scene_release(&session->scene);
    session->scene = scene;
    forget_states(&session->history);
    play_steps(session, present.recipe.step, NULL);
    replay(session, &present.recipe, entry_count(present.recipe.last, NULL),
           session->history.undo_count);
    session->look = look;
    baseline_follow(session);
    look_clamp(session);
    marks_set(session, NULL);
    past_release(&present);
    notice_tell(session, "notice.reloaded", "");
}

/* Shows a recipe. The cursor stays where it is, unless the scene is another one. */
static bool restore(Session *session, const Past *target, Error *error) {
    const Recipe *recipe = &target->recipe;
    bool same = recipe->scene == session->recipe.scene;
    Look look = session->look;
    GridId delta_of = session->delta_of;
    GridSet covered = session->covered;
    Question question = session->question;
    bool stays = same && recipe->step == session->recipe.step;
    Sheet *old = same ? sheet_share(session->now) : NULL;
    if (!history_change_scene(session, recipe->scene, error))
        return false;
    Recipe present = session->recipe;
    Compared compared = session->compared;
    session->compared = (Compared){0};
    session->recipe = recipe_share(recipe);
    if (stays)
        session->question = (Question){.asks = 0};
    bool fine = resume(session, target, &present, error);
    if (same) {
        session->look = look;
        session->delta_of = delta_of;
    }
    compared_release(stays ? &session->compared : &compared);
    if (stays) {
        question_release(&session->question);
        session->question = question;
        session->compared = compared;
        session->covered = covered;
    } else if (same) {
        play_beside(session);
    }
    baseline_follow(session);
    look_clamp(session);
    marks_set(session, old);
    recipe_release(&present);
    return fine;
}

/* ---- undo and redo ---- */

/* Returns true if an action writes numbers into a covered grid. */
static bool writes_covered(const Session *session, const Words *words) {
    GridId grid = GRID_X;
    long head;
    if (strcmp(*words->word, "perturb") == 0)
        return session_covered(session, GRID_X) || session_covered(session, GRID_V);
    return words->count > 1 && grid_parse(words->word[1], &grid, &head, NULL) &&
           session_covered(session, grid);
}

/* Names the difference of two recipes in the notice: the action, without its numbers if
 * they are covered, or how many cells were painted in one run. */
static void name_change(Session *session, const char *id, const Recipe *longer,
                        const Recipe *shorter) {
    int lang = session->look.lang;
    size_t entries = entries_since(longer, shorter);
    Text text = {0};
    text_append(&text, message(lang, id));
    if (entries > 0 && entries != SIZE_MAX) {
        text_append(&text, lang == LANG_ZH ? "：" : ": ");
        const Words *words = &longer->last->words;
        if (entries == 1 && writes_covered(session, words))
            text_append(&text, *words->word);
        else if (entries == 1)
            words_join(words, &text);
        else
            text_format(&text, message(lang, "notice.painted"), entries);
    }
    notice_set(session, false, text_string(&text));
    text_release(&text);
}

/* Undo goes back, and redo forth. */
bool travel_apply(Session *session, const Words *words, Error *error) {
    bool back = strcmp(words->word[0], "undo") == 0;
    History *history = &session->history;
    size_t *count = back ? &history->undo_count : &history->redo_count;
    if (*count == 0) {
        const char *id = back ? "notice.no-undo" : "notice.no-redo";
        notice_set(session, false, message(session->look.lang, id));
        return true;
    }
    Past target = (back ? history->undo : history->redo)[--*count];
    Past present = history_present(session);
    session->run = false;
    if (!restore(session, &target, error)) {
        ++*count;
        past_release(&present);
        return false;
    }
    name_change(session, back ? "notice.undone" : "notice.redone",
                back ? &present.recipe : &target.recipe,
                back ? &target.recipe : &present.recipe);
    forget_past(session, &present);
    if (back || present.recipe.scene != target.recipe.scene)
        state_release(&present.state); /* redo starts from the present */
    if (back)
        pasts_push(&history->redo, &history->redo_count, present);
    else
        push_undo(session, present);
    past_release(&target);
    return true;
}
