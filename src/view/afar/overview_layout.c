/* The layout of a head seen from afar. If room is short, parts leave in this order: blank
 * lines, the words, the list of heads, findings, the map; the picture takes the room that
 * remains. */
#include <stdio.h>

#include "base/minmax.h"
#include "view/afar/overview.h"

enum {
    MAP_COLUMNS = 32,
    MAP_LINES = 16,
    LEGEND_COLUMNS = 17,
    LEGEND_LINES = 15,
    MAP_GAP = 4,
    SIDE_LINES = 8, /* a lower picture has nothing beside it */
    DECIMALS = 6,
    MARGIN = 1 /* column right of the picture, for the cursor's bracket */
};

/* The height from which on each part is shown. */
enum {
    HINTS_FROM = 8,
    LABELS_FROM = 8,
    SWITCHES_FROM = 10,
    WORDS_FROM = 12,
    LEGEND_FROM = 14,
    TITLE_FROM = 16,
    BLANKS_FROM = 30,
    MORE_FROM = 40
};

/* Columns beside the picture, and of the gap before them, by those of the screen. */
static const struct {
    int width, side, gap;
} sides[] = {{130, 53, 4}, {96, 36, 3}, {72, 24, 3}, {0, 0, 0}};

/* Takes the next line above the picture (step 1) or below it (-1) if the height
 * allows. */
static int take(int *line, int step, bool shown) {
    int taken = *line;
    *line += shown ? step : 0;
    return shown ? taken : ABSENT;
}

static void place_lines(OverviewLayout *layout, bool legend) {
    int height = layout->screen.height, y = 0, below = height - 1;
    layout->screen.title = take(&y, 1, height >= TITLE_FROM);
    layout->screen.switches = take(&y, 1, height >= SWITCHES_FROM);
    y += height >= BLANKS_FROM;
    layout->names = y++;
    layout->labels = take(&y, 1, height >= LABELS_FROM);
    layout->screen.hints = take(&below, -1, height >= HINTS_FROM);
    layout->screen.arithmetic = below--;
    below -= height >= MORE_FROM;
    layout->more = take(&below, -1, height >= MORE_FROM);
    layout->words = take(&below, -1, height >= WORDS_FROM);
    below -= height >= BLANKS_FROM;
    layout->legend = take(&below, -1, legend && height >= LEGEND_FROM);
    layout->picture.y = y;
    layout->room = layout->picture.lines = max_int(below - y + 1, 1);
}

static void place_columns(OverviewLayout *layout, long first_number) {
    long last = first_number + (long)max_int((int)layout->queries - 1, 0);
    int kind = 0;
    layout->label = 2 + snprintf(NULL, 0, "%ld", last);
    while (layout->screen.width < sides[kind].width)
        kind++;
    bool has_side = sides[kind].side > 0 && layout->picture.lines >= SIDE_LINES;
    layout->side_width = has_side ? sides[kind].side : 0;
    layout->side = has_side ? layout->screen.width - 1 - layout->side_width : ABSENT;
    layout->picture.x = layout->label;
    int end = has_side ? layout->side - sides[kind].gap : layout->screen.width;
    layout->picture.columns = max_int(end - layout->label - MARGIN, 1);
}

static size_t dots_for(size_t cells, size_t edge) {
    return (cells + edge - 1) / edge;
}

/* Returns how often an edge of 1 is doubled until the whole head fits. */
static int level_of_whole(const OverviewLayout *layout, int columns, int lines) {
    int level = 0;
    while (dots_for(layout->keys, (size_t)1 << level) > (size_t)columns ||
           dots_for(layout->queries, (size_t)1 << level) > 2 * (size_t)lines)
        level++;
    return level;
}

/* Finds the window onto `cells` that shows the cursor. */
static void window(size_t cells, size_t edge, int shown, size_t cursor, size_t *first,
                   size_t *count) {
    int total = (int)dots_for(cells, edge);
    int at = window_first(total, shown, (int)(cursor / edge));
    *first = (size_t)at * edge;
    *count = (size_t)min_int(shown, total - at) * edge;
    if (*first + *count > cells)
        *count = cells - *first;
}

static void place_picture(const Session *session, OverviewLayout *layout) {
    Picture *picture = &layout->picture;
    SurveyArea *area = &picture->area;
    int whole = level_of_whole(layout, picture->columns, picture->lines);
    int level = max_int(session->look.zoom - ZOOM_DOTS, 0);
    const GridSpec *grid = &grid_table[session_shape(session, session->look.grid)];
    size_t row = grid->rows == AXIS_QUERY ? session->look.row : 0;
    size_t col = grid->cols == AXIS_KEY ? session->look.col : 0;
    layout->last_level = ZOOM_DOTS + whole;
    area->edge = (size_t)1 << min_int(level, whole);
    window(layout->queries, area->edge, 2 * picture->lines, row, &area->row, &area->rows);
    window(layout->keys, area->edge, picture->columns, col, &area->col, &area->cols);
    picture->columns = (int)dots_for(area->cols, area->edge);
    picture->lines = (int)(dots_for(area->rows, area->edge) + 1) / 2;
}

static bool shows_whole(const OverviewLayout *layout) {
    const SurveyArea *shown = &layout->picture.area;
    return shown->rows == layout->queries && shown->cols == layout->keys;
}

/* Places the map, the legend beside it, and the findings below. */
static void place_side(OverviewLayout *layout) {
    int x = layout->side, y = layout->picture.y, used = 0, lines = layout->room;
    layout->has_map = !shows_whole(layout);
    if (layout->has_map) {
        Picture *map = &layout->map;
        int columns = min_int(MAP_COLUMNS, layout->side_width);
        int level = level_of_whole(layout, columns, min_int(MAP_LINES, lines / 2));
        size_t edge = (size_t)1 << level;
        map->area =
            (SurveyArea){.rows = layout->queries, .cols = layout->keys, .edge = edge};
        map->columns = (int)dots_for(layout->keys, edge);
        map->lines = (int)(dots_for(layout->queries, edge) + 1) / 2;
        map->x = x;
        map->y = y;
        used = map->lines;
    }
    if (layout->legend == ABSENT)
        used = max_int(used, LEGEND_LINES);
    used += used > 0;
    layout->findings = (Area){.x = x,
                              .y = y + used,
                              .width = layout->side_width,
                              .height = max_int(lines - used, 0)};
}

/* Places lines, columns and picture; legend: it needs a line of its own. */
static void place(const Session *session, OverviewLayout *layout, bool legend) {
    place_lines(layout, legend);
    place_columns(layout, session->scene.base);
    place_picture(session, layout);
}

void overview_layout(const Session *session, int width, int height,
                     OverviewLayout *layout) {
    Place here = session_place(session);
    *layout = (OverviewLayout){.side = ABSENT,
                               .screen = {.width = width,
                                          .height = height,
                                          .tokens = ABSENT,
                                          .band_count = 1,
                                          .decimals = DECIMALS}};
    layout->queries = model_queries(&session->now->model, here);
    layout->keys = model_keys(&session->now->model, here);
    place(session, layout, false);
    bool beside = layout->side_width >= MAP_COLUMNS + MAP_GAP + LEGEND_COLUMNS &&
                  layout->room >= LEGEND_LINES + SIDE_LINES && !shows_whole(layout);
    if (!beside)
        place(session, layout, true);
    if (layout->side != ABSENT)
        place_side(layout);
}

const SurveyArea *overview_part(const Session *session, const OverviewLayout *layout) {
    const SurveyArea *shown = &layout->picture.area;
    size_t whole = survey_whole(&session->now->model, session_place(session)).edge;
    return shown->edge < whole ? shown : NULL;
}
