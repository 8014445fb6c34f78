/* perturb ROW v1 v2 … replaces a row of the inputs, or adds 1 to its numbers. The numbers
 * before become the baseline. */
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

void perturb_tell(Session *session, const Words *words) {
    (void)words;
    if (same_row(session))
        notice_tell(session, "notice.same-row", "");
}
