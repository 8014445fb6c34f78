/* The verdict on a baseline compares y of the last layer bit for bit: of a pin every row
 * that both states have, of a perturb those before the perturbed row. In long scenes it is
 * made in slices. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "session/internal.h"

static Place judged_place(const Session *session, size_t record) {
    return (Place){.record = record, .layer = session->now->model.layer_count - 1};
}

/* Returns the number of rows to compare: of a perturb those whose own slot comes before
 * the perturbed row. */
static size_t rows_judged(const Session *session, size_t record) {
    const Baseline *baseline = &session->baseline;
    const Record *of = &session->now->model.records[record];
    Place place = judged_place(session, record);
    size_t rows = min_size(grid_rows(session->now, GRID_Y, place),
                           grid_rows(session->against, GRID_Y, place));
    if (baseline->kind == BASELINE_PIN)
        return rows;
    long before = (long)baseline->row + (long)of->queries - (long)of->keys;
    return record == baseline->record && before > 0 ? min_size((size_t)before, rows) : 0;
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
        if (change > 0 && verdict->exact) {
            verdict->first = place;
            verdict->first_row = row;
        }
        verdict->exact = verdict->exact && change == 0;
        if (change > verdict->largest) {
            verdict->largest = change;
            verdict->record = place.record;
            verdict->row = row;
            verdict->col = c;
        }
    }
    verdict->rows++;
    free(now);
}

static bool row_differs(const Session *session, GridId grid, Place place, size_t row) {
    size_t cols = grid_cols(session->now, grid, place);
    bool differs = false;
    for (size_t c = 0; !differs && c < cols; c++)
        differs = session_changed(session, grid, place, row, c);
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

/* Goes to the next record that has rows to compare; returns false if there is none. */
static bool next_record(const Session *session, Judging *judging) {
    size_t records = session->now->model.record_count;
    while (judging->next == judging->rows && judging->record + 1 < records) {
        judging->record++;
        judging->next = judging->ready = 0;
        judging->rows = rows_judged(session, judging->record);
    }
    return judging->next < judging->rows;
}

/* Judges a row; returns true if it was the last one. `together` rows are calculated at
 * once. */
static bool judge_next(const Session *session, Judging *judging, size_t together) {
    Verdict *verdict = &judging->verdict;
    bool perturb = session->baseline.kind == BASELINE_PERTURB;
    if (next_record(session, judging)) {
        Place place = judged_place(session, judging->record);
        if (judging->next >= judging->ready) {
            grid_prepare(session->now, GRID_Y, place, judging->next, together);
            grid_prepare(session->against, GRID_Y, place, judging->next, together);
            judging->ready = judging->next + together;
        }
        verdict_row(session->now, session->against, place, judging->next++, verdict);
    }
    judging->done = !next_record(session, judging);
    if (perturb && !verdict->exact && !judging->found &&
        (judging->done || session_is_long(session))) {
        find_first(session, verdict);
        judging->found = true;
    }
    return judging->done;
}

/* Returns the verdict on this baseline so far; NULL: there is nothing to compare. */
static Judging *judging_of(const Session *session) {
    Sheet *against = session->against;
    if (!against || against == session->now ||
        !grid_exists(session->now, GRID_Y, judged_place(session, 0), NULL))
        return NULL;
    Judging *judging = &sheet_work(session->now)->judging;
    if (judging->against == against)
        return judging;
    *judging = (Judging){
        .against = against, .rows = rows_judged(session, 0), .verdict = {.exact = true}};
    for (size_t r = 0; r < against->model.record_count; r++)
        judging->verdict.all += grid_rows(against, GRID_Y, judged_place(session, r));
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
    if (!judging || (judging->verdict.rows == 0 && !judging->done))
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
    Judging *judging = judging_of(session);
    Place last = judged_place(session, judging->record);
    size_t together =
        wanted->patient ? WORK_ROWS_MOST : work_rows(&session->now->model, last);
    if (sheet_inputs_advance(session->now, last) &&
        sheet_inputs_advance(session->against, last))
        judge_next(session, judging, together);
}
