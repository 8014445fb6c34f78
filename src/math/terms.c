/* Sums of products, term by term, in the order in which the engine adds them. See
 * trace.h. */
#include <stdlib.h>

#include "base/memory.h"
#include "math/arithmetic.h"
#include "math/pass_inside.h"

/* Whether the key's value is mixed into out. */
static bool row_mixes(const Options *options, const Row *row, size_t key) {
    return row->status == ROW_EMPTY ||
           order_mixes(options, reason_visible((Reason)row->reason[key]));
}

static Terms terms_new(const Pass *pass, size_t count) {
    return (Terms){.count = count,
                   .index = memory_new(count, sizeof(size_t)),
                   .left = memory_new(count, sizeof(double)),
                   .right = memory_new(count, sizeof(double)),
                   .fused = pass->kernel->fused};
}

void terms_release(Terms *terms) {
    free(terms->index);
    free(terms->left);
    free(terms->right);
    *terms = (Terms){0};
}

double terms_sum(const Terms *terms, const bool *marked) {
    double sum = 0;
    for (size_t n = 0; n < terms->count; n++) {
        if (marked && marked[n])
            continue;
        if (terms->right)
            sum = multiply_add(terms->left[n], terms->right[n], sum, terms->fused);
        else
            sum += terms->left[n];
    }
    return sum;
}

static void set_term(Terms *terms, size_t at, size_t index, double left, double right) {
    terms->index[at] = index;
    terms->left[at] = left;
    terms->right[at] = right;
}

/* Numbers that are added as they are. */
static void make_plain(Terms *terms) {
    free(terms->right);
    terms->right = NULL;
}

Terms trace_product(const Trace *trace, size_t key) {
    Terms terms = terms_new(trace->pass, trace->width);
    const double *k = pass_k(trace->pass, trace->place, key, NULL);
    for (size_t c = 0; c < trace->width; c++)
        set_term(&terms, c, c, trace->q[c], k[c]);
    return terms;
}

Terms trace_weights(const Trace *trace) {
    const Row *row = pass_weights(trace->pass, trace->place, trace->query);
    Terms terms = terms_new(trace->pass, row->keys);
    for (size_t j = 0; j < row->keys; j++)
        set_term(&terms, j, j, row->weights[j], 0);
    make_plain(&terms);
    return terms;
}

Terms trace_mix(const Trace *trace, size_t component) {
    const double *const *v = pass_head(trace->pass, trace->place)->v;
    const Row *row = pass_weights(trace->pass, trace->place, trace->query);
    Terms terms = terms_new(trace->pass, row->keys);
    terms.count = 0;
    for (size_t j = 0; j < row->keys; j++)
        if (row_mixes(trace->options, row, j))
            set_term(&terms, terms.count++, j, row->weights[j], v[j][component]);
    return terms;
}

Terms trace_projection(Pass *pass, Place place, RecordPart part, size_t position,
                       size_t component) {
    Projected at = pass_projected(pass, place, part, position, component);
    size_t length = model_width(pass->model, place);
    const Part *weights = &pass->model->layers[place.layer].part[at.weights];
    const Matrix *of = part_of(weights, at.col / at.width);
    const double *x = pass_x(pass, place, at.row, NULL);
    Terms terms = terms_new(pass, length);
    for (size_t c = 0; c < length; c++)
        set_term(&terms, c, c, x[c], matrix_at(of, c, at.column));
    return terms;
}

Terms trace_output(Pass *pass, Place place, size_t query, size_t col) {
    const Layer *layer = &pass->model->layers[place.layer];
    const Matrix *wo = &layer->part[PART_WO].common;
    size_t width = model_concat_width(pass->model, place);
    bool product = matrix_present(wo);
    Terms terms = terms_new(pass, product ? width : 1);
    const double *concat = pass_concat(pass, place, query, NULL);
    for (size_t r = 0; product && r < width; r++) {
        size_t own = wo_row_at(layer, r);
        set_term(&terms, own, own, concat[r], matrix_at(wo, own, col));
    }
    if (!product) {
        set_term(&terms, 0, col, concat[col], 0);
        make_plain(&terms);
    }
    return terms;
}
