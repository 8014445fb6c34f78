/* Lists the grids that could be shown, with the columns that their numbers need.
 *
 * The columns before the point follow from the numbers that a grid can have (out mixes
 * rows of v, y adds them with the signs of W_O) and from its numbers now, before the last
 * action and in the baseline, so that switching a rule moves no column. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "screen/screen.h"

enum {
    ROWS_SCANNED = 64,
    COLS_SCANNED = 256,
    ROWS_OF_LONG = 12,
    COLS_OF_LONG = 16,
    SCAN_DECIMALS = 3,
    STATE_GAP = 2
};

/* ---- ranges of numbers ---- */

typedef struct Range {
    double low, high;
    bool whole; /* all are whole numbers */
} Range;

static void range_add(Range *range, double value) {
    if (!isfinite(value) || fabs(value) >= 1e6)
        return;
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
    range->whole = range->whole && cell_exact(value);
}

/* Returns the first row or column to scan: of long grids only those around the cursor are
 * scanned. */
static size_t window_start(size_t total, size_t shown, size_t cursor) {
    return total <= shown || cursor < shown / 2 ? 0 : cursor - shown / 2;
}

static void range_sheet(const Screen *screen, Sheet *sheet, GridId grid, Place place,
                        Range *range) {
    if (!sheet_has(sheet, grid, place))
        return;
    size_t rows = grid_rows(sheet, grid, place), cols = grid_cols(sheet, grid, place);
    bool few = cols > COLS_SCANNED && grid_table[grid].cols == AXIS_KEY;
    size_t down = few ? ROWS_OF_LONG : ROWS_SCANNED;
    size_t across = few ? COLS_OF_LONG : COLS_SCANNED;
    size_t first = window_start(rows, down, screen->at.row);
    size_t left = window_start(cols, across, screen->at.col);
    size_t count = min_size(cols - left, across);
    double numbers[COLS_SCANNED];
    grid_prepare(sheet, grid, place, first, down);
    for (size_t i = first; i < rows && i < first + down; i++) {
        grid_span(sheet, grid, place, i, (GridSpan){left, count, numbers});
        for (size_t c = 0; c < count; c++)
            range_add(range, numbers[c]);
    }
}

/* Returns true if a grid is so long that only the cursor's band is scanned. */
static bool is_long(const Screen *screen, GridId grid) {
    return sheet_has(screen->now, grid, screen->at.place) &&
           (screen_rows(screen, grid) > ROWS_SCANNED ||
            screen_cols(screen, grid) > COLS_SCANNED);
}

/* Returns the range over all bands, now, before the last action and in the baseline. */
static Range range_of(const Screen *screen, GridId grid) {
    Range range = {.whole = true};
    int bands = grid_table[grid].per_head || screen->records ? screen_bands(screen) : 1;
    bool only_here = bands > 1 && is_long(screen, grid);
    for (int band = 0; band < bands; band++) {
        Place place = screen_place(screen, band);
        if (only_here && band != screen->content.band)
            continue;
        range_sheet(screen, screen->now, grid, place, &range);
        range_sheet(screen, screen->session->before, grid, place, &range);
        range_sheet(screen, screen->session->against, grid, place, &range);
    }
    return range;
}

/* Returns the range that a mix of values can have, and y after it. */
static Range range_mixed(const Screen *screen, GridId grid) {
    Range values = range_of(screen, GRID_V), range = values;
    bool wo = screen_has(screen, GRID_WO);
    if (wo || !is_long(screen, grid))
        range = range_of(screen, grid);
    range_add(&range, values.low);
    if (grid != GRID_Y || !wo)
        range_add(&range, values.high);
    else if (range_of(screen, GRID_WO).low < 0 && values.high > 0)
        range_add(&range, -1);
    if (grid == GRID_Y && screen->layer->options.residual)
        range_add(&range, range_of(screen, GRID_X).low);
    return range;
}

/* Returns the range that decides how many columns a grid has before the point. */
static Range grid_range(const Screen *screen, GridId grid) {
    static const GridSet mixed =
        GRID_BIT(GRID_OUT) | GRID_BIT(GRID_CONCAT) | GRID_BIT(GRID_Y);
    static const GridSet own = GRID_BIT(GRID_WO) | GRID_BIT(GRID_LOSS) |
                               GRID_BIT(GRID_WQ) | GRID_BIT(GRID_WK) | GRID_BIT(GRID_WV) |
                               GRID_BIT(GRID_BIAS);
    static const GridSet own_if_short = GRID_BIT(GRID_X) | GRID_BIT(GRID_Q) |
                                        GRID_BIT(GRID_K) | GRID_BIT(GRID_V) |
                                        GRID_BIT(GRID_SUMS) | GRID_BIT(GRID_SCORES);
    if (grid == GRID_MASKED)
        return range_of(screen, GRID_SCORES);
    if (grid == GRID_ADDITIVE)
        return (Range){.low = -1};
    if (mixed & GRID_BIT(grid))
        return range_mixed(screen, grid);
    if (own & GRID_BIT(grid) || (own_if_short & GRID_BIT(grid) && !is_long(screen, grid)))
        return range_of(screen, grid);
    return (Range){.high = 1};
}

static int range_integers(Range range) {
    int low = cell_integers(range.low, SCAN_DECIMALS);
    int high = cell_integers(range.high, SCAN_DECIMALS);
    return min_int(max_int(low, high), CELL_INTEGERS);
}

/* ---- one grid ---- */

/* Returns the columns of the labels of rows that are not the line's queries, or 0. */
static int own_labels(const Screen *screen, GridId grid) {
    Axis rows = grid_table[grid].rows;
    if (rows == AXIS_QUERY || (rows == AXIS_KEY && screen->self))
        return 0;
    int longest = rows == AXIS_KEY ? screen->content.positions : 1;
    int count = min_int(screen_rows(screen, grid), ROWS_SCANNED);
    for (int i = 0; i < count && rows != AXIS_KEY; i++) {
        Text label = {0};
        session_row_label(screen->session, screen->now, grid, (size_t)i, &label);
        longest = max_int(longest, utf8_columns(text_string(&label)));
        text_release(&label);
    }
    return longest + 1;
}

/* Returns true if `show` names the grid, or one whose column shows it too. */
static bool is_asked(const Screen *screen, GridId grid) {
    for (unsigned g = 0; g < GRID_COUNT; g++)
        if (screen->session->look.shown & GRID_BIT(g) &&
            shown_as(screen, (GridId)g) == grid)
            return true;
    return false;
}

/* The focused grid is first in rank, then come those of `show`. */
static int rank_of(bool focus, bool asked, int rank) {
    return focus ? 0 : asked ? 1 : 1 + rank;
}

Column candidate_make(const Screen *screen, GridId grid, int rank, bool core) {
    Range range = grid_range(screen, grid);
    Range scores = grid == GRID_SCORES ? range_of(screen, grid) : range;
    bool focus = is_focus(screen, grid), asked = is_asked(screen, grid);
    bool keys = grid_table[grid].cols == AXIS_KEY;
    bool signs = shows_signs(screen, grid);
    bool parameter = grid == GRID_WO || (grid >= GRID_WQ && grid <= GRID_WV);
    int name = utf8_columns(grid_title(screen->lang, grid));
    return (Column){.grid = grid,
                    .kind = signs  ? COLUMN_SIGNS
                            : keys ? COLUMN_KEYS
                                   : COLUMN_NUMBERS,
                    .cells = keys ? screen->content.keys : screen_cols(screen, grid),
                    .integers = signs ? 1 : range_integers(range),
                    .largest = fmax(scores.high, -scores.low),
                    .name = name + !signs,
                    .labels = own_labels(screen, grid),
                    .gap = keys || signs,
                    .wide_gap = keys || signs,
                    .rank = rank_of(focus, asked, rank),
                    .asked = asked,
                    .cursor = focus ? (int)screen->at.col : ABSENT,
                    .core = core || asked,
                    .exact =
                        signs || (parameter && range.whole) || grid == GRID_ADDITIVE};
}

/* ---- the grids of each band ---- */

/* The band of a grid, and when it is there. */
typedef enum SlotKind {
    CORE,  /* main: always; the decimals are chosen for it */
    MORE,  /* main: where there is room */
    GUEST, /* main: while it has the focus */
    OUTPUT,
    INPUT
} SlotKind;

/* A grid's part in a band. Slots are in the order in which data flows. */
typedef struct Slot {
    GridId grid;
    SlotKind kind;
    int rank;          /* the lower, the longer it stays */
    int gap, wide_gap; /* 0: those of grids of its kind */
} Slot;

static const Slot slots[] = {
    {GRID_WQ, GUEST, 15, 0, 0},       {GRID_WK, GUEST, 15, 0, 0},
    {GRID_WV, GUEST, 15, 0, 0},       {GRID_X, MORE, 14, 0, 0},
    {GRID_Q, MORE, 12, 0, 0},         {GRID_K, MORE, 13, 0, 0},
    {GRID_V, MORE, 11, 0, 0},         {GRID_BIAS, GUEST, 16, 0, 0},
    {GRID_SCORES, CORE, 7, 0, 0},     {GRID_MASK, GUEST, 16, 0, 0},
    {GRID_VISIBLE, CORE, 3, 0, 0},    {GRID_DROP, GUEST, 16, 0, 0},
    {GRID_ADDITIVE, GUEST, 16, 0, 0}, {GRID_REACH, GUEST, 16, 0, 0},
    {GRID_MASKED, MORE, 10, 0, 0},    {GRID_WEIGHTS, CORE, 1, 0, 0},
    {GRID_SUMS, CORE, 2, 0, 0},       {GRID_OUT, CORE, 4, 0, 0},
    {GRID_SCORED, GUEST, 16, 0, 0},   {GRID_PROB, CORE, 5, 0, 0},
    {GRID_LOSS, CORE, 6, 0, 0},       {GRID_CONCAT, OUTPUT, 3, 0, 0},
    {GRID_WO, OUTPUT, 2, 5, 10},      {GRID_X, OUTPUT, 4, 5, 5},
    {GRID_Y, OUTPUT, 1, 4, 4},        {GRID_PROB, OUTPUT, 5, 1, 1},
    {GRID_LOSS, OUTPUT, 6, 0, 0},     {GRID_X, INPUT, 4, 3, 3},
    {GRID_Q, INPUT, 2, 3, 3},         {GRID_K, INPUT, 3, 3, 3},
    {GRID_V, INPUT, 1, 3, 3},         {GRID_WQ, INPUT, 6, 3, 3},
    {GRID_WK, INPUT, 7, 3, 3},        {GRID_WV, INPUT, 5, 3, 3},
};

/* With several heads a band is one head: it leaves out the grids that all heads share. */
static bool in_bands(const Screen *screen, GridId grid) {
    return grid_table[grid].per_head || screen->records || screen_bands(screen) == 1;
}

static bool slot_shows(const Screen *screen, const Slot *slot) {
    GridId grid = slot->grid;
    bool keys = grid_table[grid].rows == AXIS_KEY && !screen->self;
    bool loss = grid == GRID_PROB || grid == GRID_LOSS;
    if (!screen_has(screen, grid))
        return false;
    if (slot->kind == INPUT)
        return screen->self &&
               screen_rows(screen, grid) <= screen_rows(screen, GRID_WEIGHTS);
    if (slot->kind == OUTPUT)
        return !screen->merged_out && screen_has(screen, GRID_Y) &&
               (grid != GRID_X || screen->layer->options.residual) &&
               (grid != GRID_CONCAT || !screen->merged_y);
    return in_bands(screen, grid) && (!loss || screen->merged_out) &&
           ((!keys && slot->kind != GUEST) || is_focus(screen, grid) ||
            is_asked(screen, grid));
}

/* The sums are beside the weights: they leave with them, and their focus keeps both. */
static void slot_add(Screen *screen, const Slot *slot) {
    Content *content = &screen->content;
    Columns *list = slot->kind == OUTPUT  ? &content->output
                    : slot->kind == INPUT ? &content->input
                                          : &content->main;
    Column *column = &list->column[list->count++];
    *column = candidate_make(screen, slot->grid, slot->rank, slot->kind == CORE);
    if (slot->wide_gap) {
        column->gap = slot->gap;
        column->wide_gap = slot->wide_gap;
    }
    if (slot->grid == GRID_SUMS && list->count > 1) {
        column->tied = true;
        column->must = column->rank == 0;
        if (column->rank < 2)
            column[-1].rank = min_int(column[-1].rank, column->rank);
        else
            column->rank = 1 + slot->rank;
    }
}

/* Returns true if columns of a grid of the list are those of several heads. */
static bool has_heads(const Screen *screen, const Columns *list) {
    bool has = false;
    for (int i = 0; i < list->count; i++)
        has |= grid_table[list->column[i].grid].cols == AXIS_JOINED;
    return has && screen->layer->heads > 1;
}

/* Finds the rows of the output. A focused grid that all heads share and that no band
 * shows takes its place. */
static void output_make(Screen *screen) {
    Content *content = &screen->content;
    Columns *output = &content->output;
    GridId focus = screen->at.grid;
    int queries = (int)screen->model->records[screen->at.place.record].queries;
    int rows = screen_has(screen, GRID_WO) ? screen_rows(screen, GRID_WO) : 0;
    if (output->count > 0)
        content->output_rows = rows > queries && rows <= 2 * queries ? rows : queries;
    content->output_labels = output->count > 0 && screen->model->loss != LOSS_NONE;
    content->output_heads = has_heads(screen, output);
    for (int i = 0; i < output->count; i++)
        content->output_focused |= output->column[i].rank == 0;
    if (!content->output_focused && !in_bands(screen, focus) &&
        screen_has(screen, focus)) {
        *output = (Columns){{candidate_make(screen, focus, 1, false)}, 1};
        rows = screen_rows(screen, focus);
        content->output_rows = rows < 2 * queries ? rows : queries;
        content->output_focused = content->output_labels = true;
    }
    content->output_row = content->output_focused ? (int)screen->at.row : content->row;
}

/* A grid of `show` that no band has is among the inputs. */
static void inputs_make(Screen *screen) {
    Content *content = &screen->content;
    Columns *input = &content->input;
    int rows = (int)screen->model->records[screen->at.place.record].keys;
    if (input->count > 0)
        content->input_rows = rows;
    for (unsigned g = 0; g < GRID_COUNT && input->count < COLUMNS_MAX; g++) {
        GridId grid = (GridId)g;
        if (!(screen->session->look.shown & GRID_BIT(g)) || !screen_has(screen, grid) ||
            columns_find(&content->main, shown_as(screen, grid)) ||
            columns_find(&content->output, shown_as(screen, grid)) ||
            columns_find(input, grid))
            continue;
        input->column[input->count++] = candidate_make(screen, grid, 0, false);
        content->input_rows = max_int(content->input_rows, screen_rows(screen, grid));
    }
    content->input_heads = has_heads(screen, input);
    for (int i = 0; i < content->output.count; i++)
        content->output_asked |= content->output.column[i].asked;
}

/* ---- changes against a baseline: weights above, the focused grid below ---- */

/* Sets the largest change, and the columns before the point that changes need. Of long
 * rows those round the cursor are scanned. */
static void scan_changes(const Screen *screen, Column *change) {
    size_t rows = (size_t)screen_rows(screen, change->grid);
    size_t cols = (size_t)screen_cols(screen, change->grid);
    bool few = cols > COLS_SCANNED;
    size_t first = few ? window_start(rows, ROWS_OF_LONG, screen->at.row) : 0;
    size_t left = few ? window_start(cols, COLS_SCANNED, screen->at.col) : 0;
    size_t end = min_size(rows, first + (few ? ROWS_OF_LONG : ROWS_SCANNED));
    size_t count = min_size(cols - left, COLS_SCANNED);
    int integers = 2; /* most grids of changes have a negative one */
    double numbers[COLS_SCANNED];
    change->largest = 0;
    for (size_t i = first; i < end; i++) {
        if (!session_delta_span(screen->session, change->grid, screen->at.place, i,
                                (GridSpan){left, count, numbers}))
            continue;
        for (size_t c = 0; c < count; c++) {
            double number = numbers[c];
            int columns = cell_integers(number, SCAN_DECIMALS) + (number > 0);
            integers = max_int(columns, integers);
            change->infinite = change->infinite || isinf(number);
            if (isfinite(number))
                change->largest = fmax(change->largest, fabs(number));
        }
    }
    change->integers = min_int(integers, CELL_INTEGERS);
}

/* Adds a grid in its three states. On narrow screens the change stays longest. */
static void add_states(const Screen *screen, GridId grid, Columns *list) {
    Column column = candidate_make(screen, grid, 0, true);
    for (int state = STATE_THEN; state <= STATE_CHANGE; state++) {
        char title[LABEL_TEXT];
        column.state = state;
        column.rank = STATE_CHANGE - state;
        column.gap = column.kind == COLUMN_NUMBERS ? STATE_GAP : 1;
        if (state == STATE_CHANGE) {
            column.exact = false;
            column.kind = column.kind == COLUMN_SIGNS ? COLUMN_KEYS : column.kind;
            column.gap = STATE_GAP;
            scan_changes(screen, &column);
        }
        column.wide_gap = column.gap;
        state_title(screen, &column, title);
        column.name = 1 + utf8_columns(title);
        list->column[list->count++] = column;
    }
}

static void changes_make(Screen *screen) {
    Content *content = &screen->content;
    GridId focus = screen->at.grid, lower = focus == GRID_WEIGHTS ? GRID_Y : focus;
    content->aligned = true;
    content->rows = (int)screen->model->records[screen->at.place.record].queries;
    add_states(screen, GRID_WEIGHTS, &content->main);
    if (lower == GRID_Y && !screen_has(screen, GRID_Y))
        return;
    add_states(screen, lower, &content->output);
    content->output_rows = screen_rows(screen, lower);
    content->output_labels = true;
    content->output_focused = is_focus(screen, lower);
    content->output_row = content->output_focused ? (int)screen->at.row : 0;
}

void candidates_make(Screen *screen) {
    if (screen->delta) {
        changes_make(screen);
        return;
    }
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
        if (slot_shows(screen, &slots[i]))
            slot_add(screen, &slots[i]);
    output_make(screen);
    inputs_make(screen);
}
