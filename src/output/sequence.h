/* Keys from bytes: characters of UTF-8, escape sequences that terminfo lacks, and reports
 * that a terminal sends by itself. A report is read to its end, so that no part of it
 * counts as a key. */
#ifndef OUTPUT_SEQUENCE_H
#define OUTPUT_SEQUENCE_H

#include "base/key.h"

enum { BYTE_NONE = -1 };

/* The source of bytes. next waits at most so many milliseconds; a value above 255 is a
 * key of its own, which ends a sequence that has begun. back makes a byte the next one
 * again. mouse receives the event of a KEY_MOUSE_EVENT; NULL: there is no mouse, its
 * reports are KEY_OTHER. */
typedef struct ByteSource {
    int (*next)(void *data, int milliseconds);
    void (*back)(void *data, int byte);
    void *data;
    MouseEvent *mouse;
} ByteSource;

/* Returns the key of a byte and the bytes that follow it; KEY_OTHER if they mean nothing
 * here. ESC alone, or before a key of its own that was typed ahead, is KEY_ESCAPE. */
int sequence_read(const ByteSource *source, int byte);

#endif
