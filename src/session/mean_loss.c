/* The mean loss. It needs y of every scored row, so that long scenes add it up in
 * slices. */
#include <math.h>

#include "session/internal.h"

/* Adds the next rows in the order of pass_mean_loss; returns false if there are no
 * more. */
static bool add_some(const Session *session, Mean *mean) {
    const Model *model = &session->now->model;
    Pass *pass = sheet_pass(session->now);
    Place place = {.record = mean->record, .layer = model->layer_count - 1};
    if (mean->record == model->record_count)
        return false;
    size_t rows = model_queries(model, place.layer, mean->record);
    size_t end = min_size(mean->query + work_rows(model, place), rows);
    pass_prepare_outputs(pass, place, mean->query, end - mean->query);
    for (; mean->query < end; mean->query++) {
        double probability, loss;
        if (!query_scored(model, mean->record, mean->query))
            continue;
        mean->undefined =
            !pass_loss(pass, mean->record, mean->query, &probability, &loss) ||
            mean->undefined;
        mean->sum += loss;
        mean->divisor++;
    }
    if (mean->query == rows) {
        mean->record++;
        mean->query = 0;
    }
    return true;
}

bool mean_left(const Session *session, const Wanted *wanted) {
    (void)wanted;
    return session_is_long(session) && session->now->model.loss != LOSS_NONE &&
           !sheet_work(session->now)->mean.done;
}

void mean_advance(Session *session, const Wanted *wanted) {
    Mean *mean = &sheet_work(session->now)->mean;
    (void)wanted;
    mean->done = !add_some(session, mean);
}

bool session_mean_seen(const Session *session, LossState *state, double *value,
                       size_t *divisor) {
    const Mean *mean = &sheet_work(session->now)->mean;
    if (!session_is_long(session)) {
        *state = pass_mean_loss(sheet_pass(session->now), value, divisor);
        return true;
    }
    *divisor = mean->divisor;
    *state = !mean->divisor    ? LOSS_NO_TARGET
             : mean->undefined ? LOSS_UNDEFINED
                               : LOSS_FINE;
    *value = *state == LOSS_FINE ? mean->sum / (double)mean->divisor : NAN;
    return mean->done;
}
