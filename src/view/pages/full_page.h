/* The pages over the main screen. A full page has a title, lines that scroll below it,
 * and the keys that work there. The table in full_page.c says which function makes the
 * page of each overlay. */
#ifndef VIEW_PAGES_FULL_PAGE_H
#define VIEW_PAGES_FULL_PAGE_H

#include "frame/page.h"
#include "session/session.h"

/* A page that is being made. */
typedef struct FullPage {
    const Session *session;
    Frame *frame;
    int lang;
    int left, width; /* columns of the frame; left > 0: a panel beside the main screen */
    int top, room;   /* the first line of the page, and how many are shown */
    Text title;
    Page page;
} FullPage;

/* Draws the page of the session's overlay, and notes its regions as page_show does. If
 * there are few lines, first the title, then the blank line, then the hint give way to
 * the page. The explanation is drawn over a main screen: over everything below the
 * switches or, in a wide frame, as a panel from column explain_left on. */
void full_page_draw(const Session *session, Frame *frame);

/* First column of the explanation in a frame of that width; 0: it covers the grids. */
int explain_left(int width);

/* Draws the prompt over the last lines of a screen, and parks the terminal's cursor
 * there. */
void prompt_draw(const Session *session, Frame *frame);

/* ---- the makers of other files: each writes title and page ---- */

void help_make(FullPage *full);
void list_make(FullPage *full);
void text_make(FullPage *full);

#endif
