/* Completion of the `:` line: the words that can be where the cursor is. */
#ifndef SESSION_COMPLETE_H
#define SESSION_COMPLETE_H

#include "session/session.h"

/* Fills the candidates of the prompt for the word under its cursor. */
void complete_refresh(Session *session);

#endif
