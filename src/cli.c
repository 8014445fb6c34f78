/* See cli.h. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "scene/scene.h"

const char *const command_line_help =
    "usage: attnscope [SCENE…]             look at scenes; without SCENE, the shipped ones\n"
    "       attnscope --check [SCENE…]     play every step, judge every expect\n"
    "       attnscope --print [SCENE]      one frame as text\n"
    "       attnscope --dump GRID [SCENE]  one grid as CSV, 17 significant digits\n"
    "       attnscope --explain GRID,ROW,COL [SCENE]\n"
    "                                      the arithmetic behind one cell, line by line\n"
    "       attnscope --array q=q.npy --array k=k.npy --array v=v.npy [--array mask=m.npy]\n"
    "                                      arrays without a scene\n"
    "       attnscope weights.npy          a model's finished weights\n"
    "       attnscope --list               the shipped scenes, in teaching order\n"
    "\n"
    "A SCENE is a path (- for standard input) or the id of a shipped scene; FILE.npy or\n"
    "FILE.npz:NAME is one of finished weights.\n"
    "\n"
    "  --array NAME=FILE    an array of x q k v scores weights mask bias wq wk wv wo, or a list\n"
    "                       of tokens targets padding segments; tokens also a label a line\n"
    "  --axes NAME=AXES     its axes: L layer, B record, H head, Q K or T position, D component\n"
    "  --step N             enter that step; without it the scene before its first step\n"
    "  --record N           --layer N  --head N   what is shown\n"
    "  --do 'ACTION'        perform an action, after the step; may be repeated\n"
    "  --keys 'c p <Tab>'   press keys\n"
    "  --size WxH           of the frame that is printed\n"
    "  --color WHEN         auto, always or never\n"
    "  --theme NAME         dark, light, contrast or mono\n"
    "  --lang LANG          en or zh\n"
    "  --no-mouse           leave the mouse to the terminal, for selecting text\n"
    "  --help-actions       every action, option and key\n"
    "  -h, --help           this text\n"
    "  -V, --version        the version\n"
    "\n"
    "Exit status: 0 fine; 1 a check failed, or the grid asked for has an undefined row;\n"
    "2 bad usage or bad input.\n";

enum { SIZE_MOST = 1000 };

static bool read_size(CommandLine *line, const char *word, Error *error) {
    int width, height, used = 0;
    if (sscanf(word, "%4dx%4d%n", &width, &height, &used) != 2 || word[used] ||
        width < 1 || height < 1 || width > SIZE_MOST || height > SIZE_MOST)
        return error_set(error,
                         "--size: \"%s\": expected WIDTHxHEIGHT, as in 80x24, 1000x1000"
                         " at most",
                         word);
    line->width = width;
    line->height = height;
    return true;
}

static void add_deed(CommandLine *line, bool keys, const char *text) {
    line->deeds = memory_resize(line->deeds, line->deed_count + 1, sizeof *line->deeds);
    line->deeds[line->deed_count++] = (Deed){.keys = keys, .line = text};
}

/* ---- arrays ---- */

/* Whether the word names what an array can be: a kind of row, perhaps with a head. */
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

/* --array NAME=FILE, --axes NAME=AXES. */
static bool add_array(CommandLine *line, const char *option, const char *value,
                      Error *error) {
    const char *equals = strchr(value, '=');
    if (!equals || !equals[1] || !is_array_name(value, (size_t)(equals - value)))
        return error_set(
            error,
            "%s: \"%s\": expected NAME=%s, where NAME is one of x q k v scores "
            "weights mask bias wq wk wv wo tokens targets padding segments",
            option, value, option[3] == 'r' ? "FILE" : "AXES");
    words_add(option[3] == 'r' ? &line->arrays : &line->axes, value);
    return true;
}

/* What stands after NAME= in one of the words, or NULL. */
static const char *value_of(const Words *words, const char *name, size_t length) {
    for (size_t i = 0; i < words->count; i++)
        if (strncmp(words->word[i], name, length + 1) == 0)
            return words->word[i] + length + 1;
    return NULL;
}

static void add_title(CommandLine *line) {
    Text title = {0};
    for (size_t i = 0; i < line->arrays.count; i++) {
        const char *file = strchr(line->arrays.word[i], '=') + 1;
        text_format(&title, "%s%s", i ? " " : "", path_name(file));
    }
    text_append(&line->rows, "title,en,");
    text_quote(&line->rows, "", text_string(&title));
    text_append(&line->rows, "\n");
    text_release(&title);
}

/* The rows of the scene that the arrays are. */
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
    text_append(&line->rows, SCENE_ROWS "id,arrays\n");
    add_title(line);
    for (size_t i = 0; i < line->arrays.count; i++) {
        const char *word = line->arrays.word[i];
        size_t length = strcspn(word, "=");
        const char *axes = value_of(&line->axes, word, length);
        text_append_n(&line->rows, word, length);
        text_append(&line->rows, ",");
        text_quote(&line->rows, "@", word + length + 1);
        text_format(&line->rows, "%s%s\n", axes ? "," : "", axes ? axes : "");
    }
    line->scenes[line->scene_count++] = line->rows.bytes;
    return true;
}

static bool read_color(CommandLine *line, const char *word, Error *error) {
    if (strcmp(word, "auto") != 0 && strcmp(word, "always") != 0 &&
        strcmp(word, "never") != 0)
        return error_set(error, "--color: \"%s\": expected auto, always or never", word);
    line->color = word;
    return true;
}

/* Options without and with a value. */
static const struct {
    const char *name;
    Mode mode;
} flag_table[] = {
    {"--check", MODE_CHECK},     {"--print", MODE_PRINT},
    {"--list", MODE_LIST},       {"--help-actions", MODE_HELP_ACTIONS},
    {"--help", MODE_HELP},       {"-h", MODE_HELP},
    {"--version", MODE_VERSION}, {"-V", MODE_VERSION},
};

static const struct {
    const char *name;
    size_t offset;
} value_table[] = {
    {"--step", offsetof(CommandLine, step)},
    {"--record", offsetof(CommandLine, record)},
    {"--layer", offsetof(CommandLine, layer)},
    {"--head", offsetof(CommandLine, head)},
    {"--theme", offsetof(CommandLine, theme)},
    {"--lang", offsetof(CommandLine, lang)},
    {"--dump", offsetof(CommandLine, what)},
    {"--explain", offsetof(CommandLine, what)},
    {"--array", 0},
    {"--axes", 0},
    {"--do", 0},
    {"--keys", 0},
    {"--size", 0},
    {"--color", 0},
};
enum { VALUES = sizeof value_table / sizeof *value_table };

static bool set_value(CommandLine *line, size_t index, const char *value, Error *error) {
    const char *name = value_table[index].name;
    if (strcmp(name, "--do") == 0 || strcmp(name, "--keys") == 0) {
        add_deed(line, name[2] == 'k', value);
        return true;
    }
    if (strcmp(name, "--array") == 0 || strcmp(name, "--axes") == 0)
        return add_array(line, name, value, error);
    if (strcmp(name, "--size") == 0)
        return read_size(line, value, error);
    if (strcmp(name, "--color") == 0)
        return read_color(line, value, error);
    if (strcmp(name, "--lang") == 0 && strcmp(value, "en") != 0 &&
        strcmp(value, "zh") != 0)
        return error_set(error, "--lang: no such lang \"%s\"; expected en or zh", value);
    if (strcmp(name, "--dump") == 0)
        line->mode = MODE_DUMP;
    if (strcmp(name, "--explain") == 0)
        line->mode = MODE_EXPLAIN;
    *(const char **)((char *)line + value_table[index].offset) = value;
    return true;
}

static bool read_flag(CommandLine *line, const char *word) {
    for (size_t i = 0; i < sizeof flag_table / sizeof *flag_table; i++)
        if (strcmp(flag_table[i].name, word) == 0) {
            line->mode = flag_table[i].mode;
            return true;
        }
    if (strcmp(word, "--no-mouse") != 0)
        return false;
    line->no_mouse = true;
    return true;
}

/* One option; *next is the index of the word after it. */
static bool read_option(CommandLine *line, int argc, char **argv, int *next,
                        Error *error) {
    const char *word = argv[*next];
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    ++*next;
    if (!equals && read_flag(line, word))
        return true;
    for (size_t i = 0; i < VALUES; i++) {
        if (strlen(value_table[i].name) != length ||
            strncmp(value_table[i].name, word, length) != 0)
            continue;
        if (equals)
            return set_value(line, i, equals + 1, error);
        if (*next >= argc)
            return error_set(error, "%s: a value is missing; --help shows which", word);
        return set_value(line, i, argv[(*next)++], error);
    }
    return error_set(error, "no such option \"%s\"; --help shows them", word);
}

static bool check_scenes(const CommandLine *line, Error *error) {
    bool one =
        line->mode == MODE_PRINT || line->mode == MODE_DUMP || line->mode == MODE_EXPLAIN;
    bool none = line->mode == MODE_LIST;
    if (one && line->scene_count > 1)
        return error_set(error,
                         "\"%s\": expected one SCENE at most; --help shows the usage",
                         line->scenes[1]);
    if (none && line->scene_count)
        return error_set(error, "\"%s\": --list takes no SCENE", line->scenes[0]);
    return true;
}

bool command_line_read(CommandLine *line, int argc, char **argv, Error *error) {
    *line = (CommandLine){0};
    line->scenes = memory_new((size_t)argc, sizeof *line->scenes);
    bool options = true;
    for (int i = 1; i < argc;) {
        const char *word = argv[i];
        if (options && strcmp(word, "--") == 0) {
            options = false;
            i++;
        } else if (options && word[0] == '-' && word[1]) {
            if (!read_option(line, argc, argv, &i, error))
                return false;
            if (line->mode == MODE_HELP || line->mode == MODE_VERSION)
                return true; /* whatever else was asked for */
        } else {
            line->scenes[line->scene_count++] = argv[i++];
        }
    }
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
