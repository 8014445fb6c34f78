/* See pairs.h. */
#include "output/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SLOTS = 16384 }; /* a power of two */

void pairs_init(Pairs *pairs, int most) {
    *pairs = (Pairs){.most = most < SLOTS / 2 ? most : SLOTS / 2};
    pairs->slots = memory_new(SLOTS, sizeof *pairs->slots);
}

void pairs_release(Pairs *pairs) {
    free(pairs->slots);
    *pairs = (Pairs){0};
}

void pairs_clear(Pairs *pairs) {
    memset(pairs->slots, 0, SLOTS * sizeof *pairs->slots);
    pairs->count = 0;
}

int pairs_number(Pairs *pairs, uint32_t fore, uint32_t back, bool *fresh) {
    uint32_t hash = (fore * 0x9e3779b1u) ^ (back * 0x85ebca6bu);
    size_t at = (hash ^ hash >> 15) % SLOTS;
    while (pairs->slots[at].number &&
           (pairs->slots[at].fore != fore || pairs->slots[at].back != back))
        at = (at + 1) % SLOTS;
    Pair *pair = &pairs->slots[at];
    *fresh = !pair->number && pairs->count < pairs->most;
    if (*fresh)
        *pair = (Pair){.fore = fore, .back = back, .number = ++pairs->count};
    return pair->number;
}
