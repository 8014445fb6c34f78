/* Walks over heads for tiles and findings, kept as long as their record and layer are
 * shown, and the list of findings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/internal.h"

enum {
    SMALL = 1 << 14, /* cells of a head that are walked at once */
    WALKS_KEPT = 16, /* heads whose tiles and findings are kept */
    CELLS_A_SLICE = 1 << 17,
    CELLS_AT_ONCE = 1 << 20, /* of a slice while nobody waits */
    ENOUGH = 1 << 27         /* cells of a head, see is_enough */
};

/* Returns the walks of the shown record and layer, and drops those of another one. */
static Walks *walks_of(const Session *session) {
    const Look *look = &session->look;
    Walks *walks = &sheet_work(session->now)->walks;
    if (walks->walk && walks->record == look->record && walks->layer == look->layer)
        return walks;
    walks_release(walks);
    walks->record = look->record;
    walks->layer = look->layer;
    walks->heads = session->now->model.layers[look->layer].heads;
    walks->walk = memory_new(walks->heads, sizeof(Survey *));
    walks->sums = memory_new(walks->heads, sizeof *walks->sums);
    return walks;
}

static Place place_of(const Session *session, size_t head) {
    Place place = session_place(session);
    place.head = head;
    return place;
}

static Survey *begin(const Session *session, size_t head, SurveyArea area) {
    /* Without tokens of their own, queries have positions that a key can be ahead of. */
    return survey_new(sheet_pass(session->now), place_of(session, head), area,
                      !session_labels(session)->has_query_tokens);
}

static Survey *walk_of(const Session *session, size_t head) {
    Walks *walks = walks_of(session);
    if (!walks->walk[head])
        walks->walk[head] = begin(
            session, head, survey_whole(&session->now->model, place_of(session, head)));
    return walks->walk[head];
}

static bool is_small(const Session *session) {
    const Model *model = &session->now->model;
    Place place = session_place(session);
    return model_queries(model, place) * model_keys(model, place) <= SMALL;
}

static bool is_done(const Survey *survey) {
    SurveySums sums = survey_sums(survey);
    return sums.rows_done == sums.rows;
}

const Survey *session_survey(const Session *session, size_t head) {
    if (is_small(session))
        while (!survey_advance(walk_of(session, head), SMALL))
            continue;
    return walks_of(session)->walk[head];
}

SurveySums session_survey_sums(const Session *session, size_t head) {
    const Survey *survey = session_survey(session, head);
    return survey ? survey_sums(survey) : walks_of(session)->sums[head];
}

static bool same_part(const Session *session, const Survey *survey,
                      const SurveyArea *area) {
    if (!survey || survey_sums(survey).place.head != session->look.head)
        return false;
    SurveyArea of = survey_area(survey);
    return memcmp(&of, area, sizeof of) == 0;
}

static Survey *part_of_head(const Session *session, const SurveyArea *area) {
    Walks *walks = walks_of(session);
    if (same_part(session, walks->part, area))
        return walks->part;
    survey_free(walks->part);
    return walks->part = begin(session, session->look.head, *area);
}

const Survey *session_part(const Session *session, const SurveyArea *area) {
    if (is_small(session))
        while (!survey_advance(part_of_head(session, area), SMALL))
            continue;
    const Walks *walks = walks_of(session);
    return same_part(session, walks->part, area) ? walks->part : NULL;
}

Progress session_progress(const Session *session, const SurveyArea *part) {
    const Walks *walks = walks_of(session);
    const Survey *of_part = part ? session_part(session, part) : NULL;
    Place place = {.record = walks->record, .layer = walks->layer};
    size_t rows = model_queries(&session->now->model, place);
    Progress progress = {.heads = walks->heads};
    progress.done = session_survey_sums(session, session->look.head).rows_done;
    progress.rows = rows + (part ? part->rows : 0);
    if (of_part)
        progress.done += survey_sums(of_part).rows_done;
    for (size_t h = 0; h < walks->heads; h++)
        progress.heads_done += session_survey_sums(session, h).rows_done == rows;
    return progress;
}

/* ---- findings ---- */

static int by_entropy(const void *a, const void *b) {
    const FindingEntry *one = a, *two = b;
    double x = one->finding.value, y = two->finding.value;
    int order = (isnan(x) != 0) - (isnan(y) != 0);
    if (order == 0)
        order = (x > y) - (x < y);
    return order ? order : (one->head > two->head) - (one->head < two->head);
}

FindingEntry *session_findings(const Session *session, size_t *count) {
    bool covered = session_covered(session, GRID_WEIGHTS);
    const Survey *survey = session_survey(session, session->look.head);
    size_t heads = session->now->model.layers[session->look.layer].heads, most = heads;
    most += FINDINGS_KEPT * (size_t)FINDING_KINDS;
    FindingEntry *entries = memory_new(most, sizeof *entries);
    *count = 0;
    for (int kind = 0; !covered && survey && kind < FINDING_KINDS; kind++) {
        size_t listed;
        const Finding *found = survey_findings(survey, (FindingKind)kind, &listed);
        for (size_t i = 0; i < listed; i++)
            entries[(*count)++] =
                (FindingEntry){.kind = (FindingKind)kind, .finding = found[i]};
    }
    FindingEntry *first = &entries[*count];
    for (size_t h = 0; !covered && h < heads; h++) {
        SurveySums sums = session_survey_sums(session, h);
        if (sums.rows == 0 || sums.rows_done < sums.rows)
            continue;
        entries[(*count)++] = (FindingEntry){
            .is_head = true, .head = h, .finding = {.value = sums.entropy}};
    }
    qsort(first, (size_t)(&entries[*count] - first), sizeof *first, by_entropy);
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

/* ---- the task ---- */

/* Returns true if a walk is far enough for a frame that is printed: some rows of a very
 * long head are. */
static bool is_enough(const Survey *survey) {
    SurveySums sums = survey_sums(survey);
    return sums.rows_done == sums.rows || sums.rows_done * sums.keys >= ENOUGH;
}

static bool others_are_few(const Session *session) {
    SurveyArea area = survey_whole(&session->now->model, session_place(session));
    return area.rows * area.cols <= ENOUGH / walks_of(session)->heads;
}

static bool head_done(const Session *session, size_t head) {
    const Walks *walks = walks_of(session);
    return walks->walk[head] ? is_done(walks->walk[head]) : walks->sums[head].rows > 0;
}

/* Drops walks of very many heads that are not shown, and keeps their sums. */
static void drop_walks(const Session *session) {
    Walks *walks = walks_of(session);
    for (size_t h = 0; walks->heads > WALKS_KEPT && h < walks->heads; h++)
        if (h != session->look.head && walks->walk[h] && is_done(walks->walk[h])) {
            walks->sums[h] = survey_sums(walks->walk[h]);
            survey_free(walks->walk[h]);
            walks->walk[h] = NULL;
        }
}

/* Returns the next walk that is wanted; NULL if all are done. */
static Survey *next_walk(const Session *session, const Wanted *wanted) {
    const SurveyArea *part = wanted->part;
    bool enough = wanted->patient;
    bool (*done)(const Survey *) = enough ? is_enough : is_done;
    size_t heads = walks_of(session)->heads, shown = session->look.head;
    if (part && !done(part_of_head(session, part)))
        return part_of_head(session, part);
    if (!done(walk_of(session, shown)))
        return walk_of(session, shown);
    for (size_t h = 0; h < heads && !(enough && !others_are_few(session)); h++)
        if (!head_done(session, h))
            return walk_of(session, h);
    return NULL;
}

bool walks_left(const Session *session, const Wanted *wanted) {
    return next_walk(session, wanted) != NULL;
}

void walks_advance(Session *session, const Wanted *wanted) {
    Survey *walk = next_walk(session, wanted);
    size_t cells = wanted->patient ? CELLS_AT_ONCE : CELLS_A_SLICE;
    size_t keys = survey_sums(walk).keys;
    if (survey_advance(walk, cells > keys ? cells / keys : 1))
        drop_walks(session);
}
