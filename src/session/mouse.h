/* The mouse: clicks and the wheel apply the actions of arrows, Space, Tab and the
 * switches' keys; dragging paints the mask. */
#ifndef SESSION_MOUSE_H
#define SESSION_MOUSE_H

#include "base/key.h"
#include "session/session.h"

typedef enum ClickKind {
    CLICK_NOTHING,
    CLICK_CELL,
    CLICK_TILE,   /* its first cell */
    CLICK_KEYS,   /* the labels of a grid's keys */
    CLICK_SWITCH, /* one with a key, or a hint */
    CLICK_NAME,   /* of a grid that is not on the screen */
    CLICK_ENTRY,  /* a line to choose, of help or of the list */
    CLICK_PAGE    /* any other part of an overlay */
} ClickKind;

/* The thing that a place of the screen shows; view_click of view/view.h finds it. */
typedef struct Click {
    ClickKind kind;
    int key; /* of a switch or hint, as base/key.h numbers keys */
    GridId grid;
    size_t record, head, row, col;
    size_t lane;
    size_t entry, scroll; /* scroll: the line that its overlay begins with */
} Click;

bool click_same(const Click *a, const Click *b); /* they are of one cell */

/* The state of the mouse between two events; {0} to begin with and after every key. */
typedef struct Mouse {
    bool held; /* on `at`, a cell of a query and a key */
    Click at;
    bool painting; /* cells become `wanted` */
    bool wanted;
    size_t chosen; /* the entry that was clicked last, counted from 1 */
} Mouse;

/* Applies an event at the thing that was found there.
 *
 * A click focuses a cell; a second one, or any in `visible`, flips it if Space would.
 * With the button held, the opposite of the first cell's visibility is painted over the
 * cells of its grid: an action each, which undo takes back together. A click on a switch
 * or a hint is its key; one on the name of a grid at the end of the hints goes there. The wheel moves the cursor, over key labels sideways. In an overlay it
 * scrolls or chooses; there a click chooses a line and a second one performs it. On a
 * blank screen a click only wakes it; while the prompt is open, all events are
 * ignored. */
void session_mouse(Session *session, Mouse *mouse, MouseEvent event, const Click *click);

#endif
