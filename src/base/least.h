/* The smaller and the larger of two sizes on the screen. */
#ifndef BASE_LEAST_H
#define BASE_LEAST_H

static inline int least(int a, int b) {
    return a < b ? a : b;
}

static inline int most(int a, int b) {
    return a > b ? a : b;
}

#endif
