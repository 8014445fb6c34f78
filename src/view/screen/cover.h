/* What covers the screen: a title, a page that scrolls under it, and what the keys do. */
#ifndef VIEW_SCREEN_COVER_H
#define VIEW_SCREEN_COVER_H

#include "session/session.h"
#include "frame/page.h"

enum { COVER_HEADED = 8, COVER_KEPT = 12 };

typedef struct Cover {
    const char *title;
    const char *place; /* at the right of the title; NULL: which lines are shown */
    const char *hint;  /* keys stand between backquotes: "`/` find" */
    int lang;
    size_t wanted; /* first line wanted */
    size_t chosen; /* the line that must be in view; page.count or more: none */
    bool headed;   /* line 1 is the caller's, in frames of COVER_HEADED lines or more */
    int kept; /* lines under the title that stay as drawn before, in frames of COVER_KEPT lines */
} Cover;

/* What paging needs to know of the overlay that is open, in a frame of that size: its lines, how
 * many of them show at once, and how many entries there are to choose from (0: nothing to choose).
 * All 0 where none is open. */
typedef struct OverlaySize {
    size_t lines, rows, entries;
} OverlaySize;

/* Fills the frame in the page's role. Where lines are few, the title, then the blank line,
 * then the hint give way to the page. */
void cover_draw(Frame *frame, const Cover *cover, const Page *page);

/* A page that is made anew for every frame; what the cover leaves open comes from the session. */
typedef void PageMaker(Page *page, const Session *session, int width);
void cover_page(const Session *session, Frame *frame, PageMaker *make, Cover cover);
OverlaySize cover_size(const Session *session, const Frame *frame, PageMaker *make);

/* Lines of the page that a frame shows. */
int cover_room(const Frame *frame, const Cover *cover);

/* The line of a page of `count` lines that stands in line y of the frame, and the first one that
 * is shown. False where none does. */
bool cover_line(const Frame *frame, const Cover *cover, size_t count, int y, size_t *line,
                size_t *first);

/* Which scene and step this is. */
void overlay_place(const Session *session, Text *out);

/* Words with keys between backquotes, over a background; returns the columns written. */
int hint_columns(const char *hint);
int hint_draw(Frame *frame, int x, int y, int columns, int back, const char *hint);

#endif
