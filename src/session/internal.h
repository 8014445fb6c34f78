/* Functions that the files of this folder share, and that no other folder needs. */
#ifndef SESSION_INTERNAL_H
#define SESSION_INTERNAL_H

#include "base/minmax.h"
#include "session/action.h"
#include "session/language.h"
#include "session/tasks.h"

/* ---- the functions of the table of actions ---- */

#define ACTION(name, usage, least, most, flags, apply, offers, after)                    \
    Action apply;                                                                        \
    void after(Session *session, const Words *words);
#define PLAIN(name, flags, apply, after)                                                 \
    void apply(Session *session);                                                        \
    void after(Session *session, const Words *words);
#define OVERLAY(name, overlay)
#include "actions.def"
#undef ACTION
#undef PLAIN
#undef OVERLAY

/* ---- labels.c: words to numbers, with the errors that users see ---- */

/* Reads a number from 1 to count; *index counts from 0. name is for the error: "head"
 * … */
bool parse_index(const char *word, const char *what, size_t count, size_t *index,
                 Error *error);
/* Reads a position or component as the scene counts it; *index counts from 0. */
bool parse_position(const Session *session, const char *word, const char *what,
                    size_t count, size_t *index, Error *error);
/* Reads count words, from `first` on, into numbers. */
bool parse_row(const Words *words, size_t first, size_t count, double *numbers,
               Error *error);

/* ---- language.c ---- */

void notice_set(Session *session, bool trouble, const char *text);
/* Shows the message with that id; the word is its argument. */
void notice_tell(Session *session, const char *id, const char *word);
void notice_error(Session *session, const Error *error);

/* ---- prompt.c ---- */

void prompt_key(Session *session, int key);
/* Inserts a paste into the line; a control character becomes a blank. */
void prompt_paste(Session *session, const char *text);

/* ---- edit.c ---- */

/* Returns true if a number can be typed at a cell of the grid: it goes into the grid, or
 * into the scores or targets behind it. If not, error says why. */
bool edit_takes(const Session *session, GridId grid, Error *error);
/* Writes a row of an input of the first layer, all heads side by side, and returns the
 * number after those written. numbers NULL: adds 1 to those of the row. */
const double *edit_write_row(Session *session, RecordPart part, size_t record, size_t row,
                             const double *numbers);

/* ---- lanes.c ---- */

static inline void compared_release(Compared *compared) {
    words_release(&compared->lists);
    *compared = (Compared){0};
}
/* Closes the lanes, and says why, if the present state no longer allows their actions. */
void compared_follow(Session *session);
/* Adds the words of the action that opens these lanes. */
void compared_write(const Compared *compared, Words *words);

/* ---- cursor.c, display.c ---- */

/* Keeps the cursor and the shown place within their limits. */
void look_clamp(Session *session);
/* Shows the first record, layer and head, with the cursor on the first cell of
 * weights. */
void look_reset(Session *session);
/* Moves the cursor to a cell that exists. */
void focus_set(Session *session, GridId grid, Place place, size_t row, size_t col);
void show_place(Session *session, Place place);
/* Opens an overlay, or closes it. */
void overlay_toggle(Session *session, Overlay wanted);

/* ---- baseline.c ---- */

void baseline_release(Baseline *baseline);
void baseline_pin(Session *session, Sheet *sheet); /* as a pin there does */
/* Sets the user's own pin; NULL: none. */
void pinned_set(Session *session, Sheet *sheet);
/* Makes `against` anew from the baseline and the present rule. */
void baseline_follow(Session *session);
/* Lets marks compare with the sheet from now on, of which the present state takes over what
 * is the same, and takes the caller's share of it. */
void marks_set(Session *session, Sheet *sheet);
/* Returns true if the last change shows in any grid, by more than rounding, or if there
 * are too many numbers to look at. */
bool change_shows(const Session *session);
/* Drops the derived numbers of a sheet that is neither shown nor compared with. */
void forget_derived(const Session *session, Sheet *sheet);
/* Releases now, written, before, against, the baseline, the user's own pin, the question
 * and the lanes. */
void states_release(Session *session);

/* ---- pin.c ---- */

/* Adds the words of the action that pins, from any step, the state that the user pinned:
 * `pin 'ACTION' …`. */
void pin_words(const Session *session, const Pin *pin, Words *words);

/* ---- expect.c ---- */

/* Checks the form of an expect against the session as it is now. */
bool expect_check(const Session *session, const Words *words, Error *error);
/* Returns true if an expect holds; if not, found tells the numbers that are there
 * instead. */
bool expect_holds(const Session *session, const Words *words, double tolerance,
                  Error *found);

/* ---- ask.c ---- */

bool same_cell(GridCell a, GridCell b);
/* As session_covered, in a layer. */
bool covered_in(const Session *session, GridId grid, size_t layer);
bool ask_has(const Ask *ask, GridCell cell);
/* Returns the last ask for the cell; NULL: there is none. */
const Ask *ask_of(const Session *session, GridCell cell);
/* Ends the question and the goal. */
void question_release(Question *question);
/* Finds the cell of a row mistake that follows an ask; returns false if there is none. */
bool mistake_cell(const Session *session, const Ask *ask, const Words *words,
                  GridCell *cell);
/* Checks a row mistake against the asks before it. */
bool mistake_check(const Session *session, const Words *words, Error *error);

/* ---- question.c ---- */

/* Notes that the question or goal of the step was answered, if it is. */
void question_note(Session *session);
/* Returns true if the goal, which is there, is met; if not, found tells the numbers. */
bool goal_holds(const Session *session, double tolerance, Error *found);

/* ---- play.c: actions without history ---- */

const ActionSpec *action_in(const ActionSpec *table, const char *name); /* NULL: none */
/* Finds the action that words name, and checks their number; NULL: error says why. */
const ActionSpec *action_checked(const Session *session, const Words *words,
                                 Error *error);
/* Performs an action without history, marks or notice, as steps and replays do. */
bool action_perform(Session *session, const Words *words, Error *error);

/* Shows the scene as its data rows give it, before any action. */
void play_start(Session *session);

/* Takes the question, the covers, the shown grids and `written` of the present step as
 * written; all else stays. */
void play_beside(Session *session);
/* Applies the lines of one step to the present state; judge gets each line that is no
 * action. */
typedef bool (*Judge)(Session *session, const Line *line, void *context, Error *error);
bool play_lines(Session *session, size_t step, Judge judge, void *context, Error *error);
/* Returns true if the lines of a step set a baseline. */
bool step_sets_baseline(const Session *session, size_t step);
/* Shows a step of the scene as written: plays the lines of steps 0 to step. */
bool play_steps(Session *session, size_t step, Error *error);
/* Plays a scene without calculating: every action must apply, and every expect be well
 * formed. scene_load reads it first. Both fail if the user of the session stops them. */
bool play_dry(const Session *session, Scene *scene, Error *error);
bool scene_load(const Session *session, const char *path, Scene *scene, Error *error);

/* ---- check.c ---- */

/* Plays every step of the session's scene, and judges it. Returns false, with error, at an
 * action that cannot be performed. */
bool check_session(Tally *tally, Session *session, Error *error);

/* ---- settle.c ---- */

/* Turns rows of a saved what-if that cannot be performed or do not hold into comments,
 * names the errors that remain, and marks the narration as telling of the original numbers.
 * path: of the file to be. */
void settle_rows(const Session *session, const char *path, Text *rows);

/* ---- history.c ---- */

/* Makes an entry, which takes over the caller's share of the one before. */
Entry *entry_new(Entry *before, const Words *words, Place place);
Recipe recipe_share(const Recipe *recipe);
void recipe_release(Recipe *recipe);
/* Returns a share of the user's own pin as they would bring it to another step; NULL: there
 * is none. */
Pin *history_pin(const Session *session);
static inline Sheet *pin_sheet(const Pin *pin) {
    return pin ? pin->sheet : NULL;
}
/* Returns the number of entries after `from` (NULL: all); SIZE_MAX if `from` is none of
 * them. */
size_t entry_count(const Entry *last, const Entry *from);
/* Lists the last entries, the oldest first; the caller frees the list. */
const Entry **entry_list(const Entry *last, size_t count);
/* Returns the present inputs, with a share of each. */
State *state_present(const Session *session);
Past history_present(const Session *session); /* the present state, owned by the caller */
/* Takes a state to which undo goes back, and drops those of redo. */
void history_keep(Session *session, Past past);
/* Take a state on a pile, and drop the inputs that need not be kept there. */
void history_push_undo(Session *session, Past past);
void history_push_redo(Session *session, Past past);
/* Returns true if a recipe at this place of the pile of undo keeps its inputs. */
bool history_is_kept(const History *history, size_t index);
/* Finds the last way to the present scene and step that was left while `counts` is not 0
 * for it, and moves it, with its beginnings, to the top of the pile of undo. Returns NULL
 * if there is none. */
const Past *history_left(Session *session,
                         size_t (*counts)(const Session *, const Recipe *));
void past_release(Past *past);
void history_release(History *history);
/* Reads scene `index` of the list in place of the present one, and drops kept states, which
 * are of the scene as it was read before; play_steps has to follow, since there is no state
 * yet. On failure nothing has changed. */
bool history_read_scene(Session *session, size_t index, Error *error);

/* ---- travel.c ---- */

/* Makes scene `index` of the list the present one. If it is another one it is read, and
 * play_steps has to follow. */
bool change_scene(Session *session, size_t index, Error *error);
/* Shows the step of a recipe as written, with the pin that is brought there. */
bool step_enter(Session *session, const Recipe *recipe, Error *error);
/* Goes back to a state that is kept with its inputs, when the way from it was stopped. */
void travel_back(Session *session, const Past *kept);

/* ---- binding.c ---- */

/* Returns true if the cursor is in a covered cell that is asked for. */
bool session_asked_here(const Session *session);

/* ---- the tasks of work.c: whether something is left of it, and a slice ---- */

bool search_left(const Session *session, const Wanted *wanted);
void search_advance(Session *session, const Wanted *wanted);
bool verdict_left(const Session *session, const Wanted *wanted);
void verdict_advance(Session *session, const Wanted *wanted);
bool walks_left(const Session *session, const Wanted *wanted);
void walks_advance(Session *session, const Wanted *wanted);

#endif
