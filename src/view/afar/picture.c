/* See overview.h. A character of a picture is two dots, one above the other. In color both
 * are seen; without colors the glyph of the dot that weighs more is seen, on a ramp. */
#include "view/afar/overview.h"

#include <math.h>

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

/* The place on the scale: 0 for 1e-4 and below, 1 for 1. */
static double share_of(double weight) {
    double share = (log10(weight) + 4) / 4;
    return !(share > 0) ? 0 : share > 1 ? 1 : share;
}

Dot dot_of_weight(double weight, bool edge) {
    double share = share_of(weight);
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

void dot_put(Screen *screen, int x, int y, Dot upper, Dot lower) {
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
static Tile tile_at(const Survey *survey, const SurveyArea *area, size_t line,
                    size_t column) {
    size_t edge = area->edge, col = area->col + column * edge;
    size_t cols =
        col + edge > area->col + area->cols ? area->col + area->cols - col : edge;
    size_t base = survey_area(survey).row, at = (area->row - base) / edge + line;
    for (;; at &= at - 1) {
        Tile tile = survey_tile(survey, base + at * edge, edge, col, cols);
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

static Dot dot_at(const Screen *screen, const SurveyArea *area, const Survey *survey,
                  const SurveyArea *box, size_t line, size_t column) {
    bool outside = line >= (area->rows + area->edge - 1) / area->edge;
    if (!outside && box && on_box(box, area->edge, line, column))
        return (Dot){ROLE_GOOD, 'o', WEIGHT_BOX};
    if (outside || !survey)
        return (Dot){ROLE_GROUND, ' ', WEIGHT_NONE};
    Tile tile = tile_at(survey, area, line, column);
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

void picture_draw(Screen *screen, const Picture *picture, const Survey *survey,
                  const SurveyArea *box) {
    picture_note(screen, picture);
    for (int y = 0; y < picture->lines; y++)
        for (int x = 0; x < picture->columns; x++) {
            size_t line = 2 * (size_t)y, column = (size_t)x;
            dot_put(screen, picture->x + x, picture->y + y,
                    dot_at(screen, &picture->area, survey, box, line, column),
                    dot_at(screen, &picture->area, survey, box, line + 1, column));
        }
}
