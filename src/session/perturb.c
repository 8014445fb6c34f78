/* perturb ROW v1 v2 … replaces a row of the inputs, or adds 1 to its numbers. The numbers
 * before become the baseline; verdict.c tells whether rows before the perturbed one
 * changed. */
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

/* Finds the parts that a perturb of that many numbers replaces; returns how many, 0 on
 * failure. */
static size_t perturbed_parts(const Record *record, size_t count, RecordPart parts[3],
                              Error *error) {
    size_t x = joined_width(&record->part[PART_X]);
    size_t v = joined_width(&record->part[PART_V]);
    size_t q = joined_width(&record->part[PART_Q]);
    size_t k = joined_width(&record->part[PART_K]);
    if (x || (v && count == v)) {
        parts[0] = x ? PART_X : PART_V;
        if (count == (x ? x : v))
            return 1;
    }
    if (!x && v && q && k && count == q + k + v) {
        parts[0] = PART_Q, parts[1] = PART_K, parts[2] = PART_V;
        return 3;
    }
    if (!x && !v)
        error_set(error, "perturb: this scene gives neither x nor v for all heads");
    else
        error_set(error, "perturb: %zu number%s, expected %zu, a row of %s", count,
                  count == 1 ? "" : "s", x ? x : v, x ? "x" : "v");
    return 0;
}

/* Returns the number of numbers in a row of x, or of q, k and v, or of v. */
static size_t whole_row(const Record *record) {
    size_t x = joined_width(&record->part[PART_X]);
    size_t q = joined_width(&record->part[PART_Q]);
    size_t k = joined_width(&record->part[PART_K]);
    size_t v = joined_width(&record->part[PART_V]);
    return x ? x : q && k && record->queries == record->keys ? q + k + v : v;
}

static void one_more(const Part *part, size_t row, double *numbers) {
    size_t heads = part->own_count;
    for (size_t h = 0; h < (heads ? heads : 1); h++) {
        const Matrix *matrix = heads ? &part->own[h] : &part->common;
        for (size_t c = 0; c < matrix->cols; c++)
            *numbers++ = matrix_at(matrix, row, c) + 1;
    }
}

bool perturb_apply(Session *session, const Words *words, Error *error) {
    size_t record = session->look.record, row, given = words->count - 2;
    const Record *of = &session->now->model.records[record];
    size_t count = given ? given : whole_row(of);
    RecordPart parts[3];
    if (!parse_position(session, words->word[1], "row", of->keys, &row, error))
        return false;
    size_t replaced = perturbed_parts(of, count, parts, error);
    if (!replaced)
        return false;
    if (replaced == 3 && row >= of->queries)
        return error_set(error, "perturb: q has %zu rows", of->queries);
    double *numbers = memory_new(count, sizeof *numbers), *at = numbers;
    bool fine = parse_row(words, 2, given, numbers, error);
    Baseline baseline = {.kind = BASELINE_PERTURB,
                         .sheet = sheet_share(session->now),
                         .record = record,
                         .row = row,
                         .part = parts[0] == PART_X ? GRID_X : GRID_V};
    for (size_t p = 0; fine && p < replaced; p++) {
        const Part *part = &session->now->model.records[record].part[parts[p]];
        size_t width = joined_width(part);
        if (!given)
            one_more(part, row, at);
        edit_write_row(session, parts[p], record, row, at);
        at += width;
    }
    if (fine) {
        baseline_release(&session->baseline);
        session->baseline = baseline;
    } else {
        sheet_release(baseline.sheet);
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

void perturb_tell(Session *session, const Words *words) {
    (void)words;
    if (same_row(session))
        notice_tell(session, "notice.same-row", "");
}
