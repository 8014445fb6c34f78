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
    PASTE_WAIT = 1000,      /* milliseconds for the rest of a paste */
    PASTE_LONGEST = 1 << 20 /* bytes that are kept */
};

/* A terminal's answers go up to BEL or ESC \ and start with one of these characters;
 * anything else after ESC ] is two keys. */
static const struct {
    char kind;
    const char *starts;
} answers[] = {{']', "0123456789"}, {'P', "0123456789$+>!|"}, {'_', "G"}};

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

/* ---- bytes ---- */

static int next(ByteSource *source, int milliseconds) {
    return source->back_count ? source->back[--source->back_count]
                              : source->next(source->data, milliseconds);
}

static void give_back(ByteSource *source, int byte) {
    source->back[source->back_count++] = byte;
}

/* The next byte of a sequence; BYTE_NONE if none comes or a key of its own does. */
static int next_byte(ByteSource *source, int milliseconds) {
    int byte = next(source, milliseconds);
    if (byte <= 255)
        return byte;
    give_back(source, byte);
    return BYTE_NONE;
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

/* Reads the three bytes after "[M", in reports of terminals that do not know 1006. */
static bool read_mouse_bytes(ByteSource *source, MouseEvent *event) {
    int bytes[3];
    for (int i = 0; i < 3; i++) {
        bytes[i] = next_byte(source, REST_WAIT);
        if (bytes[i] == BYTE_NONE)
            return false;
    }
    int code = bytes[0] - FIRST_BYTE;
    bool released = !(code & (WHEEL | MOTION)) && (code & BUTTON) == NO_BUTTON;
    return event_of(released ? code & ~BUTTON : code, released, bytes[1] - FIRST_BYTE,
                    bytes[2] - FIRST_BYTE, event);
}

/* ---- reading ---- */

/* Reads a paste up to its mark, or until nothing more comes. */
static int read_paste(ByteSource *source) {
    static const char end[] = "\033[201~";
    size_t matched = 0;
    text_clear(source->paste);
    source->pasting = true;
    while (end[matched]) {
        int byte = next_byte(source, PASTE_WAIT);
        if (byte == BYTE_NONE)
            break;
        if (source->paste->length < PASTE_LONGEST)
            text_append_n(source->paste, byte ? &(char){(char)byte} : " ", 1);
        matched = byte == end[matched] ? matched + 1 : byte == end[0];
    }
    source->pasting = false;
    if (!end[matched] && source->paste->length >= matched)
        source->paste->bytes[source->paste->length -= matched] = '\0';
    return KEY_PASTE;
}

/* The text of a sequence is all that follows ESC. */
static int key_of_text(ByteSource *source, const char *text) {
    MouseEvent event;
    if (source->mouse && (strcmp(text, "[M") == 0 ? read_mouse_bytes(source, &event)
                                                  : mouse_parse(text, &event))) {
        *source->mouse = event;
        return KEY_MOUSE_EVENT;
    }
    if (source->paste && strcmp(text, "[200~") == 0)
        return read_paste(source);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(text, keys[i].text) == 0)
            return keys[i].key;
    return KEY_OTHER;
}

/* CSI ends at the first of '@' to '~', but the Linux console sends [[A to [[E. */
static bool ends_key(char kind, int length, int byte) {
    if (kind == 'O')
        return byte < '0' || byte > '9';
    return byte >= '@' && byte <= '~' && !(byte == '[' && length == 1);
}

/* Reads a sequence that begins with ESC [ or ESC O. */
static int read_key(ByteSource *source, char kind) {
    char text[24] = {kind}; /* a longer one means nothing */
    for (int length = 1; length < LONGEST; length++) {
        int byte = next_byte(source, REST_WAIT);
        if (byte == BYTE_NONE && kind == 'O' && length == 1) {
            give_back(source, kind);
            return KEY_ESCAPE;
        }
        if (byte == BYTE_NONE)
            return KEY_OTHER;
        if (length < (int)sizeof text - 1)
            text[length] = (char)(byte < 127 ? byte : '?');
        if (ends_key(kind, length, byte))
            return key_of_text(source, text);
    }
    return KEY_OTHER;
}

/* Reads an answer to its end; ESC and two keys typed ahead, if `starts` has not the next
 * byte. */
static int skip_answer(ByteSource *source, char kind, const char *starts) {
    int byte = next_byte(source, REST_WAIT), before = 0;
    if (byte <= 0 || !memchr(starts, byte, strlen(starts))) {
        if (byte != BYTE_NONE)
            give_back(source, byte);
        give_back(source, kind);
        return KEY_ESCAPE;
    }
    for (int length = 2; length < LONGEST && byte != BYTE_NONE && byte != '\a' &&
                         !(before == KEY_ESCAPE && byte == '\\');
         length++) {
        before = byte;
        byte = next_byte(source, REST_WAIT);
    }
    return KEY_OTHER;
}

static int read_escape(ByteSource *source) {
    int byte = next_byte(source, 0);
    if (byte == '[' || byte == 'O')
        return read_key(source, (char)byte);
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (byte == answers[i].kind)
            return skip_answer(source, answers[i].kind, answers[i].starts);
    if (byte != BYTE_NONE) /* another key, typed ahead */
        give_back(source, byte);
    return KEY_ESCAPE;
}

/* Reads a character of more than one byte; the bytes may come one by one. */
static int read_character(ByteSource *source, int byte) {
    char bytes[4] = {(char)byte};
    size_t length = 1, wanted = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    while (length < wanted) {
        byte = next_byte(source, REST_WAIT);
        if (byte == BYTE_NONE)
            return KEY_OTHER;
        if ((byte & 0xc0) != 0x80) {
            give_back(source, byte);
            return KEY_OTHER;
        }
        bytes[length++] = (char)byte;
    }
    uint32_t code;
    bool whole = length > 1 && utf8_decode(bytes, length, &code) == length;
    return whole && utf8_safe(code) == code ? (int)code : KEY_OTHER;
}

int sequence_read(ByteSource *source) {
    int byte = next(source, 0);
    if (byte == BYTE_NONE)
        return KEY_NONE;
    if (byte == KEY_ESCAPE)
        return read_escape(source);
    if (byte >= 0x80 && byte <= 255)
        return read_character(source, byte);
    if (byte == '\b')
        return KEY_RUBOUT;
    if (byte == '\n')
        return KEY_RETURN;
    return byte == 0 ? KEY_OTHER : byte;
}
