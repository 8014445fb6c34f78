/* See program.h. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error_text.h"
#include "base/clock.h"
#include "output/curses.h"
#include "output/plain.h"
#include "session/action.h"
#include "session/mouse.h"
#include "view/pages/overlays.h"
#include "view/view.h"

/* Milliseconds of long work between two looks for keys, and between two frames. */
enum { SLICE = 8, DRAW_AFTER = 30 };

/* Where frames go and keys come from: a terminal that ncurses drives, or a plain one. */
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
    frame_resize(frame, width, height);
    frame->ascii =
        device->terminal ? !terminal_utf8(device->terminal) : !plain_utf8(device->plain);
}

/* What paging needs to know of the frame that is shown. */
static void measure(Session *session) {
    Frame frame = {.width = session->width, .height = session->height};
    size_t cols;
    view_page(session, session->width, session->height, &session->page_rows, &cols);
    OverlaySize overlay = overlay_size(session, &frame);
    session->zoom_most = view_last_zoom(session, session->width, session->height);
    session->overlay_lines = overlay.lines;
    session->overlay_rows = overlay.rows;
    session->overlay_entries = overlay.entries;
}

/* Sizes are asked for where a key may page: measuring is half of drawing a frame. */
void press(Session *session, int key) {
    if (session->look.overlay != OVERLAY_NONE || binding_measures(key))
        measure(session);
    session_key(session, key);
}

static void point(Session *session, Mouse *mouse, MouseEvent event) {
    Click click;
    measure(session);
    view_click(session, session->width, session->height, event.x, event.y, &click);
    session_mouse(session, mouse, event, &click);
    if (!mouse->held || !click_same(&click, &mouse->at))
        return;
    /* Focus may have moved the grids: what then is under the mouse was never pointed at. */
    view_click(session, session->width, session->height, event.x, event.y, &click);
    mouse->held = click_same(&click, &mouse->at);
}

/* The next key. While there is long work to do, it goes on in slices between which keys are looked
 * for; KEY_NONE: so much of it was done that a frame should show it. */
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

/* All keys that wait are taken before the next frame is drawn: a held key never runs behind. */
static bool take_keys(Session *session, const Device *device, Mouse *mouse) {
    int key = wait_for_key(session, device);
    while (key != KEY_NONE && key != KEY_GONE) {
        if (key == KEY_SIZE || key == KEY_REDRAW)
            return true;
        if (key == KEY_MOUSE_EVENT) {
            point(session, mouse, terminal_mouse(device->terminal));
        } else {
            press(session, key);
            *mouse = (Mouse){0};
        }
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
    Mouse held = {0};
    Frame frame = {0};
    bool there =
        device_open(&device, colorless ? (int)DEPTH_NONE : TERMINAL_AUTO, mouse, error);
    if (!there)
        return false;
    bool fine = true;
    while (there && !session->quit) {
        device_frame(&device, &frame);
        session->width = frame.width;
        session->height = frame.height;
        if (!scene_whole(&session->scene, error)) {
            fine = false; /* reading on would be a bus error */
            break;
        }
        view_draw(session, &frame);
        device_show(&device, &frame, (Theme)session->look.theme);
        there = take_keys(session, &device, &held);
        serve(session, &device);
    }
    frame_release(&frame);
    device_close(&device);
    return fine;
}
