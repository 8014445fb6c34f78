/* The command line, read into one struct. */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

typedef enum Mode {
    MODE_SHOW, /* the terminal program, or one frame where stdout is no terminal */
    MODE_CHECK,
    MODE_PRINT,
    MODE_DUMP,
    MODE_EXPLAIN,
    MODE_LIST,
    MODE_HELP_ACTIONS,
    MODE_HELP,
    MODE_VERSION
} Mode;

/* Whether --print writes colors; auto: to a terminal, where NO_COLOR does not forbid
 * it. */
typedef enum Color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } Color;

/* One --do or --keys. */
typedef struct Deed {
    bool keys;
    const char *line;
} Deed;

typedef struct CommandLine {
    Mode mode;
    char **scenes; /* [scene_count], borrowed from argv */
    size_t scene_count;
    const char *grid; /* of --dump; with row and column of --explain */
    const char *step, *record, *layer, *head, *theme, *lang; /* NULL: not given */
    Color color;
    Deed *deeds; /* in the order in which they were given */
    size_t deed_count;
    int width, height; /* 0: not given */
    size_t limit; /* bytes of an export that are written without asking; 0: not given */
    bool no_mouse, recover;
    Words arrays, axes; /* NAME=FILE and NAME=AXES, as given */
    Text rows;          /* the scene that the arrays are; scenes[0] where there are any */
} CommandLine;

/* argv must live as long as the result. */
bool command_line_read(CommandLine *line, int argc, char **argv, Error *error);
void command_line_release(CommandLine *line);

/* The text of --help in English and in Chinese. */
extern const char command_line_help[], command_line_help_zh[];

#endif
