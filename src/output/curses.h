/* The part of a terminal that ncurses drives. Private to terminal.c, which reads keys and
 * handles signals. */
#ifndef OUTPUT_CURSES_H
#define OUTPUT_CURSES_H

#include "output/terminal.h"
#include "output/tty.h"

typedef struct Curses Curses;

/* Finds the terminal's description, and collects the bytes that give the screen back.
 * *mouse becomes false if the terminal cannot report events. Returns NULL with the reason
 * if ncurses cannot drive this terminal. */
Curses *curses_find(bool *mouse, Text *bytes, Error *error);

/* Takes over the screen. curses_end gives it back, if it was taken over. */
bool curses_begin(Curses *curses, const Keyboard *keyboard, int wanted, Error *error);
void curses_end(Curses *curses); /* NULL is fine */

/* Leave the screen to the shell for a while, and come back. */
void curses_leave(const Curses *curses);
void curses_return(Curses *curses);

TerminalShape curses_shape(const Curses *curses, bool utf8);
void curses_follow_size(Curses *curses); /* of the window, whose content is lost */

void curses_show(Curses *curses, const Frame *frame, Theme theme);
void curses_repaint(Curses *curses); /* as terminal_repaint */

/* Waits at most so many milliseconds for a byte, or a Key that ncurses has read;
 * BYTE_NONE if none came. */
int curses_read(const Curses *curses, int milliseconds);

#endif
