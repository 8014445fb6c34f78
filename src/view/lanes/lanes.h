/* Lanes side by side: the same calculation once for each value of an option. Private to lanes*.c
 * and view.c. */
#ifndef VIEW_LANES_LANES_H
#define VIEW_LANES_LANES_H

#include "view/screen/screen.h"

typedef enum LaneVerdict { LANE_RIGHT, LANE_SAME, LANE_CLOSE, LANE_DIFFERS } LaneVerdict;

typedef struct Lane {
    Sheet *sheet; /* owned: all as it is now but for the option */
    const char *value;
    LaneVerdict verdict;
    Verdict change; /* of y, to the right lane's */
} Lane;

/* How the lanes stand: `across` beside each other, `down` under each other. */
typedef struct LanesPlan {
    bool wide; /* sums beside the grid, a line for rule and one for the verdict; else sums
                   * beside y, and the verdict is a sign before the name */
    int decimals, label;
    int tokens;                  /* label: 2 position and token, 1 token, 0 position */
    int rows, row_first, height; /* of each lane: rows shown, lines each */
    int across, down, first;     /* first: lane */
    int width;                   /* of a lane, its gap included */
    Columns upper, lower;        /* of a lane at column 0 */
    int lines;                   /* of a lane */
    bool token_line, gap;
    int text; /* lines of narration, the heading included */
} LanesPlan;

typedef struct Lanes {
    Lane lane[LANES_MAX];
    int count, right; /* right: the lane that the others are compared with */
    GridId upper;     /* the grid shown above y */
    ColumnSpec grid, sums, y;
    bool has_y;
    bool some; /* y is judged in these rows only */
    size_t judged_first, judged;
    LanesPlan plan;
} Lanes;

/* The lane in focus as a sheet of its own, and its value; NULL where nothing is compared. */
Sheet *lane_sheet(const Session *session, const char **value);

/* False where nothing can be compared. */
bool lanes_make(Screen *screen, Lanes *lanes);
void lanes_release(Lanes *lanes);
void lanes_plan(const Screen *screen, Lanes *lanes, int width, int height);
void lanes_draw(Screen *screen); /* the whole screen */

#endif
