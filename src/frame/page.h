/* A page is any number of lines of styled text, of which a screen shows a window.
 *
 * Help, the list of scenes, the whole text and the explanation are pages: they are made
 * from a session, and drawn from a line on or written as plain text. Text is put at a
 * column of its line; where earlier text reaches that far, it follows after one blank. */
#ifndef FRAME_PAGE_H
#define FRAME_PAGE_H

#include "base/text.h"
#include "frame/frame.h"

typedef struct Piece {
    int x, columns;
    Style style;
    char *text;
} Piece;

typedef struct PageLine {
    Piece *pieces;
    size_t count;
    size_t entry; /* counted from 1; 0: the line belongs to none */
} PageLine;

typedef struct Page {
    PageLine *lines;
    size_t count;
    int back;       /* the role whose background is behind all text */
    bool ascii;     /* √ becomes sqrt and so on, before anything is measured */
    size_t entries; /* to choose from */
    size_t choice;  /* the chosen entry, from 0; its lines are drawn in ROLE_CHOICE */
    size_t chosen;  /* its first line; SIZE_MAX: there is none */
    bool in_entry;
} Page;

void page_init(Page *page, int back, bool ascii);
void page_release(Page *page);

void page_line(Page *page); /* begins a line; text is put on the last line */

/* Lines that begin between these two calls are an entry that can be chosen. */
void page_entry_begin(Page *page);
void page_entry_end(Page *page);

void page_put(Page *page, int x, int role, const char *text);
void page_put_right(Page *page, int end, int role,
                    const char *text); /* ends before end */
void page_format(Page *page, int x, int role, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void page_put_style(Page *page, int x, Style style, const char *text);
int page_end(const Page *page); /* the first free column of the last line */

/* Puts text from column x of the last line on, and on new lines from column `next` on.
 * Lines break at blanks and between wide characters, never before closing punctuation. */
void page_wrap(Page *page, int x, int next, int width, int role, const char *text);

/* Returns the columns that text takes on the page. */
int page_columns(const Page *page, const char *text);

/* Returns the first of `count` lines to show: the wanted one, moved as little as needed
 * so that the window does not pass the last line and has the chosen line in view (count
 * or more: none is chosen). */
size_t page_scroll(size_t count, int height, size_t wanted, size_t chosen);

/* Fills the area and draws the lines from `first` on. */
void page_draw(const Page *page, Frame *frame, Area area, size_t first);

/* Draws the lines from page_scroll's first on, for `wanted`, and notes the page and its
 * entries as regions of the frame; returns that first line. */
size_t page_show(const Page *page, Frame *frame, Area area, size_t wanted);

void page_plain(const Page *page, Text *plain); /* every line ends in a line feed */

#endif
