/* The loops that take most of the time, for the widest vectors that this machine has.
 *
 * A panel is keys × queries: the numbers of one key lie side by side for up to three
 * vectors of queries, at panel.cells[key · panel.queries + query]. Each query has its own
 * lane of a vector, so every sum of a query runs in the order of the index, whatever the
 * width of the vectors. In mix() the lanes are components of values, and sums run in the
 * order of the keys. A fused kernel rounds a·b + c once, everywhere (arithmetic.h does so
 * for single numbers). Whether kernels are fused is one choice for the process, so a row
 * has the same bits alone, in any panel and on any thread. */
#ifndef MATH_KERNEL_H
#define MATH_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Panel {
    size_t keys, queries; /* queries: a multiple of the kernel's lanes, up to 3 of them */
    double *cells;        /* [keys · queries] */
} Panel;

/* The queries of a panel for scores(): component by component, [width][panel.queries]. */
typedef struct Queries {
    const double *cells;
    size_t width;
    double scale;
} Queries;

typedef struct Kernel {
    const char *name;
    bool fused;
    size_t lanes;
    /* cells = scale · q·k, summed by component; k: [panel.keys] rows */
    void (*scores)(Queries q, const double *const *k, Panel panel);
    /* largest[query] = the largest of itself and its cells, NaN left out */
    void (*largest)(Panel panel, double *largest);
    /* cells = exp(cell - largest[query]); adds them to sum[query] */
    void (*powers)(Panel panel, const double *largest, double *sum);
    /* cells = cell / sum[query]; adds them to total[query] */
    void (*divide)(Panel panel, const double *sum, double *total);
    /* out[query][c] += cell · v[key][c] for the first `count` queries */
    void (*mix)(Panel panel, size_t count, const double *const *v, size_t width,
                double *out);
} Kernel;

enum { KERNEL_VECTORS = 3, KERNEL_LANES_MAX = 8 };
enum { KERNEL_QUERIES_MAX = KERNEL_VECTORS * KERNEL_LANES_MAX };

/* The n-th kernel that this machine can run, the fastest first; NULL past the last. */
const Kernel *kernel_at(size_t n);

#endif
