/* What there is to show, and how large: the session as a Content for the layout.
 *
 * Columns before the point come from what a grid can hold (out mixes rows of v, y adds W_O's
 * entries with their signs) and from its numbers now and before the last action, so that
 * switching a rule does not move a column. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "session/language.h"
#include "view/page.h"
#include "view/screen.h"

enum { ROWS_SCANNED = 64, LONGEST_TOKEN = 14, LINES_KEPT = 4, SCAN_DECIMALS = 3 };

Place screen_place(const Screen *screen, int band) {
    Place place = session_place(screen->session);
    if (screen->records)
        place.record = (size_t)band;
    else
        place.head = (size_t)band;
    return place;
}

const char *grid_title(const Screen *screen, GridId grid) {
    char id[40];
    snprintf(id, sizeof id, "grid.%s", grid_table[grid].name);
    return message(screen->lang, id);
}

bool screen_has(const Screen *screen, GridId grid) {
    if ((grid == GRID_PROB || grid == GRID_LOSS) && screen->model->loss == LOSS_NONE)
        return false; /* they exist, as nan everywhere */
    return grid_exists(screen->session->now, grid, session_place(screen->session), NULL);
}

size_t screen_queries(const Screen *screen, size_t record) {
    return screen->model->records[record].queries;
}

size_t screen_keys(const Screen *screen, size_t record) {
    return screen->model->records[record].keys;
}

bool screen_self(const Screen *screen) {
    size_t record = screen->session->look.record;
    return screen_queries(screen, record) == screen_keys(screen, record) &&
           !session_labels(screen->session)->has_query_tokens;
}

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

static void range_sheet(const Screen *screen, Sheet *sheet, GridId grid, Place place,
                        Range *range) {
    if (!sheet || place.layer >= sheet->model.layer_count ||
        place.record >= sheet->model.record_count || !grid_exists(sheet, grid, place, NULL))
        return;
    size_t rows = grid_rows(sheet, grid, place), cols = grid_cols(sheet, grid, place);
    size_t cursor = screen->session->look.row;
    size_t first = rows <= ROWS_SCANNED || cursor < ROWS_SCANNED / 2 ? 0
                                                                   : cursor - ROWS_SCANNED / 2;
    double *numbers = memory_new(cols, sizeof *numbers);
    for (size_t i = first; i < rows && i < first + ROWS_SCANNED; i++) {
        grid_row(sheet, grid, place, i, numbers);
        for (size_t c = 0; c < cols; c++)
            range_add(range, numbers[c]);
    }
    free(numbers);
}

static int band_total(const Screen *screen) {
    const Session *session = screen->session;
    return (int)(screen->records ? screen->model->record_count
                                 : screen->model->layers[session->look.layer].heads);
}

/* Over all bands, now and before the last action. */
static Range range_of(const Screen *screen, GridId grid) {
    const Session *session = screen->session;
    Range range = {.whole = true};
    int bands = grid_table[grid].per_head || screen->records ? band_total(screen) : 1;
    for (int band = 0; band < bands; band++) {
        Place place = screen_place(screen, band);
        range_sheet(screen, session->now, grid, place, &range);
        range_sheet(screen, session->before, grid, place, &range);
    }
    return range;
}

/* What a mix of values can be, and what y can be made of that. */
static Range range_output(const Screen *screen, GridId grid) {
    Range values = range_of(screen, GRID_V), range = range_of(screen, grid);
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
    case GRID_SUMS:
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

/* ---- labels ---- */

static int number_columns(long number) {
    char text[32];
    return snprintf(text, sizeof text, "%ld", number);
}

static int longest(char *const *tokens, size_t count) {
    int most = 0;
    for (size_t i = 0; i < count; i++) {
        int columns = utf8_columns(tokens[i]);
        most = columns > most ? columns : most;
    }
    return most;
}

static void measure_labels(Screen *screen) {
    const Session *session = screen->session;
    Content *content = &screen->content;
    int token = 0;
    size_t most = 1;
    for (size_t r = 0; r < screen->model->record_count; r++) {
        const Labels *labels = &session->scene.labels[r];
        size_t queries = screen_queries(screen, r), keys = screen_keys(screen, r);
        int columns = labels->has_tokens || labels->has_query_tokens
                          ? longest(labels->query_tokens, queries)
                          : 0;
        token = columns > token ? columns : token;
        most = queries > most ? queries : most;
        most = keys > most ? keys : most;
    }
    int last = number_columns(session_number_of(session, AXIS_KEY, most - 1));
    int first = number_columns(session_number_of(session, AXIS_KEY, 0));
    token = token < LONGEST_TOKEN ? token : LONGEST_TOKEN;
    content->positions = last > first ? last : first;
    content->label_short = 1 + content->positions;
    content->label = content->label_short + (token > 0 ? 1 + token : 0);
    if (content->bands > 1) {
        char name[80];
        snprintf(name, sizeof name,
                 message(screen->lang, screen->records ? "screen.record" : "screen.head"),
                 content->bands);
        content->band_label = utf8_columns(name);
    }
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

static WantKind kind_of(GridId grid) {
    if (grid_of_signs(grid))
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

static Want want_make(const Screen *screen, GridId grid, int rank, bool core) {
    Range range = grid_range(screen, grid);
    WantKind kind = kind_of(grid);
    bool parameter = grid == GRID_WO || (grid >= GRID_WQ && grid <= GRID_WV);
    int name = utf8_columns(grid_title(screen, grid));
    return (Want){.grid = grid,
                  .kind = kind,
                  .cells = cells_of(screen, grid),
                  .integers = grid == GRID_ADDITIVE ? 2 : range_integers(range),
                  .name = name + (kind != WANT_SIGNS),
                  .labels = own_labels(screen, grid),
                  .gap = kind == WANT_KEYS || kind == WANT_SIGNS,
                  .room = kind == WANT_KEYS || kind == WANT_SIGNS,
                  .rank = is_focus(screen, grid) ? 0 : rank,
                  .cursor = is_focus(screen, grid) ? (int)screen->session->look.col : ABSENT,
                  .core = core,
                  .exact = (parameter && range.whole) || grid == GRID_ADDITIVE};
}

static bool hall_shows(const Screen *screen, const Slot *slot) {
    if (!screen_has(screen, slot->grid) || (slot->guest && !is_focus(screen, slot->grid)))
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

static void measure_output(Screen *screen) {
    Content *content = &screen->content;
    const Session *session = screen->session;
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
    static const GridId inputs[] = {GRID_X, GRID_Q, GRID_K, GRID_V};
    Content *content = &screen->content;
    if (!screen_self(screen))
        return;
    for (size_t i = 0; i < 4; i++)
        if (screen_has(screen, inputs[i])) {
            Want want = want_make(screen, inputs[i], (int)i + 1, false);
            want.gap = want.room = content->input.count > 0 ? 3 : 0;
            content->input.want[content->input.count++] = want;
        }
    if (content->input.count > 0)
        content->input_rows = (int)screen_keys(screen, screen->session->look.record);
}

/* ---- words ---- */

int screen_text_lines(const Screen *screen, const Texts *texts) {
    Page page;
    const char *text;
    page_init(&page, ROLE_GROUND, screen->ascii);
    for (size_t i = 0; (text = texts_in(texts, lang_names[screen->lang], i)); i++) {
        page_line(&page);
        page_wrap(&page, 1, 1, screen->width - 1, ROLE_NARRATION, text);
    }
    int lines = (int)page.count;
    page_release(&page);
    return lines;
}

static int most_of(int a, int b) {
    return a > b ? a : b;
}

/* Room for the longest step, so that stepping does not move the grids; within reason. */
static void measure_words(Screen *screen) {
    Content *content = &screen->content;
    const Scene *scene = &screen->session->scene;
    for (size_t s = 0; s <= scene->step_count; s++) {
        int heading = screen_text_lines(screen, &scene->steps[s].heading);
        int text = screen_text_lines(screen, &scene->steps[s].say);
        bool shown = s == screen->session->recipe.step;
        if (heading == 0 && text > 0) /* the text of a scene begins where headings stand */
            text--, heading++;
        content->heading = most_of(content->heading, shown || heading < 3 ? heading : 2);
        content->text = most_of(content->text, shown || text < LINES_KEPT ? text : LINES_KEPT);
    }
}

/* ---- all of it ---- */

static void measure_cursor(Screen *screen) {
    const Look *look = &screen->session->look;
    GridId grid = screen_focus(screen);
    Axis rows = grid_table[grid].rows, cols = grid_table[grid].cols;
    bool self = screen_self(screen);
    screen->query = screen->key = -1;
    if (rows == AXIS_QUERY || (grid == GRID_X && self))
        screen->query = (long)look->row;
    if (cols == AXIS_KEY)
        screen->key = (long)look->col;
    if (rows == AXIS_KEY && (grid != GRID_X || !self))
        screen->key = (long)look->row;
    screen->content.band = (int)(screen->records ? look->record : look->head);
    bool on_line = rows == AXIS_QUERY || (rows == AXIS_KEY && self);
    screen->content.row = on_line ? (int)look->row : 0;
}

void screen_measure(Screen *screen) {
    const Session *session = screen->session;
    const Layer *layer = &screen->model->layers[session->look.layer];
    Content *content = &screen->content;
    screen->merged_out = layer->heads == 1 && !screen_has(screen, GRID_WO) &&
                         !layer->options.residual && screen_has(screen, GRID_Y);
    screen->merged_y = !screen->merged_out && !screen_has(screen, GRID_WO) &&
                       !layer->options.residual;
    screen->records = screen->model->record_count > 1 && layer->heads == 1 &&
                      (screen->merged_out || !screen_has(screen, GRID_Y));
    content->digits = session->look.digits;
    content->bands = band_total(screen);
    content->all_or_one = screen->records;
    for (size_t r = 0; r < screen->model->record_count; r++)
        if (screen->records || r == session->look.record)
            content->rows = most_of(content->rows, (int)screen_queries(screen, r));
    content->mean = screen->model->loss != LOSS_NONE;
    measure_labels(screen);
    measure_cursor(screen);
    measure_hall(screen);
    measure_output(screen);
    measure_input(screen);
    measure_words(screen);
    content->strip = strip_lines(screen, false);
    content->strip_one = strip_lines(screen, true);
    Trouble trouble;
    Verdict verdict;
    content->trouble = session_trouble(session, 0, &trouble) ||
                       session_verdict(session, &verdict);
    Range scores = range_of(screen, GRID_SCORES);
    screen->largest = fmax(scores.high, -scores.low);
}
