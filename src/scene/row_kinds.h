/* The kinds of rows: what reads each of them. Private to the reader, which has the table. */
#ifndef SCENE_ROW_KINDS_H
#define SCENE_ROW_KINDS_H

#include "scene/draft.h"
#include "scene/csv_rows.h"

enum { IN_DATA = 1, IN_STEPS = 2, ANYWHERE = 3, ANY_NUMBER = ROWS_CELLS_MAX };

typedef bool RowReader(Draft *draft, const CsvRow *row);

typedef struct Kind {
    const char *name;
    RowReader *read;
    size_t detail;      /* which of a family: a ListKind, a Once */
    size_t least, most; /* values after the name */
    int where;
    const char *usage;
} Kind;

/* read_data.c */
RowReader read_id, read_base, read_tolerance, read_loss, read_heads, read_list,
    read_candidates, read_record, read_layer;

/* A row of a matrix, as numbers. */
bool read_numbers(Draft *draft, const CsvRow *row, size_t part, size_t head);

/* read_steps.c */
RowReader read_title, read_say, read_step, read_expect, read_action;

/* read_arrays.c: a matrix row KIND,@FILE[,AXES], and a list whose entries lie in a file. */
bool read_array(Draft *draft, const CsvRow *row, size_t part, size_t head);
bool list_is_file(const Draft *draft, const CsvRow *row);
bool read_list_file(Draft *draft, const CsvRow *row, List *list);

bool in_steps(const Draft *draft);

/* Fails for data in a step, or after a record or layer that was named again. */
bool data_may_stand(Draft *draft, const CsvRow *row);

/* Fails for a row that stood on an earlier line. */
bool duplicate(Draft *draft, const CsvRow *row, int earlier);

/* A copy in which line breaks, which a spreadsheet lets in, are blanks. */
char *one_line(const char *text);

Line *line_add(Draft *draft, LineKind kind, const CsvRow *row);

#endif
