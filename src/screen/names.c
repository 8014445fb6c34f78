/* Draws the lines above the columns: names of grids, notes on the part that is shown,
 * labels of cells. */
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "screen/screen.h"

/* Returns the grid that gives a column its name and labels: candidates name those of the
 * merged output. */
static GridId labelled(const Screen *screen, GridId grid) {
    return screen->merged_out && grid == GRID_OUT ? GRID_Y : grid;
}

/* ---- names ---- */

/* The scale of the colors of changes: the largest finite one, and whether there are
 * others. */
static Written change_scale(const Screen *screen, const Column *column) {
    bool finite = column->largest > 0 || !column->infinite;
    Written largest = written(screen, column->largest), scale = {"????"};
    if (!session_covers_change(screen->session, column->grid))
        snprintf(scale.text, CELL_TEXT, "%.20s%s%s", finite ? largest.text : "",
                 finite && column->infinite ? " " : "",
                 !column->infinite ? ""
                 : screen->ascii   ? "inf"
                                   : "∞");
    return scale;
}

void state_title(const Screen *screen, const Column *column, char out[LABEL_TEXT]) {
    const char *name = grid_title(screen->lang, column->grid);
    bool pinned = screen->session->baseline.kind == BASELINE_PIN;
    if (column->state == STATE_CHANGE) {
        Written scale = change_scale(screen, column);
        snprintf(out, LABEL_TEXT, screen->ascii ? "%s +-%s" : "%s ±%s",
                 grid_title(screen->lang, GRID_DELTA), scale.text);
        return;
    }
    const char *id = column->state == STATE_NOW ? "screen.side.now"
                     : pinned                   ? "screen.side.pinned"
                                                : "screen.side.before";
    const char *form = say(screen, id);
    char spaced[CELL_TEXT];
    bool latin = (*name & 0x80) == 0 && *form != '%';
    snprintf(spaced, sizeof spaced, latin ? " %s" : "%s", name);
    snprintf(out, LABEL_TEXT, form, spaced);
}

/* Writes the longest form of a column's name that fits. Where out, concat and y are one
 * grid, the shortest form is the last of its names. */
static void title_of(const Screen *screen, const Column *column, int columns,
                     char out[LABEL_TEXT]) {
    GridId grid = column->grid;
    const char *name = grid_title(screen->lang, labelled(screen, grid)), *id = NULL;
    if (screen->merged_out && grid == GRID_OUT && screen->model->loss == LOSS_NONE)
        id = "screen.out.y";
    else if (screen->merged_y && grid == GRID_Y)
        id = "screen.concat.y";
    if (column->state != STATE_PRESENT) {
        state_title(screen, column, out);
        return;
    }
    for (int full = 0; id && full < 2; full++) {
        const char *form = message_or(screen->lang, name, full ? "%s" : "%s.tight", id);
        name = utf8_columns(form) <= columns ? form : name;
    }
    snprintf(out, LABEL_TEXT, "%s", name);
}

static void shape_write(const Screen *screen, GridId grid, Pen *pen) {
    int rows = screen_rows(screen, grid), cols = screen_cols(screen, grid);
    size_t heads = screen->layer->heads;
    if (grid_table[grid].cols == AXIS_SINGLE)
        return;
    if (grid_table[grid].per_head && heads > 1)
        pen_whole(pen, ROLE_QUIET, " [%zu,%d,%d]", heads, rows, cols);
    else
        pen_whole(pen, ROLE_QUIET, " [%d,%d]", rows, cols);
}

int column_row(const Screen *screen, const Column *column, Rows rows) {
    GridId grid = column->grid;
    int cursor = is_focus(screen, grid) ? (int)screen->at.row : 0;
    if (!column->labels)
        return rows.first;
    int total = screen_rows(screen, grid);
    return total > rows.count ? window_first(total, rows.count, cursor) : 0;
}

/* Writes which part of the grid is on the screen. */
static void notes_write(const Screen *screen, const Column *column, Rows rows, Pen *pen) {
    GridId grid = column->grid;
    int total_rows = screen_rows(screen, grid);
    int more = screen_cols(screen, grid) - column->first - column->count;
    int first = column_row(screen, column, rows);
    int last = min_int(first + rows.count, total_rows);
    if (column->first > 0)
        pen_whole(pen, ROLE_QUIET, "  ◂ %d", column->first);
    if (more > 0)
        pen_whole(pen, ROLE_QUIET, say(screen, "screen.more"), more, "▸");
    if (first > 0 || last < total_rows)
        pen_whole(pen, ROLE_QUIET, say(screen, "screen.rows"),
                  number_of(screen, AXIS_QUERY, (size_t)first),
                  number_of(screen, AXIS_QUERY, (size_t)last - 1));
    if (column->decimals == 3 && grid == GRID_WEIGHTS)
        pen_whole(pen, ROLE_QUIET, say(screen, "screen.decimals"), 3);
}

/* Writes × + or = between two grids of the output. */
static void operator_draw(Screen *screen, const Column *column, int y) {
    const Column *before = column - 1;
    int start = before->x + before->width, gap = column->x - start;
    const char *sign = column->grid == GRID_WO  ? "×"
                       : column->grid == GRID_X ? "+"
                       : column->grid == GRID_Y ? "="
                                                : "";
    frame_text(screen->frame, start + (gap > 4 ? 2 : 1), y, 1, style_of(ROLE_QUIET),
               sign);
}

bool has_cursor(const Screen *screen, const Column *column) {
    return is_focus(screen, column->grid) &&
           (column->state == STATE_PRESENT || column->state == STATE_CHANGE ||
            column->state == STATE_LANE + (int)screen->session->look.lane);
}

/* Writes the name of a column, which is followed by the free columns up to `end`. */
static void name_draw(Screen *screen, const Column *column, const Band *band, int end) {
    char text[LABEL_TEXT];
    int indent = column->labels ? 0 : column->integers;
    title_of(screen, column, end - column->x, text);
    Pen pen = {screen->frame, column->x + indent, band->names, end + 1};
    if (pen.x + utf8_columns(text) > end)
        pen.x = column->x;
    pen_text(&pen, has_cursor(screen, column) ? ROLE_CROSS : ROLE_NAME, text);
    if (column->state == STATE_CHANGE)
        return;
    pen.end = end;
    shape_write(screen, column->grid, &pen);
    notes_write(screen, column, band->rows, &pen);
}

void names_draw(Screen *screen, const Band *band) {
    int count = band->columns.count;
    for (int i = 0; i < count; i++) {
        const Column *column = &band->columns.column[i];
        name_draw(screen, column, band, i + 1 < count ? column[1].x - 1 : screen->width);
        if (band == &screen->layout.output && i > 0 && !screen->delta)
            operator_draw(screen, column, band->names);
    }
}

/* ---- labels above the columns ---- */

/* Writes the label of a column: its name or its number. */
static void label_text(const Screen *screen, const Column *column, Place place,
                       size_t index, bool named, char out[LABEL_TEXT]) {
    const Session *session = screen->session;
    GridId grid = labelled(screen, column->grid);
    Axis axis = grid_table[grid].cols;
    Text label = {0};
    if (!named || axis == AXIS_COMPONENT)
        text_format(&label, "%ld", number_of(screen, axis, index));
    else if (axis == AXIS_KEY)
        text_append(&label, session->scene.labels[place.record].tokens[index]);
    else
        session_col_label(session, screen->state[column->state].sheet, grid, index,
                          &label);
    snprintf(out, LABEL_TEXT, "%s", text_string(&label));
    text_release(&label);
}

/* Returns the columns of the longest label. Labels are names if these fit; over all
 * records where they are bands, so that all bands have names or none. */
static int label_columns(const Screen *screen, const Column *column, Place place,
                         size_t count, bool *named) {
    const Labels *labels = screen->session->scene.labels;
    Axis axis = grid_table[labelled(screen, column->grid)].cols;
    bool keys = axis == AXIS_KEY;
    int room = column->cell - 1, longest = keys ? labels[place.record].key_columns : 0;
    *named = !keys || labels[place.record].has_tokens;
    for (size_t r = 0; keys && screen->records && r < screen->model->record_count; r++)
        *named = *named && labels[r].key_columns <= room;
    for (size_t i = 0; !keys && i < count; i++) {
        char text[LABEL_TEXT];
        label_text(screen, column, place, i, true, text);
        longest = max_int(longest, utf8_columns(text));
    }
    *named = *named && longest <= room;
    return *named ? longest : number_columns(screen, axis, count - 1);
}

bool column_lit(const Screen *screen, GridId grid, size_t index) {
    if (grid_table[grid].cols == AXIS_KEY && grid != GRID_REACH)
        return (long)index == screen->key;
    return is_focus(screen, grid) && index == screen->at.col;
}

static void column_labels_draw(Screen *screen, const Column *column, Place place, int y) {
    GridId grid = labelled(screen, column->grid);
    bool keys = grid_table[grid].cols == AXIS_KEY;
    size_t known = grid_cols(screen->state[column->state].sheet, grid, place);
    size_t total = keys ? screen->model->records[place.record].keys : known;
    if (total == 0 || (!keys && total == 1))
        return;
    bool named;
    int longest = label_columns(screen, column, place, total, &named);
    int start = min_int(column->integers, column->cell - longest);
    if (longest > column->cell - 1)
        return;
    for (int i = 0; i < column->count; i++) {
        char text[LABEL_TEXT];
        size_t index = (size_t)(column->first + i);
        int x = column->x + column->labels + i * column->cell + start;
        if (index >= total || index >= known)
            break;
        bool lit = column_lit(screen, column->grid, index);
        label_text(screen, column, place, index, named, text);
        Pen pen = screen_pen(screen, x - lit, y);
        pen_text(&pen, ROLE_CROSS, lit ? "▾" : "");
        pen_text(&pen, lit ? ROLE_CROSS : ROLE_LABEL, text);
    }
}

/* If names have no line, those of single columns are above them, where they fit. */
void labels_draw(Screen *screen, const Band *band, Place place) {
    for (int i = 0; i < band->columns.count; i++) {
        const Column *column = &band->columns.column[i];
        int x = column->x + column->integers;
        Pen pen = {screen->frame, x, band->labels, column->x + column->width};
        if (grid_table[column->grid].cols != AXIS_SINGLE)
            column_labels_draw(screen, column, place, band->labels);
        else if (band->names == ABSENT)
            pen_whole(&pen, has_cursor(screen, column) ? ROLE_CROSS : ROLE_NAME, "%s",
                      grid_title(screen->lang, column->grid));
    }
}
