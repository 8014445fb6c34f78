/* The parts of a terminal that need no ncurses: locale, size, modes, whether it is still
 * there, and frames that are sent at once. */
#ifndef OUTPUT_TTY_H
#define OUTPUT_TTY_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <termios.h>

#include "base/error.h"

/* Returns the user's setting of a category of the locale, as "LC_CTYPE"; "": there is
 * none. */
const char *tty_setting(const char *category);

/* Sets LC_CTYPE to the user's locale, or to C.UTF-8 if that is not UTF-8. Returns true if
 * other characters than ASCII may be written: in a UTF-8 locale, if the user names one
 * that is not installed, and if none is named at all. It returns false if C, POSIX or
 * another character set is asked for. */
bool tty_locale(void);

/* Finds the window's size, cut to a sensible one if it is huge. Returns false if the
 * system knows none. */
bool tty_size(int tty, int *width, int *height);

/* Returns true if a terminal of this name (of TERM) understands the sequences of
 * xterm. */
bool tty_like_xterm(const char *name);

/* Where keys come from, and the modes that it had. */
typedef struct Keyboard {
    FILE *input; /* stdin, or /dev/tty where stdin is no terminal */
    struct termios modes;
} Keyboard;

/* Returns false, with the reason, if there is no terminal to read keys from or to write
 * to. */
bool keyboard_open(Keyboard *keyboard, Error *error);
void keyboard_close(Keyboard *keyboard); /* leaves the modes as they are */

/* Makes keys come one by one and as they are, no Ctrl-S; Ctrl-C, Ctrl-Z and Ctrl-\ stay
 * signals. */
void keyboard_take(const Keyboard *keyboard);
void keyboard_give_back(const Keyboard *keyboard); /* sets the modes that it had */

typedef enum TtyState { TTY_QUIET, TTY_READY, TTY_WOKEN, TTY_GONE } TtyState;

/* Waits for input or for the descriptor wake (negative: none) at most so many
 * milliseconds (negative: for ever). A terminal that hung up is TTY_GONE even if there is
 * input left. */
TtyState tty_wait(int tty, int wake, int milliseconds);

/* Holds signals back, but for those of faults, which would end the program without its
 * handler. The mask that was in force lets them through again. */
void hold_signals(sigset_t *mask);

/* ---- frames that are sent at once ---- */

/* ncurses writes at every move of the cursor, and each write wakes the terminal. The
 * bytes that it writes between batch_begin and batch_end are kept and then sent in one
 * write. */
typedef struct Batch {
    FILE *file;         /* for newterm: the terminal, except while a frame is collected */
    int terminal, sink; /* descriptors; sink -1: nothing is collected */
    sigset_t mask;
} Batch;

void batch_open(Batch *batch, int terminal);
void batch_close(Batch *batch);

/* Signals are held in between, so that a frame goes out whole. */
void batch_begin(Batch *batch);
void batch_end(Batch *batch);

/* Writes all bytes at once; returns early only if the terminal is gone. */
void batch_send(int terminal, const char *bytes, size_t length);

#endif
