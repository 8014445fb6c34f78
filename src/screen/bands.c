/* Draws the bands of the main screen: one for each head or record, below them concat ×
 * W_O = y, and below that the inputs. A band has labels at the left, rows of cells, and
 * the cursor with its brackets. */
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "screen/screen.h"

/* Returns the line of a tall row that has the number. */
static int number_line(int height) {
    return height > 2 ? 1 : 0;
}

/* ---- labels at the left ---- */

/* Returns true if the query's input was changed. */
static bool input_changed(const Screen *screen, Place place, size_t row) {
    const Session *session = screen->session;
    const Baseline *baseline = &session->baseline;
    long slot = query_slot(&screen->model->records[place.record], row);
    if (baseline->kind == BASELINE_PERTURB && baseline->record == place.record &&
        slot == (long)baseline->row)
        return true;
    bool open = screen_has(screen, GRID_X) && !session_covered(session, GRID_X);
    size_t cols = open ? grid_cols(screen->now, GRID_X, place) : 0;
    for (size_t c = 0; c < cols; c++)
        if (session_changed(session, GRID_X, place, row, c))
            return true;
    return false;
}

static void row_label_draw(Screen *screen, Place place, size_t row, int y) {
    const Content *content = &screen->content;
    char **names = query_names(screen, place.record);
    bool lit = (long)row == screen->query, tokens = screen->layout.label_tokens;
    bool alone = screen->layout.tokens_alone;
    bool known = alone || row < model_queries(screen->model, place);
    int end =
        min_int(tokens ? content->label : content->label_short, screen->layout.label);
    int role = lit ? ROLE_CROSS : known ? ROLE_LABEL : ROLE_QUIET;
    Pen pen = {screen->frame, 0, y, end};
    if (lit && !alone)
        frame_fill(screen->frame, 0, y, end, 1, style_of(role));
    if (!alone && input_changed(screen, place, row))
        pen_text(&pen, lit ? role : ROLE_CHANGED, "*");
    else if (lit)
        pen_text(&pen, role, "▸");
    pen.x = 1;
    if (!alone) {
        pen_format(&pen, role, "%*ld", content->positions,
                   number_of(screen, AXIS_QUERY, row));
        pen.x++;
    }
    if (tokens && known && names)
        pen_text(&pen, role, names[row]);
}

/* Draws the label of a row that is not the line's query. */
static void own_label_draw(const RowView *row) {
    const Screen *screen = row->screen;
    Text label = {0};
    Axis rows = grid_table[row->grid].rows;
    bool lit = (is_focus(screen, row->grid) && screen->at.row == row->row) ||
               (rows == AXIS_KEY && (long)row->row == screen->key);
    bool change =
        row->column->state == STATE_CHANGE; /* of one place, maybe of two heads */
    if (rows == AXIS_KEY || change)
        text_format(&label, "%ld", number_of(screen, rows, row->row));
    else
        session_row_label(screen->session, row->state->sheet, row->grid, row->row,
                          &label);
    frame_text(screen->frame, row->column->x, row->y + number_line(row->height),
               row->column->labels - 1, style_of(lit ? ROLE_CROSS : ROLE_LABEL),
               text_string(&label));
    text_release(&label);
}

/* ---- cells ---- */

/* Draws a bar as long as a weight on the last line of a tall cell. It replaces colors. */
static void bar_draw(Frame *frame, int x, int y, int columns, double length) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    Pen pen = {frame, x, y, x + columns};
    int parts = (int)(length * columns * 8 + 0.5);
    for (; parts >= 8; parts -= 8)
        pen_text(&pen, ROLE_NUMBER, "█");
    pen_text(&pen, ROLE_NUMBER, eighths[parts]);
}

/* Returns the style on the lit line of a query, unless it has a background of its own. */
static Style over_row(Style style) {
    bool own = style.back == ROLE_WRONG || style.back == ROLE_EMPTY;
    return own ? style : style_over(style.fore, ROLE_ROW);
}

/* Draws a cell. The last one of a closed column has a blank after it. */
static void cell_draw(const CellView *cell, bool last) {
    const RowView *row = cell->row;
    const Column *column = row->column;
    Screen *screen = row->screen;
    int y = row->y + number_line(row->height), room = column->cell - 1;
    Style style = cell->style, mark = cell->mark_style;
    bool on_query = (long)row->row == screen->query;
    if (!cell->plain)
        frame_fill(screen->frame, cell->x, row->y,
                   column->cell + (last && column->closed), row->height,
                   style_of(cell->style.back));
    if (cell->plain && on_query && !column->labels) {
        style = over_row(style);
        mark = over_row(mark);
    }
    if ((on_query && grid_table[row->grid].rows == AXIS_QUERY) ||
        column_lit(screen, row->grid, cell->col))
        style.flags |= STYLE_BOLD;
    int blanks = (int)strspn(cell->text, " ");
    frame_text(screen->frame, cell->x + 1 + blanks, y, room, style, cell->text + blanks);
    if (cell->mark != ' ')
        frame_text(screen->frame, cell->x, y, 1, mark, cell_mark(cell).text);
    if (screen->bars && row->height > 1 && cell->bar > 0)
        bar_draw(screen->frame, cell->x + 1, row->y + row->height - 1, room, cell->bar);
}

/* ---- the cursor ---- */

static bool under_cursor(const CellView *cell) {
    const RowView *row = cell->row;
    const GridCell *at = &row->screen->at;
    return row->row == at->row && cell->col == at->col &&
           row->place.record == at->place.record &&
           (!grid_table[row->grid].per_head || row->place.head == at->place.head) &&
           has_cursor(row->screen, row->column);
}

/* Keeps the cursor's cell for cursor_draw. At the right edge there is no next cell for
 * the ]: the field gives up a column for it, a blank or the zero before the point. */
static void cursor_keep(const CellView *cell) {
    const RowView *row = cell->row;
    Screen *screen = row->screen;
    Cursor *cursor = &screen->cursor;
    char *text = cursor->text;
    *cursor = (Cursor){.set = true,
                       .x = cell->x,
                       .y = row->y + number_line(row->height),
                       .cell = row->column->cell};
    snprintf(text, sizeof cursor->text, "%s", cell->text);
    if (cursor->x + cursor->cell < screen->width)
        return;
    size_t minus = *text == '-';
    cursor->cell--;
    if (*text == ' ' || strncmp(text + minus, "0.", 2) == 0)
        memmove(text + minus, text + minus + 1, strlen(text + minus));
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

static void row_draw(RowView row) {
    if (!row_load(&row))
        return;
    if (row.column->labels)
        own_label_draw(&row);
    for (int i = 0; i < row.count; i++) {
        CellView cell;
        cell_make(&row, i, &cell);
        cell_draw(&cell, i + 1 == row.column->count);
        if (under_cursor(&cell))
            cursor_keep(&cell);
    }
    row_release(&row);
}

/* Makes the rows of each grid together. The last grid comes first, because out needs the
 * others. */
static void rows_prepare(const Screen *screen, const Band *band, Place place) {
    for (int n = band->columns.count - 1; n >= 0; n--) {
        const Column *column = &band->columns.column[n];
        const ShownState *state = &screen->state[column->state];
        Sheet *sheets[] = {state->sheet, state->was};
        GridId grid = column->grid;
        size_t first = (size_t)column_row(screen, column, band->rows);
        for (int s = 0; s < 2; s++)
            if (sheet_has(sheets[s], grid, place))
                grid_prepare(sheets[s], grid, place, first, (size_t)band->rows.count);
    }
}

/* Notes the cells of a column, and the labels of its keys above them, as regions. */
static void column_note(Screen *screen, const Column *column, Place place, Rows rows,
                        int first) {
    GridId grid = column->grid;
    int down = min_int((int)grid_rows(screen->now, grid, place) - first, rows.count);
    int cols = (int)grid_cols(screen->now, grid, place);
    int across = min_int(cols - column->first, column->count);
    Region region = {.kind = REGION_CELLS,
                     .area = {column->x + column->labels, rows.y, across * column->cell,
                              down * rows.height},
                     .across = column->cell,
                     .down = rows.height,
                     .row = (size_t)first,
                     .col = (size_t)column->first,
                     .row_step = 1,
                     .col_step = 1,
                     .rows = (size_t)down,
                     .grid = (int)grid,
                     .decimals = column->decimals,
                     .record = place.record,
                     .head = place.head,
                     .lane = (size_t)max_int(column->state - STATE_LANE, 0)};
    if (down <= 0 || across <= 0)
        return;
    regions_add(&screen->frame->regions, region);
    if (grid_table[grid].cols != AXIS_KEY)
        return;
    region.kind = REGION_KEYS;
    region.area.y -= 1;
    region.area.height = 1;
    regions_add(&screen->frame->regions, region);
}

static void rows_draw(Screen *screen, const Band *band, Place place) {
    Rows rows = band->rows;
    rows_prepare(screen, band, place);
    for (int c = 0; c < band->columns.count; c++) {
        const Column *column = &band->columns.column[c];
        int first = column_row(screen, column, rows);
        column_note(screen, column, place, rows, first);
        for (int i = 0; i < rows.count; i++)
            row_draw((RowView){.screen = screen,
                               .column = column,
                               .place = place,
                               .row = (size_t)(first + i),
                               .y = rows.y + i * rows.height,
                               .height = rows.height});
    }
}

/* ---- bands ---- */

/* Lights the line of the cursor's query up to column `end`, except below columns whose
 * rows are no queries. */
static void line_light(Screen *screen, const Columns *columns, int y, int end) {
    const Column *column = columns->column;
    frame_fill(screen->frame, 0, y, end, 1, style_of(ROLE_ROW));
    for (int i = 0; i < columns->count; i++)
        if (column[i].labels)
            frame_fill(screen->frame, column[i].x - 1, y, column[i].width + 2, 1,
                       style_of(ROLE_GROUND));
}

void band_draw(Screen *screen, const Band *band, Place place, int end) {
    const Rows *rows = &band->rows;
    bool queries = false; /* the rows of some grid are the line's queries */
    for (int c = 0; c < band->columns.count; c++)
        queries |= !band->columns.column[c].labels;
    if (band->labels != ABSENT)
        labels_draw(screen, band, place);
    for (int i = 0; queries && i < rows->count; i++) {
        size_t row = (size_t)(rows->first + i);
        int y = rows->y + i * rows->height + number_line(rows->height);
        if (row >= screen->model->records[place.record].queries)
            break;
        if ((long)row == screen->query)
            line_light(screen, &band->columns, y, end);
        row_label_draw(screen, place, row, y);
    }
    rows_draw(screen, band, place);
}

static void band_name_draw(Screen *screen, int band, int y) {
    const Content *content = &screen->content;
    int label = screen->layout.label;
    int role = band == content->band ? ROLE_CROSS : ROLE_NAME;
    Pen pen = {screen->frame, label > content->band_label + 1, y, label};
    if (label <= content->band_label)
        pen_format(&pen, role, "%d", band + 1);
    else
        band_write(screen, role, band, &pen);
}

/* Writes which heads are shown, if not all are. */
static void shown_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    int first = layout->band_first + 1, last = layout->band_first + layout->band_count;
    int all = screen->content.bands;
    Pen pen = {screen->frame, 1, layout->main.names, layout->label};
    if (layout->band_count >= all || layout->merged_top || screen->records)
        return;
    if (first == last)
        pen_whole(&pen, ROLE_QUIET, say(screen, "screen.band"), first, all);
    else
        pen_whole(&pen, ROLE_QUIET, say(screen, "screen.bands"), first, last, all);
}

static void main_bands_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    if (!layout->merged_top)
        names_draw(screen, &layout->main);
    shown_draw(screen);
    for (int b = 0; b < layout->band_count; b++) {
        Band band = layout->main;
        int index = layout->band_first + b;
        band.labels = layout_band(layout, index);
        band.rows.y = band.labels + 1;
        if (screen->content.bands > 1)
            band_name_draw(screen, index, band.labels);
        band_draw(screen, &band, screen_place(screen, index), columns_end(&band.columns));
    }
}

void bands_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    const Band *below[] = {&layout->output, &layout->input};
    if (layout->band_count > 0)
        main_bands_draw(screen);
    for (int i = 0; i < 2; i++) {
        if (below[i]->names == ABSENT)
            continue;
        if (below[i]->names != layout->switches)
            names_draw(screen, below[i]);
        band_draw(screen, below[i], screen->at.place, columns_end(&below[i]->columns));
    }
    cursor_draw(screen);
}
