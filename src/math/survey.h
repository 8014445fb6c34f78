/* All of one head, or a part of it, seen from afar: a walk over its rows that keeps none
 * of them.
 *
 * The T×T cells of a head are summed up in tiles: the largest weight of each tile, and
 * its number of cells that are visible, hidden, ahead of their query, hidden yet
 * counted, or NaN. The walk takes the rows in an order in which any number of them is
 * spread evenly over the head, so that the picture is coarse at once and exact when all
 * rows are done. On the way it finds faults, the heaviest first, and sums up the head
 * as a whole. */
#ifndef MATH_SURVEY_H
#define MATH_SURVEY_H

#include "math/pass.h"

enum {
    SURVEY_SIDE = 256, /* tiles along an edge of a whole head, at most */
    FINDINGS_KEPT = 1000
};

/* A part of the head, in tiles of edge × edge; row and col are multiples of edge. */
typedef struct SurveyArea {
    size_t row, rows, col, cols;
    size_t edge; /* a power of two */
} SurveyArea;

/* Some cells summed up; those of unused queries are left out. */
typedef struct Tile {
    size_t rows; /* walked so far */
    double largest;
    size_t visible, hidden;
    size_t ahead;   /* visible, after their query */
    size_t counted; /* hidden, yet with a weight */
    size_t broken;  /* of rows without a value, or NaN */
} Tile;

typedef enum FindingKind {
    FINDING_AHEAD,    /* a visible key after its query; the weight */
    FINDING_COUNTED,  /* a weight on a hidden key */
    FINDING_EMPTY,    /* a row without a visible key */
    FINDING_SUM,      /* a row whose sum is not 1; the sum */
    FINDING_NAN,      /* a row with NaN in weights, out or a score that counts */
    FINDING_INFINITE, /* a row with infinities in out, or +inf in a score that counts */
    FINDING_DIVIDED,  /* a row of given weights whose sum was not 1; that sum */
    FINDING_KINDS
} FindingKind;

typedef struct Finding {
    size_t query, key;
    double value;
    double rank; /* the largest rank comes first, then the first query, then key */
} Finding;

/* The head as a whole; exact once every row is done. */
typedef struct SurveySums {
    Place place;
    size_t rows_done, rows;
    size_t keys;     /* of a row: the cost of walking it */
    double entropy;  /* of the weights of a row, in nats; mean over the used rows */
    double on_first; /* weight on the first key; mean over the used rows */
    size_t visible, ahead;
    size_t found[FINDING_KINDS];
} SurveySums;

typedef struct Survey Survey;

/* The whole head at the smallest edge with which it fits into SURVEY_SIDE tiles. */
SurveyArea survey_whole(const Model *model, Place place);

/* positions: queries and keys are of one sequence, so that a key can be ahead of a query.
 * The pass is borrowed and must outlive the survey. */
Survey *survey_new(Pass *pass, Place place, SurveyArea area, bool positions);
void survey_free(Survey *survey);

/* Walks at most `rows` further rows, which cost less together; true: all are done. */
bool survey_advance(Survey *survey, size_t rows);

SurveyArea survey_area(const Survey *survey);
SurveySums survey_sums(const Survey *survey);

/* A part of the area summed up; its bounds are bounds of tiles. */
Tile survey_tile(const Survey *survey, size_t row, size_t rows, size_t col, size_t cols);

/* The first FINDINGS_KEPT of a kind, in order; *count: how many there are. */
const Finding *survey_findings(const Survey *survey, FindingKind kind, size_t *count);

#endif
