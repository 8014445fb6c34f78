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
    long own;        /* the head whose own matrix it is; -1: the common one */
} Target;

static Part *target_part(Model *model, const Target *target, Place place) {
    return target->input == GRID_OF_LAYER
               ? &model->layers[place.layer].part[target->part]
               : given_part_write(model, place, (RecordPart)target->part);
}

static Matrix *target_matrix(Part *part, const Target *target) {
    return target->own < 0 ? &part->common : &part->own[target->own];
}

/* Lets matrices that shared the store `old` share the store of the written one. */
static void share_again(Model *model, const Target *target, size_t layer,
                        const Matrix *old, const Matrix *written) {
    bool of_layer = target->input == GRID_OF_LAYER;
    size_t count = of_layer ? model->layer_count : model->record_count;
    for (size_t i = 0; i < count; i++) {
        Place place = {.record = i, .layer = of_layer ? i : layer};
        Part *part = target_part(model, target, place);
        if (target->own >= 0 && (size_t)target->own >= part->own_count)
            continue;
        Matrix *other = target_matrix(part, target);
        if (other != written && matrix_same_store(other, old)) {
            matrix_release(other);
            *other = matrix_share(written);
        }
    }
}

static void write_number(Session *session, const Target *target, Place place, size_t row,
                         size_t col, double value) {
    Model *model = &sheet_write(&session->now)->model;
    Part *part = target_part(model, target, place);
    Matrix *matrix = target_matrix(part, target);
    Matrix old = matrix_share(matrix);
    matrix_set(matrix, row, col, value);
    share_again(model, target, place.layer, &old, matrix);
    matrix_release(&old);
}

void edit_write_row(Session *session, RecordPart part, size_t record, size_t row,
                    const double *numbers) {
    Target target = {GRID_OF_RECORD, (int)part, -1};
    Place place = {.record = record};
    size_t heads = session->now->model.records[record].part[part].own_count;
    for (size_t h = 0; h < (heads ? heads : 1); h++) {
        const Part *of = &session->now->model.records[record].part[part];
        size_t cols = heads ? of->own[h].cols : of->common.cols;
        target.own = heads ? (long)h : -1;
        for (size_t c = 0; c < cols; c++)
            write_number(session, &target, place, row, c, *numbers++);
    }
}

/* ---- where in the matrix ---- */

/* Returns true for q, k and v, whose heads are side by side in the common matrix. */
static bool is_vectors(const GridSpec *spec) {
    return spec->per_head && spec->cols == AXIS_COMPONENT;
}

/* Turns a row and column of the grid into those of the matrix that holds the number. */
static void locate(const Session *session, GridId grid, Place place, Target *target,
                   size_t *row, size_t *col) {
    const Model *model = &session->now->model;
    const Layer *layer = &model->layers[place.layer];
    const GridSpec *spec = &grid_table[grid];
    size_t head = spec->kv_heads ? kv_head_of(layer, place.head) : place.head;
    size_t width = grid_cols(session->now, grid, place);
    target->own = -1;
    if (spec->input == GRID_OF_LAYER) {
        const Part *part = &layer->part[target->part];
        size_t heads = spec->kv_heads ? layer->kv_heads : layer->heads;
        size_t each = spec->cols == AXIS_JOINED ? width / heads : width;
        size_t of = *col / each;
        if (of < part->own_count && matrix_present(&part->own[of])) {
            target->own = (long)of;
            *col %= each;
        }
        return;
    }
    const Part *part = given_part(model, place, (RecordPart)target->part);
    if (head < part->own_count && matrix_present(&part->own[head])) {
        target->own = (long)head;
    } else if (is_vectors(spec) && layer->options.split == RESHAPE_RAW) {
        size_t flat = (head * grid_rows(session->now, grid, place) + *row) * width + *col;
        *row = flat / part->common.cols;
        *col = flat % part->common.cols;
    } else if (is_vectors(spec)) {
        *col += head * width;
    }
}

/* ---- scores: written over, whatever made them ---- */

static bool scores_shared(const Model *model, Place place, size_t record) {
    Place there = place;
    there.record = record;
    for (int p = PART_SCORES; p <= PART_WEIGHTS; p++)
        if (matrix_same_store(given_matrix(model, place, (RecordPart)p),
                              given_matrix(model, there, (RecordPart)p)))
            return true;
    return record == place.record;
}

/* Returns true if two heads read one given matrix, so that its number is one number. */
static bool heads_share(const Model *model, Place place, size_t head) {
    Place other = place;
    other.head = head;
    for (int p = PART_SCORES; p <= PART_WEIGHTS; p++) {
        const Matrix *one = given_matrix(model, place, (RecordPart)p);
        if (matrix_present(one) && one == given_matrix(model, other, (RecordPart)p))
            return true;
    }
    return head == place.head;
}

static void write_score(Session *session, Place place, bool one_head, size_t row,
                        size_t col, double value) {
    Sheet *before = sheet_share(session->now);
    Model *model = &sheet_write(&session->now)->model;
    size_t heads = model->layers[place.layer].heads;
    for (size_t r = 0; r < model->record_count; r++) {
        if (!scores_shared(model, place, r))
            continue;
        for (size_t h = 0; h < heads; h++)
            if (h == place.head || (!one_head && heads_share(model, place, h)))
                record_edit_score(&model->records[r],
                                  (ScoreEdit){place.layer, h, row, col, value});
    }
    sheet_inherit(session->now, before, place.layer, row);
    sheet_release(before);
}

/* ---- edit GRID ROW COL VALUE ---- */

static bool find_input(const Session *session, GridId grid, Place place, Target *target,
                       Error *error) {
    const GridSpec *spec = &grid_table[grid];
    const Model *model = &session->now->model;
    *target = (Target){spec->input, spec->part, -1};
    if (spec->rule)
        return error_set(error,
                         "%s follows from the rule; Space, or allow, forbid and"
                         " flip, force a cell",
                         spec->name);
    if (spec->input == GRID_COMPUTED)
        return error_set(error,
                         "%s is computed; expected an input: x q k v scores weights wq wk"
                         " wv wo bias, or targets, padding, segments",
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
    Target target;
    return grid == GRID_SCORES || grid == GRID_MASKED || grid == GRID_SCORED ||
           grid == GRID_WEIGHTS ||
           find_input(session, grid, session_place(session), &target, error);
}

/* Returns the columns of the matrix that gives q, k or v of all heads side by side, if
 * the name has no suffix of a head; else 0. */
static size_t joined_cols(const Session *session, GridId grid, Place place,
                          const char *name) {
    const GridSpec *spec = &grid_table[grid];
    if (!is_vectors(spec) || spec->input == GRID_COMPUTED || strchr(name, '.'))
        return 0;
    RecordPart part = (RecordPart)spec->part;
    return given_part(&session->now->model, place, part)->common.cols;
}

static bool check_weight(const Session *session, Place place, size_t row, size_t col,
                         double value, Error *error) {
    const Matrix *weights = given_matrix(&session->now->model, place, PART_WEIGHTS);
    double sum = 0;
    for (size_t j = 0; j < weights->cols; j++)
        sum += j == col ? value : matrix_at(weights, row, j);
    if (!isfinite(value) || value < 0)
        return error_set(error, "weights: expected a finite number from 0");
    if (!(sum > 0))
        return error_set(error,
                         "weights: the row's sum would be 0; expected a sum above 0");
    return true;
}

/* A number to be written into a grid. */
typedef struct Write {
    const char *name;
    size_t row, col;
    double value;
    bool joined; /* col is of the matrix with all heads side by side */
    bool row_checked;
} Write;

static bool edit_number(Session *session, Write write, Error *error) {
    GridId grid;
    Place place;
    Target target = {0};
    if (!session_find_grid(session, write.name, &grid, &place, error))
        return false;
    if (grid == GRID_SCORES) {
        bool one_head = strchr(write.name, '.') != NULL;
        write_score(session, place, one_head, write.row, write.col, write.value);
        return true;
    }
    if (!find_input(session, grid, place, &target, error))
        return false;
    if (grid == GRID_WEIGHTS && !write.row_checked &&
        !check_weight(session, place, write.row, write.col, write.value, error))
        return false;
    if (grid == GRID_WO)
        write.row = wo_row_at(&session->now->model.layers[place.layer], write.row);
    if (write.joined)
        target.own = -1;
    else
        locate(session, grid, place, &target, &write.row, &write.col);
    write_number(session, &target, place, write.row, write.col, write.value);
    return true;
}

/* ---- edit GRID ROW COL VALUE, as typed ---- */

/* Finds the size of an input without the limit of `known`. */
static void full_size(const Session *session, GridId grid, Place place, size_t *rows,
                      size_t *cols) {
    const Record *record = &session->now->model.records[place.record];
    bool first = place.layer == 0;
    Axis down = grid_table[grid].rows, across = grid_table[grid].cols;
    *rows = first && down == AXIS_QUERY ? record->queries
            : first && down == AXIS_KEY ? record->keys
                                        : grid_rows(session->now, grid, place);
    *cols =
        first && across == AXIS_KEY ? record->keys : grid_cols(session->now, grid, place);
}

bool edit_apply(Session *session, const Words *words, Error *error) {
    bool done = false, fine = edit_list(session, words, &done, error);
    size_t row, col, rows, cols;
    GridId grid;
    Place place;
    double value;
    if (done)
        return fine;
    if (words->count != 5)
        return error_set(error, "edit: expected GRID ROW COL VALUE");
    if (!session_find_grid(session, words->word[1], &grid, &place, error))
        return false;
    full_size(session, grid, place, &rows, &cols);
    size_t joined = joined_cols(session, grid, place, words->word[1]);
    if (!parse_position(session, words->word[2], "row", rows, &row, error) ||
        !parse_position(session, words->word[3], "column", joined > cols ? joined : cols,
                        &col, error) ||
        !number_parse(words->word[4], &value, error))
        return false;
    Write write = {words->word[1], row, col, value, .joined = col >= cols};
    return edit_number(session, write, error);
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

static bool replace_numbers(Session *session, Write write, const double *numbers,
                            size_t count, Error *error) {
    Sheet *old = sheet_share(session->now);
    bool fine = true;
    for (size_t c = 0; fine && c < count; c++) {
        write.col = c;
        write.value = numbers[c];
        fine = edit_number(session, write, error);
    }
    if (!fine) {
        sheet_release(session->now);
        session->now = old;
        return false;
    }
    sheet_release(old);
    return true;
}

bool replace_apply(Session *session, const Words *words, Error *error) {
    GridId grid;
    Place place;
    size_t row, rows, cols, count = words->count - 3;
    if (!session_find_grid(session, words->word[1], &grid, &place, error))
        return false;
    full_size(session, grid, place, &rows, &cols);
    if (!parse_position(session, words->word[2], "row", rows, &row, error))
        return false;
    bool joined =
        count != cols && count == joined_cols(session, grid, place, words->word[1]);
    if (count != cols && !joined)
        return error_set(error, "replace %s: %zu number%s, expected %zu", words->word[1],
                         count, count == 1 ? "" : "s", cols);
    double *numbers = memory_new(count, sizeof *numbers);
    Write write = {words->word[1], row, 0, 0, .joined = joined, .row_checked = true};
    bool fine = parse_row(words, 3, count, numbers, error) &&
                (grid != GRID_WEIGHTS || check_weights(numbers, count, error)) &&
                replace_numbers(session, write, numbers, count, error);
    free(numbers);
    return fine;
}
