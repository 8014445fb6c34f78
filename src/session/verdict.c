/* The verdict of a perturb compares the rows before the changed one, in long scenes in
 * slices. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "session/internal.h"

static Place judged_place(const Session *session) {
    return (Place){.record = session->baseline.record,
                   .layer = session->now->model.layer_count - 1};
}

static size_t prefix_rows(const Session *session, Place place) {
    const Record *record = &session->now->model.records[place.record];
    size_t rows = grid_rows(session->now, GRID_WEIGHTS, place), count = 0;
    while (count < rows) {
        long slot = (long)count + (long)record->keys - (long)record->queries;
        if (slot >= (long)session->baseline.row)
            break;
        count++;
    }
    return count;
}

static double change_between(double now, double old) {
    if (same_bits(now, old))
        return 0;
    double change = fabs(now - old);
    if (isnan(change))
        return INFINITY;
    return change > 0 ? change : DBL_TRUE_MIN;
}

void verdict_row(Sheet *sheet, Sheet *other, Place place, size_t row, Verdict *verdict) {
    size_t cols = grid_cols(sheet, GRID_Y, place);
    double *now = memory_new(2 * cols, sizeof *now), *old = now + cols;
    RowState a = grid_row(sheet, GRID_Y, place, row, now);
    RowState b = grid_row(other, GRID_Y, place, row, old);
    for (size_t c = 0; c < cols; c++) {
        double change = change_between(now[c], old[c]);
        if (a == ROWSTATE_UNDEFINED || b == ROWSTATE_UNDEFINED)
            change = a == b ? 0 : INFINITY;
        if (change > 0 && verdict->exact)
            verdict->first_row = row;
        verdict->exact = verdict->exact && change == 0;
        if (change > verdict->largest) {
            verdict->largest = change;
            verdict->row = row;
            verdict->col = c;
        }
    }
    free(now);
}

static bool row_differs(const Session *session, GridId grid, Place place, size_t row) {
    size_t cols = grid_cols(session->now, grid, place);
    bool differs = false;
    for (size_t c = 0; !differs && c < cols; c++) {
        RowState a, b;
        double now = grid_cell(session->now, grid, place, row, c, &a);
        double old = grid_cell(session->against, grid, place, row, c, &b);
        differs = a != b || (a != ROWSTATE_UNDEFINED && !same_bits(now, old));
    }
    return differs;
}

/* Finds the first layer, then head, in which a row of the prefix changed. In long scenes
 * only the first row whose y changed is looked at. */
static void find_first(const Session *session, Verdict *verdict) {
    const Model *model = &session->now->model;
    bool one = session_is_long(session);
    size_t begin = one ? verdict->first_row : 0, end = one ? begin + 1 : verdict->rows;
    Place place = {.record = session->baseline.record};
    for (; place.layer < model->layer_count; place.layer++)
        for (place.head = 0; place.head < model->layers[place.layer].heads; place.head++)
            for (size_t i = begin; i < end; i++)
                if (row_differs(session, GRID_WEIGHTS, place, i) ||
                    row_differs(session, GRID_OUT, place, i)) {
                    verdict->first = place;
                    return;
                }
}

/* Judges a row; returns true if it was the last one. `together` rows are calculated at
 * once. */
static bool judge_next(const Session *session, Judging *judging, size_t together) {
    Place place = judged_place(session);
    if (judging->next < judging->rows && judging->next >= judging->ready) {
        grid_prepare(session->now, GRID_Y, place, judging->next, together);
        grid_prepare(session->against, GRID_Y, place, judging->next, together);
        judging->ready = judging->next + together;
    }
    if (judging->next < judging->rows)
        verdict_row(session->now, session->against, place, judging->next++,
                    &judging->verdict);
    judging->verdict.rows = judging->next;
    judging->done = judging->next == judging->rows;
    if (!judging->verdict.exact && !judging->found &&
        (judging->done || session_is_long(session))) {
        find_first(session, &judging->verdict);
        judging->found = true;
    }
    return judging->done;
}

/* Returns the verdict on this baseline so far; NULL: nothing was perturbed. */
static Judging *judging_of(const Session *session) {
    if (session->baseline.kind != BASELINE_PERTURB || !session->against ||
        !grid_exists(session->now, GRID_Y, judged_place(session), NULL))
        return NULL;
    Judging *judging = &sheet_work(session->now)->judging;
    if (judging->against != session->against) {
        Place place = judged_place(session);
        *judging =
            (Judging){.against = session->against,
                      .rows = prefix_rows(session, place),
                      .verdict = {.exact = true, .first = {.record = place.record}}};
    }
    return judging;
}

bool session_verdict(const Session *session, Verdict *verdict) {
    Judging *judging = judging_of(session);
    while (judging && !judging->done)
        judge_next(session, judging, WORK_ROWS_MOST);
    if (judging)
        *verdict = judging->verdict;
    return judging != NULL;
}

bool session_verdict_seen(const Session *session, Verdict *verdict) {
    if (!session_is_long(session))
        return session_verdict(session, verdict);
    Judging *judging = judging_of(session);
    if (!judging || (judging->next == 0 && !judging->done))
        return false;
    *verdict = judging->verdict;
    return true;
}

bool verdict_left(const Session *session, const Wanted *wanted) {
    (void)wanted;
    const Judging *judging = session_is_long(session) ? judging_of(session) : NULL;
    return judging && !judging->done;
}

void verdict_advance(Session *session, const Wanted *wanted) {
    Place last = judged_place(session);
    size_t together =
        wanted->patient ? WORK_ROWS_MOST : work_rows(&session->now->model, last);
    if (sheet_inputs_advance(session->now, last) &&
        sheet_inputs_advance(session->against, last))
        judge_next(session, judging_of(session), together);
}
