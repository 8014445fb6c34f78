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
    Panel panel = {.keys = product->by->rows, .queries = count};
    panel.cells = memory_new(panel.keys * count, sizeof *panel.cells);
    double *sums = memory_new(count * product->width, sizeof *sums);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < panel.keys; c++)
            panel.cells[c * count + i] = product->rows[(first + i) * panel.keys + c];
    product->kernel->mix(panel, count, product->lines, product->width, sums);
    numbers_settle(sums, count * product->width);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < product->width; c++)
            product->to[(first + i) * product->stride + c] = sums[i * product->width + c];
    free(panel.cells);
    free(sums);
}

void product_make(const Pass *pass, Product product) {
    size_t length = product.by->rows, groups = (product.count + GROUP - 1) / GROUP;
    double work = (double)product.count * (double)length * (double)product.width;
    product.kernel = pass->kernel;
    product.lines = memory_new(length, sizeof *product.lines);
    for (size_t r = 0; r < length; r++)
        product.lines[r] = matrix_row(product.by, r) + product.first;
    workers_run(work < WORTH_A_THREAD ? 1 : pass->threads, groups, product_group,
                &product);
    free(product.lines);
}
