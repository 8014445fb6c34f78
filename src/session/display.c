/* Actions that choose the head, record and layer to show, and how they are shown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/number.h"
#include "session/internal.h"

const char *const theme_names[] = {"dark", "light", "contrast", "mono", NULL};

/* ---- head, record, layer ---- */

/* Reads N, next or prev of the `count` things that the action is named after; next and
 * prev stop at the ends. */
static bool choose(Session *session, const Words *words, size_t count, size_t *index,
                   Error *error) {
    const char *word = words->word[1];
    bool next = strcmp(word, "next") == 0;
    if (!next && strcmp(word, "prev") != 0)
        return parse_index(word, words->word[0], count, index, error);
    size_t to = stepped(*index, next, 1, count - 1);
    session->unchanged = to == *index;
    *index = to;
    return true;
}

void place_tell(Session *session, const Words *words) {
    char id[32];
    snprintf(id, sizeof id, "notice.end.%s", words->word[0]);
    if (session->unchanged)
        notice_tell(session, id, "");
}

bool head_apply(Session *session, const Words *words, Error *error) {
    size_t heads = session->now->model.layers[session->look.layer].heads;
    return choose(session, words, heads, &session->look.head, error);
}

bool layer_apply(Session *session, const Words *words, Error *error) {
    return choose(session, words, session->now->model.layer_count, &session->look.layer,
                  error);
}

static bool record_named(const Session *session, const char *name, size_t *index) {
    for (size_t r = 0; r < session->now->model.record_count; r++)
        if (*name && strcmp(session->scene.labels[r].name, name) == 0) {
            *index = r;
            return true;
        }
    return false;
}

/* A word that is no number of a record can be its name. */
bool record_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    size_t *record = &session->look.record;
    long number;
    size_t count = session->now->model.record_count;
    return (!number_whole(word, 1, (long)count, &number, NULL) &&
            record_named(session, word, record)) ||
           choose(session, words, count, record, error);
}

/* ---- how it is shown ---- */

/* Chooses a word of a list, or the next one; returns false for another word. */
static bool pick(const char *const *names, const char *word, int *index) {
    int count = 0, found = word_index(names, word);
    while (names[count])
        count++;
    if (found < 0 && strcmp(word, "next") == 0)
        found = (*index + 1) % count;
    *index = found < 0 ? *index : found;
    return found >= 0;
}

bool digits_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    static const char *const names[] = {"auto", "3", "4", "6", NULL};
    static const int values[] = {0, 3, 4, 6};
    int index = 0;
    while (values[index] != session->look.digits)
        index++;
    if (!pick(names, word, &index))
        return error_set(error, "digits: \"%s\": expected auto, 3, 4, 6 or next", word);
    session->look.digits = values[index];
    return true;
}

void digits_tell(Session *session, const Words *words) {
    (void)words;
    char digits[8];
    int count = session->look.digits;
    session->digits_wanted = count;
    snprintf(digits, sizeof digits, "%d", count);
    notice_tell(session, count ? "notice.digits" : "notice.digits-auto", digits);
}

static bool pick_named(const char *const *names, const Words *words, int *index,
                       const char *expected, Error *error) {
    const char *what = words->word[0], *word = words->word[1];
    return pick(names, word, index) ||
           error_set(error, "%s: no such %s \"%s\"; expected one of: %s", what, what,
                     word, expected);
}

bool theme_apply(Session *session, const Words *words, Error *error) {
    return pick_named(theme_names, words, &session->look.theme,
                      "dark light contrast mono next", error);
}

void theme_tell(Session *session, const Words *words) {
    (void)words;
    const char *name = theme_names[session->look.theme];
    notice_tell(session, "notice.theme",
                message_or(session->look.lang, name, "theme.%s", name));
}

bool lang_apply(Session *session, const Words *words, Error *error) {
    return pick_named(lang_names, words, &session->look.lang, "en zh next", error);
}

bool delta_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->count > 1 ? words->word[1] : "";
    static const char *const states[] = {"off", "on", NULL};
    int index = *word ? word_index(states, word) : !session->look.delta;
    if (index < 0)
        return error_set(error, "delta: \"%s\": expected on or off", word);
    if (index && session->baseline.kind == BASELINE_NONE)
        return error_set(error,
                         "delta: there is no baseline; pin (m) or perturb (x) first");
    session->look.delta = index;
    return true;
}

/* Returns the level that is shown: none past that at which the whole head fits on the
 * screen; where the size of the screen is not known, that at which a head is one tile. */
static int shown_zoom(const Session *session) {
    const Model *model = &session->now->model;
    Place place = session_place(session);
    size_t most = max_size(model_queries(model, place), model_keys(model, place));
    int last = ZOOM_DOTS;
    for (size_t edge = 1; edge < most; edge *= 2)
        last++;
    if (session->zoom_most)
        last = min_int(last, session->zoom_most);
    return min_int(session->look.zoom, last);
}

size_t session_tile_edge(const Session *session) {
    int level = shown_zoom(session);
    return level > ZOOM_DOTS ? (size_t)1 << (level - ZOOM_DOTS) : 1;
}

bool zoom_apply(Session *session, const Words *words, Error *error) {
    const char *word = words->word[1];
    enum { LEVELS = 40 };
    long level = shown_zoom(session);
    if (strcmp(word, "in") == 0)
        level = level > 0 ? level - 1 : 0;
    else if (strcmp(word, "out") == 0)
        level++;
    else if (!number_whole(word, 0, LEVELS, &level, NULL))
        return error_set(
            error,
            "zoom: \"%s\": expected in, out, or a level: 0 numbers, 1 colors,"
            " 2 dots, from 3 on tiles",
            word);
    int before = shown_zoom(session);
    session->look.zoom = (int)level;
    session->look.zoom = shown_zoom(session);
    session->unchanged = session->look.zoom == before;
    return true;
}

void zoom_tell(Session *session, const Words *words) {
    bool in = strcmp(words->word[1], "in") == 0;
    if (session->unchanged)
        notice_tell(session, in ? "notice.end.in" : "notice.end.out", "");
}

/* A list of grids takes the place of the one before. */
bool show_apply(Session *session, const Words *words, Error *error) {
    bool automatic = words->count == 2 && strcmp(words->word[1], "auto") == 0;
    GridSet shown = 0;
    GridId grid;
    Place place;
    for (size_t i = 1; !automatic && i < words->count; i++) {
        bool shapes = strcmp(words->word[i], "shapes") == 0;
        if (!shapes && !session_find_grid(session, words->word[i], &grid, &place, error))
            return false;
        shown |= shapes ? SHOWN_SHAPES : GRID_BIT(grid);
    }
    session->look.shown = shown;
    return true;
}

void overlay_toggle(Session *session, Overlay wanted) {
    Look *look = &session->look;
    look->overlay = look->overlay == wanted ? OVERLAY_NONE : wanted;
    look->scroll = look->choice = 0;
    look->filter[0] = '\0';
    if (wanted == OVERLAY_LIST)
        look->choice = session->recipe.scene;
}

void blank_apply(Session *session) {
    session->look.blank = !session->look.blank;
}

void repaint_apply(Session *session) {
    session->repaint = true;
}

void suspend_apply(Session *session) {
    session->suspend = true;
}
