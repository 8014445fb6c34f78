/* Grids side by side in the columns there are: which stay, how wide their cells are. */
#ifndef VIEW_SCREEN_LINEUP_H
#define VIEW_SCREEN_LINEUP_H

#include "view/screen/layout.h"

/* The columns from `left` to `width`, and how to fill them. */
typedef struct Span {
    int left, width;
    int decimals;
    int least_sign; /* narrowest cell of signs */
} Span;

/* The decimals that `digits` asks for; 0: the most with which every core grid fits. */
int lineup_decimals(const Wants *wants, Span span, int digits);

/* Whether the grid that stays longest can be shown whole. */
bool lineup_whole(const Wants *wants, Span span);

void lineup_make(const Wants *wants, Span span, Lineup *lineup);

/* Columns from span.left on that it takes. */
int lineup_width(const Lineup *lineup);

#endif
