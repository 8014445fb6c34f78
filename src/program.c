/* See program.h. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error_text.h"
#include "base/clock.h"
#include "output/curses.h"
#include "output/plain.h"
#include "viewer.h"
#include "view/view.h"

/* Milliseconds of long work before keys are looked for again, and before a frame is
 * drawn. */
enum { SLICE = 8, DRAW_AFTER = 30 };

/* The terminal: one that ncurses drives, or a plain one. The other pointer is NULL. */
typedef struct Device {
    Terminal *terminal;
    Plain *plain;
} Device;

static bool device_open(Device *device, int depth, bool mouse, Error *error) {
    Error why = {0};
    device->terminal = terminal_open(depth, mouse, &why);
    if (device->terminal)
        return true;
    device->plain = plain_open(error);
    if (device->plain)
        error_print(stderr, "attnscope: ", &why);
    return device->plain != NULL;
}

static void device_close(Device *device) {
    terminal_close(device->terminal);
    plain_close(device->plain);
}

static void device_show(const Device *device, const Frame *frame, Theme theme) {
    if (device->terminal)
        terminal_show(device->terminal, frame, theme);
    else
        plain_show(device->plain, frame);
}

static int device_key(const Device *device, int milliseconds) {
    return device->terminal ? terminal_key(device->terminal, milliseconds)
                            : plain_key(device->plain, milliseconds);
}

static void device_frame(const Device *device, Frame *frame) {
    int width, height;
    if (device->terminal)
        terminal_size(device->terminal, &width, &height);
    else
        plain_size(device->plain, &width, &height);
    if (width != frame->width || height != frame->height)
        frame_resize(frame, width, height);
    frame->ascii =
        device->terminal ? !terminal_utf8(device->terminal) : !plain_utf8(device->plain);
}

/* Waits for the next key while long work goes on in slices. KEY_NONE: so much of the work
 * was done that a frame should show it. */
static int wait_for_key(Session *session, const Device *device) {
    long draw = clock_milliseconds() + DRAW_AFTER;
    size_t slices = session->slices;
    int key = device_key(device, 0);
    while (key == KEY_NONE && clock_milliseconds() < draw &&
           view_work(session, session->width, session->height, SLICE))
        key = device_key(device, 0);
    if (key == KEY_NONE && slices == session->slices)
        return device_key(device, -1);
    return key;
}

/* Takes all keys that wait before the next frame is drawn, so that a held key never runs
 * behind. */
static bool take_keys(Viewer *viewer, const Device *device) {
    Session *session = viewer->session;
    int key = wait_for_key(session, device);
    while (key != KEY_NONE && key != KEY_GONE) {
        if (key == KEY_SIZE || key == KEY_REDRAW)
            return true;
        if (key == KEY_MOUSE_EVENT)
            viewer_mouse(viewer, terminal_mouse(device->terminal));
        else
            viewer_key(viewer, key);
        if (session->quit || session->suspend || session->repaint)
            return true;
        key = device_key(device, 0);
    }
    return key != KEY_GONE;
}

static void serve(Session *session, const Device *device) {
    if (session->suspend && device->terminal)
        terminal_suspend(device->terminal);
    if (session->suspend && device->plain)
        plain_suspend(device->plain);
    if (session->repaint && device->terminal)
        terminal_repaint(device->terminal);
    session->suspend = session->repaint = false;
}

bool program_run(Session *session, bool colorless, bool mouse, Error *error) {
    Device device = {0};
    Viewer viewer = {.session = session};
    bool there =
        device_open(&device, colorless ? (int)DEPTH_NONE : TERMINAL_AUTO, mouse, error);
    if (!there)
        return false;
    bool fine = true;
    while (there && !session->quit) {
        device_frame(&device, &viewer.frame);
        session->width = viewer.frame.width;
        session->height = viewer.frame.height;
        if (!scene_whole(&session->scene, error)) {
            fine = false; /* reading on would be a bus error */
            break;
        }
        viewer_draw(&viewer);
        device_show(&device, &viewer.frame, (Theme)session->look.theme);
        there = take_keys(&viewer, &device);
        serve(session, &device);
    }
    viewer_close(&viewer);
    device_close(&device);
    return fine;
}
