/* See guard.h. The handler gets nothing but an address, so the list of mappings is static;
 * its nodes are never freed, because the handler may be at one of them. */
#include "base/guard.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"

struct Guard {
    atomic_uintptr_t start; /* 0: free */
    atomic_size_t size;
    atomic_bool torn;
    Guard *next;
};

static _Atomic(Guard *) guards;
static void (*hook)(void);
static uintptr_t page_size;

static Guard *guard_at(uintptr_t address) {
    for (Guard *guard = atomic_load(&guards); guard; guard = guard->next) {
        uintptr_t start = atomic_load(&guard->start);
        if (start && address >= start && address - start < atomic_load(&guard->size))
            return guard;
    }
    return NULL;
}

/* Another SIGBUS happens again when this returns, and then ends the program. */
static void handle(int number, siginfo_t *info, void *context) {
    uintptr_t address = (uintptr_t)info->si_addr;
    Guard *guard = info->si_code > 0 ? guard_at(address) : NULL;
    void *page = (void *)(address & ~(page_size - 1));
    (void)context;
    if (guard && mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                      -1, 0) != MAP_FAILED) {
        atomic_store(&guard->torn, true);
        return;
    }
    if (hook)
        hook();
    signal(number, SIG_DFL);
    if (info->si_code <= 0)
        raise(number); /* it was sent */
}

static void install(void) {
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

static Guard *free_guard(void) {
    Guard *guard = atomic_load(&guards);
    while (guard && atomic_load(&guard->start))
        guard = guard->next;
    if (guard)
        return guard;
    guard = memory_new(1, sizeof *guard);
    guard->next = atomic_load(&guards);
    atomic_store(&guards, guard);
    return guard;
}

Guard *guard_begin(void *start, size_t size) {
    if (!page_size)
        install();
    Guard *guard = free_guard();
    atomic_store(&guard->torn, false);
    atomic_store(&guard->size, size);
    atomic_store(&guard->start, (uintptr_t)start);
    return guard;
}

void guard_end(Guard *guard) {
    if (guard)
        atomic_store(&guard->start, 0);
}

bool guard_torn(const Guard *guard) {
    return guard && atomic_load(&((Guard *)guard)->torn);
}

void guard_set_hook(void (*new_hook)(void)) {
    if (!page_size)
        install();
    hook = new_hook;
}
