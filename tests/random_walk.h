/* A walker that does at random what a user can do, and what one would not: lines that fit the scene,
 * lines that make no sense, keys, the prompt, the mouse, frames of any size. The same seed walks the
 * same way. */
#ifndef RANDOM_WALK_H
#define RANDOM_WALK_H

#include "session/session.h"

typedef struct Walker {
    Session *session;
    unsigned long long state; /* of the random numbers */
    int frames;               /* one action in so many is followed by a drawn frame */
    unsigned long long actions, drawn;
} Walker;

/* From 0 to count - 1. */
size_t below(Walker *walker, size_t count);

/* One action, or a burst of them. */
void walk_on(Walker *walker);

/* Fails the test where a frame holds what no terminal could show. */
typedef struct Frame Frame;
void check_frame(const Frame *frame);

/* A frame's glyphs and styles in one number. */
unsigned long long frame_digest(const Session *session, int width, int height);

#endif
