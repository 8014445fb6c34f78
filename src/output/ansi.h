/* A frame as text with the escape sequences of ECMA-48 for color, as a terminal shows
 * it. */
#ifndef OUTPUT_ANSI_H
#define OUTPUT_ANSI_H

#include <stdio.h>

#include "frame/frame.h"

/* Every line is painted over its whole width, ends with a reset, and is followed by
 * '\n'. */
void ansi_write(const Frame *frame, Theme theme, Depth depth, FILE *file);

#endif
