/* The grids: every array of the calculation by name, row by row. One table serves dump, expect,
 * focus, edit and the screen. */
#ifndef SESSION_GRID_H
#define SESSION_GRID_H

#include "session/sheet.h"

typedef enum GridId {
    GRID_X,
    GRID_Q,
    GRID_K,
    GRID_V,
    GRID_SCORES,
    GRID_VISIBLE,
    GRID_DROP,
    GRID_ADDITIVE,
    GRID_MASKED,
    GRID_WEIGHTS,
    GRID_SUMS,
    GRID_OUT,
    GRID_CONCAT,
    GRID_WO,
    GRID_Y,
    GRID_PROB,
    GRID_LOSS,
    GRID_SCORED,
    GRID_REACH,
    GRID_DELTA,
    GRID_WQ,
    GRID_WK,
    GRID_WV,
    GRID_MASK,
    GRID_BIAS, /* the scene's own; only where it gives them */
    GRID_COUNT
} GridId;

/* What the rows or columns of a grid are. */
typedef enum Axis {
    AXIS_QUERY,     /* queries */
    AXIS_KEY,       /* keys, or positions */
    AXIS_COMPONENT, /* components of a vector */
    AXIS_JOINED,    /* components of heads side by side (concat's columns, W_O's rows) */
    AXIS_OUTPUT,    /* columns of y: candidates where the scene names them */
    AXIS_SINGLE     /* one column without a label */
} Axis;

typedef struct GridSpec {
    const char *name;
    Axis rows, cols;
    bool per_head;
    bool
        derived; /* not an input: edit says where it comes from (scores is the exception) */
} GridSpec;

extern const GridSpec grid_table[GRID_COUNT];

/* "weights" or "weights.2": sets *grid, and *head (from 0) where a suffix names one, else -1. */
bool grid_parse(const char *word, GridId *grid, long *head, Error *error);

/* Whether the model has it at that place; if not, error says why. */
bool grid_exists(const Sheet *sheet, GridId grid, Place place, Error *error);

size_t grid_rows(const Sheet *sheet, GridId grid, Place place);
size_t grid_cols(const Sheet *sheet, GridId grid, Place place);

typedef enum RowState { ROWSTATE_FINE, ROWSTATE_UNUSED, ROWSTATE_UNDEFINED } RowState;

/* One row's numbers [grid_cols]; nan where undefined. GRID_DELTA is not served here (session.h). */
RowState grid_row(Sheet *sheet, GridId grid, Place place, size_t row, double *numbers);

/* Columns first .. first+count-1 of a row, and where their numbers go. */
typedef struct GridSpan {
    size_t first, count;
    double *numbers; /* [count] */
} GridSpan;

/* The same of some columns. */
RowState grid_span(Sheet *sheet, GridId grid, Place place, size_t row, GridSpan span);

/* Makes rows first .. first+count-1 that will be asked for: together they cost less. */
void grid_prepare(Sheet *sheet, GridId grid, Place place, size_t first, size_t count);

/* One number; *state may be NULL. */
double grid_cell(Sheet *sheet, GridId grid, Place place, size_t row, size_t col,
                 RowState *state);

/* Numbers of the whole array, over all records and heads. */
size_t grid_size(const Sheet *sheet, GridId grid, size_t layer);

#endif
