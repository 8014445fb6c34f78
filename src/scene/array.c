/* See array.h: opening and mapping files, and the owners of arrays. */
#include "scene/array.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/path.h"

Array *array_share(Array *array) {
    array->owners++;
    return array;
}

void array_release(Array *array) {
    if (!array || --array->owners > 0)
        return;
    guard_end(array->guard);
    if (array->mapped)
        munmap(array->mapped, array->mapped_size);
    if (array->file >= 0)
        close(array->file);
    free(array->unpacked);
    free(array);
}

static bool same_time(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool array_same(const Array *array) {
    struct stat status;
    return array->file < 0 ||
           (!guard_torn(array->guard) && fstat(array->file, &status) == 0 &&
            (uintmax_t)status.st_size == array->mapped_size &&
            same_time(status.st_mtim, array->changed));
}

/* ---- opening ---- */

static bool failed(int number, Error *error) {
    return error_set(error, "cannot be read: %s", strerror(number));
}

/* A file that was written a moment ago may still be written to: waits until it is some
 * milliseconds old, though not for ever. */
static bool wait_until_written(int file, struct stat *status) {
    enum { YOUNG = 20, TRIES = 50 };
    struct timespec now, pause = {.tv_nsec = YOUNG * 1000000L};
    for (int i = 0; i < TRIES; i++) {
        if (fstat(file, status) != 0)
            return false;
        clock_gettime(CLOCK_REALTIME, &now);
        double age = (double)(now.tv_sec - status->st_mtim.tv_sec) * 1e3 +
                     (double)(now.tv_nsec - status->st_mtim.tv_nsec) / 1e6;
        if (age < 0 || age >= YOUNG)
            break;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* Without O_NONBLOCK, opening a pipe would wait for a writer. */
static bool map(Array *array, const char *path, Error *error) {
    struct stat status;
    array->file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (array->file < 0 || !wait_until_written(array->file, &status))
        return failed(errno, error);
    array->changed = status.st_mtim;
    if (S_ISDIR(status.st_mode))
        return failed(EISDIR, error);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "is a device or a pipe, expected a regular file");
    if ((uintmax_t)status.st_size > PTRDIFF_MAX)
        return failed(EFBIG, error);
    if (status.st_size == 0)
        return true;
    void *bytes =
        mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, array->file, 0);
    if (bytes == MAP_FAILED)
        return failed(errno, error);
    array->mapped = bytes;
    array->mapped_size = (size_t)status.st_size;
    array->guard = guard_begin(bytes, array->mapped_size);
    return true;
}

size_t array_file_length(const char *path, const char **name) {
    static const char ending[] = ".npz:";
    for (const char *at = path; *at; at++)
        if (strncasecmp(at, ending, sizeof ending - 1) == 0) {
            *name = at + sizeof ending - 1;
            return (size_t)(*name - path) - 1;
        }
    *name = NULL;
    return strlen(path);
}

static bool parse(Array *array, const unsigned char *bytes, size_t size, const char *path,
                  const char *name, Error *error) {
    if (!zip_is(bytes, size) && name && npy_is(bytes, size))
        return error_set(error,
                         "is a .npy file, one array without a name, expected no :NAME");
    if (!zip_is(bytes, size))
        return npy_parse(array, bytes, size, error);
    return npz_find(array, &bytes, &size, path, name, error) &&
           npy_parse(array, bytes, size, error);
}

static Array *array_new(void) {
    Array *array = memory_new(1, sizeof *array);
    *array = (Array){.owners = 1, .file = -1};
    return array;
}

Array *array_of_bytes(const unsigned char *bytes, size_t size, const char *path,
                      const char *name, Error *error) {
    Array *array = array_new();
    if (parse(array, bytes, size, path, name, error))
        return array;
    array_release(array);
    return NULL;
}

Array *array_open(const char *path, Error *error) {
    const char *name;
    char *file = memory_string_n(path, array_file_length(path, &name));
    Array *array = array_new();
    bool fine = map(array, file, error) && pytorch_refuse(file, false, error) &&
                parse(array, array->mapped, array->mapped_size, file, name, error);
    free(file);
    if (fine)
        return array;
    array_release(array);
    return NULL;
}

bool names_array(const char *path) {
    static const char *const endings[] = {".npy", ".npz", ".pt", ".pth", ".safetensors"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(path_ending(path), endings[i]) == 0)
            return true;
    return strstr(path, ".npz:") != NULL;
}
