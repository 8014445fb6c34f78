/* Files of the terminal program in $XDG_STATE_HOME/attnscope/ (~/.local/state where that
 * is not set). Where the folder cannot be made or written, nothing is kept. */
#ifndef STATE_H
#define STATE_H

#include "base/text.h"

/* Appends the path of a file there, or of the folder for ""; nothing if there is no home
 * for it. */
void state_path(const char *name, Text *path);

/* Makes the folders that are not there, and opens a file, which only its owner may read;
 * `flags` are those of open. Returns -1 if it is no regular file or cannot be opened. */
int state_open(const char *path, int flags);

/* ---- the questions that were answered right ---- */

/* answers has one line "ID STEP" for each. */
void answers_load(Words *answered);

/* Appends those from index `from` on to the file. */
void answers_keep(const Words *answered, size_t from);

#endif
