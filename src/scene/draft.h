/* The draft of a scene, private to the reader: every matrix and list with the line that
 * it comes from, in the scope that it was given in (all records, one record, all layers,
 * one layer), before the lengths are known. */
#ifndef SCENE_DRAFT_H
#define SCENE_DRAFT_H

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

/* The length of an axis of arrays, and the line that told it; 0: not told. */
typedef struct Counted {
    size_t count;
    int line;
} Counted;

typedef struct Draft {
    Scene *scene;
    Error *error;
    const struct Kind *kind; /* of the row being read */
    size_t rows;             /* seen so far */
    int once[ONCES];         /* lines */
    Scopes records, layers;
    size_t layer;                /* that data belong to, from 1; 0: all layers */
    int again_line, again_first; /* of a record or layer named again, as an action; 0 */
    List candidates;
    Definition *growing; /* the matrix that the row before belongs to, or NULL */
    Definitions *growing_in;
    bool after_step; /* the row before was a step's */
    Counted records_counted, layers_counted, heads_counted, kv_counted;
    bool outside; /* rows of the command line, whose arrays may lie anywhere */
} Draft;

/* Sets the error, located at a line. Always false.
 *
 *     bool fault(Draft *draft, int line, const char *format, …); */
#define fault(draft, line, ...) fault_because(draft, line, NULL, __VA_ARGS__)
#define fault_because(draft, line, cause, ...)                                           \
    __extension__({                                                                      \
        error_because((draft)->error, cause, __VA_ARGS__);                               \
        fault_at(draft, line);                                                           \
    })

/* Locates the error that was set. Always false. */
bool fault_at(Draft *draft, int line);

/* The line as errors show it: 0 of rows of the command line, which nobody sees. */
int seen_line(const Draft *draft, int line);

/* Sets the error that a row of that name is on an earlier line. Always false. */
bool duplicate_fault(Draft *draft, int line, const char *name, int earlier);

void draft_init(Draft *draft);
void draft_release(Draft *draft);

/* Adds a record or layer after the others. */
void scope_add(Scopes *scopes, const char *name, int line);

/* The definition of a head (0: of all heads in one), or NULL. */
const Definition *definition_of(const Definitions *definitions, size_t head);
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
bool draft_build(Draft *draft);

#endif
