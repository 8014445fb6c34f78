/* Writers of frames to files: as plain text, as text with colors, and as a picture. */
#ifndef OUTPUT_WRITERS_H
#define OUTPUT_WRITERS_H

#include <stdio.h>

#include "frame/frame.h"

/* ---- text.c ---- */

/* Writes the glyph plane, without styles. A line of the frame is a line of UTF-8; blanks
 * at its end are left out. */
void text_write(const Frame *frame, FILE *file);

/* Writes a cell's character and its combining characters; nothing for the right half of a
 * wide character. */
void text_write_cell(const Cell *cell, FILE *file);

/* Writes text with the escape sequences of ECMA-48 for color, as a terminal shows it.
 * Every line is painted over its whole width, ends with a reset, and is followed by
 * '\n'. */
void ansi_write(const Frame *frame, Theme theme, Depth depth, FILE *file);

/* ---- svg.c ---- */

/* Writes SVG 1.1 in true colors. Columns are on a fixed grid, whatever font the viewer
 * has; a wide character takes two. */
void svg_write(const Frame *frame, Theme theme, FILE *file);

#endif
