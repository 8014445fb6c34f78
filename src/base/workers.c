/* See workers.h. */
#include "base/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { WORKERS_MAX = 64 };

typedef struct Work {
    void (*work)(void *context, size_t index);
    void *context;
    size_t count;
    atomic_size_t next;
} Work;

/* Blocks all signals but a thread's own faults. If a mapped file is cut short, the
 * handler of the fault must run to restore the terminal; a blocked fault ends the program
 * at once. */
static void block_signals(sigset_t *before) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

static unsigned threads_worth_having(void) {
    const char *wanted = getenv("ATTNSCOPE_THREADS");
    long count = wanted ? strtol(wanted, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > WORKERS_MAX ? WORKERS_MAX : (unsigned)count;
}

static void *work_on(void *context) {
    Work *work = context;
    for (;;) {
        size_t index = atomic_fetch_add(&work->next, 1);
        if (index >= work->count)
            return NULL;
        work->work(work->context, index);
    }
}

void workers_run(unsigned threads, size_t count,
                 void (*work)(void *context, size_t index), void *context) {
    pthread_t helper[WORKERS_MAX];
    unsigned helpers = 0;
    Work shared = {.work = work, .context = context, .count = count};
    sigset_t before;
    atomic_init(&shared.next, 0);
    if (threads == 0)
        threads = count > 1 ? threads_worth_having() : 1;
    if (threads > WORKERS_MAX)
        threads = WORKERS_MAX;
    if (threads > 1 && count > 1) {
        block_signals(&before);
        while (helpers + 1 < threads && helpers + 1 < count &&
               pthread_create(&helper[helpers], NULL, work_on, &shared) == 0)
            helpers++;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    work_on(&shared);
    while (helpers > 0)
        pthread_join(helper[--helpers], NULL);
}
