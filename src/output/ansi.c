/* See writers.h. A cell writes the codes in which it differs from the cell before it. */
#include "output/writers.h"

/* The codes of one SGR sequence, separated by semicolons. */
typedef struct Codes {
    char text[80];
    size_t length;
} Codes;

static void add_code(Codes *codes, unsigned code) {
    int more = snprintf(codes->text + codes->length, sizeof codes->text - codes->length,
                        codes->length ? ";%u" : "%u", code);
    codes->length += (size_t)more;
}

/* base is 30 for the foreground, 40 for the background. */
static void add_color(Codes *codes, unsigned base, Depth depth, uint32_t color) {
    switch (depth) {
    case DEPTH_NONE:
        return;
    case DEPTH_8:
    case DEPTH_16:
        add_code(codes, color < 8 ? base + color : base + 60 + color - 8);
        return;
    case DEPTH_256:
        add_code(codes, base + 8);
        add_code(codes, 5);
        add_code(codes, color);
        return;
    case DEPTH_TRUE:
        add_code(codes, base + 8);
        add_code(codes, 2);
        add_code(codes, color >> 16 & 255);
        add_code(codes, color >> 8 & 255);
        add_code(codes, color & 255);
        return;
    }
}

static void add_switch(Codes *codes, bool was, bool is, unsigned on, unsigned off) {
    if (was != is)
        add_code(codes, is ? on : off);
}

/* Writes the codes that lead from one paint to the next; before is NULL after a reset. */
static void write_change(const Paint *before, const Paint *paint, Depth depth,
                         FILE *file) {
    Codes codes = {.length = 0};
    Paint old = before ? *before : (Paint){0};
    add_switch(&codes, old.bold, paint->bold, 1, 22);
    add_switch(&codes, old.underline, paint->underline, 4, 24);
    add_switch(&codes, old.reverse, paint->reverse, 7, 27);
    if (!before || old.fore != paint->fore)
        add_color(&codes, 30, depth, paint->fore);
    if (!before || old.back != paint->back)
        add_color(&codes, 40, depth, paint->back);
    if (codes.length)
        fprintf(file, "\033[%sm", codes.text);
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
