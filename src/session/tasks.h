/* Long work: results that need every row of a long scene are calculated in slices between
 * keys, and a frame shows as much of them as there is. work.c has the table of tasks and
 * their driver; the results are kept with the sheet (sheet/sheet.h). */
#ifndef SESSION_TASKS_H
#define SESSION_TASKS_H

#include "session/session.h"

/* The work that a frame needs. The inputs of the shown layer come first in any case. */
typedef enum WorkKind {
    WORK_INPUTS, /* nothing else */
    WORK_ROWS,   /* of a frame of grids: empty rows, the verdict, the mean loss */
    WORK_HEADS   /* of tiles and findings: walks over the heads */
} WorkKind;

typedef struct Wanted {
    WorkKind kind;
    const SurveyArea
        *part;    /* a part of the shown head, walked before all of it; NULL: none */
    bool patient; /* set by session_work if nobody waits for a slice to end */
} Wanted;

/* Goes on with the wanted work for so many milliseconds, at least for one slice;
 * negative: until it is done or the user stops it, though of the longest heads some rows
 * are enough. Returns true if there is more to do. */
bool session_work(Session *session, Wanted wanted, long milliseconds);

/* Stops work until the user asks for something else. */
void session_work_stop(Session *session);

/* Returns true for a scene so long that a frame does not wait for all of its rows. */
static inline bool session_is_long(const Session *session) {
    return work_is_long(&session->now->model);
}

/* ---- inputs of a later layer ---- */

/* Returns true if y of the layer below the shown one is calculated in every state that a
 * frame compares, and how many of the rows are. In scenes that are not long it is
 * calculated on demand, so that the answer is true. */
bool session_inputs_ready(const Session *session, size_t *done, size_t *rows);

/* As an action that works long: finishes these inputs, and looks for empty rows in all
 * layers. Returns false if the user stops it. */
bool session_finish(Session *session, bool *empty);

/* ---- heads seen from afar ---- */

/* Returns the walk over a head of the shown record and layer; NULL: not begun, or no
 * longer kept. A small head is walked at once. */
const Survey *session_survey(const Session *session, size_t head);

/* Returns the sums of such a walk, which are kept longer than the walk; rows is 0 before
 * it begins. */
SurveySums session_survey_sums(const Session *session, size_t head);

/* Returns the walk over a part of the shown head; NULL: not begun. */
const Survey *session_part(const Session *session, const SurveyArea *part);

/* The number of rows of the part and the shown head that are walked, and of heads that
 * are done. */
typedef struct Progress {
    size_t done, rows;
    size_t heads_done, heads;
} Progress;
Progress session_progress(const Session *session, const SurveyArea *part);

/* ---- findings, as they are listed ---- */

/* A line to choose: a cell, a row, or a head. */
typedef struct FindingEntry {
    bool is_head;
    FindingKind kind;
    Finding finding;
    size_t head;
} FindingEntry;

/* Lists findings of the shown head, kind by kind, then the heads, the least entropy
 * first; none while the weights are covered. *count can be less than the number found. The
 * caller frees the list. */
FindingEntry *session_findings(const Session *session, size_t *count);

/* Returns true if a visible key after its query is wrong here: because the rule forbids
 * it, because a scored query can read it, or because few cells are like that. */
bool session_ahead_is_wrong(const Session *session);

/* ---- results that need every row ---- */

/* Finds the first error of those known by now, and the number of others. In a long scene,
 * empty rows near the cursor and those found by now are known. */
bool session_trouble_seen(const Session *session, Trouble *trouble, size_t *others);

/* Judges the baseline by all rows; returns false if there is none, or it is this very
 * state. */
bool session_verdict(const Session *session, Verdict *verdict);
/* As session_verdict, but in a long scene by the rows judged by now; false if none is. */
bool session_verdict_seen(const Session *session, Verdict *verdict);
/* Compares a row of y in two states, and adds its changes to the verdict, which begins
 * exact. */
void verdict_row(Sheet *sheet, Sheet *other, Place place, size_t row, Verdict *verdict);

/* As pass_mean_loss, but returns false in a long scene until all rows are added. */
bool session_mean_seen(const Session *session, LossState *state, double *value,
                       size_t *divisor);

#endif
