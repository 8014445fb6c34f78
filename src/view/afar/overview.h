/* A head seen from afar: a picture of its weights in dots of one or many cells, the whole
 * head beside it as a small map, and the findings. Private to afar and view.c. */
#ifndef VIEW_AFAR_OVERVIEW_H
#define VIEW_AFAR_OVERVIEW_H

#include "frame/page.h"
#include "session/tasks.h"
#include "screen/screen.h"

/* A picture of an area of cells, in dots of edge × edge cells. */
typedef struct Picture {
    int x, y, columns, lines; /* of the frame; a line is two dots */
    SurveyArea area;          /* the cells that are shown */
    int row, col;             /* the dots of the lit query and key; -1: not shown */
    const Survey *survey;     /* the walk over them; NULL: not begun */
    const SurveyArea *box;    /* cells to frame; NULL: none */
} Picture;

typedef struct OverviewLayout {
    Layout screen; /* the lines of title, switches, arithmetic and hints */
    /* Other lines; a part that is not shown is drawn outside the frame, on line
     * ABSENT. */
    int names, labels, legend, words, more;
    int label; /* columns of the queries' labels */
    Picture picture;
    int room;             /* lines there are for the picture */
    size_t queries, keys; /* of the head */
    int last_level;       /* of zoom: the whole head is shown */
    int side; /* column of the map and the findings; ABSENT: there is no room */
    int side_width;
    bool has_map;
    Picture map;
    Area findings; /* height 0: none */
} OverviewLayout;

void overview_layout(const Session *session, int width, int height,
                     OverviewLayout *layout);

/* Returns the part of the head that needs a walk of its own, or NULL if the whole head's
 * tiles do. */
const SurveyArea *overview_part(const Session *session, const OverviewLayout *layout);

void overview_draw(Screen *screen, OverviewLayout *layout); /* the whole screen */

/* ---- picture.c: pictures of many cells in dots ---- */

void picture_draw(Screen *screen, const Picture *picture); /* and notes it as a region */

/* Draws the legend, on its line or else beside the picture. */
void overview_legend_draw(Screen *screen, const OverviewLayout *layout);

/* ---- findings.c: the findings in the shown head, and the heads by entropy ---- */

/* Puts all findings, and the heads in one column, as entries in the order of
 * session_findings. */
void findings_list(Page *page, const Session *session, int width);

/* Puts the heaviest findings and some heads, in at most so many lines. */
void findings_brief(Page *page, const Session *session, int width, int lines);

/* Appends the most important finding as a sentence, shortened if it needs more columns.
 * *more is a second sentence that says how to read the picture then, or "". */
void findings_sentence(const Session *session, int columns, Text *sentence,
                       const char **more);

#endif
