/* A page that fills the frame: a title, lines that scroll below it, and the keys that
 * work there. */
#ifndef VIEW_PAGES_FULL_PAGE_H
#define VIEW_PAGES_FULL_PAGE_H

#include "frame/page.h"
#include "session/session.h"

enum { HEADED_FROM = 8, KEPT_FROM = 12 }; /* lines of a frame that has room for them */

typedef struct FullPage {
    const char *title;
    const char *place; /* at the right of the title; NULL: which lines are shown */
    const char *hint;  /* as key_words_draw takes it */
    bool headed;       /* line 1 is left to the caller, from HEADED_FROM lines on */
    /* Lines under the title that are left as they are, from KEPT_FROM lines on. */
    int kept;
} FullPage;

/* Fills the frame in the page's role, and notes the page as page_show does. If there are
 * few lines, first the title, then the blank line, then the hint give way to the page. */
void full_page_draw(const Session *session, Frame *frame, const FullPage *full,
                    const Page *page);

/* The number of lines of the page that a frame shows. */
int full_page_room(const Frame *frame, const FullPage *full);

/* Appends which scene and step is shown. */
void full_page_place(const Session *session, Text *out);

#endif
