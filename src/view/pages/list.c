/* The list of scenes, in teaching order. Titles are read from the files that are on the screen. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/cover.h"
#include "view/pages/overlays.h"

/* The id of a scene of the session's list: its place in the library, else its file's name. */
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

/* Whether `/` looks for this id: it is lit, the others stay. */
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
    page_line(page);
    if (present)
        page_put(page, 1, ROLE_GOOD, "▸");
    page_put(page, 2,
             is_sought(list->session, id) ? ROLE_CROSS
             : present                    ? ROLE_GOOD
                                          : ROLE_KEY,
             id);
}

OverlaySize list_size(const Session *session, const Frame *frame) {
    int room = cover_room(frame, &(Cover){0});
    return (OverlaySize){session->scene_count, room > 0 ? (size_t)room : 0,
                         session->scene_count};
}

void list_draw(const Session *session, Frame *frame) {
    List list;
    Page page;
    int lang = session->look.lang;
    Cover cover = {.title = message(lang, "list.title"),
                   .hint = message(lang, "list.hint"),
                   .lang = lang,
                   .wanted = session->look.scroll,
                   .chosen = session->look.choice};
    size_t rows = list_size(session, frame).rows;
    size_t first =
        page_scroll(session->scene_count, (int)rows, cover.wanted, cover.chosen);
    list_make(&list, session);
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    for (size_t i = 0; i < session->scene_count; i++) {
        put_scene(&page, &list, i);
        if (i >= first && i < first + rows)
            put_title(&page, session, i, list.title_at);
        page.lines[i].chosen = i == session->look.choice;
    }
    cover_draw(frame, &cover, &page);
    page_release(&page);
    list_release(&list);
}

bool list_click(const Session *session, const Frame *frame, int y, Click *click) {
    Cover cover = {.wanted = session->look.scroll, .chosen = session->look.choice};
    return cover_line(frame, &cover, session->scene_count, y, &click->entry,
                      &click->scroll);
}
