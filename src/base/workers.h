/* Threads that live for one piece of work. They block all signals but their own faults. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include <stddef.h>

/* Calls work(context, i) once for each i < count, started in that order, on so many
 * threads, the caller's among them (0: ATTNSCOPE_THREADS, or one a processor). Returns
 * when all is done. */
void workers_run(unsigned threads, size_t count,
                 void (*work)(void *context, size_t index), void *context);

#endif
