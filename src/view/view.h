/* The one door of the screen: a session in, a frame out. Pure, at any size; knows no device. */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "session/session.h"
#include "view/frame.h"

void view_draw(const Session *session, Frame *frame);

/* Rows and columns of the focused grid that a frame of that size shows: one page of it. */
void view_page(const Session *session, int width, int height, size_t *rows, size_t *cols);

/* Decimals with which a frame of that size shows the focused grid. */
int view_decimals(const Session *session, int width, int height);

/* What lies at a place of the screen: a cell, or a switch with its key. */
typedef struct Click {
    char key[16]; /* of a switch, as key_parse takes it; "" for a cell */
    GridId grid;
    size_t record, head, row, col;
} Click;

/* False where a click means nothing: between the grids, on words, under an overlay, in lanes. */
bool view_click(const Session *session, int width, int height, int x, int y,
                Click *click);

#endif
