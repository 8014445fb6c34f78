/* The door through which every action of the user goes. */
#include <stdarg.h>
#include <stdio.h>

#include "session/internal.h"

/* Keeps a change for undo. A change that joins the run before it is undone together with
 * that run, and marks show what the whole run changed. */
static void keep_change(Session *session, const Words *words, Place place, Past past) {
    bool joined = session->joining && session->run;
    session->recipe.last = entry_new(session->recipe.last, words, place);
    baseline_follow(session);
    if (joined) {
        past_release(&past);
    } else {
        marks_set(session, sheet_share(past.state->sheet));
        history_keep(session, past);
    }
    session->run = session->joining;
}

static void note_action(Session *session, const ActionSpec *spec, const Words *words,
                        Noted noted) {
    bool changes = spec->flags & ACTION_CHANGES && !session->unchanged;
    bool tells = changes || spec->flags & ACTION_NOTED;
    noted.words = tells ? words : NULL;
    if (session->noted && (tells || spec->apply == save_apply))
        session->noted(session, &noted);
}

bool session_apply(Session *session, const Words *words, Error *error) {
    const ActionSpec *spec = action_checked(session, words, error);
    if (!spec)
        return false;
    if (!(spec->flags & ACTION_KEEPS_ASKING))
        session->asking = false;
    if (!(spec->flags & ACTION_KEEPS_STOPPED))
        session->stopped = false;
    if (session->haste)
        session->haste->stopped = false;
    session->unchanged = false;
    session->notice[0] = '\0';
    bool changes = spec->flags & ACTION_CHANGES;
    Place place = session_place(session);
    Noted noted = {.place = place,
                   .kind = !session->joining ? NOTED_ALONE
                           : session->run    ? NOTED_JOINED
                                             : NOTED_FIRST};
    Past past = changes ? history_present(session) : (Past){0};
    bool fine = action_perform(session, words, error);
    if (fine && changes && !session->unchanged) {
        keep_change(session, words, place, past);
    } else {
        past_release(&past);
    }
    if (fine) {
        spec->after(session, words);
        compared_follow(session);
        question_note(session);
        note_action(session, spec, words, noted);
    }
    return fine;
}

bool session_do(Session *session, const char *line, Error *error) {
    Words words;
    if (!words_split(&words, line, error))
        return false;
    bool fine = session_apply(session, &words, error);
    words_release(&words);
    return fine;
}

bool session_act(Session *session, const char *format, ...) {
    char line[100];
    Error error = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    bool fine = session_do(session, line, &error);
    if (!fine)
        notice_error(session, &error);
    return fine;
}
