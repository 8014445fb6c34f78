/* What the files of the script share: what a layer needs, and how lines are written. */
#ifndef SCRIPT_INSIDE_H
#define SCRIPT_INSIDE_H

#include "export/script.h"

/* What stands for scale·q·k, over all records: a set of these. */
enum { FROM_PRODUCT = 1, FROM_SCORES = 2, FROM_WEIGHTS = 4, FROM_NOTHING = 8 };

/* What one layer's function has to deal with, judged over all records and heads. */
typedef struct Traits {
    unsigned sources;
    bool values, values_all; /* some record has v; every one has */
    bool careful;       /* nan or +inf among scores, or anything not finite among v */
    bool empty, unused; /* such rows occur */
    bool mask, bias, segments;             /* some record has it … */
    bool mask_all, bias_all, segments_all; /* … and every one has, for all heads in one */
    bool additive; /* some record's mask is additive: 1 is visible in every sense */
    bool deeper;   /* arrays give something to this layer alone */
    bool edits;    /* scores written over by hand */
    size_t known;  /* 0: all */
} Traits;

typedef struct Script {
    Session *session;
    const Model *model;
    FILE *file;
    Traits *traits; /* [layers] */
    bool padding;   /* some position is padding */
    bool position;  /* some rule asks for it */
    bool offset;    /* and it is not the query's own number everywhere */
} Script;

/* One line of code, four blanks a level. */
void script_line(const Script *script, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A float as Python reads it back to the same bits. */
void script_number(double value, char out[40]);

/* np.array([…]) of rows × cols numbers, or of blocks of them (blocks 0: no such axis), opened
 * after `before`, closed by `after`. */
typedef struct Shape {
    size_t blocks, rows, cols;
} Shape;
void script_array(const Script *script, int level, const char *before,
                  const double *numbers, Shape shape, const char *after);

/* The option as "name=value" in out. */
const char *script_option(const Options *options, const char *name, char out[80]);

/* script_data.c */
void script_records(const Script *script);
void script_parameters(const Script *script);
void script_shown(const Script *script);

/* script_helpers.c */
void script_helpers(const Script *script);

/* One layer being written. */
typedef struct Writing {
    const Script *script;
    const Layer *layer;
    const Options *options;
    const Traits *traits;
    size_t number;   /* from 1 */
    char rows[32];   /* "[:3]" under known=3, else "" */
    char square[64]; /* "[..., :3, :3]" */
    char option_text[80];
} Writing;

/* script_scores.c: the lines of a layer up to `visible`, and what its second half needs of them */
void script_write_x(Writing *writing);
void script_write_projection(Writing *writing, int level, const char *name,
                             LayerPart part, size_t heads);
void script_write_kv_map(Writing *writing, int level, const char *name);
void script_write_sources(Writing *writing);
void script_write_score_rules(Writing *writing);
void script_write_visible(Writing *writing);
/* Whether a line of the layer speaks of `position` and `key`. */
bool script_reads_positions(const Model *model, size_t layer);
const char *script_option_of(Writing *writing,
                             const char *name); /* until the next call */
bool script_has(const Writing *writing, LayerPart part);

/* script_layer.c */
void script_layer(const Script *script, size_t layer);
bool script_torch(const Script *script,
                  size_t layer); /* whether PyTorch has a call for it */

#endif
