/* Keys from bytes: characters of UTF-8, escape sequences that terminfo lacks, and reports
 * that a terminal sends by itself. A report is read to its end, so that no part of it
 * counts as a key. */
#ifndef OUTPUT_SEQUENCE_H
#define OUTPUT_SEQUENCE_H

#include "base/key.h"
#include "base/text.h"

enum { BYTE_NONE = -1 };

/* The source of bytes. next waits at most so many milliseconds; a value above 255 is a
 * key of its own, which ends a sequence that has begun. mouse receives the event of a
 * KEY_MOUSE_EVENT; NULL: there is no mouse, its reports are KEY_OTHER. */
typedef struct ByteSource {
    int (*next)(void *data, int milliseconds);
    void *data;
    MouseEvent *mouse;
    Text *paste;  /* receives the text of a KEY_PASTE; NULL: its marks are KEY_OTHER */
    bool pasting; /* one is being read: no value of next may be above 255 */
    int back
        [4]; /* bytes to be read again, the last one first; two at most are given back */
    int back_count;
} ByteSource;

/* Returns the next key, without waiting for its first byte (KEY_NONE: none is there);
 * KEY_OTHER if its bytes mean nothing here. ESC alone, or before a key of its own that
 * was typed ahead, is KEY_ESCAPE. */
int sequence_read(ByteSource *source);

/* Sequences that ask a terminal to put marks around pasted text, and to stop it. */
#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

/* ---- the mouse ---- */

/* Sequences that ask a terminal for reports, and stop them: of buttons, the wheel, and
 * motion while a button is held (1002), in decimal numbers (1006). */
#define MOUSE_ON  "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"

/* Parses a report without its ESC, as "[<0;12;5M". Returns false for any other text and
 * for another button than the left one. */
bool mouse_parse(const char *text, MouseEvent *event);

#endif
