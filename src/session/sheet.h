/* A sheet: one state of all inputs, and the numbers derived from it. Owners are counted,
 * so that the present, the state before the last action and a pinned baseline share most
 * of their numbers. */
#ifndef SESSION_SHEET_H
#define SESSION_SHEET_H

#include "math/pass.h"
#include "scene/scene.h"
#include "session/option.h"
#include "session/sheet_work.h"

typedef struct Sheet {
    size_t owners;
    Model model;
    char **
        *targets; /* [records][Tq], "" where there is none; written by sheet_set_target */
    size_t *targets_owners;   /* the number of sheets that share targets */
    size_t *targets_named;    /* [records]: how many targets are not "" */
    Pass *pass;               /* of model; made by sheet_pass */
    struct Variant *variants; /* [variant_count]; see sheet_variant */
    size_t variant_count;
    Work *work; /* on pass; made by sheet_work */
} Sheet;

Sheet *sheet_new(const Scene *scene);
Sheet *sheet_share(Sheet *sheet);
void sheet_release(Sheet *sheet); /* NULL is fine */

/* Gives the owner a sheet of its own and drops derived numbers; has to be called before
 * writing. */
Sheet *sheet_write(Sheet **sheet);

/* Takes over derived numbers of old that are right here, too, because the two differ in
 * cells of one query of one layer only (math/pass.h). */
void sheet_inherit(Sheet *sheet, Sheet *old, size_t layer, size_t query);

/* Drops derived numbers; they are derived again when somebody asks. */
void sheet_forget(Sheet *sheet);

/* Sets a target of a sheet that has one owner. */
void sheet_set_target(Sheet *sheet, size_t record, size_t query, const char *target);

Pass *sheet_pass(Sheet *sheet);
Work *sheet_work(Sheet *sheet);

/* Calculates some of the rows that a layer of a record reads, those of lower layers
 * first. Returns true if all are there. */
bool sheet_inputs_advance(Sheet *sheet, Place place);

/* Returns a sheet that differs in the value of one option, in every layer; the caller
 * becomes an owner. The sheets for one option are kept as long as this sheet does not
 * change, so that lanes are calculated once, and not for each frame. */
Sheet *sheet_variant(Sheet *sheet, const OptionSpec *option, const char *value);

#endif
