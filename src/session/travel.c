/* Undo and redo. Going back to a state replays its recipe from the nearest kept state, and
 * states that the replay passes are kept where they should be; see history.c. Another scene
 * is read from its file. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "session/internal.h"

/* ---- going back to a state ---- */

static bool same_place(const Recipe *a, const Recipe *b) {
    return a->scene == b->scene && a->step == b->step &&
           pin_sheet(a->pin) == pin_sheet(b->pin);
}

/* Returns the number of entries with which a recipe continues another one; SIZE_MAX: it
 * does not. */
static size_t entries_since(const Recipe *recipe, const Recipe *from) {
    return same_place(recipe, from) ? entry_count(recipe->last, from->last) : SIZE_MAX;
}

static void take_state(Session *session, const State *state) {
    sheet_release(session->now);
    sheet_release(session->pinned);
    baseline_release(&session->baseline);
    session->now = sheet_share(state->sheet);
    session->pinned = sheet_share(state->pinned);
    session->baseline = state->baseline;
    sheet_share(session->baseline.sheet);
    if (session->baseline.kind == BASELINE_NONE)
        session->look.delta = false;
}

/* Returns the place of the latest recipe below `top` that the target continues, and that
 * keeps its inputs or is the step as written; `top` if there is none. */
static size_t nearest(const History *history, size_t top, const Recipe *target) {
    for (size_t i = top; i-- > 0;) {
        const Past *past = &history->undo[i];
        bool written = !past->recipe.last;
        if ((past->state || written) && entries_since(target, &past->recipe) != SIZE_MAX)
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
    for (size_t i = 0; i < entries && !session->interrupted; i++) {
        show_place(session, entry_place(list[i]));
        action_perform(session, &list[i]->words, NULL);
        if (passed >= history->undo_count || history->undo[passed].recipe.last != list[i])
            continue;
        Past *past = &history->undo[passed];
        if (!past->state && history_is_kept(history, passed))
            past->state = state_present(session);
        passed++;
    }
    free(list);
}

bool change_scene(Session *session, size_t index, Error *error) {
    if (index == session->recipe.scene)
        return true;
    seen_note(&session->seen, session->paths[index]);
    if (!history_read_scene(session, index, error))
        return false;
    session->hidden = 0;
    return true;
}

bool step_enter(Session *session, const Recipe *recipe, Error *error) {
    pinned_set(session, pin_sheet(recipe->pin));
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
    if (!from.state && further != SIZE_MAX) {
        replay(session, recipe, further, top);
        return true;
    }
    if (!from.state) {
        size_t place = nearest(history, top, recipe);
        from = place < top ? history->undo[place] : (Past){.recipe = written(recipe)};
        passed = place + 1;
    }
    if (from.state)
        take_state(session, from.state);
    else if (!step_enter(session, recipe, error))
        return false;
    replay(session, recipe, entries_since(recipe, &from.recipe), passed);
    return true;
}

void reload_apply(Session *session) {
    Error error = {0};
    Look look = session->look;
    Past present = {.recipe = recipe_share(&session->recipe)};
    if (!history_read_scene(session, session->recipe.scene, &error)) {
        notice_error(session, &error);
        past_release(&present);
        return;
    }
    seen_note(&session->seen, session->paths[session->recipe.scene]);
    bool (*busy)(Session *, size_t, size_t) = session->busy;
    session->busy = NULL; /* what was typed comes back whole */
    session->interrupted = false;
    step_enter(session, &present.recipe, NULL);
    replay(session, &present.recipe, entry_count(present.recipe.last, NULL),
           session->history.undo_count);
    session->busy = busy;
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
    if (!change_scene(session, recipe->scene, error))
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

void travel_back(Session *session, const Past *kept) {
    session->interrupted = false;
    restore(session, kept, NULL);
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
    session->run = session->interrupted = false;
    bool fine = restore(session, &target, error);
    if (session->interrupted) {
        travel_back(session, &present);
        fine = error_set(error, "%s: stopped; nothing was changed", words->word[0]);
    }
    if (!fine) {
        ++*count;
        past_release(&present);
        return false;
    }
    name_change(session, back ? "notice.undone" : "notice.redone",
                back ? &present.recipe : &target.recipe,
                back ? &target.recipe : &present.recipe);
    (back ? history_push_redo : history_push_undo)(session, present);
    past_release(&target);
    return true;
}
