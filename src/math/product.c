/* Products of rows with a matrix: x·W and concat·WO. Rows are taken in groups as wide
 * as the kernel's panels; every sum runs in the order of the row's components,
 * whatever the group. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/workers.h"
#include "math/pass_inside.h"

void numbers_settle(double *numbers, size_t count) {
    for (size_t c = 0; c < count; c++)
        if (isnan(numbers[c]))
            numbers[c] = NAN;
}

enum { GROUP = KERNEL_QUERIES_MAX };

static void product_group(void *context, size_t group) {
    const Product *product = context;
    size_t first = group * GROUP, count = min_size(product->count - first, GROUP);
    Panel panel = {.keys = product->length, .queries = count};
    panel.cells = memory_new(product->length * count, sizeof *panel.cells);
    double *sums = memory_new(count * product->width, sizeof *sums);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < product->length; c++)
            panel.cells[c * count + i] = product->rows[first + i][c];
    product->kernel->mix(panel, count, product->lines, product->width, sums);
    numbers_settle(sums, count * product->width);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < product->width; c++)
            product->to[(first + i) * product->stride + c] = sums[i * product->width + c];
    free(panel.cells);
    free(sums);
}

void product_make(Product *product, unsigned threads) {
    size_t groups = (product->count + GROUP - 1) / GROUP;
    double work =
        (double)product->count * (double)product->length * (double)product->width;
    workers_run(work < WORTH_A_THREAD ? 1 : threads, groups, product_group, product);
}
