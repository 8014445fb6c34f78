/* The list of scenes, in teaching order. Titles are read only from the files that are
 * shown. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/pages/full_page.h"
#include "view/pages/pages.h"

/* The id of a scene of the session's list: that of the library, else its file's name. */
static char *scene_id(const Session *session, size_t scene) {
    const char *path = session->paths[scene];
    for (size_t i = 0; i < session->library.count; i++)
        if (strcmp(session->library.paths[i], path) == 0)
            return memory_string(session->library.ids[i]);
    return path_stem(path, ".csv");
}

static void put_title(Page *page, const Session *session, size_t scene, int x) {
    Scene read;
    Error error = {0};
    const char *lang = lang_names[session->look.lang];
    if (scene == session->recipe.scene) {
        const char *title = texts_in(&session->scene.title, lang, 0);
        page_put(page, x, ROLE_BASE, title ? title : "");
    } else if (!scene_read(&read, session->paths[scene], &error)) {
        Text text = {0};
        error_text(&error, session->look.lang, &text);
        page_put(page, x, ROLE_TROUBLE, text_string(&text));
        text_release(&text);
    } else {
        const char *title = texts_in(&read.title, lang, 0);
        page_put(page, x, ROLE_BASE, title ? title : "");
        scene_release(&read);
    }
}

/* Returns true if `/` looks for this id, which is then lit. */
static bool is_sought(const Session *session, const char *id) {
    return *session->look.filter && strstr(id, session->look.filter);
}

typedef struct List {
    const Session *session;
    char **ids; /* [scene_count] */
    int title_at;
} List;

static void list_make(List *list, const Session *session) {
    int widest = 0;
    *list = (List){.session = session,
                   .ids = memory_new(session->scene_count, sizeof *list->ids)};
    for (size_t i = 0; i < session->scene_count; i++) {
        list->ids[i] = scene_id(session, i);
        int columns = utf8_columns(list->ids[i]);
        widest = columns > widest ? columns : widest;
    }
    list->title_at = 4 + (widest < 28 ? widest : 28);
}

static void list_release(List *list) {
    for (size_t i = 0; i < list->session->scene_count; i++)
        free(list->ids[i]);
    free(list->ids);
}

static void put_scene(Page *page, const List *list, size_t scene) {
    bool present = scene == list->session->recipe.scene;
    const char *id = list->ids[scene];
    page_entry_begin(page);
    page_line(page);
    page_entry_end(page);
    if (present)
        page_put(page, 1, ROLE_GOOD, "▸");
    page_put(page, 2,
             is_sought(list->session, id) ? ROLE_CROSS
             : present                    ? ROLE_GOOD
                                          : ROLE_KEY,
             id);
}

void list_draw(const Session *session, Frame *frame) {
    List list;
    Page page;
    int lang = session->look.lang;
    FullPage full = {.title = message(lang, "list.title"),
                     .hint = message(lang, "list.hint")};
    int room = full_page_room(frame, &full);
    size_t first = page_scroll(session->scene_count, room, session->look.scroll,
                               session->look.choice);
    list_make(&list, session);
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    page.choice = session->look.choice;
    for (size_t i = 0; i < session->scene_count; i++) {
        put_scene(&page, &list, i);
        if (i >= first && (int)(i - first) < room)
            put_title(&page, session, i, list.title_at);
    }
    full_page_draw(session, frame, &full, &page);
    page_release(&page);
    list_release(&list);
}
