/* See work.h. */
#include "session/work.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "session/internal.h"

enum {
    SMALL = 1 << 14,         /* cells of a head that are walked at once */
    WALKS_KEPT = 16,         /* heads whose tiles and findings are kept */
    CELLS_A_LOOK = 1 << 17,  /* between two looks at the clock, while somebody waits */
    CELLS_AT_ONCE = 1 << 20, /* while nobody does */
    ENOUGH = 1 << 27         /* cells of a head, see is_enough */
};

struct Work {
    Search search;
    Judging judging;
    Mean mean;
    size_t record, layer;
    size_t heads;
    Survey **walk;    /* [heads]; NULL: not begun, or dropped */
    SurveySums *sums; /* [heads] of dropped walks; rows is 0 otherwise */
    Survey *part;
};

static void drop_all_walks(Work *work) {
    for (size_t h = 0; work->walk && h < work->heads; h++)
        survey_free(work->walk[h]);
    survey_free(work->part);
    free(work->walk);
    free(work->sums);
}

void work_free(Work *work) {
    if (!work)
        return;
    drop_all_walks(work);
    free(work->search.empty);
    free(work);
}

void work_inherit(Sheet *heir, const Sheet *old, size_t layer, size_t query) {
    if (!old->work || !old->work->search.done || old->work->search.count || heir->work)
        return;
    Place at = {.layer = layer};
    for (; at.record < heir->model.record_count; at.record++)
        for (at.head = 0; at.head < heir->model.layers[layer].heads; at.head++)
            if (query < model_queries(&heir->model, layer, at.record) &&
                row_is_error(sheet_pass(heir), at, query))
                return;
    heir->work = memory_new(1, sizeof *heir->work);
    heir->work->search.done = true;
}

static Work *work_of(const Session *session) {
    Sheet *sheet = session->now;
    const Look *look = &session->look;
    Work *work = sheet->work;
    if (!work)
        work = sheet->work = memory_new(1, sizeof *work);
    if (work->walk && work->record == look->record && work->layer == look->layer)
        return work;
    drop_all_walks(work);
    work->part = NULL;
    work->record = look->record;
    work->layer = look->layer;
    work->heads = sheet->model.layers[look->layer].heads;
    work->walk = memory_new(work->heads, sizeof(Survey *));
    work->sums = memory_new(work->heads, sizeof *work->sums);
    return work;
}

static Place place_of(const Session *session, size_t head) {
    Place place = session_place(session);
    place.head = head;
    return place;
}

/* Whether a key can be ahead of a query at all. */
static bool has_positions(const Session *session) {
    return !session_labels(session)->has_query_tokens;
}

static Survey *begin(const Session *session, size_t head, SurveyArea area) {
    return survey_new(sheet_pass(session->now), place_of(session, head), area,
                      has_positions(session));
}

static Survey *walk_of(const Session *session, size_t head) {
    Work *work = work_of(session);
    if (!work->walk[head])
        work->walk[head] = begin(
            session, head, survey_whole(&session->now->model, place_of(session, head)));
    return work->walk[head];
}

static bool is_small(const Session *session) {
    const Model *model = &session->now->model;
    const Look *look = &session->look;
    return model_queries(model, look->layer, look->record) *
               model_keys(model, look->layer, look->record) <=
           SMALL;
}

static bool is_done(const Survey *survey) {
    SurveySums sums = survey_sums(survey);
    return sums.rows_done == sums.rows;
}

const Survey *session_survey(const Session *session, size_t head) {
    if (is_small(session))
        while (!survey_advance(walk_of(session, head), SMALL))
            continue;
    return work_of(session)->walk[head];
}

SurveySums session_survey_sums(const Session *session, size_t head) {
    const Survey *survey = session_survey(session, head);
    return survey ? survey_sums(survey) : work_of(session)->sums[head];
}

/* ---- a part of the shown head ---- */

static bool same_part(const Session *session, const Survey *survey,
                      const SurveyArea *area) {
    if (!survey || survey_place(survey).head != session->look.head)
        return false;
    SurveyArea of = survey_area(survey);
    return of.row == area->row && of.rows == area->rows && of.col == area->col &&
           of.cols == area->cols && of.edge == area->edge;
}

static Survey *part_of_head(const Session *session, const SurveyArea *area) {
    Work *work = work_of(session);
    if (same_part(session, work->part, area))
        return work->part;
    survey_free(work->part);
    return work->part = begin(session, session->look.head, *area);
}

const Survey *session_part(const Session *session, const SurveyArea *area) {
    if (is_small(session))
        while (!survey_advance(part_of_head(session, area), SMALL))
            continue;
    const Work *work = work_of(session);
    return same_part(session, work->part, area) ? work->part : NULL;
}

/* ---- the work ---- */

/* What has to be done before a frame that nobody waits for may be written: of a very long head
 * some rows do, and of very many or very long heads the shown one. */
static bool is_enough(const Survey *survey) {
    SurveySums sums = survey_sums(survey);
    return sums.rows_done == sums.rows || sums.rows_done * survey_keys(survey) >= ENOUGH;
}

static bool others_are_few(const Session *session) {
    SurveyArea area = survey_whole(&session->now->model, session_place(session));
    return area.rows * area.cols <= ENOUGH / work_of(session)->heads;
}

/* Until the time is over: true when the walk is done. */
static bool walk_on(Survey *survey, long until) {
    size_t cells = until < 0 ? CELLS_AT_ONCE : CELLS_A_LOOK;
    size_t keys = survey_keys(survey), rows = cells > keys ? cells / keys : 1;
    while (!survey_advance(survey, rows))
        if (until < 0 ? is_enough(survey) : clock_milliseconds() >= until)
            return false;
    return true;
}

static bool head_done(const Session *session, size_t head) {
    const Work *work = work_of(session);
    return work->walk[head] ? is_done(work->walk[head]) : work->sums[head].rows > 0;
}

/* Of very many heads the walks that nobody looks at leave their sums behind. */
static void drop_walks(const Session *session) {
    Work *work = work_of(session);
    for (size_t h = 0; work->heads > WALKS_KEPT && h < work->heads; h++)
        if (h != session->look.head && work->walk[h] && is_done(work->walk[h])) {
            work->sums[h] = survey_sums(work->walk[h]);
            survey_free(work->walk[h]);
            work->walk[h] = NULL;
        }
}

/* The next of the walks that are wanted; NULL: all are done. */
static Survey *next_walk(const Session *session, const SurveyArea *part, bool enough) {
    bool (*done)(const Survey *) = enough ? is_enough : is_done;
    size_t heads = work_of(session)->heads, shown = session->look.head;
    if (part && !done(part_of_head(session, part)))
        return part_of_head(session, part);
    if (!done(walk_of(session, shown)))
        return walk_of(session, shown);
    for (size_t h = 0; h < heads && !(enough && !others_are_few(session)); h++)
        if (!head_done(session, h))
            return walk_of(session, h);
    return NULL;
}

bool session_work(Session *session, const SurveyArea *part, long milliseconds) {
    Survey *walk = NULL;
    long until = milliseconds < 0 ? -1 : clock_milliseconds() + milliseconds;
    while (!session->stopped && (walk = next_walk(session, part, until < 0)) != NULL) {
        session->slices++;
        if (!walk_on(walk, until) && until >= 0)
            break;
    }
    drop_walks(session);
    session->working = walk != NULL;
    return session->working;
}

void session_work_stop(Session *session) {
    session->stopped = true;
    session->working = false;
}

Progress session_progress(const Session *session, const SurveyArea *part) {
    const Work *work = work_of(session);
    const Survey *of_part = part ? session_part(session, part) : NULL;
    size_t rows = model_queries(&session->now->model, work->layer, work->record);
    Progress progress = {.heads = work->heads};
    progress.done = session_survey_sums(session, session->look.head).rows_done;
    progress.rows = rows + (part ? part->rows : 0);
    if (of_part)
        progress.done += survey_sums(of_part).rows_done;
    for (size_t h = 0; h < work->heads; h++)
        progress.heads_done += session_survey_sums(session, h).rows_done == rows;
    return progress;
}

bool session_ahead_is_wrong(const Session *session) {
    enum { EXCEPTIONS = 4 }; /* they are fewer than one in so many visible cells */
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

/* ---- what else comes in slices: search.c, verdict.c, mean.c ---- */

Mean *session_mean(const Session *session) {
    return &work_of(session)->mean;
}

Judging *session_judging(const Session *session) {
    return &work_of(session)->judging;
}

void session_judge_anew(const Session *session) {
    if (session->now && session->now->work)
        session->now->work->judging = (Judging){0};
}

Search *session_search(const Session *session) {
    return &work_of(session)->search;
}

size_t work_rows(const Model *model, Place place) {
    enum { CELLS_TOGETHER = 1 << 18 };
    size_t cells =
        model_keys(model, place.layer, place.record) * model->layers[place.layer].heads;
    return min_size(CELLS_TOGETHER / cells + 1, WORK_ROWS_MOST);
}

/* ---- findings ---- */

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
