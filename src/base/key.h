/* Keys by name, as --keys, help and the bindings write them: `c`, `<Up>`, `<C-r>`. */
#ifndef BASE_KEY_H
#define BASE_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* A key is a Unicode character or one of these. Control-A..Z are 1..26, but Tab, Enter
 * and Esc have names. */
typedef enum Key {
    KEY_NONE = 0, /* nothing was pressed in time */
    KEY_TAB = 9,
    KEY_RETURN = 13,
    KEY_ESCAPE = 27,
    KEY_BLANK = 32,   /* Space */
    KEY_RUBOUT = 127, /* <BS> */
    KEY_ARROW_UP = 0x200000,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_FIRST, /* Home */
    KEY_LAST,  /* End */
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_BACK_TAB,
    KEY_F5_KEY,
    KEY_DELETE,
    KEY_MOUSE_EVENT, /* the reader of keys has the MouseEvent */
    KEY_PASTE,       /* the reader of keys has the text */
    KEY_OTHER,       /* a key that means nothing here */
    KEY_SIZE,        /* the screen's size changed */
    KEY_REDRAW,      /* continued after a suspension */
    KEY_STOP,        /* SIGINT */
    KEY_GONE         /* the terminal is gone: end */
} Key;

/* The kinds of mouse events. A wheel that is turned with Shift held goes sideways. */
typedef enum MouseKind {
    MOUSE_PRESS, /* of the left button; the others have no meaning */
    MOUSE_DRAG,  /* a move while it is held */
    MOUSE_RELEASE,
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN,
    MOUSE_WHEEL_LEFT,
    MOUSE_WHEEL_RIGHT
} MouseKind;

typedef struct MouseEvent {
    MouseKind kind;
    int x, y; /* column and line of the screen, from 0 */
} MouseEvent;

/* Reads the next key's name at *text, after blanks, and steps past it. Returns false at
 * the end of the text (error untouched) or on an unknown name (error set). */
bool key_parse(const char **text, int *key, Error *error);

/* Writes the name of a key; "" if it has none. */
void key_name(int key, char out[16]);

/* The ASCII key of a full-width form such as ：？【】，； or else the key itself. */
int key_plain(int key);

#endif
