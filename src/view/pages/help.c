/* Help, printed from the tables of keys, actions and options, so that it cannot differ
 * from the program. Its three columns are the key, the action as the prompt takes it, and
 * its meaning. */
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/action.h"
#include "session/language.h"
#include "view/pages/full_page.h"

enum {
    KEYS_AT = 2,
    ACTION_AT = 15,
    WORDS_AT = 36,
    NARROW = 60,
    HEADED_FROM = 8, /* lines */
    NARROW_AT = 9,
    NARROW_WORDS_AT = 4
};

/* Writes all names if they fit their column, else the first and the last. */
static void put_keys(int lang, const char *keys, Text *out) {
    const char *last = strrchr(keys, ' ');
    size_t first = strcspn(keys, " ");
    key_words(lang, keys, out);
    if (!last || utf8_columns(text_string(out)) <= ACTION_AT - KEYS_AT - 1)
        return;
    text_clear(out);
    text_append_n(out, keys, first);
    text_format(out, " … %s", last + 1);
}

static void put_entry(FullPage *full, const HelpEntry *entry) {
    Page *page = &full->page;
    bool narrow = full->width < NARROW;
    int at = !*entry->keys ? KEYS_AT : narrow ? NARROW_AT : ACTION_AT;
    Text keys = {0}, action = {0};
    put_keys(full->lang, entry->keys, &keys);
    text_format(&action, *entry->arguments ? "%s %s" : "%s", entry->name,
                entry->arguments);
    page_entry_begin(page);
    page_line(page);
    if (*entry->keys)
        page_put(page, KEYS_AT, ROLE_KEY, text_string(&keys));
    at = max_int(at, page_end(page) + 1);
    page_wrap(page, at, at, full->width, ROLE_BASE, text_string(&action));
    if (narrow || page_end(page) >= WORDS_AT)
        page_line(page);
    at = narrow ? NARROW_WORDS_AT : WORDS_AT;
    page_wrap(page, at, at, full->width, ROLE_BASE, entry->words);
    page_entry_end(page);
    text_release(&keys);
    text_release(&action);
}

/* Draws the heads of the columns above the page if there is room; they do not scroll. */
static void draw_heads(FullPage *full) {
    static const struct {
        int x;
        const char *id;
    } heads[] = {{KEYS_AT, "help.head.key"},
                 {ACTION_AT, "help.head.action"},
                 {WORDS_AT, "help.head.words"}};
    if (full->width < NARROW || full->frame->height < HEADED_FROM)
        return;
    for (size_t i = 0; i < 3; i++)
        frame_text(full->frame, heads[i].x, full->top, full->width - heads[i].x,
                   style_over(ROLE_QUIET, full->page.back),
                   message(full->lang, heads[i].id));
    full->top++;
    full->room--;
}

void help_make(FullPage *full) {
    const Look *look = &full->session->look;
    Page *page = &full->page;
    const char *group = NULL;
    HelpEntry entry;
    text_append(&full->title, message(full->lang, "help.title"));
    if (*look->filter)
        text_format(&full->title, " /%s", look->filter);
    draw_heads(full);
    page->choice = look->choice;
    while (help_entry(full->session, page->entries, &entry)) {
        if (group != entry.group) {
            group = entry.group;
            page_line(page);
            page_put(page, 1, ROLE_NAME, message(full->lang, group));
        }
        put_entry(full, &entry);
    }
    if (!page->count)
        page_put(page, KEYS_AT, ROLE_BASE, message(full->lang, "help.none"));
}
