/* The list of scenes, in teaching order. Titles are read from the files that are on the screen. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/cover.h"
#include "view/overlays.h"

/* The id of a scene of the session's list: its place in the library, else its file's name. */
static char *scene_id(const Session *session, size_t scene) {
    const char *path = session->paths[scene];
    for (size_t i = 0; i < session->library.count; i++)
        if (strcmp(session->library.paths[i], path) == 0)
            return memory_string(session->library.ids[i]);
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    bool csv = length > 4 && strcmp(name + length - 4, ".csv") == 0;
    return memory_string_n(name, csv ? length - 4 : length);
}

static void put_title(Page *page, const Session *session, size_t scene, int x) {
    Scene read;
    Error error = {""};
    const char *lang = lang_names[session->look.lang];
    if (scene == session->recipe.scene) {
        const char *title = texts_in(&session->scene.title, lang, 0);
        page_put(page, x, ROLE_BASE, title ? title : "");
    } else if (!scene_read(&read, session->paths[scene], &error)) {
        page_put(page, x, ROLE_TROUBLE, error.text);
    } else {
        const char *title = texts_in(&read.title, lang, 0);
        page_put(page, x, ROLE_BASE, title ? title : "");
        scene_release(&read);
    }
}

/* What `/` looks for stands in the id; a title would have to be read from every file. */
static bool listed(const Session *session, const char *id) {
    return strstr(id, session->look.filter) != NULL;
}

typedef struct List {
    const Session *session;
    char **ids;
    size_t *scene_of; /* of each line */
    size_t lines;
} List;

static void list_make(List *list, const Session *session) {
    size_t count = session->scene_count;
    *list = (List){.session = session,
                   .ids = memory_new(count, sizeof *list->ids),
                   .scene_of = memory_new(count, sizeof *list->scene_of)};
    for (size_t i = 0; i < count; i++) {
        list->ids[i] = scene_id(session, i);
        if (listed(session, list->ids[i]))
            list->scene_of[list->lines++] = i;
    }
}

static void list_release(List *list) {
    for (size_t i = 0; i < list->session->scene_count; i++)
        free(list->ids[i]);
    free(list->ids);
    free(list->scene_of);
}

static void put_scene(Page *page, const List *list, size_t line) {
    size_t scene = list->scene_of[line];
    bool present = scene == list->session->recipe.scene;
    page_line(page);
    if (present)
        page_put(page, 1, ROLE_GOOD, "▸");
    page_put(page, 2, present ? ROLE_GOOD : ROLE_KEY, list->ids[scene]);
}

static int widest_id(const List *list) {
    int widest = 0;
    for (size_t i = 0; i < list->lines; i++) {
        int columns = utf8_columns(list->ids[list->scene_of[i]]);
        widest = columns > widest ? columns : widest;
    }
    return widest < 28 ? widest : 28;
}

void list_draw(const Session *session, Frame *frame) {
    List list;
    Page page;
    int lang = session->look.lang;
    list_make(&list, session);
    size_t chosen = session->look.choice;
    if (chosen >= list.lines && list.lines)
        chosen = list.lines - 1;
    Cover cover = {.title = message(lang, "list.title"),
                   .hint = message(lang, "list.hint"),
                   .lang = lang,
                   .wanted = session->look.scroll,
                   .chosen = chosen};
    int room = cover_room(frame, &cover), title_at = widest_id(&list) + 4;
    size_t first = page_scroll(list.lines, room, cover.wanted, chosen);
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    for (size_t i = 0; i < list.lines; i++) {
        put_scene(&page, &list, i);
        if (i >= first && i < first + (size_t)(room > 0 ? room : 0))
            put_title(&page, session, list.scene_of[i], title_at);
        page.lines[i].chosen = i == chosen;
    }
    cover_draw(frame, &cover, &page);
    page_release(&page);
    list_release(&list);
}
