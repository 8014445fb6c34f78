/* The screen of lanes: each with its name, its verdict, the grid with its sums, and y below on
 * the same queries. One cursor for all; the lane in focus has its name lit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/lanes/lanes.h"
#include "frame/page.h"
#include "view/screen/signs.h"
#include "view/screen/words.h"

enum { VERDICT_DECIMALS = 6, LANE_TEXT = 200, LEAST_SLOT = 12, BAR = 27 };

/* One lane as a screen of its own: the same frame, another state. */
typedef struct Inner {
    Session session; /* a shallow copy; owns nothing */
    Screen screen;
} Inner;

static void inner_make(const Screen *screen, const Lanes *lanes, const Lane *lane,
                       Inner *inner) {
    inner->session = *screen->session;
    inner->session.now = lane->sheet;
    inner->session.before = NULL;
    inner->screen = *screen;
    inner->screen.session = &inner->session;
    inner->screen.model = &lane->sheet->model;
    inner->screen.right =
        lane->verdict == LANE_DIFFERS ? lanes->lane[lanes->right].sheet : NULL;
    inner->screen.cursor.set = false;
}

/* ---- words ---- */

static void rule_text(const Screen *screen, const Lane *lane, char *out, size_t size) {
    char id[LANE_TEXT], fill[CELL_TEXT];
    const OptionSpec *spec = screen->session->look.compare;
    number_text(fabs(session_options(screen->session)->fill), 3, false, fill);
    snprintf(id, sizeof id, "lane.%s.%s", spec->name, lane->value);
    const char *words = message(screen->lang, id);
    if (words != id) {
        snprintf(out, size, words, fill);
        return;
    }
    snprintf(id, sizeof id, "value.%s.%s", spec->name, lane->value);
    words = message(screen->lang, id);
    snprintf(out, size, "%s", words == id ? "" : words);
}

static void verdict_of(const Screen *screen, const Lanes *lanes, const Lane *lane,
                       char *out, size_t size) {
    const Session *session = screen->session;
    const OptionSpec *spec = session->look.compare;
    char number[CELL_TEXT], right[LANE_TEXT];
    value_word(screen->lang, spec->name, lanes->lane[lanes->right].value, right,
               sizeof right);
    switch (lane->verdict) {
    case LANE_RIGHT:
        snprintf(out, size, "%s",
                 message(screen->lang, spec->wrong & 2U ? "lane.right" : "lane.present"));
        return;
    case LANE_SAME:
        snprintf(out, size, message(screen->lang, "lane.same"), right);
        return;
    case LANE_CLOSE:
        snprintf(number, sizeof number, "%.0e", lane->largest);
        snprintf(out, size, message(screen->lang, "lane.close"), right, number);
        return;
    case LANE_DIFFERS:
        number_text(lane->largest, VERDICT_DECIMALS, screen->ascii, number);
        snprintf(out, size, message(screen->lang, "lane.differs"), number,
                 session_number_of(session, AXIS_QUERY, lane->row),
                 session_number_of(session, AXIS_OUTPUT, lane->col));
        return;
    }
}

/* ---- one lane ---- */

static void verdict_text(const Screen *screen, const Lanes *lanes, const Lane *lane,
                         char *out, size_t size) {
    char whole[LANE_TEXT];
    verdict_of(screen, lanes, lane, whole, sizeof whole);
    if (lanes->some && lane->verdict != LANE_RIGHT)
        snprintf(out, size, message(screen->lang, "lane.some"),
                 session_number_of(screen->session, AXIS_QUERY, lanes->judged_first),
                 session_number_of(screen->session, AXIS_QUERY,
                                   lanes->judged_first + lanes->judged - 1),
                 whole);
    else
        snprintf(out, size, "%s", whole);
}

static char verdict_sign(LaneVerdict verdict) {
    static const char signs[] = {
        [LANE_RIGHT] = ' ', [LANE_SAME] = '=', [LANE_CLOSE] = '~', [LANE_DIFFERS] = '!'};
    return signs[verdict];
}

static void quiet_if_fits(Screen *screen, int x, int end, int y, int role,
                          const char *text) {
    Text spelt = {0};
    frame_spell(screen->ascii, text, &spelt);
    if (x + utf8_columns(text_string(&spelt)) <= end)
        frame_text(screen->frame, x, y, end - x, style_of(role), text_string(&spelt));
    text_release(&spelt);
}

static void lane_head_draw(Screen *screen, const Lanes *lanes, int index, int x, int y) {
    static const int roles[] = {[LANE_RIGHT] = ROLE_GOOD,
                                [LANE_SAME] = ROLE_GOOD,
                                [LANE_CLOSE] = ROLE_QUIET,
                                [LANE_DIFFERS] = ROLE_WRONG};
    const Lane *lane = &lanes->lane[index];
    const char *option = screen->session->look.compare->name;
    bool lit = (size_t)index == screen->session->look.lane;
    char text[LANE_TEXT], sign[2] = {verdict_sign(lane->verdict), '\0'};
    int end = x + lanes->plan.width - 1;
    static const Sign seen[] = {[LANE_SAME] = SIGN_SAME,
                                [LANE_CLOSE] = SIGN_CLOSE,
                                [LANE_DIFFERS] = SIGN_DIFFERS};
    if (!lanes->plan.wide && lane->verdict != LANE_RIGHT)
        signs_see(screen, seen[lane->verdict]);
    if (lanes->plan.wide && lane->verdict != LANE_DIFFERS)
        sign[0] = ' ';
    if (sign[0] != ' ')
        frame_text(screen->frame, x, y, 1, style_of(roles[lane->verdict]), sign);
    value_word(screen->lang, option, lane->value, text, sizeof text);
    int name = x + 1 +
               frame_text(screen->frame, x + 1, y, end - x - 1,
                          style_of(lit ? ROLE_CROSS : ROLE_NAME), text);
    if (!lanes->plan.wide)
        return;
    rule_text(screen, lane, text, sizeof text);
    quiet_if_fits(screen, name + 2, end, y, ROLE_QUIET, text);
    verdict_text(screen, lanes, lane, text, sizeof text);
    quiet_if_fits(screen, x + 1, end, y + 1,
                  lane->verdict == LANE_DIFFERS ? ROLE_TROUBLE : roles[lane->verdict],
                  text);
}

static Column column_of(const Want *want, const LanesPlan *plan, int x) {
    bool signs = want->kind == WANT_SIGNS;
    int integers = signs ? 1 : want->integers,
        decimals = want->exact || signs ? 0 : plan->decimals;
    int cell =
        signs ? 4 : cell_columns((CellShape){.integers = integers, .decimals = decimals});
    return (Column){.grid = want->grid,
                    .x = x,
                    .cell = cell,
                    .integers = integers,
                    .decimals = decimals,
                    .count = want->cells,
                    .width = want->cells * cell + (want->kind != WANT_NUMBERS),
                    .closed = want->kind != WANT_NUMBERS && plan->wide};
}

static void fit_column(const Screen *screen, Column *column, size_t cursor) {
    int room = (screen->width - column->x) / column->cell;
    if (room < 1)
        room = 1;
    if (room >= column->count)
        return;
    column->first = window_first(column->count, room, (int)cursor);
    column->count = room;
}

static void single_label_draw(Screen *screen, const Column *column, int y) {
    bool lit = is_focus(screen, (GridId)column->grid);
    frame_text(screen->frame, column->x + column->integers, y, column->cell,
               style_of(lit ? ROLE_CROSS : ROLE_NAME),
               grid_title(screen, (GridId)column->grid));
}

/* y's columns are named y1, y2 where they have no other names. */
static void y_labels_draw(Screen *screen, const Column *column, const Lanes *lanes,
                          Place place, int y) {
    if (lanes->plan.wide || screen->model->loss != LOSS_NONE) {
        column_labels_draw(screen, column, place, y);
        return;
    }
    for (int i = 0; i < column->count; i++)
        frame_format(screen->frame, column->x + column->integers + i * column->cell, y,
                     column->cell - 1, style_of(ROLE_LABEL), "y%ld",
                     session_number_of(screen->session, AXIS_OUTPUT,
                                       (size_t)column->first + (size_t)i));
}

static void part_draw(Screen *inner, const Column *column, Rows rows) {
    Place place = session_place(inner->session);
    for (int i = 0; i < rows.count; i++)
        cells_draw(inner, column, place, (size_t)rows.first + (size_t)i,
                   (Rows){.y = rows.y + i * rows.height, .height = rows.height});
}

/* One grid of a lane, and where it is for clicks. */
static void grid_draw(Screen *screen, Inner *inner, const Column *column, int lane,
                      Rows rows) {
    part_draw(&inner->screen, column, rows);
    if (screen->lane_grids < LANE_GRIDS_MAX)
        screen->lane_grid[screen->lane_grids++] = (LaneGrid){lane, *column, rows};
}

static void lane_draw(Screen *screen, const Lanes *lanes, int index, int x, int y) {
    const LanesPlan *plan = &lanes->plan;
    Inner inner;
    Place place = session_place(screen->session);
    inner_make(screen, lanes, &lanes->lane[index], &inner);
    lane_head_draw(screen, lanes, index, x, y);
    int labels = y + (plan->wide ? 2 : 1), lower = labels + 1 + plan->rows * plan->height;
    Rows above = {labels + 1, plan->row_first, plan->rows, plan->height};
    Rows below = {lower + 1, plan->row_first, plan->rows, 1};
    Column grid = column_of(&lanes->grid, plan, x);
    fit_column(screen, &grid, screen->session->look.col);
    Column sums = column_of(&lanes->sums, plan, plan->wide ? x + grid.width : x);
    Column out = column_of(&lanes->y, plan, plan->wide ? x : x + sums.width);
    column_labels_draw(&inner.screen, &grid, place, labels);
    grid_draw(screen, &inner, &grid, index, above);
    single_label_draw(screen, &sums, plan->wide ? labels : lower);
    grid_draw(screen, &inner, &sums, index, plan->wide ? above : below);
    if (lanes->has_y) {
        if (plan->wide)
            frame_text(screen->frame, x - 1, lower, 1,
                       style_of(is_focus(screen, GRID_Y) ? ROLE_CROSS : ROLE_NAME), "y");
        y_labels_draw(&inner.screen, &out, lanes, place, lower);
        grid_draw(screen, &inner, &out, index, below);
    }
    screen->seen |= inner.screen.seen;
    if ((size_t)index == screen->session->look.lane)
        screen->cursor = inner.screen.cursor;
}

/* ---- all lanes ---- */

static void lane_label_draw(Screen *screen, const LanesPlan *plan, size_t row, int y) {
    const Session *session = screen->session;
    const Labels *labels = session_labels(session);
    bool lit = (long)row == screen->query;
    Style style = style_of(lit ? ROLE_CROSS : ROLE_LABEL);
    if (plan->tokens != 1) {
        row_label_draw(screen, session_place(session), row, y);
        return;
    }
    if (lit)
        frame_text(screen->frame, 0, y, 1, style, screen->ascii ? ">" : "▸");
    frame_text(screen->frame, 1, y, plan->label - 2, style, labels->query_tokens[row]);
}

static void labels_draw(Screen *screen, const LanesPlan *plan, int lanes, int y,
                        int height) {
    for (int i = 0; i < plan->rows; i++) {
        size_t row = (size_t)plan->row_first + (size_t)i;
        int line = y + i * height + number_line(height);
        if (row >= screen_queries(screen, screen->session->look.record))
            return;
        if ((long)row == screen->query)
            frame_fill(screen->frame, 0, line, plan->label + lanes * plan->width - 1, 1,
                       style_of(ROLE_ROW));
        lane_label_draw(screen, plan, row, line);
    }
}

static void line_of_lanes_draw(Screen *screen, const Lanes *lanes, int first, int y) {
    const LanesPlan *plan = &lanes->plan;
    int count = lanes->count - first < plan->across ? lanes->count - first : plan->across;
    int rows = y + (plan->wide ? 3 : 2), lower = rows + plan->rows * plan->height + 1;
    labels_draw(screen, plan, count, rows, plan->height);
    if (lanes->has_y || !plan->wide)
        labels_draw(screen, plan, count, lower, 1);
    for (int i = 0; i < count; i++)
        lane_draw(screen, lanes, first + i, plan->label + i * plan->width, y);
}

/* ---- the place that is left ---- */

static int slot_line(Screen *screen, int x, int y, int role, const char *text) {
    quiet_if_fits(screen, x, screen->width, y, role, text);
    return y + 1;
}

/* The cell under the cursor, lane by lane. */
static void slot_table_draw(Screen *screen, const Lanes *lanes, int x, int y) {
    const Session *session = screen->session;
    const Look *look = &session->look;
    GridId grid = screen_focus(screen);
    char text[LANE_TEXT];
    snprintf(text, sizeof text, message(screen->lang, "lane.table"),
             grid_title(screen, grid),
             session_number_of(session, grid_table[grid].rows, look->row),
             session_number_of(session, grid_table[grid].cols, look->col));
    y = slot_line(screen, x, y, ROLE_NAME, text);
    Column column = column_of(&lanes->grid, &lanes->plan, x + 11);
    column.grid = (int)grid;
    column.count = 1;
    column.first = (int)look->col;
    for (int i = 0; i < lanes->count; i++) {
        Inner inner;
        RowView view;
        Face face;
        inner_make(screen, lanes, &lanes->lane[i], &inner);
        value_word(screen->lang, look->compare->name, lanes->lane[i].value, text,
                   sizeof text);
        frame_text(screen->frame, x, y + i, 10, style_of(ROLE_LABEL), text);
        if (!row_load(&inner.screen, &column, session_place(session), look->row, &view))
            continue;
        face_make(&inner.screen, &view, look->col, &column, &face);
        if (face.mark != ' ')
            frame_format(screen->frame, column.x, y + i, 1, face.mark_style, "%c",
                         face.mark);
        frame_text(screen->frame, column.x + 1, y + i, column.cell, style_of(ROLE_NUMBER),
                   face.text);
        row_release(&view);
    }
}

/* The scale of weights; returns the line after it. */
static int heat_bar_draw(Screen *screen, int x, int y) {
    frame_text(screen->frame, x, y, 1, style_of(ROLE_QUIET), "0");
    frame_text(screen->frame, x + BAR / 2 - 1, y, 3, style_of(ROLE_QUIET), "0.5");
    frame_text(screen->frame, x + BAR - 1, y, 1, style_of(ROLE_QUIET), "1");
    for (int i = 0; i < BAR; i++)
        frame_fill(screen->frame, x + i, y + 1, 1, 1, style_heat((double)i / (BAR - 1)));
    return y + 2;
}

static void slot_draw(Screen *screen, const Lanes *lanes, int x, int y, int lines) {
    static const char *const words[] = {"lane.share", "lane.share.1", "lane.share.2",
                                        "lane.share.3"};
    bool order = strcmp(screen->session->look.compare->name, "order") == 0;
    int end = y + lines;
    if (screen->width - x < LEAST_SLOT)
        return;
    if (!lanes->plan.strip)
        y = signs_list(screen, x, y, lines) + 1;
    for (int i = 0; order && i < 4 && end - y > lanes->count + 4; i++)
        y = slot_line(screen, x, y, i ? ROLE_QUIET : ROLE_NAME,
                      message(screen->lang, words[i]));
    if (lanes->plan.wide && !screen->bars && end - y > lanes->count + 4)
        y = heat_bar_draw(screen, x, y + 1);
    if (end - y > lanes->count + 1)
        slot_table_draw(screen, lanes, x, y + 1);
}

/* ---- the screen ---- */

static void more_draw(Screen *screen, const Lanes *lanes, int y) {
    const LanesPlan *plan = &lanes->plan;
    int shown = plan->across * plan->down;
    int after = lanes->count - plan->first - shown;
    char text[LANE_TEXT];
    if (plan->first > 0) {
        snprintf(
            text, sizeof text,
            message(screen->lang, plan->first == 1 ? "lane.before-one" : "lane.before"),
            screen->ascii ? "<" : "◂", plan->first);
        frame_text(screen->frame, 1, y, screen->width, style_of(ROLE_QUIET), text);
    }
    if (after <= 0)
        return;
    snprintf(text, sizeof text,
             message(screen->lang, after == 1 ? "lane.after-one" : "lane.after"), after,
             screen->ascii ? ">" : "▸");
    int columns = utf8_columns(text);
    frame_text(screen->frame, screen->width - 1 - columns, y, columns,
               style_of(ROLE_QUIET), text);
}

static void lanes_words_draw(Screen *screen, int y, int lines) {
    Layout *layout = &screen->layout;
    *layout = (Layout){.width = screen->width,
                       .height = screen->frame->height,
                       .mean = ABSENT,
                       .trouble = ABSENT,
                       .text_more = ABSENT,
                       .heading = lines > 0 ? y : ABSENT,
                       .heading_lines = lines,
                       .arithmetic = screen->frame->height - 2,
                       .hints = screen->frame->height - 1,
                       .decimals = layout->decimals};
    narration_draw(screen);
}

/* The arithmetic of the lane in focus, with its name before it. */
static void lane_arithmetic_draw(Screen *screen, const Lanes *lanes) {
    Inner inner;
    Text text = {0}, line = {0};
    char name[LANE_TEXT];
    size_t index = screen->session->look.lane;
    const Lane *lane = &lanes->lane[index < (size_t)lanes->count ? index : 0];
    int y = screen->frame->height - 2, room = screen->width - 2;
    inner_make(screen, lanes, lane, &inner);
    inner.screen.layout.decimals = lanes->plan.decimals;
    value_word(screen->lang, screen->session->look.compare->name, lane->value, name,
               sizeof name);
    arithmetic_text(&inner.screen, room - utf8_columns(name) - 1, &text);
    text_format(&line, "%s %s", name, text_string(&text));
    frame_fill(screen->frame, 0, y, screen->width, 1, style_of(ROLE_ARITHMETIC));
    frame_text(screen->frame, 1, y, room, style_of(ROLE_ARITHMETIC), text_string(&line));
    text_release(&text);
    text_release(&line);
}

void lanes_draw(Screen *screen) {
    Lanes lanes;
    int height = screen->frame->height, y = 2;
    if (!lanes_make(screen, &lanes))
        return;
    lanes_plan(screen, &lanes, screen->width, height);
    const LanesPlan *plan = &lanes.plan;
    screen->layout =
        (Layout){.width = screen->width,
                 .height = height,
                 .title = 0,
                 .switches = 1,
                 .strip = plan->strip ? 2 + plan->gap : ABSENT,
                 .names = 2 + (plan->strip ? screen->content.strip : 0) + 2 * plan->gap,
                 .strip_lines = screen->content.strip,
                 .label = plan->label,
                 .tokens = plan->tokens > 0,
                 .decimals = plan->decimals,
                 .band_count = 1};
    y += plan->strip ? screen->content.strip : 0;
    y += 2 * plan->gap;
    int x = plan->label + (lanes.count % plan->across) * plan->width, slot = 0;
    for (int d = 0; d < plan->down; d++) {
        slot = y;
        line_of_lanes_draw(screen, &lanes, plan->first + d * plan->across, y);
        y += plan->lines + 1;
    }
    if (lanes.count % plan->across != 0 && plan->across * plan->down >= lanes.count)
        slot_draw(screen, &lanes, x + 1, slot, plan->lines);
    else
        more_draw(screen, &lanes, y - 1);
    cursor_draw(screen);
    title_draw(screen);
    switches_draw(screen);
    strip_draw(screen);
    bool blank = y + plan->text < height - 2;
    lanes_words_draw(screen, blank ? y : y - 1, plan->text);
    lane_arithmetic_draw(screen, &lanes);
    hints_draw(screen);
    lanes_release(&lanes);
}
