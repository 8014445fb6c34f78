/* What of a terminal needs no ncurses: its locale, size, modes, and whether it is still there. */
#ifndef OUTPUT_TTY_H
#define OUTPUT_TTY_H

#include <stdbool.h>
#include <stdio.h>
#include <termios.h>

#include "base/error.h"

/* Sets LC_CTYPE: the user's locale, or C.UTF-8 where that is not UTF-8. Returns whether other
 * than ASCII may be written: in a UTF-8 locale, where the user names one that is not installed,
 * and where none is named at all; not where C, POSIX or another character set is asked for. */
bool tty_locale(void);

/* The window's size, cut to what is sensible (*cut tells); false where the system knows none. */
bool tty_size(int tty, int *width, int *height, bool *cut);

/* Whether a terminal of this name (of TERM) understands what xterm does. */
bool tty_like_xterm(const char *name);

/* Where keys come from, and the modes that it had. */
typedef struct Keyboard {
    FILE *input; /* stdin, or /dev/tty where stdin is no terminal */
    struct termios modes;
} Keyboard;

/* Returns false, with the reason, if there is no terminal to read keys from or to write to. */
bool keyboard_open(Keyboard *keyboard, Error *error);
void keyboard_close(Keyboard *keyboard); /* leaves the modes as they are */

/* Makes keys come one by one and as they are, no Ctrl-S; Ctrl-C, Ctrl-Z and Ctrl-\ stay signals. */
void keyboard_take(const Keyboard *keyboard);
void keyboard_give_back(const Keyboard *keyboard); /* sets the modes that it had */

typedef enum TtyState { TTY_QUIET, TTY_READY, TTY_WOKEN, TTY_GONE } TtyState;

/* Waits for input or for the descriptor wake (negative: none) at most so long (negative: for
 * ever). A terminal that hung up is TTY_GONE even where there is input left. */
TtyState tty_wait(int tty, int wake, int milliseconds);

#endif
