/* See sheet.h. */
#include "session/sheet.h"

#include <stdlib.h>

#include "base/memory.h"

static char ***copy_targets(const Model *model, char *const *const *from) {
    char ***targets = memory_new(model->record_count, sizeof *targets);
    for (size_t r = 0; r < model->record_count; r++) {
        size_t queries = model->records[r].queries;
        targets[r] = memory_new(queries, sizeof **targets);
        for (size_t i = 0; i < queries; i++)
            targets[r][i] = memory_string(from[r] && from[r][i] ? from[r][i] : "");
    }
    return targets;
}

Sheet *sheet_new(const Scene *scene) {
    Sheet *sheet = memory_new(1, sizeof *sheet);
    char *const **from = memory_new(scene->model.record_count, sizeof *from);
    for (size_t r = 0; r < scene->model.record_count; r++)
        from[r] = scene->labels[r].targets;
    sheet->owners = 1;
    sheet->model = model_copy(&scene->model);
    sheet->targets = copy_targets(&sheet->model, from);
    free(from);
    return sheet;
}

Sheet *sheet_share(Sheet *sheet) {
    if (sheet)
        sheet->owners++;
    return sheet;
}

void sheet_release(Sheet *sheet) {
    if (!sheet || --sheet->owners > 0)
        return;
    pass_free(sheet->pass);
    for (size_t r = 0; r < sheet->model.record_count; r++) {
        for (size_t i = 0; i < sheet->model.records[r].queries; i++)
            free(sheet->targets[r][i]);
        free(sheet->targets[r]);
    }
    free(sheet->targets);
    model_release(&sheet->model);
    free(sheet);
}

Sheet *sheet_write(Sheet **sheet) {
    Sheet *old = *sheet;
    if (old->owners == 1) {
        pass_free(old->pass);
        old->pass = NULL;
        return old;
    }
    Sheet *own = memory_new(1, sizeof *own);
    own->owners = 1;
    own->model = model_copy(&old->model);
    own->targets = copy_targets(&own->model, (char *const *const *)old->targets);
    old->owners--;
    *sheet = own;
    return own;
}

Pass *sheet_pass(Sheet *sheet) {
    if (!sheet->pass)
        sheet->pass = pass_new(&sheet->model);
    return sheet->pass;
}
