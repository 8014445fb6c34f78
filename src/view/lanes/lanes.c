/* Makes the lanes and finds the plan by which they fit on the screen. lanes_draw.c draws
 * them. */
#include "view/lanes/lanes.h"

#include <float.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/tasks.h"
#include "base/minmax.h"

static const double close_enough = 1e-12;

enum { ROWS_JUDGED = 64 };

/* ---- making them ---- */

Sheet *lane_sheet(const Session *session, const char **value) {
    const OptionSpec *spec = session->look.compare;
    size_t count = 0, lane = session->look.lane;
    while (spec && spec->values && spec->values[count])
        count++;
    if (count == 0)
        return NULL;
    *value = spec->values[lane < count ? lane : 0];
    return sheet_variant(session->now, spec, *value);
}

/* Returns the lane that the others are compared with: the right value of an option, or
 * the present one. */
static int right_lane(const OptionSpec *spec, const Options *options) {
    int present = option_choice(spec, options);
    return spec->wrong & 2U || present < 0 ? 0 : present;
}

/* Judges all rows; of long scenes only those around the cursor, so that no key waits for
 * all rows of all lanes. */
static void judged_rows(const Session *session, Lanes *lanes) {
    Place place = session_place(session);
    size_t rows = grid_rows(session->now, GRID_Y, place), row = session->look.row;
    lanes->some = session_is_long(session);
    lanes->judged_first =
        lanes->some && row > ROWS_JUDGED / 2 ? row - ROWS_JUDGED / 2 : 0;
    size_t left = rows > lanes->judged_first ? rows - lanes->judged_first : 0;
    lanes->judged = lanes->some && left > ROWS_JUDGED ? ROWS_JUDGED : left;
}

static void judge(const Screen *screen, const Lanes *lanes, Lane *lane) {
    Sheet *right = lanes->lane[lanes->right].sheet;
    Place place = session_place(screen->session);
    size_t first = lanes->judged_first, end = first + lanes->judged;
    lane->change = (Verdict){.exact = true};
    grid_prepare(lane->sheet, GRID_Y, place, first, lanes->judged);
    grid_prepare(right, GRID_Y, place, first, lanes->judged);
    for (size_t i = first; i < end; i++)
        verdict_row(lane->sheet, right, place, i, &lane->change);
    double largest = lane->change.largest;
    lane->verdict = largest <= DBL_TRUE_MIN   ? LANE_SAME /* 0 and -0 are equal here */
                    : largest <= close_enough ? LANE_CLOSE
                                              : LANE_DIFFERS;
}

static GridId upper_grid(const Screen *screen) {
    GridId focus = screen_focus(screen);
    bool below = focus == GRID_Y || focus == GRID_SUMS ||
                 (screen->merged_out && (focus == GRID_OUT || focus == GRID_CONCAT));
    return below ? GRID_WEIGHTS : focus;
}

/* Returns the spec of a grid in a lane, where it has no name and no labels of its own. */
static ColumnSpec lane_spec(const Screen *screen, GridId grid) {
    ColumnSpec spec = spec_make(screen, grid, 0, true);
    spec.name = spec.labels = 0;
    return spec;
}

bool lanes_make(Screen *screen, Lanes *lanes) {
    const Session *session = screen->session;
    const OptionSpec *spec = session->look.compare;
    *lanes = (Lanes){.upper = upper_grid(screen), .has_y = screen_has(screen, GRID_Y)};
    if (!spec || !spec->values)
        return false;
    for (int i = 0; spec->values[i] && lanes->count < LANES_MAX; i++)
        lanes->lane[lanes->count++] =
            (Lane){.sheet = sheet_variant(session->now, spec, spec->values[i]),
                   .value = spec->values[i]};
    lanes->right = right_lane(spec, session_options(session));
    if (lanes->has_y)
        judged_rows(session, lanes);
    for (int i = 0; i < lanes->count; i++) {
        Lane *lane = &lanes->lane[i];
        if (lanes->has_y)
            judge(screen, lanes, lane);
        if (i == lanes->right)
            lane->verdict = LANE_RIGHT;
        screen->state[STATE_LANE + i] = (ShownState){.sheet = lane->sheet};
        if (lane->verdict == LANE_DIFFERS)
            screen->state[STATE_LANE + i].right = lanes->lane[lanes->right].sheet;
    }
    lanes->grid = lane_spec(screen, lanes->upper);
    lanes->sums = lane_spec(screen, GRID_SUMS);
    if (lanes->has_y)
        lanes->y = lane_spec(screen, GRID_Y);
    return true;
}

void lanes_release(Lanes *lanes) {
    for (int i = 0; i < lanes->count; i++)
        sheet_release(lanes->lane[i].sheet);
    lanes->count = 0;
}

/* ---- fitting them ---- */

/* Places the grids of a lane and returns its columns. The plan's width is the distance to
 * the next lane: wide lanes have a blank between them; the others end with the closing
 * blank of the keys. */
static int lane_columns(const Lanes *lanes, LanesPlan *plan) {
    ColumnRoom room = {.width = INT_MAX, .decimals = plan->decimals, .least_sign = 4};
    ColumnSpecs upper = {.spec = {lanes->grid}, .count = 1}, lower = {.count = 0};
    ColumnSpecs *with_sums = plan->wide ? &upper : &lower;
    with_sums->spec[with_sums->count++] = lanes->sums;
    if (lanes->has_y)
        lower.spec[lower.count++] = lanes->y;
    columns_place(&upper, room, &plan->upper);
    columns_place(&lower, room, &plan->lower);
    int above = columns_width(&plan->upper), below = columns_width(&plan->lower);
    plan->width = max_int(above, below) + plan->wide;
    if (plan->wide)
        return max_int(above, below);
    Column *grid = &plan->upper.column[0];
    above -= grid->closed;
    grid->closed = false;
    return max_int(above, below);
}

/* Returns the lines of a lane: name, verdict, labels and rows, then the labels and rows
 * below. */
static int lane_lines(const Lanes *lanes, const LanesPlan *plan) {
    int lower = lanes->has_y || !plan->wide ? 1 + plan->rows : 0;
    return (plan->wide ? 3 : 2) + plan->rows * plan->height + lower;
}

static int plan_lines(const Screen *screen, const LanesPlan *plan) {
    int tokens = plan->token_line ? screen->content.token_lines : 0;
    int lanes = plan->down * plan->lines + plan->down - 1;
    return 2 + tokens + 2 * plan->gap + lanes + plan->text + 2;
}

static int label_columns(const Screen *screen, int tokens) {
    const Content *content = &screen->content;
    int token = content->label - content->label_short - 1;
    if (tokens == 0 || token <= 0)
        return content->label_short;
    return tokens == 2 ? content->label : 1 + token + 1;
}

/* Finds how many lanes are side by side and below each other. Returns false if not all
 * fit. */
static bool fit(const Screen *screen, const Lanes *lanes, LanesPlan *plan, int width,
                int height) {
    plan->label = label_columns(screen, plan->tokens);
    int free = width - plan->label - lane_columns(lanes, plan);
    plan->across = free < 0 ? 0 : free / plan->width + 1;
    if (plan->across > lanes->count)
        plan->across = lanes->count;
    if (plan->across < 1)
        return false;
    plan->down = (lanes->count + plan->across - 1) / plan->across;
    plan->lines = lane_lines(lanes, plan);
    return plan_lines(screen, plan) <= height;
}

/* Takes a larger plan if all lanes still fit. */
static bool grow(const Screen *screen, Lanes *lanes, LanesPlan more, int width,
                 int height) {
    bool fits = fit(screen, lanes, &more, width, height);
    if (fits)
        lanes->plan = more;
    return fits;
}

static void grow_all(const Screen *screen, Lanes *lanes, int width, int height) {
    LanesPlan *plan = &lanes->plan, more = *plan;
    for (int lines = screen->content.text; lines > 0; lines--) {
        more.text = plan->text + lines;
        if (grow(screen, lanes, more, width, height))
            break;
    }
    more = *plan;
    more.token_line = true;
    grow(screen, lanes, more, width, height);
    for (int tall = 2; tall <= 3; tall++) {
        more = *plan;
        more.height = tall;
        grow(screen, lanes, more, width, height);
    }
    more = *plan;
    more.gap = true;
    grow(screen, lanes, more, width, height);
    if (plan->tokens == 2) { /* spare columns go to the label */
        int columns = lane_columns(lanes, plan) + (plan->across - 1) * plan->width;
        plan->label += min_int(2, max_int(0, width - plan->label - columns));
    }
}

/* If not all lanes fit: shows as many as do, around the one in focus, with as many rows
 * as fit. */
static void scroll(const Screen *screen, Lanes *lanes, int width, int height) {
    LanesPlan *plan = &lanes->plan;
    int lane = (int)screen->session->look.lane, queries = plan->rows;
    *plan = (LanesPlan){.decimals = plan->decimals ? plan->decimals : 3,
                        .rows = queries,
                        .height = 1,
                        .text = 0};
    if (!fit(screen, lanes, plan, width, height) && plan->across < 1)
        plan->across = 1;
    plan->down = 1;
    plan->lines = lane_lines(lanes, plan);
    while (plan->rows > 1 && plan_lines(screen, plan) > height) {
        plan->rows--;
        plan->lines = lane_lines(lanes, plan);
    }
    plan->row_first = window_first(queries, plan->rows, (int)screen->session->look.row);
    while (plan->across * (plan->down + 1) <= lanes->count) {
        plan->down++;
        if (plan_lines(screen, plan) <= height)
            continue;
        plan->down--;
        break;
    }
    plan->first = window_first(lanes->count, plan->across * plan->down, lane);
}

void lanes_plan(const Screen *screen, Lanes *lanes, int width, int height) {
    static const int digits[] = {6, 4, 3};
    int queries = (int)screen_queries(screen, screen->session->look.record);
    int asked = screen->content.digits;
    for (int d = 0; d < 3; d++)
        for (int wide = 1; wide >= 0; wide--)
            for (int tokens = 2; tokens >= 0; tokens--) {
                LanesPlan plan = {.wide = wide,
                                  .decimals = asked ? asked : digits[d],
                                  .tokens = tokens,
                                  .rows = queries,
                                  .height = 1,
                                  .text = screen->content.heading};
                if (!fit(screen, lanes, &plan, width, height))
                    continue;
                lanes->plan = plan;
                grow_all(screen, lanes, width, height);
                return;
            }
    lanes->plan = (LanesPlan){.decimals = asked, .rows = queries};
    scroll(screen, lanes, width, height);
}
