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

/* Writes the rule of an option's value, or the actions of a list, which are English. */
static void rule_write(const Lanes *lanes, int index, Pen *pen) {
    const Session *session = lanes->screen->session;
    int lang = lanes->screen->lang;
    if (!lanes->option) {
        const char *actions = session_lane_actions(session, (size_t)index);
        pen_whole(pen, ROLE_QUIET, "%s", lang == LANG_EN ? actions : "");
        return;
    }
    const char *option = lanes->option->name, *value = lanes->option->values[index];
    const char *words = message_or(lang, "", "value.%s.%s", option, value);
    pen_whole(pen, ROLE_QUIET, message_or(lang, words, "lane.%s.%s", option, value),
              number_text(fabs(lanes->screen->layer->options.fill), 3, false).text);
}

/* Appends how y of a lane is to that of the measure; brief: without the place and the
 * measure's name. */
static void change_text(const Lanes *lanes, const Lane *lane, bool brief, Text *out) {
    const Screen *screen = lanes->screen;
    const Verdict *change = &lane->change;
    const char *measure = text_string(&lanes->lane[lanes->measure].name);
    char number[CELL_TEXT];
    snprintf(number, sizeof number, "%.0e", change->largest);
    switch (lane->verdict) {
    case LANE_MEASURE:
        if (lanes->option)
            text_append(out, say(screen, lanes->right ? "lane.right" : "lane.present"));
        return;
    case LANE_SAME:
        text_format(out, say(screen, brief ? "lane.same.brief" : "lane.same"), measure);
        return;
    case LANE_CLOSE:
        text_format(out, say(screen, brief ? "lane.close.brief" : "lane.close"), number,
                    measure);
        return;
    case LANE_DIFFERS:
    case LANE_WRONG:
        brief = brief || lanes->records || !isfinite(change->largest);
        text_format(out, say(screen, brief ? "lane.differs.brief" : "lane.differs"),
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
    [LANE_MEASURE] = {"", ROLE_GOOD, ROLE_GOOD, SIGNS},
    [LANE_SAME] = {"=", ROLE_GOOD, ROLE_GOOD, SIGN_SAME},
    [LANE_CLOSE] = {"~", ROLE_QUIET, ROLE_QUIET, SIGN_CLOSE},
    [LANE_DIFFERS] = {"*", ROLE_CHANGED, ROLE_BASE, SIGN_UNLIKE},
    [LANE_WRONG] = {"!", ROLE_WRONG, ROLE_TROUBLE, SIGN_DIFFERS},
};

/* Writes the verdict in the longest form that fits; returns false if none does. */
static bool verdict_write(const Lanes *lanes, const Lane *lane, Pen *pen) {
    const Screen *screen = lanes->screen;
    size_t first = lanes->judged_first, last = first + lanes->judged - 1;
    int role = verdict_looks[lane->verdict].words_role;
    bool told = false;
    for (int brief = 0; brief < 2 && !told; brief++) {
        Text change = {0};
        change_text(lanes, lane, brief, &change);
        if (lanes->some && lane->verdict != LANE_MEASURE)
            told = pen_whole(pen, role, say(screen, "lane.some"),
                             number_of(screen, AXIS_QUERY, first),
                             number_of(screen, AXIS_QUERY, last), text_string(&change));
        else
            told = pen_whole(pen, role, "%s", text_string(&change));
        text_release(&change);
    }
    return told;
}

/* ---- one lane ---- */

/* Draws the name of a lane, the rule beside it and the verdict below it, as far as there
 * is room. */
static void lane_head_draw(const Lanes *lanes, int index, int x, int y) {
    Screen *screen = lanes->screen;
    const LanesPlan *plan = &lanes->plan;
    const Lane *lane = &lanes->lane[index];
    LaneVerdict verdict = lane->verdict;
    bool lit = (size_t)index == screen->session->look.lane;
    int end = min_int(x + plan->width - 1, screen->width);
    Pen pen = {screen->frame, x + 1, y + 1, end};
    bool told = plan->words && verdict_write(lanes, lane, &pen);
    if (!told && verdict != LANE_MEASURE)
        legend_note(screen, verdict_looks[verdict].seen);
    pen = (Pen){screen->frame, x, y, end};
    if (!told || verdict == LANE_WRONG)
        pen_text(&pen, verdict_looks[verdict].role, verdict_looks[verdict].sign);
    pen.x = x + 1;
    pen_text(&pen, lit ? ROLE_CROSS : ROLE_NAME, text_string(&lane->name));
    pen.x += 2;
    if (plan->wide)
        rule_write(lanes, index, &pen);
}

static void lane_mean_draw(const Lanes *lanes, int index, int x, int y) {
    Screen *screen = lanes->screen;
    double mean;
    size_t divisor;
    LossState state =
        pass_mean_loss(sheet_pass(lanes->lane[index].sheet), &mean, &divisor);
    bool covered = session_covered(screen->session, GRID_LOSS);
    const char *number = covered              ? "????"
                         : state == LOSS_FINE ? written(screen, mean).text
                                              : "-";
    Pen pen = {screen->frame, x + 1, y, x + lanes->plan.width - 1};
    if (pen_whole(&pen, ROLE_QUIET, "%s ", say(screen, "screen.mean")))
        pen_text(&pen, covered ? ROLE_COVERED : ROLE_NAME, number);
}

/* ---- lanes side by side ---- */

/* Returns a band of `count` lanes whose first line is y. A single grid of the first part is
 * cut to the cells around the cursor if it is too wide. */
static Band lanes_band(const Lanes *lanes, const LaneBand *of, int first, int count,
                       int y) {
    const LanesPlan *plan = &lanes->plan;
    const Screen *screen = lanes->screen;
    const Columns *columns = &lanes->columns[of->columns];
    Band band = {.names = ABSENT, .labels = y + of->labels, .rows = of->rows};
    band.rows.y += y;
    for (int i = 0; i < count; i++)
        for (int c = 0; c < columns->count; c++) {
            Column *column = &band.columns.column[band.columns.count++];
            *column = columns->column[c];
            column->x += plan->label + i * plan->width;
            column->state = STATE_LANE + first + i;
            int room = max_int(1, (screen->width - column->x) / column->cell);
            if (of->columns > 0 || c > 0 || room >= column->count)
                continue;
            column->first = window_first(column->count, room, (int)screen->at.col);
            column->count = room;
        }
    return band;
}

/* Draws the labels of a band. Beside sums the columns of y are named y1, y2 if they have no
 * other names. */
static void band_labels_draw(const Lanes *lanes, Band band) {
    Screen *screen = lanes->screen;
    bool numbered =
        band.columns.column[0].grid == GRID_SUMS && screen->model->loss == LOSS_NONE;
    int count = band.columns.count;
    band.columns.count = 0;
    for (int c = 0; c < count; c++) {
        Column y = band.columns.column[c];
        bool is_y = numbered && y.grid == shown_as(screen, GRID_Y);
        if (!is_y)
            band.columns.column[band.columns.count++] = y;
        for (int i = 0; is_y && i < y.count; i++) {
            Pen pen = screen_pen(screen, y.x + y.integers + i * y.cell, band.labels);
            pen_format(&pen, ROLE_LABEL, "y%ld",
                       number_of(screen, AXIS_OUTPUT, (size_t)i));
        }
    }
    labels_draw(screen, &band, screen->at.place);
}

/* Writes the name of a part, or of its record, where the labels of its rows are. */
static void band_name_draw(const Lanes *lanes, const LaneBand *band, int y) {
    Screen *screen = lanes->screen;
    const LanesPlan *plan = &lanes->plan;
    GridId grid = band->part->grid;
    Pen pen = {screen->frame, 1, y, plan->label};
    if (plan->records && band->columns == 0)
        band_write(screen, ROLE_NAME, (int)band->record, &pen);
    else if (lanes->columns[band->columns].column[0].grid != GRID_SUMS)
        pen_whole(&pen, is_focus(screen, grid) ? ROLE_CROSS : ROLE_NAME, "%s",
                  grid_title(screen->lang, grid));
}

/* Draws a band of `count` lanes whose first line is y. */
static void lane_band_draw(const Lanes *lanes, const LaneBand *of, int first, int count,
                           int y) {
    Screen *screen = lanes->screen;
    const LanesPlan *plan = &lanes->plan;
    Band band = lanes_band(lanes, of, first, count, y);
    Place place = screen->at.place;
    place.record = of->record;
    band_labels_draw(lanes, band);
    band_name_draw(lanes, of, band.labels);
    band.labels = ABSENT;
    band_draw(screen, &band, place, plan->label + count * plan->width - 1);
}

/* Writes beside the rows of a band which targets are scored. */
static void scored_draw(const Lanes *lanes, const LaneBand *band, int x, int y) {
    Screen *screen = lanes->screen;
    Pen pen = screen_pen(screen, x, y);
    pen_text(&pen, ROLE_NAME, say(screen, "lane.scored"));
    for (int i = 0; i < band->rows.count; i++) {
        Text words = {0};
        size_t row = (size_t)(band->rows.first + i);
        lanes_scored(lanes, band->record, row, &words);
        pen.x = x;
        pen.y = y + band->rows.y + i * band->rows.height + (band->rows.height > 2);
        pen_text(&pen, (long)row == screen->query ? ROLE_CROSS : ROLE_LABEL,
                 text_string(&words));
        text_release(&words);
    }
}

static void line_of_lanes_draw(const Lanes *lanes, int first, int y) {
    const LanesPlan *plan = &lanes->plan;
    int count = min_int(lanes->count - first, plan->across);
    int end = plan->label + count * plan->width;
    for (int i = 0; i < count; i++) {
        int x = plan->label + i * plan->width;
        lane_head_draw(lanes, first + i, x, y);
        if (plan->mean)
            lane_mean_draw(lanes, first + i, x, y + plan->lines - 1);
    }
    for (int b = 0; b < plan->bands; b++) {
        lane_band_draw(lanes, &lanes->band[b], first, count, y);
        if (lanes->scored && lanes->band[b].columns == 0)
            scored_draw(lanes, &lanes->band[b], end + 1, y);
    }
}

/* ---- the place that is left ---- */

/* Returns the column that shows the focused grid in each lane. */
static const Column *focused_column(const Lanes *lanes) {
    GridId grid = lanes->screen->at.grid;
    const Column *column = NULL;
    for (int p = 0; p < lanes->parts && !column; p++)
        column = columns_find(&lanes->columns[p], shown_as(lanes->screen, grid));
    return column;
}

/* Draws the cell under the cursor as a lane has it. */
static void table_cell_draw(const Column *column, const GridCell *at, Screen *screen,
                            int y) {
    RowView row = {
        .screen = screen, .column = column, .place = at->place, .row = at->row};
    CellView cell;
    if (!row_load(&row))
        return;
    if (row.count > 0) {
        cell_make(&row, 0, &cell);
        if (cell.mark != ' ')
            frame_text(screen->frame, column->x, y, 1, cell.mark_style,
                       cell_mark(&cell).text);
        frame_text(screen->frame, column->x + 1, y, column->cell, style_of(ROLE_NUMBER),
                   cell.text);
    }
    row_release(&row);
}

/* Draws a table of the cell under the cursor, lane by lane. */
static void slot_table_draw(const Lanes *lanes, int x, int y) {
    enum { LEAST_NAME = 10 };
    Screen *screen = lanes->screen;
    const GridCell *at = &screen->at;
    const Column *of = focused_column(lanes);
    Pen pen = screen_pen(screen, x, y++);
    if (!of)
        return;
    pen_whole(&pen, ROLE_NAME, message(screen->lang, "lane.table"),
              grid_title(screen->lang, at->grid),
              number_of(screen, grid_table[at->grid].rows, at->row),
              number_of(screen, grid_table[at->grid].cols, at->col));
    Column column = *of;
    int name = max_int(lanes->name, LEAST_NAME);
    column.x = x + name + 1;
    column.labels = 0;
    column.count = 1;
    column.first = (int)at->col;
    for (int i = 0; i < lanes->count; i++, y++) {
        frame_text(screen->frame, x, y, name, style_of(ROLE_LABEL),
                   text_string(&lanes->lane[i].name));
        column.state = STATE_LANE + i;
        table_cell_draw(&column, at, screen, y);
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
    bool order = lanes->option && strcmp(lanes->option->name, "order") == 0;
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
    text_format(&words, message(screen->lang, id), "▸", after);
    pen.x = screen->width - 1 - utf8_columns(words.bytes);
    pen_text(&pen, ROLE_QUIET, after > 0 ? words.bytes : "");
    text_release(&words);
}

/* Draws the arithmetic of the lane in focus, with its name before it. */
static void lane_arithmetic_draw(const Lanes *lanes) {
    const Screen *screen = lanes->screen;
    const Lane *lane = &lanes->lane[screen->session->look.lane];
    Session session;
    Screen inner = lane_screen(screen, lane, &session);
    Text name = {0};
    text_format(&name, "%s ", text_string(&lane->name));
    arithmetic_draw(&inner, text_string(&name));
    text_release(&name);
}

/* Places the lines around the lanes, whose first one is y. */
static void place_lines(const Lanes *lanes, int y) {
    Screen *screen = lanes->screen;
    const LanesPlan *plan = &lanes->plan;
    int height = screen->frame->height, below = y + plan->down * (plan->lines + 1);
    bool blank = below + plan->text < height - 2;
    bool cut = plan->text > lanes->heading && plan->text < lanes->heading + lanes->text;
    int words = below - !blank;
    bool per_head = false;
    for (int p = 0; p < lanes->parts; p++)
        per_head |= grid_table[lanes->part[p].grid].per_head;
    screen->layout = (Layout){.width = screen->width,
                              .height = height,
                              .switches = 1,
                              .tokens = plan->token_line ? 2 + plan->gap : ABSENT,
                              .main.names = y,
                              .token_lines = screen->content.token_lines,
                              .mean = ABSENT,
                              .trouble = ABSENT,
                              .words = plan->text > 0 ? words : ABSENT,
                              .words_lines = plan->text - cut,
                              .text_more = cut ? words + plan->text - 1 : ABSENT,
                              .arithmetic = height - 2,
                              .hints = height - 1,
                              .label = plan->label,
                              .label_tokens = plan->tokens > 0,
                              .tokens_alone = plan->tokens == 1,
                              .decimals = plan->decimals,
                              .band_count = plan->records ? screen->content.bands
                                            : per_head    ? 1
                                                          : (int)screen->layer->heads};
}

void lanes_draw(Screen *screen) {
    Lanes lanes;
    lanes_make(screen, &lanes);
    const LanesPlan *plan = &lanes.plan;
    int y = 2 + (plan->token_line ? screen->content.token_lines : 0) + 2 * plan->gap;
    place_lines(&lanes, y);
    for (int d = 0; d < plan->down; d++, y += plan->lines + 1)
        line_of_lanes_draw(&lanes, plan->first + d * plan->across, y);
    int left = lanes.count % plan->across;
    if (left != 0 && plan->across * plan->down >= lanes.count && !lanes.scored)
        slot_draw(&lanes, plan->label + left * plan->width + 1, y - plan->lines - 1);
    else
        more_draw(&lanes, y - 1);
    if (plan->words)
        screen->seen &= ~(1U << SIGN_UNLIKE); /* the words below the names say it */
    cursor_draw(screen);
    title_draw(screen);
    switches_draw(screen);
    tokens_draw(screen);
    narration_draw(screen);
    lane_arithmetic_draw(&lanes);
    hints_draw(screen);
    lanes_release(&lanes);
}
