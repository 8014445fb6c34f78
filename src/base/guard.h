/* Guarded mappings of files. Where another program has cut a file short, reading the
 * missing part of its mapping raises SIGBUS, which ends a program. Of a guarded mapping
 * the missing pages become zeros instead, and the mapping is torn from then on.
 *
 * Mappings are added and removed on one thread; any number of threads may read them. */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Guard Guard;

/* Begins to guard `size` bytes from `start` on, the beginning of a page. */
Guard *guard_begin(void *start, size_t size);
void guard_end(Guard *guard); /* NULL is fine */

/* Returns true if a part was missing when it was read; NULL: false. */
bool guard_torn(const Guard *guard);

/* Sets the function that is called before any other SIGBUS ends the program; NULL: none. */
void guard_set_hook(void (*hook)(void));

#endif
