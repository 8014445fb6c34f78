/* perturb ROW v1 v2 … replaces a row of the inputs, or adds 1 to its numbers. The numbers
 * before become the baseline; the verdict tells whether rows before the perturbed one
 * changed, which in long scenes is judged in slices. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "session/internal.h"

/* Returns the columns of a part, all heads side by side, however it was given; 0 if it
 * was not given for all heads. */
static size_t joined_width(const Part *part) {
    size_t width = part->common.cols;
    if (matrix_present(&part->common))
        return part_has_own(part) ? 0 : width;
    for (size_t h = 0; h < part->own_count; h++) {
        if (!matrix_present(&part->own[h]))
            return 0;
        width += part->own[h].cols;
    }
    return width;
}

/* Finds the parts that a perturb of so many numbers replaces; 0: 1 is added to them.
 * Returns the number of parts, 0 on failure. */
static size_t perturbed_parts(const Record *record, size_t count, RecordPart parts[3],
                              Error *error) {
    size_t x = joined_width(&record->part[PART_X]);
    size_t v = joined_width(&record->part[PART_V]);
    size_t q = joined_width(&record->part[PART_Q]);
    size_t k = joined_width(&record->part[PART_K]);
    size_t one = x ? x : v, three = q && k ? q + k + v : 0;
    if (!one) {
        error_set(error, "perturb: this scene gives neither x nor v for all heads");
        return 0;
    }
    parts[0] = x ? PART_X : PART_V;
    if (!x && three && (count ? count == three : record->queries == record->keys)) {
        parts[0] = PART_Q, parts[1] = PART_K, parts[2] = PART_V;
        return 3;
    }
    if (count == 0 || count == one)
        return 1;
    error_set(error, "perturb: %zu number%s, expected %zu, a row of %s", count,
              count == 1 ? "" : "s", one, x ? "x" : "v");
    return 0;
}

bool perturb_apply(Session *session, const Words *words, Error *error) {
    size_t record = session->look.record, row, count = words->count - 2;
    const Record *of = &session->now->model.records[record];
    RecordPart parts[3];
    if (!parse_position(session, words->word[1], "row", of->keys, &row, error))
        return false;
    size_t replaced = perturbed_parts(of, count, parts, error);
    if (!replaced)
        return false;
    if (replaced == 3 && row >= of->queries)
        return error_set(error, "perturb: q has %zu rows", of->queries);
    double *numbers = count ? memory_new(count, sizeof *numbers) : NULL;
    bool fine = parse_row(words, 2, count, numbers, error);
    if (fine) {
        const double *at = numbers;
        baseline_release(&session->baseline);
        session->baseline = (Baseline){.kind = BASELINE_PERTURB,
                                       .sheet = sheet_share(session->now),
                                       .record = record,
                                       .row = row,
                                       .part = parts[0] == PART_X ? GRID_X : GRID_V};
        for (size_t p = 0; p < replaced; p++)
            at = edit_write_row(session, parts[p], record, row, at);
    }
    free(numbers);
    return fine;
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

void perturb_tell(Session *session) {
    if (same_row(session))
        notice_tell(session, "notice.same-row", "");
}

/* ---- the verdict: rows before the perturbed one are compared ---- */

static Place judged_place(const Session *session) {
    return (Place){.record = session->baseline.record,
                   .layer = session->now->model.layer_count - 1};
}

/* Returns the number of rows whose own slot comes before the perturbed row. */
static size_t prefix_rows(const Session *session, Place place) {
    const Record *record = &session->now->model.records[place.record];
    long count = (long)session->baseline.row + (long)record->queries - (long)record->keys;
    size_t rows = grid_rows(session->now, GRID_WEIGHTS, place);
    return count > 0 ? min_size((size_t)count, rows) : 0;
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
    for (size_t c = 0; !differs && c < cols; c++)
        differs = cell_differs(session->against, session->now, grid, place, row, c);
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
