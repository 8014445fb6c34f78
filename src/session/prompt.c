/* Keys in the `:` line edit it, recall lines, complete words, and apply it. */
#include <stdint.h>
#include <string.h>

#include "base/key.h"
#include "base/utf8.h"
#include "session/complete.h"
#include "session/internal.h"

/* Replaces the bytes between from and to, and puts the cursor behind the new ones. */
static void replace(Prompt *prompt, size_t from, size_t to, const char *bytes) {
    Text line = {0};
    const char *old = text_string(&prompt->text);
    text_append_n(&line, old, from);
    text_append(&line, bytes);
    size_t cursor = line.length;
    text_append(&line, old + to);
    text_release(&prompt->text);
    prompt->text = line;
    prompt->cursor = cursor;
}

/* Returns the offset of the character after or before the cursor. */
static size_t step_over(const Prompt *prompt, bool forward) {
    const char *line = text_string(&prompt->text);
    size_t at = prompt->cursor;
    if (forward && at < prompt->text.length)
        do
            at++;
        while (at < prompt->text.length && ((unsigned char)line[at] & 0xC0) == 0x80);
    else if (!forward && at > 0)
        do
            at--;
        while (at > 0 && ((unsigned char)line[at] & 0xC0) == 0x80);
    return at;
}

static size_t word_left(const Prompt *prompt) {
    const char *line = text_string(&prompt->text);
    size_t at = prompt->cursor;
    while (at > 0 && line[at - 1] == ' ')
        at--;
    while (at > 0 && line[at - 1] != ' ')
        at--;
    return at;
}

static void recall(Prompt *prompt, bool back) {
    size_t count = prompt->history.count;
    if (back ? prompt->recalled == 0 : prompt->recalled >= count)
        return;
    prompt->recalled += back ? (size_t)-1 : 1;
    text_clear(&prompt->text);
    if (prompt->recalled < count)
        text_append(&prompt->text, prompt->history.word[prompt->recalled]);
    prompt->cursor = prompt->text.length;
}

static void close_prompt(Session *session) {
    session->prompt.open = false;
    words_release(&session->prompt.candidates);
}

/* Applies the line. On failure the prompt stays open and shows the reason. */
static void submit(Session *session) {
    Prompt *prompt = &session->prompt;
    Error error = {0};
    Text line = {0};
    text_append(&line, text_string(&prompt->text));
    if (strspn(text_string(&line), " ") == line.length) {
        close_prompt(session);
    } else {
        prompt->open = false; /* before the action, which can open it again */
        if (session_do(session, text_string(&line), &error)) {
            words_add(&prompt->history, text_string(&line));
            prompt->error = (Error){0};
            if (!prompt->open)
                words_release(&prompt->candidates);
        } else {
            prompt->open = true;
            prompt->error = error;
        }
    }
    text_release(&line);
}

static bool moves(Prompt *prompt, int key) {
    enum { CONTROL_A = 1, CONTROL_E = 5 };
    switch (key) {
    case KEY_ARROW_LEFT:
        prompt->cursor = step_over(prompt, false);
        return true;
    case KEY_ARROW_RIGHT:
        prompt->cursor = step_over(prompt, true);
        return true;
    case KEY_FIRST:
    case CONTROL_A:
        prompt->cursor = 0;
        return true;
    case KEY_LAST:
    case CONTROL_E:
        prompt->cursor = prompt->text.length;
        return true;
    case KEY_ARROW_UP:
    case KEY_ARROW_DOWN:
        recall(prompt, key == KEY_ARROW_UP);
        return true;
    default:
        return false;
    }
}

static bool edits(Prompt *prompt, int key) {
    enum { CONTROL_U = 21, CONTROL_W = 23, CONTROL_H = 8 };
    switch (key) {
    case KEY_RUBOUT:
    case CONTROL_H:
        replace(prompt, step_over(prompt, false), prompt->cursor, "");
        return true;
    case KEY_DELETE: {
        size_t at = prompt->cursor;
        replace(prompt, at, step_over(prompt, true), "");
        return true;
    }
    case CONTROL_U:
        replace(prompt, 0, prompt->cursor, "");
        return true;
    case CONTROL_W:
        replace(prompt, word_left(prompt), prompt->cursor, "");
        return true;
    default:
        break;
    }
    char bytes[5];
    if (key < 32 || key >= 0x110000 || utf8_safe((uint32_t)key) != (uint32_t)key)
        return false;
    utf8_encode((uint32_t)key, bytes);
    replace(prompt, prompt->cursor, prompt->cursor, bytes);
    return true;
}

/* Replaces the word by the next candidate, or by the one before. */
static void choose_candidate(Prompt *prompt, bool forward) {
    size_t count = prompt->candidates.count;
    if (!count)
        return;
    prompt->chosen = prompt->chosen >= count
                         ? (forward ? 0 : count - 1)
                         : (prompt->chosen + (forward ? 1 : count - 1)) % count;
    replace(prompt, prompt->word_start, prompt->cursor,
            prompt->candidates.word[prompt->chosen]);
}

void prompt_key(Session *session, int key) {
    Prompt *prompt = &session->prompt;
    bool empty = prompt->text.length == 0;
    if (key == KEY_ESCAPE || key == KEY_STOP || key == 3 ||
        (key == KEY_RUBOUT && empty)) {
        close_prompt(session);
    } else if (key == KEY_RETURN || key == '\n') {
        submit(session);
    } else if (key == KEY_TAB || key == KEY_BACK_TAB) {
        choose_candidate(prompt, key == KEY_TAB);
    } else if (moves(prompt, key) || edits(prompt, key)) {
        prompt->error = (Error){0};
        complete_refresh(session);
    }
}
