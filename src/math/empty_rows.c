/* Finds rows that are empty where an empty row is an error, without calculating them.
 *
 * A row is empty if no visible key of it has a score above minus infinity. Almost every
 * query sees its own position, and then no score is needed if the numbers of q and k
 * are so small that no product can overflow. Otherwise row_sees_none looks at the keys
 * one by one. */
#include <math.h>
#include <stdint.h>

#include "math/pass_inside.h"

static const double safe = 0x1p900; /* sums and products of a few of these are finite */

enum { BOUNDED_WHOLE = 1 << 17 }; /* matrices up to this size get one bound */

/* How the scores of a head are made. */
typedef struct Source {
    bool plain; /* by products alone, or all are 0: nothing else could be infinite */
    bool products;
    HeadRows q, k;
    size_t width;
    double scale;
} Source;

static Source source_of(Pass *pass, Place place) {
    const Model *model = pass->model;
    const Options *options = &model->layers[place.layer].options;
    Source source = {.width = model_head_width(model, place),
                     .scale = fabs(pass_scale(model, place))};
    source.plain = !model->records[place.record].scores.count &&
                   !matrix_present(given_matrix(model, place, PART_SCORES)) &&
                   !matrix_present(given_matrix(model, place, PART_WEIGHTS)) &&
                   !matrix_present(given_matrix(model, place, PART_BIAS)) &&
                   (!options->softcap.on || fabs(options->softcap.value) < safe);
    source.products = source.plain && head_rows(pass, place, PART_Q, &source.q) &&
                      head_rows(pass, place, PART_K, &source.k);
    return source;
}

/* An upper bound of the numbers of a row; of a small matrix, of all its rows. */
static double bound_of(const HeadRows *rows, size_t position, size_t width) {
    const Matrix *matrix = rows->matrix;
    if (matrix->rows * matrix->cols <= BOUNDED_WHOLE)
        return matrix_bound(matrix);
    return numbers_bound(head_rows_at(rows, position), width);
}

/* Whether q·k is far from overflow. */
static bool product_safe(const Source *source, size_t query, size_t key) {
    if (!source->products)
        return true;
    double size = bound_of(&source->q, query, source->width) *
                  bound_of(&source->k, key, source->width) * (double)source->width;
    return size < safe && size * source->scale < safe;
}

/* Whether the query certainly sees its own position. */
static bool sees_itself(const Model *model, Place place, const Source *source,
                        size_t query) {
    long own = query_position(model, place, query);
    return source->plain && own >= 0 && (size_t)own < model_keys(model, place) &&
           reason_visible(visibility(model, place, query, (size_t)own)) &&
           product_safe(source, query, (size_t)own);
}

/* Moves *query on to the head's next empty row before `end`; false: none. */
static bool next_in_head(Pass *pass, Place place, size_t *query, size_t end) {
    const Model *model = pass->model;
    const Options *options = &model->layers[place.layer].options;
    if (options->empty_row != EMPTY_ERROR || !can_be_empty(options) || *query >= end)
        return false;
    Source source = source_of(pass, place);
    for (; *query < end; ++*query) {
        if (query_unused(model, place, *query) ||
            sees_itself(model, place, &source, *query))
            continue;
        if (row_sees_none(pass, place, *query))
            return true;
    }
    return false;
}

bool row_is_error(Pass *pass, Place place, size_t query) {
    return next_in_head(pass, place, &query, query + 1);
}

/* Forgets the rows read of a head's own arrays: there may be very many heads. */
static void forget_rows(const Model *model, Place place) {
    static const RecordPart squares[] = {PART_SCORES, PART_WEIGHTS, PART_MASK, PART_BIAS};
    for (size_t n = 0; n < sizeof squares / sizeof *squares; n++) {
        const Part *part = given_part(model, place, squares[n]);
        const Matrix *matrix = part_of(part, place.head);
        if (matrix != &part->common)
            matrix_forget(matrix);
    }
}

bool pass_next_empty_of(Pass *pass, Place *place, size_t *query, size_t *rows) {
    const Model *model = pass->model;
    Place *at = place;
    for (; at->record < model->record_count; at->record++, at->layer = 0)
        for (; at->layer < model->layer_count; at->layer++, at->head = 0)
            for (; at->head < model->layers[at->layer].heads; at->head++, *query = 0) {
                size_t end = model_queries(model, *at), first = *query;
                size_t slice = end - first < *rows ? end : first + *rows;
                if (*rows < SIZE_MAX / 2 && !pass_inputs_advance(pass, *at, 0)) {
                    *rows = 0; /* the layers below come first, in slices of their own */
                    return false;
                }
                if (next_in_head(pass, *at, query, slice)) {
                    *rows -= *query - first;
                    return true;
                }
                *rows -= slice - first;
                *query = slice;
                if (slice < end)
                    return false;
                forget_rows(model, *at);
            }
    return false;
}

bool pass_next_empty(Pass *pass, Place *place, size_t *query) {
    size_t all = SIZE_MAX;
    return pass_next_empty_of(pass, place, query, &all);
}
