/* Opening and leaving a session, and walking through its scenes and steps. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/path.h"
#include "scene/array.h"
#include "session/internal.h"

/* ---- opening ---- */

static void add_path(Session *session, const char *path) {
    session->paths =
        memory_resize(session->paths, session->scene_count + 1, sizeof *session->paths);
    session->paths[session->scene_count++] = memory_string(path);
}

static bool is_there(const char *path) {
    struct stat status;
    return strcmp(path, "-") == 0 || stat(path, &status) == 0 ||
           (errno != ENOENT && errno != ENOTDIR);
}

/* Adds the shipped scene with that id. Returns false if there is none; error is set if
 * the library cannot be read. */
static bool add_shipped(Session *session, const char *id, Error *error) {
    if (!session->library.ids.count && !library_open(&session->library, NULL, error))
        return false;
    size_t index = words_find(&session->library.ids, id);
    if (index == session->library.ids.count)
        return false;
    add_path(session, session->library.paths.word[index]);
    return true;
}

/* Adds a path, or a shipped scene by its id. An id that is also a folder here means the
 * scene. */
static bool add_scene(Session *session, const char *name, Error *error) {
    struct stat status;
    bool folder = stat(name, &status) == 0 && S_ISDIR(status.st_mode);
    bool bare = !strchr(name, '/');
    if (strncmp(name, SCENE_ROWS, strlen(SCENE_ROWS)) == 0 || names_array(name) ||
        (is_there(name) && !(folder && bare))) {
        add_path(session, name);
        return true;
    }
    Error why = {0};
    if (bare && add_shipped(session, name, &why))
        return true;
    if (error_is_set(&why) && !folder)
        return error_because(error, &why,
                             "no such file, and the shipped scenes cannot be read: "
                             "{cause}") ||
               error_locate(error, name, 0);
    if (folder)
        add_path(session, name);
    else if (!bare || strstr(name, ".csv"))
        return error_set_at(error, name, 1,
                            "no such file, expected a scene or an id that --list shows");
    else
        return error_set_at(
            error, name, 0,
            "no such file and no such scene; --list shows the shipped ones");
    return true;
}

static void add_course(Session *session) {
    for (size_t i = 0; i < session->library.paths.count; i++)
        add_path(session, session->library.paths.word[i]);
}

/* Puts a shipped scene that was named alone among the others. Returns the index of
 * the scene to begin with. */
static size_t join_course(Session *session) {
    const Words *course = &session->library.paths;
    size_t index = words_find(course, session->paths[0]);
    if (session->scene_count > 1 || index == course->count)
        return 0;
    free(session->paths[--session->scene_count]);
    add_course(session);
    return index;
}

bool session_open(Session *session, char *const *paths, size_t count, Error *error) {
    bool fine = true;
    *session = (Session){.actions = action_table, .haste = memory_new(1, sizeof(Haste))};
    if (count == 0) {
        fine = library_open(&session->library, NULL, error);
        add_course(session);
        if (fine && session->scene_count == 0)
            fine = error_set_at(error, session->library.folder, 0, "no scene there");
    }
    for (size_t i = 0; fine && i < count; i++)
        fine = add_scene(session, paths[i], error);
    if (fine) {
        const size_t first = join_course(session);
        session->recipe.scene = (unsigned)first;
        seen_note(&session->seen, session->paths[first]);
        fine = scene_load(session, session->paths[first], &session->scene, error) &&
               play_steps(session, 0, error);
    }
    if (!fine)
        session_close(session);
    return fine;
}

void session_close(Session *session) {
    states_release(session);
    recipe_release(&session->recipe);
    history_release(&session->history);
    scene_release(&session->scene);
    free(session->haste);
    library_release(&session->library);
    for (size_t i = 0; i < session->scene_count; i++)
        free(session->paths[i]);
    free(session->paths);
    words_release(&session->answered);
    seen_release(&session->seen);
    seen_release(&session->watched);
    seen_release(&session->tried);
    text_release(&session->prompt.text);
    words_release(&session->prompt.history);
    words_release(&session->prompt.candidates);
    *session = (Session){0};
}

bool session_outdated(Session *session) {
    const char *path = session->paths[session->recipe.scene];
    const Scene *scene = &session->scene;
    bool array = scene->array_count && strcmp(scene->arrays[0].file, path) == 0;
    if (array || !seen_changed(&session->seen, path) || seen_same(&session->tried, path))
        return false;
    bool complete = seen_same(&session->watched, path);
    seen_note(complete ? &session->tried : &session->watched, path);
    return complete;
}

bool check_scene(Tally *tally, const char *path, Error *error) {
    Session session;
    char *paths[] = {(char *)path};
    if (!session_open(&session, paths, 1, error))
        return false;
    bool fine = check_session(tally, &session, error);
    session_close(&session);
    return fine;
}

/* ---- walking ---- */

/* Returns true if more than pins and guesses was done on the way. */
static bool leaves_changes(const Recipe *way) {
    const Entry *entry = way->last;
    while (entry && (strstr(entry->words.word[0], "pin") ||
                     strcmp(entry->words.word[0], "guess") == 0))
        entry = entry->before;
    return entry != NULL;
}

/* Returns true if the user's own pin takes the place of a baseline that an earlier step
 * set. */
static bool pin_displaces(const Session *session, const Recipe *way) {
    bool earlier = false;
    for (size_t s = 0; s < way->step; s++)
        earlier = earlier || step_sets_baseline(session, s);
    return way->pin && earlier && !step_sets_baseline(session, way->step);
}

/* Counts the numbers and mask cells that were edited on a way, since it was saved. */
static size_t unsaved_edits(const Session *session, const Recipe *way) {
    size_t count = 0;
    for (const Entry *entry = way->last; entry && !entry->saved; entry = entry->before)
        count += (action_in(session->actions, entry->words.word[0])->flags &
                  ACTION_EDITS) != 0;
    return count;
}

/* Whoever comes back to a step where edits were left unsaved is told so, and undo brings
 * them back before all else. */
static void offer_edits(Session *session) {
    char count[24];
    size_t edits = 0;
    const Past *left = history_left(session, unsaved_edits);
    if (left)
        edits = unsaved_edits(session, &left->recipe);
    snprintf(count, sizeof count, "%zu", edits);
    if (edits)
        notice_tell(session, edits == 1 ? "notice.offer-one" : "notice.offer", count);
}

/* Shows a step as written, in this or another scene; undo goes back to edits that are
 * left. The user's own pin comes along within a scene. */
static bool go_to(Session *session, size_t scene, size_t step, Error *error) {
    bool left = session->recipe.last != NULL, same = scene == session->recipe.scene;
    Recipe to = {.scene = (unsigned)scene, .step = (unsigned)step};
    Past old = history_present(session);
    if (!change_scene(session, scene, error)) {
        past_release(&old);
        return false;
    }
    if (same)
        to.pin = history_pin(session);
    recipe_release(&session->recipe);
    session->recipe = to;
    session->interrupted = false;
    bool fine = step_enter(session, &to, error);
    if (!fine) { /* it was stopped, for the scene was judged when it was read */
        travel_back(session, &old);
        past_release(&old);
        return false;
    }
    if (leaves_changes(&old.recipe))
        notice_tell(session, "notice.left", "");
    else if (pin_displaces(session, &to))
        notice_tell(session, "notice.own-pin", "");
    bool back = !same || step != old.recipe.step;
    if (left)
        history_keep(session, old);
    else
        past_release(&old);
    if (back)
        offer_edits(session);
    return true;
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

/* Rows of arrays that take the place of a path begin with their id. */
char *session_scene_name(const Session *session, size_t scene) {
    const char *path = session->paths[scene], rows[] = SCENE_ROWS "id,";
    if (strncmp(path, rows, strlen(rows)) != 0)
        return path_stem(path, ".csv");
    char *name = memory_string(path + strlen(rows));
    name[strcspn(name, "\n")] = '\0';
    return name;
}

/* Returns true if id is the path of a scene, or its name. */
static bool scene_is(const Session *session, size_t scene, const char *id) {
    char *name = session_scene_name(session, scene);
    bool is = strcmp(session->paths[scene], id) == 0 || strcmp(name, id) == 0;
    free(name);
    return is;
}

bool scene_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    size_t at = session->recipe.scene, count = session->scene_count, to = count;
    bool next = strcmp(word, "next") == 0;
    if (next || strcmp(word, "prev") == 0) {
        to = stepped(at, next, 1, count - 1);
        if (to == at) {
            notice_tell(session,
                        count == 1 ? "notice.alone"
                        : next     ? "notice.last-scene"
                                   : "notice.first",
                        "");
            return true;
        }
    }
    for (size_t i = 0; to == count && i < count; i++)
        if (scene_is(session, i, word))
            to = i;
    bool joined = to == count && add_shipped(session, word, NULL);
    if (to == count && !joined)
        return error_set(error, "no such scene \"%s\"; list shows which there are", word);
    bool fine = go_to(session, to, 0, error);
    if (!fine && joined) /* a scene that does not open leaves the list */
        free(session->paths[--session->scene_count]);
    return fine;
}

bool reset_apply(Session *session, const Words *words, Error *error) {
    (void)words;
    if (!session->recipe.last)
        notice_tell(session, "notice.as-written", "");
    return go_to(session, session->recipe.scene, session->recipe.step, error);
}

/* ---- leaving with work that is not saved ---- */

static const Recipe *recipe_at(const Session *session, size_t index) {
    const History *history = &session->history;
    return index < history->undo_count ? &history->undo[index].recipe : &session->recipe;
}

/* A way that was left, by walking or reset, is on the pile of undo before a step as
 * written; other recipes of the pile are the beginning of the next one. */
void session_unsaved(const Session *session, Words *names) {
    size_t last = session->history.undo_count;
    for (size_t i = 0; i <= last; i++) {
        const Recipe *way = recipe_at(session, i);
        if ((i < last && recipe_at(session, i + 1)->last) ||
            unsaved_edits(session, way) == 0)
            continue;
        char *name = session_scene_name(session, way->scene);
        if (words_find(names, name) == names->count)
            words_add(names, name);
        free(name);
    }
}

void quit_apply(Session *session) {
    int lang = session->look.lang;
    Words scenes = {0};
    Text text = {0};
    session_unsaved(session, &scenes);
    session->quit = scenes.count == 0 || session->asking;
    session->asking = !session->quit;
    text_append(&text, message(lang, "notice.quit"));
    for (size_t i = 0; i < scenes.count; i++)
        text_format(&text, "%s%s",
                    i == 0            ? ""
                    : lang == LANG_ZH ? "、"
                                      : ", ",
                    scenes.word[i]);
    if (session->asking)
        notice_set(session, true, text_string(&text));
    text_release(&text);
    words_release(&scenes);
}
