/* See state.h. */
#include "state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

void state_path(const char *name, Text *path) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        text_format(path, "%s/attnscope/%s", state, name);
    else if (home && *home == '/')
        text_format(path, "%s/.local/state/attnscope/%s", home, name);
}

static void make_folders(const char *path) {
    char *folder = memory_string(path);
    for (char *at = strchr(folder + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(folder, 0700);
        *at = '/';
    }
    free(folder);
}

int state_open(const char *path, int flags) {
    struct stat status;
    if (flags & O_CREAT)
        make_folders(path);
    /* A pipe of that name would block. */
    int file = *path ? open(path, flags | O_NONBLOCK | O_CLOEXEC, 0600) : -1;
    if (file >= 0 && (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(file);
        file = -1;
    }
    return file;
}

/* ---- the questions that were answered right ---- */

static FILE *answers_open(int flags, const char *mode) {
    Text path = {0};
    state_path("answers", &path);
    int file = state_open(text_string(&path), flags);
    text_release(&path);
    return file >= 0 ? fdopen(file, mode) : NULL;
}

void answers_load(Words *answered) {
    char line[400];
    FILE *file = answers_open(O_RDONLY, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line && words_find(answered, line) == answered->count)
            words_add(answered, line);
    }
    if (file)
        fclose(file);
}

void answers_keep(const Words *answered, size_t from) {
    FILE *file =
        from < answered->count ? answers_open(O_WRONLY | O_APPEND | O_CREAT, "a") : NULL;
    for (size_t i = from; file && i < answered->count; i++)
        fprintf(file, "%s\n", answered->word[i]);
    if (file)
        fclose(file);
}
