/* The real program on a pty, for the suites that start it, and what has to be true when it ends. */
#ifndef REAL_PROGRAM_H
#define REAL_PROGRAM_H

#include <check.h>
#include <termios.h>

#include "terminal.h"

TCase *rough_case(void); /* of test_rough.c, a part of the suite program */

/* Starts $ATTNSCOPE with at most three arguments; NULL: no more. */
Pty *start_on(PtyOptions options, const char *a, const char *b, const char *c);

/* Fail the test unless the text is soon on the screen, or no longer there. */
void shows(Pty *pty, const char *text);
void shows_no_more(Pty *pty, const char *text);

void leaves(Pty *pty, int status); /* ends soon with that status; frees */

/* q and k of `length` positions in a file, named by a template of mkstemps with .csv; the caller
 * unlinks it. */
void write_long(char path[], size_t length);

/* The modes of a terminal that nobody has changed. */
struct termios standard_modes(void);

/* Modes as they were, main screen, cursor shown, no reports of a mouse. */
void check_given_back(Pty *pty, const struct termios *before);

/* Writes a scene whose title, labels and narration hold sequences of every kind that a terminal
 * obeys, and characters that turn or hide text. */
void write_hostile(const char *path);

/* The first thing in an output that only a file can have put there: a control, an escape sequence
 * that asks, sets or names something, a sign that turns or hides text; NULL: there is none.
 * escapes: those of frames are allowed. */
const char *harm_in(const char *output, bool escapes);

#endif
