/* Draws the rows of a band: labels at the left, cells, and the cursor with its
 * brackets. */
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

int number_line(int height) {
    return height > 2 ? 1 : 0;
}

/* ---- labels at the left ---- */

/* Returns true if the query's input was changed by the perturbation or by the last
 * action. */
static bool input_changed(const Screen *screen, Place place, size_t row) {
    const Session *session = screen->session;
    const Baseline *baseline = &session->baseline;
    long slot = query_slot(&session->now->model.records[place.record], row);
    if (baseline->kind == BASELINE_PERTURB && baseline->record == place.record &&
        slot == (long)baseline->row)
        return true;
    size_t cols = screen_has(screen, GRID_X) ? grid_cols(session->now, GRID_X, place) : 0;
    for (size_t c = 0; c < cols && session->before; c++)
        if (session_changed(session, GRID_X, place, row, c))
            return true;
    return false;
}

void row_label_draw(Screen *screen, Place place, size_t row, int y) {
    const Session *session = screen->session;
    const Labels *labels = &session->scene.labels[place.record];
    const Content *content = &screen->content;
    bool known = row < model_queries(screen->model, place.layer, place.record);
    bool lit = (long)row == screen->query;
    int x = content->label_short;
    int end = screen->layout.label_tokens ? content->label : content->label_short;
    Style style = style_of(lit ? ROLE_CROSS : known ? ROLE_LABEL : ROLE_QUIET);
    if (end > screen->layout.label)
        end = screen->layout.label;
    if (lit)
        frame_fill(screen->frame, 0, y, end, 1, style);
    frame_format(screen->frame, 1, y, content->positions, style, "%*ld",
                 content->positions, session_number_of(session, AXIS_QUERY, row));
    if (screen->layout.label_tokens && known &&
        (labels->has_tokens || labels->has_query_tokens))
        frame_text(screen->frame, x + 1, y, end - x - 1, style,
                   labels->query_tokens[row]);
    if (input_changed(screen, place, row))
        frame_text(screen->frame, 0, y, 1, lit ? style : style_of(ROLE_CHANGED), "*");
    else if (lit)
        frame_text(screen->frame, 0, y, 1, style, screen->ascii ? ">" : "▸");
}

/* Draws the label of a row that is not the line's query. */
static void own_label_draw(Screen *screen, const Column *column, size_t row, int y) {
    Text label = {0};
    GridId grid = (GridId)column->grid;
    Axis rows = grid_table[grid].rows;
    bool lit = (is_focus(screen, grid) && screen->session->look.row == row) ||
               (rows == AXIS_KEY && (long)row == screen->key);
    if (rows == AXIS_KEY)
        text_format(&label, "%ld", session_number_of(screen->session, AXIS_KEY, row));
    else
        session_row_label(screen->session, grid, row, &label);
    frame_text(screen->frame, column->x, y, column->labels - 1,
               style_of(lit ? ROLE_CROSS : ROLE_LABEL), text_string(&label));
    text_release(&label);
}

/* ---- cells ---- */

/* Draws a bar as long as a weight on the last line of a tall cell. It replaces colors. */
static void bar_draw(Screen *screen, int x, int y, int columns, double length) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    Text bar = {0};
    int parts = (int)(length * columns * 8 + 0.5);
    for (; parts >= 8; parts -= 8)
        text_append(&bar, screen->ascii ? "#" : "█");
    text_append(&bar, screen->ascii ? parts >= 4 ? "#" : "" : eighths[parts]);
    frame_text(screen->frame, x, y, columns, style_of(ROLE_NUMBER), text_string(&bar));
    text_release(&bar);
}

/* Returns the style on the lit line of a query, unless it has a background of its own. */
static Style over_row(Style style) {
    bool own = style.back == ROLE_WRONG || style.back == ROLE_EMPTY;
    return own ? style : style_over(style.fore, ROLE_ROW);
}

/* The place of a cell. */
typedef struct Spot {
    int x, y;
    int columns; /* of the cell, and of the blank that closes the grid after it */
    int height;
    bool row_lit, lit; /* on the query's line; in the row or column of the cursor */
} Spot;

static void cell_draw(Screen *screen, const Column *column, const CellStyle *cell,
                      const Spot *spot) {
    Frame *frame = screen->frame;
    int y = spot->y + number_line(spot->height), room = column->cell - 1;
    Style style = cell->style, mark = cell->mark_style;
    if (!cell->plain)
        frame_fill(frame, spot->x, spot->y, spot->columns, spot->height,
                   style_of(cell->style.back));
    if (cell->plain && spot->row_lit) {
        style = over_row(style);
        mark = over_row(mark);
    }
    if (spot->lit)
        style.flags |= STYLE_BOLD;
    int blanks = (int)strspn(cell->text, " ");
    frame_text(frame, spot->x + 1 + blanks, y, room, style, cell->text + blanks);
    if (cell->mark != ' ')
        frame_text(frame, spot->x, y, 1, mark, (char[]){cell->mark, '\0'});
    if (screen->bars && spot->height > 1 && cell->bar > 0)
        bar_draw(screen, spot->x + 1, spot->y + spot->height - 1, room, cell->bar);
}

/* ---- the cursor ---- */

static bool under_cursor(const Screen *screen, const Column *column, Place place,
                         size_t row, size_t col) {
    const Look *look = &screen->session->look;
    return row == look->row && col == look->col && place.record == look->record &&
           (!grid_table[column->grid].per_head || place.head == look->head) &&
           has_cursor(screen, column);
}

static void drop_byte(char *text, size_t at) {
    memmove(text + at, text + at + 1, strlen(text + at));
}

/* Keeps the cursor's cell for cursor_draw. At the right edge there is no next cell for
 * the ]: the field gives up a column for it, a blank, the zero before the point, or else
 * a decimal. */
static void cursor_keep(Screen *screen, const RowView *view, size_t col,
                        const Column *column, const CellStyle *cell, const Spot *spot) {
    enum { LEAST_FITTED = 4 };
    Cursor *cursor = &screen->cursor;
    char *text = cursor->text;
    *cursor = (Cursor){.set = true,
                       .x = spot->x,
                       .y = spot->y + number_line(spot->height),
                       .cell = column->cell};
    snprintf(text, sizeof cursor->text, "%s", cell->text);
    if (cursor->x + cursor->cell < screen->width || cursor->cell < LEAST_FITTED)
        return;
    cursor->cell--;
    if (utf8_columns(text) < cursor->cell)
        return;
    if (*text == ' ' || strncmp(text, "0.", 2) == 0) {
        drop_byte(text, 0);
    } else if (strncmp(text, "-0.", 3) == 0) {
        drop_byte(text, 1);
    } else if (column->decimals > 1) {
        Column narrow = *column;
        CellStyle shorter;
        narrow.decimals--;
        cell_style_make(screen, view, col, &narrow, &shorter);
        snprintf(text, sizeof cursor->text, "%s", shorter.text);
    }
}

void cursor_draw(Screen *screen) {
    const Cursor *cursor = &screen->cursor;
    Frame *frame = screen->frame;
    Style style = style_of(ROLE_CURSOR);
    if (!cursor->set)
        return;
    frame_fill(frame, cursor->x, cursor->y, cursor->cell + 1, 1, style);
    frame_text(frame, cursor->x, cursor->y, 1, style, "[");
    frame_text(frame, cursor->x + 1, cursor->y, cursor->cell - 1, style, cursor->text);
    frame_text(frame, cursor->x + cursor->cell, cursor->y, 1, style, "]");
    frame->cursor_x = cursor->x + 1 + (int)strspn(cursor->text, " ");
    frame->cursor_y = cursor->y;
}

/* ---- rows ---- */

/* Draws a row of a grid, its first line at y. */
static void cells_draw(Screen *screen, const Column *column, Place place, size_t row,
                       int y, int height) {
    RowView view;
    GridId grid = (GridId)column->grid;
    if (!row_load(screen, column, place, row, &view))
        return;
    bool on_query = (long)row == screen->query;
    bool row_lit = on_query && grid_table[grid].rows == AXIS_QUERY;
    if (column->labels)
        own_label_draw(screen, column, row, y + number_line(height));
    for (int i = 0; i < column->count; i++) {
        size_t col = (size_t)column->first + (size_t)i;
        CellStyle cell;
        if (col >= view.cols)
            break;
        bool last = i + 1 == column->count;
        Spot spot = {.x = column->x + column->labels + i * column->cell,
                     .y = y,
                     .columns = column->cell + (last && column->closed),
                     .height = height,
                     .row_lit = on_query && !column->labels,
                     .lit = row_lit || column_lit(screen, grid, col)};
        cell_style_make(screen, &view, col, column, &cell);
        cell_draw(screen, column, &cell, &spot);
        if (under_cursor(screen, column, place, row, col))
            cursor_keep(screen, &view, col, column, &cell, &spot);
    }
    row_release(&view);
}

/* Makes the rows of each grid together. The last grid comes first, because out needs the
 * others. */
static void rows_prepare(const Screen *screen, const Band *band, Place place) {
    for (int n = band->columns.count - 1; n >= 0; n--) {
        const Column *column = &band->columns.column[n];
        const ShownState *state = &screen->state[column->state];
        Sheet *sheets[] = {state->sheet, state->was};
        GridId grid = (GridId)column->grid;
        size_t first = (size_t)column_row(screen, column, band->rows);
        for (int s = 0; s < 2; s++)
            if (sheets[s] && place.record < sheets[s]->model.record_count &&
                place.layer < sheets[s]->model.layer_count &&
                grid_exists(sheets[s], grid, place, NULL))
                grid_prepare(sheets[s], grid, place, first, (size_t)band->rows.count);
    }
}

/* Notes the cells of a column, and the labels of its keys above them, as regions. */
static void column_note(Screen *screen, const Column *column, Place place, Rows rows,
                        int first) {
    const Session *session = screen->session;
    GridId grid = (GridId)column->grid;
    int down = min_int((int)grid_rows(session->now, grid, place) - first, rows.count);
    int across =
        min_int((int)grid_cols(session->now, grid, place) - column->first, column->count);
    bool of_lane = column->state >= STATE_LANE;
    Region region = {.kind = REGION_CELLS,
                     .x = column->x + column->labels,
                     .y = rows.y,
                     .width = across * column->cell,
                     .height = down * rows.height,
                     .across = column->cell,
                     .down = rows.height,
                     .row = (size_t)first,
                     .col = (size_t)column->first,
                     .row_step = 1,
                     .col_step = 1,
                     .rows = (size_t)down,
                     .grid = column->grid,
                     .decimals = column->decimals,
                     .record = place.record,
                     .head = place.head,
                     .lane = of_lane ? (size_t)(column->state - STATE_LANE) : 0};
    if (down <= 0 || across <= 0)
        return;
    regions_add(&screen->frame->regions, region);
    if (grid_table[grid].cols != AXIS_KEY)
        return;
    region.kind = REGION_KEYS;
    region.y -= 1;
    region.height = 1;
    regions_add(&screen->frame->regions, region);
}

void rows_draw(Screen *screen, const Band *band, Place place) {
    Rows rows = band->rows;
    rows_prepare(screen, band, place);
    for (int c = 0; c < band->columns.count; c++) {
        const Column *column = &band->columns.column[c];
        int first = column_row(screen, column, rows);
        column_note(screen, column, place, rows, first);
        for (int i = 0; i < rows.count; i++)
            cells_draw(screen, column, place, (size_t)first + (size_t)i,
                       rows.y + i * rows.height, rows.height);
    }
}
