/* See writers.h. In color, a cell writes the codes in which it differs from the cell
 * before it. */
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

/* ---- in color ---- */

/* One SGR sequence, whose codes are separated by semicolons. */
typedef struct Codes {
    FILE *file;
    int count;
} Codes;

static void add_code(Codes *codes, unsigned code) {
    fprintf(codes->file, codes->count++ ? ";%u" : "\033[%u", code);
}

/* base is 30 for the foreground, 40 for the background. */
static void add_color(Codes *codes, unsigned base, Depth depth, uint32_t color) {
    if (depth == DEPTH_8 || depth == DEPTH_16)
        add_code(codes, color < 8 ? base + color : base + 60 + color - 8);
    if (depth < DEPTH_256)
        return;
    add_code(codes, base + 8);
    add_code(codes, depth == DEPTH_256 ? 5 : 2); /* an index, or three bytes */
    for (int shift = depth == DEPTH_256 ? 0 : 16; shift >= 0; shift -= 8)
        add_code(codes, color >> shift & 255);
}

static void add_switch(Codes *codes, bool was, bool is, unsigned on, unsigned off) {
    if (was != is)
        add_code(codes, is ? on : off);
}

/* Writes the codes that lead from one paint to the next; before is NULL after a reset. */
static void write_change(const Paint *before, const Paint *paint, Depth depth,
                         FILE *file) {
    Codes codes = {.file = file};
    Paint old = before ? *before : (Paint){0};
    add_switch(&codes, old.bold, paint->bold, 1, 22);
    add_switch(&codes, old.underline, paint->underline, 4, 24);
    add_switch(&codes, old.reverse, paint->reverse, 7, 27);
    if (!before || old.fore != paint->fore)
        add_color(&codes, 30, depth, paint->fore);
    if (!before || old.back != paint->back)
        add_color(&codes, 40, depth, paint->back);
    fputs(codes.count ? "m" : "", file);
}

void ansi_write(const Frame *frame, Theme theme, Depth depth, FILE *file) {
    if (theme == THEME_MONO)
        depth = DEPTH_NONE;
    for (int y = 0; y < frame->height; y++) {
        Paint before;
        for (int x = 0; x < frame->width; x++) {
            const Cell *cell = frame_cell(frame, x, y);
            if (cell->glyph == 0)
                continue;
            Paint paint = palette_paint(theme, depth, cell->style);
            write_change(x > 0 ? &before : NULL, &paint, depth, file);
            Cell painted = cell_painted(frame, cell, paint);
            text_write_cell(&painted, file);
            before = paint;
        }
        fputs("\033[0m\n", file);
    }
}
