/* The short pages: the explanation of the cursor's cell, the findings, and the list of
 * scenes. */
#include <stdlib.h>
#include <string.h>

#include "base/minmax.h"
#include "base/path.h"
#include "base/utf8.h"
#include "explain/explain.h"
#include "session/language.h"
#include "view/afar/findings.h"
#include "view/pages/full_page.h"
#include "view/screen/screen.h"

enum { ID_AT = 2, TITLE_GAP = 2, WIDEST_ID = 28 };

/* ---- the explanation ---- */

/* With lanes, the cell is that of the lane in focus, and the question says the value that
 * the lane has. */
void explanation_make(FullPage *full) {
    Session session = *full->session; /* owns nothing */
    const Look *look = &session.look;
    const OptionSpec *option = look->compare;
    GridCell of = {look->grid, session_place(&session), look->row, look->col};
    Text question = {0};
    if (option)
        session.now = sheet_variant(session.now, option, look->lane);
    explain_page(&full->page, &session, of, full->width - 1);
    if (explain_exists(&session, of))
        explain_question(&session, of, &question);
    if (option && question.length)
        text_format(&full->title, message(full->lang, "explain.lane"),
                    value_word(full->lang, option->name, option->values[look->lane]),
                    question.bytes);
    else
        text_append(&full->title, text_string(&question));
    text_release(&question);
    if (option)
        sheet_release(session.now);
}

/* ---- the findings ---- */

/* The findings, if there is no room for them beside the picture. As on every page, one
 * column at the left is blank. */
void findings_make(FullPage *full) {
    Page *page = &full->page;
    text_format(&full->title, message(full->lang, "findings.title"),
                full->session->look.head + 1);
    findings_list(page, full->session, full->width - 1);
    for (size_t i = 0; i < page->count; i++)
        for (size_t p = 0; p < page->lines[i].count; p++)
            page->lines[i].pieces[p].x++;
}

/* ---- the scenes ---- */

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

/* Scenes are in teaching order, by the ids that their files are named after. Titles are
 * read only from the files that are shown. */
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
