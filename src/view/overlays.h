/* What lies over the main screen. All are pure: a session in, cells out.
 *
 * help, list and text fill the whole frame. prompt and explain are painted over a main screen that
 * has been drawn: the prompt over its last lines, where it parks the terminal's cursor; the
 * explanation over everything below the switches or, on a wide screen, to the right of the column
 * that explain_left gives, so the main screen is laid out for the columns left of it. */
#ifndef VIEW_OVERLAYS_H
#define VIEW_OVERLAYS_H

#include "session/mouse.h"
#include "view/frame.h"

void help_draw(const Session *session, Frame *frame);
void list_draw(const Session *session, Frame *frame);
void text_draw(const Session *session, Frame *frame);
void prompt_draw(const Session *session, Frame *frame);
void explain_draw(const Session *session, Frame *frame);
void ledger_draw(const Session *session, Frame *frame);
void findings_draw(const Session *session, Frame *frame);

/* What paging needs to know of the overlay that is open, in a frame of that size: its lines, how
 * many of them show at once, and how many entries there are to choose from (0: nothing to choose).
 * All 0 where none is open. */
typedef struct OverlaySize {
    size_t lines, rows, entries;
} OverlaySize;

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

/* The lines that made a cell, in the shown record, layer and head, in the session's language; the
 * last one ends in "= NUMBER". */
void explain_lines(const Session *session, GridId grid, size_t row, size_t col,
                   Text *plain);

#endif
