/* A sheet: one state of all inputs, and the numbers derived from it. Owners are counted,
 * so that the present, the state before the last action and a pinned baseline share most
 * of their numbers. */
#ifndef SESSION_SHEET_H
#define SESSION_SHEET_H

#include "math/pass.h"
#include "scene/scene.h"
#include "sheet/option.h"
#include "math/survey.h"

/* ---- long work ---- */

/* The results of long work are kept with the sheet, so that a change of numbers or rule
 * drops them; session/tasks.h goes on with the work in slices. */

/* The empty rows of one head. */
typedef struct EmptyRows {
    Place place;
    size_t first, count;
} EmptyRows;

/* The search for empty rows in all heads of all layers and records. */
typedef struct Search {
    bool done;
    Place place; /* the next row to look at */
    size_t query;
    EmptyRows *empty;    /* [heads]: those that have some */
    size_t heads, count; /* count: empty rows in all */
} Search;

/* The verdict on a baseline: the largest change of y (last layer) in the rows compared, and
 * its place. exact: every bit is as it was. */
typedef struct Verdict {
    bool exact;
    double largest;
    size_t record, row, col; /* of the largest change, in y */
    /* The first row that changed; of a perturb the layer and head in which a weight or out
     * first changed. */
    Place first;
    size_t first_row;
    size_t rows, all; /* rows compared, and those that the baseline has in all records */
} Verdict;

typedef struct Judging {
    const struct Sheet *against; /* the baseline that is judged; NULL: not begun */
    size_t record, next, rows;   /* rows judged of a record, and to be judged */
    size_t ready;                /* rows that are calculated */
    bool done, found;            /* found: verdict.first is known */
    Verdict verdict;
} Judging;

/* The mean loss. */
typedef struct Mean {
    size_t record, query; /* the next row */
    double sum;
    size_t divisor;
    bool undefined, done;
} Mean;

/* The heads of one layer of one record, walked for tiles and findings. */
typedef struct Walks {
    size_t record, layer, heads;
    Survey **walk;    /* [heads]; NULL: not begun, or dropped */
    SurveySums *sums; /* [heads] of dropped walks; rows is 0 otherwise */
    Survey *part;     /* of one head; NULL: none */
} Walks;

typedef struct Work {
    Search search;
    Judging judging;
    Mean mean;
    Walks walks;
} Work;

/* ---- the sheet ---- */

typedef struct Sheet {
    size_t owners;
    Model model;
    char **
        *targets; /* [records][Tq], "" where there is none; written by sheet_set_target */
    size_t *targets_owners; /* the number of sheets that share targets */
    size_t *targets_named;  /* [records]: how many targets are not "" */
    Pass *pass;             /* of model; made by sheet_pass */
    struct Sheet **kept;    /* [kept_count], see sheet_kept */
    size_t kept_count, kept_for;
    Work *work; /* on pass; made by sheet_work */
} Sheet;

Sheet *sheet_new(const Scene *scene);
Sheet *sheet_share(Sheet *sheet);
void sheet_release(Sheet *sheet); /* NULL is fine */

/* Gives the owner a sheet of its own and drops derived numbers; has to be called before
 * writing. */
Sheet *sheet_write(Sheet **sheet);

/* Returns the numbers of a sheet under the rule of another model of the scene, that is its
 * options and forced cells; the caller becomes an owner. */
Sheet *sheet_under(Sheet *numbers, const Model *rule);

/* Takes over derived numbers of old that are right here, too, because the two differ in
 * cells of one query of one layer only (math/pass.h). */
void sheet_inherit(Sheet *sheet, Sheet *old, size_t layer, size_t query);

/* Takes over q, k and v of old, as far as they are made of the same x and weights. */
void sheet_inherit_projections(Sheet *sheet, Sheet *old);

/* Drops derived numbers; they are derived again when somebody asks. */
void sheet_forget(Sheet *sheet);

/* Sets a target of a sheet that has one owner. */
void sheet_set_target(Sheet *sheet, size_t record, size_t query, const char *target);

Pass *sheet_pass(Sheet *sheet);
Work *sheet_work(Sheet *sheet);

/* Calculates some of the rows that a layer of a record reads, those of lower layers
 * first. Returns true if all are there. */
bool sheet_inputs_advance(Sheet *sheet, Place place);

/* Returns `count` places for sheets that are made from this one, NULL at first. What is put
 * there is owned by this sheet until it changes, or until places are asked for another
 * number, so that lanes are calculated once, and not for each frame. */
Sheet **sheet_kept(Sheet *sheet, size_t number, size_t count);

/* ---- functions of long work ---- */

void walks_release(Walks *walks);

/* Returns true for a model so long that a frame does not wait for all of its rows. */
bool work_is_long(const Model *model);

/* Returns how many rows of y to calculate together, so that a slice of long rows stays
 * short. */
enum { WORK_ROWS_MOST = 32 };
size_t work_rows(const Model *model, Place place);

#endif
