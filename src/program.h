/* The terminal program: frames out, keys in, until the user leaves. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "session/session.h"

/* Runs until the session quits or the terminal is gone. mouse: use it if the terminal
 * reports it. Returns false, with the reason, if the terminal cannot be opened or a
 * scene's file was cut. */
bool program_run(Session *session, bool colorless, bool mouse, Error *error);

#endif
