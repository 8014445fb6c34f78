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

enum { CHANGES = ACTION_CHANGES, SCENE = ACTION_IN_SCENE, EDITS = ACTION_EDITS };

const ActionSpec action_table[] = {
    {"set", "OPTION VALUE [LAYER]", 2, 3, CHANGES | SCENE, set_apply},
    {"toggle", "OPTION [LAYER]", 1, 2, CHANGES | SCENE, toggle_apply},
    {"cycle", "OPTION [back]", 1, 2, CHANGES | SCENE, cycle_apply},
    {"edit", "GRID ROW COL VALUE", 3, 4, CHANGES | SCENE | EDITS, edit_apply},
    {"replace", "GRID ROW v1 v2 …", 3, -1, CHANGES | SCENE | EDITS, replace_apply},
    {"allow", "Q K", 2, 2, CHANGES | SCENE | EDITS, allow_apply},
    {"forbid", "Q K", 2, 2, CHANGES | SCENE | EDITS, forbid_apply},
    {"flip", "Q K", 2, 2, CHANGES | SCENE | EDITS, flip_apply},
    {"clear-mask", "", 0, 0, CHANGES | SCENE | EDITS, clear_mask_apply},
    {"swap-heads", "A B", 2, 2, CHANGES | SCENE, swap_heads_apply},
    {"swap-wo", "A B", 2, 2, CHANGES | SCENE, swap_wo_apply},
    {"compare", "OPTION|off", 1, 1, SCENE, look_apply},
    {"lane", "N|next|prev", 1, 1, 0, look_apply},
    {"hide", "[GRID]", 0, 1, SCENE, look_apply},
    {"reveal", "", 0, 0, SCENE, look_apply},
    {"pin", "", 0, 0, CHANGES | SCENE, pin_apply},
    {"unpin", "", 0, 0, CHANGES | SCENE, unpin_apply},
    {"perturb", "ROW [v1 v2 …]", 1, -1, CHANGES | SCENE | EDITS, perturb_apply},
    {"focus", "GRID [ROW COL] | next | prev", 1, 3, SCENE, focus_apply},
    {"move", "left|right|up|down [N|far]", 1, 2, 0, move_apply},
    {"origin", "", 0, 0, 0, origin_apply},
    {"search", "WORD", 1, 1, 0, search_apply},
    {"findings", "", 0, 0, 0, look_apply},
    {"head", "N|next|prev", 1, 1, SCENE, head_apply},
    {"record", "N|NAME|next|prev", 1, 1, SCENE, record_apply},
    {"layer", "N|next|prev", 1, 1, SCENE, layer_apply},
    {"delta", "[on|off]", 0, 1, SCENE, look_apply},
    {"zoom", "in|out|N", 1, 1, SCENE, look_apply},
    {"digits", "auto|3|4|6|next", 1, 1, SCENE, look_apply},
    {"theme", "NAME|next", 1, 1, 0, look_apply},
    {"lang", "en|zh|next", 1, 1, 0, look_apply},
    {"blank", "", 0, 0, 0, look_apply},
    {"repaint", "", 0, 0, 0, look_apply},
    {"step", "N", 1, 1, 0, step_apply},
    {"next", "", 0, 0, 0, step_apply},
    {"prev", "", 0, 0, 0, step_apply},
    {"scene", "ID|next|prev", 1, 1, 0, scene_apply},
    {"undo", "", 0, 0, 0, undo_apply},
    {"redo", "", 0, 0, 0, redo_apply},
    {"reset", "", 0, 0, 0, reset_apply},
    {"save", "FILE [over]", 1, 2, 0, save_apply},
    {"export", "FILE [over]", 1, 2, 0, export_apply},
    {"explain", "", 0, 0, 0, look_apply},
    {"ledger", "", 0, 0, 0, look_apply},
    {"text", "", 0, 0, 0, look_apply},
    {"list", "", 0, 0, 0, look_apply},
    {"help", "", 0, 0, 0, look_apply},
    {"prompt", "[WORDS]", 0, 1, 0, look_apply},
    {"suspend", "", 0, 0, 0, look_apply},
    {"quit", "", 0, 0, 0, look_apply},
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
