/* The prompt over the last lines of the screen: the line being typed, above it the words
 * that could complete it, above those the usage of the action or the error of the last
 * Enter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/utf8.h"
#include "frame/page.h"
#include "session/action.h"
#include "session/language.h"
#include "view/pages/full_page.h"
#include "screen/screen.h"

enum { SHOWN_MAX = 8, WORDS_LEAST = 12, WORDS_MOST = 24 };

/* The line being typed, as far as the word before the cursor's own. */
typedef struct Typing {
    const Session *session;
    int lang;
    Words before;
    const ActionSpec *action; /* NULL: not known yet */
    Words usage;              /* its arguments */
    size_t argument;          /* index of the usage word that the cursor is in */
    const OptionSpec *option; /* named by the word before; NULL: none */
} Typing;

static void typing_read(Typing *typing, const Session *session) {
    *typing = (Typing){.session = session, .lang = session->look.lang};
    session_typed(session, &typing->before);
    if (!typing->before.count)
        return;
    typing->action = action_find(typing->before.word[0]);
    typing->argument = typing->before.count - 1;
    if (typing->action)
        words_split(&typing->usage, typing->action->usage, NULL);
    if (typing->before.count > 1)
        typing->option = option_find(typing->before.word[1]);
}

/* ---- above the line: usage or error ---- */

/* Puts "set OPTION VALUE", with the argument being typed in the role of a title. */
static void put_arguments(Page *page, const Typing *typing) {
    Style present = style_over(ROLE_TITLE, page->back);
    present.flags = STYLE_UNDERLINE;
    page_put(page, 1, ROLE_NAME, typing->action->name);
    for (size_t i = 0; i < typing->usage.count; i++)
        page_put_style(page, page_end(page) + 1,
                       i == typing->argument ? present
                                             : style_over(ROLE_QUIET, page->back),
                       typing->usage.word[i]);
}

static void put_usage(Page *page, const Typing *typing) {
    if (!typing->action) {
        page_put(page, 1, ROLE_HINT, message(typing->lang, "prompt.actions"));
        return;
    }
    bool option = typing->option != NULL;
    const char *name = option ? typing->option->name : typing->action->name;
    put_arguments(page, typing);
    page_format(page, page_end(page) + 4, ROLE_HINT, "%s%s%s", option ? name : "",
                option ? ": " : "",
                message_or(typing->lang, NULL, option ? "option.%s" : "action.%s", name));
}

/* Puts why the last Enter failed. */
static void put_error(Page *page, const Typing *typing, const Frame *frame) {
    Text text = {0};
    error_text(&typing->session->prompt.error, typing->lang, &text);
    page->ascii = frame->ascii;
    page_wrap(page, 1, 1, frame->width - 1, ROLE_TROUBLE, text_string(&text));
    text_release(&text);
}

/* ---- above these: candidates ---- */

/* Returns the meaning of a candidate; NULL: it has no words. */
static const char *candidate_words(const Typing *typing, const char *candidate) {
    const char *usage = typing->argument < typing->usage.count
                            ? typing->usage.word[typing->argument]
                            : "";
    if (!typing->before.count)
        return message_or(typing->lang, NULL, "action.%s", candidate);
    if (typing->option && typing->argument > 0)
        return message_or(typing->lang, NULL, "value.%s.%s", typing->option->name,
                          candidate);
    return strncmp(usage, "OPTION", 6) == 0
               ? message_or(typing->lang, NULL, "option.%s", candidate)
               : NULL;
}

static bool is_present(const Typing *typing, const char *candidate) {
    char value[160];
    if (!typing->option || typing->argument != 1)
        return false;
    option_write(typing->option, session_options(typing->session), value, sizeof value);
    return strcmp(value, candidate) == 0;
}

static void put_candidate(Page *page, const Typing *typing, const char *candidate,
                          int words_at) {
    const Prompt *prompt = &typing->session->prompt;
    const char *words = candidate_words(typing, candidate);
    bool chosen = prompt->chosen < prompt->candidates.count;
    /* All candidates begin with the word as far as it was typed. */
    size_t typed = prompt->cursor > prompt->word_start && !chosen
                       ? min_size(prompt->cursor - prompt->word_start, strlen(candidate))
                       : 0;
    page_entry_begin(page);
    page_line(page);
    page_entry_end(page);
    page_format(page, 2, ROLE_NAME, "%.*s", (int)typed, candidate);
    page_put(page, page_end(page), ROLE_BASE, candidate + typed);
    page_put(page, max_int(page_end(page) + 2, words_at), ROLE_BASE, words ? words : "");
    if (is_present(typing, candidate))
        page_put(page, page_end(page) + 2, ROLE_GOOD,
                 message(typing->lang, "prompt.now"));
}

/* The column of their meanings, right of the longest candidate shown. */
static int words_column(const Prompt *prompt, size_t first, size_t shown) {
    int longest = 0;
    for (size_t i = first; i < first + shown; i++)
        longest = max_int(longest, utf8_columns(prompt->candidates.word[i]));
    return min_int(max_int(longest + 4, WORDS_LEAST), WORDS_MOST);
}

/* Puts the candidates around the chosen one in at most so many lines. */
static void put_candidates(Page *page, const Typing *typing, size_t lines) {
    const Prompt *prompt = &typing->session->prompt;
    size_t count = prompt->candidates.count, shown = min_size(count, SHOWN_MAX);
    bool more = lines && (shown < count || shown > lines);
    shown = min_size(shown, lines - more);
    size_t first = page_scroll(count, (int)shown, 0, prompt->chosen);
    int words_at = words_column(prompt, first, shown);
    page->choice = prompt->chosen < count ? prompt->chosen - first : SIZE_MAX;
    for (size_t i = first; i < first + shown; i++)
        put_candidate(page, typing, prompt->candidates.word[i], words_at);
    if (!more)
        return;
    page_line(page);
    page_format(page, 2, ROLE_QUIET, message(typing->lang, "prompt.more"), count - shown);
}

/* Draws the lines of a page above `bottom`, the first ones where there is no room for
 * all, and releases it. Returns the first line that it takes. */
static int draw_above(Frame *frame, int bottom, Page *page) {
    int lines = min_int((int)page->count, bottom);
    page_draw(page, frame, (Area){0, bottom - lines, frame->width, lines}, 0);
    page_release(page);
    return bottom - lines;
}

static void draw_help(Frame *frame, int bottom, const Typing *typing) {
    Page candidates, usage;
    page_init(&candidates, ROLE_OVERLAY, false);
    page_init(&usage, ROLE_OVERLAY, false);
    put_candidates(&candidates, typing, bottom > 1 ? (size_t)bottom - 1 : 0);
    if (error_is_set(&typing->session->prompt.error))
        put_error(&usage, typing, frame);
    else
        put_usage(&usage, typing);
    draw_above(frame, draw_above(frame, bottom, &candidates), &usage);
}

/* ---- the line ---- */

static void draw_line(Frame *frame, int y, const Typing *typing) {
    const Prompt *prompt = &typing->session->prompt;
    const char *text = text_string(&prompt->text),
               *hint = message(typing->lang, "prompt.hint");
    char *typed = memory_string_n(text, min_size(prompt->cursor, prompt->text.length));
    const char *seen = typed;
    int room = frame->width > 3 ? frame->width - 3 : 1, start = frame->width > 1;
    while (utf8_columns(seen) >= room && *seen) /* so that the cursor stays in view */
        utf8_next(&seen);
    frame_fill(frame, 0, y, frame->width, 1, style_of(ROLE_PROMPT));
    if (frame->width >= 3)
        frame_text(frame, start++, y, 1, style_over(ROLE_KEY, ROLE_PROMPT), ":");
    int used = frame_text(frame, start, y, frame->width - start, style_of(ROLE_PROMPT),
                          text + (seen - typed));
    int columns = key_words_columns(hint);
    if (frame->width - start - used > columns + 1)
        key_words_draw(frame, frame->width - columns - 1, y, columns, ROLE_PROMPT, hint);
    frame->cursor_x = start + utf8_columns(seen);
    frame->cursor_y = y;
    free(typed);
}

/* Writes the error of a number typed for the cell below that cell, or above it if the
 * prompt is in the way. */
static void draw_beside_cell(Frame *frame, const Session *session, int x, int y) {
    const Prompt *prompt = &session->prompt;
    Style style = style_over(ROLE_TROUBLE, ROLE_OVERLAY);
    Text text = {0};
    edit_line(session, &text);
    if (error_is_set(&prompt->error) && session->look.overlay == OVERLAY_NONE && y >= 0 &&
        strncmp(text_string(&prompt->text), text_string(&text), text.length) == 0) {
        text_clear(&text);
        error_text(&prompt->error, session->look.lang, &text);
        int columns = min_int(utf8_columns(text_string(&text)) + 2, frame->width);
        x = max_int(min_int(x - 1, frame->width - columns), 0);
        y = y + 1 < frame->height - 1 ? y + 1 : y - 1;
        frame_fill(frame, x, y, columns, 1, style);
        frame_text(frame, x + 1, y, columns - 1, style, text_string(&text));
    }
    text_release(&text);
}

void prompt_draw(const Session *session, Frame *frame) {
    Typing typing;
    typing_read(&typing, session);
    draw_beside_cell(frame, session, frame->cursor_x, frame->cursor_y);
    int bottom = frame->height - 1;
    draw_line(frame, bottom, &typing);
    draw_help(frame, bottom, &typing);
    words_release(&typing.before);
    words_release(&typing.usage);
}
