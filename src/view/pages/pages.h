/* The overlays of the main screen, each drawn from a session alone.
 *
 * Help, the list of scenes, the text, the ledger and the findings fill the whole frame.
 * The prompt and the explanation are painted over a main screen that has been drawn: the
 * prompt over its last lines, where it parks the terminal's cursor; the explanation over
 * everything below the switches or, on a wide screen, to the right of the column that
 * explain_left gives, so that the main screen is laid out for the columns left of it. */
#ifndef VIEW_PAGES_PAGES_H
#define VIEW_PAGES_PAGES_H

#include "frame/frame.h"
#include "session/session.h"

void help_draw(const Session *session, Frame *frame);
void list_draw(const Session *session, Frame *frame);
void text_draw(const Session *session, Frame *frame);
void prompt_draw(const Session *session, Frame *frame);
void explain_draw(const Session *session, Frame *frame);
void ledger_draw(const Session *session, Frame *frame);
void findings_draw(const Session *session, Frame *frame);

/* First column of the explanation in a frame of that width; 0: it covers the grids. */
int explain_left(int width);

#endif
