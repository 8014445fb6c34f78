/* See sheet.h. */
#include "sheet/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"

/* Sheets share their targets until one of them writes. Where there is no target, all
 * share one string. */
static char no_target[] = "";

static void free_target(char *target) {
    if (target != no_target)
        free(target);
}

static void copy_targets(Sheet *sheet, char *const *const *from) {
    const Model *model = &sheet->model;
    sheet->targets = memory_new(model->record_count, sizeof *sheet->targets);
    sheet->targets_owners = memory_new(1, sizeof *sheet->targets_owners);
    *sheet->targets_owners = 1;
    sheet->targets_named = memory_new(model->record_count, sizeof(size_t));
    for (size_t r = 0; r < model->record_count; r++) {
        size_t queries = model->records[r].queries;
        sheet->targets[r] = memory_new(queries, sizeof **sheet->targets);
        for (size_t i = 0; i < queries; i++) {
            const char *target = from[r] && from[r][i] ? from[r][i] : "";
            sheet->targets[r][i] = *target ? memory_string(target) : no_target;
            sheet->targets_named[r] += *target ? 1 : 0;
        }
    }
}

static void release_targets(Sheet *sheet) {
    if (--*sheet->targets_owners > 0)
        return;
    for (size_t r = 0; r < sheet->model.record_count; r++) {
        for (size_t i = 0; i < sheet->model.records[r].queries; i++)
            free_target(sheet->targets[r][i]);
        free(sheet->targets[r]);
    }
    free(sheet->targets);
    free(sheet->targets_owners);
    free(sheet->targets_named);
}

void sheet_set_target(Sheet *sheet, size_t record, size_t query, const char *target) {
    if (*sheet->targets_owners > 1) {
        char *const *const *shared = (char *const *const *)sheet->targets;
        --*sheet->targets_owners;
        copy_targets(sheet, shared);
    }
    char **at = &sheet->targets[record][query], *old = *at;
    sheet->targets_named[record] += *target ? 1 : 0;
    sheet->targets_named[record] -= *old ? 1 : 0;
    *at = *target ? memory_string(target) : no_target;
    free_target(old);
}

Sheet *sheet_new(const Scene *scene) {
    Sheet *sheet = memory_new(1, sizeof *sheet);
    char *const **from = memory_new(scene->model.record_count, sizeof *from);
    for (size_t r = 0; r < scene->model.record_count; r++)
        from[r] = scene->labels[r].targets;
    sheet->owners = 1;
    sheet->model = model_copy(&scene->model);
    copy_targets(sheet, from);
    free(from);
    return sheet;
}

Sheet *sheet_share(Sheet *sheet) {
    if (sheet)
        sheet->owners++;
    return sheet;
}

static void drop_kept(Sheet *sheet) {
    for (size_t i = 0; i < sheet->kept_count; i++)
        sheet_release(sheet->kept[i]);
    free(sheet->kept);
    sheet->kept = NULL;
    sheet->kept_count = 0;
}

void walks_release(Walks *walks) {
    for (size_t h = 0; walks->walk && h < walks->heads; h++)
        survey_free(walks->walk[h]);
    survey_free(walks->part);
    free(walks->walk);
    free(walks->sums);
    *walks = (Walks){0};
}

static void work_free(Work *work) {
    if (!work)
        return;
    walks_release(&work->walks);
    free(work->search.empty);
    free(work);
}

void sheet_forget(Sheet *sheet) {
    drop_kept(sheet);
    work_free(sheet->work);
    pass_free(sheet->pass);
    sheet->work = NULL;
    sheet->pass = NULL;
}

void sheet_release(Sheet *sheet) {
    if (!sheet || --sheet->owners > 0)
        return;
    sheet_forget(sheet);
    release_targets(sheet);
    model_release(&sheet->model);
    free(sheet);
}

Sheet *sheet_write(Sheet **sheet) {
    Sheet *old = *sheet;
    if (old->owners == 1) {
        sheet_forget(old);
        return old;
    }
    Sheet *own = memory_new(1, sizeof *own);
    own->owners = 1;
    own->model = model_copy(&old->model);
    own->targets = old->targets;
    own->targets_owners = old->targets_owners;
    own->targets_named = old->targets_named;
    ++*own->targets_owners;
    old->owners--;
    *sheet = own;
    return own;
}

Sheet *sheet_under(Sheet *numbers, const Model *rule) {
    Sheet *sheet = sheet_share(numbers);
    Model *model = &sheet_write(&sheet)->model;
    for (size_t l = 0; l < model->layer_count; l++) {
        const Layer *from = &rule->layers[l];
        Layer *layer = &model->layers[l];
        layer->options = from->options;
        forces_release(&layer->forces);
        layer->forces = forces_copy(&from->forces);
    }
    return sheet;
}

Pass *sheet_pass(Sheet *sheet) {
    if (!sheet->pass)
        sheet->pass = pass_new(&sheet->model);
    return sheet->pass;
}

Work *sheet_work(Sheet *sheet) {
    if (!sheet->work)
        sheet->work = memory_new(1, sizeof *sheet->work);
    return sheet->work;
}

bool sheet_inputs_advance(Sheet *sheet, Place place) {
    Place first = {.record = place.record};
    if (place.record >= sheet->model.record_count)
        return true; /* a search at its end asks for the record after the last */
    return pass_inputs_advance(sheet_pass(sheet), place, work_rows(&sheet->model, first));
}

Sheet **sheet_kept(Sheet *sheet, size_t number, size_t count) {
    if (sheet->kept_for != number || sheet->kept_count != count) {
        drop_kept(sheet);
        sheet->kept = memory_new(count, sizeof(Sheet *));
        sheet->kept_count = count;
        sheet->kept_for = number;
    }
    return sheet->kept;
}

/* Reuses the old search if it found no empty row and the query has none; else returns
 * NULL. The new model, of the pass, differs from the old one in that query of that layer
 * only. */
static Work *work_inherit(const Work *old, Pass *pass, const Model *model, size_t layer,
                          size_t query) {
    Place at = {.layer = layer};
    if (!old || !old->search.done || old->search.count)
        return NULL;
    for (; at.record < model->record_count; at.record++)
        for (at.head = 0; at.head < model->layers[layer].heads; at.head++)
            if (query < model_queries(model, at) && row_is_error(pass, at, query))
                return NULL;
    Work *work = memory_new(1, sizeof *work);
    work->search.done = true;
    return work;
}

void sheet_inherit(Sheet *sheet, Sheet *old, size_t layer, size_t query) {
    if (sheet == old || !old->pass || sheet->pass)
        return;
    pass_inherit(sheet_pass(sheet), old->pass, layer, query);
    sheet->work = work_inherit(old->work, sheet->pass, &sheet->model, layer, query);
}

void sheet_inherit_projections(Sheet *sheet, Sheet *old) {
    if (sheet != old && old->pass)
        pass_inherit_projections(sheet_pass(sheet), old->pass);
}

/* ---- long work ---- */

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
    size_t cells = model_keys(model, place) * model->layers[place.layer].heads;
    return min_size(CELLS_TOGETHER / cells + 1, WORK_ROWS_MOST);
}
