/* The smaller and the larger of two sizes on the screen. */
#ifndef VIEW_LEAST_H
#define VIEW_LEAST_H

static inline int least(int a, int b) {
    return a < b ? a : b;
}

static inline int most(int a, int b) {
    return a > b ? a : b;
}

#endif
