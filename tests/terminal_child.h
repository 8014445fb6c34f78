/* The other side of terminal.h, after the fork: the program in a session of its own. As a job, a
 * process between plays the shell: it gives the terminal to the program, takes it back when the
 * program stops, and returns it on SIGUSR1 (fg) or continues the program without it on SIGUSR2
 * (bg). */
#ifndef TERMINAL_CHILD_H
#define TERMINAL_CHILD_H

#include "terminal.h"

/* Runs the program on the pty's slave; does not return. To `report` the shell writes the process
 * number of the program, and its wait status when it has ended. */
void child_run(const PtyOptions *options, int slave, int report);

#endif
