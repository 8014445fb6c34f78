/* The grids: every array of the calculation by its name, read row by row. The command
 * line, expect, focus, edit and the screen read one table. */
#ifndef SESSION_GRID_H
#define SESSION_GRID_H

#include "sheet/sheet.h"

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
    GRID_BIAS, /* as the scene gives them */
    GRID_COUNT
} GridId;

/* The things that rows or columns of a grid are of. */
typedef enum Axis {
    AXIS_QUERY,     /* queries */
    AXIS_KEY,       /* keys, or positions */
    AXIS_COMPONENT, /* components of a vector */
    AXIS_JOINED,    /* components of heads side by side (concat's columns, W_O's rows) */
    AXIS_OUTPUT,    /* columns of y: candidates where the scene names them */
    AXIS_SINGLE     /* one column without a label */
} Axis;

/* Columns first .. first+count-1 of a row, and the place for their numbers. */
typedef struct GridSpan {
    size_t first, count;
    double *numbers; /* [count] */
} GridSpan;

/* One number of a grid; row and col count from 0. */
typedef struct GridCell {
    GridId grid;
    Place place;
    size_t row, col;
} GridCell;

typedef enum RowState { ROWSTATE_FINE, ROWSTATE_UNUSED, ROWSTATE_UNDEFINED } RowState;

/* The part of the model that holds the numbers of a grid, if a scene gives them. */
typedef enum GridInput { GRID_COMPUTED, GRID_OF_RECORD, GRID_OF_LAYER } GridInput;

/* A set of grids, one bit each. */
typedef unsigned long long GridSet;
#define GRID_BIT(grid) (1ULL << (grid))

/* A row of a grid, as the functions of the table receive it. */
typedef struct GridRow {
    const Model *model;
    Pass *pass;
    GridId grid;
    Place place;
    size_t row;
} GridRow;

/* A grid is one row of the table. Sizes that a row leaves out follow from its axes: as
 * many rows or columns as there are queries or keys, one column of AXIS_SINGLE, and the
 * columns of a layer's part. A row has one of vector, whole and span, which reads the
 * numbers. */
typedef struct GridSpec {
    const char *name;
    Axis rows, cols;
    bool per_head;
    bool kv_heads; /* it has as many heads as there are key/value heads */
    bool signs;    /* its cells are 0 or 1, and have one letter */
    bool rule;     /* it shows the rule: its cells are forced, not edited */
    /* The place in the order of Tab; rows of one place follow by GridId. 0: Tab leaves it
     * out. */
    int turn;
    GridSet made_of; /* the grids that it is calculated from */
    GridInput input; /* whether a scene can give it */
    int part;        /* RecordPart or LayerPart of an input */
    /* The grids from which some scenes compute this input; NULL: none do. */
    const char *computed_from;

    /* Returns true if a record has it in a layer. NULL: it does where the part is given,
     * and always where it has no part or can be calculated. */
    bool (*exists)(const Model *model, Place place);
    size_t (*row_count)(const Model *model, Place place);
    size_t (*col_count)(const Model *model, Place place);
    /* vector returns a row that the pass keeps, whole writes all columns of a row, and
     * span some of them. */
    const double *(*vector)(Pass *pass, Place place, size_t row, bool *undefined);
    RowState (*whole)(const GridRow *at, double *numbers);
    RowState (*span)(const GridRow *at, GridSpan span);
    void (*prepare)(Pass *pass, Place place, size_t first, size_t count);
} GridSpec;

extern const GridSpec grid_table[GRID_COUNT];

/* Parses "weights" or "weights.2". *head counts from 0, and is -1 without a suffix. */
bool grid_parse(const char *word, GridId *grid, long *head, Error *error);

/* Returns true if the model has the grid at that place; if not, error says why. */
bool grid_exists(const Sheet *sheet, GridId grid, Place place, Error *error);

/* Returns true if the grid has a cell for each query and key. */
bool grid_is_square(GridId grid);

size_t grid_rows(const Sheet *sheet, GridId grid, Place place);
size_t grid_cols(const Sheet *sheet, GridId grid, Place place);

/* Writes a row into numbers [grid_cols]; they are nan in an undefined row. GRID_DELTA is
 * read by session_delta. */
RowState grid_row(Sheet *sheet, GridId grid, Place place, size_t row, double *numbers);

/* Writes some columns of a row. */
RowState grid_span(Sheet *sheet, GridId grid, Place place, size_t row, GridSpan span);

/* Calculates rows first .. first+count-1, which cost less together than one by one. */
void grid_prepare(Sheet *sheet, GridId grid, Place place, size_t first, size_t count);

/* Returns one number; state may be NULL. */
double grid_cell(Sheet *sheet, GridId grid, Place place, size_t row, size_t col,
                 RowState *state);

/* Returns for how many heads the array is kept: a mask or bias that the scene gives to no
 * head alone is one for all of them. */
size_t grid_heads(const Sheet *sheet, GridId grid, Place place);

/* Returns how many numbers the whole array has, over all records and heads. */
size_t grid_size(const Sheet *sheet, GridId grid, size_t layer);

#endif
