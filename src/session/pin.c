/* A pin keeps the present state as the baseline. The user's own stays in the other steps of
 * the scene, and there it is saved as the actions that lead to its state. */
#include <stdlib.h>

#include "session/internal.h"

/* Whether an action has a part in the numbers; save, say, has none. */
static bool leads_to_pin(const ActionSpec *spec) {
    bool place = spec->flags & ACTION_PLACE || spec->apply == focus_apply;
    return spec->flags & ACTION_IN_SCENE && spec->apply != pin_apply &&
           (spec->flags & ACTION_CHANGES || place);
}

static bool perform(Session *play, const Words *words, Error *error) {
    const ActionSpec *spec = action_checked(play, words, error);
    if (!spec)
        return false;
    if (!leads_to_pin(spec))
        return error_set(error, "%s changes nothing that a pin keeps", spec->name);
    return action_perform(play, words, error);
}

/* Returns the state that the actions of a pin make of the scene's rows; NULL: error says
 * why they make none. */
static Sheet *state_after(const Session *session, const Words *words, Error *error) {
    Session play = {.scene = session->scene, .actions = session->actions};
    Sheet *state = NULL;
    bool fine = true;
    play_start(&play);
    for (size_t i = 1; fine && i < words->count; i++) {
        Words action;
        Error why = {0};
        fine =
            words_split(&action, words->word[i], &why) && perform(&play, &action, &why);
        words_release(&action);
        if (!fine)
            error_because(error, &why, "pin: {cause}");
    }
    if (fine)
        state = sheet_share(play.now);
    states_release(&play);
    return state;
}

bool pin_apply(Session *session, const Words *words, Error *error) {
    Sheet *state =
        words->count > 1 ? state_after(session, words, error) : sheet_share(session->now);
    if (!state)
        return false;
    baseline_pin(session, state);
    pinned_set(session, state);
    sheet_release(state);
    return true;
}

void unpin_apply(Session *session) {
    session->unchanged = session->baseline.kind == BASELINE_NONE && !session->pinned;
    baseline_release(&session->baseline);
    pinned_set(session, NULL);
    session->look.delta = false;
    if (session->look.grid == GRID_DELTA)
        session->look.grid = session->delta_of;
}

void pin_tell(Session *session, const Words *words) {
    (void)words;
    bool pinned = session->baseline.kind == BASELINE_PIN;
    if (!session->unchanged)
        notice_tell(session, pinned ? "notice.pinned" : "notice.unpinned", "");
}

/* ---- the actions that lead to a pin ---- */

/* Adds an action, as one word, if it leads to a pin. */
static void add_action(const Session *session, const Words *action, Words *words) {
    Text line = {0};
    words_join(action, &line);
    if (leads_to_pin(action_in(session->actions, action->word[0])))
        words_add(words, text_string(&line));
    text_release(&line);
}

static void add_place(Place place, Words *words) {
    const struct {
        const char *name;
        size_t index;
    } parts[] = {{"record", place.record}, {"layer", place.layer}, {"head", place.head}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        Text line = {0};
        text_format(&line, "%s %zu", parts[i].name, parts[i].index + 1);
        words_add(words, text_string(&line));
        text_release(&line);
    }
}

static bool same_place(Place a, Place b) {
    return a.record == b.record && a.layer == b.layer && a.head == b.head;
}

void pin_words(const Session *session, const Pin *pin, Words *words) {
    size_t count = entry_count(pin->last, NULL);
    const Entry **entries = entry_list(pin->last, count);
    words_add(words, "pin");
    for (size_t s = 0; s <= pin->step; s++)
        for (size_t i = 0; i < session->scene.steps[s].line_count; i++)
            if (session->scene.steps[s].lines[i].kind == LINE_ACTION)
                add_action(session, &session->scene.steps[s].lines[i].words, words);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !same_place(entry_place(entries[i]), entry_place(entries[i - 1])))
            add_place(entry_place(entries[i]), words);
        add_action(session, &entries[i]->words, words);
    }
    free(entries);
}
