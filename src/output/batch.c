/* See batch.h. For the time of a frame, dup2 points the descriptor that ncurses writes to
 * at a file in memory. Systems without such files write as ncurses does. */
#define _GNU_SOURCE /* memfd_create; NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#include "output/batch.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"

void batch_open(Batch *batch, int terminal) {
    int own = dup(terminal);
    *batch = (Batch){.terminal = terminal, .sink = -1};
    batch->file = own < 0 ? NULL : fdopen(own, "w");
    if (!batch->file) {
        batch->file = stdout;
        return;
    }
#ifdef MFD_CLOEXEC
    batch->sink = memfd_create("frame", MFD_CLOEXEC);
#endif
}

void batch_close(Batch *batch) {
    if (batch->sink >= 0)
        close(batch->sink);
    if (batch->file && batch->file != stdout)
        fclose(batch->file);
    *batch = (Batch){.sink = -1};
}

void batch_begin(Batch *batch) {
    if (batch->sink < 0)
        return;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &batch->mask);
    dup2(batch->sink, fileno(batch->file));
}

void batch_send(int terminal, const char *bytes, size_t length) {
    while (length) {
        ssize_t sent = write(terminal, bytes, length);
        if (sent < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = terminal, .events = POLLOUT}, 1, -1);
        else if (sent < 0 && errno != EINTR)
            return; /* the terminal is gone: whoever waits for a key will see it */
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
}

void batch_end(Batch *batch) {
    if (batch->sink < 0)
        return;
    dup2(batch->terminal, fileno(batch->file));
    sigprocmask(SIG_SETMASK, &batch->mask, NULL);
    off_t length = lseek(batch->sink, 0, SEEK_END);
    char *bytes = memory_new(length > 0 ? (size_t)length : 1, 1);
    ssize_t got = length > 0 ? pread(batch->sink, bytes, (size_t)length, 0) : 0;
    if (ftruncate(batch->sink, 0) == 0 && lseek(batch->sink, 0, SEEK_SET) == 0 && got > 0)
        batch_send(batch->terminal, bytes, (size_t)got);
    free(bytes);
}
