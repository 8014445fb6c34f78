/* edit and replace: numbers of the inputs.
 *
 * A number that a scene gives once for all records (or layers) is one number: the
 * matrices share their store, and after a write to one of them the others share the new
 * store. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "session/internal.h"

/* ---- which matrix holds a grid's numbers ---- */

typedef struct Target {
    GridInput input; /* whose part: a record's, or a layer's */
    int part;        /* RecordPart or LayerPart */
    Place place;
    long own; /* the head whose own matrix it is; -1: the common one */
} Target;

/* Returns NULL if the part has no own matrix of that head. */
static Matrix *target_matrix(Model *model, const Target *target) {
    Part *part = target->input == GRID_OF_LAYER
                     ? &model->layers[target->place.layer].part[target->part]
                     : given_part_write(model, target->place, (RecordPart)target->part);
    if (target->own < 0)
        return &part->common;
    return (size_t)target->own < part->own_count ? &part->own[target->own] : NULL;
}

/* Writes a number; matrices of other records or layers that shared its store share the
 * new one. */
static void write_number(Session *session, Target target, size_t row, size_t col,
                         double value) {
    Model *model = &sheet_write(&session->now)->model;
    Matrix *matrix = target_matrix(model, &target), old = matrix_share(matrix);
    bool of_layer = target.input == GRID_OF_LAYER;
    size_t count = of_layer ? model->layer_count : model->record_count;
    size_t *index = of_layer ? &target.place.layer : &target.place.record;
    matrix_set(matrix, row, col, value);
    for (*index = 0; *index < count; ++*index) {
        Matrix *other = target_matrix(model, &target);
        if (other && other != matrix && matrix_same_store(other, &old)) {
            matrix_release(other);
            *other = matrix_share(matrix);
        }
    }
    matrix_release(&old);
}

const double *edit_write_row(Session *session, RecordPart part, size_t record, size_t row,
                             const double *numbers) {
    Target target = {GRID_OF_RECORD, (int)part, {.record = record}, -1};
    size_t heads = session->now->model.records[record].part[part].own_count;
    for (size_t h = 0; h < (heads ? heads : 1); h++) {
        target.own = heads ? (long)h : -1;
        size_t cols = target_matrix(&session->now->model, &target)->cols;
        for (size_t c = 0; c < cols; c++) {
            const Matrix *matrix = target_matrix(&session->now->model, &target);
            double number = numbers ? *numbers++ : matrix_at(matrix, row, c) + 1;
            write_number(session, target, row, c, number);
        }
    }
    return numbers;
}

/* ---- where in the matrix ---- */

/* Returns true for q, k and v, whose heads are side by side in the common matrix. */
static bool is_vectors(const GridSpec *spec) {
    return spec->per_head && spec->cols == AXIS_COMPONENT;
}

/* A cell of a grid that a number is written into. */
typedef struct InputCell {
    GridId grid;
    Place place;
    size_t row, col;
    bool one_head; /* the grid was named with a head */
    bool joined;   /* col is of the matrix with all heads side by side */
} InputCell;

/* Finds the matrix that holds the number, and turns the row and column of the grid into
 * those of the matrix. */
static Target locate(const Session *session, InputCell *cell) {
    const Model *model = &session->now->model;
    const Layer *layer = &model->layers[cell->place.layer];
    const GridSpec *spec = &grid_table[cell->grid];
    size_t head = spec->kv_heads ? kv_head_of(layer, cell->place.head) : cell->place.head;
    size_t width = grid_cols(session->now, cell->grid, cell->place);
    Target target = {spec->input, spec->part, cell->place, -1};
    if (cell->joined)
        return target;
    if (cell->grid == GRID_WO)
        cell->row = wo_row_at(layer, cell->row);
    if (spec->input == GRID_OF_LAYER) {
        const Part *part = &layer->part[spec->part];
        size_t heads = spec->kv_heads ? layer->kv_heads : layer->heads;
        size_t each = spec->cols == AXIS_JOINED ? width / heads : width;
        size_t of = cell->col / each;
        if (of < part->own_count && matrix_present(&part->own[of])) {
            target.own = (long)of;
            cell->col %= each;
        }
        return target;
    }
    const Part *part = given_part(model, cell->place, (RecordPart)spec->part);
    if (head < part->own_count && matrix_present(&part->own[head])) {
        target.own = (long)head;
    } else if (is_vectors(spec) && layer->options.split == RESHAPE_RAW) {
        size_t rows = grid_rows(session->now, cell->grid, cell->place);
        size_t flat = (head * rows + cell->row) * width + cell->col;
        cell->row = flat / part->common.cols;
        cell->col = flat % part->common.cols;
    } else if (is_vectors(spec)) {
        cell->col += head * width;
    }
    return target;
}

/* ---- scores: written over, whatever made them ---- */

/* Returns true if scores at two places are one number, read from one given matrix. */
static bool scores_shared(const Model *model, Place a, Place b) {
    for (int p = PART_SCORES; p <= PART_WEIGHTS; p++)
        if (matrix_same_store(given_matrix(model, a, (RecordPart)p),
                              given_matrix(model, b, (RecordPart)p)))
            return true;
    return a.record == b.record && a.head == b.head;
}

static void write_score(Session *session, const InputCell *cell, double value) {
    Sheet *before = sheet_share(session->now);
    Model *model = &sheet_write(&session->now)->model;
    Place place = cell->place, other = place;
    for (size_t r = 0; r < model->record_count; r++) {
        if (!scores_shared(model, place, (Place){r, place.layer, place.head}))
            continue;
        for (other.head = 0; other.head < model->layers[place.layer].heads; other.head++)
            if (cell->one_head ? other.head == place.head
                               : scores_shared(model, place, other))
                edits_set(
                    &model->records[r].scores,
                    &(CellEdit){place.layer, other.head, cell->row, cell->col, value});
    }
    sheet_inherit(session->now, before, place.layer, cell->row);
    sheet_release(before);
}

/* ---- reading the actions ---- */

/* Returns true if the grid is an input there. */
static bool check_input(const Session *session, GridId grid, Place place, Error *error) {
    const GridSpec *spec = &grid_table[grid];
    const Model *model = &session->now->model;
    if (grid == GRID_SCORES)
        return true;
    if (spec->rule)
        return error_set(error,
                         "%s follows from the rule; Space, or allow, forbid and"
                         " flip, force a cell",
                         spec->name);
    if (spec->input == GRID_COMPUTED)
        return error_set(error,
                         "%s is computed; expected one of x q k v scores weights wq wk wv"
                         " wo bias",
                         spec->name);
    const Part *part = spec->input == GRID_OF_LAYER
                           ? &model->layers[place.layer].part[spec->part]
                           : given_part(model, place, (RecordPart)spec->part);
    if (part_present(part))
        return true;
    return error_set(error, "%s is computed here from %s; edit those instead", spec->name,
                     spec->computed_from ? spec->computed_from : "");
}

bool edit_takes(const Session *session, GridId grid, Error *error) {
    return grid == GRID_MASKED || grid == GRID_SCORED || grid == GRID_WEIGHTS ||
           check_input(session, grid, session_place(session), error);
}

/* Reads GRID ROW. *cols is set to the columns of the grid, without the limit of `known`,
 * and *joined_cols to those of the matrix that gives q, k or v of all heads side by side;
 * 0 if the grid has none, or was named with a head. */
static bool parse_row_of(const Session *session, const Words *words, InputCell *cell,
                         size_t *cols, size_t *joined_cols, Error *error) {
    const char *name = words->word[1];
    if (!session_find_grid(session, name, &cell->grid, &cell->place, error))
        return false;
    const GridSpec *spec = &grid_table[cell->grid];
    const Model *model = &session->now->model;
    const Record *record = &model->records[cell->place.record];
    bool first = cell->place.layer == 0;
    size_t rows = first && spec->rows == AXIS_QUERY ? record->queries
                  : first && spec->rows == AXIS_KEY
                      ? record->keys
                      : grid_rows(session->now, cell->grid, cell->place);
    *cols = first && spec->cols == AXIS_KEY
                ? record->keys
                : grid_cols(session->now, cell->grid, cell->place);
    cell->one_head = strchr(name, '.') != NULL;
    *joined_cols = 0;
    if (is_vectors(spec) && spec->input != GRID_COMPUTED && !cell->one_head)
        *joined_cols =
            given_part(model, cell->place, (RecordPart)spec->part)->common.cols;
    return parse_position(session, words->word[2], "row", rows, &cell->row, error);
}

static void write_cell(Session *session, InputCell cell, double value) {
    if (cell.grid == GRID_SCORES) {
        write_score(session, &cell, value);
        return;
    }
    Target target = locate(session, &cell);
    write_number(session, target, cell.row, cell.col, value);
}

/* ---- edit targets, padding and segments: lists with a value for each position ---- */

static bool edit_target(Session *session, size_t position, const char *value,
                        Error *error) {
    Place place = session_place(session);
    const Scene *scene = &session->scene;
    bool none = !*value || strcmp(value, "-") == 0;
    size_t candidate = words_find(&scene->candidates, value);
    bool named = candidate < scene->candidates.count;
    int target = none ? NO_TARGET : named ? (int)candidate : UNNAMED_TARGET;
    if (target == UNNAMED_TARGET && scene->candidates.count)
        return error_set(error,
                         "%s: no such candidate; expected one of the candidates, or -"
                         " for no target",
                         value);
    Sheet *sheet = sheet_write(&session->now);
    for (size_t r = 0; r < sheet->model.record_count; r++) {
        const Labels *labels = scene->labels;
        bool shared = labels[place.record].targets_common && labels[r].targets_common;
        if (r != place.record && (!shared || position >= sheet->model.records[r].queries))
            continue;
        Record *record = &sheet->model.records[r];
        if (!record->targets) {
            record->targets = memory_new(record->queries, sizeof *record->targets);
            for (size_t i = 0; i < record->queries; i++)
                record->targets[i] = NO_TARGET;
        }
        record->targets[position] = target;
        sheet_set_target(sheet, r, position, none ? "" : value);
    }
    return true;
}

static bool edit_padding(Session *session, size_t position, const char *value,
                         Error *error) {
    Place place = session_place(session);
    long number;
    if (!number_whole(value, 0, 1, &number, NULL))
        return error_set(error, "%s: expected 1 for padding or 0", value);
    Model *model = &sheet_write(&session->now)->model;
    for (size_t r = 0; r < model->record_count; r++)
        if (r == place.record || (session->scene.labels[place.record].padding_common &&
                                  session->scene.labels[r].padding_common &&
                                  position < model->records[r].keys))
            model->records[r].padding[position] = (unsigned char)number;
    return true;
}

/* Without segments, all positions are of one segment. */
static void begin_segments(Record *record) {
    record->segments = memory_new(record->keys, sizeof *record->segments);
    for (size_t j = 0; j < record->keys; j++)
        record->segments[j] = 1;
}

static bool edit_segment(Session *session, size_t position, const char *value,
                         Error *error) {
    Place place = session_place(session);
    long number;
    if (!number_whole(value, -1000000000, 1000000000, &number, NULL))
        return error_set(error, "%s: expected a segment's whole number", value);
    const Record *shown = &session->now->model.records[place.record];
    if (!shown->segments && shown->queries > shown->keys && !shown->query_segments)
        return error_set(error, "segments: some queries have no slot of their own here");
    Model *model = &sheet_write(&session->now)->model;
    if (!model->records[place.record].segments)
        begin_segments(&model->records[place.record]);
    for (size_t r = 0; r < model->record_count; r++)
        if (r == place.record || (session->scene.labels[place.record].segments_common &&
                                  session->scene.labels[r].segments_common &&
                                  position < model->records[r].keys))
            model->records[r].segments[position] = number;
    return true;
}

static const struct {
    const char *name;
    bool (*edit)(Session *, size_t, const char *, Error *);
    bool of_queries;
} list_table[] = {
    {"targets", edit_target, true},
    {"padding", edit_padding, false},
    {"segments", edit_segment, false},
};

/* Applies "edit padding 3 1" and its like. *done is unset if the second word is no such
 * list. */
static bool edit_list(Session *session, const Words *words, bool *done, Error *error) {
    const Record *record = &session->now->model.records[session->look.record];
    for (size_t i = 0; i < sizeof list_table / sizeof *list_table; i++) {
        if (strcmp(words->word[1], list_table[i].name) != 0)
            continue;
        size_t position,
            count = list_table[i].of_queries ? record->queries : record->keys;
        *done = true;
        if (words->count != 4)
            return error_set(error, "edit %s: expected a position and a value",
                             words->word[1]);
        return parse_position(session, words->word[2], "position", count, &position,
                              error) &&
               list_table[i].edit(session, position, words->word[3], error);
    }
    return false;
}

/* ---- edit GRID ROW COL VALUE ---- */

static bool check_weight(const Session *session, const InputCell *cell, double value,
                         Error *error) {
    const Matrix *weights = given_matrix(&session->now->model, cell->place, PART_WEIGHTS);
    double sum = 0;
    for (size_t j = 0; j < weights->cols; j++)
        sum += j == cell->col ? value : matrix_at(weights, cell->row, j);
    if (!isfinite(value) || value < 0)
        return error_set(error, "weights: expected a finite number from 0");
    if (!(sum > 0))
        return error_set(error,
                         "weights: the row's sum would be 0; expected a sum above 0");
    return true;
}

bool edit_apply(Session *session, const Words *words, Error *error) {
    bool done = false, fine = edit_list(session, words, &done, error);
    size_t cols, joined;
    InputCell cell = {0};
    double value;
    if (done)
        return fine;
    if (words->count != 5)
        return error_set(error, "edit: expected GRID ROW COL VALUE");
    if (!parse_row_of(session, words, &cell, &cols, &joined, error) ||
        !parse_position(session, words->word[3], "column", joined > cols ? joined : cols,
                        &cell.col, error) ||
        !number_parse(words->word[4], &value, error) ||
        !check_input(session, cell.grid, cell.place, error) ||
        (cell.grid == GRID_WEIGHTS && !check_weight(session, &cell, value, error)))
        return false;
    cell.joined = cell.col >= cols;
    write_cell(session, cell, value);
    return true;
}

/* ---- replace GRID ROW v1 v2 … ---- */

static bool check_weights(const double *numbers, size_t count, Error *error) {
    double sum = 0;
    bool fine = true;
    for (size_t c = 0; c < count; c++) {
        fine = fine && isfinite(numbers[c]) && numbers[c] >= 0;
        sum += numbers[c];
    }
    if (!fine || !(sum > 0))
        return error_set(error,
                         "weights: expected finite numbers from 0 with a sum above 0");
    return true;
}

bool replace_apply(Session *session, const Words *words, Error *error) {
    size_t cols, joined, count = words->count - 3;
    InputCell cell = {0};
    if (!parse_row_of(session, words, &cell, &cols, &joined, error))
        return false;
    cell.joined = count != cols && count == joined;
    if (count != cols && !cell.joined)
        return error_set(error, "replace %s: %zu number%s, expected %zu", words->word[1],
                         count, count == 1 ? "" : "s", cols);
    double *numbers = memory_new(count, sizeof *numbers);
    bool fine = parse_row(words, 3, count, numbers, error) &&
                (cell.grid != GRID_WEIGHTS || check_weights(numbers, count, error)) &&
                check_input(session, cell.grid, cell.place, error);
    for (; fine && cell.col < count; cell.col++)
        write_cell(session, cell, numbers[cell.col]);
    free(numbers);
    return fine;
}
