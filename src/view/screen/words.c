/* See words.h. */
#include "view/screen/words.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/action.h"
#include "session/language.h"

static const struct {
    const char *name, *id;
} key_names[] = {
    {"<PageDown>", "screen.key.page-down"},
    {"<Space>", "screen.key.space"},
    {"<Enter>", "screen.key.enter"},
    {"<Tab>", "screen.key.tab"},
};

void key_of_action(int lang, const char *action, char out[64]) {
    out[0] = '\0';
    for (size_t b = 0; b < binding_count; b++) {
        if (strcmp(binding_table[b].action, action) != 0)
            continue;
        size_t length = strcspn(binding_table[b].keys, " ");
        snprintf(out, 64, "%.*s", (int)(length < 63 ? length : 63),
                 binding_table[b].keys);
        for (size_t i = 0; i < sizeof key_names / sizeof *key_names; i++)
            if (strcmp(out, key_names[i].name) == 0)
                snprintf(out, 64, "%s", message(lang, key_names[i].id));
        return;
    }
}

const char *value_word(int lang, const char *option, const char *value) {
    const char *word = message_or(lang, value, "switch.%s", value);
    return message_or(lang, word, "switch.%s.%s", option, value);
}

int key_words_columns(const char *hint) {
    int columns = utf8_columns(hint);
    for (; *hint; hint++)
        columns -= *hint == '`';
    return columns;
}

int key_words_draw(Frame *frame, int x, int y, int columns, int back, const char *hint) {
    int start = x, end = x + columns;
    bool key = false;
    while (*hint && x < end) {
        size_t length = strcspn(hint, "`");
        char part[160];
        snprintf(part, sizeof part, "%.*s", (int)length, hint);
        x += frame_text(frame, x, y, end - x,
                        style_over(key ? ROLE_KEY : ROLE_HINT, back), part);
        hint += length + (hint[length] == '`');
        key = !key;
    }
    return x - start;
}
