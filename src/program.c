/* See program.h. */
#include "program.h"

#include "output/curses.h"
#include "session/key.h"
#include "view/view.h"

/* All keys that wait are taken before the next frame is drawn: a held key never runs behind. */
static bool take_keys(Session *session, Terminal *terminal, const Frame *frame) {
    int key = terminal_key(terminal, -1);
    while (key != KEY_NONE && key != KEY_GONE) {
        if (key == KEY_SIZE || key == KEY_REDRAW)
            return true;
        press(session, key, frame->width, frame->height);
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

bool program_run(Session *session, bool colorless, Error *error) {
    Terminal *terminal = terminal_open(colorless ? (int)DEPTH_NONE : TERMINAL_AUTO, error);
    Frame frame = {0};
    if (!terminal)
        return false;
    bool there = true;
    while (there && !session->quit) {
        int width, height;
        terminal_size(terminal, &width, &height);
        frame_release(&frame);
        frame_init(&frame, width, height);
        frame.ascii = !terminal_utf8(terminal);
        view_draw(session, &frame);
        terminal_show(terminal, &frame, (Theme)session->look.theme);
        there = take_keys(session, terminal, &frame);
        serve(session, terminal);
    }
    frame_release(&frame);
    terminal_close(terminal);
    return true;
}
