/* See writers.h. */
#include "output/writers.h"

#include "base/utf8.h"

void text_write_cell(const Cell *cell, FILE *file) {
    char bytes[5];
    fwrite(bytes, 1, utf8_encode(cell->glyph, bytes), file);
    fwrite(bytes, 1, utf8_encode(cell->mark[0], bytes), file);
    fwrite(bytes, 1, utf8_encode(cell->mark[1], bytes), file);
}

/* Returns the column after the last one that is not blank. */
static int line_end(const Frame *frame, int y) {
    int end = frame->width;
    while (end > 0 && frame_cell(frame, end - 1, y)->glyph == ' ' &&
           frame_cell(frame, end - 1, y)->mark[0] == 0)
        end--;
    return end;
}

void text_write(const Frame *frame, FILE *file) {
    for (int y = 0; y < frame->height; y++) {
        int end = line_end(frame, y);
        for (int x = 0; x < end; x++)
            text_write_cell(frame_cell(frame, x, y), file);
        fputc('\n', file);
    }
}
