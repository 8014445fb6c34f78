/* Walks through steps and scenes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "session/internal.h"
#include "session/language.h"

/* Shows a step as written, in this or another scene; undo goes back to edits that are
 * left. */
static bool go_to(Session *session, size_t scene, size_t step, Error *error) {
    bool left = session->recipe.last != NULL;
    Past old = history_present(session);
    if (!history_change_scene(session, scene, error)) {
        past_release(&old);
        return false;
    }
    entry_release(session->recipe.last);
    session->recipe = (Recipe){.scene = scene, .step = step};
    bool fine = play_steps(session, step, error);
    if (left)
        history_keep(session, old);
    else
        past_release(&old);
    if (fine && left)
        notice_tell(session, "notice.left", "");
    return fine;
}

bool next_apply(Session *session, const Words *words, Error *error) {
    (void)words;
    const Recipe *at = &session->recipe;
    if (at->step < session->scene.step_count)
        return go_to(session, at->scene, at->step + 1, error);
    if (at->scene + 1 < session->scene_count)
        return go_to(session, at->scene + 1, 0, error);
    notice_tell(session, "notice.last", "");
    return true;
}

bool prev_apply(Session *session, const Words *words, Error *error) {
    (void)words;
    const Recipe *at = &session->recipe;
    if (at->step > 0)
        return go_to(session, at->scene, at->step - 1, error);
    if (at->scene == 0) {
        notice_tell(session, "notice.first", "");
        return true;
    }
    return go_to(session, at->scene - 1, 0, error) &&
           (session->scene.step_count == 0 ||
            go_to(session, session->recipe.scene, session->scene.step_count, error));
}

bool step_apply(Session *session, const Words *words, Error *error) {
    size_t step, count = session->scene.step_count;
    if (strcmp(words->word[1], "0") == 0)
        return go_to(session, session->recipe.scene, 0, error);
    return parse_index(words->word[1], "step", count, &step, error) &&
           go_to(session, session->recipe.scene, step + 1, error);
}

/* Returns true if id is the path, or the name of its file without .csv. */
static bool path_is(const char *path, const char *id) {
    char *name = path_stem(path, ".csv");
    bool is = strcmp(path, id) == 0 || strcmp(name, id) == 0;
    free(name);
    return is;
}

/* Adds the shipped scene with that id to the list; returns false if there is none. */
static bool join_shipped(Session *session, const char *id) {
    if (!session->library.ids.count && !library_open(&session->library, NULL, NULL))
        return false;
    size_t index = words_find(&session->library.ids, id);
    if (index == session->library.ids.count)
        return false;
    session_add_path(session, session->library.paths.word[index]);
    return true;
}

bool scene_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    size_t at = session->recipe.scene, count = session->scene_count, to = count;
    bool next = strcmp(word, "next") == 0;
    if (next || strcmp(word, "prev") == 0) {
        to = stepped(at, next, 1, count - 1);
        if (to == at) {
            notice_tell(session, next ? "notice.last" : "notice.first", "");
            return true;
        }
    }
    for (size_t i = 0; to == count && i < count; i++)
        if (path_is(session->paths[i], word))
            to = i;
    bool joined = to == count && join_shipped(session, word);
    if (to == count && !joined)
        return error_set(error, "no such scene \"%s\"; list shows which there are", word);
    bool fine = go_to(session, to, 0, error);
    if (!fine && joined) /* a scene that does not open leaves the list */
        free(session->paths[--session->scene_count]);
    return fine;
}

bool reset_apply(Session *session, const Words *words, Error *error) {
    (void)words;
    return go_to(session, session->recipe.scene, session->recipe.step, error);
}
