/* What lies over the main screen. All are pure: a session in, cells out.
 *
 * help, list and text fill the whole frame. prompt and explain are painted over a main screen that
 * has been drawn: the prompt over its last lines, where it parks the terminal's cursor; the
 * explanation over everything below the switches or, on a wide screen, to the right of the column
 * that explain_left gives, so the main screen is laid out for the columns left of it. */
#ifndef VIEW_PAGES_OVERLAYS_H
#define VIEW_PAGES_OVERLAYS_H

#include "session/mouse.h"
#include "view/screen/cover.h"

void help_draw(const Session *session, Frame *frame);
void list_draw(const Session *session, Frame *frame);
void text_draw(const Session *session, Frame *frame);
void prompt_draw(const Session *session, Frame *frame);
void explain_draw(const Session *session, Frame *frame);
void ledger_draw(const Session *session, Frame *frame);
void findings_draw(const Session *session, Frame *frame);

OverlaySize overlay_size(const Session *session, const Frame *frame);

OverlaySize help_size(const Session *session, const Frame *frame);
OverlaySize list_size(const Session *session, const Frame *frame);
OverlaySize text_size(const Session *session, const Frame *frame);
OverlaySize explain_size(const Session *session, const Frame *frame);
OverlaySize ledger_size(const Session *session, const Frame *frame);
OverlaySize findings_size(const Session *session, const Frame *frame);

/* What a line of help, list, text or ledger is for a click: an entry, or a part of the page. */
void overlay_click(const Session *session, const Frame *frame, int y, Click *click);

bool help_click(const Session *session, const Frame *frame, int y, Click *click);
bool list_click(const Session *session, const Frame *frame, int y, Click *click);
bool findings_click(const Session *session, const Frame *frame, int y, Click *click);

/* First column of the explanation in a frame of that width; 0: it covers the grids. */
int explain_left(int width);

#endif
