/* A terminal with unknown capabilities: frames are printed one below the other, and keys
 * are read.
 *
 * It is for TERM=dumb, unknown or missing, for line printers, and for screen readers that
 * want lines. Keys, signals and the way out are as in output/curses.h. */
#ifndef OUTPUT_PLAIN_H
#define OUTPUT_PLAIN_H

#include <stdbool.h>

#include "base/error.h"
#include "base/key.h"
#include "frame/frame.h"

typedef struct Plain Plain;

Plain *plain_open(Error *error); /* NULL: no terminal at all */
void plain_close(Plain *plain);
bool plain_utf8(const Plain *plain);
void plain_size(const Plain *plain, int *width, int *height);
void plain_show(Plain *plain, const Frame *frame);
int plain_key(Plain *plain, int milliseconds);
void plain_suspend(Plain *plain);

#endif
