/* Grids side by side: their names, their labels, and one row of cells. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/screen/screen.h"

enum { LABEL_TEXT = 128 };

static int column_end(const Lineup *lineup, int index, int width) {
    return index + 1 < lineup->count ? lineup->column[index + 1].x - 1 : width;
}

int number_line(int height) {
    return height > 2 ? 1 : 0;
}

/* ---- names ---- */

/* The longest form of a grid's name that fits; names that are one may stand as the last of them. */
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

/* Puts a note at x if it fits before end; returns where the next may stand. */
static int note(Screen *screen, int x, int end, int y, const char *text) {
    int columns = utf8_columns(text);
    if (x + columns > end)
        return x;
    return x + frame_text(screen->frame, x, y, columns, style_of(ROLE_QUIET), text);
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

/* What of the grid is not on the screen. */
static void notes_draw(Screen *screen, const Column *column, Rows rows, int x, int end,
                       int y) {
    char text[LABEL_TEXT];
    Place place = session_place(screen->session);
    GridId grid = (GridId)column->grid;
    int total_rows = (int)grid_rows(screen->session->now, grid, place);
    int total = (int)grid_cols(screen->session->now, grid, place);
    int more = total - column->first - column->count;
    int first = column_row(screen, column, rows);
    int last = first + rows.count < total_rows ? first + rows.count : total_rows;
    if (column->first > 0) {
        snprintf(text, sizeof text, screen->ascii ? "  < %d" : "  ◂ %d", column->first);
        x = note(screen, x, end, y, text);
    }
    if (more > 0) {
        snprintf(text, sizeof text, message(screen->lang, "screen.more"), more,
                 screen->ascii ? ">" : "▸");
        x = note(screen, x, end, y, text);
    }
    if (first > 0 || last < total_rows) {
        snprintf(text, sizeof text, message(screen->lang, "screen.rows"),
                 session_number_of(screen->session, AXIS_QUERY, (size_t)first),
                 session_number_of(screen->session, AXIS_QUERY, (size_t)last - 1));
        x = note(screen, x, end, y, text);
    }
    if (column->decimals == 3 && grid == GRID_WEIGHTS) {
        snprintf(text, sizeof text, message(screen->lang, "screen.decimals"), 3);
        note(screen, x, end, y, text);
    }
}

static void operator_draw(Screen *screen, const Lineup *lineup, int index, int y) {
    static const struct {
        GridId grid;
        const char *sign, *ascii;
    } signs[] = {{GRID_WO, "×", "x"}, {GRID_X, "+", "+"}, {GRID_Y, "=", "="}};
    const Column *column = &lineup->column[index], *before = column - 1;
    int start = before->x + before->width, gap = column->x - start;
    for (size_t i = 0; i < 3; i++)
        if (signs[i].grid == (GridId)column->grid)
            frame_text(screen->frame, start + (gap > 4 ? 2 : 1), y, 1,
                       style_of(ROLE_QUIET),
                       screen->ascii ? signs[i].ascii : signs[i].sign);
}

/* With the change on the screen, the cursor stands in the change. */
static bool name_lit(const Screen *screen, const Column *column) {
    return is_focus(screen, (GridId)column->grid) &&
           (!column->side || column->side == SIDE_DELTA);
}

static void name_draw(Screen *screen, const Lineup *lineup, int index, Rows rows, int y) {
    const Column *column = &lineup->column[index];
    GridId grid = (GridId)column->grid;
    char text[LABEL_TEXT];
    int end = column_end(lineup, index, screen->width);
    if (column->side)
        delta_title(screen, column, text, sizeof text);
    else
        title_of(screen, grid, end - column->x, text);
    int columns = utf8_columns(text);
    int x = column->x + (column->labels ? 0 : column->integers);
    if (x + columns > end)
        x = column->x;
    x += frame_text(screen->frame, x, y, end + 1 - x,
                    style_of(name_lit(screen, column) ? ROLE_CROSS : ROLE_NAME), text);
    if (column->side == SIDE_DELTA)
        return;
    shape_of(screen, grid, text);
    x = note(screen, x, end, y, text);
    notes_draw(screen, column, rows, x, end, y);
}

void names_draw(Screen *screen, const Lineup *lineup, Rows rows, int y) {
    for (int i = 0; i < lineup->count; i++) {
        name_draw(screen, lineup, i, rows, y);
        if (lineup == &screen->layout.output && i > 0 && !screen->delta)
            operator_draw(screen, lineup, i, y);
    }
}

/* ---- labels above the columns ---- */

/* The label of a column: its name, or its number alone. */
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

static int longest_label(const Screen *screen, GridId grid, Place place, size_t count,
                         bool named) {
    int most = 0;
    if (named && grid_table[grid].cols == AXIS_KEY)
        return screen->session->scene.labels[place.record].key_columns;
    if (!named && count) { /* the last number is the longest */
        char text[LABEL_TEXT];
        label_text(screen, grid, place, count - 1, named, text);
        return utf8_columns(text);
    }
    for (size_t i = 0; i < count; i++) {
        char text[LABEL_TEXT];
        label_text(screen, grid, place, i, named, text);
        int columns = utf8_columns(text);
        most = columns > most ? columns : most;
    }
    return most;
}

/* Bands that are records have labels of one kind. */
static int longest_of_bands(const Screen *screen, GridId grid, Place place,
                            size_t count) {
    int most = longest_label(screen, grid, place, count, true);
    bool keys = grid_table[grid].cols == AXIS_KEY;
    for (size_t r = 0; keys && screen->records && r < screen->model->record_count; r++) {
        Place other = {.record = r, .layer = place.layer};
        int columns = longest_label(screen, grid, other, screen_keys(screen, r), true);
        most = columns > most ? columns : most;
    }
    return most;
}

/* Whether the cursor's lines pass through the column. */
static bool column_lit(const Screen *screen, GridId grid, size_t index) {
    const Look *look = &screen->session->look;
    if (grid_table[grid].cols == AXIS_KEY && grid != GRID_REACH)
        return (long)index == screen->key;
    return is_focus(screen, grid) && index == look->col;
}

/* Candidates name the columns of the merged output. */
static GridId labelled(const Screen *screen, GridId grid) {
    return screen->merged_out && grid == GRID_OUT ? GRID_Y : grid;
}

void column_labels_draw(Screen *screen, const Column *column, Place place, int y) {
    GridId grid = labelled(screen, (GridId)column->grid);
    if (grid_table[grid].cols == AXIS_SINGLE)
        return;
    bool keys = grid_table[grid].cols == AXIS_KEY;
    size_t known = grid_cols(screen->session->now, grid, place);
    size_t total = keys ? screen_keys(screen, place.record) : known;
    if (!keys && total == 1)
        return;
    int room = column->cell - 1, start = column->integers;
    bool named = (!keys || screen->session->scene.labels[place.record].has_tokens) &&
                 longest_of_bands(screen, grid, place, total) <= room;
    int most = longest_label(screen, grid, place, total, named);
    if (start + most > column->cell)
        start = column->cell - most;
    if (most > room)
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

/* ---- labels at the left ---- */

/* This query's input was changed: by the perturbation, or by the last action. */
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
    int end = screen->layout.tokens ? content->label : content->label_short;
    Style style = style_of(lit ? ROLE_CROSS : known ? ROLE_LABEL : ROLE_QUIET);
    if (end > screen->layout.label)
        end = screen->layout.label;
    if (lit)
        frame_fill(screen->frame, 0, y, end, 1, style);
    frame_format(screen->frame, 1, y, content->positions, style, "%*ld",
                 content->positions, session_number_of(session, AXIS_QUERY, row));
    if (screen->layout.tokens && known &&
        (labels->has_tokens || labels->has_query_tokens))
        frame_text(screen->frame, x + 1, y, end - x - 1, style,
                   labels->query_tokens[row]);
    if (input_changed(screen, place, row))
        frame_text(screen->frame, 0, y, 1, lit ? style : style_of(ROLE_CHANGED), "*");
    else if (lit)
        frame_text(screen->frame, 0, y, 1, style, screen->ascii ? ">" : "▸");
}

/* Labels of rows that are not the line's queries. */
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

/* The last line of a tall weight cell, where there are no colors. */
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

typedef struct Spot {
    int x, y, cell, height;
    bool row_lit, lit; /* on the query's line; a digit of the lit row or column */
    bool closed;
} Spot;

/* What has no ground of its own lies on the band of the query's line. */
static Style over_row(Style style) {
    bool own = style.back == ROLE_WRONG || style.back == ROLE_EMPTY;
    return own ? style : style_over(style.fore, ROLE_ROW);
}

static void cell_draw(Screen *screen, const Face *face, const Spot *spot) {
    Frame *frame = screen->frame;
    int y = spot->y + number_line(spot->height), columns = spot->cell + spot->closed;
    Style style = face->style, mark = face->mark_style;
    if (!face->plain)
        frame_fill(frame, spot->x, spot->y, columns, spot->height,
                   style_of(face->style.back));
    if (face->plain && spot->row_lit) {
        style = over_row(style);
        mark = over_row(mark);
    }
    if (spot->lit)
        style.flags |= STYLE_BOLD;
    frame_text(frame, spot->x + 1 + (int)strspn(face->text, " "), y, spot->cell - 1,
               style, face->text + strspn(face->text, " "));
    if (face->mark != ' ')
        frame_format(frame, spot->x, y, 1, mark, "%c", face->mark);
    if (screen->bars && spot->height > 1 && face->bar > 0)
        bar_draw(screen, spot->x + 1, spot->y + spot->height - 1, spot->cell - 1,
                 face->bar);
}

static bool under_cursor(const Screen *screen, const Column *column, Place place,
                         size_t row, size_t col) {
    const Look *look = &screen->session->look;
    GridId grid = (GridId)column->grid;
    return name_lit(screen, column) && row == look->row && col == look->col &&
           (!grid_table[grid].per_head || place.head == look->head) &&
           place.record == look->record;
}

static bool digits_lit(const Screen *screen, GridId grid, size_t row, size_t col) {
    bool row_lit = grid_table[grid].rows == AXIS_QUERY && (long)row == screen->query;
    return row_lit || column_lit(screen, grid, col);
}

void cells_draw(Screen *screen, const Column *column, Place place, size_t row, Rows at) {
    RowView view;
    GridId grid = (GridId)column->grid;
    if (!row_load(screen, column, place, row, &view))
        return;
    if (column->labels)
        own_label_draw(screen, column, row, at.y + number_line(at.height));
    for (int i = 0; i < column->count; i++) {
        size_t col = (size_t)column->first + (size_t)i;
        Face face;
        if (col >= view.cols)
            break;
        Spot spot = {.x = column->x + column->labels + i * column->cell,
                     .y = at.y,
                     .cell = column->cell,
                     .height = at.height,
                     .row_lit = !column->labels && (long)row == screen->query,
                     .lit = digits_lit(screen, grid, row, col),
                     .closed = column->closed && i + 1 == column->count};
        face_make(screen, &view, col, column, &face);
        cell_draw(screen, &face, &spot);
        if (under_cursor(screen, column, place, row, col)) {
            screen->cursor = (Cursor){.set = true,
                                      .x = spot.x,
                                      .y = spot.y + number_line(spot.height),
                                      .cell = spot.cell};
            cursor_fill(screen, &view, col, column, &face);
        }
    }
    row_release(&view);
}

void row_light(Screen *screen, const Lineup *lineup, size_t row, int y) {
    if ((long)row != screen->query || lineup->count == 0)
        return;
    const Column *last = &lineup->column[lineup->count - 1];
    frame_fill(screen->frame, 0, y, last->x + last->width, 1, style_of(ROLE_ROW));
    for (int i = 0; i < lineup->count; i++) /* rows that are no queries have no band */
        if (lineup->column[i].labels)
            frame_fill(screen->frame, lineup->column[i].x - 1, y,
                       lineup->column[i].width + 2, 1, style_of(ROLE_GROUND));
}
