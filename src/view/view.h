/* The one door of the screen: a session in, a frame out. Pure, at any size; knows no device. */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "frame/frame.h"
#include "session/mouse.h"

/* Fills the frame with what the session shows, and notes its regions (frame/region.h). */
void view_draw(const Session *session, Frame *frame);

/* Tells the session how much a frame that was drawn shows: lines of a page, the limit of zoom. */
void view_measure(Session *session, const Frame *frame);

/* Finds what a frame that was drawn shows at a place. False where that is nothing, as between the
 * grids and on words. */
bool view_click(const Frame *frame, int x, int y, Click *click);

/* Decimals with which a frame that was drawn shows the focused grid. */
int view_decimals(const Session *session, const Frame *frame);

/* Goes on with the long work (session/work.h) that a frame of that size wants, as session_work does
 * (negative: to the end). True: there is more to do. */
bool view_work(Session *session, int width, int height, long milliseconds);

#endif
