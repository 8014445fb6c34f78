/* Finds the plan by which the lanes fit on the screen. Columns and bands are those of the
 * plan that was tried last; lanes_plan ends with those of the plan that it takes. */
#include <limits.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "view/lanes/lanes.h"

/* ---- columns ---- */

/* Returns the grids of a part; sums are after the weights, or before y. */
static Columns part_grids(const Lanes *lanes, const LanesPlan *plan, int part) {
    Columns grids = lanes->part[part].columns;
    if (!lanes->has_sums || part != !plan->wide)
        return grids;
    for (int c = grids.count++; c > 0; c--)
        grids.column[c] = grids.column[c - 1];
    grids.column[0] = lanes->sums;
    if (plan->wide) {
        grids.column[0] = grids.column[1];
        grids.column[1] = lanes->sums;
    }
    return grids;
}

/* Places the grids of a lane and returns its columns. The plan's width is the distance to
 * the next lane: wide lanes have a blank between them; the others end with the closing
 * blank of the keys. */
static int lane_columns(Lanes *lanes, LanesPlan *plan) {
    ColumnRoom room = {.width = INT_MAX, .decimals = plan->decimals, .least_sign = 4};
    int end = 1 + lanes->name, open = end;
    for (int p = 0; p < lanes->parts; p++) {
        Columns grids = part_grids(lanes, plan, p), *placed = &lanes->columns[p];
        columns_place(&grids, room, placed);
        int columns = columns_end(placed);
        end = max_int(end, columns);
        if (!plan->wide && placed->count == 1 && placed->column[0].closed) {
            placed->column[0].closed = false;
            columns--;
        }
        open = max_int(open, columns);
    }
    plan->width = end + plan->wide;
    return open;
}

static int label_columns(const Lanes *lanes, const LanesPlan *plan) {
    const Content *content = &lanes->screen->content;
    int token = content->label - content->label_short - 1;
    int label = plan->tokens == 0 || token <= 0 ? content->label_short
                : plan->tokens == 2             ? content->label
                                                : 1 + token + 1;
    if (lanes->part_name > 0)
        label = max_int(label, 1 + lanes->part_name);
    return plan->records ? max_int(label, 1 + content->band_label) : label;
}

void lanes_scored(const Lanes *lanes, size_t record, size_t query, Text *out) {
    const Sheet *sheet = lanes->lane[0].sheet;
    const Record *of = &sheet->model.records[record];
    const char *target = sheet->targets[record][query];
    if (session_covered(lanes->screen->session, GRID_SCORED)) {
        text_append(out, "????");
        return;
    }
    bool padding = *target && query_is_padding(of, query);
    if (query_scored(&sheet->model, record, query))
        text_append(out, target);
    else
        text_append(out, say(lanes->screen, padding ? "lane.padding" : "lane.no-target"));
}

/* Returns the columns of the words that say what is scored. */
static int scored_columns(const Lanes *lanes) {
    const Model *model = lanes->screen->model;
    int longest = lanes->scored ? utf8_columns(say(lanes->screen, "lane.scored")) : 0;
    for (size_t r = 0; lanes->scored && r < model->record_count; r++)
        for (size_t q = 0; q < model->records[r].queries; q++) {
            Text words = {0};
            lanes_scored(lanes, r, q, &words);
            longest = max_int(longest, utf8_columns(text_string(&words)));
            text_release(&words);
        }
    return longest;
}

/* ---- lines ---- */

/* Returns the rows of a part: its own where they are no queries; of a grid of `show` the
 * cursor's, or all. */
static Rows part_rows(const Lanes *lanes, const LanesPlan *plan, int index) {
    const LanePart *part = &lanes->part[index];
    const Column *column = &part->columns.column[0];
    const Screen *screen = lanes->screen;
    bool any = part->columns.count > 0;
    bool colored = any && column->kind != COLUMN_NUMBERS;
    Rows rows = {.first = plan->row_first,
                 .count = plan->rows,
                 .height = index == 0 && colored ? plan->height : 1};
    if (any && column->labels)
        rows.count = min_int(screen_rows(screen, part->grid), plan->own_rows);
    else if (part->shown && !plan->whole)
        rows = (Rows){.first = screen->content.row, .count = 1, .height = 1};
    return rows;
}

/* Adds a part of a record from line y on; returns the line after it. */
static int band_add(Lanes *lanes, LanesPlan *plan, int part, size_t record, int y) {
    if (lanes->columns[part].count == 0 || plan->bands == LANE_BANDS)
        return y;
    LaneBand *band = &lanes->band[plan->bands++];
    y += plan->airy && plan->bands > 1;
    *band = (LaneBand){&lanes->part[part], part, record, y, part_rows(lanes, plan, part)};
    band->rows.y = y + 1;
    return band->rows.y + band->rows.count * band->rows.height;
}

/* Sets the bands of a lane and its lines: name, verdict, then labels and rows of each
 * part. */
static void bands_make(Lanes *lanes, LanesPlan *plan) {
    const Screen *screen = lanes->screen;
    size_t shown = screen->at.place.record, records = screen->model->record_count;
    size_t first = plan->records ? 0 : shown, end = plan->records ? records : shown + 1;
    int y = 1 + plan->words;
    plan->bands = 0;
    for (size_t r = first; r < end; r++)
        for (int p = 0; p < lanes->parts; p++)
            if (!lanes->part[p].shown)
                y = band_add(lanes, plan, p, r, y);
    for (int p = 0; plan->shown && p < lanes->parts; p++)
        if (lanes->part[p].shown)
            y = band_add(lanes, plan, p, shown, y);
    plan->lines = y + (plan->mean ? 1 + plan->airy : 0);
}

/* Returns true if the screen has enough lines. */
static bool lines_fit(Lanes *lanes, LanesPlan *plan) {
    const Screen *screen = lanes->screen;
    int tokens = plan->token_line ? screen->content.token_lines : 0;
    bands_make(lanes, plan);
    int all = plan->down * plan->lines + plan->down - 1;
    return 2 + tokens + 2 * plan->gap + all + plan->text + 2 <= screen->frame->height;
}

/* ---- fitting them ---- */

/* Finds how many lanes are side by side and below each other. Returns false if not all
 * fit. */
static bool fit(Lanes *lanes, LanesPlan *plan) {
    plan->label = label_columns(lanes, plan);
    int columns = lane_columns(lanes, plan), scored = lanes->scored_columns;
    int free = lanes->screen->width - plan->label - columns - (scored ? 2 + scored : 0);
    plan->across = min_int(free < 0 ? 0 : free / plan->width + 1, lanes->count);
    for (int p = 0; p < lanes->parts; p++)
        if (lanes->columns[p].count > 0)
            plan->across = min_int(plan->across, COLUMNS_MAX / lanes->columns[p].count);
    if (plan->across < 1)
        return false;
    plan->down = (lanes->count + plan->across - 1) / plan->across;
    return plan->down <= plan->most_down && lines_fit(lanes, plan);
}

/* Takes a larger plan if all lanes still fit. */
static bool grow(Lanes *lanes, LanesPlan more) {
    bool fits = fit(lanes, &more);
    if (fits)
        lanes->plan = more;
    return fits;
}

/* The ways in which a plan grows, one after the other. */
enum { WORDS, MEAN, TOKENS, AIRY, WHOLE, TALL, TALLER, GAP, WAYS };

static LanesPlan grown(const Lanes *lanes, int way) {
    const Screen *screen = lanes->screen;
    LanesPlan more = lanes->plan;
    more.words |= way == WORDS;
    more.mean |= way == MEAN && screen_has(screen, GRID_LOSS) && !lanes->some;
    more.token_line |= way == TOKENS;
    more.whole |= way == WHOLE;
    more.height = way == TALL ? 2 : way == TALLER ? 3 : more.height;
    more.gap |= way == GAP;
    more.airy |= way == AIRY;
    return more;
}

/* Takes the most lines of text that fit, then all else. */
static void grow_all(Lanes *lanes) {
    LanesPlan *plan = &lanes->plan, more = *plan;
    for (more.text = lanes->heading + lanes->text; more.text > plan->text; more.text--)
        if (grow(lanes, more))
            break;
    for (int way = 0; way < WAYS; way++)
        grow(lanes, grown(lanes, way));
    if (plan->tokens == 2) { /* spare columns go to the label */
        int columns = lane_columns(lanes, plan) + (plan->across - 1) * plan->width;
        int spare = lanes->screen->width - plan->label - columns;
        plan->label += lanes->scored ? 0 : min_int(2, max_int(0, spare));
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
        plan->own_rows = --plan->rows;
    plan->row_first = window_first(queries, plan->rows, (int)screen->at.row);
    do
        plan->down++;
    while (plan->across * plan->down <= lanes->count && lines_fit(lanes, plan));
    plan->down--;
    lines_fit(lanes, plan);
    plan->first = window_first(lanes->count, plan->across * plan->down,
                               (int)screen->session->look.lane);
}

/* Takes the roomiest plan by which all lanes fit: with the longest labels, the most
 * decimals, and wide lanes. */
static bool fit_all(Lanes *lanes, LanesPlan plan) {
    static const int digits[] = {6, 4, 3};
    int asked = lanes->screen->content.digits;
    for (plan.tokens = 2; plan.tokens >= 0; plan.tokens--)
        for (int d = 0; d < 3; d++)
            for (int wide = 1; wide >= 0; wide--) {
                plan.wide = plan.words = wide;
                plan.decimals = asked ? asked : digits[d];
                if (grow(lanes, plan))
                    return true;
            }
    return false;
}

/* Lists, in order, the things that the lanes give up until all fit: records other than the
 * cursor's, one line for a few lanes, the text of the step, grids of `show`. */
static const struct {
    bool text, shown, line, records;
} wishes[] = {{true, true, true, true},    {true, true, true, false},
              {true, true, false, true},   {true, true, false, false},
              {false, true, true, true},   {false, true, true, false},
              {false, true, false, false}, {false, false, false, false}};

void lanes_plan(Lanes *lanes) {
    enum { FEW = 4 };
    const Screen *screen = lanes->screen;
    int asked = screen->content.digits;
    LanesPlan plan = {.rows =
                          (int)screen->model->records[screen->at.place.record].queries,
                      .own_rows = INT_MAX,
                      .height = 1};
    lanes->scored_columns = scored_columns(lanes);
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        plan.text = lanes->heading + (wishes[i].text ? lanes->text : 0);
        plan.shown = wishes[i].shown;
        plan.most_down = wishes[i].line && lanes->count <= FEW ? 1 : lanes->count;
        plan.records = wishes[i].records && lanes->records;
        if (!fit_all(lanes, plan))
            continue;
        lanes->plan.most_down = lanes->plan.down;
        grow_all(lanes);
        lane_columns(lanes, &lanes->plan);
        bands_make(lanes, &lanes->plan);
        return;
    }
    plan.text = 0;
    plan.decimals = asked ? asked : 3;
    lanes->plan = plan;
    scroll(lanes);
}
