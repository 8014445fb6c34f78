/* A scene: a model, its labels, and the steps that a lecturer pages through. It does not
 * change after it was read. */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "base/error.h"
#include "base/text.h"
#include "math/model.h"

/* A text in several languages ("en", "zh", others are kept). Several of one language are
 * its paragraphs, in order. */
typedef struct Texts {
    struct LangText {
        char *lang, *text;
    } * items;
    size_t count;
} Texts;

/* Flags of an action in assets/actions.def. */
typedef enum ActionFlag {
    ACTION_CHANGES = 1,   /* changes numbers, rule, mask or baseline; undo reverts it */
    ACTION_IN_SCENE = 2,  /* a scene may hold it */
    ACTION_EDITS = 4,     /* edits a number or mask cell; quitting unsaved asks first */
    ACTION_PLACE = 8,     /* chooses the shown record, layer or head */
    ACTION_BASELINE = 64, /* sets a baseline */
    ACTION_NOTED = 128,   /* changes nothing, but what follows may depend on it */
    ACTION_KEEPS_ASKING = 16, /* leaves the question of quit open */
    ACTION_KEEPS_STOPPED = 32 /* long work that was stopped does not go on after it */
} ActionFlag;

typedef enum LineKind {
    LINE_ACTION,
    LINE_EXPECT,
    LINE_TOLERANCE,
    LINE_MISTAKE, /* of a question */
    LINE_SOLUTION /* an action on the way to the step's goal */
} LineKind;

/* A row that acts, judges or answers; words are its fields, without the first one where
 * that is no action. */
typedef struct Line {
    LineKind kind;
    int number; /* line of the file */
    Words words;
    double tolerance; /* of LINE_TOLERANCE */
} Line;

typedef struct Step {
    int number;    /* line of the file */
    Texts heading; /* of steps[0]: its question, if it asks */
    Texts say;
    Line *lines; /* of all kinds, in order */
    size_t line_count;
} Step;

/* Labels of a record, for Tq queries and Tk keys; no string is NULL. */
typedef struct Labels {
    char *name;          /* of the record; "" if it has none */
    char **tokens;       /* [Tk]; else the positions as text */
    char **query_tokens; /* [Tq]; else the token of slot i + Tk - Tq, or the position */
    char **targets;      /* [Tq]; "" for a query without one; NULL: there are none */
    bool has_tokens, has_query_tokens;
    char *positions; /* the texts of positions, to which tokens may point */
    int query_columns, key_columns; /* of the longest query_token and token */
    /* Whether they are given before the first record, for all of them. */
    bool targets_common, padding_common, segments_common;
} Labels;

/* A row whose numbers or labels lie in a file of their own. */
typedef struct ArrayRow {
    int line;
    char *kind;          /* as the row has it: "q", "q.2" */
    char *file;          /* resolved; with :NAME in an .npz */
    char *axes;          /* NULL: none given */
    char *shape;         /* "[12,1024,64]"; "" of a file of labels */
    struct Array *array; /* NULL: of a file of labels */
} ArrayRow;

/* A note of the view: lines of the longest heading and text at a width; width 0: none. */
typedef struct WordsMeasured {
    int width, lang;
    bool ascii, shapes;
    size_t step;
    int heading, text;
} WordsMeasured;

typedef struct Scene {
    WordsMeasured *measured; /* owned */
    Text text;               /* the file as it is, for saving */
    char *path, *source;
    char *id; /* else the file's name without .csv */
    Texts title;
    long base;        /* number of the first position and component */
    double tolerance; /* for expect, as the scene starts */
    Model model;
    Labels *labels;   /* [model.record_count] */
    Words candidates; /* [model.candidates] */
    bool own;         /* no file of rows: arrays from the command line */
    ArrayRow *arrays; /* [array_count] */
    size_t array_count;
    Step *steps; /* [step_count + 1]; steps[0] has all before the first step */
    size_t step_count;
} Scene;

/* The names of the parts in files: record parts, then layer parts. */
extern const char *const part_names[RECORD_PARTS + LAYER_PARTS];

/* A path that starts with this is not a path but the rows of a scene, whose arrays may
 * lie anywhere. */
#define SCENE_ROWS "attnscope,1\n"

/* Reads path ("-": standard input; an array: a model's finished weights). On failure the
 * error is located and scene is {0}. Actions and expects are kept as words, which the
 * session judges on opening. */
bool scene_read(Scene *scene, const char *path, Error *error);

/* As scene_read, from bytes; path is for messages and for the id. Arrays of rows from
 * outside of files may lie anywhere, and make the title. */
bool scene_parse(Scene *scene, const char *path, const char *bytes, size_t length,
                 bool outside, Error *error);
void scene_release(Scene *scene);

/* Returns true if the files of arrays are as they were when they were mapped; the error
 * names one that is not. */
bool scene_same(const Scene *scene, Error *error);

bool texts_hold(const Texts *texts, const char *lang);

/* A paragraph in a language, or else in English, or else in the first language there is;
 * NULL past the last paragraph. */
const char *texts_in(const Texts *texts, const char *lang, size_t index);

#endif
