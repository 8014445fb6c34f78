/* Preloaded into the program under test: of its allocations that of number FAIL_AT fails, counted
 * from 1, and with FAIL_ON all after it as well. COUNT names a file that gets their number. NCURSES
 * names one that gets a letter where ncurses, which crashes now and then, asked in vain. */
#define _GNU_SOURCE /* dladdr; NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The C library's own. NOLINTBEGIN(bugprone-reserved-identifier) */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t unit, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */

static atomic_long number;
static long fail_at;
static bool fail_on;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAIL_AT");
    fail_on = getenv("FAIL_ON") != NULL;
    backtrace(&(void *){NULL}, 1); /* the first one allocates */
    number = 0;
    fail_at = at ? strtol(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file)
        fprintf(file, "%ld\n", (long)number);
    if (file)
        fclose(file);
}

static void note_ncurses(void) {
    enum { DEPTH = 24 };
    void *callers[DEPTH];
    Dl_info info;
    const char *path = getenv("NCURSES");
    int count = path ? backtrace(callers, DEPTH) : 0;
    for (int i = 0; i < count; i++)
        if (dladdr(callers[i], &info) &&
            (strstr(info.dli_fname, "ncurses") || strstr(info.dli_fname, "libtinfo"))) {
            FILE *file = fopen(path, "w");
            (void)(file && (putc('n', file) == EOF || fclose(file)));
            return;
        }
}

static bool fails(void) {
    long now = ++number;
    bool yes = fail_at && (now == fail_at || (fail_on && now > fail_at));
    if (yes) {
        fail_at = 0; /* noting allocates */
        note_ncurses();
        fail_at = fail_on ? now : 0;
        errno = ENOMEM;
    }
    return yes;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t unit, size_t size) {
    return fails() ? NULL : __libc_memalign(unit, size);
}

int posix_memalign(void **memory, size_t unit, size_t size) {
    *memory = fails() ? NULL : __libc_memalign(unit, size);
    return *memory ? 0 : ENOMEM;
}
