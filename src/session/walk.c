/* Walking through steps and scenes: it folds the scene's own lines and those of steps 1..N. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "session/inside.h"
#include "session/language.h"

/* ---- playing lines ---- */

bool walk_lines(Session *session, size_t step, Judge judge, void *context, Error *error) {
    const Step *of = &session->scene.steps[step];
    for (size_t i = 0; i < of->line_count; i++) {
        const Line *line = &of->lines[i];
        bool fine = true;
        if (line->kind == LINE_ACTION) {
            fine = apply_silently(session, &line->words, error);
        } else if (judge) {
            baseline_follow(session);
            fine = judge(session, line, context, error);
        }
        if (!fine)
            return error_locate(error, session->scene.path, line->number);
    }
    return true;
}

static void start(Session *session) {
    sheet_release(session->now);
    session->now = sheet_new(&session->scene);
    baseline_release(&session->baseline);
    look_reset(session);
}

/* What stands marked as changed is what the step's own lines change, however one came to it. */
bool walk_fold(Session *session, size_t step, Error *error) {
    marks_set(session, NULL);
    session->run = false;
    start(session);
    for (size_t s = 0; s <= step; s++) {
        if (s > 0 && s == step)
            session->before = sheet_share(session->now);
        if (!walk_lines(session, s, NULL, NULL, error))
            return false;
    }
    baseline_follow(session);
    look_clamp(session);
    return true;
}

static bool judge_form(Session *session, const Line *line, void *context, Error *error) {
    (void)context;
    return line->kind == LINE_TOLERANCE || expect_check(session, &line->words, error);
}

static bool play_dry(Scene *scene, Error *error) {
    Session play = {.scene = *scene};
    bool fine = true;
    start(&play);
    for (size_t s = 0; fine && s <= scene->step_count; s++)
        fine = walk_lines(&play, s, judge_form, NULL, error);
    baseline_release(&play.baseline);
    sheet_release(play.against);
    sheet_release(play.now);
    return fine;
}

bool scene_load(Scene *scene, const char *path, Error *error) {
    if (!scene_read(scene, path, error))
        return false;
    if (play_dry(scene, error))
        return true;
    scene_release(scene);
    *scene = (Scene){0};
    return false;
}

/* ---- going somewhere ---- */

bool walk_change_scene(Session *session, size_t index, Error *error) {
    Scene scene;
    if (index == session->recipe.scene)
        return true;
    if (!scene_load(&scene, session->paths[index], error))
        return false;
    sheet_release(session->now);
    sheet_release(session->before);
    baseline_release(&session->baseline);
    session->now = session->before = NULL;
    history_drop_states(&session->history);
    scene_release(&session->scene);
    session->scene = scene;
    return true;
}

/* Shows a step as written, in this or another scene; edits since are kept for undo. */
static bool go_to(Session *session, size_t scene, size_t step, Error *error) {
    bool left = session->recipe.last != NULL;
    Past old = history_present(session);
    if (!walk_change_scene(session, scene, error)) {
        past_release(&old);
        return false;
    }
    entry_release(session->recipe.last);
    session->recipe = (Recipe){.scene = scene, .step = step};
    bool fine = walk_fold(session, step, error);
    if (left)
        history_keep(session, old);
    else
        past_release(&old);
    if (fine && left)
        notice_set(session, false, message(session->look.lang, "notice.left"));
    return fine;
}

static bool next(Session *session, Error *error) {
    const Recipe *at = &session->recipe;
    if (at->step < session->scene.step_count)
        return go_to(session, at->scene, at->step + 1, error);
    if (at->scene + 1 < session->scene_count)
        return go_to(session, at->scene + 1, 0, error);
    notice_set(session, false, message(session->look.lang, "notice.last"));
    return true;
}

static bool prev(Session *session, Error *error) {
    const Recipe *at = &session->recipe;
    if (at->step > 0)
        return go_to(session, at->scene, at->step - 1, error);
    if (at->scene == 0) {
        notice_set(session, false, message(session->look.lang, "notice.first"));
        return true;
    }
    return go_to(session, at->scene - 1, 0, error) &&
           (session->scene.step_count == 0 ||
            go_to(session, session->recipe.scene, session->scene.step_count, error));
}

bool step_apply(Session *session, const Words *words, Error *error) {
    size_t step, count = session->scene.step_count;
    if (strcmp(words->word[0], "next") == 0)
        return next(session, error);
    if (strcmp(words->word[0], "prev") == 0)
        return prev(session, error);
    if (strcmp(words->word[1], "0") == 0)
        return go_to(session, session->recipe.scene, 0, error);
    return argument_index(words->word[1], "step", count, &step, error) &&
           go_to(session, session->recipe.scene, step + 1, error);
}

/* Whether path is that of the scene id: its file's name without .csv, or the path itself. */
static bool path_is(const char *path, const char *id) {
    char *name = path_stem(path, ".csv");
    bool is = strcmp(path, id) == 0 || strcmp(name, id) == 0;
    free(name);
    return is;
}

/* The shipped scene of that id joins the session's list; false: there is none. */
static bool join_shipped(Session *session, const char *id) {
    if (!session->library.count && !library_open(&session->library, NULL, NULL))
        return false;
    size_t index = library_find(&session->library, id);
    if (index == session->library.count)
        return false;
    session_add_path(session, session->library.paths[index]);
    return true;
}

bool scene_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    size_t at = session->recipe.scene, count = session->scene_count, to = count;
    if (strcmp(word, "next") == 0)
        to = at + 1 < count ? at + 1 : at;
    else if (strcmp(word, "prev") == 0)
        to = at ? at - 1 : at;
    for (size_t i = 0; to == count && i < count; i++)
        if (path_is(session->paths[i], word))
            to = i;
    bool joined = to == count && join_shipped(session, word);
    if (to == count && !joined)
        return error_set(error, "no such scene \"%s\"; list shows which there are", word);
    if (to == at && strcmp(word, "next") == 0)
        notice_set(session, false, message(session->look.lang, "notice.last"));
    else if (to == at && strcmp(word, "prev") == 0)
        notice_set(session, false, message(session->look.lang, "notice.first"));
    else if (!go_to(session, to, 0, error)) {
        if (joined) /* one that does not open is not walked into again */
            free(session->paths[--session->scene_count]);
        return false;
    }
    return true;
}

bool reset_apply(Session *session, const Words *words, Error *error) {
    (void)words;
    return go_to(session, session->recipe.scene, session->recipe.step, error);
}
