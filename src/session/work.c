/* The table of tasks and the driver of long work, and the tasks that have no file of
 * their own; see tasks.h. */
#include "session/tasks.h"

#include <math.h>

#include "base/clock.h"
#include "math/trace.h"
#include "session/internal.h"

/* ---- inputs of a later layer ---- */

/* Finds the states that have the shown record and layer; returns how many. */
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
        pass_inputs_progress(sheet_pass(states[n]), place, done, rows);
    return *done == *rows;
}

static bool inputs_left(const Session *session, const Wanted *wanted) {
    size_t done, rows;
    (void)wanted;
    return !session_inputs_ready(session, &done, &rows);
}

static void inputs_advance(Session *session, const Wanted *wanted) {
    Sheet *states[3];
    size_t count = states_of(session, states);
    (void)wanted;
    for (size_t n = 0; n < count; n++)
        if (!sheet_inputs_advance(states[n], session_place(session)))
            return;
}

bool session_finish(Session *session, bool *empty) {
    Wanted wanted = {.kind = WORK_ROWS};
    size_t done, rows;
    Place none = {0};
    const Search *search = &sheet_work(session->now)->search;
    while (!session_inputs_ready(session, &done, &rows)) {
        if (!session_busy(session, done, rows))
            return false;
        inputs_advance(session, &wanted);
    }
    while (search_left(session, &wanted)) {
        if (!session_busy(session, search->place.record,
                          session->now->model.record_count))
            return false;
        search_advance(session, &wanted);
    }
    done = 0;
    *empty = session_is_long(session)
                 ? search->count > 0
                 : pass_next_empty(sheet_pass(session->now), &none, &done);
    return true;
}

/* ---- the mean loss, which needs y of every scored row ---- */

/* Adds the next rows in the order of pass_mean_loss; returns false if there are no
 * more. */
static bool add_some(const Session *session, Mean *mean) {
    const Model *model = &session->now->model;
    Pass *pass = sheet_pass(session->now);
    Place place = {.record = mean->record, .layer = model->layer_count - 1};
    if (mean->record == model->record_count)
        return false;
    size_t rows = model_queries(model, place);
    size_t end = min_size(mean->query + work_rows(model, place), rows);
    pass_prepare_outputs(pass, place, mean->query, end - mean->query);
    for (; mean->query < end; mean->query++) {
        if (!query_scored(model, mean->record, mean->query))
            continue;
        LossTrace of = pass_loss(pass, mean->record, mean->query);
        mean->undefined = mean->undefined || !of.defined;
        mean->sum += of.loss;
        mean->divisor++;
    }
    if (mean->query == rows) {
        mean->record++;
        mean->query = 0;
    }
    return true;
}

static bool mean_left(const Session *session, const Wanted *wanted) {
    (void)wanted;
    return session_is_long(session) && session->now->model.loss != LOSS_NONE &&
           !sheet_work(session->now)->mean.done;
}

static void mean_advance(Session *session, const Wanted *wanted) {
    Mean *mean = &sheet_work(session->now)->mean;
    (void)wanted;
    mean->done = !add_some(session, mean);
}

bool session_mean_seen(const Session *session, LossState *state, double *value,
                       size_t *divisor) {
    const Mean *mean = &sheet_work(session->now)->mean;
    if (!session_is_long(session)) {
        *state = pass_mean_loss(sheet_pass(session->now), value, divisor);
        return true;
    }
    *divisor = mean->divisor;
    *state = !mean->divisor    ? LOSS_NO_TARGET
             : mean->undefined ? LOSS_UNDEFINED
                               : LOSS_FINE;
    *value = *state == LOSS_FINE ? mean->sum / (double)mean->divisor : NAN;
    return mean->done;
}

/* ---- the tasks, in the order in which they are done ---- */

/* Frames of its kind want a task, and all frames want WORK_INPUTS. left returns true if
 * something is left to do. advance then does a slice, so small that a key does not wait
 * for it. */
static const struct Task {
    WorkKind kind;
    bool (*left)(const Session *session, const Wanted *wanted);
    void (*advance)(Session *session, const Wanted *wanted);
} task_table[] = {
    {WORK_INPUTS, inputs_left, inputs_advance}, {WORK_ROWS, search_left, search_advance},
    {WORK_ROWS, verdict_left, verdict_advance}, {WORK_ROWS, mean_left, mean_advance},
    {WORK_HEADS, walks_left, walks_advance},
};
enum { TASKS = sizeof task_table / sizeof *task_table };

/* Finds the next task that is wanted and not done, from the given one on; NULL: there is
 * none. */
static const struct Task *next_task(const Session *session, const struct Task *from,
                                    const Wanted *wanted) {
    for (; from < task_table + TASKS; from++)
        if ((from->kind == WORK_INPUTS || from->kind == wanted->kind) &&
            from->left(session, wanted))
            return from;
    return NULL;
}

bool session_work(Session *session, Wanted wanted, long milliseconds) {
    long until = clock_milliseconds() + milliseconds;
    wanted.patient = milliseconds < 0;
    const struct Task *task = next_task(session, task_table, &wanted);
    while (task && !session->stopped) {
        session->slices++;
        task->advance(session, &wanted);
        task = next_task(session, task, &wanted);
        if (wanted.patient && task &&
            !session_busy(session, (size_t)(task - task_table) + 1, TASKS + 1))
            session_work_stop(session);
        if (!wanted.patient && clock_milliseconds() >= until)
            break;
    }
    return session->working = task && !session->stopped;
}

void session_work_stop(Session *session) {
    session->stopped = true;
    session->working = false;
}
