/* See region.h. */
#include "frame/region.h"

#include <stdlib.h>

#include "base/memory.h"

void regions_clear(Regions *regions) {
    regions->count = 0;
}

void regions_release(Regions *regions) {
    free(regions->list);
    *regions = (Regions){0};
}

void regions_add(Regions *regions, Region region) {
    regions->list = memory_grow(regions->list, regions->count, sizeof region);
    regions->list[regions->count++] = region;
}

const Region *regions_at(const Regions *regions, int x, int y) {
    for (size_t i = regions->count; i-- > 0;) {
        const Region *region = &regions->list[i];
        if (x >= region->x && x < region->x + region->width && y >= region->y &&
            y < region->y + region->height)
            return region;
    }
    return NULL;
}

size_t region_row(const Region *region, int y) {
    int item = region->down ? (y - region->y) / region->down : 0;
    return region->row + (size_t)item * region->row_step;
}

size_t region_col(const Region *region, int x) {
    int item = region->across ? (x - region->x) / region->across : 0;
    return region->col + (size_t)item * region->col_step;
}
