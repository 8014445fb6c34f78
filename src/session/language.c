/* See language.h. */
#include "session/language.h"

#include <string.h>

#include "session/session.h"

const char *const lang_names[LANG_COUNT] = {"en", "zh"};

static const struct {
    const char *id;
    const char *text[LANG_COUNT];
} message_table[] = {
#define MESSAGE(id, en, zh) {id, {en, zh}},
#include "messages.def"
#undef MESSAGE
};

enum { MESSAGES = sizeof message_table / sizeof *message_table };

const char *message(int lang, const char *id) {
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
    return id;
}

const char *message_id(size_t index) {
    return index < MESSAGES ? message_table[index].id : NULL;
}
