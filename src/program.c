/* See program.h. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error_text.h"
#include "base/clock.h"
#include "output/terminal.h"
#include "viewer.h"
#include "view/view.h"

/* Milliseconds of long work before keys are looked for again, and before a frame is
 * drawn. */
enum { SLICE = 8, DRAW_AFTER = 30 };

static Terminal *open_terminal(int depth, bool mouse, Error *error) {
    Error why = {0};
    Terminal *terminal = terminal_open(depth, mouse, &why);
    if (terminal)
        return terminal;
    terminal = terminal_open_plain(error);
    if (terminal)
        error_print(stderr, "attnscope: ", &why);
    return terminal;
}

static void fit_frame(const Terminal *terminal, Session *session, Frame *frame) {
    TerminalShape shape = terminal_shape(terminal);
    session->width = shape.width;
    session->height = shape.height;
    if (shape.width != frame->width || shape.height != frame->height)
        frame_resize(frame, shape.width, shape.height);
    frame->ascii = !shape.utf8;
}

/* Waits for the next key while long work goes on in slices. KEY_NONE: so much of the work
 * was done that a frame should show it. */
static int wait_for_key(Session *session, Terminal *terminal) {
    long draw = clock_milliseconds() + DRAW_AFTER;
    size_t slices = session->slices;
    int key = terminal_key(terminal, 0);
    while (key == KEY_NONE && clock_milliseconds() < draw &&
           view_work(session, session->width, session->height, SLICE))
        key = terminal_key(terminal, 0);
    if (key == KEY_NONE && slices == session->slices)
        return terminal_key(terminal, -1);
    return key;
}

/* Takes all keys that wait before the next frame is drawn, so that a held key never runs
 * behind. */
static bool take_keys(Viewer *viewer, Terminal *terminal) {
    Session *session = viewer->session;
    int key = wait_for_key(session, terminal);
    while (key != KEY_NONE && key != KEY_GONE) {
        if (key == KEY_SIZE || key == KEY_REDRAW)
            return true;
        if (key == KEY_MOUSE_EVENT)
            viewer_mouse(viewer, terminal_mouse(terminal));
        else
            viewer_key(viewer, key);
        if (session->quit || session->suspend || session->repaint)
            return true;
        key = terminal_key(terminal, 0);
    }
    return key != KEY_GONE;
}

static void serve(Session *session, Terminal *terminal) {
    if (session->suspend)
        terminal_suspend(terminal);
    if (session->repaint)
        terminal_repaint(terminal);
    session->suspend = session->repaint = false;
}

bool program_run(Session *session, bool colorless, bool mouse, Error *error) {
    Viewer viewer = {.session = session};
    Terminal *terminal =
        open_terminal(colorless ? (int)DEPTH_NONE : TERMINAL_AUTO, mouse, error);
    bool there = terminal != NULL, fine = there;
    while (there && !session->quit) {
        fit_frame(terminal, session, &viewer.frame);
        if (!scene_whole(&session->scene, error)) {
            fine = false; /* reading on would be a bus error */
            break;
        }
        viewer_draw(&viewer);
        terminal_show(terminal, &viewer.frame, (Theme)session->look.theme);
        there = take_keys(&viewer, terminal);
        serve(session, terminal);
    }
    viewer_close(&viewer);
    terminal_close(terminal);
    return fine;
}
