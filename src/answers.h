/* The questions that were answered right, remembered between runs of the terminal program
 * in $XDG_STATE_HOME/attnscope/answers (~/.local/state where that is not set): one line
 * "ID STEP" for each. Where the file cannot be read or written, nothing is remembered. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "base/text.h"

void answers_load(Words *answered);

/* Appends those from index `from` on to the file. */
void answers_keep(const Words *answered, size_t from);

#endif
