/* Performs actions without history, for session_apply, for the steps of a scene, and for
 * replays. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "session/internal.h"

/* ---- one action ---- */

const ActionSpec *action_in(const ActionSpec *table, const char *name) {
    while (table->name && strcmp(table->name, name) != 0)
        table++;
    return table->name ? table : NULL;
}

const ActionSpec *action_checked(const Session *session, const Words *words,
                                 Error *error) {
    if (words->count == 0) {
        error_set(error, "an action is missing; ? shows them");
        return NULL;
    }
    const ActionSpec *spec = action_in(session->actions, words->word[0]);
    int given = (int)words->count - 1;
    if (!spec)
        error_set(error, "no such action \"%s\"; ? and --help-actions show them",
                  words->word[0]);
    else if (given > spec->most && spec->apply == edit_apply)
        error_set(error, "edit: an expression with blanks is one word in quotes,"
                         " as in \"1 + 1\"");
    else if (given < spec->least || (spec->most >= 0 && given > spec->most))
        error_set(error, "%s: %d argument%s, expected: %s%s%s", spec->name, given,
                  given == 1 ? "" : "s", spec->name, *spec->usage ? " " : "",
                  spec->usage);
    else
        return spec;
    return NULL;
}

bool action_perform(Session *session, const Words *words, Error *error) {
    const ActionSpec *spec = action_checked(session, words, error);
    if (!spec || (spec->apply && !spec->apply(session, words, error)))
        return false;
    if (spec->plain)
        spec->plain(session);
    else if (!spec->apply)
        overlay_toggle(session, spec->overlay);
    look_clamp(session);
    return true;
}

/* ---- steps ---- */

static bool lines_play(Session *session, size_t step, Judge judge, void *context,
                       Error *error) {
    const Step *of = &session->scene.steps[step];
    session->look.shown = 0; /* it ends with its step, as lanes and questions do */
    question_release(&session->question);
    compared_release(&session->compared);
    for (size_t i = 0; i < of->line_count; i++) {
        const Line *line = &of->lines[i];
        bool fine = true;
        if (line->kind == LINE_ACTION) {
            fine = action_perform(session, &line->words, error);
        } else if (judge) {
            baseline_follow(session);
            fine = judge(session, line, context, error);
        }
        if (!fine)
            return error_locate(error, session->scene.path, line->number);
    }
    return true;
}

/* A pin of a step is not the user's own pin. */
bool play_lines(Session *session, size_t step, Judge judge, void *context, Error *error) {
    Sheet *pinned = session->pinned;
    session->pinned = NULL;
    bool fine = lines_play(session, step, judge, context, error);
    pinned_set(session, pinned);
    sheet_release(pinned);
    return fine;
}

bool step_sets_baseline(const Session *session, size_t step) {
    const Step *of = &session->scene.steps[step];
    for (size_t i = 0; i < of->line_count; i++)
        if (of->lines[i].kind == LINE_ACTION &&
            action_in(session->actions, of->lines[i].words.word[0])->flags &
                ACTION_BASELINE)
            return true;
    return false;
}

void play_start(Session *session) {
    sheet_release(session->now);
    session->now = sheet_new(&session->scene);
    session->now->model.haste = session->haste;
    baseline_release(&session->baseline);
    look_reset(session);
}

/* The marks of a step show the changes of its own lines, however one came to it; after a
 * question, which covers the changes of its lines, those too. */
bool play_steps(Session *session, size_t step, Error *error) {
    GridSet hidden = session->hidden;
    /* A file that was read anew may have fewer steps than when the user was there. */
    step = min_size(step, session->scene.step_count);
    session->recipe.step = (unsigned)step;
    marks_set(session, NULL);
    session->run = false;
    play_start(session);
    for (size_t s = 0; s <= step; s++) {
        session->hidden = hidden; /* unless this step reveals it */
        if (s > 0 && session->question.asks == 0)
            marks_set(session, sheet_share(session->now));
        if (!play_lines(session, s, NULL, NULL, error))
            return false;
    }
    sheet_release(session->written);
    session->written = sheet_share(session->now);
    if (session->pinned && !step_sets_baseline(session, step))
        baseline_pin(session, session->pinned);
    baseline_follow(session);
    look_clamp(session);
    return true;
}

void play_beside(Session *session) {
    Session play = {
        .scene = session->scene, .actions = session->actions, .haste = session->haste};
    play_steps(&play, session->recipe.step, NULL);
    sheet_release(session->written);
    session->written = sheet_share(play.written);
    question_release(&session->question);
    session->question = play.question;
    session->covered = play.covered;
    session->look.shown = play.look.shown;
    compared_release(&session->compared);
    session->compared = play.compared;
    session->compared.number = ++session->compares;
    play.question = (Question){.asks = 0};
    play.compared = (Compared){.number = 0};
    states_release(&play);
}

static bool judge_form(Session *session, const Line *line, void *context, Error *error) {
    const Words *words = &line->words;
    (void)context;
    return line->kind == LINE_EXPECT     ? expect_check(session, words, error)
           : line->kind == LINE_MISTAKE  ? mistake_check(session, words, error)
           : line->kind == LINE_SOLUTION ? action_checked(session, words, error) != NULL
                                         : true;
}

/* Fails for a solution in a step without a goal. */
static bool check_solutions(const Session *session, const Step *step, Error *error) {
    for (size_t i = 0; i < step->line_count && !session->question.goal.count; i++)
        if (step->lines[i].kind == LINE_SOLUTION)
            return error_set_at(error, session->scene.path, step->lines[i].number,
                                "a solution without a goal, expected goal,GRID,ROW,… in "
                                "its step");
    return true;
}

bool play_dry(const Session *session, Scene *scene, Error *error) {
    Session play = {.scene = *scene,
                    .actions = session->actions,
                    .busy = session->busy,
                    .viewer = session->viewer};
    bool fine = true;
    play_start(&play);
    for (size_t s = 0; fine && s <= scene->step_count; s++)
        fine = play_lines(&play, s, judge_form, NULL, error) &&
               check_solutions(&play, &scene->steps[s], error);
    states_release(&play);
    return fine;
}

/* ---- scenes ---- */

bool scene_load(const Session *session, const char *path, Scene *scene, Error *error) {
    if (!scene_read(scene, path, error))
        return false;
    if (play_dry(session, scene, error))
        return true;
    scene_release(scene);
    *scene = (Scene){0};
    return false;
}
