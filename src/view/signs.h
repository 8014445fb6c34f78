/* The legend: the signs that occur on this screen. */
#ifndef VIEW_SIGNS_H
#define VIEW_SIGNS_H

#include "view/screen.h"

void signs_see(Screen *screen, Sign sign);

/* Writes those of `signs` that fit between column `from` and the right edge of line y; returns
 * those that did not. */
unsigned signs_draw(Screen *screen, unsigned signs, int from, int y);

/* The same one under the other from (x, y), at most `lines`; returns the line after the last. */
int signs_list(Screen *screen, int x, int y, int lines);

#endif
