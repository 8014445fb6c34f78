/* A sheet: one state of all inputs and what follows from it. Shared by count, so that the present,
 * the state before the last action and a pinned baseline are three handles on few numbers. */
#ifndef SESSION_SHEET_H
#define SESSION_SHEET_H

#include "math/pass.h"
#include "scene/scene.h"
#include "session/option.h"
#include "session/sheet_work.h"

typedef struct Sheet {
    size_t owners;
    Model model;
    char ***targets; /* [records][Tq] as edited; "" where none; read only, see below */
    size_t *targets_owners;   /* sheets that share them */
    size_t *targets_named;    /* [records]: targets that are not "", shared with them */
    Pass *pass;               /* of model; made by sheet_pass */
    struct Variant *variants; /* [variant_count]; see sheet_variant */
    size_t variant_count;
    Work *work; /* on pass; made by sheet_work */
} Sheet;

Sheet *sheet_new(const Scene *scene);
Sheet *sheet_share(Sheet *sheet);
void sheet_release(Sheet *sheet); /* NULL is fine */

/* Makes *sheet this owner's alone and drops what had been derived; call before writing. */
Sheet *sheet_write(Sheet **sheet);

/* Takes over from old what it had derived and what holds here, too, where this one differs in
 * cells of one query of one layer alone (math/pass.h). */
void sheet_inherit(Sheet *sheet, Sheet *old, size_t layer, size_t query);

/* Drops what had been derived; it is derived anew when somebody asks. */
void sheet_forget(Sheet *sheet);

/* Of a sheet that is this owner's alone. */
void sheet_set_target(Sheet *sheet, size_t record, size_t query, const char *target);

Pass *sheet_pass(Sheet *sheet);
Work *sheet_work(Sheet *sheet);

/* Calculates some of the rows that a layer of a record reads, those of the layers below first; true:
 * all are there. */
bool sheet_inputs_advance(Sheet *sheet, Place place);

/* The sheet in which all but one option, in every layer, is as in this one; the caller is one of
 * its owners. Those of one option are kept as long as this sheet stays as it is, so that lanes are
 * calculated once, and not once a frame. */
Sheet *sheet_variant(Sheet *sheet, const OptionSpec *option, const char *value);

#endif
