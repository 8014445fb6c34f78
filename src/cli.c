/* See cli.h. Options are rows of one table. */
#include "cli.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "scene/scene.h"

#define EN(line) line "\n"
#define ZH(line)
const char command_line_help[] =
#include "usage.def"
    ;
#undef EN
#undef ZH
#define EN(line)
#define ZH(line) line "\n"
const char command_line_help_zh[] =
#include "usage.def"
    ;

/* ---- arrays ---- */

/* Whether the word names a kind of row that an array can be, perhaps with a head. */
static bool is_array_name(const char *word, size_t length) {
    static const char *const lists[] = {"tokens", "targets", "padding", "segments"};
    enum { PARTS = RECORD_PARTS + LAYER_PARTS, LISTS = sizeof lists / sizeof *lists };
    size_t bare = strcspn(word, ".=");
    for (size_t i = 0; bare <= length && i < PARTS + LISTS; i++) {
        const char *name = i < PARTS ? part_names[i] : lists[i - PARTS];
        if (strlen(name) == bare && strncmp(name, word, bare) == 0)
            return true;
    }
    return false;
}

/* Reads --array NAME=FILE and --axes NAME=AXES. */
static bool add_array(CommandLine *line, const char *option, const char *value,
                      Error *error) {
    const char *equals = strchr(value, '=');
    bool array = strcmp(option, "--array") == 0;
    if (!equals || !equals[1] || !is_array_name(value, (size_t)(equals - value)))
        return error_set(
            error,
            "%s: \"%s\": expected NAME=%s, where NAME is one of x q k v scores "
            "weights mask bias wq wk wv wo tokens targets padding segments",
            option, value, array ? "FILE" : "AXES");
    words_add(array ? &line->arrays : &line->axes, value);
    return true;
}

/* The text after NAME= in one of the words, or NULL. */
static const char *value_of(const Words *words, const char *name, size_t length) {
    for (size_t i = 0; i < words->count; i++)
        if (strncmp(words->word[i], name, length + 1) == 0)
            return words->word[i] + length + 1;
    return NULL;
}

/* Makes one scene of the arrays, with the names of their files as its title. */
static bool arrays_to_rows(CommandLine *line, Error *error) {
    if (line->arrays.count && line->scene_count)
        return error_set(
            error,
            "\"%s\": --array takes no SCENE; weights are given as --array weights=FILE",
            line->scenes[0]);
    for (size_t i = 0; i < line->axes.count; i++) {
        const char *word = line->axes.word[i];
        if (!value_of(&line->arrays, word, strcspn(word, "=")))
            return error_set(error, "--axes %s: there is no such --array", word);
    }
    if (!line->arrays.count)
        return true;
    Text title = {0}, rows = {0};
    for (size_t i = 0; i < line->arrays.count; i++) {
        const char *word = line->arrays.word[i];
        size_t length = strcspn(word, "=");
        const char *file = word + length + 1, *axes = value_of(&line->axes, word, length);
        text_format(&title, "%s%s", i ? " " : "", path_name(file));
        text_format(&rows, "%.*s,", (int)length, word);
        text_quote(&rows, "@", file);
        text_format(&rows, "%s%s\n", axes ? "," : "", axes ? axes : "");
    }
    text_append(&line->rows, SCENE_ROWS "id,arrays\ntitle,en,");
    text_quote(&line->rows, "", text_string(&title));
    text_format(&line->rows, "\n%s", text_string(&rows));
    text_release(&title);
    text_release(&rows);
    line->scenes[line->scene_count++] = line->rows.bytes;
    return true;
}

/* ---- options ---- */

static bool add_deed(CommandLine *line, const char *option, const char *value,
                     Error *error) {
    (void)error;
    line->deeds = memory_resize(line->deeds, line->deed_count + 1, sizeof *line->deeds);
    line->deeds[line->deed_count++] =
        (Deed){.keys = strcmp(option, "--keys") == 0, .line = value};
    return true;
}

static bool read_size(CommandLine *line, const char *option, const char *value,
                      Error *error) {
    enum { SIZE_MOST = 1000 };
    int width, height, used = 0;
    if (sscanf(value, "%4dx%4d%n", &width, &height, &used) != 2 || value[used] ||
        width < 1 || height < 1 || width > SIZE_MOST || height > SIZE_MOST)
        return error_set(error,
                         "%s: \"%s\": expected WIDTHxHEIGHT, as in 80x24, 1000x1000"
                         " at most",
                         option, value);
    line->width = width;
    line->height = height;
    return true;
}

static bool read_color(CommandLine *line, const char *option, const char *value,
                       Error *error) {
    static const char *const names[] = {"auto", "always", "never", NULL};
    int color = word_index(names, value);
    if (color < 0)
        return error_set(error, "%s: \"%s\": expected auto, always or never", option,
                         value);
    line->color = (Color)color;
    return true;
}

/* Reads a number of bytes such as 500M: K, M, G and T are powers of 1024. */
static bool read_limit(CommandLine *line, const char *option, const char *value,
                       Error *error) {
    static const char units[] = "KMGT";
    char *end;
    double bytes = isdigit((unsigned char)*value) ? strtod(value, &end) : 0;
    const char *unit = bytes > 0 && *end ? strchr(units, *end) : NULL;
    for (const char *at = units; unit && at <= unit; at++)
        bytes *= 1024;
    if (!(bytes >= 1 && bytes < 1e18) || (*end && (!unit || end[1])))
        return error_set(error, "%s: \"%s\": expected bytes, as in 500M or 20G", option,
                         value);
    line->limit = (size_t)bytes;
    return true;
}

static bool read_lang(CommandLine *line, const char *option, const char *value,
                      Error *error) {
    line->lang = value;
    return strcmp(value, "en") == 0 || strcmp(value, "zh") == 0 ||
           error_set(error, "%s: no such lang \"%s\"; expected en or zh", option, value);
}

typedef struct CommandOption {
    const char *name;
    Mode mode;     /* MODE_SHOW: as it was */
    bool flag;     /* a bool is at offset */
    size_t offset; /* in CommandLine, of the value or the flag; 0: none */
    bool (*read)(CommandLine *line, const char *option, const char *value, Error *error);
} CommandOption;

#define AT(member) .offset = offsetof(CommandLine, member)

static const CommandOption command_options[] = {
    {"--check", .mode = MODE_CHECK},
    {"--print", .mode = MODE_PRINT},
    {"--list", .mode = MODE_LIST},
    {"--help-actions", .mode = MODE_HELP_ACTIONS},
    {"--help", .mode = MODE_HELP},
    {"-h", .mode = MODE_HELP},
    {"--version", .mode = MODE_VERSION},
    {"-V", .mode = MODE_VERSION},
    {"--no-mouse", .flag = true, AT(no_mouse)},
    {"--recover", .flag = true, AT(recover)},
    {"--dump", .mode = MODE_DUMP, AT(grid)},
    {"--explain", .mode = MODE_EXPLAIN, AT(grid)},
    {"--step", AT(step)},
    {"--record", AT(record)},
    {"--layer", AT(layer)},
    {"--head", AT(head)},
    {"--theme", AT(theme)},
    {"--lang", .read = read_lang},
    {"--array", .read = add_array},
    {"--axes", .read = add_array},
    {"--do", .read = add_deed},
    {"--keys", .read = add_deed},
    {"--size", .read = read_size},
    {"--color", .read = read_color},
    {"--limit", .read = read_limit},
};

static bool takes_value(const CommandOption *option) {
    return option->read || (option->offset && !option->flag);
}

/* The option that a word is, or whose name and = it begins with. NULL: none. Options
 * cannot be abbreviated, so that a new one never changes the meaning of a line (as
 * with getopt_long). */
static const CommandOption *find_option(const char *word) {
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof command_options / sizeof *command_options; i++) {
        const CommandOption *option = &command_options[i];
        if (strlen(option->name) == length && strncmp(option->name, word, length) == 0)
            return takes_value(option) || !word[length] ? option : NULL;
    }
    return NULL;
}

/* Reads the option at *next, and its value, and moves *next behind them. */
static bool read_option(CommandLine *line, int argc, char **argv, int *next,
                        Error *error) {
    const char *word = argv[(*next)++], *equals = strchr(word, '=');
    const char *value = equals ? equals + 1 : NULL;
    const CommandOption *option = find_option(word);
    if (!option)
        return error_set(error, "no such option \"%s\"; --help shows them", word);
    if (!value && takes_value(option)) {
        if (*next >= argc)
            return error_set(error, "%s: a value is missing; --help shows which", word);
        value = argv[(*next)++];
    }
    if (option->mode != MODE_SHOW)
        line->mode = option->mode;
    if (option->read)
        return option->read(line, option->name, value, error);
    char *member = (char *)line + option->offset;
    if (option->flag)
        *(bool *)member = true;
    else if (option->offset)
        *(const char **)member = value;
    return true;
}

static bool check_scenes(const CommandLine *line, Error *error) {
    Mode mode = line->mode;
    if ((mode == MODE_PRINT || mode == MODE_DUMP || mode == MODE_EXPLAIN) &&
        line->scene_count > 1)
        return error_set(error,
                         "\"%s\": expected one SCENE at most; --help shows the usage",
                         line->scenes[1]);
    if (line->recover && (line->scene_count || line->arrays.count))
        return error_set(error,
                         "--recover takes no SCENE: it opens those of the journal");
    if (mode == MODE_LIST && line->scene_count)
        return error_set(error, "\"%s\": --list takes no SCENE", line->scenes[0]);
    return true;
}

bool command_line_read(CommandLine *line, int argc, char **argv, Error *error) {
    *line = (CommandLine){0};
    line->scenes = memory_new((size_t)argc, sizeof *line->scenes);
    int i = 1;
    while (i < argc && strcmp(argv[i], "--") != 0) {
        if (argv[i][0] != '-' || !argv[i][1]) {
            line->scenes[line->scene_count++] = argv[i++];
            continue;
        }
        if (!read_option(line, argc, argv, &i, error))
            return false;
        if (line->mode == MODE_HELP || line->mode == MODE_VERSION)
            return true; /* whatever else was asked for */
    }
    for (i++; i < argc; i++) /* behind "--" */
        line->scenes[line->scene_count++] = argv[i];
    return check_scenes(line, error) && arrays_to_rows(line, error);
}

void command_line_release(CommandLine *line) {
    free(line->scenes);
    free(line->deeds);
    words_release(&line->arrays);
    words_release(&line->axes);
    text_release(&line->rows);
    *line = (CommandLine){0};
}
