/* Temporary file, fsync, rename. Without `over`, link(2) takes the place of rename,
 * because it never replaces a file that somebody has created meanwhile. */
#include "base/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/text.h"

enum { ATTEMPTS = 100 };

static bool failed(const Save *save, Error *error) {
    return error_set_at(error, save->name, 0, "%s", strerror(errno));
}

static bool is_there(const Save *save, Error *error) {
    return error_set(error, "%s is there already; expected %s %s over", save->name,
                     save->action, save->name);
}

static void release(Save *save) {
    free(save->name);
    free(save->path);
    free(save->temporary);
    *save = (Save){0};
}

/* Opens a file of a new name in the folder of path. */
static bool open_temporary(Save *save, Error *error) {
    int folder = (int)(path_name(save->path) - save->path), descriptor = -1;
    errno = EEXIST;
    for (int i = 0; descriptor < 0 && errno == EEXIST && i < ATTEMPTS; i++) {
        Text name = {0};
        text_format(&name, "%.*s.attnscope-%ld-%d", folder, save->path, (long)getpid(),
                    i);
        free(save->temporary);
        save->temporary = name.bytes;
        descriptor = open(name.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    save->file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (save->file)
        return true;
    failed(save, error);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(save->temporary);
    }
    return false;
}

/* Checks that the path may be written; notes an old file's rights and a link's target. */
static bool look_first(Save *save, struct stat *old, bool *exists, Error *error) {
    struct stat link;
    if (!*save->name)
        return error_set(error, "%s: expected the name of a file", save->action);
    *exists = lstat(save->name, &link) == 0;
    if (!*exists)
        return errno == ENOENT || failed(save, error);
    if (stat(save->name, old) == 0 && S_ISDIR(old->st_mode))
        return error_set(error, "%s is a folder; expected the name of a file",
                         save->name);
    if (!save->over)
        return is_there(save, error);
    if (stat(save->name, old) != 0 || access(save->name, W_OK) != 0)
        return failed(save, error);
    if (!S_ISREG(old->st_mode))
        return error_set(error, "%s is no regular file", save->name);
    char *target = path_real(save->name);
    if (!target)
        return failed(save, error);
    free(save->path);
    save->path = target;
    return true;
}

FILE *save_open(Save *save, const char *action, const char *path, bool over,
                Error *error) {
    struct stat old = {0};
    bool exists = false;
    *save = (Save){.action = action, .over = over};
    save->name = memory_string(path);
    save->path = memory_string(path);
    if (!look_first(save, &old, &exists, error) || !open_temporary(save, error))
        release(save);
    else if (exists)
        (void)fchmod(fileno(save->file), old.st_mode & 0777);
    return save->file;
}

/* A file system without hard links gets one more check and rename instead. */
static bool put_in_place(const Save *save, Error *error) {
    struct stat old;
    if (!save->over && link(save->temporary, save->path) == 0) {
        unlink(save->temporary);
        return true;
    }
    if (!save->over && (errno == EEXIST || lstat(save->path, &old) == 0))
        return is_there(save, error);
    return rename(save->temporary, save->path) == 0 || failed(save, error);
}

bool save_close(Save *save, bool fine, Error *error) {
    errno = 0;
    if (fine && (fflush(save->file) != 0 || ferror(save->file))) {
        errno = errno ? errno : EIO; /* an earlier write failed, and its errno is gone */
        fine = failed(save, error);
    }
    if (fine && fsync(fileno(save->file)) != 0)
        fine = failed(save, error);
    if (fclose(save->file) != 0 && fine)
        fine = failed(save, error);
    fine = fine && put_in_place(save, error);
    if (!fine)
        unlink(save->temporary);
    release(save);
    return fine;
}
