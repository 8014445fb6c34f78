/* What the files of session/ share and nobody else needs. */
#ifndef SESSION_INSIDE_H
#define SESSION_INSIDE_H

#include "base/minmax.h"
#include "session/action.h"

/* ---- words to numbers, with the errors users see ---- */

/* A number from 1 to count, given to the caller from 0. what: "head", "record" … */
bool argument_index(const char *word, const char *what, size_t count, size_t *index,
                    Error *error);
/* A position or component as the scene counts it. */
bool argument_based(const Session *session, const char *word, const char *what,
                    size_t count, size_t *index, Error *error);
bool argument_number(const char *word, double *value, Error *error);
/* The words from the first on, count of them. */
bool argument_numbers(const Words *words, size_t first, size_t count, double *numbers,
                      Error *error);

/* ---- the parts of the door ---- */

/* Applies words without history, marks or notice: what steps and replays use. */
bool apply_silently(Session *session, const Words *words, Error *error);

/* Everything that edits numbers; edit.c. */
bool edit_apply(Session *session, const Words *words, Error *error);
bool replace_apply(Session *session, const Words *words, Error *error);
/* A row of an input of the first layer, all heads side by side. */
void edit_write_row(Session *session, RecordPart part, size_t record, size_t row,
                    const double *numbers);

/* A row is replaced, and its state before is the baseline; perturb.c. */
bool perturb_apply(Session *session, const Words *words, Error *error);

/* Whether a number typed at a cell of the grid goes somewhere: into itself, or into the scores or
 * targets behind it. If not, error says why. */
bool edit_takes(const Session *session, GridId grid, Error *error);

/* To where the number under the cursor comes from; origin.c. */
bool origin_apply(Session *session, const Words *words, Error *error);

/* "edit padding 3 1": false with *done unset where the second word is no such list. */
bool edit_list(Session *session, const Words *words, bool *done, Error *error);

/* Forced cells; force.c. */
bool allow_apply(Session *session, const Words *words, Error *error);
bool forbid_apply(Session *session, const Words *words, Error *error);
bool flip_apply(Session *session, const Words *words, Error *error);
bool clear_mask_apply(Session *session, const Words *words, Error *error);

/* Options; set.c. */
bool set_apply(Session *session, const Words *words, Error *error);
/* Whether all layers may have that value of an option; it must be one of its own. */
bool set_allowed(const Session *session, const OptionSpec *spec, const char *word,
                 Error *error);
bool toggle_apply(Session *session, const Words *words, Error *error);
bool cycle_apply(Session *session, const Words *words, Error *error);
bool swap_heads_apply(Session *session, const Words *words, Error *error);
bool swap_wo_apply(Session *session, const Words *words, Error *error);

/* The cursor; cursor.c. */
bool focus_apply(Session *session, const Words *words, Error *error);
bool move_apply(Session *session, const Words *words, Error *error);
bool search_apply(Session *session, const Words *words, Error *error);

/* What is looked at; look.c. */
bool head_apply(Session *session, const Words *words, Error *error);
bool record_apply(Session *session, const Words *words, Error *error);
bool layer_apply(Session *session, const Words *words, Error *error);
bool look_apply(Session *session, const Words *words, Error *error);

/* Keeps the cursor and the shown place inside what exists. */
void look_clamp(Session *session);
/* The values of an option with a list: its lanes. 0 for NULL. */
size_t lane_count(const OptionSpec *spec);
/* Puts the cursor on a grid that exists: weights, row and column 0. */
void look_reset(Session *session);

/* The scene as it stands, as a scene file; save.c. */
bool save_apply(Session *session, const Words *words, Error *error);
bool export_apply(Session *session, const Words *words, Error *error);

/* Walking; walk.c. */
bool step_apply(Session *session, const Words *words, Error *error);
bool scene_apply(Session *session, const Words *words, Error *error);
bool reset_apply(Session *session, const Words *words, Error *error);

/* Reads scene `index` of the session's list, and plays it dry: every action must apply and every
 * expect be well formed. */
bool scene_load(Scene *scene, const char *path, Error *error);
/* Shows the present scene's step as written. */
bool walk_fold(Session *session, size_t step, Error *error);
/* Makes scene `index` of the list the session's, as it is in its file; nothing has changed on
 * failure. */
bool walk_change_scene(Session *session, size_t index, Error *error);
/* Applies the lines of one step to what stands; judge gets each expect and tolerance. */
typedef bool (*Judge)(Session *session, const Line *line, void *context, Error *error);
bool walk_lines(Session *session, size_t step, Judge judge, void *context, Error *error);

void entry_release(Entry *entry);
/* The entries up to the last, the oldest first; the caller frees the list. */
const Entry **entry_list(const Entry *last, size_t *count);
Recipe recipe_share(const Recipe *recipe);

/* History; history.c. */
bool undo_apply(Session *session, const Words *words, Error *error);
bool redo_apply(Session *session, const Words *words, Error *error);
Past history_present(const Session *session);   /* where the session stands */
void history_keep(Session *session, Past past); /* for undo, and it is its from now on */
void past_release(Past *past);
void history_release(History *history);
void history_drop_states(
    History *history); /* what is kept was another reading of the scene */
/* What marks are made against from now on; takes the share. */
void marks_set(Session *session, Sheet *sheet);

/* One more scene to walk to, behind the others. */
void session_add_path(Session *session, const char *path);

/* ---- the baseline ---- */

void baseline_release(Baseline *baseline);
/* Makes `against` anew from baseline and the present rule. */
void baseline_follow(Session *session);

/* What an expect says; expect.c. Checks its form against the session as it stands. */
bool expect_check(const Session *session, const Words *words, Error *error);
/* Whether it holds; if not, found says what is there instead. Not for expect,error. */
bool expect_holds(const Session *session, const Words *words, double tolerance,
                  Error *found);

void notice_set(Session *session, bool trouble, const char *text);
void notice_error(Session *session, const Error *error);

#endif
