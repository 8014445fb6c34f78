/* Lists the grids that could be shown, with the columns that their numbers need.
 *
 * The columns before the point follow from the numbers that a grid can have (out mixes
 * rows of v, y adds them with the signs of W_O) and from its numbers now and before the
 * last action, so that switching a rule moves no column. */
#include <math.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "view/screen/screen.h"

enum {
    ROWS_SCANNED = 64,
    COLS_SCANNED = 256,
    ROWS_OF_LONG = 12,
    COLS_OF_LONG = 16,
    SCAN_DECIMALS = 3
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

/* Returns the range over all bands, now and before the last action. */
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
    if (grid != GRID_Y || !wo) {
        range_add(&range, values.high);
    } else if (range_of(screen, GRID_WO).low < 0 && values.high > 0) {
        range_add(&range, -1);
    }
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

/* Returns the columns that the grid has when every position is known. */
static int cells_of(const Screen *screen, GridId grid) {
    if (grid_table[grid].cols != AXIS_KEY)
        return screen_cols(screen, grid);
    int longest = 0;
    for (size_t r = 0; r < screen->model->record_count; r++)
        if (screen->records || r == screen->at.place.record)
            longest = max_int(longest, (int)screen_keys(screen, r));
    return longest;
}

/* Returns the columns of the labels of rows that are not the line's queries, or 0. */
static int own_labels(const Screen *screen, GridId grid) {
    Axis rows = grid_table[grid].rows;
    if (rows == AXIS_QUERY || (rows == AXIS_KEY && screen->self))
        return 0;
    int longest = rows == AXIS_KEY ? screen->content.positions : 1;
    int count = min_int(screen_rows(screen, grid), ROWS_SCANNED);
    for (int i = 0; i < count && rows != AXIS_KEY; i++) {
        Text label = {0};
        session_row_label(screen->session, grid, (size_t)i, &label);
        longest = max_int(longest, utf8_columns(text_string(&label)));
        text_release(&label);
    }
    return longest + 1;
}

Column spec_make(const Screen *screen, GridId grid, int rank, bool core) {
    Range range = grid_range(screen, grid);
    bool focus = is_focus(screen, grid);
    bool keys = grid_table[grid].cols == AXIS_KEY;
    bool signs = shows_signs(screen, grid);
    bool parameter = grid == GRID_WO || (grid >= GRID_WQ && grid <= GRID_WV);
    int name = utf8_columns(grid_title(screen, grid));
    return (Column){.grid = grid,
                    .kind = signs  ? COLUMN_SIGNS
                            : keys ? COLUMN_KEYS
                                   : COLUMN_NUMBERS,
                    .cells = cells_of(screen, grid),
                    .integers = signs                   ? 1
                                : grid == GRID_ADDITIVE ? 2
                                                        : range_integers(range),
                    .name = name + !signs,
                    .labels = own_labels(screen, grid),
                    .gap = keys || signs,
                    .wide_gap = keys || signs,
                    .rank = focus ? 0 : rank,
                    .cursor = focus ? (int)screen->at.col : ABSENT,
                    .core = core,
                    .exact =
                        signs || (parameter && range.whole) || grid == GRID_ADDITIVE};
}

/* ---- the main columns ---- */

/* When a grid is in a band, beside others. */
typedef enum SlotKind {
    CORE, /* always; the decimals are chosen for it */
    MORE, /* where there is room */
    GUEST /* while it has the focus */
} SlotKind;

/* A grid's part in a band. Slots are in the order in which data flows. */
typedef struct Slot {
    GridId grid;
    int rank; /* the lower, the longer it stays */
    SlotKind kind;
    int gap, wide_gap; /* 0: those of grids of its kind */
} Slot;

#define COUNT(slots) (sizeof(slots) / sizeof *(slots))

static const Slot main_slots[] = {
    {GRID_WQ, 15, GUEST, 0, 0},       {GRID_WK, 15, GUEST, 0, 0},
    {GRID_WV, 15, GUEST, 0, 0},       {GRID_X, 14, MORE, 0, 0},
    {GRID_Q, 12, MORE, 0, 0},         {GRID_K, 13, MORE, 0, 0},
    {GRID_V, 11, MORE, 0, 0},         {GRID_BIAS, 16, GUEST, 0, 0},
    {GRID_SCORES, 7, CORE, 0, 0},     {GRID_MASK, 16, GUEST, 0, 0},
    {GRID_VISIBLE, 3, CORE, 0, 0},    {GRID_DROP, 16, GUEST, 0, 0},
    {GRID_ADDITIVE, 16, GUEST, 0, 0}, {GRID_REACH, 16, GUEST, 0, 0},
    {GRID_MASKED, 10, MORE, 0, 0},    {GRID_WEIGHTS, 1, CORE, 0, 0},
    {GRID_SUMS, 2, CORE, 0, 0},       {GRID_OUT, 4, CORE, 0, 0},
    {GRID_SCORED, 16, GUEST, 0, 0},   {GRID_PROB, 5, CORE, 0, 0},
    {GRID_LOSS, 6, CORE, 0, 0},
};

static const Slot output_slots[] = {
    {GRID_CONCAT, 3, MORE, 0, 0}, {GRID_WO, 2, MORE, 5, 10},  {GRID_X, 4, MORE, 5, 5},
    {GRID_Y, 1, MORE, 4, 4},      {GRID_PROB, 5, MORE, 1, 1}, {GRID_LOSS, 6, MORE, 0, 0},
};

static const Slot input_slots[] = {
    {GRID_X, 4, MORE, 3, 3},
    {GRID_Q, 2, MORE, 3, 3},
    {GRID_K, 3, MORE, 3, 3},
    {GRID_V, 1, MORE, 3, 3},
};

static void add(const Screen *screen, Columns *specs, Slot slot) {
    Column *spec = &specs->column[specs->count];
    if (!screen_has(screen, slot.grid) || specs->count == COLUMNS_MAX)
        return;
    *spec = spec_make(screen, slot.grid, slot.rank, slot.kind == CORE);
    if (slot.wide_gap) {
        spec->gap = slot.gap;
        spec->wide_gap = slot.wide_gap;
    }
    specs->count++;
}

/* With several heads a band is one head: it leaves out the grids that all heads share. */
static bool in_bands(const Screen *screen, GridId grid) {
    return grid_table[grid].per_head || screen->records || screen_bands(screen) == 1;
}

static bool main_shows(const Screen *screen, const Slot *slot) {
    GridId grid = slot->grid;
    bool keys = grid_table[grid].rows == AXIS_KEY && !screen->self;
    bool loss = grid == GRID_PROB || grid == GRID_LOSS;
    return in_bands(screen, grid) && (!loss || screen->merged_out) &&
           ((!keys && slot->kind != GUEST) || is_focus(screen, grid));
}

/* The sums are beside the weights: they leave with them, and their focus keeps both. */
static void main_make(Screen *screen) {
    Columns *main = &screen->content.main;
    for (size_t i = 0; i < COUNT(main_slots); i++)
        if (main_shows(screen, &main_slots[i]))
            add(screen, main, main_slots[i]);
    for (int i = 1; i < main->count; i++) {
        Column *spec = &main->column[i];
        if (spec->grid != GRID_SUMS)
            continue;
        spec->tied = true;
        spec->must = spec->rank == 0;
        spec->rank = 2;
        if (spec->must)
            spec[-1].rank = 0;
    }
}

/* ---- the bands below ---- */

static bool output_shows(const Screen *screen, GridId grid) {
    if (grid == GRID_X)
        return screen->layer->options.residual;
    return grid != GRID_CONCAT || !screen->merged_y;
}

/* A focused grid that all heads share and that no other band shows takes the place of the
 * output. */
static void shared_make(Screen *screen, int queries) {
    Content *content = &screen->content;
    GridId grid = screen->at.grid;
    int rows = screen_rows(screen, grid);
    content->output.count = 0;
    add(screen, &content->output, (Slot){grid, 1, MORE, 0, 0});
    content->output_rows = rows < 2 * queries ? rows : queries;
    content->output_focused = content->output_labels = true;
}

static void product_make(Screen *screen, int queries) {
    Content *content = &screen->content;
    int rows = screen_has(screen, GRID_WO) ? screen_rows(screen, GRID_WO) : 0;
    for (size_t i = 0; i < COUNT(output_slots); i++)
        if (output_shows(screen, output_slots[i].grid))
            add(screen, &content->output, output_slots[i]);
    for (int i = 0; i < content->output.count; i++)
        if (content->output.column[i].rank == 0)
            content->output_focused = true;
    content->output_rows = rows > queries && rows <= 2 * queries ? rows : queries;
    content->output_labels = screen->model->loss != LOSS_NONE;
}

static void output_make(Screen *screen) {
    Content *content = &screen->content;
    GridId focus = screen->at.grid;
    int queries = (int)screen_queries(screen, screen->at.place.record);
    if (!screen->merged_out && screen_has(screen, GRID_Y))
        product_make(screen, queries);
    if (!content->output_focused && !in_bands(screen, focus) && screen_has(screen, focus))
        shared_make(screen, queries);
    content->output_row = content->output_focused ? (int)screen->at.row : content->row;
}

static void input_make(Screen *screen) {
    Content *content = &screen->content;
    for (size_t i = 0; i < COUNT(input_slots) && screen->self; i++)
        add(screen, &content->input, input_slots[i]);
    if (content->input.count > 0)
        content->input_rows = (int)screen_keys(screen, screen->at.place.record);
}

void specs_make(Screen *screen) {
    main_make(screen);
    output_make(screen);
    input_make(screen);
}

double largest_score(const Screen *screen) {
    Range scores = range_of(screen, GRID_SCORES);
    return fmax(scores.high, -scores.low);
}
