/* See grid.h. */
#include "session/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"

const GridSpec grid_table[GRID_COUNT] = {
    [GRID_X] = {"x", AXIS_KEY, AXIS_COMPONENT, false, false},
    [GRID_Q] = {"q", AXIS_QUERY, AXIS_COMPONENT, true, false},
    [GRID_K] = {"k", AXIS_KEY, AXIS_COMPONENT, true, false},
    [GRID_V] = {"v", AXIS_KEY, AXIS_COMPONENT, true, false},
    [GRID_SCORES] = {"scores", AXIS_QUERY, AXIS_KEY, true, false},
    [GRID_VISIBLE] = {"visible", AXIS_QUERY, AXIS_KEY, true, true},
    [GRID_DROP] = {"drop", AXIS_QUERY, AXIS_KEY, true, true},
    [GRID_ADDITIVE] = {"additive", AXIS_QUERY, AXIS_KEY, true, true},
    [GRID_MASKED] = {"masked", AXIS_QUERY, AXIS_KEY, true, true},
    [GRID_WEIGHTS] = {"weights", AXIS_QUERY, AXIS_KEY, true, false},
    [GRID_SUMS] = {"sums", AXIS_QUERY, AXIS_SINGLE, true, true},
    [GRID_OUT] = {"out", AXIS_QUERY, AXIS_COMPONENT, true, true},
    [GRID_CONCAT] = {"concat", AXIS_QUERY, AXIS_JOINED, false, true},
    [GRID_WO] = {"wo", AXIS_JOINED, AXIS_OUTPUT, false, false},
    [GRID_Y] = {"y", AXIS_QUERY, AXIS_OUTPUT, false, true},
    [GRID_PROB] = {"prob", AXIS_QUERY, AXIS_SINGLE, false, true},
    [GRID_LOSS] = {"loss", AXIS_QUERY, AXIS_SINGLE, false, true},
    [GRID_SCORED] = {"scored", AXIS_QUERY, AXIS_SINGLE, false, true},
    [GRID_REACH] = {"reach", AXIS_QUERY, AXIS_KEY, false, true},
    [GRID_DELTA] = {"delta", AXIS_QUERY, AXIS_KEY, false, true},
    [GRID_WQ] = {"wq", AXIS_COMPONENT, AXIS_JOINED, false, false},
    [GRID_WK] = {"wk", AXIS_COMPONENT, AXIS_JOINED, false, false},
    [GRID_WV] = {"wv", AXIS_COMPONENT, AXIS_JOINED, false, false},
    [GRID_MASK] = {"mask", AXIS_QUERY, AXIS_KEY, true, false},
    [GRID_BIAS] = {"bias", AXIS_QUERY, AXIS_KEY, true, false},
};

static bool parse_suffix(const char *word, const char *suffix, GridId grid, long *head,
                         Error *error) {
    if (!grid_table[grid].per_head)
        return error_set(error, "%s: %s has no heads; expected %s alone", word,
                         grid_table[grid].name, grid_table[grid].name);
    long number;
    if (!number_whole(suffix, 1, HEADS_MAX, &number, NULL))
        return error_set(error,
                         "%s: expected a head's number after the point, as in %s.2", word,
                         grid_table[grid].name);
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

/* ---- shapes ---- */

static const Part *layer_part(const Sheet *sheet, GridId grid, Place place) {
    LayerPart part = grid == GRID_WQ   ? PART_WQ
                     : grid == GRID_WK ? PART_WK
                     : grid == GRID_WV ? PART_WV
                                       : PART_WO;
    return &sheet->model.layers[place.layer].part[part];
}

static const Matrix *record_matrix(const Sheet *sheet, RecordPart part, Place place) {
    return given_matrix(&sheet->model, place, part);
}

static bool present(const Sheet *sheet, GridId grid, Place place) {
    const Model *model = &sheet->model;
    switch (grid) {
    case GRID_X:
        return model_has_x(model, place.layer, place.record);
    case GRID_Q:
        return model_has_projection(model, place.layer, place.record, PART_Q, PART_WQ);
    case GRID_K:
        return model_has_projection(model, place.layer, place.record, PART_K, PART_WK);
    case GRID_V:
    case GRID_OUT:
    case GRID_CONCAT:
    case GRID_Y:
        return model_has_v(model, place.layer, place.record);
    case GRID_WO:
    case GRID_WQ:
    case GRID_WK:
    case GRID_WV:
        return part_present(layer_part(sheet, grid, place));
    case GRID_MASK:
        return matrix_present(record_matrix(sheet, PART_MASK, place));
    case GRID_BIAS:
        return matrix_present(record_matrix(sheet, PART_BIAS, place));
    case GRID_SCORES:
    case GRID_VISIBLE:
    case GRID_DROP:
    case GRID_ADDITIVE:
    case GRID_MASKED:
    case GRID_WEIGHTS:
    case GRID_SUMS:
    case GRID_PROB: /* nan where nothing is scored, so everywhere without candidates */
    case GRID_LOSS:
    case GRID_SCORED:
    case GRID_REACH:
        return true;
    case GRID_DELTA:
    case GRID_COUNT:
        return false;
    }
    return false;
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

/* Columns of all heads side by side. */
static size_t joined_width(const Sheet *sheet, GridId grid, Place place) {
    const Layer *layer = &sheet->model.layers[place.layer];
    const Part *part = layer_part(sheet, grid, place);
    size_t heads = grid == GRID_WQ ? layer->heads : layer->kv_heads;
    if (matrix_present(&part->common))
        return part->common.cols;
    for (size_t h = 0; h < part->own_count; h++)
        if (matrix_present(&part->own[h]))
            return heads * part->own[h].cols;
    return 0;
}

size_t grid_rows(const Sheet *sheet, GridId grid, Place place) {
    const Model *model = &sheet->model;
    switch (grid) {
    case GRID_X:
    case GRID_K:
    case GRID_V:
        return model_keys(model, place.layer, place.record);
    case GRID_WO:
        return layer_part(sheet, grid, place)->common.rows;
    case GRID_WQ:
    case GRID_WK:
    case GRID_WV:
        return model_width(model, place.layer, place.record);
    case GRID_PROB:
    case GRID_LOSS:
    case GRID_SCORED:
        return model_queries(model, model->layer_count - 1, place.record);
    case GRID_Q:
    case GRID_SCORES:
    case GRID_VISIBLE:
    case GRID_DROP:
    case GRID_ADDITIVE:
    case GRID_MASKED:
    case GRID_WEIGHTS:
    case GRID_SUMS:
    case GRID_OUT:
    case GRID_CONCAT:
    case GRID_Y:
    case GRID_REACH:
    case GRID_MASK:
    case GRID_BIAS:
    case GRID_DELTA:
    case GRID_COUNT:
        return model_queries(model, place.layer, place.record);
    }
    return 0;
}

size_t grid_cols(const Sheet *sheet, GridId grid, Place place) {
    const Model *model = &sheet->model;
    switch (grid) {
    case GRID_X:
        return model_width(model, place.layer, place.record);
    case GRID_Q:
    case GRID_K:
        return model_head_width(model, place.layer, place.record);
    case GRID_V:
    case GRID_OUT:
        return model_value_width(model, place.layer, place.record);
    case GRID_SUMS:
    case GRID_PROB:
    case GRID_LOSS:
    case GRID_SCORED:
        return 1;
    case GRID_CONCAT:
        return model_concat_width(model, place.layer, place.record);
    case GRID_Y:
        return model_output_width(model, place.layer, place.record);
    case GRID_WO:
        return layer_part(sheet, grid, place)->common.cols;
    case GRID_WQ:
    case GRID_WK:
    case GRID_WV:
        return joined_width(sheet, grid, place);
    case GRID_REACH:
        return model_keys(model, 0, place.record);
    case GRID_SCORES:
    case GRID_VISIBLE:
    case GRID_DROP:
    case GRID_ADDITIVE:
    case GRID_MASKED:
    case GRID_WEIGHTS:
    case GRID_MASK:
    case GRID_BIAS:
    case GRID_DELTA:
    case GRID_COUNT:
        return model_keys(model, place.layer, place.record);
    }
    return 0;
}

size_t grid_size(const Sheet *sheet, GridId grid, size_t layer) {
    size_t total = 0;
    for (size_t r = 0; r < sheet->model.record_count; r++) {
        Place place = {.record = r, .layer = layer};
        bool shared = grid >= GRID_WQ && grid <= GRID_WV; /* parameters have no records */
        size_t heads = grid_table[grid].per_head ? sheet->model.layers[layer].heads : 1;
        if (grid == GRID_K || grid == GRID_V)
            heads = sheet->model.layers[layer].kv_heads;
        if (!present(sheet, grid, place) || ((shared || grid == GRID_WO) && r > 0))
            continue;
        total += heads * grid_rows(sheet, grid, place) * grid_cols(sheet, grid, place);
    }
    return total;
}

/* ---- rows, and parts of them ---- */

static RowState copy_span(const double *from, bool undefined, GridSpan span) {
    memcpy(span.numbers, from + span.first, span.count * sizeof *from);
    return undefined ? ROWSTATE_UNDEFINED : ROWSTATE_FINE;
}

static double seen_as(GridId grid, bool visible) {
    if (grid == GRID_ADDITIVE)
        return visible ? 0 : -INFINITY;
    return visible == (grid == GRID_VISIBLE) ? 1 : 0;
}

static void visible_span(const Row *row, GridId grid, GridSpan span) {
    for (size_t n = 0; n < span.count; n++)
        span.numbers[n] = seen_as(grid, reason_visible(row->reason[span.first + n]));
}

static RowState attention_span(const Row *row, GridId grid, GridSpan span) {
    RowState state = row->undefined              ? ROWSTATE_UNDEFINED
                     : row->status == ROW_UNUSED ? ROWSTATE_UNUSED
                                                 : ROWSTATE_FINE;
    switch (grid) {
    case GRID_SCORES:
        return copy_span(row->scores, false, span);
    case GRID_MASKED:
        return copy_span(row->masked, false, span);
    case GRID_WEIGHTS:
        copy_span(row->weights, false, span);
        return state;
    case GRID_SUMS:
        copy_span(&row->sum, false, span);
        return state;
    case GRID_OUT:
        copy_span(row->out, false, span);
        return state;
    default: /* visible and its two other spellings */
        visible_span(row, grid, span);
        return ROWSTATE_FINE;
    }
}

static void parameter_row(const Sheet *sheet, GridId grid, Place place, size_t row,
                          double *numbers) {
    const Layer *layer = &sheet->model.layers[place.layer];
    const Part *part = layer_part(sheet, grid, place);
    size_t heads = grid == GRID_WQ ? layer->heads : layer->kv_heads;
    size_t width = joined_width(sheet, grid, place) / heads;
    for (size_t h = 0; h < heads; h++) {
        const Matrix *of = part_of(part, h);
        size_t first = of == &part->common ? h * width : 0;
        memcpy(numbers + h * width, matrix_row(of, row) + first, width * sizeof *numbers);
    }
}

static RowState loss_row(Sheet *sheet, GridId grid, Place place, size_t row,
                         double *numbers) {
    double probability, loss;
    bool defined = pass_loss(sheet_pass(sheet), place.record, row, &probability, &loss);
    numbers[0] = grid == GRID_PROB ? probability : loss;
    return defined ? ROWSTATE_FINE : ROWSTATE_UNDEFINED;
}

/* x, and q, k, v as the head reads them; NULL for any other grid. */
static const double *vector_row(Pass *pass, GridId grid, Place place, size_t row,
                                bool *undefined) {
    switch (grid) {
    case GRID_X:
        return pass_x(pass, place, row, undefined);
    case GRID_Q:
        return pass_q(pass, place, row, undefined);
    case GRID_K:
        return pass_k(pass, place, row, undefined);
    case GRID_V:
        return pass_v(pass, place, row, undefined);
    default:
        return NULL;
    }
}

/* What is kept neither in a row nor as a vector, and is made whole. */
static RowState other_row(Sheet *sheet, GridId grid, Place place, size_t row,
                          double *numbers) {
    Pass *pass = sheet_pass(sheet);
    switch (grid) {
    case GRID_CONCAT:
        return pass_concat(pass, place, row, numbers) ? ROWSTATE_FINE
                                                      : ROWSTATE_UNDEFINED;
    case GRID_Y:
        return pass_y(pass, place, row, numbers) ? ROWSTATE_FINE : ROWSTATE_UNDEFINED;
    case GRID_PROB:
    case GRID_LOSS:
        return loss_row(sheet, grid, place, row, numbers);
    case GRID_WO:
        pass_wo(pass, place.layer, row, numbers);
        return ROWSTATE_FINE;
    case GRID_WQ:
    case GRID_WK:
    case GRID_WV:
        parameter_row(sheet, grid, place, row, numbers);
        return ROWSTATE_FINE;
    case GRID_SCORED:
        numbers[0] = query_scored(&sheet->model, place.record, row);
        return ROWSTATE_FINE;
    default:
        return ROWSTATE_UNDEFINED; /* delta is a session's */
    }
}

static RowState other_span(Sheet *sheet, GridId grid, Place place, size_t row,
                           GridSpan span) {
    size_t cols = grid_cols(sheet, grid, place);
    if (span.count == cols)
        return other_row(sheet, grid, place, row, span.numbers);
    double *numbers = memory_new(cols, sizeof *numbers);
    RowState state = other_row(sheet, grid, place, row, numbers);
    copy_span(numbers, false, span);
    free(numbers);
    return state;
}

static bool of_attention(GridId grid) {
    return grid >= GRID_SCORES && grid <= GRID_OUT;
}

/* Cells of the square grids that need no whole row, where few of it are asked for; false: they do,
 * or many are. */
static bool few_cells(Sheet *sheet, GridId grid, Place place, size_t row, GridSpan span) {
    enum { FEW = 8 };
    Pass *pass = sheet_pass(sheet);
    if (span.count > grid_cols(sheet, grid, place) / FEW)
        return false;
    if (grid == GRID_SCORES)
        pass_scores(pass, place, row, span.first, span.count, span.numbers);
    if (grid == GRID_MASKED)
        pass_masked(pass, place, row, span.first, span.count, span.numbers);
    if (grid == GRID_SCORES || grid == GRID_MASKED)
        return true;
    if (grid != GRID_VISIBLE && grid != GRID_DROP && grid != GRID_ADDITIVE)
        return false;
    for (size_t n = 0; n < span.count; n++) {
        Reason reason = visibility(&sheet->model, place, row, span.first + n);
        span.numbers[n] = seen_as(grid, reason_visible(reason));
    }
    return true;
}

RowState grid_span(Sheet *sheet, GridId grid, Place place, size_t row, GridSpan span) {
    Pass *pass = sheet_pass(sheet);
    bool undefined = false;
    if (few_cells(sheet, grid, place, row, span))
        return ROWSTATE_FINE;
    if (grid == GRID_SCORES || grid == GRID_MASKED)
        return attention_span(pass_scored_row(pass, place, row), grid, span);
    if (of_attention(grid))
        return attention_span(grid == GRID_OUT ? pass_row(pass, place, row)
                                               : pass_weights(pass, place, row),
                              grid, span);
    if (grid == GRID_MASK || grid == GRID_BIAS) {
        RecordPart part = grid == GRID_MASK ? PART_MASK : PART_BIAS;
        return copy_span(matrix_row(record_matrix(sheet, part, place), row), false, span);
    }
    for (size_t n = 0; grid == GRID_REACH && n < span.count; n++)
        span.numbers[n] = pass_reach(pass, place, row, span.first + n);
    if (grid == GRID_REACH)
        return ROWSTATE_FINE;
    const double *vector = vector_row(pass, grid, place, row, &undefined);
    return vector ? copy_span(vector, undefined, span)
                  : other_span(sheet, grid, place, row, span);
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
    size_t queries = model_queries(&sheet->model, place.layer, place.record);
    if (first >= queries)
        return;
    if (grid == GRID_WEIGHTS || grid == GRID_SUMS)
        pass_prepare_weights(sheet_pass(sheet), place, first, count);
    if (grid == GRID_OUT)
        pass_prepare(sheet_pass(sheet), place, first, count);
    if (grid == GRID_CONCAT || grid == GRID_Y)
        pass_prepare_outputs(sheet_pass(sheet), place, first, count);
}
