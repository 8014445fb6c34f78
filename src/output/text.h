/* A frame as plain text: its glyph plane, without styles. */
#ifndef OUTPUT_TEXT_H
#define OUTPUT_TEXT_H

#include <stdio.h>

#include "frame/frame.h"

/* A line of the frame is a line of UTF-8; blanks at its end are left out. */
void text_write(const Frame *frame, FILE *file);

/* Writes a cell's character and its combining characters; nothing for the right half of a
 * wide character. */
void text_write_cell(const Cell *cell, FILE *file);

#endif
