/* The draft of a scene and the readers of rows that fill it; private to them. It has
 * every matrix and list with the line that it comes from, in the scope that it was given
 * in (all records, one record, all layers, one layer), before the lengths are known. */
#ifndef SCENE_DRAFT_H
#define SCENE_DRAFT_H

#include "scene/csv_rows.h"
#include "scene/scene.h"

/* A matrix of a part. */
typedef struct Definition {
    char title[24];       /* "wq", or "wq.2" of one head */
    size_t head;          /* from 1; 0: all heads in one */
    size_t layer, record; /* from 1, of an array with such an axis; 0: of the scope's */
    int line;             /* of its first row */
    bool additive;        /* a mask given as numbers that are added to scores */
    bool one_row;         /* its row holds for every query */
    double sum_error;     /* of weights */
    Matrix matrix;
} Definition;

/* All definitions of one part in one scope. */
typedef struct Definitions {
    Definition *items;
    size_t count;
} Definitions;

/* A row whose fields are kept until the lengths are known; line 0: absent. */
typedef struct List {
    const char *name; /* of its kind of row */
    Words words;
    int line;
    Words *each; /* [count], instead of words: of an array with a row for each record */
    size_t count;
} List;

typedef enum ListKind {
    LIST_TOKENS,
    LIST_TARGETS,
    LIST_PADDING,
    LIST_SEGMENTS,
    LIST_QUERY_TOKENS,
    LIST_QUERY_PADDING,
    LIST_QUERY_SEGMENTS,
    LIST_OFFSET,
    LISTS
} ListKind;

/* The parts of records and those of layers in one range. */
enum {
    WQ = RECORD_PARTS + PART_WQ,
    WK = RECORD_PARTS + PART_WK,
    WV = RECORD_PARTS + PART_WV,
    WO = RECORD_PARTS + PART_WO,
    PARTS = RECORD_PARTS + LAYER_PARTS
};

/* Whether a part has a matrix for each key/value head. */
static inline bool part_is_kv(size_t part) {
    return part == PART_K || part == PART_V || part == WK || part == WV;
}

/* All that rows give to one record or one layer. */
typedef struct Scope {
    char *name;              /* of a record */
    int line;                /* of its row; 0: none */
    Definitions part[PARTS]; /* those of records, or those of layers */

    /* Of a record: its parts in each layer, [layer_count], once inherited; there is 1
     * layer, or as many as arrays have. Its lengths, once measured. */
    Definitions (*layers)[RECORD_PARTS];
    size_t layer_count;
    List list[LISTS];
    size_t queries, keys;

    /* Of a layer. */
    size_t heads, kv_heads;
    int heads_line;
} Scope;

/* All records or all layers. */
typedef struct Scopes {
    Scope *at; /* [count + 1]: at[0] holds for all of them, at[1] is the first */
    size_t count;
} Scopes;

/* Rows that a scene may have once. */
typedef enum Once {
    ONCE_ID,
    ONCE_SOURCE,
    ONCE_BASE,
    ONCE_TOLERANCE,
    ONCE_LOSS,
    ONCES
} Once;

/* Numbers of the model that axes of arrays tell. */
typedef enum CountedKind {
    COUNTED_RECORDS,
    COUNTED_LAYERS,
    COUNTED_HEADS,
    COUNTED_KV_HEADS,
    COUNTEDS
} CountedKind;

typedef struct Counted {
    size_t count; /* 0: not told */
    int line;     /* that told it */
} Counted;

typedef struct Draft {
    Scene *scene;
    Error *error;

    /* The row being read. */
    const struct Kind *kind; /* or else, of a matrix: */
    size_t part, head;       /* head from 1; 0: all heads in one */
    int line;
    const char *const *field; /* [field_count] */
    size_t field_count;

    size_t rows;     /* seen so far */
    int once[ONCES]; /* lines */
    Scopes records, layers;
    size_t layer;                /* that data belong to, from 1; 0: all layers */
    int again_line, again_first; /* of a record or layer named again, as an action; 0 */
    List candidates;
    const Definition *growing; /* the matrix that the row before belongs to, or NULL */
    bool after_step;           /* the row before was a step's */
    Counted counted[COUNTEDS];
    bool outside; /* rows of the command line, whose arrays may lie anywhere */
} Draft;

/* Sets the error, located at the row being read or at another line. Always false.
 *
 *     bool fault(Draft *draft, const char *format, …);
 *     bool fault_on(Draft *draft, int line, const char *format, …); */
#define fault(draft, ...) fault_on(draft, (draft)->line, __VA_ARGS__)
#define fault_on(draft, line, ...)                                                       \
    __extension__({                                                                      \
        error_set((draft)->error, __VA_ARGS__);                                          \
        fault_at(draft, line);                                                           \
    })

/* As fault, with the error that was set as {cause}. */
#define fault_because(draft, ...)                                                        \
    __extension__({                                                                      \
        error_because((draft)->error, (draft)->error, __VA_ARGS__);                      \
        fault_at(draft, (draft)->line);                                                  \
    })

/* Locates the error that was set. Always false. */
bool fault_at(Draft *draft, int line);

/* The line as errors show it: 0 of rows of the command line, which nobody sees. */
int seen_line(const Draft *draft, int line);

/* Sets the error that such a row is on an earlier line. Always false. */
bool duplicate_fault(Draft *draft, int earlier);

/* ---- the rows ---- */

/* Where a row may be; THEN_ACTION: among the data, and in steps as an action. */
enum { IN_DATA = 1, IN_STEPS = 2, ANYWHERE = 3, THEN_ACTION = 6 };
enum { ANY_NUMBER = ROWS_CELLS_MAX };

/* Reads the row at hand. */
typedef bool RowReader(Draft *draft);

/* A kind of row; reader.c has the table. */
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
    read_expect, read_action, read_mistake, read_solution;

bool in_steps(const Draft *draft);

/* Fails in a step, or after a record or layer that was named again. */
bool check_place(Draft *draft);

/* Fails for a word that is no action which a scene may hold. */
bool check_action(Draft *draft, const char *name);

/* A row of a matrix whose cells are numbers. */
bool read_numbers(Draft *draft);

/* read_arrays.c: a row KIND,@FILE[,AXES] of a matrix or a list. */
bool read_array(Draft *draft);
bool list_is_file(const Draft *draft);
bool read_list_file(Draft *draft, List *list);

/* ---- the whole ---- */

void draft_release(Draft *draft);

/* Adds a record or layer after the others. */
void scope_add(Scopes *scopes, const char *name, int line);

/* The definition of a head (0: of all heads in one), or NULL. */
Definition *definition_of(const Definitions *definitions, size_t head);
Definition *definition_add(Definitions *definitions, size_t part, size_t head, int line);

/* The record or the layer that data belong to, or the one that holds for all of them. */
Scope *draft_record(Draft *draft);
Scope *draft_layer(Draft *draft);

/* The definitions that a row of this part adds to. */
Definitions *draft_scope(Draft *draft, size_t part);

/* Gives to every record and layer the definitions that hold for all of them. */
bool draft_inherit(Draft *draft);

/* Measures each record and checks that all its parts fit together. */
bool draft_check(Draft *draft);

/* Moves a checked draft into the scene. */
bool draft_build(Draft *draft, size_t length); /* of the rows, in bytes */

#endif
