/* A small program that uses the terminal as the real one does, to try output/curses.c with.
 *
 * It shows its size and the terminal's depth on the first line, some text on the third, all
 * entries of the palette from the fifth on, and the keys so far on the last one. Some keys do
 * something: q ends it, x calls exit(5), a aborts, s dies of SIGSEGV, m runs out of memory, f
 * fills the terminal without blocking and dies of SIGTERM, w does so with a file half written, z
 * suspends, r repaints, t takes the next theme, b works until it is interrupted. */
#ifndef SMALL_PROGRAM_H
#define SMALL_PROGRAM_H

#include <check.h>

#include "frame/palette.h"
#include "terminal.h"

enum { SMALL_DOTS = 4 * ENTRY_COUNT }; /* from the tenth line on, 80 a line */

Style small_dot(int dot);

TCase *endings_case(void); /* of test_endings.c, a part of the suite curses */

/* A body: the program as the child of one that only waits for it, and sends no signal on. */
int small_wrapped(void);

Pty *small_start(PtyOptions options);
Pty *small_start_ready(PtyOptions options); /* and waits for its first frame */
void small_check(Pty *pty,
                 const char *shown); /* fails the test unless that is shown soon */
char *small_picture(Pty *pty);       /* the glyphs above the keys; free() it */

#endif
