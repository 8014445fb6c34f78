/* −ln p(target) on the last layer's y, and its mean over the scored positions of all
 * records.
 *
 * LOSS_PROBS: y's row is a distribution, p = y[target]. LOSS_LOGITS: p =
 * softmax(y)[target], and the loss is ln Σ exp(y − max) − (y[target] − max), which stays
 * finite where p underflows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/pass_inside.h"

bool query_scored(const Model *model, size_t record, size_t query) {
    const Record *of = &model->records[record];
    if (!of->targets || of->targets[query] == NO_TARGET)
        return false;
    const Options *options = &model->layers[model->layer_count - 1].options;
    return !options->loss_mask || !query_is_padding(of, query);
}

static void from_probabilities(LossTrace *trace, int target) {
    trace->probability = trace->y[target];
    trace->loss = 0.0 - log(trace->y[target]);
}

static void from_logits(LossTrace *trace, int target) {
    trace->largest = -INFINITY;
    for (size_t c = 0; c < trace->count; c++)
        trace->largest = trace->y[c] > trace->largest ? trace->y[c] : trace->largest;
    for (size_t c = 0; c < trace->count; c++)
        trace->sum += trace->power[c] = exp(trace->y[c] - trace->largest);
    trace->probability = trace->power[target] / trace->sum;
    trace->loss = log(trace->sum) - (trace->y[target] - trace->largest);
}

LossTrace trace_loss(Pass *pass, size_t record, size_t query) {
    const Model *model = pass->model;
    LossTrace trace = {.defined = true, .probability = NAN, .loss = NAN};
    if (model->loss == LOSS_NONE || !query_scored(model, record, query))
        return trace;
    Place place = {.record = record, .layer = model->layer_count - 1};
    int target = model->records[record].targets[query];
    trace.count = model_output_width(model, place);
    trace.y = memory_new(2 * trace.count, sizeof *trace.y);
    trace.power = trace.y + trace.count;
    bool undefined;
    memcpy(trace.y, pass_y(pass, place, query, &undefined),
           trace.count * sizeof *trace.y);
    trace.defined = !undefined;
    if (trace.defined && model->loss == LOSS_PROBS)
        from_probabilities(&trace, target);
    else if (trace.defined)
        from_logits(&trace, target);
    return trace;
}

void loss_trace_release(LossTrace *trace) {
    free(trace->y);
    trace->y = trace->power = NULL;
}

LossTrace pass_loss(Pass *pass, size_t record, size_t query) {
    LossTrace trace = trace_loss(pass, record, query);
    loss_trace_release(&trace);
    return trace;
}

LossState pass_mean_loss(Pass *pass, double *mean, size_t *divisor) {
    const Model *model = pass->model;
    double sum = 0;
    bool defined = true;
    *divisor = 0;
    Place last = {.layer = model->layer_count - 1};
    for (; last.record < model->record_count; last.record++)
        for (size_t i = 0; i < model_queries(model, last); i++) {
            if (!query_scored(model, last.record, i))
                continue;
            LossTrace of = pass_loss(pass, last.record, i);
            defined = defined && of.defined;
            sum += of.loss;
            ++*divisor;
        }
    *mean = *divisor && defined ? sum / (double)*divisor : NAN;
    if (!*divisor)
        return LOSS_NO_TARGET;
    return defined ? LOSS_FINE : LOSS_UNDEFINED;
}
