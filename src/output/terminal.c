/* See terminal.h. A terminal without ncurses is a plain one: it gets lines of text. */
#include "output/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "output/curses.h"
#include "output/sequence.h"
#include "output/signals.h"
#include "output/writers.h"

enum { MOST_EMPTY_READS = 100, PLAIN_WIDTH = 80, PLAIN_HEIGHT = 24 };

struct Terminal {
    Keyboard keyboard;
    bool utf8;
    bool signals;   /* they are ours, and so is the keyboard */
    Curses *curses; /* NULL: a plain one */
    ByteSource source;
    MouseEvent event;
    Text paste;
    unsigned char ahead[4096]; /* bytes that were read at once */
    ssize_t ahead_count, ahead_next;
    int empty_reads;
};

/* The ByteSource of keys. A paste goes past ncurses, which would find keys in it, and in large
 * parts; what is typed is read byte by byte and left to the shell when the program ends. */
static int next_byte(void *data, int milliseconds) {
    Terminal *terminal = data;
    int input = fileno(terminal->keyboard.input);
    bool pasting = terminal->source.pasting;
    if (terminal->ahead_next < terminal->ahead_count)
        return terminal->ahead[terminal->ahead_next++];
    if (terminal->curses && !pasting)
        return curses_read(terminal->curses, milliseconds);
    TtyState state = TTY_WOKEN;
    while (state == TTY_WOKEN) /* by a signal, which is noted */
        state = tty_wait(input, -1, milliseconds);
    if (state != TTY_READY)
        return BYTE_NONE;
    size_t most = pasting ? sizeof terminal->ahead : 1;
    terminal->ahead_next = 0;
    terminal->ahead_count = read(input, terminal->ahead, most);
    return terminal->ahead_count > 0 ? terminal->ahead[terminal->ahead_next++]
                                     : BYTE_NONE;
}

/* ---- opening and closing ---- */

/* Takes signals and keyboard, and the screen if there is a description. bytes: as
 * signals_open takes them; no signal may send them before there is something to leave. */
static bool take_over(Terminal *terminal, int wanted, const char *bytes, Error *error) {
    const Keyboard *keyboard = &terminal->keyboard;
    sigset_t mask;
    hold_signals(&mask);
    terminal->signals =
        signals_open(fileno(keyboard->input), STDOUT_FILENO, &keyboard->modes, bytes);
    bool fine = terminal->signals;
    if (!fine)
        error_set(error, "signals cannot be taken: %s", strerror(errno));
    else if (terminal->curses)
        fine = curses_begin(terminal->curses, keyboard, wanted, error);
    else
        keyboard_take(keyboard);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return fine;
}

/* Gives back as much as was taken. */
static void hand_over(Terminal *terminal) {
    curses_end(terminal->curses);
    terminal->curses = NULL;
    if (!terminal->signals)
        return;
    keyboard_give_back(&terminal->keyboard);
    signals_close();
    terminal->signals = false;
}

Terminal *terminal_open(int wanted, bool mouse, Error *plain, Error *error) {
    Keyboard keyboard;
    Text bytes = {0};
    if (!keyboard_open(&keyboard, error))
        return NULL;
    Terminal *terminal = memory_new(1, sizeof *terminal);
    *terminal = (Terminal){.keyboard = keyboard, .utf8 = tty_locale()};
    terminal->curses = curses_find(&mouse, &bytes, plain);
    bool fine =
        terminal->curses && take_over(terminal, wanted, text_string(&bytes), plain);
    text_release(&bytes);
    if (!fine) {
        hand_over(terminal);
        mouse = false;
        fine = take_over(terminal, wanted, "", error);
    }
    terminal->source = (ByteSource){.next = next_byte,
                                    .data = terminal,
                                    .mouse = mouse ? &terminal->event : NULL,
                                    .paste = &terminal->paste};
    if (fine)
        return terminal;
    terminal_close(terminal);
    return NULL;
}

void terminal_close(Terminal *terminal) {
    if (!terminal)
        return;
    hand_over(terminal);
    keyboard_close(&terminal->keyboard);
    text_release(&terminal->paste);
    free(terminal);
}

/* ---- frames ---- */

TerminalShape terminal_shape(const Terminal *terminal) {
    TerminalShape shape = {PLAIN_WIDTH, PLAIN_HEIGHT, DEPTH_NONE, terminal->utf8};
    if (terminal->curses)
        return curses_shape(terminal->curses, terminal->utf8);
    tty_size(STDOUT_FILENO, &shape.width, &shape.height);
    shape.height -= shape.height > 1; /* the line below the frame is the cursor's */
    return shape;
}

void terminal_show(Terminal *terminal, const Frame *frame, Theme theme) {
    if (terminal->curses) {
        curses_show(terminal->curses, frame, theme);
        return;
    }
    fputc('\n', stdout);
    text_write(frame, stdout);
    fflush(stdout);
}

void terminal_repaint(Terminal *terminal) {
    if (terminal->curses)
        curses_repaint(terminal->curses);
}

void terminal_suspend(Terminal *terminal) {
    if (terminal->curses)
        curses_leave(terminal->curses);
    else
        keyboard_give_back(&terminal->keyboard);
    signals_stop_job();
    if (terminal->curses)
        curses_return(terminal->curses);
    else
        keyboard_take(&terminal->keyboard);
}

/* ---- keys ---- */

/* Turns a signal into a key. */
static int read_note(Terminal *terminal) {
    static const int keys[] = {[NOTE_SUSPEND] = KEY_REDRAW,
                               [NOTE_STOP] = KEY_STOP,
                               [NOTE_SIZE] = KEY_SIZE,
                               [NOTES] = KEY_NONE};
    SignalNote note = signals_take();
    if (note == NOTE_SUSPEND)
        terminal_suspend(terminal);
    if (note == NOTE_SIZE && terminal->curses)
        curses_follow_size(terminal->curses);
    return keys[note];
}

int terminal_key(Terminal *terminal, int milliseconds) {
    int input = fileno(terminal->keyboard.input);
    long end = clock_milliseconds() + milliseconds;
    for (;;) {
        if (tty_wait(input, -1, 0) == TTY_GONE)
            return KEY_GONE;
        int key = read_note(terminal);
        if (key != KEY_NONE)
            return key;
        key = sequence_read(&terminal->source);
        if (key != KEY_NONE) {
            terminal->empty_reads = 0;
            return key;
        }
        long left = milliseconds < 0 ? -1 : end - clock_milliseconds();
        if (milliseconds >= 0 && left <= 0)
            return KEY_NONE;
        /* Input that is there but never read is an end of file without a hang-up. */
        if (tty_wait(input, signals_wake(), (int)left) != TTY_READY)
            terminal->empty_reads = 0;
        else if (++terminal->empty_reads > MOST_EMPTY_READS)
            return KEY_GONE;
    }
}

const char *terminal_paste(const Terminal *terminal) {
    return text_string(&terminal->paste);
}

MouseEvent terminal_mouse(const Terminal *terminal) {
    return terminal->event;
}
