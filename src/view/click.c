/* See click.h. Where the cells are the layout says; switches and lanes note it as they are drawn. */
#include "view/click.h"

#include <stdio.h>

/* A cell of a column, or the labels of its keys. rows: those of the column itself. The
 * record and head are those of click. */
static bool find_in_column(const Screen *screen, const Column *column, Rows rows, int x,
                           int y, Click *click) {
    int left = column->x + column->labels;
    if (x < left || x >= left + column->count * column->cell || y < rows.y - 1 ||
        y >= rows.y + rows.count * rows.height)
        return false;
    const Session *session = screen->session;
    Place place = {
        .record = click->record, .layer = session->look.layer, .head = click->head};
    click->grid = (GridId)column->grid;
    click->col = (size_t)column->first + (size_t)((x - left) / column->cell);
    click->row =
        (size_t)rows.first + (size_t)(y < rows.y ? 0 : (y - rows.y) / rows.height);
    click->kind = y >= rows.y                                ? CLICK_CELL
                  : grid_table[click->grid].cols == AXIS_KEY ? CLICK_KEYS
                                                             : CLICK_NOTHING;
    if (click->row >= grid_rows(session->now, click->grid, place) ||
        click->col >= grid_cols(session->now, click->grid, place))
        click->kind = CLICK_NOTHING;
    return click->kind != CLICK_NOTHING;
}

static bool find_cell(const Screen *screen, const Columns *columns, Rows rows, int x,
                      int y, Click *click) {
    for (int i = 0; i < columns->count; i++) {
        const Column *column = &columns->column[i];
        Rows own = rows;
        own.first = column_row(screen, column, rows);
        if (find_in_column(screen, column, own, x, y, click))
            return true;
    }
    return false;
}

static bool find_switch(const Screen *screen, int x, int y, Click *click) {
    for (int i = 0; i < screen->presses; i++) {
        const Press *press = &screen->press[i];
        if (y != press->y || x < press->x || x >= press->x + press->columns)
            continue;
        click->kind = CLICK_SWITCH;
        snprintf(click->key, sizeof click->key, "%s", press->key);
        return true;
    }
    return false;
}

static bool find_in_lanes(const Screen *screen, int x, int y, Click *click) {
    for (int i = 0; i < screen->lane_grids; i++) {
        const LaneGrid *grid = &screen->lane_grid[i];
        click->lane = (size_t)grid->lane;
        if (find_in_column(screen, &grid->column, grid->rows, x, y, click))
            return true;
    }
    return false;
}

/* What all heads share stands in the first band alone. */
static bool find_in_band(const Screen *screen, int band, int x, int y, Click *click) {
    const Layout *layout = &screen->layout;
    Place place = screen_place(screen, band);
    Rows rows = layout->main.rows;
    rows.y = layout_band(layout, band) + 1;
    click->record = place.record;
    click->head = screen->delta ? screen->session->look.head : place.head;
    return find_cell(screen, &layout->main.columns, rows, x, y, click) &&
           (grid_table[click->grid].per_head || screen->records ||
            band == layout->band_first);
}

bool click_find(const Screen *screen, int x, int y, Click *click) {
    const Layout *layout = &screen->layout;
    const Look *look = &screen->session->look;
    if (find_switch(screen, x, y, click))
        return true;
    click->record = look->record;
    click->head = look->head;
    if (screen->lane_grids)
        return find_in_lanes(screen, x, y, click);
    for (int b = 0; b < layout->band_count; b++)
        if (find_in_band(screen, layout->band_first + b, x, y, click))
            return true;
    click->record = look->record;
    click->head = look->head;
    const Band *below[] = {&layout->output, &layout->input};
    for (int i = 0; i < 2; i++)
        if (below[i]->names != ABSENT &&
            find_cell(screen, &below[i]->columns, below[i]->rows, x, y, click))
            return true;
    click->kind = CLICK_NOTHING;
    return false;
}
