/* A sheet: one state of all inputs and what follows from it. Shared by count, so that the present,
 * the state before the last action and a pinned baseline are three handles on few numbers. */
#ifndef SESSION_SHEET_H
#define SESSION_SHEET_H

#include "math/pass.h"
#include "scene/scene.h"

typedef struct Sheet {
    size_t owners;
    Model model;
    char ***targets; /* [records][Tq] as edited; "" where none; read only, see below */
    size_t *targets_owners; /* sheets that share them */
    Pass *pass;             /* of model; made by sheet_pass */
} Sheet;

Sheet *sheet_new(const Scene *scene);
Sheet *sheet_share(Sheet *sheet);
void sheet_release(Sheet *sheet); /* NULL is fine */

/* Makes *sheet this owner's alone and drops what had been derived; call before writing. */
Sheet *sheet_write(Sheet **sheet);

/* Of a sheet that is this owner's alone. */
void sheet_set_target(Sheet *sheet, size_t record, size_t query, const char *target);

Pass *sheet_pass(Sheet *sheet);

#endif
