/* See save.h. Without `over`, link(2) takes the place of rename, because it never replaces
 * a file that somebody has created meanwhile. A new file is locked as long as its writer
 * lives; that tells a leftover. */
#define _GNU_SOURCE /* O_TMPFILE; NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#include "base/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/path.h"

enum { ATTEMPTS = 100 };

/* The first characters of every hidden name. */
#define HIDDEN ".attnscope-"

/* The hidden name of the new file. Static, for a signal handler to find it. */
static struct {
    volatile sig_atomic_t there;
    char path[PATH_MAX];
} hidden;

void save_abandon(void) {
    if (hidden.there)
        unlink(hidden.path);
    hidden.there = 0;
}

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
    free(save->folder);
    free(save->bytes);
    *save = (Save){0};
}

/* ---- the new file ---- */

/* Removes the files that killed processes have left. */
static void remove_leftovers(const char *folder) {
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        const char *name = entry->d_name;
        if (strncmp(name, HIDDEN, strlen(HIDDEN)) != 0 ||
            name[strlen(HIDDEN) + strspn(name + strlen(HIDDEN), "0123456789-")])
            continue;
        int file = openat(dirfd(directory), name,
                          O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
            unlinkat(dirfd(directory), name, 0);
        if (file >= 0)
            close(file);
    }
    closedir(directory);
}

/* Tries hidden names until one is free: opens a new file under it, or gives it to that
 * file (-1: none). Returns the file, or -1. */
static int take_hidden_name(Save *save, int file) {
    char source[32];
    int result = -1;
    snprintf(source, sizeof source, "/proc/self/fd/%d", file);
    errno = EEXIST;
    for (int i = 0; result < 0 && errno == EEXIST && i < ATTEMPTS; i++) {
        int length = snprintf(hidden.path, sizeof hidden.path, "%s/" HIDDEN "%ld-%d",
                              save->folder, (long)getpid(), i);
        if (length >= (int)sizeof hidden.path)
            errno = ENAMETOOLONG;
        else if (file < 0)
            result = open(hidden.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        else if (linkat(AT_FDCWD, source, AT_FDCWD, hidden.path, AT_SYMLINK_FOLLOW) == 0)
            result = file;
    }
    save->named = result >= 0;
    hidden.there = save->named;
    return result;
}

/* Opens a file without a name where there is a way to give it one later. */
static int open_new(Save *save) {
    int file = -1;
#ifdef O_TMPFILE
    if (access("/proc/self/fd", X_OK) == 0)
        file = open(save->folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
#endif
    if (file < 0)
        file = take_hidden_name(save, -1);
    if (file >= 0)
        (void)flock(file, LOCK_EX | LOCK_NB);
    return file;
}

/* Checks whether replacing the file would lose anything of it. */
static bool may_replace(const Save *save, Error *error) {
    struct stat new;
    int file = fileno(save->file);
    if (!save->exists)
        return true;
    if (save->old.st_nlink > 1)
        return error_set(error,
                         "%s has other names (hard links), which would keep the old "
                         "content; expected %s %s over in-place",
                         save->name, save->action, save->name);
    bool same = fstat(file, &new) == 0 &&
                new.st_uid == save->old.st_uid &&new.st_gid == save->old.st_gid;
    return same || fchown(file, save->old.st_uid, save->old.st_gid) == 0 ||
           error_set(error,
                     "%s belongs to another user or group, and a new file would not; "
                     "expected %s %s over in-place",
                     save->name, save->action, save->name);
}

static bool open_beside(Save *save, Error *error) {
    remove_leftovers(save->folder);
    int file = open_new(save);
    save->file = file < 0 ? NULL : fdopen(file, "w");
    if (save->file && may_replace(save, error))
        return true;
    if (save->file)
        fclose(save->file);
    else if (!save->exists)
        failed(save, error);
    else
        error_set(error,
                  "%s cannot be replaced, its folder takes no new file (%s); expected %s "
                  "%s over in-place",
                  save->name, strerror(errno), save->action, save->name);
    if (!save->file && file >= 0)
        close(file);
    save_abandon();
    return false;
}

/* ---- opening ---- */

/* Checks that the path may be written; notes the old file, and a link's target. */
static bool look_first(Save *save, Error *error) {
    struct stat link;
    if (!*save->name)
        return error_set(error, "%s: expected the name of a file", save->action);
    save->exists = lstat(save->name, &link) == 0;
    if (!save->exists)
        return errno == ENOENT || failed(save, error);
    if (stat(save->name, &save->old) == 0 && S_ISDIR(save->old.st_mode))
        return error_set(error, "%s is a folder; expected the name of a file",
                         save->name);
    if (save->mode == SAVE_NEW)
        return is_there(save, error);
    if (stat(save->name, &save->old) != 0 || access(save->name, W_OK) != 0)
        return failed(save, error);
    if (!S_ISREG(save->old.st_mode))
        return error_set(error, "%s is no regular file", save->name);
    char *target = path_real(save->name);
    if (!target)
        return failed(save, error);
    free(save->path);
    save->path = target;
    return true;
}

FILE *save_open(Save *save, const char *action, const char *path, SaveMode mode,
                Error *error) {
    *save = (Save){.action = action, .mode = mode, .name = memory_string(path)};
    save->path = memory_string(path);
    bool fine = look_first(save, error);
    size_t length = (size_t)(path_name(save->path) - save->path);
    save->folder = length ? memory_string_n(save->path, length) : memory_string(".");
    if (mode == SAVE_IN_PLACE)
        save->file = fine ? open_memstream(&save->bytes, &save->length) : NULL;
    else
        fine = fine && open_beside(save, error);
    if (fine && !save->file)
        memory_exhausted();
    if (!fine)
        release(save);
    return save->file;
}

/* ---- closing ---- */

/* Gives the file its rights, which were its owner's alone, and puts it on the disk. */
static bool settle(const Save *save) {
    mode_t mask = umask(077);
    umask(mask);
    mode_t rights = save->exists ? save->old.st_mode & 0777 : 0666 & ~mask;
    return fchmod(fileno(save->file), rights) == 0 && fsync(fileno(save->file)) == 0;
}

/* A file system without hard links gets one more check and rename instead. */
static bool put_in_place(Save *save, Error *error) {
    struct stat old;
    char source[32];
    int file = fileno(save->file);
    snprintf(source, sizeof source, "/proc/self/fd/%d", file);
    if (!save->exists && linkat(AT_FDCWD, save->named ? hidden.path : source, AT_FDCWD,
                                save->path, save->named ? 0 : AT_SYMLINK_FOLLOW) == 0) {
        save_abandon();
        return true;
    }
    if (!save->exists && (errno == EEXIST || lstat(save->path, &old) == 0))
        return is_there(save, error);
    if ((!save->named && take_hidden_name(save, file) < 0) ||
        rename(hidden.path, save->path) != 0)
        return failed(save, error);
    hidden.there = 0;
    return true;
}

/* Makes the name last, too. Where folders cannot be synced, this is all there is. */
static bool sync_folder(const Save *save, Error *error) {
    int folder = open(save->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine =
        folder < 0 || fsync(folder) == 0 || errno == EINVAL || failed(save, error);
    if (folder >= 0)
        close(folder);
    return fine;
}

static bool write_all(int file, const char *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t more = write(file, bytes + done, length - done);
        if (more < 0 && errno != EINTR)
            return false;
        done += more > 0 ? (size_t)more : 0;
    }
    return true;
}

/* Takes the room for a file's bytes; returns 0, or the number of the error. The limit of a
 * process counts in an old file, too. */
static int take_room(int file, size_t length) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && length > limit.rlim_cur)
        return EFBIG;
    return length > 0 ? posix_fallocate(file, 0, (off_t)length) : 0;
}

/* Takes the room for all bytes before the first one is overwritten. */
static bool write_in_place(const Save *save, Error *error) {
    int file = open(save->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    off_t length = (off_t)save->length;
    int none = file < 0 ? errno : take_room(file, save->length);
    bool fine = none == 0 && write_all(file, save->bytes, save->length) &&
                ftruncate(file, length) == 0 && fsync(file) == 0;
    errno = none ? none : errno;
    if (!fine)
        failed(save, error);
    if (file >= 0 && none)
        (void)!ftruncate(file, save->old.st_size);
    if (file >= 0)
        close(file);
    return fine;
}

/* Writes the bytes that are left. If an earlier write failed its errno is gone, so a new one tells. */
static bool flush(const Save *save) {
    bool fine = fflush(save->file) == 0 && !ferror(save->file);
    if (!fine && save->mode == SAVE_IN_PLACE)
        memory_exhausted();
    if (!fine && write(fileno(save->file), "", 1) == 1)
        errno = EIO;
    return fine;
}

bool save_close(Save *save, bool fine, Error *error) {
    bool here = save->mode == SAVE_IN_PLACE;
    if (fine && (!flush(save) || (!here && !settle(save))))
        fine = failed(save, error);
    if (here)
        fine = fine && write_in_place(save, error);
    else
        fine = fine && put_in_place(save, error) && sync_folder(save, error);
    fclose(save->file);
    save_abandon();
    release(save);
    return fine;
}
