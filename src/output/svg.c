/* See writers.h. Backgrounds are rectangles, one for each stretch of a color in a line.
 * Text is written in runs of plain ASCII of one style; any other character is placed
 * alone, so that it is in its column even if a font draws it too wide. Block characters
 * are drawn as rectangles, because fonts leave gaps between them. */
#include "output/writers.h"

enum { CELL_WIDTH = 9, CELL_HEIGHT = 18, FONT_SIZE = 15, BASELINE = 14 };

/* The part of a cell that a block character fills, in eighths. */
typedef struct Block {
    uint32_t glyph;
    int left, top, right, bottom;
} Block;

static const Block blocks[] = {
    {0x2580, 0, 0, 8, 4}, {0x2584, 0, 4, 8, 8}, {0x2588, 0, 0, 8, 8},
    {0x2589, 0, 0, 7, 8}, {0x258a, 0, 0, 6, 8}, {0x258b, 0, 0, 5, 8},
    {0x258c, 0, 0, 4, 8}, {0x258d, 0, 0, 3, 8}, {0x258e, 0, 0, 2, 8},
    {0x258f, 0, 0, 1, 8}, {0x2590, 4, 0, 8, 8},
};

typedef struct Picture {
    const Frame *frame;
    Theme theme;
    FILE *file;
} Picture;

/* A cell with its paint. */
typedef struct Spot {
    Cell cell;
    Paint paint;
} Spot;

/* Gives a cell true colors, also in the theme without colors: black on white there,
 * reversed where the palette says so. */
static Spot spot_at(const Picture *picture, int x, int y) {
    const Cell *cell = frame_cell(picture->frame, x, y);
    Paint paint = palette_paint(picture->theme, DEPTH_TRUE, cell->style);
    if (picture->theme == THEME_MONO)
        paint.back = 0xffffff;
    if (paint.reverse) {
        uint32_t fore = paint.fore;
        paint.fore = paint.back;
        paint.back = fore;
    }
    return (Spot){cell_painted(picture->frame, cell, paint), paint};
}

static void write_rectangle(const Picture *picture, double x, double y, double width,
                            double height, uint32_t color) {
    fprintf(picture->file,
            "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"/>\n", x, y,
            width, height, (unsigned)color);
}

static void write_grounds(const Picture *picture, int y, uint32_t ground) {
    int width = picture->frame->width;
    for (int x = 0, end; x < width; x = end) {
        uint32_t back = spot_at(picture, x, y).paint.back;
        end = x + 1;
        while (end < width && spot_at(picture, end, y).paint.back == back)
            end++;
        if (back != ground)
            write_rectangle(picture, x * CELL_WIDTH, y * CELL_HEIGHT,
                            (end - x) * CELL_WIDTH, CELL_HEIGHT, back);
    }
}

static bool write_block(const Picture *picture, int x, int y) {
    Spot spot = spot_at(picture, x, y);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const Block *block = &blocks[i];
        if (block->glyph != spot.cell.glyph)
            continue;
        write_rectangle(picture, CELL_WIDTH * (x + block->left / 8.0),
                        CELL_HEIGHT * (y + block->top / 8.0),
                        CELL_WIDTH * (block->right - block->left) / 8.0,
                        CELL_HEIGHT * (block->bottom - block->top) / 8.0,
                        spot.paint.fore);
        return true;
    }
    return false;
}

/* Whether two cells may be in one run. */
static bool join(Spot a, Spot b) {
    const Cell *cells[] = {&a.cell, &b.cell};
    for (size_t i = 0; i < 2; i++)
        if (cells[i]->glyph < ' ' || cells[i]->glyph >= 0x7f || cells[i]->mark[0])
            return false;
    return a.paint.fore == b.paint.fore && a.paint.back == b.paint.back &&
           a.paint.bold == b.paint.bold && a.paint.underline == b.paint.underline;
}

/* Returns the first column after the run that begins at x. */
static int run_end(const Picture *picture, int x, int y) {
    Spot first = spot_at(picture, x, y);
    int end = x + 1;
    while (end < picture->frame->width && join(first, spot_at(picture, end, y)))
        end++;
    return end;
}

static void write_escaped(const Cell *cell, FILE *file) {
    if (cell->glyph == '&')
        fputs("&amp;", file);
    else if (cell->glyph == '<')
        fputs("&lt;", file);
    else if (cell->glyph == '>')
        fputs("&gt;", file);
    else
        text_write_cell(cell, file);
}

static void write_run(const Picture *picture, int x, int end, int y) {
    const Frame *frame = picture->frame;
    Paint paint = spot_at(picture, x, y).paint;
    while (!paint.underline && x < end && frame_cell(frame, x, y)->glyph == ' ')
        x++;
    while (!paint.underline && x < end && frame_cell(frame, end - 1, y)->glyph == ' ')
        end--;
    if (x == end)
        return;
    fprintf(picture->file, "<text x=\"%d\" y=\"%d\" fill=\"#%06x\"", x * CELL_WIDTH,
            y * CELL_HEIGHT + BASELINE, (unsigned)paint.fore);
    if (end - x > 1)
        fprintf(picture->file, " textLength=\"%d\"", (end - x) * CELL_WIDTH);
    fputs(paint.bold ? " font-weight=\"bold\"" : "", picture->file);
    fputs(paint.underline ? " text-decoration=\"underline\"" : "", picture->file);
    fputc('>', picture->file);
    for (; x < end; x++)
        write_escaped(frame_cell(frame, x, y), picture->file);
    fputs("</text>\n", picture->file);
}

static void write_line(const Picture *picture, int y) {
    for (int x = 0, end; x < picture->frame->width; x = end) {
        end = run_end(picture, x, y);
        if (frame_cell(picture->frame, x, y)->glyph != 0 && !write_block(picture, x, y))
            write_run(picture, x, end, y);
    }
}

void svg_write(const Frame *frame, Theme theme, FILE *file) {
    Picture picture = {.frame = frame, .theme = theme, .file = file};
    int width = frame->width * CELL_WIDTH, height = frame->height * CELL_HEIGHT;
    Paint paint = palette_paint(theme, DEPTH_TRUE, style_of(ROLE_GROUND));
    uint32_t ground = theme == THEME_MONO ? 0xffffff : paint.back;
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
            " viewBox=\"0 0 %d %d\" font-size=\"%d\" xml:space=\"preserve\""
            " shape-rendering=\"crispEdges\"" /* no seams between lines, at any scale */
            " font-family=\"DejaVu Sans Mono, Noto Sans Mono CJK SC, monospace\">\n",
            width, height, width, height, FONT_SIZE);
    write_rectangle(&picture, 0, 0, width, height, ground);
    for (int y = 0; y < frame->height; y++)
        write_grounds(&picture, y, ground);
    for (int y = 0; y < frame->height; y++)
        write_line(&picture, y);
    fputs("</svg>\n", file);
}
