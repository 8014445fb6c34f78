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

/* Columns first .. first+count-1 of a row, and where their numbers go. */
typedef struct GridSpan {
    size_t first, count;
    double *numbers; /* [count] */
} GridSpan;

typedef enum RowState { ROWSTATE_FINE, ROWSTATE_UNUSED, ROWSTATE_UNDEFINED } RowState;

/* Which part of the model holds a grid's numbers, where somebody gives them. */
typedef enum GridInput { GRID_COMPUTED, GRID_OF_RECORD, GRID_OF_LAYER } GridInput;

/* A set of grids, one bit each. */
typedef unsigned long long GridSet;
#define GRID_BIT(grid) (1ULL << (grid))

/* A row of a grid, as the functions of the table get it. */
typedef struct GridRow {
    const Model *model;
    Pass *pass;
    GridId grid;
    Place place;
    size_t row;
} GridRow;

/* A grid is one row of the table. Sizes that a row leaves out follow from its axes: as many rows
 * or columns as there are queries or keys, one column of AXIS_SINGLE, and the columns of a
 * layer's part. Its numbers are read by
 * the one of vector, whole and span that the row has. */
typedef struct GridSpec {
    const char *name;
    Axis rows, cols;
    bool per_head;
    bool kv_heads; /* of heads there are as many as key/value heads */
    bool rule;     /* it shows the rule: its cells are forced, not edited */
    /* The place in the order of Tab; equals follow each other by GridId. 0: Tab leaves it out. */
    int turn;
    GridSet made_of; /* the grids that it is calculated from */
    GridInput input; /* whether a scene can give it */
    int part;        /* RecordPart or LayerPart of an input */
    /* Of an input that another scene computes: from what; else NULL. */
    const char *computed_from;

    /* Whether a record has it in a layer; NULL: where its part is given, or always. */
    bool (*exists)(const Model *model, size_t layer, size_t record);
    size_t (*row_count)(const Model *model, size_t layer, size_t record);
    size_t (*col_count)(const Model *model, size_t layer, size_t record);
    /* A row that the pass keeps; all columns of a row into numbers; some columns of a row. */
    const double *(*vector)(Pass *pass, Place place, size_t row, bool *undefined);
    RowState (*whole)(const GridRow *at, double *numbers);
    RowState (*span)(const GridRow *at, GridSpan span);
    void (*prepare)(Pass *pass, Place place, size_t first, size_t count);
} GridSpec;

extern const GridSpec grid_table[GRID_COUNT];

/* "weights" or "weights.2": sets *grid, and *head (from 0) where a suffix names one, else -1. */
bool grid_parse(const char *word, GridId *grid, long *head, Error *error);

/* Whether the model has it at that place; if not, error says why. */
bool grid_exists(const Sheet *sheet, GridId grid, Place place, Error *error);

/* Returns true if the grid has a cell for each query and key. */
bool grid_is_square(GridId grid);

size_t grid_rows(const Sheet *sheet, GridId grid, Place place);
size_t grid_cols(const Sheet *sheet, GridId grid, Place place);

/* One row's numbers [grid_cols]; nan where undefined. GRID_DELTA is not served here (session.h). */
RowState grid_row(Sheet *sheet, GridId grid, Place place, size_t row, double *numbers);

/* The numbers of some columns. */
RowState grid_span(Sheet *sheet, GridId grid, Place place, size_t row, GridSpan span);

/* Makes rows first .. first+count-1 that will be asked for: together they cost less. */
void grid_prepare(Sheet *sheet, GridId grid, Place place, size_t first, size_t count);

/* One number; *state may be NULL. */
double grid_cell(Sheet *sheet, GridId grid, Place place, size_t row, size_t col,
                 RowState *state);

/* Numbers of the whole array, over all records and heads. */
size_t grid_size(const Sheet *sheet, GridId grid, size_t layer);

#endif
