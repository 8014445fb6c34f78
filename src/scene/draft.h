/* What the reader has gathered of a scene before its parts are fitted together: every matrix and
 * list with the line it comes from, in the scope (all records, one record, all layers, one layer)
 * that it stands in. Private to the reader. */
#ifndef SCENE_DRAFT_H
#define SCENE_DRAFT_H

#include "scene/scene.h"

/* A matrix and whose it is. */
typedef struct Definition {
    size_t head;            /* counted from 1; 0: all heads' */
    size_t layer, record;   /* from 1, of an array with such an axis; 0: of the scope's */
    int line;               /* of its first row */
    bool additive, one_row; /* a mask that was added; a row that holds for every query */
    double sum_error;       /* of weights */
    Matrix matrix;
} Definition;

/* Those of one part in one scope. */
typedef struct Definitions {
    Definition *items;
    size_t count;
} Definitions;

/* A row whose fields are kept until the lengths are known; line 0: absent. */
typedef struct List {
    const char *name; /* of its kind of row */
    Words words;
    int line;
    Words *each; /* of an array with a row a record: [count], instead of words */
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

/* What arrays give to one layer after the first. */
typedef struct DeeperDraft {
    Definitions part[RECORD_PARTS];
} DeeperDraft;

typedef struct RecordDraft {
    char *name; /* NULL: of the scope before the first record */
    int line;
    Definitions part[RECORD_PARTS];
    DeeperDraft *deeper; /* [layer_count - 1] or NULL, once inherited */
    size_t deeper_count;
    List list[LISTS];
    size_t queries, keys; /* once measured */
} RecordDraft;

typedef struct LayerDraft {
    int line; /* of its row; 0: none */
    Definitions part[LAYER_PARTS];
    size_t heads, kv_heads;
    int heads_line;
} LayerDraft;

/* Rows that may stand once. */
typedef enum Once {
    ONCE_ID,
    ONCE_SOURCE,
    ONCE_BASE,
    ONCE_TOLERANCE,
    ONCE_LOSS,
    ONCES
} Once;

typedef struct Draft {
    Scene *scene;
    Error *error;
    const struct Kind *kind; /* of the row being read */
    size_t rows;             /* seen so far */
    int once[ONCES];         /* lines */
    RecordDraft all_records, *records;
    size_t record_count;
    LayerDraft all_layers, *layers; /* [layer_count]: layer 1 first */
    size_t layer_count;
    size_t layer;                /* whose data follow, from 1; 0: all layers' */
    int again_line, again_first; /* a record or layer named again, as an action; or 0 */
    List candidates;
    Definition *growing; /* the matrix that the row before belongs to, or NULL */
    Definitions *growing_in;
    bool after_step; /* the row before was a step's */
    /* Axes of arrays: how many records, layers, heads and key/value heads they have, and the line
     * that says so; 0: not said. */
    struct Counted {
        size_t count;
        int line;
    } records_counted, layers_counted, heads_counted, kv_counted;
    bool outside;    /* arrays may lie anywhere: the rows come from the command line */
    double *numbers; /* of the row being read */
    size_t number_room;
} Draft;

/* Sets the error, located at a line; always false.
 *
 *     bool fault(Draft *draft, int line, const char *format, …); */
#define fault(draft, line, ...) fault_because(draft, line, NULL, __VA_ARGS__)
#define fault_because(draft, line, cause, ...)                                           \
    __extension__({                                                                      \
        error_because((draft)->error, cause, __VA_ARGS__);                               \
        fault_at(draft, line);                                                           \
    })
bool fault_at(Draft *draft, int line);

/* The line as an error may say it: 0 of rows that a command line implies, which nobody sees. */
int seen_line(const Draft *draft, int line);

void draft_release(Draft *draft);

/* Looks a head's own definition up (0: the common one); NULL where there is none. */
const Definition *definition_of(const Definitions *definitions, size_t head);
Definition *definition_add(Definitions *definitions, size_t head, int line);

/* "wq", or "wq.2" for head 2's own. */
void part_title(char out[24], const char *name, size_t head);

/* The definitions that a row of this part adds to, where it stands. */
Definitions *draft_scope(Draft *draft, size_t part);

/* Gives every record and layer what stands before the first of them. */
bool draft_inherit(Draft *draft);

/* Measures each record, and checks that everything given fits together. */
bool draft_check(Draft *draft);

/* Moves what was checked into the scene. */
bool draft_finish(Draft *draft);

#endif
