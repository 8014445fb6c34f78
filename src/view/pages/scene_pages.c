/* The pages of scenes: all words of the present step, and the list of scenes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/pages/full_page.h"

enum { LEGEND_AT = 14, ID_AT = 2, TITLE_GAP = 5, WIDEST_ID = 28, LISTED = 1000 };

static const struct {
    const char *glyph; /* NULL: the message of id and "-sign" */
    int role;
    const char *id;
} legend[] = {
    {".:-=+*#%@", ROLE_NUMBER, "text.legend.ramp"},
    {"+ -", ROLE_NUMBER, "text.legend.number"},
    {"·", ROLE_HIDDEN, "text.legend.hidden"},
    {NULL, ROLE_HIDDEN, "text.legend.rules"},
    {"+ x", ROLE_FORCED, "text.legend.forced"},
    {"#", ROLE_FORCED, "text.legend.edited"},
    {"!", ROLE_WRONG, "text.legend.wrong"},
    {"★", ROLE_WRONG, "text.legend.answer"},
    {NULL, ROLE_WRONG, "text.legend.switch"},
    {"∅", ROLE_EMPTY, "text.legend.empty"},
    {"--", ROLE_UNUSED, "text.legend.unused"},
    {"0 1", ROLE_NUMBER, "text.legend.exact"},
    {"~0", ROLE_NUMBER, "text.legend.tiny"},
    {"-∞ +∞", ROLE_EMPTY, "text.legend.infinite"},
    {"NaN", ROLE_EMPTY, "text.legend.nan"},
    {"-", ROLE_NUMBER, "text.legend.unscored"},
    {"( )", ROLE_QUIET, "text.legend.unscored-target"},
    {"????", ROLE_COVERED, "text.legend.covered"},
    {"*", ROLE_CHANGED, "text.legend.changed"},
    {"[ ]", ROLE_CURSOR, "text.legend.cursor"},
    {"▸ ▾", ROLE_CROSS, "text.legend.cross"},
    {"= ~ !", ROLE_GOOD, "text.legend.verdict"},
};

static void put_paragraph(FullPage *full, int role, const char *text) {
    Text told = {0};
    session_told(full->session, text, &told);
    page_line(&full->page);
    page_wrap(&full->page, 1, 1, full->width - 1, role, text_string(&told));
    text_release(&told);
}

static void put_texts(FullPage *full, int role, const Texts *texts) {
    const char *text;
    for (size_t i = 0; (text = texts_in(texts, lang_names[full->lang], i)); i++)
        put_paragraph(full, role, text);
}

/* Puts a word, on a new line if it does not fit. */
static void put_word(FullPage *full, int role, const char *word) {
    Page *page = &full->page;
    int at = page_end(page) + 3;
    if (at > 4 && at + page_columns(page, word) > full->width - 1) {
        page_line(page);
        at = 1;
    }
    page_put(page, at > 4 ? at : 1, role, word);
}

/* Puts positions with their tokens and, of queries, their targets: at most so many,
 * because a page is made anew for each key. */
static void put_positions(FullPage *full, Axis axis) {
    const Session *session = full->session;
    const Labels *labels = session_labels(session);
    size_t at = session->look.record;
    const Record *record = &session->now->model.records[at];
    bool keys = axis == AXIS_KEY, targets = !keys && record->targets;
    size_t all = keys ? record->keys : record->queries, count = min_size(all, LISTED);
    page_line(&full->page);
    if (keys)
        page_put(&full->page, 1, ROLE_QUIET, message(full->lang, "text.keys"));
    for (size_t i = 0; i < count; i++) {
        Text word = {0};
        const char *target = targets ? session->now->targets[at][i] : "";
        text_format(&word, "%ld %s", session_number_of(session, axis, i),
                    keys ? labels->tokens[i] : labels->query_tokens[i]);
        if (targets)
            text_format(&word, " → %s", *target ? target : "-");
        put_word(full, ROLE_LABEL, text_string(&word));
        text_release(&word);
    }
    if (all > count) {
        page_line(&full->page);
        page_format(&full->page, 1, ROLE_QUIET, message(full->lang, "text.more"),
                    all - count);
    }
}

static void put_tokens(FullPage *full) {
    const Session *session = full->session;
    const Labels *labels = session_labels(session);
    if (*labels->name || session->now->model.record_count > 1) {
        page_line(&full->page);
        page_format(&full->page, 1, ROLE_NAME, message(full->lang, "text.record"),
                    session->look.record + 1, labels->name);
    }
    put_positions(full, AXIS_QUERY);
    if (labels->has_query_tokens)
        put_positions(full, AXIS_KEY);
}

/* Puts the changes since the step, whose words tell of it as written. */
static void put_changes(FullPage *full) {
    Text words = {0};
    text_append(&words, message(full->lang, "screen.since"));
    if (session_changes(full->session, &words))
        put_paragraph(full, ROLE_CHANGED, text_string(&words));
    text_release(&words);
}

static void put_legend(FullPage *full) {
    enum {
        OF_CELLS = 2
    }; /* the first ones occur where numbers are zoomed out to cells */
    bool cells = full->session->look.zoom == ZOOM_CELLS;
    for (size_t i = cells ? 0 : OF_CELLS; i < sizeof legend / sizeof *legend; i++) {
        const char *sign = message_or(full->lang, NULL, "%s-sign", legend[i].id);
        page_line(&full->page);
        page_put(&full->page, 2, legend[i].role, sign ? sign : legend[i].glyph);
        page_wrap(&full->page, LEGEND_AT, LEGEND_AT, full->width - 1, ROLE_BASE,
                  message(full->lang, legend[i].id));
    }
}

/* The whole text: title, source, tokens with their targets, narration, and the legend of
 * every glyph. It is for small terminals and for reading aloud. */
void text_make(FullPage *full) {
    const Scene *scene = &full->session->scene;
    const Step *step = &scene->steps[full->session->recipe.step];
    const char *title = texts_in(&scene->title, lang_names[full->lang], 0);
    text_append(&full->title, title ? title : scene->id);
    if (scene->source && *scene->source)
        put_paragraph(full, ROLE_QUIET,
                      message_or(full->lang, scene->source, "source.%s", scene->source));
    page_line(&full->page);
    put_tokens(full);
    page_line(&full->page);
    put_changes(full);
    put_texts(full, ROLE_HEADING, &step->heading);
    put_texts(full, ROLE_NARRATION, &step->say);
    page_line(&full->page);
    page_line(&full->page);
    page_put(&full->page, 1, ROLE_NAME, message(full->lang, "text.legend"));
    put_legend(full);
}

/* ---- the list of scenes ---- */

/* Returns the column of the titles. */
static int title_column(const Session *session) {
    int widest = 0;
    for (size_t i = 0; i < session->scene_count; i++) {
        char *id = session_scene_name(session, i);
        widest = max_int(widest, utf8_columns(id));
        free(id);
    }
    return ID_AT + min_int(widest, WIDEST_ID) + TITLE_GAP;
}

/* Puts a scene's id, which is lit if `/` looks for it, * if something is not saved in
 * it, and ✓ for each question that was answered. */
static void put_id(FullPage *full, size_t scene, int title_at, const Words *unsaved) {
    const Session *session = full->session;
    const char *sought = session->look.filter;
    bool present = scene == session->recipe.scene;
    char *id = session_scene_name(session, scene);
    bool found = *sought && strstr(id, sought);
    if (present)
        page_put(&full->page, 1, ROLE_GOOD, "▸");
    page_put(&full->page, ID_AT, found ? ROLE_CROSS : present ? ROLE_GOOD : ROLE_KEY, id);
    if (words_find(unsaved, id) < unsaved->count)
        page_put(&full->page, title_at - 4, ROLE_CHANGED, "*");
    size_t answered = session_answered(session, id);
    if (answered)
        page_format(&full->page, title_at - 3, ROLE_GOOD, answered > 1 ? "✓%zu" : "✓",
                    answered);
    free(id);
}

/* Puts a scene's title, or why its file cannot be read. */
static void put_title(FullPage *full, size_t scene, int x) {
    const Session *session = full->session;
    bool present = scene == session->recipe.scene;
    Scene read;
    Error error = {0};
    Text trouble = {0};
    if (!present && !scene_read(&read, session->paths[scene], &error)) {
        error_text(&error, full->lang, &trouble);
        page_put(&full->page, x, ROLE_TROUBLE, text_string(&trouble));
        text_release(&trouble);
        return;
    }
    const char *title = texts_in(present ? &session->scene.title : &read.title,
                                 lang_names[full->lang], 0);
    page_put(&full->page, x, ROLE_BASE, title ? title : "");
    if (!present)
        scene_release(&read);
}

/* Scenes are in teaching order, by the ids that their files are named after. Titles are
 * read only from the files that are shown. */
void list_make(FullPage *full) {
    const Session *session = full->session;
    const Look *look = &session->look;
    Page *page = &full->page;
    int title_at = title_column(session);
    Words unsaved = {0};
    session_unsaved(session, &unsaved);
    size_t first =
        page_scroll(session->scene_count, full->room, look->scroll, look->choice);
    text_append(&full->title, message(full->lang, "list.title"));
    page->choice = look->choice;
    for (size_t i = 0; i < session->scene_count; i++) {
        page_entry_begin(page);
        page_line(page);
        page_entry_end(page);
        put_id(full, i, title_at, &unsaved);
        if (i >= first && (int)(i - first) < full->room)
            put_title(full, i, title_at);
    }
    words_release(&unsaved);
}
