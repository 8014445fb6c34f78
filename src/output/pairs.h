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

/* A hash table that is never more than half full. */
typedef struct Pairs {
    Pair *slots;
    int count, most; /* numbers 1..count are given, no more than most */
} Pairs;

void pairs_init(Pairs *pairs, int most);
void pairs_release(Pairs *pairs);
void pairs_clear(Pairs *pairs);

/* Returns the number of a pair, or 0 if all numbers are given. *fresh is set if the
 * number was given by this call. */
int pairs_number(Pairs *pairs, uint32_t fore, uint32_t back, bool *fresh);

#endif
