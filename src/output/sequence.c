/* See sequence.h. */
#include "output/sequence.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/utf8.h"
#include "session/key.h"

/* A string begins with one of these characters; anything else after ESC ] is two keys. */
static const struct {
    char kind;
    const char *starts;
} strings[] = {{']', "0123456789"}, {'P', "0123456789$+>!|"}, {'_', "G"}};

static const struct {
    const char *text;
    int key;
} keys[] = {
    {"[A", KEY_ARROW_UP},   {"OA", KEY_ARROW_UP},    {"[B", KEY_ARROW_DOWN},
    {"OB", KEY_ARROW_DOWN}, {"[C", KEY_ARROW_RIGHT}, {"OC", KEY_ARROW_RIGHT},
    {"[D", KEY_ARROW_LEFT}, {"OD", KEY_ARROW_LEFT},  {"[H", KEY_FIRST},
    {"OH", KEY_FIRST},      {"[1~", KEY_FIRST},      {"[7~", KEY_FIRST},
    {"[F", KEY_LAST},       {"OF", KEY_LAST},        {"[4~", KEY_LAST},
    {"[8~", KEY_LAST},      {"[5~", KEY_PAGE_UP},    {"[6~", KEY_PAGE_DOWN},
    {"[3~", KEY_DELETE},    {"[Z", KEY_BACK_TAB},    {"[15~", KEY_F5_KEY},
    {"[[E", KEY_F5_KEY},    {"OM", KEY_RETURN},
};

static SequenceState begin(Sequence *sequence, int character) {
    if (!character || !strchr("[O]P_", character))
        return SEQUENCE_NONE;
    sequence->kind = sequence->text[0] = (char)character;
    sequence->length = 1;
    return SEQUENCE_MORE;
}

/* CSI ends at the first of '@' to '~', but the Linux console sends [[A to [[E. */
static bool ends_key(const Sequence *sequence, int character) {
    if (sequence->kind == 'O')
        return character < '0' || character > '9';
    if (character == '[' && sequence->length == 2)
        return false;
    return character >= '@' && character <= '~';
}

static SequenceState add_string(Sequence *sequence, int character) {
    if (sequence->length == 1) {
        for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
            if (strings[i].kind == sequence->kind &&
                (character <= 0 || character > 126 ||
                 !strchr(strings[i].starts, character)))
                return SEQUENCE_NONE;
        }
    }
    bool end = character == 7 || (character == '\\' && sequence->text[1] == 27);
    sequence->text[1] = (char)(character == 27 ? 27 : 0);
    sequence->length = 2;
    return end ? SEQUENCE_DONE : SEQUENCE_MORE;
}

SequenceState sequence_add(Sequence *sequence, int character) {
    if (sequence->kind == 0)
        return begin(sequence, character);
    if (sequence->kind != '[' && sequence->kind != 'O')
        return add_string(sequence, character);
    if (sequence->length < (int)sizeof sequence->text - 1)
        sequence->text[sequence->length] = (char)(character < 127 ? character : '?');
    sequence->length++;
    return ends_key(sequence, character) ? SEQUENCE_DONE : SEQUENCE_MORE;
}

int sequence_plain(int character) {
    if (character == 8)
        return KEY_RUBOUT;
    if (character == 10)
        return KEY_RETURN;
    bool control =
        character > 0x7f && utf8_safe((uint32_t)character) != (uint32_t)character;
    return character <= 0 || control ? KEY_OTHER : character;
}

int sequence_key(const Sequence *sequence) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strncmp(sequence->text, keys[i].text, sizeof sequence->text) == 0)
            return keys[i].key;
    }
    return KEY_OTHER;
}
