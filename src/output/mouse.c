/* See mouse.h. */
#include "output/mouse.h"

#include <stdio.h>

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

bool mouse_parse_bytes(const int bytes[3], MouseEvent *event) {
    int code = bytes[0] - FIRST_BYTE;
    bool released = !(code & (WHEEL | MOTION)) && (code & BUTTON) == NO_BUTTON;
    return event_of(released ? code & ~BUTTON : code, released, bytes[1] - FIRST_BYTE,
                    bytes[2] - FIRST_BYTE, event);
}
