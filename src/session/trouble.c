/* Errors of the present state: empty rows, and a scene without a scored target. */
#include "base/memory.h"
#include "session/internal.h"

static bool no_target(const Session *session) {
    const Model *model = &session->now->model;
    if (model->loss == LOSS_NONE)
        return false;
    Place last = {.layer = model->layer_count - 1};
    for (; last.record < model->record_count; last.record++)
        for (size_t i = 0; i < model_queries(model, last); i++)
            if (query_scored(model, last.record, i))
                return false;
    return true;
}

static bool same_place(Place a, Place b) {
    return a.record == b.record && a.layer == b.layer && a.head == b.head;
}

bool session_trouble_next(const Session *session, TroubleWalk *walk) {
    for (; walk->round < 2; walk->round++, walk->place = (Place){0}, walk->query = 0)
        while (pass_next_empty(sheet_pass(session->now), &walk->place, &walk->query)) {
            walk->trouble = (Trouble){TROUBLE_EMPTY_ROW, walk->place, walk->query++};
            if (same_place(walk->place, session_place(session)) == (walk->round == 0))
                return true;
        }
    if (walk->round++ == 2 && no_target(session)) {
        walk->trouble = (Trouble){.kind = TROUBLE_NO_TARGET};
        return true;
    }
    return false;
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

/* ---- of long scenes they are searched for in slices ---- */

/* Notes an empty row; rows of one head come one after the other. */
static void note(Search *search) {
    EmptyRows *last = search->heads ? &search->empty[search->heads - 1] : NULL;
    search->count++;
    if (last && same_place(last->place, search->place)) {
        last->count++;
        return;
    }
    search->empty =
        memory_resize(search->empty, search->heads + 1, sizeof *search->empty);
    search->empty[search->heads++] =
        (EmptyRows){.place = search->place, .first = search->query, .count = 1};
}

bool search_left(const Session *session, const Wanted *wanted) {
    (void)wanted;
    return session_is_long(session) && !sheet_work(session->now)->search.done;
}

void search_advance(Session *session, const Wanted *wanted) {
    Search *search = &sheet_work(session->now)->search;
    size_t rows = 256;
    (void)wanted;
    if (!sheet_inputs_advance(session->now, search->place))
        return;
    while (pass_next_empty_of(sheet_pass(session->now), &search->place, &search->query,
                              &rows)) {
        note(search);
        search->query++;
        rows--;
    }
    search->done = rows > 0;
}

/* ---- as a screen asks for them ---- */

/* Returns the first row found in the shown head, else the first of all. */
static bool first_found(const Session *session, const Search *search, Trouble *trouble) {
    if (search->heads == 0)
        return false;
    const EmptyRows *first = &search->empty[0];
    for (size_t i = 0; i < search->heads; i++)
        if (same_place(search->empty[i].place, session_place(session)))
            first = &search->empty[i];
    *trouble = (Trouble){TROUBLE_EMPTY_ROW, first->place, first->first};
    return true;
}

/* Looks at the rows near the cursor, so that they are known before the search comes to
 * them. */
static bool round_cursor(const Session *session, Trouble *trouble) {
    Place place = session_place(session);
    enum { ROWS_NEAR = 64 }; /* on either side */
    size_t row = session->look.row, first = row > ROWS_NEAR ? row - ROWS_NEAR : 0;
    size_t queries = model_queries(&session->now->model, place);
    for (size_t i = first; i < queries && i < row + ROWS_NEAR; i++)
        if (row_is_error(sheet_pass(session->now), place, i)) {
            *trouble = (Trouble){TROUBLE_EMPTY_ROW, place, i};
            return true;
        }
    return false;
}

bool session_trouble_seen(const Session *session, Trouble *trouble, size_t *others) {
    bool at_once = !session_is_long(session);
    TroubleWalk walk = {.round = at_once ? 0 : 2}; /* 2 skips the rows */
    const Search *search = &sheet_work(session->now)->search;
    *others = 0;
    if (!at_once && first_found(session, search, trouble)) {
        *others = search->count - 1;
        return true;
    }
    if (!at_once && round_cursor(session, trouble))
        return true;
    bool any = session_trouble_next(session, &walk);
    *trouble = walk.trouble;
    while (any && session_trouble_next(session, &walk))
        ++*others;
    return any;
}
