/* Draws the screen of lanes. Each lane has its name, its verdict, the grid with its sums,
 * and y of its queries below. The cursor is in the lane in focus, whose name is lit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/lanes/lanes.h"

enum { LEAST_SLOT = 12, BAR = 27 };

/* ---- words ---- */

/* Writes the rule of a lane. */
static void rule_write(const Lanes *lanes, const Lane *lane, Pen *pen) {
    int lang = lanes->screen->lang;
    const char *option = lanes->option->name;
    const char *words = message_or(lang, "", "value.%s.%s", option, lane->value);
    pen_whole(pen, ROLE_QUIET, message_or(lang, words, "lane.%s.%s", option, lane->value),
              number_text(fabs(lanes->screen->layer->options.fill), 3, false).text);
}

/* Appends how y of a lane differs from that of the right one. */
static void change_text(const Lanes *lanes, const Lane *lane, Text *out) {
    const Screen *screen = lanes->screen;
    const Verdict *change = &lane->change;
    const char *right = lanes->lane[lanes->right].name;
    int lang = screen->lang;
    char number[CELL_TEXT];
    switch (lane->verdict) {
    case LANE_RIGHT:
        text_append(
            out, message(lang, lanes->right_is_present ? "lane.present" : "lane.right"));
        return;
    case LANE_SAME:
        text_format(out, message(lang, "lane.same"), right);
        return;
    case LANE_CLOSE:
        snprintf(number, sizeof number, "%.0e", change->largest);
        text_format(out, message(lang, "lane.close"), right, number);
        return;
    case LANE_DIFFERS:
        text_format(out, message(lang, "lane.differs"),
                    written(screen, change->largest).text,
                    number_of(screen, AXIS_QUERY, change->row),
                    number_of(screen, AXIS_OUTPUT, change->col));
        return;
    }
}

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

static void verdict_write(const Lanes *lanes, const Lane *lane, Pen *pen) {
    const Screen *screen = lanes->screen;
    size_t first = lanes->judged_first, last = first + lanes->judged - 1;
    int role = verdict_looks[lane->verdict].words_role;
    Text change = {0};
    change_text(lanes, lane, &change);
    if (lanes->some && lane->verdict != LANE_RIGHT)
        pen_whole(pen, role, message(screen->lang, "lane.some"),
                  number_of(screen, AXIS_QUERY, first),
                  number_of(screen, AXIS_QUERY, last), text_string(&change));
    else
        pen_whole(pen, role, "%s", text_string(&change));
    text_release(&change);
}

/* ---- one lane ---- */

/* Draws the name of a lane; of wide lanes also the rule and the verdict. */
static void lane_head_draw(const Lanes *lanes, int index, int x, int y) {
    Screen *screen = lanes->screen;
    const Lane *lane = &lanes->lane[index];
    LaneVerdict verdict = lane->verdict;
    bool lit = (size_t)index == screen->session->look.lane, wide = lanes->plan.wide;
    Pen pen = screen_pen(screen, x, y);
    if (!wide && verdict != LANE_RIGHT)
        legend_note(screen, verdict_looks[verdict].seen);
    if (!wide || verdict == LANE_DIFFERS)
        pen_text(&pen, verdict_looks[verdict].role, verdict_looks[verdict].sign);
    pen.x = x + 1;
    pen.end = x + lanes->plan.width - 1;
    pen_text(&pen, lit ? ROLE_CROSS : ROLE_NAME, lane->name);
    if (!wide)
        return;
    pen.x += 2;
    rule_write(lanes, lane, &pen);
    pen.x = x + 1;
    pen.y++;
    verdict_write(lanes, lane, &pen);
}

/* ---- lanes side by side ---- */

/* Returns the upper or the lower band of `count` lanes, whose labels are on line y. The
 * first grid of the upper one is cut to the cells around the cursor if it is too wide. */
static Band lanes_band(const Lanes *lanes, bool upper, int first, int count, int y) {
    const LanesPlan *plan = &lanes->plan;
    const Screen *screen = lanes->screen;
    const Columns *columns = upper ? &plan->upper : &plan->lower;
    Band band = {.names = ABSENT,
                 .labels = y,
                 .rows = {y + 1, plan->row_first, plan->rows, upper ? plan->height : 1}};
    for (int i = 0; i < count; i++)
        for (int c = 0; c < columns->count; c++) {
            Column *column = &band.columns.column[band.columns.count++];
            *column = columns->column[c];
            column->x += plan->label + i * plan->width;
            column->state = STATE_LANE + first + i;
            int room = max_int(1, (screen->width - column->x) / column->cell);
            if (!upper || c > 0 || room >= column->count)
                continue;
            column->first = window_first(column->count, room, (int)screen->at.col);
            column->count = room;
        }
    return band;
}

/* Draws the labels of the lower band. The columns of y are named y1, y2 if they have no
 * other names. */
static void lower_labels_draw(const Lanes *lanes, Band band) {
    Screen *screen = lanes->screen;
    bool numbered = !lanes->plan.wide && screen->model->loss == LOSS_NONE;
    int count = band.columns.count;
    band.columns.count = 0;
    for (int c = 0; c < count; c++) {
        Column y = band.columns.column[c];
        if (!numbered || y.grid != GRID_Y)
            band.columns.column[band.columns.count++] = y;
        for (int i = 0; numbered && y.grid == GRID_Y && i < y.count; i++) {
            Pen pen = screen_pen(screen, y.x + y.integers + i * y.cell, band.labels);
            pen_format(&pen, ROLE_LABEL, "y%ld",
                       number_of(screen, AXIS_OUTPUT, (size_t)i));
        }
    }
    labels_draw(screen, &band, screen->at.place);
}

static void line_of_lanes_draw(const Lanes *lanes, int first, int y) {
    const LanesPlan *plan = &lanes->plan;
    Screen *screen = lanes->screen;
    int count = min_int(lanes->count - first, plan->across);
    int labels = y + (plan->wide ? 2 : 1), lower = labels + 1 + plan->rows * plan->height;
    int end = plan->label + count * plan->width - 1;
    Band above = lanes_band(lanes, true, first, count, labels);
    Band below = lanes_band(lanes, false, first, count, lower);
    Style style = style_of(is_focus(screen, GRID_Y) ? ROLE_CROSS : ROLE_NAME);
    for (int i = 0; i < count; i++) {
        int x = plan->label + i * plan->width;
        lane_head_draw(lanes, first + i, x, y);
        if (plan->wide && lanes->has_y)
            frame_text(screen->frame, x - 1, lower, 1, style, "y");
    }
    band_draw(screen, &above, screen->at.place, end);
    lower_labels_draw(lanes, below);
    below.labels = ABSENT;
    band_draw(screen, &below, screen->at.place, end);
}

/* ---- the place that is left ---- */

/* Draws a table of the cell under the cursor, lane by lane. */
static void slot_table_draw(const Lanes *lanes, int x, int y) {
    Screen *screen = lanes->screen;
    const GridCell *at = &screen->at;
    Pen pen = screen_pen(screen, x, y++);
    pen_whole(&pen, ROLE_NAME, message(screen->lang, "lane.table"),
              grid_title(screen->lang, at->grid),
              number_of(screen, grid_table[at->grid].rows, at->row),
              number_of(screen, grid_table[at->grid].cols, at->col));
    Column column = lanes->plan.upper.column[0];
    column.x = x + 11;
    column.grid = at->grid;
    column.count = 1;
    column.first = (int)at->col;
    for (int i = 0; i < lanes->count; i++, y++) {
        RowView row = {
            .screen = screen, .column = &column, .place = at->place, .row = at->row};
        CellView cell;
        column.state = STATE_LANE + i;
        frame_text(screen->frame, x, y, 10, style_of(ROLE_LABEL), lanes->lane[i].name);
        if (!row_load(&row))
            continue;
        cell_make(&row, 0, &cell);
        if (cell.mark != ' ')
            frame_text(screen->frame, column.x, y, 1, cell.mark_style,
                       cell_mark(&cell).text);
        frame_text(screen->frame, column.x + 1, y, column.cell, style_of(ROLE_NUMBER),
                   cell.text);
        row_release(&row);
    }
}

/* Draws the scale of weights. Returns the line after it. */
static int heat_bar_draw(Frame *frame, int x, int y) {
    Style quiet = style_of(ROLE_QUIET);
    frame_text(frame, x, y, 1, quiet, "0");
    frame_text(frame, x + BAR / 2 - 1, y, 3, quiet, "0.5");
    frame_text(frame, x + BAR - 1, y, 1, quiet, "1");
    for (int i = 0; i < BAR; i++)
        frame_fill(frame, x + i, y + 1, 1, 1, style_heat((double)i / (BAR - 1)));
    return y + 2;
}

static void slot_draw(const Lanes *lanes, int x, int y) {
    static const char *const words[] = {"lane.share", "lane.share.1", "lane.share.2",
                                        "lane.share.3"};
    Screen *screen = lanes->screen;
    bool order = strcmp(lanes->option->name, "order") == 0;
    int end = y + lanes->plan.lines;
    if (screen->width - x < LEAST_SLOT)
        return;
    if (!lanes->plan.token_line)
        y = legend_list(screen, x, y, end - y) + 1;
    for (int i = 0; order && i < 4 && end - y > lanes->count + 4; i++) {
        Pen pen = screen_pen(screen, x, y++);
        pen_whole(&pen, i ? ROLE_QUIET : ROLE_NAME, "%s",
                  message(screen->lang, words[i]));
    }
    if (lanes->plan.wide && !screen->bars && end - y > lanes->count + 4)
        y = heat_bar_draw(screen->frame, x, y + 1);
    if (end - y > lanes->count + 1)
        slot_table_draw(lanes, x, y + 1);
}

/* ---- the screen ---- */

/* Writes how many lanes are before and after those on the screen. */
static void more_draw(const Lanes *lanes, int y) {
    const LanesPlan *plan = &lanes->plan;
    Screen *screen = lanes->screen;
    int before = plan->first, after = lanes->count - before - plan->across * plan->down;
    const char *id = before == 1 ? "lane.before-one" : "lane.before";
    Pen pen = screen_pen(screen, 1, y);
    Text words = {0};
    if (before > 0)
        pen_format(&pen, ROLE_QUIET, message(screen->lang, id), "◂", before);
    id = after == 1 ? "lane.after-one" : "lane.after";
    text_format(&words, message(screen->lang, id), after, "▸");
    pen.x = screen->width - 1 - utf8_columns(words.bytes);
    pen_text(&pen, ROLE_QUIET, after > 0 ? words.bytes : "");
    text_release(&words);
}

/* Draws the arithmetic of the lane in focus, with its name before it. */
static void lane_arithmetic_draw(const Lanes *lanes) {
    const Screen *screen = lanes->screen;
    const Lane *lane = &lanes->lane[screen->session->look.lane];
    Session session = *screen->session; /* a shallow copy that owns nothing */
    Screen inner = *screen;
    char name[CELL_TEXT];
    snprintf(name, sizeof name, "%s ", lane->name);
    inner.session = &session;
    inner.now = session.now = lane->sheet;
    inner.model = &lane->sheet->model;
    inner.layer = &inner.model->layers[screen->at.place.layer];
    session.before = NULL;
    arithmetic_draw(&inner, name);
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
                              .words = plan->text > 0 ? below - !blank : ABSENT,
                              .words_lines = plan->text,
                              .text_more = ABSENT,
                              .arithmetic = height - 2,
                              .hints = height - 1,
                              .label = plan->label,
                              .label_tokens = plan->tokens > 0,
                              .tokens_alone = plan->tokens == 1,
                              .decimals = plan->decimals,
                              .band_count = 1};
}

void lanes_draw(Screen *screen) {
    Lanes lanes;
    lanes_make(screen, &lanes);
    const LanesPlan *plan = &lanes.plan;
    int y = 2 + (plan->token_line ? screen->content.token_lines : 0) + 2 * plan->gap;
    place_lines(screen, plan, y);
    for (int d = 0; d < plan->down; d++, y += plan->lines + 1)
        line_of_lanes_draw(&lanes, plan->first + d * plan->across, y);
    int left = lanes.count % plan->across;
    if (left != 0 && plan->across * plan->down >= lanes.count)
        slot_draw(&lanes, plan->label + left * plan->width + 1, y - plan->lines - 1);
    else
        more_draw(&lanes, y - 1);
    cursor_draw(screen);
    title_draw(screen);
    switches_draw(screen);
    tokens_draw(screen);
    narration_draw(screen);
    lane_arithmetic_draw(&lanes);
    hints_draw(screen);
    lanes_release(&lanes);
}
