/* The program: what the command line asks for, done with a session and shown by a writer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error_text.h"
#include "base/memory.h"
#include "cli.h"
#include "display.h"
#include "explain/explain.h"
#include "export/export.h"
#include "output/ansi.h"
#include "output/text.h"
#include "output/tty.h"
#include "program.h"
#include "session/action.h"
#include "session/check.h"
#include "base/key.h"
#include "session/language.h"
#include "view/view.h"

enum { FINE = 0, FAILED = 1, BAD = 2 };

#define VERSION "0.1.0"

/* A message about a shipped scene, which has an absolute path, or one of the command line begins
 * with its file; every other one with the program's name. */
static int complain(const CommandLine *line, const Error *error) {
    const char *file = error_file(error, 0);
    bool of_scene = file && file[0] == '/' && error->message[0].line > 0;
    for (size_t i = 0; file && i < line->scene_count; i++)
        of_scene = of_scene || strcmp(file, line->scenes[i]) == 0;
    error_print(stderr, of_scene ? "" : "attnscope: ", error);
    return BAD;
}

static bool is_chinese(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strncmp(value, "zh", 2) == 0;
    }
    return false;
}

/* ---- getting a session to where it was asked to be ---- */

static bool apply_pair(Session *session, const char *action, const char *word,
                       Error *error) {
    Words words = {0};
    if (!word)
        return true;
    words_add(&words, action);
    words_add(&words, word);
    bool fine = session_apply(session, &words, error);
    words_release(&words);
    return fine;
}

static bool do_deed(Display *display, const Deed *deed, Error *error) {
    const char *at = deed->line;
    int key;
    if (!deed->keys)
        return display_do(display, deed->line, error);
    Error why = {0};
    while (key_parse(&at, &key, &why))
        display_key(display, key);
    return !error_is_set(&why) || error_because(error, &why, "--keys: {cause}");
}

static bool write_export(Session *session, const char *path, bool over, Error *error) {
    return export_file(session, path, over, session->width, session->height, error);
}

static bool open_session(Session *session, const CommandLine *line, Error *error) {
    if (!session_open(session, line->scenes, line->scene_count, error))
        return false;
    Display display;
    display_open(&display, session, line->width ? line->width : 80,
                 line->height ? line->height : 24);
    session->exporter = write_export;
    session->look.lang = is_chinese() ? LANG_ZH : LANG_EN;
    const char *pairs[][2] = {{"step", line->step},   {"record", line->record},
                              {"layer", line->layer}, {"head", line->head},
                              {"theme", line->theme}, {"lang", line->lang}};
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof pairs / sizeof *pairs; i++)
        fine = apply_pair(session, pairs[i][0], pairs[i][1], error);
    for (size_t i = 0; fine && i < line->deed_count; i++)
        fine = do_deed(&display, &line->deeds[i], error);
    display_close(&display);
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
        paths = library.paths;
        count = library.count;
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

/* Colors asked for, refused, or neither: then NO_COLOR decides. */
static bool always_colored(const CommandLine *line) {
    return line->color && strcmp(line->color, "always") == 0;
}

static bool colorless(const CommandLine *line) {
    const char *none = getenv("NO_COLOR");
    bool never = line->color && strcmp(line->color, "never") == 0;
    return never || (none && *none && !always_colored(line));
}

static Depth printed_depth(const CommandLine *line) {
    const char *truecolor = getenv("COLORTERM");
    if (colorless(line) || (!always_colored(line) && !isatty(STDOUT_FILENO)))
        return DEPTH_NONE;
    if (truecolor &&
        (strcmp(truecolor, "truecolor") == 0 || strcmp(truecolor, "24bit") == 0))
        return DEPTH_TRUE;
    return DEPTH_256;
}

static int print(const CommandLine *line) {
    Session session;
    Error error = {0};
    Frame frame;
    if (!open_session(&session, line, &error))
        return complain(line, &error);
    frame_init(&frame, session.width, session.height);
    frame.ascii = !tty_locale();
    view_work(&session, session.width, session.height, -1);
    view_draw(&session, &frame);
    Depth depth = printed_depth(line);
    if (depth == DEPTH_NONE)
        text_write(&frame, stdout);
    else
        ansi_write(&frame, (Theme)session.look.theme, depth, stdout);
    frame_release(&frame);
    session_close(&session);
    return FINE;
}

/* ---- --dump ---- */

static int dump_grid(Session *session, GridId grid, Place place) {
    Error error = {0};
    if (export_numbers(session, grid, place, false, stdout, &error))
        return FINE;
    error_print(stderr, "attnscope: ", &error);
    return FAILED;
}

static int dump(const CommandLine *line) {
    Session session;
    Error error = {0};
    GridId grid;
    Place place;
    if (!open_session(&session, line, &error))
        return complain(line, &error);
    int status = session_find_grid(&session, line->what, &grid, &place, &error)
                     ? dump_grid(&session, grid, place)
                     : complain(line, &error);
    session_close(&session);
    return status;
}

/* ---- --explain ---- */

/* Focuses "GRID,ROW,COL", so that its numbers are checked as every action's are. */
static bool focus_on(Session *session, const char *what, Error *error) {
    Words words = {0};
    words_add(&words, "focus");
    for (const char *at = what; at;) {
        size_t length = strcspn(at, ",");
        char *word = memory_string_n(at, length);
        words_add(&words, word);
        free(word);
        at = at[length] ? at + length + 1 : NULL;
    }
    bool fine = words.count == 4;
    if (!fine)
        error_set(error, "--explain: \"%s\": expected GRID,ROW,COL", what);
    fine = fine && session_apply(session, &words, error);
    words_release(&words);
    return fine;
}

static int explain(const CommandLine *line) {
    Session session;
    Error error = {0};
    Text plain = {0};
    if (!open_session(&session, line, &error))
        return complain(line, &error);
    int status = FINE;
    if (focus_on(&session, line->what, &error)) {
        const Look *look = &session.look;
        explain_lines(&session, look->grid, look->row, look->col, &plain);
        fputs(text_string(&plain), stdout);
    } else {
        status = complain(line, &error);
    }
    text_release(&plain);
    session_close(&session);
    return status;
}

/* ---- lists ---- */

static int list(const CommandLine *line) {
    Library library = {0};
    Error error = {0};
    int status = FINE;
    const char *lang = line->lang ? line->lang : lang_names[is_chinese()];
    if (!library_open(&library, NULL, &error))
        return complain(line, &error);
    for (size_t i = 0; i < library.count; i++) {
        Scene scene;
        if (!scene_read(&scene, library.paths[i], &error)) {
            status = complain(line, &error);
            continue;
        }
        printf("%-14s %s\n", library.ids[i], texts_in(&scene.title, lang, 0));
        scene_release(&scene);
    }
    library_release(&library);
    return status;
}

static int help_actions(const CommandLine *line) {
    int lang = line->lang && strcmp(line->lang, "zh") == 0 ? LANG_ZH : LANG_EN;
    char id[64], usage[128];
    for (size_t i = 0; i < action_count; i++) {
        snprintf(id, sizeof id, "action.%s", action_table[i].name);
        snprintf(usage, sizeof usage, "%s %s", action_table[i].name,
                 action_table[i].usage);
        printf("action  %-36s  %s%s\n", usage, message(lang, id),
               action_table[i].flags & ACTION_IN_SCENE ? "" : " (not in scenes)");
    }
    for (size_t i = 0; i < option_count; i++) {
        snprintf(id, sizeof id, "option.%s", option_table[i].name);
        snprintf(usage, sizeof usage, "%s %s", option_table[i].name,
                 option_table[i].arguments);
        printf("option  %-36s  %s\n", usage, message(lang, id));
    }
    for (size_t i = 0; i < GRID_COUNT; i++)
        printf("grid    %s\n", grid_table[i].name);
    for (size_t i = 0; i < binding_count; i++)
        printf("key     %-18s  %-21s  %s\n", binding_table[i].keys,
               binding_table[i].action, message(lang, binding_table[i].help));
    return FINE;
}

/* ---- the terminal program ---- */

static int show(const CommandLine *line) {
    Session session;
    Error error = {0};
    if (!isatty(STDOUT_FILENO))
        return print(line);
    if (!open_session(&session, line, &error))
        return complain(line, &error);
    bool fine =
        session.quit || program_run(&session, colorless(line), !line->no_mouse, &error);
    session_close(&session);
    return fine ? FINE : complain(line, &error);
}

static int print_text(const CommandLine *line) {
    fputs(line->mode == MODE_HELP ? command_line_help : "attnscope " VERSION "\n",
          stdout);
    return FINE;
}

static int flushed(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    perror("attnscope: standard output");
    return status ? status : BAD;
}

int main(int argc, char **argv) {
    static int (*const modes[])(const CommandLine *) = {
        [MODE_SHOW] = show,
        [MODE_CHECK] = check,
        [MODE_PRINT] = print,
        [MODE_DUMP] = dump,
        [MODE_EXPLAIN] = explain,
        [MODE_LIST] = list,
        [MODE_HELP_ACTIONS] = help_actions,
        [MODE_HELP] = print_text,
        [MODE_VERSION] = print_text,
    };
    CommandLine line;
    Error error = {0};
    int status = command_line_read(&line, argc, argv, &error)
                     ? flushed(modes[line.mode](&line))
                     : complain(&line, &error);
    command_line_release(&line);
    return status;
}
