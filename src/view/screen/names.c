/* Draws the lines above the columns: names of grids, notes on the part that is shown,
 * labels of cells. */
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

enum { LABEL_TEXT = 128 };

static int column_end(const Columns *columns, int index, int width) {
    return index + 1 < columns->count ? columns->column[index + 1].x - 1 : width;
}

/* ---- names ---- */

/* Writes the longest form of a grid's name that fits. Where out, concat and y are one
 * grid, the shortest form is the last of its names. */
static void title_of(const Screen *screen, GridId grid, int columns,
                     char out[LABEL_TEXT]) {
    bool out_y =
        screen->merged_out && grid == GRID_OUT && screen->model->loss == LOSS_NONE;
    bool concat_y = screen->merged_y && grid == GRID_Y;
    const char *forms[] = {
        message(screen->lang, out_y ? "screen.out.y" : "screen.concat.y"),
        message(screen->lang, out_y ? "screen.out.y.tight" : "screen.concat.y.tight"),
        grid_title(screen, screen->merged_out && grid == GRID_OUT ? GRID_Y : grid)};
    int form = out_y || concat_y ? 0 : 2;
    while (form < 2 && utf8_columns(forms[form]) > columns)
        form++;
    snprintf(out, LABEL_TEXT, "%s", forms[form]);
}

static void shape_of(const Screen *screen, GridId grid, char out[LABEL_TEXT]) {
    const Session *session = screen->session;
    Place place = session_place(session);
    size_t rows = grid_rows(session->now, grid, place);
    size_t cols = grid_cols(session->now, grid, place);
    size_t heads = screen->model->layers[place.layer].heads;
    if (grid_table[grid].cols == AXIS_SINGLE)
        out[0] = '\0';
    else if (grid_table[grid].per_head && heads > 1)
        snprintf(out, LABEL_TEXT, " [%zu,%zu,%zu]", heads, rows, cols);
    else
        snprintf(out, LABEL_TEXT, " [%zu,%zu]", rows, cols);
}

int column_row(const Screen *screen, const Column *column, Rows rows) {
    GridId grid = (GridId)column->grid;
    int total =
        (int)grid_rows(screen->session->now, grid, session_place(screen->session));
    int cursor = is_focus(screen, grid) ? (int)screen->session->look.row : 0;
    if (!column->labels)
        return rows.first;
    return total > rows.count ? window_first(total, rows.count, cursor) : 0;
}

/* Writes which part of the grid is on the screen. */
static void notes_write(const Screen *screen, const Column *column, Rows rows, Pen *pen) {
    const Session *session = screen->session;
    char text[LABEL_TEXT];
    Place place = session_place(session);
    GridId grid = (GridId)column->grid;
    int total_rows = (int)grid_rows(session->now, grid, place);
    int total = (int)grid_cols(session->now, grid, place);
    int more = total - column->first - column->count;
    int first = column_row(screen, column, rows);
    int last = min_int(first + rows.count, total_rows);
    if (column->first > 0) {
        snprintf(text, sizeof text, screen->ascii ? "  < %d" : "  ◂ %d", column->first);
        pen_whole(pen, ROLE_QUIET, text);
    }
    if (more > 0) {
        snprintf(text, sizeof text, message(screen->lang, "screen.more"), more,
                 screen->ascii ? ">" : "▸");
        pen_whole(pen, ROLE_QUIET, text);
    }
    if (first > 0 || last < total_rows) {
        snprintf(text, sizeof text, message(screen->lang, "screen.rows"),
                 session_number_of(session, AXIS_QUERY, (size_t)first),
                 session_number_of(session, AXIS_QUERY, (size_t)last - 1));
        pen_whole(pen, ROLE_QUIET, text);
    }
    if (column->decimals == 3 && grid == GRID_WEIGHTS) {
        snprintf(text, sizeof text, message(screen->lang, "screen.decimals"), 3);
        pen_whole(pen, ROLE_QUIET, text);
    }
}

/* Writes × + or = between two grids of the output. */
static void operator_draw(Screen *screen, const Column *before, const Column *column,
                          int y) {
    int start = before->x + before->width, gap = column->x - start;
    const char *sign = column->grid == (int)GRID_WO  ? screen->ascii ? "x" : "×"
                       : column->grid == (int)GRID_X ? "+"
                       : column->grid == (int)GRID_Y ? "="
                                                     : "";
    frame_text(screen->frame, start + (gap > 4 ? 2 : 1), y, 1, style_of(ROLE_QUIET),
               sign);
}

bool has_cursor(const Screen *screen, const Column *column) {
    return is_focus(screen, (GridId)column->grid) &&
           (column->state == STATE_PRESENT || column->state == STATE_CHANGE ||
            column->state == STATE_LANE + (int)screen->session->look.lane);
}

static void name_draw(Screen *screen, const Band *band, int index) {
    const Column *column = &band->columns.column[index];
    GridId grid = (GridId)column->grid;
    char text[LABEL_TEXT];
    int end = column_end(&band->columns, index, screen->width);
    if (column->state)
        delta_title(screen, column, text, sizeof text);
    else
        title_of(screen, grid, end - column->x, text);
    Pen pen = screen_pen(screen, column->x + (column->labels ? 0 : column->integers),
                         band->names);
    if (pen.x + utf8_columns(text) > end)
        pen.x = column->x;
    pen.end = end + 1;
    pen_text(&pen, has_cursor(screen, column) ? ROLE_CROSS : ROLE_NAME, text);
    if (column->state == STATE_CHANGE)
        return;
    pen.end = end;
    shape_of(screen, grid, text);
    pen_whole(&pen, ROLE_QUIET, text);
    notes_write(screen, column, band->rows, &pen);
}

void names_draw(Screen *screen, const Band *band) {
    const Column *column = band->columns.column;
    for (int i = 0; i < band->columns.count; i++) {
        name_draw(screen, band, i);
        if (band == &screen->layout.output && i > 0 && !screen->delta)
            operator_draw(screen, &column[i - 1], &column[i], band->names);
    }
}

/* ---- labels above the columns ---- */

/* Writes the label of a column: its name or its number. */
static void label_text(const Screen *screen, GridId grid, Place place, size_t index,
                       bool named, char out[LABEL_TEXT]) {
    const Session *session = screen->session;
    Axis axis = grid_table[grid].cols;
    const Scene *scene = &session->scene;
    if (named && axis == AXIS_KEY)
        snprintf(out, LABEL_TEXT, "%s", scene->labels[place.record].tokens[index]);
    else if (named && axis == AXIS_OUTPUT && index < scene->model.candidates)
        snprintf(out, LABEL_TEXT, "%s", scene->candidates[index]);
    else if (axis == AXIS_JOINED && named) {
        Text label = {0};
        session_col_label(session, grid, index, &label);
        snprintf(out, LABEL_TEXT, "%s", text_string(&label));
        text_release(&label);
    } else
        snprintf(out, LABEL_TEXT, "%ld", session_number_of(session, axis, index));
}

static int name_columns(const Screen *screen, GridId grid, Place place, size_t count) {
    char text[LABEL_TEXT];
    int longest = 0;
    if (grid_table[grid].cols == AXIS_KEY)
        return screen->session->scene.labels[place.record].key_columns;
    for (size_t i = 0; i < count; i++) {
        label_text(screen, grid, place, i, true, text);
        longest = max_int(longest, utf8_columns(text));
    }
    return longest;
}

/* Returns true if names fit; over all records where they are bands, so that all bands
 * have names or none. */
static bool names_fit(const Screen *screen, GridId grid, Place place, size_t count,
                      int room) {
    const Labels *labels = screen->session->scene.labels;
    bool keys = grid_table[grid].cols == AXIS_KEY;
    if (keys && !labels[place.record].has_tokens)
        return false;
    bool fit = name_columns(screen, grid, place, count) <= room;
    for (size_t r = 0; keys && screen->records && r < screen->model->record_count; r++)
        fit = fit && labels[r].key_columns <= room;
    return fit;
}

bool column_lit(const Screen *screen, GridId grid, size_t index) {
    const Look *look = &screen->session->look;
    if (grid_table[grid].cols == AXIS_KEY && grid != GRID_REACH)
        return (long)index == screen->key;
    return is_focus(screen, grid) && index == look->col;
}

/* Returns the grid that gives a column its labels: candidates name those of the merged
 * output. */
static GridId labelled(const Screen *screen, GridId grid) {
    return screen->merged_out && grid == GRID_OUT ? GRID_Y : grid;
}

/* If names have no line, the name of the sums is above them. */
static void single_label_draw(Screen *screen, const Column *column, int y) {
    bool lit = is_focus(screen, (GridId)column->grid);
    frame_text(screen->frame, column->x + column->integers, y, column->cell,
               style_of(lit ? ROLE_CROSS : ROLE_NAME),
               grid_title(screen, (GridId)column->grid));
}

static void column_labels_draw(Screen *screen, const Column *column, Place place, int y) {
    GridId grid = labelled(screen, (GridId)column->grid);
    bool keys = grid_table[grid].cols == AXIS_KEY;
    size_t known = grid_cols(screen->state[column->state].sheet, grid, place);
    size_t total = keys ? screen_keys(screen, place.record) : known;
    if (total == 0 || (!keys && total == 1))
        return;
    int room = column->cell - 1;
    bool named = names_fit(screen, grid, place, total, room);
    int longest = named ? name_columns(screen, grid, place, total)
                        : number_columns(screen, grid_table[grid].cols, total - 1);
    int start = min_int(column->integers, column->cell - longest);
    if (longest > room)
        return;
    for (int i = 0; i < column->count; i++) {
        char text[LABEL_TEXT];
        size_t index = (size_t)column->first + (size_t)i;
        int x = column->x + column->labels + i * column->cell + start;
        if (index >= total || index >= known)
            break;
        bool lit = column_lit(screen, (GridId)column->grid, index);
        label_text(screen, grid, place, index, named, text);
        Style style = style_of(lit ? ROLE_CROSS : ROLE_LABEL);
        frame_text(screen->frame, x, y, screen->width - x, style, text);
        if (lit)
            frame_text(screen->frame, x - 1, y, 1, style, screen->ascii ? "v" : "▾");
    }
}

void labels_draw(Screen *screen, const Band *band, Place place) {
    for (int i = 0; i < band->columns.count; i++) {
        const Column *column = &band->columns.column[i];
        if (grid_table[column->grid].cols != AXIS_SINGLE)
            column_labels_draw(screen, column, place, band->labels);
        else if (band->names == ABSENT && column->grid == (int)GRID_SUMS)
            single_label_draw(screen, column, band->labels);
    }
}
