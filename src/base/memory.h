/* Allocation that does not fail: without memory the program ends with a message and status
 * 2, after the hook has restored the terminal. count × size is checked for overflow. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Zeroed; the caller calls free(). */
void *memory_new(size_t count, size_t size) __attribute__((returns_nonnull));
/* At the start of a cache line, where vectors are read fastest; not zeroed, and given back by
 * memory_aligned_free. */
void *memory_aligned(size_t count, size_t size) __attribute__((returns_nonnull));
void *memory_aligned_zero(size_t count, size_t size) __attribute__((returns_nonnull));
void memory_aligned_free(void *memory);                    /* NULL is fine */
void *memory_resize(void *old, size_t count, size_t size); /* new part not zeroed */
/* Room for one more than `count`, which doubles where it is used up. */
void *memory_grow(void *old, size_t count, size_t size);
char *memory_string(const char *text);                  /* copy of a string */
char *memory_string_n(const char *text, size_t length); /* of its first bytes */
void memory_set_hook(void (*before_exit)(void));
void memory_exhausted(void) __attribute__((noreturn)); /* where a library has none */

#endif
