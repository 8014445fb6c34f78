/* The prompt over the last lines of the screen: the line being typed, above it the words
 * that could complete it, above those the usage of the action or the error of the last
 * Enter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "frame/page.h"
#include "session/action.h"
#include "session/language.h"
#include "view/pages/pages.h"
#include "view/screen/words.h"

enum { SHOWN_MAX = 8, WORDS_LEAST = 12 };

/* The line being typed, as far as the word before the cursor's own. */
typedef struct Typing {
    const Session *session;
    int lang;
    Words before;
    const ActionSpec *action; /* NULL: not known yet */
    size_t argument;          /* index of the usage word that the cursor is in */
    const OptionSpec *option; /* named by the word before; NULL: none */
} Typing;

/* Returns the index-th word of a usage line; its length is 0 past the last. */
static const char *usage_word(const char *usage, size_t index, size_t *length) {
    usage += strspn(usage, " ");
    for (; index && *usage; index--) {
        usage += strcspn(usage, " ");
        usage += strspn(usage, " ");
    }
    *length = strcspn(usage, " ");
    return usage;
}

static void typing_read(Typing *typing, const Session *session) {
    const Prompt *prompt = &session->prompt;
    *typing = (Typing){.session = session, .lang = session->look.lang};
    size_t length = prompt->word_start < prompt->text.length ? prompt->word_start
                                                             : prompt->text.length;
    char *before = memory_string_n(text_string(&prompt->text), length);
    words_split(&typing->before, before, NULL);
    free(before);
    if (!typing->before.count)
        return;
    typing->action = action_find(typing->before.word[0]);
    typing->argument = typing->before.count - 1;
    if (typing->before.count > 1)
        typing->option = option_find(typing->before.word[1]);
}

/* ---- the line above: usage or error ---- */

static int put(Frame *frame, int x, int y, int role, const char *text) {
    return frame_text(frame, x, y, frame->width - x, style_over(role, ROLE_OVERLAY),
                      text);
}

/* Writes "set OPTION VALUE", with the argument being typed in the role of a title. */
static int put_usage(Frame *frame, int y, const Typing *typing) {
    Style present = style_over(ROLE_TITLE, ROLE_OVERLAY);
    present.flags = STYLE_UNDERLINE;
    int x = 1 + put(frame, 1, y, ROLE_NAME, typing->action->name);
    size_t length;
    for (size_t index = 0;; index++) {
        const char *word = usage_word(typing->action->usage, index, &length);
        if (!length)
            return x;
        char *part = memory_string_n(word, length);
        Style style =
            index == typing->argument ? present : style_over(ROLE_QUIET, ROLE_OVERLAY);
        x += 1 + frame_text(frame, x + 1, y, frame->width - x - 1, style, part);
        free(part);
    }
}

/* Writes why the last Enter failed, over as many lines above `bottom` as it needs. */
static void draw_error(Frame *frame, int bottom, const Session *session) {
    Page page;
    Text text = {0};
    error_text(&session->prompt.error, session->look.lang, &text);
    page_init(&page, ROLE_OVERLAY, frame->ascii);
    page_wrap(&page, 1, 1, frame->width - 1, ROLE_TROUBLE, text_string(&text));
    text_release(&text);
    int lines = (int)page.count < bottom ? (int)page.count : bottom;
    page_draw(&page, frame, (Area){0, bottom - lines, frame->width, lines}, 0);
    page_release(&page);
}

static void draw_usage(Frame *frame, int y, const Typing *typing) {
    if (error_is_set(&typing->session->prompt.error)) {
        draw_error(frame, y + 1, typing->session);
        return;
    }
    frame_fill(frame, 0, y, frame->width, 1, style_of(ROLE_OVERLAY));
    if (!typing->action) {
        put(frame, 1, y, ROLE_HINT, message(typing->lang, "prompt.actions"));
        return;
    }
    char id[64], words[160];
    const char *name = typing->option ? typing->option->name : typing->action->name;
    snprintf(id, sizeof id, "%s.%s", typing->option ? "option" : "action", name);
    snprintf(words, sizeof words, "%s: %s", name, message(typing->lang, id));
    put(frame, put_usage(frame, y, typing) + 4, y, ROLE_HINT,
        typing->option ? words : message(typing->lang, id));
}

/* ---- candidates ---- */

/* Returns the meaning of a candidate, "" if it has no words. */
static const char *candidate_words(const Typing *typing, const char *candidate) {
    char id[128];
    size_t length = 0;
    const char *usage = typing->action
                            ? usage_word(typing->action->usage, typing->argument, &length)
                            : "";
    if (!typing->before.count)
        snprintf(id, sizeof id, "action.%s", candidate);
    else if (typing->option && typing->argument > 0)
        snprintf(id, sizeof id, "value.%s.%s", typing->option->name, candidate);
    else if (length >= 6 && strncmp(usage, "OPTION", 6) == 0)
        snprintf(id, sizeof id, "option.%s", candidate);
    else
        return "";
    const char *words = message(typing->lang, id);
    return words == id ? "" : words;
}

static bool is_present(const Typing *typing, const char *candidate) {
    char value[160];
    if (!typing->option || typing->argument != 1)
        return false;
    option_write(typing->option, session_options(typing->session), value, sizeof value);
    return strcmp(value, candidate) == 0;
}

static int columns_to(const char *text, size_t bytes) {
    char *part = memory_string_n(text, bytes);
    int columns = utf8_columns(part);
    free(part);
    return columns;
}

/* Columns of the word as far as it was typed; all candidates begin with it. */
static int typed_columns(const Prompt *prompt) {
    if (prompt->chosen < prompt->candidates.count || prompt->cursor <= prompt->word_start)
        return 0;
    return columns_to(text_string(&prompt->text) + prompt->word_start,
                      prompt->cursor - prompt->word_start);
}

static void draw_candidate(Frame *frame, int y, const Typing *typing, size_t index,
                           int words_at) {
    const Prompt *prompt = &typing->session->prompt;
    const char *candidate = prompt->candidates.word[index];
    bool chosen = index == prompt->chosen;
    frame_fill(frame, 0, y, frame->width, 1, style_of(ROLE_OVERLAY));
    int x = 2 + put(frame, 2, y, ROLE_BASE, candidate);
    frame_restyle(frame, 2, y, typed_columns(prompt), 1,
                  style_over(ROLE_NAME, ROLE_OVERLAY));
    x = x + 2 > words_at ? x + 2 : words_at;
    x += put(frame, x, y, ROLE_BASE, candidate_words(typing, candidate));
    if (is_present(typing, candidate))
        put(frame, x + 2, y, ROLE_GOOD, message(typing->lang, "prompt.now"));
    if (chosen)
        frame_restyle(frame, 0, y, frame->width, 1, style_of(ROLE_CHOICE));
}

/* The column of their meanings, right of the longest candidate shown. */
static int words_column(const Prompt *prompt, size_t first, size_t shown) {
    int column = WORDS_LEAST;
    for (size_t i = first; i < first + shown; i++) {
        int end = 2 + utf8_columns(prompt->candidates.word[i]) + 2;
        column = end > column ? end : column;
    }
    return column < 24 ? column : 24;
}

/* Draws the candidates around the chosen one, above line `bottom` and below the usage.
 * Returns the first line that they take. */
static int draw_candidates(Frame *frame, int bottom, const Typing *typing) {
    const Prompt *prompt = &typing->session->prompt;
    size_t count = prompt->candidates.count, lines = (size_t)(bottom - 1);
    size_t shown = count < SHOWN_MAX ? count : SHOWN_MAX;
    bool more = lines && (shown < count || shown > lines);
    if (shown + more > lines)
        shown = lines - more;
    size_t first = page_scroll(count, (int)shown, 0, prompt->chosen);
    int top = bottom - (int)shown - more;
    int words_at = words_column(prompt, first, shown);
    for (size_t i = 0; i < shown; i++)
        draw_candidate(frame, top + (int)i, typing, first + i, words_at);
    if (!more)
        return top;
    frame_fill(frame, 0, bottom - 1, frame->width, 1, style_of(ROLE_OVERLAY));
    frame_format(frame, 2, bottom - 1, frame->width - 2,
                 style_over(ROLE_QUIET, ROLE_OVERLAY),
                 message(typing->lang, "prompt.more"), count - shown);
    return top;
}

/* ---- the line ---- */

/* Returns how many bytes to leave out at the left, so that the cursor stays in view. */
static size_t first_byte(const char *text, size_t cursor, int room) {
    size_t at = 0;
    while (at < cursor && columns_to(text + at, cursor - at) >= room) {
        uint32_t code;
        at += utf8_decode(text + at, cursor - at, &code);
    }
    return at;
}

static void draw_line(Frame *frame, int y, const Typing *typing) {
    const Prompt *prompt = &typing->session->prompt;
    const char *text = text_string(&prompt->text),
               *hint = message(typing->lang, "prompt.hint");
    size_t cursor =
        prompt->cursor < prompt->text.length ? prompt->cursor : prompt->text.length;
    int room = frame->width > 3 ? frame->width - 3 : 1, start = frame->width > 1;
    frame_fill(frame, 0, y, frame->width, 1, style_of(ROLE_PROMPT));
    if (frame->width >= 3)
        frame_text(frame, start++, y, 1, style_over(ROLE_KEY, ROLE_PROMPT), ":");
    size_t first = first_byte(text, cursor, room);
    int used = frame_text(frame, start, y, frame->width - start, style_of(ROLE_PROMPT),
                          text + first);
    int columns = key_words_columns(hint);
    if (frame->width - start - used > columns + 1)
        key_words_draw(frame, frame->width - columns - 1, y, columns, ROLE_PROMPT, hint);
    frame->cursor_x = start + columns_to(text + first, cursor - first);
    frame->cursor_y = y;
}

/* Writes the error of a number typed for the cell below that cell, or above it if the
 * prompt is in the way. */
static void draw_beside_cell(Frame *frame, const Session *session, int x, int y) {
    const Error *error = &session->prompt.error;
    Text text = {0};
    edit_line(session, &text);
    bool of_cell =
        error_is_set(error) && session->look.overlay == OVERLAY_NONE && y >= 0 &&
        strncmp(text_string(&session->prompt.text), text_string(&text), text.length) == 0;
    text_clear(&text);
    if (of_cell)
        error_text(error, session->look.lang, &text);
    int columns = utf8_columns(text_string(&text)) + 2, most = frame->width;
    columns = columns < most ? columns : most;
    x = x - 1 + columns <= most ? x - 1 : most - columns;
    y = y + 1 < frame->height - 1 ? y + 1 : y - 1;
    x = x < 0 ? 0 : x;
    Style style = style_over(ROLE_TROUBLE, ROLE_OVERLAY);
    if (of_cell) {
        frame_fill(frame, x, y, columns, 1, style);
        frame_text(frame, x + 1, y, columns - 1, style, text_string(&text));
    }
    text_release(&text);
}

void prompt_draw(const Session *session, Frame *frame) {
    if (frame->width < 1 || frame->height < 1)
        return;
    Typing typing;
    typing_read(&typing, session);
    draw_beside_cell(frame, session, frame->cursor_x, frame->cursor_y);
    int bottom = frame->height - 1;
    draw_line(frame, bottom, &typing);
    int top = bottom > 1 ? draw_candidates(frame, bottom, &typing) : bottom;
    if (top > 0)
        draw_usage(frame, top - 1, &typing);
    words_release(&typing.before);
}
