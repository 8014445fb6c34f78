/* See click.h. The layout says where the cells are; nothing is remembered between frames. */
#include "view/click.h"

#include <stdio.h>

/* A cell of one of the lineup's columns, in rows that start at rows.y. */
static bool find_cell(const Screen *screen, const Lineup *lineup, Rows rows, int x, int y,
                      Click *click) {
    int line = (y - rows.y) / rows.height;
    if (y < rows.y || line >= rows.count)
        return false;
    for (int i = 0; i < lineup->count; i++) {
        const Column *column = &lineup->column[i];
        int left = column->x + column->labels;
        if (x < left || x >= left + column->count * column->cell)
            continue;
        Place place = {.record = click->record,
                       .layer = screen->session->look.layer,
                       .head = click->head};
        click->grid = (GridId)column->grid;
        click->row = (size_t)column_row(screen, column, rows) + (size_t)line;
        click->col = (size_t)column->first + (size_t)((x - left) / column->cell);
        return click->row < grid_rows(screen->session->now, click->grid, place) &&
               click->col < grid_cols(screen->session->now, click->grid, place);
    }
    return false;
}

static bool find_switch(const Screen *screen, int x, int y, Click *click) {
    for (int i = 0; i < screen->presses; i++) {
        const Press *press = &screen->press[i];
        if (y != press->y || x < press->x || x >= press->x + press->columns)
            continue;
        snprintf(click->key, sizeof click->key, "%s", press->key);
        return true;
    }
    return false;
}

bool click_find(const Screen *screen, int x, int y, Click *click) {
    const Layout *layout = &screen->layout;
    const Look *look = &screen->session->look;
    if (find_switch(screen, x, y, click))
        return true;
    if (look->compare)
        return false;
    for (int b = 0; b < layout->band_count; b++) {
        Place place = screen_place(screen, layout->band_first + b);
        Rows rows = layout->rows;
        rows.y += layout_band(layout, layout->band_first + b);
        click->record = place.record;
        click->head = screen->delta ? look->head : place.head;
        if (find_cell(screen, &layout->hall, rows, x, y, click))
            return true;
    }
    click->record = look->record;
    click->head = look->head;
    return (layout->output_names != ABSENT &&
            find_cell(screen, &layout->output, layout->output_rows, x, y, click)) ||
           (layout->input_names != ABSENT &&
            find_cell(screen, &layout->input, layout->input_rows, x, y, click));
}
