/* The loops that take the time, for the widest vectors this machine has.
 *
 * A panel is keys × queries: the numbers of one key stand side by side for up to three vectors of
 * queries, panel.cells[key · panel.queries + query]. Queries are lanes, so every sum of a query runs in the
 * order of the index, whatever the width of the vectors; components of values are lanes in mix(),
 * which sums in the order of the keys. A kernel that is `fused` rounds a·b + c once, everywhere
 * (arithmetic.h has the same for single numbers): one choice for the process, the same bits for a
 * row alone, in any panel and on any thread. */
#ifndef MATH_KERNEL_H
#define MATH_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Panel {
    size_t keys, queries; /* queries: a multiple of the kernel's lanes, up to 3 of them */
    double *cells;        /* [keys · queries] */
} Panel;

/* Queries as scores() wants them: component by component, [width][queries of the panel]. */
typedef struct Queries {
    const double *cells;
    size_t width;
    double scale;
} Queries;

typedef struct Kernel {
    const char *name;
    bool fused;
    size_t lanes;
    /* cells = scale · q·k, summed in the order of the components; k: a row for each key */
    void (*scores)(Queries q, const double *const *k, Panel panel);
    /* largest[query] = the larger of it and each cell, past nan */
    void (*largest)(Panel panel, double *largest);
    /* cells = exp(cell - largest[query]), and their sums on top of sum[query] */
    void (*powers)(Panel panel, const double *largest, double *sum);
    /* cells = cell / sum[query], and their sums on top of total[query] */
    void (*divide)(Panel panel, const double *sum, double *total);
    /* out[query][c] += cell · v[key][c] for the first `count` queries */
    void (*mix)(Panel panel, size_t count, const double *const *v, size_t width,
                double *out);
} Kernel;

enum { KERNEL_VECTORS = 3, KERNEL_LANES_MAX = 8 };
enum { KERNEL_QUERIES_MAX = KERNEL_VECTORS * KERNEL_LANES_MAX };

/* The n-th this machine can run, fastest first; NULL past the last. */
const Kernel *kernel_at(size_t n);

#endif
