/* A session on a screen: keys and mouse events go in, and a frame is drawn if one is
 * needed. The terminal program, --keys and --do, and the tests all act through it. */
#ifndef DISPLAY_H
#define DISPLAY_H

#include "frame/frame.h"
#include "session/mouse.h"

typedef struct Display {
    Session *session; /* not owned */
    Frame frame;      /* as it was drawn last */
    bool current;     /* only the cursor has changed since */
    Mouse mouse;
    MouseEvent at; /* the last one on the cell mouse.at */
} Display;

void display_open(Display *display, Session *session, int width, int height);
void display_close(Display *display);

void display_draw(Display *display);

/* Keys and actions that page or zoom depend on the sizes of the frame, which is drawn
 * anew first if it is out of date. */
void display_key(Display *display, int key);
bool display_do(Display *display, const char *line, Error *error);
void display_mouse(Display *display, MouseEvent event);

#endif
