/* The calculation as a Python script that needs NumPy alone: the same inputs, the same rule, and
 * an assertion that its y is the one attnscope shows. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdio.h>

#include "session/session.h"

/* False, and nothing written, where it would be too large to be read or run. */
bool script_write(Session *session, FILE *file, Error *error);

#endif
