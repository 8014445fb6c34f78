/* See sheet_work.h. */
#include "session/sheet_work.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"

void walks_release(Walks *walks) {
    for (size_t h = 0; walks->walk && h < walks->heads; h++)
        survey_free(walks->walk[h]);
    survey_free(walks->part);
    free(walks->walk);
    free(walks->sums);
    *walks = (Walks){0};
}

void work_free(Work *work) {
    if (!work)
        return;
    walks_release(&work->walks);
    free(work->search.empty);
    free(work);
}

Work *work_inherit(const Work *old, Pass *pass, const Model *model, size_t layer,
                   size_t query) {
    Place at = {.layer = layer};
    if (!old || !old->search.done || old->search.count)
        return NULL;
    for (; at.record < model->record_count; at.record++)
        for (at.head = 0; at.head < model->layers[layer].heads; at.head++)
            if (query < model_queries(model, layer, at.record) &&
                row_is_error(pass, at, query))
                return NULL;
    Work *work = memory_new(1, sizeof *work);
    work->search.done = true;
    return work;
}

bool work_is_long(const Model *model) {
    enum { ROWS_AT_ONCE = 2048, /* of all heads */ KEYS_AT_ONCE = 512 };
    size_t rows = 0, keys = 0;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t l = 0; l < model->layer_count; l++) {
            rows += model->records[r].queries * model->layers[l].heads;
            keys = model->records[r].keys > keys ? model->records[r].keys : keys;
        }
    return rows > ROWS_AT_ONCE || keys > KEYS_AT_ONCE;
}

size_t work_rows(const Model *model, Place place) {
    enum { CELLS_TOGETHER = 1 << 18 };
    size_t cells =
        model_keys(model, place.layer, place.record) * model->layers[place.layer].heads;
    return min_size(CELLS_TOGETHER / cells + 1, WORK_ROWS_MOST);
}
