/* A session on a screen: keys and mouse events go in, and a frame is drawn if one is
 * needed. The terminal program, --keys and --do, and the tests all act through it. */
#ifndef VIEWER_H
#define VIEWER_H

#include "frame/frame.h"
#include "journal.h"
#include "session/mouse.h"

typedef struct Viewer {
    Session *session; /* not owned */
    Frame frame;      /* as it was drawn last */
    bool current;     /* only the cursor has changed since */
    Mouse mouse;
    MouseEvent at; /* the last one on the cell mouse.at */

    /* Of the terminal program only. */
    struct Terminal *terminal;
    int held[64]; /* keys that came while an action worked long */
    int held_count;
    int late; /* frames since one had all its rows */
    Journal journal;
    long shown, polled; /* when such an action was last shown, and keys looked for */
} Viewer;

void viewer_open(Viewer *viewer, Session *session, int width, int height);
void viewer_close(Viewer *viewer);

void viewer_draw(Viewer *viewer);

/* Keys and actions that page or zoom depend on the sizes of the frame, which is drawn
 * anew first if it is out of date. */
void viewer_key(Viewer *viewer, int key);
bool viewer_do(Viewer *viewer, const char *line, Error *error);
void viewer_mouse(Viewer *viewer, MouseEvent event);
void viewer_paste(Viewer *viewer, const char *text);

/* Shows a session on the terminal until it quits or the terminal is gone. mouse: use
 * it if the terminal reports it. Returns false, with the reason, if the terminal
 * cannot be opened. */
bool viewer_run(Session *session, bool colorless, bool mouse, Recovered *recovered,
                Error *error);

#endif
