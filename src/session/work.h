/* Long work: heads seen from afar (math/survey.h), walked in slices and kept with the sheet they
 * are of, so that a change of numbers or rule drops them.
 *
 * Of a small head all is walked when it is asked for; of a large one what has been so far is told,
 * and who drives the session lets it go on. */
#ifndef SESSION_WORK_H
#define SESSION_WORK_H

#include "math/survey.h"
#include "session/session.h"

typedef struct Work Work;

void work_free(Work *work); /* NULL is fine */

/* Where old was searched and has no empty row, and its heir (sheet_inherit) has none in the one
 * query that differs, there is nothing to search for anew. */
void work_inherit(Sheet *heir, const Sheet *old, size_t layer, size_t query);

/* The walk over a head of the shown record and layer; NULL: not begun, or no longer kept. */
const Survey *session_survey(const Session *session, size_t head);

/* What is known of such a head, kept when its walk is not; rows is 0 before it was begun. */
SurveySums session_survey_sums(const Session *session, size_t head);

/* The walk over a part of the shown head; NULL: not begun. */
const Survey *session_part(const Session *session, const SurveyArea *area);

/* Goes on for that long, some rows at least (negative: as long as is worth waiting for, which only
 * the longest heads are not done in): first the part of the shown head (NULL: none is wanted), then
 * all of it, then the other heads. True: there is more to do. */
bool session_work(Session *session, const SurveyArea *part, long milliseconds);

/* ---- empty rows of long scenes, which are looked for in slices, too ---- */

/* The empty rows of one head, so far. */
typedef struct EmptyRows {
    Place place;
    size_t first, count;
} EmptyRows;

typedef struct Search {
    bool done;
    Place place; /* where to go on */
    size_t query;
    EmptyRows *empty; /* heads that have some */
    size_t heads, count;
} Search;

Search *session_search(const Session *session);
bool session_search_on(Session *session, long milliseconds); /* as session_work */

/* ---- what is made row by row of y, in slices as well ---- */

/* Rows of y to make together: of long ones no more cells than a slice has time for. */
enum { WORK_ROWS_MOST = 32 };
size_t work_rows(const Model *model, Place place);

/* The verdict of a perturb, so far. */
typedef struct Judging {
    const Sheet *against; /* NULL: not begun */
    size_t next, rows;    /* to be judged */
    size_t ready;         /* rows that are made */
    bool done, found;     /* found: where it first changed */
    Verdict verdict;
} Judging;

Judging *session_judging(const Session *session);
void session_judge_anew(const Session *session); /* the baseline is another one */
bool session_judge_on(Session *session, long milliseconds); /* as session_work */

/* The mean loss, so far. */
typedef struct Mean {
    size_t record, query; /* the next row */
    double sum;
    size_t divisor;
    bool undefined, done;
} Mean;

Mean *session_mean(const Session *session);
bool session_mean_on(Session *session, long milliseconds); /* as session_work */

/* What pass_mean_loss says; of a long scene false until all rows are added. */
bool session_mean_seen(const Session *session, LossState *state, double *value,
                       size_t *divisor);

/* ---- how long, how far ---- */

/* So long that a frame does not wait for what every row has to say. */
bool session_is_long(const Session *session);

/* Rows that are done of the part's and the shown head's, and heads of which all are. */
typedef struct Progress {
    size_t done, rows;
    size_t heads_done, heads;
} Progress;
Progress session_progress(const Session *session, const SurveyArea *part);

/* No more work until something else is looked at, or changes. */
void session_work_stop(Session *session);

/* ---- what a later layer reads ---- */

/* Whether what the shown layer reads is made in every state that a frame compares; of scenes that
 * are not long it is made when asked for. done and rows: how much of it. */
bool session_inputs_ready(const Session *session, size_t *done, size_t *rows);
bool session_inputs_on(Session *session, long milliseconds); /* as session_work */
/* The same for one sheet and place, until that time (negative: to the end); true: ready. */
bool sheet_inputs_on(Session *session, Sheet *sheet, Place place, long until);

/* ---- findings, as they are listed ---- */

/* One line to choose: a cell, a row, or a head. */
typedef struct FindingEntry {
    bool is_head;
    FindingKind kind;
    Finding finding;
    size_t head;
} FindingEntry;

/* Findings of the shown head, kind by kind, then the heads, least entropy first; count may be
 * less than what was found. The caller frees the list. */
FindingEntry *session_findings(const Session *session, size_t *count);

/* A visible key after its query is wrong here: the rule forbids it, or a scored query can read it,
 * or so few of the cells are ahead that they are exceptions. */
bool session_ahead_is_wrong(const Session *session);

#endif
