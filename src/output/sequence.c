/* See sequence.h. */
#include "output/sequence.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum {
    REST_WAIT = 100, /* milliseconds for the rest of a sequence */
    LONGEST = 65536,
};

/* The characters after ESC. */
typedef struct Sequence {
    char kind;     /* '[' and 'O': a key's. ']', 'P', '_': a string up to BEL or ESC \ */
    char text[24]; /* of a key's sequence; longer ones mean nothing */
    int length;
} Sequence;

typedef enum State {
    STATE_MORE, /* goes on */
    STATE_DONE, /* that was the last character */
    STATE_NONE  /* no sequence: ESC, and then keys of their own */
} State;

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

static State begin(Sequence *sequence, int character) {
    if (!character || !strchr("[O]P_", character))
        return STATE_NONE;
    sequence->kind = sequence->text[0] = (char)character;
    sequence->length = 1;
    return STATE_MORE;
}

/* CSI ends at the first of '@' to '~', but the Linux console sends [[A to [[E. */
static bool ends_key(const Sequence *sequence, int character) {
    if (sequence->kind == 'O')
        return character < '0' || character > '9';
    if (character == '[' && sequence->length == 2)
        return false;
    return character >= '@' && character <= '~';
}

static State add_string(Sequence *sequence, int character) {
    if (sequence->length == 1) {
        for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
            if (strings[i].kind == sequence->kind &&
                (character <= 0 || character > 126 ||
                 !strchr(strings[i].starts, character)))
                return STATE_NONE;
        }
    }
    bool end = character == 7 || (character == '\\' && sequence->text[1] == 27);
    sequence->text[1] = (char)(character == 27 ? 27 : 0);
    sequence->length = 2;
    return end ? STATE_DONE : STATE_MORE;
}

static State add(Sequence *sequence, int character) {
    if (sequence->kind == 0)
        return begin(sequence, character);
    if (sequence->kind != '[' && sequence->kind != 'O')
        return add_string(sequence, character);
    if (sequence->length < (int)sizeof sequence->text - 1)
        sequence->text[sequence->length] = (char)(character < 127 ? character : '?');
    sequence->length++;
    return ends_key(sequence, character) ? STATE_DONE : STATE_MORE;
}

static int key_of_sequence(const Sequence *sequence) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strncmp(sequence->text, keys[i].text, sizeof sequence->text) == 0)
            return keys[i].key;
    }
    return KEY_OTHER;
}

/* ---- the mouse ---- */

/* Bits of a report's first number: the button, modifiers, motion. */
enum {
    BUTTON = 3,
    NO_BUTTON = 3, /* in bytes that is a release of any button */
    SHIFT = 4,
    MOTION = 32,
    WHEEL = 64,
    MORE_BUTTONS = 128,
    FIRST_BYTE = 32 /* of numbers that come as bytes */
};

static bool event_of(int code, bool released, int x, int y, MouseEvent *event) {
    int button = code & BUTTON;
    *event = (MouseEvent){.x = x - 1, .y = y - 1};
    if (code < 0 || code >= MORE_BUTTONS || x < 1 || y < 1)
        return false;
    if (code & WHEEL) {
        bool sideways = (code & SHIFT) && button < 2;
        event->kind = (MouseKind)(MOUSE_WHEEL_UP + button + (sideways ? 2 : 0));
        return !released;
    }
    event->kind = released ? MOUSE_RELEASE : code & MOTION ? MOUSE_DRAG : MOUSE_PRESS;
    return button == 0;
}

bool mouse_parse(const char *text, MouseEvent *event) {
    int code, x, y, used = 0;
    char end;
    if (sscanf(text, "[<%4d;%4d;%4d%c%n", &code, &x, &y, &end, &used) != 4 ||
        text[used] || (end != 'M' && end != 'm'))
        return false;
    return event_of(code, end == 'm', x, y, event);
}

/* Parses the three bytes after "[M", in reports of terminals that do not know 1006. */
static bool mouse_parse_bytes(const int bytes[3], MouseEvent *event) {
    int code = bytes[0] - FIRST_BYTE;
    bool released = !(code & (WHEEL | MOTION)) && (code & BUTTON) == NO_BUTTON;
    return event_of(released ? code & ~BUTTON : code, released, bytes[1] - FIRST_BYTE,
                    bytes[2] - FIRST_BYTE, event);
}

/* Reads all bytes of a report, whatever they mean. */
static bool read_mouse_bytes(const ByteSource *source, MouseEvent *event) {
    int bytes[3];
    for (int i = 0; i < 3; i++) {
        bytes[i] = source->next(source->data, REST_WAIT);
        if (bytes[i] > 255)
            source->back(source->data, bytes[i]);
        if (bytes[i] == BYTE_NONE || bytes[i] > 255)
            return false;
    }
    return mouse_parse_bytes(bytes, event);
}

/* ---- reading ---- */

static int finish(const ByteSource *source, const Sequence *sequence) {
    bool in_bytes = strcmp(sequence->text, "[M") == 0;
    MouseEvent event;
    if (source->mouse && (in_bytes ? read_mouse_bytes(source, &event)
                                   : mouse_parse(sequence->text, &event))) {
        *source->mouse = event;
        return KEY_MOUSE_EVENT;
    }
    return key_of_sequence(sequence);
}

static int read_escape(const ByteSource *source) {
    Sequence sequence = {.kind = 0};
    int seen[2] = {0}, count = 0;
    State state = STATE_MORE;
    while (state == STATE_MORE && count < LONGEST) {
        int byte = source->next(source->data, count ? REST_WAIT : 0);
        if (byte > 255)
            source->back(source->data, byte);
        if (byte == BYTE_NONE || byte > 255)
            break;
        if (count < 2)
            seen[count] = byte;
        count++;
        state = add(&sequence, byte);
    }
    if (state == STATE_DONE)
        return finish(source, &sequence);
    if (state == STATE_MORE && (count > 1 || sequence.kind == '['))
        return KEY_OTHER;
    while (count > 0) /* ESC and then one or two other keys, typed ahead */
        source->back(source->data, seen[--count]);
    return KEY_ESCAPE;
}

/* Reads a character of more than one byte; the bytes may come one by one. */
static int read_character(const ByteSource *source, int byte) {
    char bytes[4] = {(char)byte};
    size_t length = 1, wanted = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    while (length < wanted) {
        byte = source->next(source->data, REST_WAIT);
        if (byte >= 0 && (byte > 255 || (byte & 0xc0) != 0x80))
            source->back(source->data, byte);
        if (byte < 0 || byte > 255 || (byte & 0xc0) != 0x80)
            return KEY_OTHER;
        bytes[length++] = (char)byte;
    }
    uint32_t code;
    if (length == 1 || utf8_decode(bytes, length, &code) != length ||
        utf8_safe(code) != code)
        return KEY_OTHER;
    return (int)code;
}

int sequence_read(const ByteSource *source, int byte) {
    if (byte == KEY_ESCAPE)
        return read_escape(source);
    if (byte >= 0x80)
        return read_character(source, byte);
    if (byte == 8)
        return KEY_RUBOUT;
    if (byte == 10)
        return KEY_RETURN;
    return byte == 0 ? KEY_OTHER : byte;
}
