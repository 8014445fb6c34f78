/* A frame as a picture: SVG 1.1 in true colors. */
#ifndef OUTPUT_SVG_H
#define OUTPUT_SVG_H

#include <stdio.h>

#include "frame/frame.h"

/* Columns are on a fixed grid, whatever font the viewer has; a wide character takes
 * two. */
void svg_write(const Frame *frame, Theme theme, FILE *file);

#endif
