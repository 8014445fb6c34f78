/* The terminal program: frames out, keys in, until the user leaves. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "session/session.h"

/* Runs until the session quits or the terminal is gone. mouse: take it, where there is one. False:
 * it cannot be opened. */
bool program_run(Session *session, bool colorless, bool mouse, Error *error);

#endif
