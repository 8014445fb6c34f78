/* Makes the lanes and finds the plan by which they fit on the screen. lanes_draw.c draws
 * them. */
#include "view/lanes/lanes.h"

#include <limits.h>

#include "base/minmax.h"
#include "session/language.h"
#include "session/tasks.h"

static const double close_enough = 1e-12;

enum { ROWS_JUDGED = 64 };

/* ---- making them ---- */

/* Judges all rows; of long scenes only those around the cursor, so that no key waits for
 * all rows of all lanes. */
static void judged_rows(Lanes *lanes) {
    const Screen *screen = lanes->screen;
    size_t rows = (size_t)screen_rows(screen, GRID_Y), row = screen->at.row;
    lanes->judged = rows;
    lanes->some = session_is_long(screen->session);
    if (!lanes->some)
        return;
    lanes->judged_first = row > ROWS_JUDGED / 2 ? row - ROWS_JUDGED / 2 : 0;
    size_t left = rows > lanes->judged_first ? rows - lanes->judged_first : 0;
    lanes->judged = min_size(left, ROWS_JUDGED);
}

/* Compares y of a lane with that of the right one. */
static void judge(const Lanes *lanes, Lane *lane, ShownState *state) {
    Sheet *right = lanes->lane[lanes->right].sheet;
    Place place = lanes->screen->at.place;
    size_t first = lanes->judged_first, end = first + lanes->judged;
    lane->change = (Verdict){.exact = true};
    grid_prepare(lane->sheet, GRID_Y, place, first, lanes->judged);
    grid_prepare(right, GRID_Y, place, first, lanes->judged);
    for (size_t i = first; i < end; i++)
        verdict_row(lane->sheet, right, place, i, &lane->change);
    double largest = lane->change.largest;
    lane->verdict = lane->change.exact        ? LANE_SAME
                    : largest <= close_enough ? LANE_CLOSE
                                              : LANE_DIFFERS;
    state->right = lane->verdict == LANE_DIFFERS ? right : NULL;
}

static GridId upper_grid(const Screen *screen) {
    GridId focus = screen->at.grid;
    bool below = focus == GRID_Y || focus == GRID_SUMS ||
                 (screen->merged_out && (focus == GRID_OUT || focus == GRID_CONCAT));
    return below ? GRID_WEIGHTS : focus;
}

/* Returns the spec of a grid in a lane, where it has no name and no labels of its own. */
static Column lane_spec(const Screen *screen, GridId grid) {
    Column spec = candidate_make(screen, grid, 0, true);
    spec.name = spec.labels = 0;
    return spec;
}

/* Returns the value by which the others are judged: the first of an option whose second
 * is wrong, else the present one unless the switch says that it is wrong (causal). */
static int right_value(const Screen *screen, const OptionSpec *spec) {
    int present = option_choice(spec, &screen->layer->options);
    if (spec->wrong & 2U || present < 0)
        return 0;
    return switch_is_wrong(screen, spec) ? 1 : present;
}

/* Makes the lanes as the states STATE_LANE of the screen, and judges them. */
static void make(Screen *screen, Lanes *lanes) {
    const OptionSpec *spec = screen->session->look.compare;
    *lanes = (Lanes){.screen = screen,
                     .option = spec,
                     .count = min_int((int)option_values(spec), LANES_MAX),
                     .right = right_value(screen, spec),
                     .grid = lane_spec(screen, upper_grid(screen)),
                     .sums = lane_spec(screen, GRID_SUMS),
                     .has_y = screen_has(screen, GRID_Y)};
    lanes->right_is_present =
        !(spec->wrong & 2U) &&
        lanes->right == option_choice(spec, &screen->layer->options);
    for (int i = 0; i < lanes->count; i++) {
        const char *value = spec->values[i];
        lanes->lane[i] = (Lane){.sheet = sheet_variant(screen->now, spec, (size_t)i),
                                .value = value,
                                .name = value_word(screen->lang, spec->name, value)};
        screen->state[STATE_LANE + i] = (ShownState){.sheet = lanes->lane[i].sheet};
    }
    if (!lanes->has_y)
        return;
    lanes->y = lane_spec(screen, GRID_Y);
    judged_rows(lanes);
    for (int i = 0; i < lanes->count; i++)
        if (i != lanes->right)
            judge(lanes, &lanes->lane[i], &screen->state[STATE_LANE + i]);
}

void lanes_release(Lanes *lanes) {
    for (int i = 0; i < lanes->count; i++)
        sheet_release(lanes->lane[i].sheet);
}

/* ---- fitting them ---- */

/* Places the grids of a lane and returns its columns. The plan's width is the distance to
 * the next lane: wide lanes have a blank between them; the others end with the closing
 * blank of the keys. */
static int lane_columns(const Lanes *lanes, LanesPlan *plan) {
    ColumnRoom room = {.width = INT_MAX, .decimals = plan->decimals, .least_sign = 4};
    Columns upper = {.column = {lanes->grid}, .count = 1}, lower = {.count = 0};
    Columns *with_sums = plan->wide ? &upper : &lower;
    with_sums->column[with_sums->count++] = lanes->sums;
    if (lanes->has_y)
        lower.column[lower.count++] = lanes->y;
    columns_place(&upper, room, &plan->upper);
    columns_place(&lower, room, &plan->lower);
    int above = columns_end(&plan->upper), below = columns_end(&plan->lower);
    plan->width = max_int(above, below) + plan->wide;
    if (!plan->wide) {
        Column *grid = &plan->upper.column[0];
        above -= grid->closed;
        grid->closed = false;
    }
    return max_int(above, below);
}

/* Sets the lines of a lane: name, verdict, labels and rows, then the labels and rows
 * below. Returns true if the screen has enough lines. */
static bool lines_fit(const Lanes *lanes, LanesPlan *plan) {
    const Screen *screen = lanes->screen;
    int tokens = plan->token_line ? screen->content.token_lines : 0;
    plan->lines = (plan->wide ? 3 : 2) + plan->rows * plan->height;
    if (lanes->has_y || !plan->wide)
        plan->lines += 1 + plan->rows;
    int all = plan->down * plan->lines + plan->down - 1;
    return 2 + tokens + 2 * plan->gap + all + plan->text + 2 <= screen->frame->height;
}

static int label_columns(const Content *content, int tokens) {
    int token = content->label - content->label_short - 1;
    if (tokens == 0 || token <= 0)
        return content->label_short;
    return tokens == 2 ? content->label : 1 + token + 1;
}

/* Finds how many lanes are side by side and below each other. Returns false if not all
 * fit. */
static bool fit(const Lanes *lanes, LanesPlan *plan) {
    plan->label = label_columns(&lanes->screen->content, plan->tokens);
    int columns = lane_columns(lanes, plan);
    int free = lanes->screen->width - plan->label - columns;
    plan->across = min_int(free < 0 ? 0 : free / plan->width + 1, lanes->count);
    if (plan->across < 1)
        return false;
    plan->down = (lanes->count + plan->across - 1) / plan->across;
    return lines_fit(lanes, plan);
}

/* Takes a larger plan if all lanes still fit. */
static bool grow(Lanes *lanes, LanesPlan more) {
    bool fits = fit(lanes, &more);
    if (fits)
        lanes->plan = more;
    return fits;
}

/* Takes the most lines of text that fit, then the line of tokens, taller rows and
 * gaps. */
static void grow_all(Lanes *lanes) {
    LanesPlan *plan = &lanes->plan, more = *plan;
    for (more.text += lanes->screen->content.text; more.text > plan->text; more.text--)
        if (grow(lanes, more))
            break;
    more = *plan;
    more.token_line = true;
    grow(lanes, more);
    for (int tall = 2; tall <= 3; tall++) {
        more = *plan;
        more.height = tall;
        grow(lanes, more);
    }
    more = *plan;
    more.gap = true;
    grow(lanes, more);
    if (plan->tokens == 2) { /* spare columns go to the label */
        int columns = lane_columns(lanes, plan) + (plan->across - 1) * plan->width;
        int spare = lanes->screen->width - plan->label - columns;
        plan->label += min_int(2, max_int(0, spare));
    }
}

/* If not all lanes fit: shows as many as do, around the one in focus, with as many rows
 * as fit. */
static void scroll(Lanes *lanes) {
    const Screen *screen = lanes->screen;
    LanesPlan *plan = &lanes->plan;
    int queries = plan->rows;
    fit(lanes, plan);
    plan->across = max_int(plan->across, 1);
    plan->down = 1;
    while (!lines_fit(lanes, plan) && plan->rows > 1)
        plan->rows--;
    plan->row_first = window_first(queries, plan->rows, (int)screen->at.row);
    do
        plan->down++;
    while (plan->across * plan->down <= lanes->count && lines_fit(lanes, plan));
    plan->down--;
    plan->first = window_first(lanes->count, plan->across * plan->down,
                               (int)screen->session->look.lane);
}

/* Takes the roomiest plan by which all lanes fit: with the most decimals, wide lanes, and
 * the longest labels. */
static void choose_plan(Lanes *lanes) {
    static const int digits[] = {6, 4, 3};
    const Screen *screen = lanes->screen;
    const Content *content = &screen->content;
    int asked = content->digits;
    LanesPlan plan = {.rows =
                          (int)screen->model->records[screen->at.place.record].queries,
                      .height = 1,
                      .text = content->heading};
    for (int d = 0; d < 3; d++)
        for (int wide = 1; wide >= 0; wide--)
            for (plan.tokens = 2; plan.tokens >= 0; plan.tokens--) {
                plan.wide = wide;
                plan.decimals = asked ? asked : digits[d];
                if (!grow(lanes, plan))
                    continue;
                grow_all(lanes);
                return;
            }
    lanes->plan = (LanesPlan){
        .decimals = asked ? asked : 3, .rows = plan.rows, .height = plan.height};
    scroll(lanes);
}

void lanes_make(Screen *screen, Lanes *lanes) {
    make(screen, lanes);
    choose_plan(lanes);
}
