/* What a later layer of a long scene reads, y of all rows of the layer below, comes in slices, in
 * every state that a frame compares; see work.h. */
#include "base/clock.h"
#include "session/work.h"

bool sheet_inputs_on(Session *session, Sheet *sheet, Place place, long until) {
    Place below = {.record = place.record};
    if (place.layer == 0 || place.record >= sheet->model.record_count)
        return true; /* also of a search that has come to its end */
    size_t rows = work_rows(&sheet->model, below);
    while (!pass_x_advance(sheet_pass(sheet), place.record, place.layer, rows)) {
        session->slices++;
        if (session->stopped || (until >= 0 && clock_milliseconds() >= until))
            return false;
    }
    return true;
}

/* The states that have the shown layer; returns how many. */
static size_t states_of(const Session *session, Sheet *states[3]) {
    Sheet *const all[] = {session->now, session->before, session->against};
    Place place = session_place(session);
    size_t count = 0;
    for (size_t n = 0; n < 3; n++)
        if (all[n] && place.record < all[n]->model.record_count &&
            place.layer < all[n]->model.layer_count)
            states[count++] = all[n];
    return count;
}

bool session_inputs_ready(const Session *session, size_t *done, size_t *rows) {
    Sheet *states[3];
    Place place = session_place(session);
    size_t count = states_of(session, states);
    *done = *rows = 0;
    if (!session_is_long(session))
        return true;
    for (size_t n = 0; n < count; n++)
        pass_x_progress(sheet_pass(states[n]), place.record, place.layer, done, rows);
    return *done == *rows;
}

bool session_inputs_on(Session *session, long milliseconds) {
    Sheet *states[3];
    size_t count = states_of(session, states);
    long until = milliseconds < 0 ? -1 : clock_milliseconds() + milliseconds;
    for (size_t n = 0; session_is_long(session) && n < count; n++)
        if (!sheet_inputs_on(session, states[n], session_place(session), until))
            return session->working = !session->stopped;
    return false;
}
