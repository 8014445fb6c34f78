/* The screen: view_draw fills a frame of any size from a session. The other functions ask
 * a frame that was drawn. Nothing here knows a device. */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "frame/frame.h"
#include "session/mouse.h"

/* Fills the frame, and notes its regions (frame/frame.h). */
void view_draw(const Session *session, Frame *frame);

/* Sets the sizes that paging and zooming in the session need from a frame that was
 * drawn. */
void view_measure(Session *session, const Frame *frame);

/* Finds the thing that a frame shows at a place. Returns false if there is none, as
 * between the grids and on words. */
bool view_click(const Frame *frame, int x, int y, Click *click);

/* The decimals with which a frame shows the focused grid. */
int view_decimals(const Session *session, const Frame *frame);

/* Goes on with the long work (session/tasks.h) that a frame of that size needs, for so
 * many milliseconds (negative: to the end). Returns true if there is more to do. */
bool view_work(Session *session, int width, int height, long milliseconds);

#endif
