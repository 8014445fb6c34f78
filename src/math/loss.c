/* −ln p(target) on the last layer's y, and its mean over the scored positions of all records.
 *
 * LOSS_PROBS: y's row is a distribution, p = y[target]. LOSS_LOGITS: p = softmax(y)[target], and the
 * loss is ln Σ exp(y − max) − (y[target] − max), which stays finite where p underflows. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "math/store.h"

bool query_scored(const Model *model, size_t record, size_t query) {
    const Record *of = &model->records[record];
    if (!of->targets || of->targets[query] == NO_TARGET)
        return false;
    const Options *options = &model->layers[model->layer_count - 1].options;
    return !options->loss_mask || !query_is_padding(of, query);
}

static void from_probabilities(const double *y, int target, double *probability,
                               double *loss) {
    *probability = y[target];
    *loss = 0.0 - log(y[target]);
}

static void from_logits(const double *y, size_t count, int target, double *probability,
                        double *loss) {
    double largest = -INFINITY, sum = 0;
    for (size_t c = 0; c < count; c++)
        largest = y[c] > largest ? y[c] : largest;
    for (size_t c = 0; c < count; c++)
        sum += exp(y[c] - largest);
    *probability = exp(y[target] - largest) / sum;
    *loss = log(sum) - (y[target] - largest);
}

bool pass_loss(Pass *pass, size_t record, size_t query, double *probability,
               double *loss) {
    const Model *model = pass->model;
    *probability = *loss = NAN;
    if (model->loss == LOSS_NONE || !query_scored(model, record, query))
        return true;
    Place place = {.record = record, .layer = model->layer_count - 1};
    size_t width = model_output_width(model, place.layer, record);
    double *y = memory_new(width, sizeof *y);
    bool defined = pass_y(pass, place, query, y);
    int target = model->records[record].targets[query];
    if (defined && model->loss == LOSS_PROBS)
        from_probabilities(y, target, probability, loss);
    else if (defined)
        from_logits(y, width, target, probability, loss);
    free(y);
    return defined;
}

LossState pass_mean_loss(Pass *pass, double *mean, size_t *divisor) {
    const Model *model = pass->model;
    double sum = 0;
    bool defined = true;
    *divisor = 0;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t i = 0; i < model_queries(model, model->layer_count - 1, r); i++) {
            double probability, loss;
            if (!query_scored(model, r, i))
                continue;
            defined = pass_loss(pass, r, i, &probability, &loss) && defined;
            sum += loss;
            ++*divisor;
        }
    *mean = *divisor && defined ? sum / (double)*divisor : NAN;
    if (!*divisor)
        return LOSS_NO_TARGET;
    return defined ? LOSS_FINE : LOSS_UNDEFINED;
}
