/* A scene: a model, its labels, and the steps that a lecturer pages through. Immutable once read. */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "base/error.h"
#include "base/text.h"
#include "math/model.h"

/* One text in several languages ("en", "zh", any other kept). Several of one language are
 * paragraphs, in order. */
typedef struct Texts {
    struct LangText {
        char *lang, *text;
    } * items;
    size_t count;
} Texts;

/* What an action does and where it may be: flags of the rows of assets/actions.def. */
typedef enum ActionFlag {
    ACTION_CHANGES = 1,  /* numbers, rule, mask or baseline: undo takes it back */
    ACTION_IN_SCENE = 2, /* a scene may hold it */
    ACTION_EDITS = 4     /* a number or mask cell: asks before quitting unsaved */
} ActionFlag;

typedef enum LineKind { LINE_ACTION, LINE_EXPECT, LINE_TOLERANCE } LineKind;

/* A row that acts or judges; words are its fields (an expect's without the word expect). */
typedef struct Line {
    LineKind kind;
    int number; /* line of the file */
    Words words;
    double tolerance; /* of LINE_TOLERANCE */
} Line;

typedef struct Step {
    int number;    /* line of the file */
    Texts heading; /* of steps[0]: empty */
    Texts say;
    Line *lines; /* actions, expects, tolerances as they stand */
    size_t line_count;
} Step;

/* Labels of a record; no string is NULL. */
typedef struct Labels {
    char *name;    /* of the record; "" where there is none */
    char **tokens; /* [Tk]; positions as text where the scene names none */
    char **
        query_tokens; /* [Tq]; those of slot i + Tk - Tq where not given (positions if none) */
    char **targets; /* [Tq]; "" where there is none; NULL: there are none */
    bool has_tokens, has_query_tokens, has_targets;
    char *positions; /* what tokens and query_tokens point into where none are given */
    int query_columns, key_columns; /* of the longest query_token and token */
    bool targets_common, padding_common,
        segments_common; /* given before the first record */
} Labels;

/* A row whose numbers lie in a file of their own. */
typedef struct ArrayRow {
    int line;
    char *kind;          /* as the row has it: "q", "q.2" */
    char *file;          /* resolved; with :NAME in an .npz */
    char *axes;          /* NULL: none given */
    char *shape;         /* "[12,1024,64]"; "" of a file of labels */
    struct Array *array; /* NULL: of a file of labels */
} ArrayRow;

/* What whoever draws has measured of the words, kept with them: lines of the longest heading and
 * text in so many columns. width 0: nothing yet. */
typedef struct WordsMeasured {
    int width, lang;
    bool ascii;
    size_t step;
    int heading, text;
} WordsMeasured;

typedef struct Scene {
    WordsMeasured *measured; /* owned */
    char *text;              /* the file as it is, for saving: [text_length] bytes */
    size_t text_length;
    char *path, *id,
        *source; /* id: the file's name without .csv where no id row stands */
    Texts title;
    long base;        /* number of the first position and component */
    double tolerance; /* for expect, as the scene starts */
    Model model;
    Labels *labels;    /* [model.record_count] */
    char **candidates; /* [model.candidates] */
    bool own;          /* no file of rows: arrays from the command line */
    ArrayRow *arrays;  /* [array_count] */
    size_t array_count;
    Step *steps; /* [step_count + 1]; steps[0] is what stands before the first step */
    size_t step_count;
} Scene;

/* The names of the parts in files: record parts, then layer parts. */
extern const char *const part_names[RECORD_PARTS + LAYER_PARTS];

/* A path may also hold the rows of a scene themselves, whose arrays may lie anywhere: then it
 * starts with this. */
#define SCENE_ROWS "attnscope,1\n"

/* Reads path ("-": standard input; an array: a model's finished weights). On failure error holds "FILE:LINE: what, what was expected"
 * and scene is {0}. Actions and expects are kept as words; the session judges them on opening. */
bool scene_read(Scene *scene, const char *path, Error *error);

/* The same from bytes; path is for messages and for the id. */
bool scene_parse(Scene *scene, const char *path, const char *bytes, size_t length,
                 Error *error);
void scene_release(Scene *scene);

/* Whether the mapped files are still as long as they were; the error names one that is not. */
bool scene_whole(const Scene *scene, Error *error);

bool texts_hold(const Texts *texts, const char *lang); /* whether there is one in lang */

/* The texts of one language; where it has none, English, else the first language there is.
 * index counts paragraphs; NULL past the last. */
const char *texts_in(const Texts *texts, const char *lang, size_t index);

#endif
