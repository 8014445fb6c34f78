/* The one door of the screen: a session in, a frame out. Pure, at any size; knows no device. */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "session/mouse.h"
#include "frame/frame.h"

void view_draw(const Session *session, Frame *frame);

/* Rows and columns of the focused grid that a frame of that size shows: one page of it. */
void view_page(const Session *session, int width, int height, size_t *rows, size_t *cols);

/* The level of zoom at which a frame of that size shows a whole head. */
int view_last_zoom(const Session *session, int width, int height);

/* Goes on with the long work (session/work.h) that a frame of that size wants, as session_work does (negative: to
 * the end). True: there is more to do. */
bool view_work(Session *session, int width, int height, long milliseconds);

/* Decimals with which a frame of that size shows the focused grid. */
int view_decimals(const Session *session, int width, int height);

/* What lies at a place of a frame of that size. False where that is nothing, as between the grids
 * and on words. */
bool view_click(const Session *session, int width, int height, int x, int y,
                Click *click);

#endif
