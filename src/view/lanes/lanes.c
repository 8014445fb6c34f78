/* Makes the lanes and judges them. lanes_plan.c fits them on the screen, lanes_draw.c draws
 * them. */
#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "session/tasks.h"
#include "view/lanes/lanes.h"

static const double close_enough = 1e-12;

enum { ROWS_JUDGED = 64, CELLS_JUDGED = 1 << 19, NAME_MOST = 24 };

/* Points a screen that lane_screen made, with its session, to another lane. */
static void lane_enter(Screen *inner, Session *session, const Lane *lane) {
    inner->now = session->now = lane->sheet;
    inner->model = &lane->sheet->model;
    inner->layer = &inner->model->layers[inner->at.place.layer];
}

Screen lane_screen(const Screen *screen, const Lane *lane, Session *session) {
    Screen inner = *screen;
    *session = *screen->session;
    session->before = session->against = NULL;
    session->baseline = (Baseline){0};
    inner.session = session;
    lane_enter(&inner, session, lane);
    return inner;
}

/* ---- judging ---- */

/* Judges all rows; of long scenes only those around the cursor, the fewer the longer they
 * are, so that no key waits for all rows of all lanes. */
static void judged_rows(Lanes *lanes) {
    const Screen *screen = lanes->screen;
    size_t rows = screen->model->records[screen->at.place.record].queries;
    size_t row = screen->at.row;
    lanes->judged = rows;
    lanes->some = session_is_long(screen->session);
    if (!lanes->some)
        return;
    size_t keys = max_size(1, screen->model->records[screen->at.place.record].keys);
    size_t most = min_size(ROWS_JUDGED, CELLS_JUDGED / keys + 1);
    lanes->judged_first = row > most / 2 ? row - most / 2 : 0;
    size_t left = rows > lanes->judged_first ? rows - lanes->judged_first : 0;
    lanes->judged = min_size(left, most);
}

static void find_wrong(Lanes *lanes) {
    Session session;
    Screen inner = lane_screen(lanes->screen, &lanes->lane[0], &session);
    for (int i = 0; i < lanes->count; i++) {
        lane_enter(&inner, &session, &lanes->lane[i]);
        lanes->lane[i].wrong = lanes->option && switch_is_wrong(&inner, lanes->option);
    }
}

/* The present value is the measure unless it is wrong; else the first that is not. Of
 * lists it is the first. */
static void choose_measure(Lanes *lanes) {
    const OptionSpec *option = lanes->option;
    int present = option ? option_choice(option, &lanes->screen->layer->options) : 0;
    int right = 0;
    for (int i = 0; i < lanes->count; i++) {
        if (lanes->lane[i].wrong)
            continue;
        if (right == 0 || i == present)
            lanes->measure = i;
        right++;
    }
    lanes->right = option && right == 1;
}

/* Compares y of a lane with that of the measure, in the rows that both have. */
static void judge_record(const Lanes *lanes, Lane *lane, Sheet *measure, Place place) {
    size_t first = lanes->judged_first, end = first + lanes->judged;
    end = min_size(end, min_size(grid_rows(lane->sheet, GRID_Y, place),
                                 grid_rows(measure, GRID_Y, place)));
    grid_prepare(lane->sheet, GRID_Y, place, first, lanes->judged);
    grid_prepare(measure, GRID_Y, place, first, lanes->judged);
    for (size_t i = first; i < end; i++)
        verdict_row(lane->sheet, measure, place, i, &lane->change);
}

static void judge(Lanes *lanes, int index) {
    Lane *lane = &lanes->lane[index];
    ShownState *state = &lanes->screen->state[STATE_LANE + index];
    Sheet *measure = lanes->lane[lanes->measure].sheet;
    Place place = lanes->screen->at.place;
    lane->change = (Verdict){.exact = true};
    if (!lanes->records)
        judge_record(lanes, lane, measure, place);
    else
        for (place.record = 0; place.record < lanes->screen->model->record_count;
             place.record++)
            judge_record(lanes, lane, measure, place);
    lane->verdict = lane->change.exact                     ? LANE_SAME
                    : lane->change.largest <= close_enough ? LANE_CLOSE
                    : lane->wrong                          ? LANE_WRONG
                                                           : LANE_DIFFERS;
    state->measure = measure;
    state->wrong = lane->verdict == LANE_WRONG;
}

/* ---- the grids of a lane ---- */

/* Returns the spec of a grid in a lane, wide enough for the numbers of every lane. Only a
 * single column has a name of its own. */
static Column lane_spec(const Lanes *lanes, GridId grid) {
    const Screen *screen = lanes->screen;
    Column spec = candidate_make(screen, grid, 0, true);
    Session session;
    Screen inner = lane_screen(screen, &lanes->lane[0], &session);
    for (int i = 0; i < lanes->count; i++) {
        lane_enter(&inner, &session, &lanes->lane[i]);
        if (!sheet_has(inner.now, grid, screen->at.place))
            continue;
        Column other = candidate_make(&inner, grid, 0, true);
        spec.integers = max_int(spec.integers, other.integers);
        spec.cells = max_int(spec.cells, other.cells);
        spec.largest = spec.largest > other.largest ? spec.largest : other.largest;
        spec.exact = spec.exact && other.exact;
    }
    spec.name = grid_table[grid].cols == AXIS_SINGLE ? spec.name : 0;
    return spec;
}

static LanePart *part_add(Lanes *lanes, GridId grid, bool shown) {
    LanePart *part = &lanes->part[lanes->parts++];
    *part = (LanePart){.grid = grid, .shown = shown};
    return part;
}

static void column_add(const Lanes *lanes, LanePart *part, GridId grid) {
    part->columns.column[part->columns.count++] = lane_spec(lanes, grid);
}

static bool has_part(const Lanes *lanes, GridId grid) {
    for (int p = 0; p < lanes->parts; p++)
        if (columns_find(&lanes->part[p].columns, grid))
            return true;
    return false;
}

/* Returns the grid above y: the focused one. If that has its place below, it is the first
 * grid of keys that `show` names, or weights if it names none at all. GRID_Y: none. */
static GridId upper_grid(const Screen *screen, GridSet shown) {
    static const GridSet below = GRID_BIT(GRID_Y) | GRID_BIT(GRID_SUMS) |
                                 GRID_BIT(GRID_PROB) | GRID_BIT(GRID_LOSS) |
                                 GRID_BIT(GRID_SCORED);
    GridId focus = screen->at.grid;
    bool merged = screen->merged_out && (focus == GRID_OUT || focus == GRID_CONCAT);
    if (!merged && !((below | shown) & GRID_BIT(focus)))
        return focus;
    for (unsigned g = 0; g < GRID_COUNT; g++)
        if (shown & GRID_BIT(g) && grid_table[g].cols == AXIS_KEY)
            return (GridId)g;
    return shown ? GRID_Y : GRID_WEIGHTS;
}

static bool lanes_agree_on_scored(const Lanes *lanes) {
    const Model *first = &lanes->lane[0].sheet->model;
    for (int i = 1; i < lanes->count; i++)
        for (size_t r = 0; r < first->record_count; r++)
            for (size_t q = 0; q < first->records[r].queries; q++)
                if (query_scored(&lanes->lane[i].sheet->model, r, q) !=
                    query_scored(first, r, q))
                    return false;
    return true;
}

static void lower_make(Lanes *lanes, GridSet shown) {
    const GridId lower[] = {shown_as(lanes->screen, GRID_Y), GRID_PROB, GRID_LOSS};
    LanePart *part = part_add(lanes, GRID_Y, false);
    bool scored = shown & GRID_BIT(GRID_SCORED);
    lanes->scored = scored && lanes_agree_on_scored(lanes);
    for (size_t i = 0; i < sizeof lower / sizeof *lower; i++)
        if (screen_has(lanes->screen, lower[i]))
            column_add(lanes, part, lower[i]);
    if (scored && !lanes->scored)
        column_add(lanes, part, GRID_SCORED);
}

static void parts_make(Lanes *lanes) {
    const Screen *screen = lanes->screen;
    GridSet shown = screen->session->look.shown;
    GridId upper = upper_grid(screen, shown);
    if (upper != GRID_Y)
        column_add(lanes, part_add(lanes, upper, false), upper);
    lanes->has_sums = upper == GRID_WEIGHTS;
    if (lanes->has_sums)
        lanes->sums = lane_spec(lanes, GRID_SUMS);
    lower_make(lanes, shown);
    for (unsigned g = 0; g < GRID_COUNT && lanes->parts < LANE_PARTS; g++) {
        GridId grid = shown_as(screen, (GridId)g);
        if (shown & GRID_BIT(g) && g != GRID_SUMS && g != GRID_SCORED &&
            screen_has(screen, grid) && !has_part(lanes, grid) &&
            !(grid == GRID_OUT && screen->merged_out))
            column_add(lanes, part_add(lanes, grid, true), grid);
    }
}

/* ---- all of them ---- */

static void measure_names(Lanes *lanes) {
    for (int i = 0; i < lanes->count; i++) {
        int columns = utf8_columns(text_string(&lanes->lane[i].name));
        lanes->name = max_int(lanes->name, min_int(columns, NAME_MOST));
    }
    for (int p = 0; p < lanes->parts; p++) {
        const LanePart *part = &lanes->part[p];
        if (part->shown)
            lanes->part_name =
                max_int(lanes->part_name,
                        utf8_columns(grid_title(lanes->screen->lang, part->grid)));
    }
}

/* A change that is told has the line of the heading, or one of its own. */
static void measure_words(Lanes *lanes) {
    const Screen *screen = lanes->screen;
    size_t step = screen->session->recipe.step;
    const Texts *heading = &screen->session->scene.steps[step].heading;
    step_measure(screen, step, &lanes->heading, &lanes->text);
    if (screen->tells_change && !texts_in(heading, lang_names[screen->lang], 0)) {
        lanes->text += lanes->heading;
        lanes->heading = 1;
    }
}

static void make(Screen *screen, Lanes *lanes) {
    const Session *session = screen->session;
    *lanes = (Lanes){.screen = screen,
                     .option = session->compared.option,
                     .count = (int)session_lanes(session),
                     .has_y = screen_has(screen, GRID_Y),
                     .records = screen->records && !session_is_long(session) &&
                                screen->model->record_count <= LANE_RECORDS};
    for (int i = 0; i < lanes->count; i++) {
        Lane *lane = &lanes->lane[i];
        lane->sheet = session_lane(session, (size_t)i);
        session_lane_name(session, (size_t)i, &lane->name);
        screen->state[STATE_LANE + i] = (ShownState){.sheet = lane->sheet};
    }
    find_wrong(lanes);
    choose_measure(lanes);
    judged_rows(lanes);
    bool judged = lanes->has_y && !session_covers_change(session, GRID_Y);
    for (int i = 0; judged && i < lanes->count; i++)
        if (i != lanes->measure)
            judge(lanes, i);
    parts_make(lanes);
    measure_names(lanes);
    measure_words(lanes);
}

void lanes_make(Screen *screen, Lanes *lanes) {
    make(screen, lanes);
    lanes_plan(lanes);
}

void lanes_release(Lanes *lanes) {
    for (int i = 0; i < lanes->count; i++) {
        sheet_release(lanes->lane[i].sheet);
        text_release(&lanes->lane[i].name);
    }
}
