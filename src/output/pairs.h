/* Pairs of colors and the numbers they were given. */
#ifndef OUTPUT_PAIRS_H
#define OUTPUT_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Pair {
    uint32_t fore, back;
    int number; /* 0: none */
} Pair;

/* A hash table that never holds more than half of what it has room for. */
typedef struct Pairs {
    Pair *slots;
    int count, most; /* numbers 1..count are given, no more than most */
} Pairs;

void pairs_init(Pairs *pairs, int most);
void pairs_release(Pairs *pairs);
void pairs_clear(Pairs *pairs);

/* The number of a pair. *fresh tells that it was given just now; 0 where all are given. */
int pairs_number(Pairs *pairs, uint32_t fore, uint32_t back, bool *fresh);

#endif
