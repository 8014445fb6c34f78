/* The terminal, by way of ncurses: shows frames, reads keys, and is always given back.
 *
 * There is one at a time. While it is open SIGINT, SIGTSTP and SIGWINCH become keys of
 * session/key.h, and any signal that ends the program gives the terminal back first, as exit does
 * and running out of memory (it sets that hook of base/memory.h). */
#ifndef OUTPUT_CURSES_H
#define OUTPUT_CURSES_H

#include <stdbool.h>

#include "base/error.h"
#include "base/key.h"
#include "frame/frame.h"

typedef struct Terminal Terminal;

/* As many colors as the terminal has. */
enum { TERMINAL_AUTO = -1 };

/* Opens the terminal on stdout; keys come from stdin, or from /dev/tty where stdin is something
 * else. wanted is the largest Depth to use, or TERMINAL_AUTO. mouse: take the mouse where there is
 * one; if not, nothing is said of it, and it selects text as ever. Returns NULL with the reason where
 * it cannot be used: TERM missing, unknown or without cursor motion; nothing to read keys from. */
Terminal *terminal_open(int wanted, bool mouse, Error *error);

void terminal_close(Terminal *terminal); /* NULL is fine */

Depth terminal_depth(const Terminal *terminal);
/* Whether more than ASCII may be shown (see tty_locale); if not, frames have to be `ascii`. */
bool terminal_utf8(const Terminal *terminal);
void terminal_size(const Terminal *terminal, int *width, int *height);

/* Shows a frame, in one update; what it lacks is ground, what is too much is cut. */
void terminal_show(Terminal *terminal, const Frame *frame, Theme theme);

/* All of the next terminal_show is sent, whatever the terminal may already show. */
void terminal_repaint(Terminal *terminal);

/* The next key, waiting for it at most so long (negative: for ever); KEY_NONE where none came.
 * Suspends by itself on SIGTSTP. After KEY_SIZE and KEY_REDRAW a frame has to be shown. */
int terminal_key(Terminal *terminal, int milliseconds);

/* What the mouse did, after KEY_MOUSE_EVENT. */
MouseEvent terminal_mouse(const Terminal *terminal);

/* Gives the terminal to the shell until the job is continued; then a frame has to be shown. */
void terminal_suspend(Terminal *terminal);

#endif
