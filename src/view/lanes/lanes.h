/* Lanes show one calculation side by side, once for each value of an option or for each of
 * the user's lists of actions (session/lanes.c makes their states). */
#ifndef VIEW_LANES_LANES_H
#define VIEW_LANES_LANES_H

#include "screen/screen.h"

/* How a lane is to the one that is the measure. */
typedef enum LaneVerdict {
    LANE_MEASURE,
    LANE_SAME,    /* bit for bit */
    LANE_CLOSE,   /* but for rounding */
    LANE_DIFFERS, /* lawfully: neither is wrong */
    LANE_WRONG    /* it differs, and its value of the option is wrong */
} LaneVerdict;

typedef struct Lane {
    Sheet *sheet; /* owned */
    Text name;
    bool wrong; /* the value of the option is a mistake here */
    LaneVerdict verdict;
    Verdict change; /* of y, against that of the measure */
} Lane;

/* Grids of a lane on common rows. The first part is the focused grid, or weights; then come
 * y, p and loss, and then the other grids of `show`, one each. */
enum { LANE_PARTS = 8, LANE_RECORDS = 16, LANE_BANDS = LANE_PARTS + 2 * LANE_RECORDS };
typedef struct LanePart {
    Columns columns;
    GridId grid; /* that gives its name */
    bool shown;  /* of `show`; the others are there for each record */
} LanePart;

/* A part of a record in the lanes; the first line of a lane is 0. */
typedef struct LaneBand {
    const LanePart *part;
    int columns; /* the index of its columns */
    size_t record;
    int labels; /* the line of its labels */
    Rows rows;
} LaneBand;

/* The plan of the lanes: `across` side by side, `down` below each other. */
typedef struct LanesPlan {
    bool wide;  /* sums are beside the weights, the actions beside the name */
    bool words; /* the verdict has a line; else it is a sign before the name */
    int decimals, label;
    int tokens; /* of labels: 2 position and token, 1 token, 0 position */
    int rows, row_first, height; /* of queries: rows shown, and the lines of each row */
    int own_rows;                /* the most rows of a grid whose rows are no queries */
    bool records;                /* all of them, else the cursor's alone */
    bool shown, whole; /* grids of `show`: are there; have all rows, else the cursor's */
    bool mean;         /* each lane has a line for its mean loss */
    int across, down, first; /* first: the first lane shown */
    int most_down;
    int width;        /* of a lane and the gap after it */
    int bands, lines; /* of a lane */
    bool token_line, gap,
        airy; /* gap: around all lanes; airy: around the parts of a lane */
    int text; /* lines of narration, the heading included */
} LanesPlan;

typedef struct Lanes {
    Screen *screen;
    const OptionSpec *option; /* that the lanes differ in; NULL: lists of actions */
    Lane lane[LANES_MAX];
    int count, measure; /* measure: the lane that the others are compared with */
    bool right;         /* and it is the only one that is right */
    LanePart part[LANE_PARTS];
    int parts;
    bool has_sums, has_y; /* has_sums: the first part is weights */
    Column sums;
    bool scored; /* `show scored`: which targets are scored, if all lanes agree */
    int name;    /* columns of the longest name, and of the longest name of a part */
    int part_name;
    bool some;    /* only these rows of y are judged */
    bool records; /* or y of all records */
    size_t judged_first, judged;
    int heading, text;  /* lines of the step's words */
    int scored_columns; /* of the words that say what is scored */
    LanesPlan plan;
    Columns columns[LANE_PARTS]; /* the grids of a lane at column 0, by the plan */
    LaneBand band[LANE_BANDS];   /* [plan.bands] */
} Lanes;

/* Makes the lanes that are compared, as the states STATE_LANE of the screen, and finds the
 * plan by which they fit. lanes_release gives them back. */
void lanes_make(Screen *screen, Lanes *lanes);
void lanes_plan(Lanes *lanes); /* the second half of it */
void lanes_release(Lanes *lanes);

/* Appends whether the target of a query is scored: the target, or why it is not. */
void lanes_scored(const Lanes *lanes, size_t record, size_t query, Text *out);

/* Returns the screen as it is for one lane. The copy of the session owns nothing. */
Screen lane_screen(const Screen *screen, const Lane *lane, Session *session);

void lanes_draw(Screen *screen); /* the whole screen */

#endif
