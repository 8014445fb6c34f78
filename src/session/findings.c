/* The list of findings: cells and rows of the shown head, then all heads. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "session/tasks.h"

static int by_entropy(const void *a, const void *b) {
    const FindingEntry *one = a, *two = b;
    double x = one->finding.value, y = two->finding.value;
    if (isnan(x) || isnan(y))
        return isnan(x) != isnan(y) ? (isnan(x) ? 1 : -1)
                                    : (one->head > two->head) - (one->head < two->head);
    if (x != y)
        return x < y ? -1 : 1;
    return (one->head > two->head) - (one->head < two->head);
}

FindingEntry *session_findings(const Session *session, size_t *count) {
    const Survey *survey = session_survey(session, session->look.head);
    size_t heads = session->now->model.layers[session->look.layer].heads, most = heads;
    Finding *found = memory_new(FINDINGS_KEPT, sizeof *found);
    most += FINDINGS_KEPT * (size_t)FINDING_KINDS;
    FindingEntry *entries = memory_new(most, sizeof *entries);
    *count = 0;
    for (int kind = 0; survey && kind < FINDING_KINDS; kind++) {
        size_t listed = survey_findings(survey, (FindingKind)kind, found);
        for (size_t i = 0; i < listed; i++)
            entries[(*count)++] =
                (FindingEntry){.kind = (FindingKind)kind, .finding = found[i]};
    }
    FindingEntry *first = &entries[*count];
    for (size_t h = 0; h < heads; h++) {
        SurveySums sums = session_survey_sums(session, h);
        if (sums.rows == 0 || sums.rows_done < sums.rows)
            continue;
        entries[(*count)++] = (FindingEntry){
            .is_head = true, .head = h, .finding = {.value = sums.entropy}};
    }
    qsort(first, (size_t)(&entries[*count] - first), sizeof *first, by_entropy);
    free(found);
    return entries;
}

bool session_ahead_is_wrong(const Session *session) {
    enum { EXCEPTIONS = 4 }; /* fewer than one in so many visible cells */
    const Model *model = &session->now->model;
    size_t record = session->look.record;
    SurveySums sums = session_survey_sums(session, session->look.head);
    if (session_options(session)->causal != CAUSAL_OFF ||
        sums.ahead * EXCEPTIONS < sums.visible)
        return true;
    for (size_t i = 0; i < model->records[record].queries; i++)
        if (query_scored(model, record, i))
            return true;
    return false;
}
