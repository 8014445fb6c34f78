/* Sends a frame in one write: ncurses writes at every move of the cursor, and each write
 * wakes the terminal. The bytes that it writes between batch_begin and batch_end are kept
 * and then sent at once. */
#ifndef OUTPUT_BATCH_H
#define OUTPUT_BATCH_H

#include <signal.h>
#include <stdio.h>

typedef struct Batch {
    FILE *file;         /* for newterm: the terminal, except while a frame is collected */
    int terminal, sink; /* descriptors; sink -1: nothing is collected */
    sigset_t mask;
} Batch;

void batch_open(Batch *batch, int terminal);
void batch_close(Batch *batch);

/* Signals are blocked in between, so that restoring the terminal never writes to the
 * sink. */
void batch_begin(Batch *batch);
void batch_end(Batch *batch);

/* Writes all bytes at once; returns early only if the terminal is gone. */
void batch_send(int terminal, const char *bytes, size_t length);

#endif
