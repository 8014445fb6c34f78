/* See path.h. */
#include "base/path.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_ending(const char *path) {
    const char *dot = strrchr(path_name(path), '.');
    return dot ? dot : "";
}

char *path_stem(const char *path, const char *ending) {
    const char *name = path_name(path), *has = path_ending(path);
    bool cut = has > name && strcmp(has, ending) == 0;
    return memory_string_n(name, cut ? (size_t)(has - name) : strlen(name));
}

char *path_real(const char *path) {
    char *real = realpath(path, NULL);
    if (!real && errno == ENOMEM)
        memory_exhausted();
    return real;
}

char *path_folder(const char *path) {
    size_t length = (size_t)(path_name(path) - path);
    char *folder = length ? memory_string_n(path, length) : memory_string(".");
    char *real = path_real(folder);
    free(folder);
    return real;
}

const char *path_below(const char *path, const char *folder) {
    size_t length = strlen(folder);
    length -= length && folder[length - 1] == '/';
    bool below = strncmp(path, folder, length) == 0 && path[length] == '/';
    return below ? path + length + 1 : NULL;
}
