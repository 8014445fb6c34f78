/* Errors that stand: empty rows, and a scene whose targets are none of them scored. */
#include "session/internal.h"

static bool no_target(const Session *session) {
    const Model *model = &session->now->model;
    if (model->loss == LOSS_NONE)
        return false;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t i = 0; i < model_queries(model, model->layer_count - 1, r); i++)
            if (query_scored(model, r, i))
                return false;
    return true;
}

static bool shown(const Session *session, Place place) {
    const Look *look = &session->look;
    return place.record == look->record && place.layer == look->layer &&
           place.head == look->head;
}

bool session_trouble_next(const Session *session, TroubleWalk *walk) {
    for (; walk->round < 2; walk->round++, walk->place = (Place){0}, walk->query = 0)
        while (pass_next_empty(sheet_pass(session->now), &walk->place, &walk->query)) {
            walk->trouble = (Trouble){TROUBLE_EMPTY_ROW, walk->place, walk->query++};
            if (shown(session, walk->place) == (walk->round == 0))
                return true;
        }
    if (walk->round++ == 2 && no_target(session)) {
        walk->trouble = (Trouble){.kind = TROUBLE_NO_TARGET};
        return true;
    }
    return false;
}

size_t session_troubles(const Session *session) {
    TroubleWalk walk = {0};
    size_t count = 0;
    while (session_trouble_next(session, &walk))
        count++;
    return count;
}

bool session_trouble(const Session *session, Trouble *trouble) {
    TroubleWalk walk = {0};
    bool found = session_trouble_next(session, &walk);
    *trouble = walk.trouble;
    return found;
}

void session_trouble_text(const Session *session, const Trouble *trouble, Error *text) {
    if (trouble->kind == TROUBLE_NO_TARGET) {
        error_set(text, "no target is scored");
        return;
    }
    const Labels *labels = &session->scene.labels[trouble->place.record];
    error_set(text,
              "a valid query has no visible key: record %zu, layer %zu, head %zu,"
              " query %ld (%s)",
              trouble->place.record + 1, trouble->place.layer + 1,
              trouble->place.head + 1, session->scene.base + (long)trouble->query,
              labels->query_tokens[trouble->query]);
}
