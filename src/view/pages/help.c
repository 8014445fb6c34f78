/* Help, printed from the tables of keys, actions and options, so that it cannot differ
 * from the program. Its three columns are the key, the action as the prompt takes it, and
 * its meaning. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "session/action.h"
#include "session/language.h"
#include "view/pages/full_page.h"
#include "view/pages/pages.h"

enum { KEYS_AT = 2, ACTION_AT = 15, WORDS_AT = 36, NARROW = 60, NARROW_AT = 9 };

/* One line of help, before it is laid out. */
typedef struct HelpEntry {
    const char *keys, *action, *words;
} HelpEntry;

typedef struct Help {
    const Session *session;
    Page page;
    int width;
    const char *group; /* message id of the present group's name */
} Help;

/* ---- an entry ---- */

static void put_group(Help *help, const char *group) {
    if (help->group == group)
        return;
    help->group = group;
    page_line(&help->page);
    page_put(&help->page, 1, ROLE_NAME, message(help->session->look.lang, group));
}

static void put_words(Help *help, const HelpEntry *entry, int least) {
    int at = help->width < NARROW ? 4 : WORDS_AT;
    if (page_end(&help->page) >= least)
        page_line(&help->page);
    page_wrap(&help->page, at, at, help->width, ROLE_BASE, entry->words);
}

static void put_entry(Help *help, const HelpEntry *entry) {
    page_entry_begin(&help->page);
    page_line(&help->page);
    if (*entry->keys)
        page_put(&help->page, KEYS_AT, ROLE_KEY, entry->keys);
    int at = !*entry->keys ? KEYS_AT : help->width < NARROW ? NARROW_AT : ACTION_AT;
    if (at <= page_end(&help->page))
        at = page_end(&help->page) + 1;
    page_wrap(&help->page, at, at, help->width, ROLE_BASE, entry->action);
    put_words(help, entry, help->width < NARROW ? 0 : WORDS_AT);
    page_entry_end(&help->page);
}

/* ---- keys, actions, options ---- */

/* Writes "<C-r> <F5>" as "Ctrl-R F5". */
static void readable_keys(const char *keys, Text *out) {
    for (; *keys; keys++) {
        const char *end = *keys == '<' ? strchr(keys, '>') : NULL;
        if (!end || end == keys + 1) {
            text_append_n(out, keys, 1);
            continue;
        }
        if (strncmp(keys, "<lt>", 4) == 0)
            text_append(out, "<");
        else if (strncmp(keys, "<C-", 3) == 0)
            text_format(out, "Ctrl-%c",
                        keys[3] >= 'a' && keys[3] <= 'z' ? keys[3] - 32 : keys[3]);
        else
            text_append_n(out, keys + 1, (size_t)(end - keys - 1));
        keys = end;
    }
}

/* Writes all names if they fit their column, else the first and the last. */
static void put_keys(const char *keys, Text *out) {
    const char *last = strrchr(keys, ' ');
    size_t first = strcspn(keys, " ");
    readable_keys(keys, out);
    if (!last || (int)out->length <= ACTION_AT - KEYS_AT - 1)
        return;
    text_clear(out);
    text_append_n(out, keys, first);
    text_format(out, " … %s", last + 1);
}

static const char *group_of(const HelpChoice *choice) {
    static const char *const groups[] = {
        [GROUP_RULE] = "help.group.rule",       [GROUP_WHAT_IF] = "help.group.what-if",
        [GROUP_LOOK] = "help.group.look",       [GROUP_WALK] = "help.group.walk",
        [GROUP_PROGRAM] = "help.group.program",
    };
    if (choice->binding)
        return groups[choice->binding->group];
    return choice->action ? "help.group.actions" : "help.group.options";
}

static void put_binding(Help *help, const Binding *binding) {
    Text keys = {0};
    put_keys(binding->keys, &keys);
    put_entry(help, &(HelpEntry){text_string(&keys), binding->action,
                                 message(help->session->look.lang, binding->help)});
    text_release(&keys);
}

static void put_named(Help *help, const char *kind, const char *name,
                      const char *arguments) {
    Text usage = {0};
    char id[64];
    snprintf(id, sizeof id, "%s.%s", kind, name);
    text_format(&usage, *arguments ? "%s %s" : "%s", name, arguments);
    put_entry(help, &(HelpEntry){"", text_string(&usage),
                                 message(help->session->look.lang, id)});
    text_release(&usage);
}

static void help_make(Help *help, const Session *session, const Frame *frame) {
    HelpChoice choice;
    *help = (Help){.session = session, .width = frame->width};
    page_init(&help->page, ROLE_OVERLAY, frame->ascii);
    help->page.choice = session->look.choice;
    while (help_entry(session, help->page.entries, &choice)) {
        put_group(help, group_of(&choice));
        if (choice.binding)
            put_binding(help, choice.binding);
        else if (choice.action)
            put_named(help, "action", choice.action->name, choice.action->usage);
        else
            put_named(help, "option", choice.option->name, choice.option->arguments);
    }
    if (!help->page.count) {
        page_line(&help->page);
        page_put(&help->page, KEYS_AT, ROLE_BASE,
                 message(session->look.lang, "help.none"));
    }
}

static void draw_heads(Frame *frame, int lang) {
    static const struct {
        int x;
        const char *id;
    } heads[] = {{KEYS_AT, "help.head.key"},
                 {ACTION_AT, "help.head.action"},
                 {WORDS_AT, "help.head.words"}};
    Style style = style_over(ROLE_QUIET, ROLE_OVERLAY);
    for (size_t i = 0; i < 3 && frame->height >= HEADED_FROM; i++) {
        int room = i < 2 ? heads[i + 1].x - heads[i].x - 1 : frame->width;
        frame_text(frame, heads[i].x, 1, room, style, message(lang, heads[i].id));
    }
}

void help_draw(const Session *session, Frame *frame) {
    Help help;
    int lang = session->look.lang;
    Text title = {0};
    help_make(&help, session, frame);
    text_append(&title, message(lang, "help.title"));
    if (*session->look.filter)
        text_format(&title, " /%s", session->look.filter);
    full_page_draw(session, frame,
                   &(FullPage){.title = text_string(&title),
                               .hint = message(lang, "help.hint"),
                               .headed = frame->width >= NARROW},
                   &help.page);
    if (frame->width >= NARROW)
        draw_heads(frame, lang);
    text_release(&title);
    page_release(&help.page);
}
