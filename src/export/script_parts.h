/* The parts that a script is made of. Its code is rows of tables: a row is written where its
 * conditions hold for the layer, and words in it, as $heads, are replaced.
 *
 * Conditions are parted by blanks; all must hold, those after a minus must not, and | parts
 * alternatives:
 *
 *   causal=strict   the option has this value
 *   residual        the option is not as it starts
 *   values          a fact about the layer, over all its records and heads */
#ifndef SCRIPT_PARTS_H
#define SCRIPT_PARTS_H

#include <stdio.h>

#include "base/text.h"
#include "session/session.h"

typedef struct ScriptRow {
    const char *when; /* "": always */
    const char *text; /* a line or more, without the last newline */
} ScriptRow;

typedef struct Fact {
    const char *name;
    bool holds;
} Fact;

/* Every layer has all facts, so that a misspelt one is noticed at once. */
typedef struct Facts {
    Fact fact[40];
    size_t count;
} Facts;

typedef struct ScriptWord {
    const char *name;
    Text text;
} ScriptWord;

typedef struct Script {
    Session *session;
    const Model *model;
    FILE *file;
    Facts *facts; /* [layers] */
    ScriptWord word[20];
    size_t word_count;
} Script;

/* ---- script_rows.c ---- */

/* Whether the conditions hold for the layer, or for any. */
bool script_holds(const Script *script, size_t layer, const char *when);
bool script_anywhere(const Script *script, const char *when);

/* Sets the text of a word, which may have words in it. name is kept, not copied. */
void script_define(Script *script, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes text, its lines indented by four blanks a level. Besides words, $=name is replaced by an
 * option of the layer as "name=value", and $:name by its value as Python writes it. */
void script_text(const Script *script, size_t layer, int level, const char *text);

/* Writes the rows whose conditions hold. */
void script_rows(const Script *script, size_t layer, int level, const ScriptRow *rows,
                 size_t count);

/* Writes one line as printf does. */
void script_line(const Script *script, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes a float that Python reads back without a change. */
void script_number(double value, char out[40]);

/* Writes the numbers as one row of an array, over several lines where they are long. */
void script_numbers(const Script *script, int level, const double *row, size_t cols);

/* Returns the facts about every layer, in an array that the caller frees. */
Facts *script_facts(Session *session);

/* Sets the fact where it holds; where it does not, one that was set before remains. */
void script_fact(Facts *facts, const char *name, bool holds);

/* The smallest `known` of a layer and those before it; 0: all positions exist. */
size_t script_known(const Model *model, size_t layer);

/* ---- the other files ---- */

/* script_data.c: the numbers of the records, of the parameters, and those that are shown. */
void script_records(const Script *script);
void script_parameters(const Script *script);
void script_shown(const Script *script);

/* script_layer.c: the functions that layers call, and one layer as a function. */
void script_helpers(const Script *script);
void script_layer(Script *script, size_t layer);

/* Whether ALiBi or a rule in force reads `position` and `key`. */
bool script_reads_positions(const Model *model, size_t layer);

#endif
