/* Draws the screen of lanes. Each lane has its name, its verdict, the grid with its sums,
 * and y of its queries below. The cursor is in the lane in focus, whose name is lit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/lanes/lanes.h"
#include "frame/page.h"
#include "view/screen/words.h"

enum { VERDICT_DECIMALS = 6, LANE_TEXT = 200, LEAST_SLOT = 12, BAR = 27 };

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

/* Appends how y of a lane differs from that of the right one. */
static void change_text(const Screen *screen, const Lanes *lanes, const Lane *lane,
                        Text *out) {
    const Session *session = screen->session;
    const OptionSpec *spec = session->look.compare;
    const Verdict *change = &lane->change;
    int lang = screen->lang;
    char number[CELL_TEXT], right[LANE_TEXT];
    value_word(lang, spec->name, lanes->lane[lanes->right].value, right, sizeof right);
    switch (lane->verdict) {
    case LANE_RIGHT:
        text_append(out, message(lang, spec->wrong & 2U ? "lane.right" : "lane.present"));
        return;
    case LANE_SAME:
        text_format(out, message(lang, "lane.same"), right);
        return;
    case LANE_CLOSE:
        snprintf(number, sizeof number, "%.0e", change->largest);
        text_format(out, message(lang, "lane.close"), right, number);
        return;
    case LANE_DIFFERS:
        number_text(change->largest, VERDICT_DECIMALS, screen->ascii, number);
        text_format(out, message(lang, "lane.differs"), number,
                    session_number_of(session, AXIS_QUERY, change->row),
                    session_number_of(session, AXIS_OUTPUT, change->col));
        return;
    }
}

static void verdict_text(const Screen *screen, const Lanes *lanes, const Lane *lane,
                         Text *out) {
    Text change = {0};
    size_t first = lanes->judged_first;
    change_text(screen, lanes, lane, &change);
    if (lanes->some && lane->verdict != LANE_RIGHT)
        text_format(
            out, message(screen->lang, "lane.some"),
            session_number_of(screen->session, AXIS_QUERY, first),
            session_number_of(screen->session, AXIS_QUERY, first + lanes->judged - 1),
            text_string(&change));
    else
        text_append(out, text_string(&change));
    text_release(&change);
}

/* ---- one lane ---- */

static const struct {
    const char *sign;
    int role, words_role;
    Sign seen;
} verdict_looks[] = {
    [LANE_RIGHT] = {"", ROLE_GOOD, ROLE_GOOD, SIGNS},
    [LANE_SAME] = {"=", ROLE_GOOD, ROLE_GOOD, SIGN_SAME},
    [LANE_CLOSE] = {"~", ROLE_QUIET, ROLE_QUIET, SIGN_CLOSE},
    [LANE_DIFFERS] = {"!", ROLE_WRONG, ROLE_TROUBLE, SIGN_DIFFERS},
};

/* Draws the name of a lane; of wide lanes also the rule and the verdict. */
static void lane_head_draw(Screen *screen, const Lanes *lanes, int index, int x, int y) {
    const Lane *lane = &lanes->lane[index];
    bool lit = (size_t)index == screen->session->look.lane, wide = lanes->plan.wide;
    char text[LANE_TEXT];
    Text verdict = {0};
    Pen pen = screen_pen(screen, x, y);
    if (!wide && lane->verdict != LANE_RIGHT)
        legend_note(screen, verdict_looks[lane->verdict].seen);
    if (!wide || lane->verdict == LANE_DIFFERS)
        pen_text(&pen, verdict_looks[lane->verdict].role,
                 verdict_looks[lane->verdict].sign);
    pen.x = x + 1;
    pen.end = x + lanes->plan.width - 1;
    value_word(screen->lang, screen->session->look.compare->name, lane->value, text,
               sizeof text);
    pen_text(&pen, lit ? ROLE_CROSS : ROLE_NAME, text);
    if (!wide)
        return;
    pen.x += 2;
    rule_text(screen, lane, text, sizeof text);
    pen_whole(&pen, ROLE_QUIET, text);
    pen.x = x + 1;
    pen.y++;
    verdict_text(screen, lanes, lane, &verdict);
    pen_whole(&pen, verdict_looks[lane->verdict].words_role, text_string(&verdict));
    text_release(&verdict);
}

static Band lane_band(const Columns *columns, int lane, int x, int labels, int rows,
                      const LanesPlan *plan) {
    Band band = {.names = ABSENT,
                 .labels = labels,
                 .rows = {labels + 1, plan->row_first, plan->rows, rows},
                 .columns = *columns};
    for (int i = 0; i < columns->count; i++) {
        band.columns.column[i].x += x;
        band.columns.column[i].state = STATE_LANE + lane;
    }
    return band;
}

/* Cuts a grid that is too wide for the screen to the cells around the cursor. */
static void fit_column(const Screen *screen, Column *column) {
    int room = max_int(1, (screen->width - column->x) / column->cell);
    if (room >= column->count)
        return;
    column->first = window_first(column->count, room, (int)screen->session->look.col);
    column->count = room;
}

/* Draws the labels below a grid. The columns of y are named y1, y2 if they have no other
 * names. */
static void lower_labels_draw(Screen *screen, const Lanes *lanes, Band band) {
    const Column *y = &band.columns.column[band.columns.count - 1];
    Place place = session_place(screen->session);
    bool numbered = lanes->has_y && !lanes->plan.wide && screen->model->loss == LOSS_NONE;
    band.columns.count -= numbered;
    labels_draw(screen, &band, place);
    for (int i = 0; numbered && i < y->count; i++)
        frame_format(screen->frame, y->x + y->integers + i * y->cell, band.labels,
                     y->cell - 1, style_of(ROLE_LABEL), "y%ld",
                     session_number_of(screen->session, AXIS_OUTPUT, (size_t)i));
}

static void lane_draw(Screen *screen, const Lanes *lanes, int index, int x, int y) {
    const LanesPlan *plan = &lanes->plan;
    Place place = session_place(screen->session);
    lane_head_draw(screen, lanes, index, x, y);
    int labels = y + (plan->wide ? 2 : 1), lower = labels + 1 + plan->rows * plan->height;
    Band above = lane_band(&plan->upper, index, x, labels, plan->height, plan);
    Band below = lane_band(&plan->lower, index, x, lower, 1, plan);
    fit_column(screen, &above.columns.column[0]);
    labels_draw(screen, &above, place);
    rows_draw(screen, &above, place);
    if (below.columns.count == 0)
        return;
    if (plan->wide)
        frame_text(screen->frame, x - 1, lower, 1,
                   style_of(is_focus(screen, GRID_Y) ? ROLE_CROSS : ROLE_NAME), "y");
    lower_labels_draw(screen, lanes, below);
    rows_draw(screen, &below, place);
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

static void lines_draw(Screen *screen, const LanesPlan *plan, int lanes, int y,
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
    int count = min_int(lanes->count - first, plan->across);
    int rows = y + (plan->wide ? 3 : 2), lower = rows + plan->rows * plan->height + 1;
    lines_draw(screen, plan, count, rows, plan->height);
    if (lanes->has_y || !plan->wide)
        lines_draw(screen, plan, count, lower, 1);
    for (int i = 0; i < count; i++)
        lane_draw(screen, lanes, first + i, plan->label + i * plan->width, y);
}

/* ---- the place that is left ---- */

/* Draws a table of the cell under the cursor, lane by lane. */
static void slot_table_draw(Screen *screen, const Lanes *lanes, int x, int y) {
    const Session *session = screen->session;
    const Look *look = &session->look;
    GridId grid = screen_focus(screen);
    char text[LANE_TEXT];
    Pen pen = screen_pen(screen, x, y++);
    snprintf(text, sizeof text, message(screen->lang, "lane.table"),
             grid_title(screen, grid),
             session_number_of(session, grid_table[grid].rows, look->row),
             session_number_of(session, grid_table[grid].cols, look->col));
    pen_whole(&pen, ROLE_NAME, text);
    Column column = lanes->plan.upper.column[0];
    column.x = x + 11;
    column.grid = (int)grid;
    column.count = 1;
    column.first = (int)look->col;
    for (int i = 0; i < lanes->count; i++, y++) {
        RowView view;
        CellStyle cell;
        column.state = STATE_LANE + i;
        value_word(screen->lang, look->compare->name, lanes->lane[i].value, text,
                   sizeof text);
        frame_text(screen->frame, x, y, 10, style_of(ROLE_LABEL), text);
        if (!row_load(screen, &column, session_place(session), look->row, &view))
            continue;
        cell_style_make(screen, &view, look->col, &column, &cell);
        if (cell.mark != ' ')
            frame_format(screen->frame, column.x, y, 1, cell.mark_style, "%c", cell.mark);
        frame_text(screen->frame, column.x + 1, y, column.cell, style_of(ROLE_NUMBER),
                   cell.text);
        row_release(&view);
    }
}

/* Draws the scale of weights. Returns the line after it. */
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
    if (!lanes->plan.token_line)
        y = legend_list(screen, x, y, lines) + 1;
    for (int i = 0; order && i < 4 && end - y > lanes->count + 4; i++) {
        Pen pen = screen_pen(screen, x, y++);
        pen_whole(&pen, i ? ROLE_QUIET : ROLE_NAME, message(screen->lang, words[i]));
    }
    if (lanes->plan.wide && !screen->bars && end - y > lanes->count + 4)
        y = heat_bar_draw(screen, x, y + 1);
    if (end - y > lanes->count + 1)
        slot_table_draw(screen, lanes, x, y + 1);
}

/* ---- the screen ---- */

/* Writes how many lanes are before and after those on the screen. */
static void more_draw(Screen *screen, const Lanes *lanes, int y) {
    const LanesPlan *plan = &lanes->plan;
    int before = plan->first, after = lanes->count - before - plan->across * plan->down;
    char text[LANE_TEXT];
    Pen pen = screen_pen(screen, 1, y);
    if (before > 0)
        pen_format(&pen, ROLE_QUIET,
                   message(screen->lang, before == 1 ? "lane.before-one" : "lane.before"),
                   screen->ascii ? "<" : "◂", before);
    snprintf(text, sizeof text,
             message(screen->lang, after == 1 ? "lane.after-one" : "lane.after"), after,
             screen->ascii ? ">" : "▸");
    pen.x = screen->width - 1 - utf8_columns(text);
    if (after > 0)
        pen_text(&pen, ROLE_QUIET, text);
}

/* Draws the arithmetic of the lane in focus, with its name before it. */
static void lane_arithmetic_draw(const Screen *screen, const Lanes *lanes) {
    size_t index = screen->session->look.lane;
    const Lane *lane = &lanes->lane[index < (size_t)lanes->count ? index : 0];
    Session session = *screen->session; /* a shallow copy that owns nothing */
    Screen inner = *screen;
    Text text = {0};
    char name[LANE_TEXT];
    Pen pen = screen_pen(screen, 1, screen->frame->height - 2);
    pen.end--;
    session.now = lane->sheet;
    session.before = NULL;
    inner.session = &session;
    inner.model = &lane->sheet->model;
    inner.layout.decimals = lanes->plan.decimals;
    value_word(screen->lang, session.look.compare->name, lane->value, name, sizeof name);
    arithmetic_text(&inner, screen->width - 2 - utf8_columns(name) - 1, &text);
    frame_fill(screen->frame, 0, pen.y, screen->width, 1, style_of(ROLE_ARITHMETIC));
    pen_format(&pen, ROLE_ARITHMETIC, "%s %s", name, text_string(&text));
    text_release(&text);
}

/* Places the lines around the lanes, whose first one is y. */
static void place_lines(Screen *screen, const LanesPlan *plan, int y) {
    int height = screen->frame->height, below = y + plan->down * (plan->lines + 1);
    bool blank = below + plan->text < height - 2;
    screen->layout = (Layout){.width = screen->width,
                              .height = height,
                              .switches = 1,
                              .tokens = plan->token_line ? 2 + plan->gap : ABSENT,
                              .main.names = y,
                              .token_lines = screen->content.token_lines,
                              .mean = ABSENT,
                              .trouble = ABSENT,
                              .heading = plan->text > 0 ? below - !blank : ABSENT,
                              .heading_lines = plan->text,
                              .text_more = ABSENT,
                              .arithmetic = height - 2,
                              .hints = height - 1,
                              .label = plan->label,
                              .label_tokens = plan->tokens > 0,
                              .decimals = plan->decimals,
                              .band_count = 1};
}

void lanes_draw(Screen *screen) {
    Lanes lanes;
    if (!lanes_make(screen, &lanes))
        return;
    lanes_plan(screen, &lanes, screen->width, screen->frame->height);
    const LanesPlan *plan = &lanes.plan;
    int y = 2 + (plan->token_line ? screen->content.token_lines : 0) + 2 * plan->gap;
    place_lines(screen, plan, y);
    for (int d = 0; d < plan->down; d++, y += plan->lines + 1)
        line_of_lanes_draw(screen, &lanes, plan->first + d * plan->across, y);
    int left = lanes.count % plan->across;
    if (left != 0 && plan->across * plan->down >= lanes.count)
        slot_draw(screen, &lanes, plan->label + left * plan->width + 1,
                  y - plan->lines - 1, plan->lines);
    else
        more_draw(screen, &lanes, y - 1);
    cursor_draw(screen);
    title_draw(screen);
    switches_draw(screen);
    tokens_draw(screen);
    narration_draw(screen);
    lane_arithmetic_draw(screen, &lanes);
    hints_draw(screen);
    lanes_release(&lanes);
}
