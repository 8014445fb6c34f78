/* A head seen from afar: dots of cells or tiles, two a character, the whole of it beside them as a
 * small map, and what was found. Private to tiles*.c, findings.c and view.c.
 *
 * In color a character is two dots; its glyph, which shows where there are no colors, says what
 * weighs more of the two, on a ramp. */
#ifndef VIEW_AFAR_TILES_H
#define VIEW_AFAR_TILES_H

#include "session/work.h"
#include "frame/page.h"
#include "view/screen/screen.h"

/* A picture of an area of cells, in dots of edge × edge cells. */
typedef struct Dots {
    int x, y, columns, lines; /* two dots to a line */
    SurveyArea area;          /* shown */
} Dots;

typedef struct TilesLayout {
    int width, height;
    /* lines, ABSENT where it is not shown */
    int title, switches, names, labels, legend, words, more, arithmetic, hints;
    int label; /* columns of the queries' labels */
    Dots picture;
    int room;               /* lines there are for it */
    size_t queries, keys;   /* of the head */
    int last_level;         /* of zoom */
    int panel, panel_width; /* column; ABSENT: no room for it */
    bool has_map, tall_legend;
    Dots map;
    Area findings; /* height 0: none */
} TilesLayout;

/* Whether this is how the session is looked at. */
bool tiles_shown(const Session *session);

void tiles_layout(const Session *session, int width, int height, TilesLayout *layout);

/* The part of the head that needs a walk of its own; false: the whole head's tiles do. */
bool tiles_part(const Session *session, const TilesLayout *layout, SurveyArea *part);

/* The whole screen; the screen's layout is made for it. */
void tiles_draw(Screen *screen, const TilesLayout *layout);

/* ---- tiles.c: dots ---- */

/* What a dot shows. */
typedef struct Dot {
    int entry;  /* of the palette */
    char glyph; /* without colors */
    int weight; /* of two dots the heavier one's glyph is shown */
} Dot;

/* box: cells to frame; NULL: none. */
void dots_draw(Screen *screen, const Dots *dots, const Survey *survey,
               const SurveyArea *box);
Dot dot_of_weight(double weight, bool edge); /* on the logarithmic scale */
void dot_put(Screen *screen, int x, int y, Dot upper, Dot lower);

/* ---- tiles_panel.c ---- */

void panel_draw(Screen *screen, const TilesLayout *layout);
void legend_draw(Screen *screen, const TilesLayout *layout);

/* ---- findings.c ---- */

/* All that was found, and the heads in one column: a page to choose from, whose entries are numbered
 * as session_findings has them. */
void findings_list(Page *page, const Session *session, int width);

/* What was found, in few lines: `lines` at most. */
void findings_brief(Page *page, const Session *session, int width, int lines);

/* The most important of it as a sentence, in at most so many columns if it can be; more: what it
 * means, "" nothing. */
void findings_sentence(const Session *session, int columns, Text *sentence,
                       const char **more);

#endif
