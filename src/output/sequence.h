/* Keys from bytes: characters of UTF-8, escape sequences that terminfo does not tell of, and all
 * else that a terminal may send by itself. That is read to its end, so that no part of it counts
 * as a key. */
#ifndef OUTPUT_SEQUENCE_H
#define OUTPUT_SEQUENCE_H

#include "base/key.h"

enum { BYTE_NONE = -1 };

/* Where bytes come from. next waits at most so long; above 255 it is a key of its own, which ends
 * what was begun. back makes a byte the next one again. mouse is where KEY_MOUSE_EVENT leaves what
 * the mouse did; NULL: there is no mouse, its reports are KEY_OTHER. */
typedef struct ByteSource {
    int (*next)(void *data, int milliseconds);
    void (*back)(void *data, int byte);
    void *data;
    MouseEvent *mouse;
} ByteSource;

/* The key that a byte and what follows it are; KEY_OTHER where they mean nothing here. ESC alone,
 * or before a key of its own that was typed ahead, is KEY_ESCAPE. */
int sequence_read(const ByteSource *source, int byte);

#endif
