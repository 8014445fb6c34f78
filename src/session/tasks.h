/* Long work: what needs every row of a long scene is done in slices between keys, and a frame shows
 * as much of it as there is. One table of tasks and one driver do it; the results are kept with the
 * sheet (session/sheet_work.h). */
#ifndef SESSION_TASKS_H
#define SESSION_TASKS_H

#include "session/session.h"

/* The work that a frame has a use for. The inputs of the shown layer come first in any case. */
typedef enum WorkKind {
    WORK_INPUTS, /* nothing else */
    WORK_ROWS, /* of a frame of grids: empty rows, the verdict of a perturb, the mean loss */
    WORK_HEADS /* of tiles and findings: walks over the heads */
} WorkKind;

typedef struct Wanted {
    WorkKind kind;
    const SurveyArea
        *part;    /* a part of the shown head, walked before all of it; NULL: none */
    bool patient; /* set by session_work: nobody waits for a slice to end */
} Wanted;

/* Goes on with the wanted work for that many milliseconds, one slice at least; negative: until it
 * is done, but for the longest heads, of which some rows are enough. True: there is more to do. */
bool session_work(Session *session, Wanted wanted, long milliseconds);

/* No more work until the user asks for something else. */
void session_work_stop(Session *session);

/* So long that a frame does not wait for what every row has to say. */
static inline bool session_is_long(const Session *session) {
    return work_is_long(&session->now->model);
}

/* ---- what a later layer reads ---- */

/* Whether y of the layer below the shown one is calculated in every state that a frame compares;
 * in scenes that are not long it always is, since asking for it is enough. done of rows are. */
bool session_inputs_ready(const Session *session, size_t *done, size_t *rows);

/* ---- heads seen from afar ---- */

/* The walk over a head of the shown record and layer; NULL: not begun, or no longer kept. A small
 * head is walked when it is asked for. */
const Survey *session_survey(const Session *session, size_t head);

/* The sums of such a walk, kept when the walk is not; rows is 0 before it was begun. */
SurveySums session_survey_sums(const Session *session, size_t head);

/* The walk over a part of the shown head; NULL: not begun. */
const Survey *session_part(const Session *session, const SurveyArea *part);

/* Rows that are walked of the part and of the shown head, and heads of which all are. */
typedef struct Progress {
    size_t done, rows;
    size_t heads_done, heads;
} Progress;
Progress session_progress(const Session *session, const SurveyArea *part);

/* ---- findings, as they are listed ---- */

/* One line to choose: a cell, a row, or a head. */
typedef struct FindingEntry {
    bool is_head;
    FindingKind kind;
    Finding finding;
    size_t head;
} FindingEntry;

/* Findings of the shown head, kind by kind, then the heads, least entropy first; count may be
 * less than the number found. The caller frees the list. */
FindingEntry *session_findings(const Session *session, size_t *count);

/* A visible key after its query is wrong here: the rule forbids it, or a scored query can read it,
 * or so few of the cells are ahead that they are exceptions. */
bool session_ahead_is_wrong(const Session *session);

/* ---- what needs every row ---- */

/* The first error of those known by now, and how many others there are. Of a long scene these are
 * empty rows near the cursor, and those that were found. */
bool session_trouble_seen(const Session *session, Trouble *trouble, size_t *others);

/* The verdict of a perturb on all rows; false: nothing was perturbed. */
bool session_verdict(const Session *session, Verdict *verdict);
/* Of a long scene the verdict on the rows judged by now; false: none is. */
bool session_verdict_seen(const Session *session, Verdict *verdict);
/* Compares a row of y in two states, and adds its changes to the verdict, which begins exact. */
void verdict_row(Sheet *sheet, Sheet *other, Place place, size_t row, Verdict *verdict);

/* pass_mean_loss; of a long scene false until all rows are added. */
bool session_mean_seen(const Session *session, LossState *state, double *value,
                       size_t *divisor);

#endif
