/* See seen.h. A file is known by its real path, and a change by length, time and number. */
#include "base/seen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/path.h"

struct SeenFile {
    char *path;
    struct stat status;
};

/* Returns true if path is a file, with its real path, which the caller frees. */
static bool look(const char *path, char **real, struct stat *status) {
    *real = stat(path, status) == 0 && S_ISREG(status->st_mode) ? path_real(path) : NULL;
    return *real;
}

static struct SeenFile *seen_find(const SeenFiles *seen, const char *real) {
    for (size_t i = 0; i < seen->count; i++)
        if (strcmp(seen->file[i].path, real) == 0)
            return &seen->file[i];
    return NULL;
}

void seen_note(SeenFiles *seen, const char *path) {
    char *real;
    struct stat status;
    if (!look(path, &real, &status))
        return;
    struct SeenFile *file = seen_find(seen, real);
    if (file) {
        free(real);
    } else {
        seen->file = memory_grow(seen->file, seen->count, sizeof *seen->file);
        file = &seen->file[seen->count++];
        file->path = real;
    }
    file->status = status;
}

static bool same_status(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Returns the note of a file, and whether the file is the same now; NULL: there is none. */
static const struct SeenFile *compare(const SeenFiles *seen, const char *path,
                                      bool *same) {
    char *real;
    struct stat status;
    if (!look(path, &real, &status))
        return NULL;
    const struct SeenFile *file = seen_find(seen, real);
    *same = file && same_status(&file->status, &status);
    free(real);
    return file;
}

bool seen_changed(const SeenFiles *seen, const char *path) {
    bool same;
    return compare(seen, path, &same) && !same;
}

bool seen_same(const SeenFiles *seen, const char *path) {
    bool same;
    return compare(seen, path, &same) && same;
}

void seen_release(SeenFiles *seen) {
    for (size_t i = 0; i < seen->count; i++)
        free(seen->file[i].path);
    free(seen->file);
    *seen = (SeenFiles){0};
}
