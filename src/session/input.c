/* Keys: a key types into the prompt, drives an overlay, or applies its action. */
#include <stdint.h>
#include <stdlib.h>

#include "base/key.h"
#include "session/internal.h"

/* Applies an action, if there is one, and releases its words. */
static void apply_or_tell(Session *session, Words *words) {
    Error error = {0};
    if (words->count && !session_apply(session, words, &error))
        notice_error(session, &error);
    words_release(words);
}

static void apply_two(Session *session, const char *name, const char *argument) {
    Words words = {0};
    words_add(&words, name);
    words_add(&words, argument);
    apply_or_tell(session, &words);
}

/* ---- overlays ---- */

static void close_overlay(Session *session) {
    session->look.overlay = OVERLAY_NONE;
}

/* Scrolls an overlay by a page. Past its end it closes, so that a clicker is never
 * stuck. */
static void page_overlay(Session *session, bool down) {
    Look *look = &session->look;
    size_t rows = session->overlay_rows ? session->overlay_rows : 1;
    look->choice = SIZE_MAX;
    if (!down)
        look->scroll = look->scroll > rows ? look->scroll - rows : 0;
    else if (look->scroll + rows >= session->overlay_lines)
        close_overlay(session);
    else
        look->scroll += rows;
}

static void choose_in_list(Session *session, int key) {
    Look *look = &session->look;
    size_t rows = session->overlay_rows ? session->overlay_rows : 1;
    size_t last = session->overlay_entries ? session->overlay_entries - 1 : 0;
    size_t step = key == KEY_PAGE_DOWN || key == KEY_PAGE_UP ? rows : 1;
    bool down = key == KEY_ARROW_DOWN || key == KEY_PAGE_DOWN || key == 'j' || key == 'n';
    if (look->choice > last)
        look->choice = down ? 0 : last;
    else if (key == KEY_FIRST)
        look->choice = 0;
    else if (key == KEY_LAST)
        look->choice = last;
    else
        look->choice = stepped(look->choice, down, step, last);
}

/* Applies the action of the chosen key, or opens the prompt with the chosen name. */
static void enter_help(Session *session) {
    HelpEntry entry;
    Words words;
    if (!help_entry(session, session->look.choice, &entry))
        return;
    close_overlay(session);
    if (*entry.keys) {
        int key;
        if (key_parse(&entry.keys, &key, NULL) && binding_action(session, key, &words))
            apply_or_tell(session, &words);
        return;
    }
    Text line = {0};
    text_format(&line, "%s%s ", entry.start, entry.name);
    apply_two(session, "prompt", text_string(&line));
    text_release(&line);
}

static void enter_list(Session *session) {
    size_t choice = session->look.choice;
    if (choice >= session->scene_count)
        return;
    close_overlay(session);
    apply_two(session, "scene", session->paths[choice]);
}

/* Moves the cursor to the chosen finding, or shows the chosen head. */
static void enter_findings(Session *session) {
    size_t count, choice = session->look.choice;
    FindingEntry *entries = session_findings(session, &count);
    long base = session->scene.base;
    if (choice < count) {
        const Finding *finding = &entries[choice].finding;
        close_overlay(session);
        if (entries[choice].is_head)
            session_act(session, "head %zu", entries[choice].head + 1);
        else
            session_act(session, "focus weights %ld %ld", base + (long)finding->query,
                        base + (long)finding->key);
    }
    free(entries);
}

/* Scrolls an overlay by a line, or to an end. */
static void scroll_overlay(Session *session, int key) {
    size_t *at = &session->look.scroll, rows = session->overlay_rows;
    size_t last = session->overlay_lines > rows ? session->overlay_lines - rows : 0;
    if (key == KEY_FIRST)
        *at = 0;
    else if (key == KEY_LAST)
        *at = last;
    else
        *at = stepped(*at, key == KEY_ARROW_DOWN || key == 'j', 1, last);
}

static bool is_choosing(int key) {
    return key == KEY_ARROW_DOWN || key == KEY_ARROW_UP || key == 'j' || key == 'k' ||
           key == KEY_FIRST || key == KEY_LAST;
}

/* Lets an overlay take a key; returns false if it does not. */
static bool overlay_key(Session *session, int key) {
    Overlay overlay = session->look.overlay;
    bool pages = key == KEY_PAGE_DOWN || key == KEY_PAGE_UP || key == 'n' || key == 'N';
    bool choices = overlay_chooses(overlay), lists = overlay == OVERLAY_HELP || choices;
    if (key == KEY_ESCAPE || key == 'q')
        close_overlay(session);
    else if (key == KEY_RETURN && overlay == OVERLAY_HELP)
        enter_help(session);
    else if (key == KEY_RETURN && overlay == OVERLAY_LIST)
        enter_list(session);
    else if (key == KEY_RETURN && overlay == OVERLAY_FINDINGS)
        enter_findings(session);
    else if (pages && !choices)
        page_overlay(session, key == KEY_PAGE_DOWN || key == 'n');
    else if (lists && (is_choosing(key) || pages))
        choose_in_list(session, key);
    else if ((overlay == OVERLAY_TEXT || overlay == OVERLAY_LEDGER) && is_choosing(key))
        scroll_overlay(session, key);
    else
        return key == KEY_RETURN || key == KEY_BLANK;
    return true;
}

/* ---- keys ---- */

/* Tells of a key that does nothing here which key it is. */
static void tell_unbound(Session *session, int key) {
    char name[16];
    Text word = {0};
    key_name(key, name);
    key_words(session->look.lang, name, &word);
    if (key == KEY_BLANK)
        notice_tell(session, "notice.no-cell", "");
    else if (word.length && session->look.overlay == OVERLAY_NONE)
        notice_tell(session, "notice.no-key", word.bytes);
    text_release(&word);
}

/* Stops the long work, or the rows of the frame; returns false if there are none. */
static bool stop_work(Session *session) {
    bool rows = session->haste && session->haste->left && !session->haste->stopped;
    if (!session->working && !rows)
        return false;
    if (rows)
        session->haste->stopped = true;
    if (session->working)
        session_work_stop(session);
    notice_tell(session, "notice.stopped", "");
    return true;
}

void session_key(Session *session, int key) {
    Words words;
    if (key == KEY_NONE || key == KEY_SIZE || key == KEY_REDRAW || key == KEY_GONE)
        return;
    if (session->look.blank) {
        session->look.blank = false;
        return;
    }
    if (session->prompt.open) {
        prompt_key(session, key);
        return;
    }
    key = key_plain(key);
    if (key == KEY_STOP || key == 3) {
        if (!stop_work(session))
            notice_tell(session, "notice.stop", "");
        return;
    }
    if (session->look.overlay != OVERLAY_NONE && overlay_key(session, key))
        return;
    if (key == KEY_ESCAPE && stop_work(session))
        return;
    if (key == KEY_ESCAPE && session_lanes(session)) {
        session_act(session, "compare off");
        return;
    }
    if (key == KEY_ESCAPE) {
        session->notice[0] = '\0';
        session->asking = false;
        return;
    }
    if (binding_action(session, key, &words))
        apply_or_tell(session, &words);
    else
        tell_unbound(session, key);
}
