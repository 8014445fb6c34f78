/* The mouse: it does what arrows, Space, Tab and the switches' keys do, by the same actions, and
 * paints the mask. */
#ifndef SESSION_MOUSE_H
#define SESSION_MOUSE_H

#include "base/key.h"
#include "session/session.h"

typedef enum ClickKind {
    CLICK_NOTHING,
    CLICK_CELL,
    CLICK_TILE,   /* its first cell */
    CLICK_KEYS,   /* the labels of a grid's keys */
    CLICK_SWITCH, /* one with a key */
    CLICK_ENTRY,  /* a line to choose, of help or of the list */
    CLICK_PAGE    /* what else covers the screen */
} ClickKind;

/* What a place of the screen shows: view_click of view/view.h finds it. */
typedef struct Click {
    ClickKind kind;
    int key; /* of a switch, as base/key.h numbers keys */
    GridId grid;
    size_t record, head, row, col;
    size_t lane;
    size_t entry, scroll; /* scroll: the line that its overlay begins with */
} Click;

bool click_same(const Click *a, const Click *b); /* the same cell */

/* What was done to the session with the button held, and just before; {0} to begin with and after
 * every key. */
typedef struct Mouse {
    bool held; /* on `at`, a cell of a query and a key */
    Click at;
    bool painting; /* cells become `wanted` */
    bool wanted;
    size_t chosen; /* the entry that was clicked last, counted from 1 */
} Mouse;

/* A click focuses a cell; a second one, or any in `visible`, flips it where Space would. With the
 * button held the opposite of what the first cell was is painted over the cells of its grid: an
 * action each, which undo takes back together. A click on a switch is its key. The wheel moves the cursor, over
 * the keys sideways, and scrolls or chooses in what covers the screen, where a click chooses a line
 * and a second one performs it. On a blank screen a click only ends that; in the prompt all is
 * ignored. */
void session_mouse(Session *session, Mouse *mouse, MouseEvent event, const Click *click);

#endif
