/* One frame, one write: ncurses hands its bytes on at every move of the cursor, and each write
 * wakes the terminal. What it writes between batch_begin and batch_end is held back and then sent
 * at once. */
#ifndef OUTPUT_BATCH_H
#define OUTPUT_BATCH_H

#include <signal.h>
#include <stdio.h>

typedef struct Batch {
    FILE *file;         /* for newterm: the terminal, but for a frame's time */
    int terminal, sink; /* sink -1: nothing is held back */
    sigset_t mask;
} Batch;

void batch_open(Batch *batch, int terminal);
void batch_close(Batch *batch);

/* Signals wait meanwhile, so that whoever gives the terminal back writes to the terminal. */
void batch_begin(Batch *batch);
void batch_end(Batch *batch);

/* Writes all bytes at once; returns early only if the terminal is gone. */
void batch_send(int terminal, const char *bytes, size_t length);

#endif
