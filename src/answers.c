/* See answers.h. */
#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void answers_path(Text *path) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        text_format(path, "%s/attnscope/answers", state);
    else if (home && *home == '/')
        text_format(path, "%s/.local/state/attnscope/answers", home);
}

/* A pipe of that name would block. */
static bool is_regular(const char *path, bool absent) {
    struct stat status;
    return stat(path, &status) == 0 ? S_ISREG(status.st_mode) : absent;
}

void answers_load(Words *answered) {
    char line[400];
    Text path = {0};
    answers_path(&path);
    FILE *file = is_regular(text_string(&path), false) ? fopen(path.bytes, "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line && words_find(answered, line) == answered->count)
            words_add(answered, line);
    }
    if (file)
        fclose(file);
    text_release(&path);
}

/* Makes the folders of a path that are not there. */
static void make_folders(char *path) {
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

void answers_keep(const Words *answered, size_t from) {
    Text path = {0}, lines = {0};
    answers_path(&path);
    for (size_t i = from; i < answered->count; i++)
        text_format(&lines, "%s\n", answered->word[i]);
    if (lines.length && path.length) {
        make_folders(path.bytes);
        FILE *file = is_regular(path.bytes, true) ? fopen(path.bytes, "a") : NULL;
        if (file) {
            fputs(text_string(&lines), file);
            fclose(file);
        }
    }
    text_release(&path);
    text_release(&lines);
}
