/* The table of grids, the functions in its rows, and the calls that look a grid up in
 * it. */
#include "sheet/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/trace.h"
#include "scene/number.h"

/* ---- where grids exist, and their sizes ---- */

static bool has_q(const Model *model, Place place) {
    return model_has_projection(model, place, PART_Q);
}

static bool has_k(const Model *model, Place place) {
    return model_has_projection(model, place, PART_K);
}

/* Returns the columns of a parameter of a layer, all heads side by side. */
static size_t joined_width(const GridSpec *spec, const Layer *layer) {
    const Part *part = &layer->part[spec->part];
    size_t heads = spec->kv_heads ? layer->kv_heads : layer->heads;
    if (matrix_present(&part->common))
        return part->common.cols;
    for (size_t h = 0; h < part->own_count; h++)
        if (matrix_present(&part->own[h]))
            return heads * part->own[h].cols;
    return 0;
}

static size_t wo_rows(const Model *model, Place place) {
    return model->layers[place.layer].part[PART_WO].common.rows;
}

static size_t loss_rows(const Model *model, Place place) {
    place.layer = model->layer_count - 1;
    return model_queries(model, place);
}

static size_t first_keys(const Model *model, Place place) {
    return model_keys(model, (Place){.record = place.record});
}

/* ---- rows, and parts of them ---- */

static RowState copy_span(const double *from, RowState state, GridSpan span) {
    memcpy(span.numbers, from + span.first, span.count * sizeof *from);
    return state;
}

static RowState defined_if(bool defined) {
    return defined ? ROWSTATE_FINE : ROWSTATE_UNDEFINED;
}

static RowState state_of(const Row *row) {
    return row->status == ROW_UNUSED ? ROWSTATE_UNUSED : defined_if(!row->undefined);
}

/* Returns true for so few cells that making the whole row would cost more. */
static bool are_few(const GridRow *at, GridSpan span) {
    enum { FEW = 8 };
    return span.count <= model_keys(at->model, at->place) / FEW;
}

/* Reads scores, before or after the mask. */
static RowState scores_span(const GridRow *at, GridSpan span) {
    bool masked = at->grid == GRID_MASKED;
    if (are_few(at, span)) {
        pass_scores(at->pass, at->place, at->row, masked, span.first, span.count,
                    span.numbers);
        return ROWSTATE_FINE;
    }
    const Row *made = pass_scored_row(at->pass, at->place, at->row);
    return copy_span(masked ? made->masked : made->scores, ROWSTATE_FINE, span);
}

/* Reads visible, or one of its other conventions, drop and additive. */
static RowState visible_span(const GridRow *at, GridSpan span) {
    const Row *made =
        are_few(at, span) ? NULL : pass_weights(at->pass, at->place, at->row);
    double open = at->grid == GRID_VISIBLE ? 1 : 0;
    double shut = at->grid == GRID_ADDITIVE ? -INFINITY : 1 - open;
    for (size_t n = 0; n < span.count; n++) {
        size_t key = span.first + n;
        Reason reason = made ? (Reason)made->reason[key]
                             : visibility(at->model, at->place, at->row, key);
        span.numbers[n] = reason_visible(reason) ? open : shut;
    }
    return ROWSTATE_FINE;
}

/* Reads weights, or their sum. */
static RowState weights_span(const GridRow *at, GridSpan span) {
    const Row *made = pass_weights(at->pass, at->place, at->row);
    return copy_span(at->grid == GRID_SUMS ? &made->sum : made->weights, state_of(made),
                     span);
}

static RowState out_span(const GridRow *at, GridSpan span) {
    const Row *made = pass_row(at->pass, at->place, at->row);
    return copy_span(made->out, state_of(made), span);
}

/* Reads the mask or the bias of the scene. */
static RowState given_span(const GridRow *at, GridSpan span) {
    RecordPart part = (RecordPart)grid_table[at->grid].part;
    const Matrix *given = given_matrix(at->model, at->place, part);
    return copy_span(matrix_row(given, at->row), ROWSTATE_FINE, span);
}

static RowState reach_span(const GridRow *at, GridSpan span) {
    for (size_t n = 0; n < span.count; n++)
        span.numbers[n] = pass_reach(at->pass, at->place, at->row, span.first + n);
    return ROWSTATE_FINE;
}

static RowState loss_row(const GridRow *at, double *numbers) {
    LossTrace of = pass_loss(at->pass, at->place.record, at->row);
    numbers[0] = at->grid == GRID_PROB ? of.probability : of.loss;
    return defined_if(of.defined);
}

static RowState scored_row(const GridRow *at, double *numbers) {
    numbers[0] = query_scored(at->model, at->place.record, at->row);
    return ROWSTATE_FINE;
}

static RowState parameter_row(const GridRow *at, double *numbers) {
    const GridSpec *spec = &grid_table[at->grid];
    const Layer *layer = &at->model->layers[at->place.layer];
    const Part *part = &layer->part[spec->part];
    size_t heads = spec->kv_heads ? layer->kv_heads : layer->heads;
    size_t width = joined_width(spec, layer) / heads;
    for (size_t h = 0; h < heads; h++) {
        const Matrix *of = part_of(part, h);
        size_t first = of == &part->common ? h * width : 0;
        memcpy(numbers + h * width, matrix_row(of, at->row) + first,
               width * sizeof *numbers);
    }
    return ROWSTATE_FINE;
}

/* ---- the table ---- */

#define BIT(name)            GRID_BIT(GRID_##name)
#define AXES(down, across)   .rows = AXIS_##down, .cols = AXIS_##across
#define GIVEN(kind, of_part) .input = GRID_OF_##kind, .part = PART_##of_part
#define PER_HEAD             .per_head = true

const GridSpec grid_table[GRID_COUNT] = {
    [GRID_X] = {"x", AXES(KEY, COMPONENT), .turn = 1, GIVEN(RECORD, X),
                .computed_from = "y of the layer before", .exists = model_has_x,
                .col_count = model_width, .vector = pass_x},
    [GRID_Q] = {"q", AXES(QUERY, COMPONENT), PER_HEAD, .turn = 5, GIVEN(RECORD, Q),
                .made_of = BIT(X) | BIT(WQ), .computed_from = "x and wq", .exists = has_q,
                .col_count = model_head_width, .vector = pass_q},
    [GRID_K] = {"k", AXES(KEY, COMPONENT), PER_HEAD, .kv_heads = true, .turn = 6,
                GIVEN(RECORD, K), .made_of = BIT(X) | BIT(WK),
                .computed_from = "x and wk", .exists = has_k,
                .col_count = model_head_width, .vector = pass_k},
    [GRID_V] = {"v", AXES(KEY, COMPONENT), PER_HEAD, .kv_heads = true, .turn = 7,
                GIVEN(RECORD, V), .made_of = BIT(X) | BIT(WV),
                .computed_from = "x and wv", .exists = model_has_v,
                .col_count = model_value_width, .vector = pass_v},
    [GRID_SCORES] = {"scores", AXES(QUERY, KEY), PER_HEAD, .turn = 8,
                     GIVEN(RECORD, SCORES), .made_of = BIT(Q) | BIT(K) | BIT(BIAS),
                     .span = scores_span},
    [GRID_VISIBLE] = {"visible", AXES(QUERY, KEY), PER_HEAD, .signs = true, .rule = true,
                      .turn = 11, .made_of = BIT(MASK), .span = visible_span},
    [GRID_DROP] = {"drop", AXES(QUERY, KEY), PER_HEAD, .signs = true, .rule = true,
                   .made_of = BIT(VISIBLE), .span = visible_span},
    [GRID_ADDITIVE] = {"additive", AXES(QUERY, KEY), PER_HEAD, .rule = true,
                       .made_of = BIT(VISIBLE), .span = visible_span},
    [GRID_MASKED] = {"masked", AXES(QUERY, KEY), PER_HEAD, .turn = 12,
                     .made_of = BIT(SCORES) | BIT(VISIBLE), .span = scores_span},
    [GRID_WEIGHTS] = {"weights", AXES(QUERY, KEY), PER_HEAD, .turn = 13,
                      GIVEN(RECORD, WEIGHTS), .made_of = BIT(MASKED),
                      .computed_from = "the scores", .span = weights_span,
                      .prepare = pass_prepare_weights},
    [GRID_SUMS] = {"sums", AXES(QUERY, SINGLE), PER_HEAD, .turn = 14,
                   .made_of = BIT(WEIGHTS), .span = weights_span,
                   .prepare = pass_prepare_weights},
    [GRID_OUT] = {"out", AXES(QUERY, COMPONENT), PER_HEAD, .turn = 15,
                  .made_of = BIT(WEIGHTS) | BIT(V), .exists = model_has_v,
                  .col_count = model_value_width, .span = out_span,
                  .prepare = pass_prepare},
    [GRID_CONCAT] = {"concat", AXES(QUERY, JOINED), .turn = 16, .made_of = BIT(OUT),
                     .exists = model_has_v, .col_count = model_concat_width,
                     .vector = pass_concat, .prepare = pass_prepare_outputs},
    [GRID_WO] = {"wo", AXES(JOINED, OUTPUT), .turn = 17, GIVEN(LAYER, WO),
                 .row_count = wo_rows, .col_count = model_output_width,
                 .vector = pass_wo},
    [GRID_Y] = {"y", AXES(QUERY, OUTPUT), .turn = 18, .made_of = BIT(CONCAT) | BIT(WO),
                .exists = model_has_v, .col_count = model_output_width, .vector = pass_y,
                .prepare = pass_prepare_outputs},
    [GRID_PROB] = {"prob", AXES(QUERY, SINGLE), .turn = 19, .made_of = BIT(Y),
                   .row_count = loss_rows, .whole = loss_row},
    [GRID_LOSS] = {"loss", AXES(QUERY, SINGLE), .turn = 20, .made_of = BIT(PROB),
                   .row_count = loss_rows, .whole = loss_row},
    [GRID_SCORED] = {"scored", AXES(QUERY, SINGLE), .row_count = loss_rows,
                     .whole = scored_row},
    [GRID_REACH] = {"reach", AXES(QUERY, KEY), .signs = true, .made_of = BIT(VISIBLE),
                    .col_count = first_keys, .span = reach_span},
    [GRID_DELTA] = {"delta", AXES(QUERY, KEY)},
    [GRID_WQ] = {"wq", AXES(COMPONENT, JOINED), .turn = 2, GIVEN(LAYER, WQ),
                 .row_count = model_width, .whole = parameter_row},
    [GRID_WK] = {"wk", AXES(COMPONENT, JOINED), .kv_heads = true, .turn = 3,
                 GIVEN(LAYER, WK), .row_count = model_width, .whole = parameter_row},
    [GRID_WV] = {"wv", AXES(COMPONENT, JOINED), .kv_heads = true, .turn = 4,
                 GIVEN(LAYER, WV), .row_count = model_width, .whole = parameter_row},
    [GRID_MASK] = {"mask", AXES(QUERY, KEY), PER_HEAD, .signs = true, .rule = true,
                   .turn = 10, GIVEN(RECORD, MASK), .span = given_span},
    [GRID_BIAS] = {"bias", AXES(QUERY, KEY), PER_HEAD, .turn = 9, GIVEN(RECORD, BIAS),
                   .span = given_span},
};

/* ---- names ---- */

static bool parse_suffix(const char *word, const char *suffix, GridId grid, long *head,
                         Error *error) {
    const char *name = grid_table[grid].name;
    long number;
    if (!grid_table[grid].per_head)
        return error_set(error, "%s: %s has no heads; expected %s alone", word, name,
                         name);
    if (!number_whole(suffix, 1, HEADS_MAX, &number, NULL))
        return error_set(error,
                         "%s: expected a head's number after the point, as in %s.2", word,
                         name);
    *head = number - 1;
    return true;
}

bool grid_parse(const char *word, GridId *grid, long *head, Error *error) {
    size_t length = strcspn(word, ".");
    *head = -1;
    for (size_t g = 0; g < GRID_COUNT; g++) {
        if (strlen(grid_table[g].name) != length ||
            strncmp(grid_table[g].name, word, length) != 0)
            continue;
        *grid = (GridId)g;
        return !word[length] || parse_suffix(word, word + length + 1, *grid, head, error);
    }
    return error_set(
        error,
        "no such grid \"%s\"; expected one of: x q k v scores visible drop"
        " additive masked weights sums out concat wo y prob loss scored delta"
        " reach wq wk wv mask bias",
        word);
}

/* ---- sizes ---- */

static bool present(const Sheet *sheet, GridId grid, Place place) {
    const GridSpec *spec = &grid_table[grid];
    const Model *model = &sheet->model;
    if (grid == GRID_DELTA)
        return false; /* only a session knows the baseline */
    if (spec->exists)
        return spec->exists(model, place);
    if (spec->input == GRID_OF_LAYER)
        return part_present(&model->layers[place.layer].part[spec->part]);
    return spec->input == GRID_COMPUTED || spec->made_of ||
           matrix_present(given_matrix(model, place, (RecordPart)spec->part));
}

bool grid_exists(const Sheet *sheet, GridId grid, Place place, Error *error) {
    size_t heads = sheet->model.layers[place.layer].heads;
    if (grid_table[grid].per_head && place.head >= heads)
        return error_set(error, "%s.%zu: there %s %zu head%s", grid_table[grid].name,
                         place.head + 1, heads == 1 ? "is" : "are", heads,
                         heads == 1 ? "" : "s");
    if (present(sheet, grid, place))
        return true;
    return error_set(error, "this scene has no %s here", grid_table[grid].name);
}

bool grid_is_square(GridId grid) {
    return grid_table[grid].rows == AXIS_QUERY && grid_table[grid].cols == AXIS_KEY;
}

size_t grid_rows(const Sheet *sheet, GridId grid, Place place) {
    const GridSpec *spec = &grid_table[grid];
    if (spec->row_count)
        return spec->row_count(&sheet->model, place);
    return spec->rows == AXIS_KEY ? model_keys(&sheet->model, place)
                                  : model_queries(&sheet->model, place);
}

size_t grid_cols(const Sheet *sheet, GridId grid, Place place) {
    const GridSpec *spec = &grid_table[grid];
    if (spec->col_count)
        return spec->col_count(&sheet->model, place);
    if (spec->cols == AXIS_JOINED)
        return joined_width(spec, &sheet->model.layers[place.layer]);
    return spec->cols == AXIS_SINGLE ? 1 : model_keys(&sheet->model, place);
}

size_t grid_heads(const Sheet *sheet, GridId grid, Place place) {
    const GridSpec *spec = &grid_table[grid];
    const Layer *layer = &sheet->model.layers[place.layer];
    RecordPart kept = spec->rule ? PART_MASK : PART_BIAS;
    bool shared = (spec->rule || grid == GRID_BIAS) &&
                  !part_has_own(given_part(&sheet->model, place, kept));
    if (!spec->per_head || shared)
        return 1;
    return spec->kv_heads ? layer->kv_heads : layer->heads;
}

size_t grid_size(const Sheet *sheet, GridId grid, size_t layer) {
    const GridSpec *spec = &grid_table[grid];
    size_t records = spec->input == GRID_OF_LAYER ? 1 : sheet->model.record_count;
    size_t total = 0;
    for (size_t r = 0; r < records; r++) {
        Place place = {.record = r, .layer = layer};
        if (present(sheet, grid, place))
            total += grid_heads(sheet, grid, place) * grid_rows(sheet, grid, place) *
                     grid_cols(sheet, grid, place);
    }
    return total;
}

/* ---- numbers ---- */

static RowState whole_span(const GridRow *at, size_t cols, GridSpan span) {
    const GridSpec *spec = &grid_table[at->grid];
    if (span.count == cols)
        return spec->whole(at, span.numbers);
    double *numbers = memory_new(cols, sizeof *numbers);
    RowState state = copy_span(numbers, spec->whole(at, numbers), span);
    free(numbers);
    return state;
}

RowState grid_span(Sheet *sheet, GridId grid, Place place, size_t row, GridSpan span) {
    const GridSpec *spec = &grid_table[grid];
    GridRow at = {&sheet->model, sheet_pass(sheet), grid, place, row};
    bool undefined = grid == GRID_DELTA;
    if (undefined)
        return ROWSTATE_UNDEFINED;
    if (spec->span)
        return spec->span(&at, span);
    if (spec->whole)
        return whole_span(&at, grid_cols(sheet, grid, place), span);
    const double *vector = spec->vector(at.pass, place, row, &undefined);
    return copy_span(vector, defined_if(!undefined), span);
}

RowState grid_row(Sheet *sheet, GridId grid, Place place, size_t row, double *numbers) {
    GridSpan all = {0, grid_cols(sheet, grid, place), numbers};
    return grid_span(sheet, grid, place, row, all);
}

double grid_cell(Sheet *sheet, GridId grid, Place place, size_t row, size_t col,
                 RowState *state) {
    double number = NAN;
    RowState found = grid_span(sheet, grid, place, row, (GridSpan){col, 1, &number});
    if (state)
        *state = found;
    return number;
}

void grid_prepare(Sheet *sheet, GridId grid, Place place, size_t first, size_t count) {
    size_t queries = model_queries(&sheet->model, place);
    if (grid_table[grid].prepare && first < queries)
        grid_table[grid].prepare(sheet_pass(sheet), place, first, count);
}
