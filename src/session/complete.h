/* Completion of the `:` line: what may stand where the cursor is. */
#ifndef SESSION_COMPLETE_H
#define SESSION_COMPLETE_H

#include "session/session.h"

/* Fills the prompt's candidates for the word under its cursor. */
void complete_refresh(Session *session);

#endif
