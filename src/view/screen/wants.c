/* The grids that could be shown, and how wide their numbers are.
 *
 * Columns before the point come from what a grid can hold (out mixes rows of v, y adds W_O's
 * entries with their signs) and from its numbers now and before the last action, so that
 * switching a rule does not move a column. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
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

/* Of long grids only what lies round the cursor is asked. */
static size_t window_start(size_t total, size_t shown, size_t cursor) {
    return total <= shown || cursor < shown / 2 ? 0 : cursor - shown / 2;
}

static void range_sheet(const Screen *screen, Sheet *sheet, GridId grid, Place place,
                        Range *range) {
    if (!sheet || place.layer >= sheet->model.layer_count ||
        place.record >= sheet->model.record_count ||
        !grid_exists(sheet, grid, place, NULL))
        return;
    size_t rows = grid_rows(sheet, grid, place), cols = grid_cols(sheet, grid, place);
    bool few = cols > COLS_SCANNED && grid_table[grid].cols == AXIS_KEY;
    size_t down = few ? ROWS_OF_LONG : ROWS_SCANNED;
    size_t across = few ? COLS_OF_LONG : COLS_SCANNED;
    size_t first = window_start(rows, down, screen->session->look.row);
    size_t left = window_start(cols, across, screen->session->look.col);
    size_t count = cols - left < across ? cols - left : across;
    double numbers[COLS_SCANNED];
    grid_prepare(sheet, grid, place, first, down);
    for (size_t i = first; i < rows && i < first + down; i++) {
        grid_span(sheet, grid, place, i, (GridSpan){left, count, numbers});
        for (size_t c = 0; c < count; c++)
            range_add(range, numbers[c]);
    }
}

/* Whether a grid is so long that only the band with the cursor is asked. */
static bool is_long(const Screen *screen, GridId grid) {
    Place place = session_place(screen->session);
    const Sheet *now = screen->session->now;
    return grid_exists(now, grid, place, NULL) &&
           (grid_rows(now, grid, place) > ROWS_SCANNED ||
            grid_cols(now, grid, place) > COLS_SCANNED);
}

/* Over all bands, now and before the last action. */
static Range range_of(const Screen *screen, GridId grid) {
    const Session *session = screen->session;
    Range range = {.whole = true};
    int bands = grid_table[grid].per_head || screen->records ? screen_bands(screen) : 1;
    bool only_here = is_long(screen, grid);
    for (int band = 0; band < bands; band++) {
        if (only_here && bands > 1 && band != screen->content.band)
            continue;
        Place place = screen_place(screen, band);
        range_sheet(screen, session->now, grid, place, &range);
        range_sheet(screen, session->before, grid, place, &range);
    }
    return range;
}

/* What a mix of values can be, and what y can be made of that. */
static Range range_output(const Screen *screen, GridId grid) {
    Range values = range_of(screen, GRID_V), range = values;
    if (!is_long(screen, grid) || screen_has(screen, GRID_WO))
        range = range_of(screen, grid);
    range_add(&range, values.low);
    if (grid != GRID_Y || !screen_has(screen, GRID_WO)) {
        range_add(&range, values.high);
    } else if (range_of(screen, GRID_WO).low < 0 && values.high > 0) {
        range_add(&range, -1);
    }
    if (grid == GRID_Y && session_options(screen->session)->residual)
        range_add(&range, range_of(screen, GRID_X).low);
    return range;
}

static Range grid_range(const Screen *screen, GridId grid) {
    switch (grid) {
    case GRID_WEIGHTS:
    case GRID_PROB:
    case GRID_SCORED:
    case GRID_VISIBLE:
    case GRID_DROP:
    case GRID_ADDITIVE:
    case GRID_REACH:
    case GRID_MASK:
    case GRID_DELTA:
    case GRID_COUNT:
        return (Range){0};
    case GRID_MASKED:
        return range_of(screen, GRID_SCORES);
    case GRID_OUT:
    case GRID_CONCAT:
    case GRID_Y:
        return range_output(screen, grid);
    case GRID_X:
    case GRID_Q:
    case GRID_K:
    case GRID_V:
    case GRID_SCORES:
    case GRID_SUMS: /* of many rows: no sum is more than 1 */
        return is_long(screen, grid) ? (Range){.high = 1} : range_of(screen, grid);
    case GRID_WO:
    case GRID_LOSS:
    case GRID_WQ:
    case GRID_WK:
    case GRID_WV:
    case GRID_BIAS:
        return range_of(screen, grid);
    }
    return (Range){0};
}

static int range_integers(Range range) {
    int low = cell_integers(range.low, SCAN_DECIMALS);
    int high = cell_integers(range.high, SCAN_DECIMALS);
    int most = low > high ? low : high;
    return most < CELL_INTEGERS ? most : CELL_INTEGERS;
}

/* ---- wants ---- */

/* A grid's part in the hall. rank: the lower, the longer it stays. */
typedef struct Slot {
    GridId grid;
    int rank;
    bool core, guest; /* guest: only while it has the focus */
} Slot;

static const Slot hall_slots[] = {
    {GRID_WQ, 15, false, true},       {GRID_WK, 15, false, true},
    {GRID_WV, 15, false, true},       {GRID_X, 14, false, false},
    {GRID_Q, 12, false, false},       {GRID_K, 13, false, false},
    {GRID_V, 11, false, false},       {GRID_BIAS, 16, false, true},
    {GRID_SCORES, 7, true, false},    {GRID_MASK, 16, false, true},
    {GRID_VISIBLE, 3, true, false},   {GRID_DROP, 16, false, true},
    {GRID_ADDITIVE, 16, false, true}, {GRID_REACH, 16, false, true},
    {GRID_MASKED, 10, false, false},  {GRID_WEIGHTS, 1, true, false},
    {GRID_SUMS, 2, true, false},      {GRID_OUT, 4, true, false},
    {GRID_SCORED, 16, false, true},   {GRID_PROB, 5, true, false},
    {GRID_LOSS, 6, true, false},
};

GridId screen_focus(const Screen *screen) {
    const Session *session = screen->session;
    return session->look.grid == GRID_DELTA ? session->delta_of : session->look.grid;
}

bool is_focus(const Screen *screen, GridId grid) {
    GridId focus = screen_focus(screen);
    if (focus == grid)
        return true;
    if (screen->merged_y && grid == GRID_Y && focus == GRID_CONCAT)
        return true;
    return screen->merged_out && grid == GRID_OUT &&
           (focus == GRID_CONCAT || focus == GRID_Y);
}

bool grid_of_signs(GridId grid) {
    return grid == GRID_VISIBLE || grid == GRID_DROP || grid == GRID_REACH ||
           grid == GRID_MASK;
}

bool shows_signs(const Screen *screen, GridId grid) {
    bool square =
        grid_table[grid].rows == AXIS_QUERY && grid_table[grid].cols == AXIS_KEY;
    return grid_of_signs(grid) || (screen->session->look.zoom > 0 && square);
}

static WantKind kind_of(const Screen *screen, GridId grid) {
    if (shows_signs(screen, grid))
        return WANT_SIGNS;
    return grid_table[grid].cols == AXIS_KEY ? WANT_KEYS : WANT_NUMBERS;
}

/* Columns the grid would have if every position were known. */
static int cells_of(const Screen *screen, GridId grid) {
    const Session *session = screen->session;
    if (grid_table[grid].cols != AXIS_KEY)
        return (int)grid_cols(session->now, grid, session_place(session));
    size_t most = 0;
    for (size_t r = 0; r < screen->model->record_count; r++)
        if (screen->records || r == session->look.record)
            most = screen_keys(screen, r) > most ? screen_keys(screen, r) : most;
    return (int)most;
}

/* Rows that are not the line's queries have labels of their own. */
static int own_labels(const Screen *screen, GridId grid) {
    Axis rows = grid_table[grid].rows;
    if (rows == AXIS_QUERY || (rows == AXIS_KEY && screen_self(screen)))
        return 0;
    int most = 1;
    size_t count = grid_rows(screen->session->now, grid, session_place(screen->session));
    for (size_t i = 0; i < count && i < ROWS_SCANNED; i++) {
        Text label = {0};
        session_row_label(screen->session, grid, i, &label);
        int columns = rows == AXIS_KEY ? screen->content.positions
                                       : utf8_columns(text_string(&label));
        most = columns > most ? columns : most;
        text_release(&label);
    }
    return most + 1;
}

Want want_make(const Screen *screen, GridId grid, int rank, bool core) {
    Range range = grid_range(screen, grid);
    WantKind kind = kind_of(screen, grid);
    bool parameter = grid == GRID_WO || (grid >= GRID_WQ && grid <= GRID_WV);
    int name = utf8_columns(grid_title(screen, grid));
    return (Want){.grid = (int)grid,
                  .kind = kind,
                  .cells = cells_of(screen, grid),
                  .integers = grid == GRID_ADDITIVE ? 2 : range_integers(range),
                  .name = name + (kind != WANT_SIGNS),
                  .labels = own_labels(screen, grid),
                  .gap = kind == WANT_KEYS || kind == WANT_SIGNS,
                  .room = kind == WANT_KEYS || kind == WANT_SIGNS,
                  .rank = is_focus(screen, grid) ? 0 : rank,
                  .cursor =
                      is_focus(screen, grid) ? (int)screen->session->look.col : ABSENT,
                  .core = core,
                  .exact = (parameter && range.whole) || grid == GRID_ADDITIVE};
}

/* With several heads a band is one head: what all heads share does not stand in it. */
static bool in_bands(const Screen *screen, GridId grid) {
    return grid_table[grid].per_head || screen->records || screen_bands(screen) == 1;
}

static bool hall_shows(const Screen *screen, const Slot *slot) {
    if (!screen_has(screen, slot->grid) || (slot->guest && !is_focus(screen, slot->grid)))
        return false;
    if (!in_bands(screen, slot->grid))
        return false;
    bool keys = grid_table[slot->grid].rows == AXIS_KEY;
    if (keys && !screen_self(screen) && !is_focus(screen, slot->grid))
        return false;
    bool loss = slot->grid == GRID_PROB || slot->grid == GRID_LOSS;
    return !loss || (screen->merged_out && screen->model->loss != LOSS_NONE);
}

static void measure_hall(Screen *screen) {
    Wants *hall = &screen->content.hall;
    for (size_t i = 0; i < sizeof hall_slots / sizeof *hall_slots; i++) {
        const Slot *slot = &hall_slots[i];
        if (!hall_shows(screen, slot) || hall->count == WANTS_MAX)
            continue;
        Want want = want_make(screen, slot->grid, slot->rank, slot->core);
        if (slot->grid == GRID_SUMS) {
            want.tied = true;
            want.must = want.rank == 0;
            if (want.must)
                hall->want[hall->count - 1].rank = 0;
            want.rank = 2;
        }
        hall->want[hall->count++] = want;
    }
}

static void output_want(Screen *screen, GridId grid, int rank, int gap, int room) {
    Wants *output = &screen->content.output;
    if (!screen_has(screen, grid))
        return;
    Want want = want_make(screen, grid, rank, false);
    want.gap = gap;
    want.room = room;
    output->want[output->count++] = want;
}

/* What all heads share and no other band shows has the output's place while it is in focus. */
static bool shared_focus(const Screen *screen) {
    GridId grid = screen_focus(screen);
    bool output = grid == GRID_CONCAT || grid == GRID_WO || grid == GRID_Y ||
                  grid == GRID_PROB || grid == GRID_LOSS ||
                  (grid == GRID_X && session_options(screen->session)->residual);
    return !output && !in_bands(screen, grid) && screen_has(screen, grid);
}

static void measure_shared(Screen *screen) {
    Content *content = &screen->content;
    GridId grid = screen_focus(screen);
    Place place = session_place(screen->session);
    int rows = (int)grid_rows(screen->session->now, grid, place);
    int queries = (int)screen_queries(screen, place.record);
    output_want(screen, grid, 1, 0, 0);
    content->output_rows = rows < 2 * queries ? rows : queries;
    content->output_row = (int)screen->session->look.row;
    content->output_focused = content->output_labels = true;
}

static void measure_output(Screen *screen) {
    Content *content = &screen->content;
    const Session *session = screen->session;
    if (shared_focus(screen)) {
        measure_shared(screen);
        return;
    }
    if (screen->merged_out || !screen_has(screen, GRID_Y))
        return;
    if (!screen->merged_y)
        output_want(screen, GRID_CONCAT, 3, 0, 0);
    output_want(screen, GRID_WO, 2, 5, 10);
    if (session_options(session)->residual)
        output_want(screen, GRID_X, 4, 5, 5);
    output_want(screen, GRID_Y, 1, screen->merged_y ? 0 : 4, screen->merged_y ? 0 : 4);
    if (screen->model->loss != LOSS_NONE) {
        output_want(screen, GRID_PROB, 5, 1, 1);
        output_want(screen, GRID_LOSS, 6, 0, 0);
    }
    size_t queries = screen_queries(screen, session->look.record);
    content->output_rows = (int)queries;
    if (screen_has(screen, GRID_WO)) {
        size_t rows = grid_rows(session->now, GRID_WO, session_place(session));
        if ((int)rows > content->output_rows && rows <= 2 * queries)
            content->output_rows = (int)rows;
    }
    for (int i = 0; i < content->output.count; i++)
        if (content->output.want[i].rank == 0)
            content->output_focused = true;
    content->output_row = content->output_focused ? (int)session->look.row : content->row;
    content->output_labels = screen->model->loss != LOSS_NONE;
}

static void measure_input(Screen *screen) {
    static const struct {
        GridId grid;
        int rank;
    } inputs[] = {{GRID_X, 4}, {GRID_Q, 2}, {GRID_K, 3}, {GRID_V, 1}};
    Content *content = &screen->content;
    if (!screen_self(screen))
        return;
    for (size_t i = 0; i < 4; i++)
        if (screen_has(screen, inputs[i].grid)) {
            Want want = want_make(screen, inputs[i].grid, inputs[i].rank, false);
            want.gap = want.room = content->input.count > 0 ? 3 : 0;
            content->input.want[content->input.count++] = want;
        }
    if (content->input.count > 0)
        content->input_rows = (int)screen_keys(screen, screen->session->look.record);
}

/* ---- all of them ---- */

void measure_wants(Screen *screen) {
    measure_hall(screen);
    measure_output(screen);
    measure_input(screen);
    Range scores = range_of(screen, GRID_SCORES);
    screen->largest = fmax(scores.high, -scores.low);
}
