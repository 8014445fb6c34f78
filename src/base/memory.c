/* See memory.h. */
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Global, because no caller of a failing allocation could pass it. */
static void (*restore_hook)(void);

void memory_set_hook(void (*before_exit)(void)) {
    restore_hook = before_exit;
}

void memory_exhausted(void) {
    if (restore_hook)
        restore_hook();
    fputs("attnscope: out of memory\n", stderr);
    _Exit(2);
}

static void *checked(void *memory) {
    if (!memory)
        memory_exhausted();
    return memory;
}

static size_t bytes_of(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        memory_exhausted();
    return count * size;
}

void *memory_new(size_t count, size_t size) {
    return checked(calloc(count ? count : 1, size ? size : 1));
}

enum { CACHE_LINE = 64, HUGE_PAGE = 2 << 20, HUGE_LEAST = 8 << 20 };

/* The C library's aligned memory is not found again when it was given back, and a session that
 * edits would grow with every edit. So there is more room, and before it where it begins. */
static void *aligned(size_t count, size_t size, bool zero) {
    size_t bytes = bytes_of(count, size);
    size_t unit = bytes < HUGE_LEAST ? CACHE_LINE : HUGE_PAGE;
    if (bytes > SIZE_MAX - 2 * unit)
        memory_exhausted();
    void *begin = checked(zero ? calloc(1, bytes + 2 * unit) : malloc(bytes + 2 * unit));
    char *memory = (char *)begin + unit;
    memory += unit - (uintptr_t)memory % unit;
    memcpy(memory - sizeof begin, &begin, sizeof begin);
#ifdef MADV_HUGEPAGE
    if (unit == HUGE_PAGE)
        madvise(memory, bytes, MADV_HUGEPAGE); /* a hint: it may fail */
#endif
    return memory;
}

void *memory_aligned(size_t count, size_t size) {
    return aligned(count, size, false);
}

void *memory_aligned_zero(size_t count, size_t size) {
    return aligned(count, size, true);
}

void memory_aligned_free(void *memory) {
    void *begin = NULL;
    if (memory)
        memcpy(&begin, (char *)memory - sizeof begin, sizeof begin);
    free(begin);
}

void *memory_resize(void *old, size_t count, size_t size) {
    size_t bytes = bytes_of(count, size);
    return checked(realloc(old, bytes ? bytes : 1));
}

void *memory_grow(void *old, size_t count, size_t size) {
    bool full = (count & (count - 1)) == 0;
    return full ? memory_resize(old, count ? 2 * count : 1, size) : old;
}

char *memory_string_n(const char *text, size_t length) {
    char *copy = memory_new(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

char *memory_string(const char *text) {
    return memory_string_n(text, strlen(text));
}
