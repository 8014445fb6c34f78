/* See mapped.h. */
#include "base/mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(int number, Error *error) {
    return error_set(error, "cannot be read: %s", strerror(number));
}

static bool map(Mapped *mapped, Error *error) {
    struct stat status;
    if (fstat(mapped->file, &status) != 0)
        return failed(errno, error);
    if (S_ISDIR(status.st_mode))
        return failed(EISDIR, error);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "is a device or a pipe, expected a regular file");
    if ((uintmax_t)status.st_size > PTRDIFF_MAX)
        return failed(EFBIG, error);
    mapped->size = (size_t)status.st_size;
    mapped->bytes = (const unsigned char *)"";
    if (mapped->size == 0)
        return true;
    void *bytes = mmap(NULL, mapped->size, PROT_READ, MAP_PRIVATE, mapped->file, 0);
    if (bytes == MAP_FAILED) {
        mapped->size = 0;
        return failed(errno, error);
    }
    mapped->bytes = bytes;
    return true;
}

/* Without O_NONBLOCK, opening a pipe would wait for a writer. */
bool mapped_open(Mapped *mapped, const char *path, Error *error) {
    *mapped = (Mapped){0};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return failed(errno, error);
    mapped->file = file;
    if (map(mapped, error))
        return true;
    close(file);
    *mapped = (Mapped){0};
    return false;
}

bool mapped_whole(const Mapped *mapped) {
    struct stat status;
    if (!mapped->bytes || mapped->size == 0)
        return true;
    return fstat(mapped->file, &status) == 0 && (uintmax_t)status.st_size >= mapped->size;
}

void mapped_release(Mapped *mapped) {
    if (!mapped->bytes)
        return;
    if (mapped->size > 0)
        munmap((void *)(uintptr_t)mapped->bytes, mapped->size);
    close(mapped->file);
    *mapped = (Mapped){0};
}
