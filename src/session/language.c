/* Messages, and the notice that shows one of them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "session/internal.h"

const char *const lang_names[LANG_COUNT + 1] = {"en", "zh", NULL};

static const struct {
    const char *id;
    const char *text[LANG_COUNT];
} message_table[] = {
#define MESSAGE(id, en, zh) {id, {en, zh}},
#include "messages.def"
#undef MESSAGE
};

enum { MESSAGES = sizeof message_table / sizeof *message_table };

static const char *find(int lang, const char *id, const char *other) {
    size_t low = 0, high = MESSAGES;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(message_table[middle].id, id);
        if (order == 0)
            return message_table[middle].text[lang];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return other;
}

const char *message(int lang, const char *id) {
    return find(lang, id, id);
}

const char *message_or(int lang, const char *other, const char *format, ...) {
    char id[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(id, sizeof id, format, arguments);
    va_end(arguments);
    return find(lang, id, other);
}

const char *grid_title(int lang, GridId grid) {
    return message_or(lang, NULL, "grid.%s", grid_table[grid].name);
}

const char *value_word(int lang, const char *option, const char *value) {
    const char *word = message_or(lang, value, "switch.%s", value);
    return message_or(lang, word, "switch.%s.%s", option, value);
}

/* ---- keys ---- */

/* Appends the name of a key as the language has it: "Space" or "空格". */
static void append_name(int lang, const char *name, size_t length, Text *out) {
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    text_append(out, message_or(lang, word, "key-name.%s", word));
}

void key_words(int lang, const char *keys, Text *out) {
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
            append_name(lang, keys + 1, (size_t)(end - keys - 1), out);
        keys = end;
    }
}

/* ---- the notice: a line about the last action, such as an error ---- */

void notice_set(Session *session, bool trouble, const char *text) {
    snprintf(session->notice, sizeof session->notice, "%s", text);
    session->notice_trouble = trouble;
}

void notice_tell(Session *session, const char *id, const char *word) {
    Text text = {0};
    text_format(&text, message(session->look.lang, id), word);
    notice_set(session, false, text_string(&text));
    text_release(&text);
}

void notice_error(Session *session, const Error *error) {
    Text text = {0};
    error_text(error, session->look.lang, &text);
    notice_set(session, true, text_string(&text));
    text_release(&text);
}

void no_tell(Session *session, const Words *words) {
    (void)words;
    (void)session;
}
