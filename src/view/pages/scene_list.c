/* The list of scenes, in teaching order, by the ids that their files are named after.
 * Titles are read only from the files that are shown. */
#include <stdlib.h>
#include <string.h>

#include "base/minmax.h"
#include "base/path.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/pages/full_page.h"

enum { ID_AT = 2, TITLE_GAP = 2, WIDEST_ID = 28 };

/* Returns the column of the titles. */
static int title_column(const Session *session) {
    int widest = 0;
    for (size_t i = 0; i < session->scene_count; i++) {
        char *id = path_stem(session->paths[i], ".csv");
        widest = max_int(widest, utf8_columns(id));
        free(id);
    }
    return ID_AT + min_int(widest, WIDEST_ID) + TITLE_GAP;
}

/* Puts a scene's id; one that `/` looks for is lit. */
static void put_id(FullPage *full, size_t scene) {
    const Session *session = full->session;
    const char *sought = session->look.filter;
    bool present = scene == session->recipe.scene;
    char *id = path_stem(session->paths[scene], ".csv");
    bool found = *sought && strstr(id, sought);
    if (present)
        page_put(&full->page, 1, ROLE_GOOD, "▸");
    page_put(&full->page, ID_AT, found ? ROLE_CROSS : present ? ROLE_GOOD : ROLE_KEY, id);
    free(id);
}

static void put_title_in(FullPage *full, int x, const Texts *titles) {
    const char *title = texts_in(titles, lang_names[full->lang], 0);
    page_put(&full->page, x, ROLE_BASE, title ? title : "");
}

/* Puts a scene's title, or why its file cannot be read. */
static void put_title(FullPage *full, size_t scene, int x) {
    const Session *session = full->session;
    Scene read;
    Error error = {0};
    Text trouble = {0};
    if (scene == session->recipe.scene) {
        put_title_in(full, x, &session->scene.title);
    } else if (scene_read(&read, session->paths[scene], &error)) {
        put_title_in(full, x, &read.title);
        scene_release(&read);
    } else {
        error_text(&error, full->lang, &trouble);
        page_put(&full->page, x, ROLE_TROUBLE, text_string(&trouble));
        text_release(&trouble);
    }
}

void list_make(FullPage *full) {
    const Session *session = full->session;
    const Look *look = &session->look;
    Page *page = &full->page;
    int title_at = title_column(session);
    size_t first =
        page_scroll(session->scene_count, full->room, look->scroll, look->choice);
    text_append(&full->title, message(full->lang, "list.title"));
    page->choice = look->choice;
    for (size_t i = 0; i < session->scene_count; i++) {
        page_entry_begin(page);
        page_line(page);
        page_entry_end(page);
        put_id(full, i);
        if (i >= first && (int)(i - first) < full->room)
            put_title(full, i, title_at);
    }
}
