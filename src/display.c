/* See display.h. */
#include "display.h"

#include <string.h>

#include "session/action.h"
#include "view/view.h"

void display_open(Display *display, Session *session, int width, int height) {
    *display = (Display){.session = session};
    session->width = width;
    session->height = height;
    frame_init(&display->frame, width, height);
}

void display_close(Display *display) {
    frame_release(&display->frame);
}

void display_draw(Display *display) {
    Mouse *mouse = &display->mouse;
    Click click;
    view_draw(display->session, &display->frame);
    view_measure(display->session, &display->frame);
    display->current = true;
    if (!mouse->held)
        return;
    /* Focus may have moved the grids, and then the user never pointed at this cell. */
    view_click(&display->frame, display->at.x, display->at.y, &click);
    mouse->held = click_same(&click, &mouse->at);
}

static bool depends_on_sizes(const char *action) {
    return strstr(action, "PAGE") || strncmp(action, "zoom", 4) == 0;
}

bool display_do(Display *display, const char *line, Error *error) {
    if (!display->current && depends_on_sizes(line))
        display_draw(display);
    display->current = false;
    return session_do(display->session, line, error);
}

void display_key(Display *display, int key) {
    const Look *look = &display->session->look;
    const char *action = binding_pattern(key);
    bool covered = look->overlay != OVERLAY_NONE || look->blank;
    if (!display->current && (covered || depends_on_sizes(action)))
        display_draw(display);
    display->current = display->current && !covered && strncmp(action, "move", 4) == 0;
    display->mouse = (Mouse){0};
    session_key(display->session, key);
}

/* A drag is read in the frame that the user saw; other events need one that is up to
 * date. */
void display_mouse(Display *display, MouseEvent event) {
    const Look *look = &display->session->look;
    bool drags = event.kind == MOUSE_DRAG || event.kind == MOUSE_RELEASE;
    bool moves =
        event.kind == MOUSE_RELEASE || (!drags && event.kind != MOUSE_PRESS &&
                                        !look->blank && look->overlay == OVERLAY_NONE);
    Click click;
    if (!display->current && !drags)
        display_draw(display);
    display->current = display->current && moves;
    view_click(&display->frame, event.x, event.y, &click);
    session_mouse(display->session, &display->mouse, event, &click);
    if (click_same(&click, &display->mouse.at))
        display->at = event;
}
