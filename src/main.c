/* The program: opens a session as the command line says, and does one of its modes. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/error.h"
#include "base/key.h"
#include "base/memory.h"
#include "base/minmax.h"
#include "base/save.h"
#include "base/utf8.h"
#include "cli.h"
#include "viewer.h"
#include "explain/explain.h"
#include "export/export.h"
#include "output/writers.h"
#include "output/tty.h"
#include "scene/array.h"
#include "session/action.h"
#include "session/session.h"
#include "session/language.h"
#include "view/view.h"

enum { FINE = 0, FAILED = 1, BAD = 2 };

/* Bytes of an export that are written without asking. */
enum { EXPORT_LIMIT = 100 << 20 };

#define VERSION "attnscope 0.1.0\n"

/* A message about a line of a scene, or about a scene of the command line as a whole,
 * begins with its file; every other one with the program's name. */
static int complain(const CommandLine *line, const Error *error) {
    const char *file = error_file(error, 0);
    bool of_scene = file && error->message[0].line > 0;
    for (size_t i = 0; file && i < line->scene_count; i++)
        of_scene = of_scene || strcmp(file, line->scenes[i]) == 0;
    error_print(stderr, of_scene ? "" : "attnscope: ", error);
    return BAD;
}

/* The language of what is written before and beside the screen: that of --lang, wherever
 * it is given, or of the locale, if Chinese can be written there. */
static int language_of(int argc, char **argv) {
    const char *value = tty_locale() ? tty_setting("LC_MESSAGES") : "";
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--lang=", 7) == 0)
            value = argv[i] + 7;
        else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            value = argv[i + 1];
    return strncmp(value, "zh", 2) == 0 ? LANG_ZH : LANG_EN;
}

static int lang; /* language_of the command line */

/* ---- the session, as the command line wants it ---- */

static bool do_deed(Viewer *viewer, const Deed *deed, Error *error) {
    const char *at = deed->line;
    int key;
    if (!deed->keys)
        return viewer_do(viewer, deed->line, error);
    Error why = {0};
    while (key_parse(&at, &key, &why))
        viewer_key(viewer, key);
    return !error_is_set(&why) || error_because(error, &why, "--keys: {cause}");
}

static bool open_session(Session *session, const CommandLine *line, Recovered *recovered,
                         Error *error) {
    if (line->recover ? !journal_recover(recovered, session, error)
                      : !session_open(session, line->scenes, line->scene_count, error))
        return false;
    Viewer viewer;
    viewer_open(&viewer, session, line->width ? line->width : 80,
                line->height ? line->height : 24);
    session->exporter = export_file;
    session->limit = line->limit ? line->limit : EXPORT_LIMIT;
    session->look.lang = lang;
    const char *pairs[][2] = {{"step", line->step},   {"record", line->record},
                              {"layer", line->layer}, {"head", line->head},
                              {"theme", line->theme}, {"lang", line->lang}};
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof pairs / sizeof *pairs; i++) {
        Words action = {0};
        words_add(&action, pairs[i][0]);
        words_add(&action, pairs[i][1] ? pairs[i][1] : "");
        fine = !pairs[i][1] || session_apply(session, &action, error);
        if (pairs[i][1])
            session->notice[0] = '\0'; /* whoever typed it needs no telling */
        words_release(&action);
    }
    for (size_t i = 0; fine && i < line->deed_count; i++)
        fine = do_deed(&viewer, &line->deeds[i], error);
    viewer_close(&viewer);
    if (!fine)
        session_close(session);
    return fine;
}

/* ---- --check ---- */

static void report(void *context, const Error *error) {
    (void)context;
    error_print(stderr, "", error);
}

static int check(const CommandLine *line) {
    Tally tally = {.report = report};
    Library library = {0};
    Error error = {0};
    int status = FINE;
    char **paths = line->scenes;
    size_t count = line->scene_count;
    if (count == 0) {
        if (!library_open(&library, NULL, &error))
            return complain(line, &error);
        paths = library.paths.word;
        count = library.ids.count;
        if (error_is_set(&library.complaint))
            report(NULL, &library.complaint);
        tally.failed += error_is_set(&library.complaint);
    }
    for (size_t i = 0; i < count; i++)
        if (!check_scene(&tally, paths[i], &error))
            status = complain(line, &error);
    printf("%zu passed, %zu failed\n", tally.passed, tally.failed);
    library_release(&library);
    return status ? status : tally.failed ? FAILED : FINE;
}

/* ---- --print ---- */

static bool colorless(const CommandLine *line) {
    const char *none = getenv("NO_COLOR");
    return line->color == COLOR_NEVER ||
           (line->color == COLOR_AUTO && none && *none != '\0');
}

static Depth printed_depth(const CommandLine *line) {
    const char *truecolor = getenv("COLORTERM");
    if (colorless(line) || (line->color == COLOR_AUTO && !isatty(STDOUT_FILENO)))
        return DEPTH_NONE;
    if (truecolor &&
        (strcmp(truecolor, "truecolor") == 0 || strcmp(truecolor, "24bit") == 0))
        return DEPTH_TRUE;
    return DEPTH_256;
}

static int print(const CommandLine *line, Session *session) {
    Frame frame;
    Depth depth = printed_depth(line);
    frame_init(&frame, session->width, session->height);
    frame.ascii = !tty_locale();
    view_work(session, session->width, session->height, -1);
    view_draw(session, &frame);
    Error error = {0};
    if (!scene_same(&session->scene, &error)) {
        frame_release(&frame);
        return complain(line, &error);
    }
    if (depth == DEPTH_NONE)
        text_write(&frame, stdout);
    else
        ansi_write(&frame, (Theme)session->look.theme, depth, stdout);
    frame_release(&frame);
    return FINE;
}

/* ---- --dump ---- */

static int dump(const CommandLine *line, Session *session) {
    Error error = {0};
    GridId grid;
    Place place;
    if (!session_find_grid(session, line->grid, &grid, &place, &error))
        return complain(line, &error);
    bool fine = export_numbers(session, grid, place, false, stdout, &error);
    if (!scene_same(&session->scene, &error))
        return complain(line, &error);
    if (fine)
        return FINE;
    error_print(stderr, "attnscope: ", &error);
    return FAILED;
}

/* ---- --explain ---- */

/* Focuses "GRID,ROW,COL", so that its numbers are checked as every action's are. */
static bool focus_on(Session *session, const char *cell, Error *error) {
    Words words = {0};
    Text action = {0};
    text_format(&action, "focus %s", cell);
    for (char *comma; (comma = strchr(action.bytes, ','));)
        *comma = ' ';
    bool fine = words_split(&words, text_string(&action), NULL) && words.count == 4
                    ? session_apply(session, &words, error)
                    : error_set(error, "--explain: \"%s\": expected GRID,ROW,COL", cell);
    words_release(&words);
    text_release(&action);
    return fine;
}

static int explain(const CommandLine *line, Session *session) {
    Error error = {0};
    Text plain = {0};
    const Look *look = &session->look;
    if (!focus_on(session, line->grid, &error))
        return complain(line, &error);
    session_uncover(session);
    explain_lines(session, look->grid, look->row, look->col, &plain);
    bool fine = scene_same(&session->scene, &error);
    fputs(fine ? text_string(&plain) : "", stdout);
    text_release(&plain);
    return fine ? FINE : complain(line, &error);
}

/* ---- lists ---- */

/* Writes the text, and blanks up to so many columns: printf counts bytes. */
static void put_columns(const char *text, int columns) {
    printf("%s%*s", text, max_int(columns - utf8_columns(text), 0), "");
}

static int list(const CommandLine *line) {
    Library library = {0};
    Error error = {0};
    int status = FINE, widest = 0;
    if (!library_open(&library, NULL, &error))
        return complain(line, &error);
    for (size_t i = 0; i < library.ids.count; i++)
        widest = max_int(widest, utf8_columns(library.ids.word[i]));
    for (size_t i = 0; i < library.ids.count; i++) {
        Scene scene;
        if (!scene_read(&scene, library.paths.word[i], &error)) {
            status = complain(line, &error);
            continue;
        }
        put_columns(library.ids.word[i], widest);
        printf(" %s\n", texts_in(&scene.title, lang_names[lang], 0));
        scene_release(&scene);
    }
    library_release(&library);
    return status;
}

static void print_entry(const char *kind, const char *name, const char *arguments,
                        const char *note) {
    char id[64], usage[128];
    snprintf(id, sizeof id, "%s.%s", kind, name);
    snprintf(usage, sizeof usage, "%s %s", name, arguments);
    printf("%s  ", kind);
    put_columns(usage, 36);
    printf("  %s%s\n", message(lang, id), note);
}

static int help_actions(const CommandLine *line) {
    (void)line;
    const char *note = message(lang, "action.not-in-scenes");
    for (size_t i = 0; i < action_count; i++)
        print_entry("action", action_table[i].name, action_table[i].usage,
                    action_table[i].flags & ACTION_IN_SCENE ? "" : note);
    for (size_t i = 0; i < option_count; i++)
        print_entry("option", option_table[i].name, option_table[i].arguments, "");
    for (size_t i = 0; i < GRID_COUNT; i++)
        printf("grid    %s\n", grid_table[i].name);
    for (size_t i = 0; i < binding_count; i++) {
        printf("key     %-18s  ", binding_table[i].keys);
        put_columns(binding_table[i].action, 21);
        printf("  %s\n", message(lang, binding_table[i].help));
    }
    return FINE;
}

/* ---- the terminal program ---- */

static int show(const CommandLine *line, Session *session, Recovered *recovered) {
    Error error = {0};
    if (!isatty(STDOUT_FILENO))
        return print(line, session);
    session->exporter = export_uncovered;
    if (session->quit ||
        viewer_run(session, colorless(line), !line->no_mouse, recovered, &error))
        return FINE;
    return complain(line, &error);
}

/* ---- main ---- */

/* The kinds of modes: of one session, without, and of a text. */
static const struct {
    int (*with_session)(const CommandLine *line, Session *session);
    int (*without)(const CommandLine *line);
    const char *text[LANG_COUNT];
} modes[] = {
    [MODE_PRINT] = {.with_session = print},
    [MODE_DUMP] = {.with_session = dump},
    [MODE_EXPLAIN] = {.with_session = explain},
    [MODE_CHECK] = {.without = check},
    [MODE_LIST] = {.without = list},
    [MODE_HELP_ACTIONS] = {.without = help_actions},
    [MODE_HELP] = {.text = {command_line_help, command_line_help_zh}},
    [MODE_VERSION] = {.text = {VERSION, VERSION}},
};

static int run(const CommandLine *line) {
    Session session;
    Recovered recovered = {0};
    Error error = {0};
    if (modes[line->mode].without)
        return modes[line->mode].without(line);
    if (modes[line->mode].text[lang]) {
        fputs(modes[line->mode].text[lang], stdout);
        return FINE;
    }
    if (!open_session(&session, line, &recovered, &error))
        return complain(line, &error);
    int status = line->mode == MODE_SHOW ? show(line, &session, &recovered)
                                         : modes[line->mode].with_session(line, &session);
    text_release(&recovered.lines);
    text_release(&recovered.path);
    session_close(&session);
    return status;
}

static int flushed(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    Error error = {0};
    error_set(&error, "standard output: %s", strerror(errno));
    error_print(stderr, "attnscope: ", &error);
    return status ? status : BAD;
}

static bool returned; /* main has */

/* Only libraries call exit: ncurses does, for want of memory. */
static void handle_exit(void) {
    if (!returned)
        memory_exhausted();
}

/* A smaller stack would end in a crash. */
static bool has_stack(Error *error) {
    enum { LEAST = 256 << 10 };
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= LEAST ||
           error_set(error, "the stack may not grow to %d KB; ulimit -s sets how far",
                     LEAST >> 10);
}

int main(int argc, char **argv) {
    CommandLine line = {0};
    Error error = {0};
    memory_set_hook(save_abandon);
    atexit(handle_exit);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of its write */
    lang = language_of(argc, argv);
    error_language(lang);
    bool fine = has_stack(&error) && command_line_read(&line, argc, argv, &error);
    if (line.limit)
        npz_set_limit(line.limit);
    int status = fine ? flushed(run(&line)) : complain(&line, &error);
    command_line_release(&line);
    returned = true;
    return status;
}
