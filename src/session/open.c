/* Opening and closing a session. */
#include "session/session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "scene/array.h"
#include "session/internal.h"

/* ---- opening ---- */

static bool is_there(const char *path) {
    struct stat status;
    return strcmp(path, "-") == 0 || stat(path, &status) == 0;
}

/* Adds a path, or a shipped scene by its id. An id that is also a folder here means the
 * scene. */
static bool add_scene(Session *session, const char *name, Error *error) {
    struct stat status;
    bool folder = stat(name, &status) == 0 && S_ISDIR(status.st_mode);
    bool bare = !strchr(name, '/');
    if (strncmp(name, SCENE_ROWS, strlen(SCENE_ROWS)) == 0 || names_array(name) ||
        (is_there(name) && !(folder && bare))) {
        session_add_path(session, name);
        return true;
    }
    Error why = {0};
    if (bare && !session->library.ids.count &&
        !library_open(&session->library, NULL, &why) && !folder)
        return error_because(error, &why,
                             "no such file, and the shipped scenes cannot be read: "
                             "{cause}") ||
               error_locate(error, name, 0);
    size_t index =
        bare ? words_find(&session->library.ids, name) : session->library.ids.count;
    if (index < session->library.ids.count)
        session_add_path(session, session->library.paths.word[index]);
    else if (folder)
        session_add_path(session, name);
    else if (!bare || strstr(name, ".csv"))
        return error_set_at(error, name, 1,
                            "no such file, expected a scene or an id that --list shows");
    else
        return error_set_at(
            error, name, 0,
            "no such file and no such scene; --list shows the shipped ones");
    return true;
}

bool session_open(Session *session, char *const *paths, size_t count, Error *error) {
    bool fine = true;
    *session = (Session){.actions = action_table};
    if (count == 0) {
        fine = library_open(&session->library, NULL, error);
        for (size_t i = 0; fine && i < session->library.ids.count; i++)
            session_add_path(session, session->library.paths.word[i]);
        if (fine && session->scene_count == 0)
            fine = error_set_at(error, session->library.folder, 0, "no scene there");
    }
    for (size_t i = 0; fine && i < count; i++)
        fine = add_scene(session, paths[i], error);
    fine = fine && scene_load(&session->scene, session->paths[0], action_table, error) &&
           play_steps(session, 0, error);
    if (!fine)
        session_close(session);
    return fine;
}

void session_close(Session *session) {
    states_release(session);
    entry_release(session->recipe.last);
    history_release(&session->history);
    scene_release(&session->scene);
    library_release(&session->library);
    for (size_t i = 0; i < session->scene_count; i++)
        free(session->paths[i]);
    free(session->paths);
    text_release(&session->prompt.text);
    words_release(&session->prompt.history);
    words_release(&session->prompt.candidates);
    *session = (Session){0};
}
