/* The terminal: shows frames, reads keys, and is always given back.
 *
 * There is one at a time. While it is open, SIGINT, SIGTSTP and SIGWINCH become keys of
 * base/key.h. Any signal that ends the program gives the terminal back first, as do exit
 * and running out of memory (opening sets the hook of base/memory.h). */
#ifndef OUTPUT_TERMINAL_H
#define OUTPUT_TERMINAL_H

#include <stdbool.h>

#include "base/error.h"
#include "base/key.h"
#include "frame/frame.h"

typedef struct Terminal Terminal;

/* As many colors as the terminal has. */
enum { TERMINAL_AUTO = -1 };

/* Opens the terminal on stdout by way of ncurses; keys come from stdin, or from /dev/tty
 * if stdin is no terminal. wanted is the largest Depth to use, or TERMINAL_AUTO. With
 * mouse, mouse events are asked for if the terminal can report them; else the mouse goes
 * on selecting text.
 *
 * If TERM is missing, unknown or without cursor motion, *plain says so, and the
 * terminal is a plain one: frames are printed one below the other, as line printers
 * and some screen readers want them. Returns NULL with the error if there is no
 * terminal at all. */
Terminal *terminal_open(int wanted, bool mouse, Error *plain, Error *error);

void terminal_close(Terminal *terminal); /* NULL is fine */

/* The frames that a terminal can show. */
typedef struct TerminalShape {
    int width, height;
    Depth depth; /* DEPTH_NONE of a plain one */
    bool utf8;   /* more than ASCII may be shown (see tty_locale) */
} TerminalShape;

TerminalShape terminal_shape(const Terminal *terminal);

/* Shows a frame in one update. A smaller frame is filled up with ground, a larger one is
 * cut. */
void terminal_show(Terminal *terminal, const Frame *frame, Theme theme);

/* Makes the next terminal_show send every cell, whatever the terminal shows already. */
void terminal_repaint(Terminal *terminal);

/* Waits for the next key at most so many milliseconds (negative: for ever); KEY_NONE if
 * none came. Suspends by itself on SIGTSTP. After KEY_SIZE and KEY_REDRAW a frame has to
 * be shown. */
int terminal_key(Terminal *terminal, int milliseconds);

/* The text of the last KEY_PASTE. */
const char *terminal_paste(const Terminal *terminal);

/* The event of the last KEY_MOUSE_EVENT. */
MouseEvent terminal_mouse(const Terminal *terminal);

/* Gives the terminal to the shell until the job is continued; then a frame has to be
 * shown. */
void terminal_suspend(Terminal *terminal);

#endif
