/* See viewer.h. */
#include "viewer.h"

#include <string.h>

#include "session/action.h"
#include "view/view.h"

void viewer_open(Viewer *viewer, Session *session, int width, int height) {
    *viewer = (Viewer){.session = session};
    session->width = width;
    session->height = height;
    frame_init(&viewer->frame, width, height);
}

void viewer_close(Viewer *viewer) {
    frame_release(&viewer->frame);
}

void viewer_draw(Viewer *viewer) {
    Mouse *mouse = &viewer->mouse;
    Click click;
    view_draw(viewer->session, &viewer->frame);
    view_measure(viewer->session, &viewer->frame);
    viewer->current = true;
    if (!mouse->held)
        return;
    /* Focus may have moved the grids, and then the user never pointed at this cell. */
    view_click(&viewer->frame, viewer->at.x, viewer->at.y, &click);
    mouse->held = click_same(&click, &mouse->at);
}

static bool depends_on_sizes(const char *action) {
    return strstr(action, "PAGE") || strncmp(action, "zoom", 4) == 0;
}

bool viewer_do(Viewer *viewer, const char *line, Error *error) {
    if (!viewer->current && depends_on_sizes(line))
        viewer_draw(viewer);
    viewer->current = false;
    return session_do(viewer->session, line, error);
}

void viewer_key(Viewer *viewer, int key) {
    const Look *look = &viewer->session->look;
    const char *action = binding_pattern(key);
    bool covered = look->overlay != OVERLAY_NONE || look->blank;
    if (!viewer->current && (covered || depends_on_sizes(action)))
        viewer_draw(viewer);
    viewer->current = viewer->current && !covered && strncmp(action, "move", 4) == 0;
    viewer->mouse = (Mouse){0};
    session_key(viewer->session, key);
}

/* A drag is read in the frame that the user saw; other events need one that is up to
 * date. */
void viewer_mouse(Viewer *viewer, MouseEvent event) {
    const Look *look = &viewer->session->look;
    bool drags = event.kind == MOUSE_DRAG || event.kind == MOUSE_RELEASE;
    bool moves =
        event.kind == MOUSE_RELEASE || (!drags && event.kind != MOUSE_PRESS &&
                                        !look->blank && look->overlay == OVERLAY_NONE);
    Click click;
    if (!viewer->current && !drags)
        viewer_draw(viewer);
    viewer->current = viewer->current && moves;
    view_click(&viewer->frame, event.x, event.y, &click);
    session_mouse(viewer->session, &viewer->mouse, event, &click);
    if (click_same(&click, &viewer->mouse.at))
        viewer->at = event;
}
