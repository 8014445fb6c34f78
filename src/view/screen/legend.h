/* The legend explains the signs that occur on this screen. */
#ifndef VIEW_SCREEN_LEGEND_H
#define VIEW_SCREEN_LEGEND_H

#include "view/screen/screen.h"

/* Writes the signs that occur at the right of lines y, y + 1, …, which are free from
 * column ends[i] on, in the fullest form in which all fit. `more` further lines are used
 * only if they are needed. */
void legend_write(Screen *screen, const int *ends, int lines, int more, int y);

/* Writes the signs that occur from (x, y) on, each on a line of its own, at most `lines`.
 * Returns the line after the last. */
int legend_list(Screen *screen, int x, int y, int lines);

#endif
