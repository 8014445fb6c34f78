/* The results of long work on a sheet, as far as they are known. They are kept with the
 * sheet, so that a change of numbers or rule drops them; session/tasks.h goes on with the
 * work in slices. */
#ifndef SESSION_SHEET_WORK_H
#define SESSION_SHEET_WORK_H

#include "math/survey.h"

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

/* The verdict of a perturb: the largest change of y (last layer) in the rows before the
 * perturbed one, and its place. exact: every bit is as it was. */
typedef struct Verdict {
    bool exact;
    double largest;
    size_t row, col;  /* of the largest change, in y */
    size_t first_row; /* the first row that changed */
    Place first;      /* layer and head in which a weight or out first changed */
    size_t rows;      /* rows compared: 0 .. rows-1 */
} Verdict;

typedef struct Judging {
    const struct Sheet *against; /* the baseline that is judged; NULL: not begun */
    size_t next, rows;           /* rows judged, and to be judged */
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

void work_free(Work *work); /* NULL is fine */
void walks_release(Walks *walks);

/* Reuses the old search if it found no empty row and the query has none; else returns
 * NULL. The new model, of the pass, differs from the old one in that query of that layer
 * only. */
Work *work_inherit(const Work *old, Pass *pass, const Model *model, size_t layer,
                   size_t query);

/* Returns true for a model so long that a frame does not wait for all of its rows. */
bool work_is_long(const Model *model);

/* Returns how many rows of y to calculate together, so that a slice of long rows stays
 * short. */
enum { WORK_ROWS_MOST = 32 };
size_t work_rows(const Model *model, Place place);

#endif
