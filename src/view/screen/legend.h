/* The legend: the signs that occur on this screen. */
#ifndef VIEW_SCREEN_LEGEND_H
#define VIEW_SCREEN_LEGEND_H

#include "view/screen/screen.h"

/* Writes the signs that occur at the right of lines y, y + 1, …, each free from column `ends` on, in
 * the fullest form in which all fit. `more` further lines are used only where they have to be. */
void legend_write(Screen *screen, const int *ends, int lines, int more, int y);

/* The same one under the other from (x, y), at most `lines`; returns the line after the last. */
int legend_list(Screen *screen, int x, int y, int lines);

#endif
