/* Pictures of many cells in dots. A character is two dots, one above the other. In color
 * both are seen; without colors the glyph of the dot that weighs more is seen, on a
 * ramp. */
#ifndef VIEW_AFAR_PICTURE_H
#define VIEW_AFAR_PICTURE_H

#include "session/tasks.h"
#include "view/screen/screen.h"

/* A picture of an area of cells, in dots of edge × edge cells. */
typedef struct Picture {
    int x, y, columns, lines; /* of the frame; a line is two dots */
    SurveyArea area;          /* the cells that are shown */
    int row, col;             /* the dots of the lit query and key; -1: not shown */
} Picture;

/* How a dot is drawn. */
typedef struct Dot {
    int entry;  /* of the palette */
    char glyph; /* without colors */
    int weight; /* of two dots, the glyph of the heavier one is shown */
} Dot;

/* Draws a picture and notes it as a region. box: an area of cells to frame, or NULL. */
void picture_draw(Screen *screen, const Picture *picture, const Survey *survey,
                  const SurveyArea *box);
Dot dot_of_weight(double weight, bool edge); /* on a logarithmic scale */
void dot_put(Screen *screen, int x, int y, Dot upper, Dot lower);

#endif
