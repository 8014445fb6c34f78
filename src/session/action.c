/* The table of actions, and the door they come through. */
#include "session/action.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "session/inside.h"
#include "session/language.h"

/* ---- the baseline's own actions ---- */

static bool pin_apply(Session *session, const Words *words, Error *error) {
    (void)words;
    (void)error;
    baseline_release(&session->baseline);
    session->baseline =
        (Baseline){.kind = BASELINE_PIN, .sheet = sheet_share(session->now)};
    return true;
}

static bool unpin_apply(Session *session, const Words *words, Error *error) {
    (void)words;
    (void)error;
    session->unchanged = session->baseline.kind == BASELINE_NONE;
    baseline_release(&session->baseline);
    session->look.delta = false;
    if (session->look.grid == GRID_DELTA)
        session->look.grid = session->delta_of;
    return true;
}

/* ---- the table ---- */

const ActionSpec action_table[] = {
#define ACTION(name, usage, least, most, flags, apply)                                   \
    {name, usage, least, most, flags, apply},
#include "actions.def"
#undef ACTION
};
const size_t action_count = sizeof action_table / sizeof *action_table;

const ActionSpec *action_find(const char *name) {
    for (size_t i = 0; i < action_count; i++)
        if (strcmp(action_table[i].name, name) == 0)
            return &action_table[i];
    return NULL;
}

static const ActionSpec *find_checked(const Words *words, Error *error) {
    if (words->count == 0) {
        error_set(error, "an action is missing; ? shows them");
        return NULL;
    }
    const ActionSpec *spec = action_find(words->word[0]);
    int given = (int)words->count - 1;
    if (!spec)
        error_set(error, "no such action \"%s\"; ? and --help-actions show them",
                  words->word[0]);
    else if (given > spec->most && spec->apply == edit_apply)
        error_set(error, "edit: an expression with blanks is one word in quotes,"
                         " as in \"1 + 1\"");
    else if (given < spec->least || (spec->most >= 0 && given > spec->most))
        error_set(error, "%s: %d argument%s, expected: %s%s%s", spec->name, given,
                  given == 1 ? "" : "s", spec->name, *spec->usage ? " " : "",
                  spec->usage);
    else
        return spec;
    return NULL;
}

/* ---- the door ---- */

void notice_set(Session *session, bool trouble, const char *text) {
    snprintf(session->notice, sizeof session->notice, "%s", text);
    session->notice_trouble = trouble;
}

void notice_error(Session *session, const Error *error) {
    Text text = {0};
    error_text(error, session->look.lang, &text);
    notice_set(session, true, text_string(&text));
    text_release(&text);
}

bool apply_silently(Session *session, const Words *words, Error *error) {
    const ActionSpec *spec = find_checked(words, error);
    if (!spec)
        return false;
    if (!spec->apply(session, words, error))
        return false;
    look_clamp(session);
    return true;
}

static void keep_entry(Session *session, const Words *words, const Look *look) {
    Entry *entry = memory_new(1, sizeof *entry);
    entry->owners = 1;
    entry->words = words_copy(words);
    entry->record = look->record;
    entry->layer = look->layer;
    entry->head = look->head;
    entry->before = session->recipe.last; /* whose share moves to the new entry */
    session->recipe.last = entry;
}

/* A change joined to the run before it is undone with it, and marked against what was before. */
static void keep_change(Session *session, const Words *words, const Look *look,
                        Past past) {
    bool joined = session->joining && session->run;
    keep_entry(session, words, look);
    baseline_follow(session);
    if (joined) {
        past_release(&past);
    } else {
        marks_set(session, sheet_share(past.state.sheet));
        history_keep(session, past);
    }
    session->run = session->joining;
}

/* ---- what an action says when nothing on the screen says it ---- */

static void tell_with(Session *session, const char *id, const char *word) {
    Text text = {0};
    text_format(&text, message(session->look.lang, id), word);
    notice_set(session, false, text_string(&text));
    text_release(&text);
}

static bool same_row(const Session *session) {
    const Baseline *baseline = &session->baseline;
    Place place = {.record = baseline->record};
    size_t cols = grid_cols(session->now, baseline->part, place);
    bool same = true;
    for (size_t c = 0; same && c < cols; c++)
        same = !session_changed(session, baseline->part, place, baseline->row, c);
    return same;
}

static void tell_look(Session *session, const char *name) {
    const Look *look = &session->look;
    char digits[8];
    snprintf(digits, sizeof digits, "%d", look->digits);
    if (strcmp(name, "digits") == 0)
        tell_with(session, look->digits ? "notice.digits" : "notice.digits-auto", digits);
    else if (strcmp(name, "theme") == 0)
        tell_with(session, "notice.theme", theme_names[look->theme]);
}

static void tell_change(Session *session, const char *name, const Words *words) {
    if (session->unchanged) {
        if (strncmp(name, "swap-", 5) == 0)
            tell_with(session, "notice.one-head", "");
    } else if (strcmp(name, "pin") == 0) {
        tell_with(session, "notice.pinned", "");
    } else if (strcmp(name, "unpin") == 0) {
        tell_with(session, "notice.unpinned", "");
    } else if (strcmp(name, "perturb") == 0 && same_row(session)) {
        tell_with(session, "notice.same-row", "");
    } else if (strcmp(name, "set") == 0 && session->look.compare) {
        tell_with(session, "notice.taken", words->word[2]);
    }
}

bool session_apply(Session *session, const Words *words, Error *error) {
    const ActionSpec *spec = find_checked(words, error);
    if (!spec)
        return false;
    if (spec->apply != look_apply || strcmp(spec->name, "quit") != 0)
        session->asking = false;
    if (spec->apply != move_apply && spec->apply != search_apply)
        session->stopped = false;
    session->unchanged = false;
    session->notice[0] = '\0';
    bool changes = spec->flags & ACTION_CHANGES;
    Look look = session->look;
    Past past = changes ? history_present(session) : (Past){0};
    bool fine = spec->apply(session, words, error);
    if (!fine || !changes || session->unchanged) {
        past_release(&past);
        look_clamp(session);
        if (fine && strcmp(spec->name, "digits") == 0)
            session->digits_wanted = session->look.digits;
        if (fine && changes)
            tell_change(session, spec->name, words);
        else if (fine)
            tell_look(session, spec->name);
        return fine;
    }
    keep_change(session, words, &look, past);
    if (spec->flags & ACTION_EDITS)
        session->unsaved = true;
    look_clamp(session);
    tell_change(session, spec->name, words);
    return true;
}

bool session_do(Session *session, const char *line, Error *error) {
    Words words;
    if (!words_split(&words, line, error))
        return false;
    bool fine = session_apply(session, &words, error);
    words_release(&words);
    return fine;
}
