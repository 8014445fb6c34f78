/* Lanes show one calculation side by side, once for each value of an option. */
#ifndef VIEW_LANES_LANES_H
#define VIEW_LANES_LANES_H

#include "screen/screen.h"

typedef enum LaneVerdict { LANE_RIGHT, LANE_SAME, LANE_CLOSE, LANE_DIFFERS } LaneVerdict;

typedef struct Lane {
    Sheet *sheet; /* owned; the present with another value of the option */
    const char *value;
    const char *name; /* the value's word in the language */
    LaneVerdict verdict;
    Verdict change; /* of y, against that of the right lane */
} Lane;

/* The plan of the lanes: `across` side by side, `down` below each other. */
typedef struct LanesPlan {
    /* Sums are beside the grid, and rule and verdict have a line each; else sums are
     * beside y, and the verdict is a sign before the name. */
    bool wide;
    int decimals, label;
    int tokens; /* of labels: 2 position and token, 1 token, 0 position */
    int rows, row_first, height; /* of each lane: rows shown, and the lines of each row */
    int across, down, first;     /* first: the first lane shown */
    int width;                   /* of a lane and the gap after it */
    Columns upper, lower;        /* the grids of a lane at column 0 */
    int lines;                   /* of a lane */
    bool token_line, gap;
    int text; /* lines of narration, the heading included */
} LanesPlan;

typedef struct Lanes {
    Screen *screen;
    const OptionSpec *option; /* that the lanes differ in */
    Lane lane[LANES_MAX];
    int count, right;      /* right: the lane that the others are compared with */
    bool right_is_present; /* and it is the value that is set */
    Column grid, sums, y;  /* grid: the one shown above y */
    bool has_y;
    bool some; /* only these rows of y are judged */
    size_t judged_first, judged;
    LanesPlan plan;
} Lanes;

/* Makes the lanes of the option that is compared, as the states STATE_LANE of the screen,
 * and finds the plan by which they fit. lanes_release gives them back. */
void lanes_make(Screen *screen, Lanes *lanes);
void lanes_release(Lanes *lanes);

void lanes_draw(Screen *screen); /* the whole screen */

#endif
