/* See viewer.h. */
#include "viewer.h"

#include <stdio.h>
#include <string.h>

#include "state.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/minmax.h"
#include "output/terminal.h"
#include "session/language.h"
#include "session/action.h"
#include "session/tasks.h"
#include "view/view.h"

/* Milliseconds, after which a frame shows how far it is. */
enum { BEFORE_A_BAR = 20 };

void viewer_open(Viewer *viewer, Session *session, int width, int height) {
    *viewer = (Viewer){.session = session};
    session->width = width;
    session->height = height;
    frame_init(&viewer->frame, width, height);
}

void viewer_close(Viewer *viewer) {
    frame_release(&viewer->frame);
}

/* Draws the frame; on the terminal, rows of a long scene that take long are left for
 * later frames, though of very many frames each takes longer. */
static void draw_in_time(Viewer *viewer) {
    enum { FRAMES = 64, DOUBLED_MOST = 8 };
    Haste *haste = viewer->session->haste;
    if (viewer->terminal && session_is_long(viewer->session))
        haste->until = clock_milliseconds() +
                       (BEFORE_A_BAR << min_int(viewer->late / FRAMES, DOUBLED_MOST));
    view_draw(viewer->session, &viewer->frame);
    haste->until = 0;
    viewer->late = haste->left ? viewer->late + 1 : 0;
    if (!viewer->late)
        view_measure(viewer->session, &viewer->frame);
}

void viewer_draw(Viewer *viewer) {
    Mouse *mouse = &viewer->mouse;
    Click click;
    size_t done, rows;
    /* Where the inputs are ready, the walk over a head goes on as before. */
    if (!session_inputs_ready(viewer->session, &done, &rows))
        session_work(viewer->session, (Wanted){.kind = WORK_INPUTS}, BEFORE_A_BAR);
    draw_in_time(viewer);
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

void viewer_paste(Viewer *viewer, const char *text) {
    viewer->current = false;
    viewer->mouse = (Mouse){0};
    session_paste(viewer->session, text);
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

/* ---- the terminal program ---- */

/* Milliseconds of long work before keys are looked for again, and before a frame is
 * drawn. */
enum { SLICE = 8, DRAW_AFTER = 30 };

/* Milliseconds after which the scene's file is looked at again. */
enum { WATCH = 200 };

static void fit_frame(const Terminal *terminal, Session *session, Frame *frame) {
    TerminalShape shape = terminal_shape(terminal);
    session->width = shape.width;
    session->height = shape.height;
    if (shape.width != frame->width || shape.height != frame->height)
        frame_resize(frame, shape.width, shape.height);
    frame->ascii = !shape.utf8;
}

/* Returns a key that was held back, or one that comes within so many milliseconds. */
static int next_key(Viewer *viewer, int milliseconds) {
    if (viewer->held_count == 0)
        return terminal_key(viewer->terminal, milliseconds);
    int key = viewer->held[0];
    memmove(viewer->held, viewer->held + 1,
            (size_t)--viewer->held_count * sizeof *viewer->held);
    return key;
}

static void show_progress(Viewer *viewer, size_t done, size_t total) {
    Session shown = *viewer->session;
    shown.prompt.open = false;
    snprintf(shown.notice, sizeof shown.notice, message(shown.look.lang, "notice.busy"),
             done * 100 / total);
    view_draw(&shown, &viewer->frame);
    terminal_show(viewer->terminal, &viewer->frame, (Theme)shown.look.theme);
}

/* While an action works long: shows how far it is, holds keys back for afterwards, and
 * stops it on Esc or Ctrl-C. */
static bool go_on(Session *session, size_t done, size_t total) {
    enum { POLL = 10, SHOW = 200, FIRST = 400 };
    Viewer *viewer = session->viewer;
    long now = clock_milliseconds();
    if (done == 0)
        viewer->shown = now + FIRST - SHOW;
    if (now - viewer->polled < POLL)
        return true;
    viewer->polled = now;
    if (now - viewer->shown >= SHOW) {
        show_progress(viewer, done, total);
        viewer->shown = clock_milliseconds();
    }
    int key = terminal_key(viewer->terminal, 0);
    bool kept = key != KEY_NONE && key != KEY_MOUSE_EVENT && key != KEY_PASTE;
    if (kept && key != KEY_STOP && key != KEY_ESCAPE &&
        viewer->held_count < (int)(sizeof viewer->held / sizeof *viewer->held))
        viewer->held[viewer->held_count++] = key;
    return key != KEY_STOP && key != KEY_ESCAPE && key != KEY_GONE;
}

/* Waits for the next key, or until the scene was read anew, because its file changed. */
static int wait_idle(Viewer *viewer) {
    int key;
    Error error = {0}; /* the notice tells it */
    while ((key = next_key(viewer, WATCH)) == KEY_NONE)
        if (session_outdated(viewer->session)) {
            viewer_do(viewer, "reload", &error);
            break;
        }
    return key;
}

/* Waits for the next key while long work goes on in slices. KEY_NONE: so much of the work
 * was done, or the scene read anew, that a frame should show it. */
static int wait_for_key(Viewer *viewer) {
    Session *session = viewer->session;
    long draw = clock_milliseconds() + DRAW_AFTER;
    size_t slices = session->slices;
    int key = next_key(viewer, 0);
    if (viewer->late && !session->haste->stopped)
        return key; /* the next frame has more rows */
    while (key == KEY_NONE &&
           view_work(session, session->width, session->height, SLICE)) {
        key = next_key(viewer, 0);
        if (clock_milliseconds() >= draw)
            return key;
    }
    if (key == KEY_NONE && slices == session->slices)
        return wait_idle(viewer);
    return key;
}

/* Takes all keys that wait before the next frame is drawn, so that a held key never runs
 * behind; where more and more come, a frame is drawn now and then. */
static bool take_keys(Viewer *viewer) {
    enum { DRAW_LATEST = 200 };
    Session *session = viewer->session;
    int key = wait_for_key(viewer);
    long latest = clock_milliseconds() + DRAW_LATEST;
    while (key != KEY_NONE && key != KEY_GONE) {
        if (key == KEY_SIZE || key == KEY_REDRAW)
            return true;
        if (key == KEY_MOUSE_EVENT)
            viewer_mouse(viewer, terminal_mouse(viewer->terminal));
        else if (key == KEY_PASTE)
            viewer_paste(viewer, terminal_paste(viewer->terminal));
        else
            viewer_key(viewer, key);
        if (session->quit || session->suspend || session->repaint || key == KEY_STOP ||
            clock_milliseconds() >= latest)
            return true;
        key = next_key(viewer, 0);
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

static void note(Session *session, const Noted *noted) {
    Viewer *viewer = session->viewer;
    journal_note(&viewer->journal, session, noted);
}

/* Says on the first screen that an earlier run has left unsaved work. */
static void tell_left(Session *session) {
    Text path = {0};
    if (!*session->notice && journal_left(&path))
        snprintf(session->notice, sizeof session->notice,
                 message(session->look.lang, "notice.journal"), "attnscope --recover");
    text_release(&path);
}

bool viewer_run(Session *session, bool colorless, bool mouse, Recovered *recovered,
                Error *error) {
    Viewer viewer = {.session = session};
    Error plain = {0};
    Terminal *terminal =
        terminal_open(colorless ? (int)DEPTH_NONE : TERMINAL_AUTO, mouse, &plain, error);
    bool there = terminal != NULL, opened = there;
    viewer.terminal = terminal;
    session->viewer = &viewer;
    session->busy = go_on;
    tell_left(session);
    journal_begin(&viewer.journal, session, recovered);
    session->noted = note;
    answers_load(&session->answered);
    if (there && error_is_set(&plain))
        error_print(stderr, "attnscope: ", &plain);
    if (there && terminal_shape(terminal).depth == DEPTH_NONE)
        session->look.theme = THEME_MONO;
    while (there && !session->quit) {
        fit_frame(terminal, session, &viewer.frame);
        viewer_draw(&viewer);
        terminal_show(terminal, &viewer.frame, (Theme)session->look.theme);
        size_t answered = session->answered.count;
        there = take_keys(&viewer);
        answers_keep(&session->answered, answered);
        serve(session, terminal);
    }
    session->busy = NULL;
    session->noted = NULL;
    journal_end(&viewer.journal, session);
    viewer_close(&viewer);
    terminal_close(terminal);
    return opened;
}
