/* See overview.h. A character of a picture is two dots, one above the other. In color
 * both are seen; without colors the glyph of the dot that weighs more is seen, on a
 * ramp. */
#include <math.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/afar/overview.h"

/* How a dot is drawn. */
typedef struct Dot {
    int entry;  /* of the palette */
    char glyph; /* without colors */
    int weight; /* of two dots, the glyph of the heavier one is shown */
} Dot;

/* Weights of dots. Those of heat lie between WEIGHT_HEAT and WEIGHT_EDGE. */
enum {
    WEIGHT_NONE,
    WEIGHT_HEAT,
    WEIGHT_EDGE = 40,
    WEIGHT_BROKEN,
    WEIGHT_WRONG,
    WEIGHT_BOX
};

/* ---- one dot ---- */

/* Returns the dot of a weight on a logarithmic scale, whose ends are 1e-4 and 1. */
static Dot dot_of_weight(double weight, bool edge) {
    double share = (log10(weight) + 4) / 4;
    share = !(share > 0) ? 0 : share > 1 ? 1 : share;
    int step = (int)lround(share * (HEAT_STEPS - 1));
    if (edge)
        return (Dot){ENTRY_EDGE + step, '\\', WEIGHT_EDGE};
    return (Dot){ENTRY_HEAT + step, heat_ramp[(int)lround(share * (RAMP_STEPS - 1))],
                 WEIGHT_HEAT + step};
}

static Dot dot_of_tile(const Screen *screen, const Tile *tile) {
    if (tile->rows == 0 || tile->visible + tile->hidden == 0)
        return (Dot){ROLE_GROUND, ' ', WEIGHT_NONE};
    if (session_covered(screen->session, GRID_WEIGHTS))
        return (Dot){ROLE_COVERED, '?', WEIGHT_BROKEN};
    if (tile->counted || (tile->ahead && screen->ahead_is_wrong))
        return (Dot){ROLE_TROUBLE, '!', WEIGHT_WRONG};
    if (tile->broken)
        return (Dot){ROLE_EMPTY, 'E', WEIGHT_BROKEN};
    if (tile->visible == 0)
        return (Dot){ROLE_HIDDEN, ' ', WEIGHT_NONE};
    return dot_of_weight(tile->largest, tile->hidden > 0);
}

static void dot_put(Screen *screen, int x, int y, Dot upper, Dot lower) {
    bool below = lower.weight > upper.weight;
    const char glyph[2] = {below ? lower.glyph : upper.glyph, '\0'};
    Style style = style_pixels(upper.entry, lower.entry);
    if (below)
        style.flags |= STYLE_LOWER;
    if (screen->ascii) /* no half blocks there */
        style = style_of(below ? lower.entry : upper.entry);
    frame_text(screen->frame, x, y, 1, style, glyph);
}

/* ---- the picture ---- */

/* Returns the tile of a dot. A line of dots of which no row was walked yet takes a
 * coarser one's. */
static Tile tile_at(const Picture *picture, size_t line, size_t column) {
    const SurveyArea *area = &picture->area;
    size_t edge = area->edge, col = area->col + column * edge;
    size_t cols = min_size(edge, area->col + area->cols - col);
    size_t base = survey_area(picture->survey).row;
    size_t at = (area->row - base) / edge + line;
    for (;; at &= at - 1) {
        Tile tile = survey_tile(picture->survey, base + at * edge, edge, col, cols);
        if (tile.rows > 0 || at == 0)
            return tile;
    }
}

/* Returns true if a dot is part of the frame around the box. */
static bool on_box(const SurveyArea *box, size_t edge, size_t line, size_t column) {
    size_t left = box->col / edge, right = (box->col + box->cols - 1) / edge;
    size_t top = box->row / edge, bottom = (box->row + box->rows - 1) / edge;
    return line >= top && line <= bottom && column >= left && column <= right &&
           (line == top || line == bottom || column == left || column == right);
}

static Dot dot_at(const Screen *screen, const Picture *picture, size_t line,
                  size_t column) {
    const SurveyArea *area = &picture->area;
    bool outside = line >= (area->rows + area->edge - 1) / area->edge;
    if (!outside && picture->box && on_box(picture->box, area->edge, line, column))
        return (Dot){ROLE_GOOD, 'o', WEIGHT_BOX};
    if (outside || !picture->survey)
        return (Dot){ROLE_GROUND, ' ', WEIGHT_NONE};
    Tile tile = tile_at(picture, line, column);
    return dot_of_tile(screen, &tile);
}

/* Clicks go to the first of a character's cells, in the focused grid where it has a cell
 * for each query and key, else in the weights. */
static void picture_note(Screen *screen, const Picture *picture) {
    const Look *look = &screen->session->look;
    const SurveyArea *area = &picture->area;
    bool square = look->grid != GRID_DELTA && grid_is_square(look->grid);
    regions_add(
        &screen->frame->regions,
        (Region){.kind = REGION_TILES,
                 .area = {picture->x, picture->y, picture->columns, picture->lines},
                 .across = 1,
                 .down = 1,
                 .row = area->row,
                 .col = area->col,
                 .row_step = 2 * area->edge,
                 .col_step = area->edge,
                 .rows = area->rows,
                 .grid = square ? (int)look->grid : GRID_WEIGHTS,
                 .record = look->record,
                 .head = look->head});
}

void picture_draw(Screen *screen, const Picture *picture) {
    picture_note(screen, picture);
    for (int y = 0; y < picture->lines; y++)
        for (int x = 0; x < picture->columns; x++) {
            size_t line = 2 * (size_t)y, column = (size_t)x;
            dot_put(screen, picture->x + x, picture->y + y,
                    dot_at(screen, picture, line, column),
                    dot_at(screen, picture, line + 1, column));
        }
}

/* ---- the legend ---- */

/* The dots of the scale, from the largest weight down, and then the other kinds. */
static const struct {
    double weight;
    Dot dot; /* where the weight is 0 */
    const char *words;
} legend[] = {{1, {0}, "1"},
              {0.31623, {0}, "0.3"},
              {0.1, {0}, "0.1"},
              {0.031623, {0}, "0.03"},
              {0.01, {0}, "0.01"},
              {0.0031623, {0}, "0.003"},
              {0.001, {0}, "0.001"},
              {0.00031623, {0}, "0.0003"},
              {0.0001, {0}, "≤ 0.0001"},
              {0, {ENTRY_EDGE + HEAT_STEPS / 2, '\\', 1}, "tiles.partly"},
              {0, {ROLE_HIDDEN, ' ', 1}, "tiles.hidden"},
              {0, {ROLE_TROUBLE, '!', 1}, "tiles.wrong"},
              {0, {ROLE_GOOD, 'o', 1}, "tiles.box"}};

enum { SCALE = 9, LEGEND = sizeof legend / sizeof *legend };

static void legend_dot_put(Screen *screen, int x, int y, int i) {
    Dot dot =
        legend[i].weight > 0 ? dot_of_weight(legend[i].weight, false) : legend[i].dot;
    dot_put(screen, x, y, dot, dot);
}

static void legend_tall_draw(Screen *screen, int x, int y, int count) {
    Pen pen = screen_pen(screen, x, y);
    pen_spell(&pen, ROLE_QUIET, message(screen->lang, "tiles.scale"));
    for (int i = 0; i < count; i++) {
        pen.x = x + 3;
        pen.y += i == SCALE ? 2 : 1;
        legend_dot_put(screen, x, pen.y, i);
        pen_spell(&pen, ROLE_QUIET, message(screen->lang, legend[i].words));
    }
}

static void legend_flat_draw(Screen *screen, int y, int count) {
    Pen pen = screen_pen(screen, 1, y);
    pen_spell(&pen, ROLE_QUIET, message(screen->lang, "tiles.scale.flat"));
    pen.x++;
    for (int i = SCALE - 1; i >= 0 && pen.x < pen.end; i--, pen.x++)
        legend_dot_put(screen, pen.x, y, i);
    pen.x++;
    pen_spell(&pen, ROLE_QUIET, "1");
    for (int i = SCALE; i < count; i++) {
        const char *words = message(screen->lang, legend[i].words);
        pen.x += 2;
        if (pen.x + 3 + utf8_columns(words) > pen.end)
            return;
        legend_dot_put(screen, pen.x, y, i);
        pen.x += 2;
        pen_spell(&pen, ROLE_QUIET, words);
    }
}

void overview_legend_draw(Screen *screen, const OverviewLayout *layout) {
    enum { LEFT = 36 };
    int count = layout->has_map ? LEGEND : LEGEND - 1; /* the box is on the map */
    if (layout->legend != ABSENT)
        legend_flat_draw(screen, layout->legend, count);
    else if (layout->side != ABSENT)
        legend_tall_draw(screen, layout->side + LEFT, layout->picture.y, count);
}
