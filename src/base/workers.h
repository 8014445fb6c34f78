/* Threads for one piece of work: started, joined, gone. They take no signals but
 * those of their own faults. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include <stddef.h>

/* Calls work(context, i) once for each i < count, in that order of starting, on as many threads
 * as asked for (0: as many as there are processors, or as ATTNSCOPE_THREADS says), the caller's
 * among them. Returns when all is done. */
void workers_run(unsigned threads, size_t count,
                 void (*work)(void *context, size_t index), void *context);

#endif
