/* The kinds of rows and their readers. Private to the reader, which has the table. */
#ifndef SCENE_ROW_KINDS_H
#define SCENE_ROW_KINDS_H

#include "scene/draft.h"
#include "scene/csv_rows.h"

/* Where a row may be; THEN_ACTION: among the data, and in steps as an action. */
enum { IN_DATA = 1, IN_STEPS = 2, ANYWHERE = 3, THEN_ACTION = 6 };
enum { ANY_NUMBER = ROWS_CELLS_MAX };

typedef bool RowReader(Draft *draft, const CsvRow *row);

typedef struct Kind {
    const char *name;
    RowReader *read;
    size_t detail;      /* its ListKind or Once */
    size_t least, most; /* values after the name */
    int where;
    const char *usage;
} Kind;

/* read_rows.c */
RowReader read_id, read_base, read_tolerance, read_loss, read_heads, read_list,
    read_candidates, read_record, read_layer, read_title, read_say, read_step,
    read_expect, read_action;

/* A row of a matrix whose cells are numbers. */
bool read_numbers(Draft *draft, const CsvRow *row, size_t part, size_t head);

/* read_arrays.c: a row KIND,@FILE[,AXES] of a matrix or a list. */
bool read_array(Draft *draft, const CsvRow *row, size_t part, size_t head);
bool list_is_file(const Draft *draft, const CsvRow *row);
bool read_list_file(Draft *draft, const CsvRow *row, List *list);

bool in_steps(const Draft *draft);

/* Fails in a step, or after a record or layer that was named again. */
bool check_place(Draft *draft, const CsvRow *row);

#endif
