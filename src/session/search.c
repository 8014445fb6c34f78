/* Empty rows of scenes so long that no frame can wait for all rows to be looked at; see work.h. */
#include "base/clock.h"
#include "base/memory.h"
#include "session/internal.h"
#include "session/work.h"

enum {
    ROWS_AT_ONCE = 2048, /* of all heads: these are looked at while a frame waits */
    KEYS_AT_ONCE = 512,
    ROWS_A_LOOK = 256, /* between two looks at the clock */
    ROWS_ROUND = 64    /* on either side of the cursor, asked at once */
};

bool session_is_long(const Session *session) {
    const Model *model = &session->now->model;
    size_t rows = 0, keys = 0;
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t l = 0; l < model->layer_count; l++) {
            rows += model->records[r].queries * model->layers[l].heads;
            keys = model->records[r].keys > keys ? model->records[r].keys : keys;
        }
    return rows > ROWS_AT_ONCE || keys > KEYS_AT_ONCE;
}

static bool same_place(Place a, Place b) {
    return a.record == b.record && a.layer == b.layer && a.head == b.head;
}

/* Rows of one head come one after the other. */
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

static void look_at_some(Session *session, Search *search) {
    size_t rows = ROWS_A_LOOK;
    while (pass_next_empty_of(sheet_pass(session->now), &search->place, &search->query,
                              &rows)) {
        note(search);
        search->query++;
        rows--;
    }
    search->done = rows > 0;
}

bool session_search_on(Session *session, long milliseconds) {
    Search *search = session_search(session);
    long until = clock_milliseconds() + milliseconds;
    while (session_is_long(session) && !search->done && !session->stopped) {
        session->slices++;
        if (!sheet_inputs_on(session, session->now, search->place,
                             milliseconds < 0 ? -1 : until))
            return session->working = !session->stopped;
        look_at_some(session, search);
        if (milliseconds >= 0 && clock_milliseconds() >= until)
            return session->working = true;
    }
    if (session_judge_on(session, milliseconds))
        return session->working = true;
    return session->working = session_mean_on(session, milliseconds);
}

/* Of the rows that were found the first of the shown head, else the first of all. */
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

/* What is on the screen is known before the search comes to it. */
static bool round_cursor(const Session *session, Trouble *trouble) {
    Place place = session_place(session);
    size_t row = session->look.row, first = row > ROWS_ROUND ? row - ROWS_ROUND : 0;
    size_t queries = model_queries(&session->now->model, place.layer, place.record);
    for (size_t i = first; i < queries && i < row + ROWS_ROUND; i++)
        if (row_is_error(sheet_pass(session->now), place, i)) {
            *trouble = (Trouble){TROUBLE_EMPTY_ROW, place, i};
            return true;
        }
    return false;
}

bool session_trouble_seen(const Session *session, Trouble *trouble, size_t *others) {
    *others = 0;
    if (!session_is_long(session)) {
        bool any = session_trouble(session, trouble);
        *others = any ? session_troubles(session) - 1 : 0;
        return any;
    }
    const Search *search = session_search(session);
    if (first_found(session, search, trouble)) {
        *others = search->count - 1;
        return true;
    }
    TroubleWalk walk = {.round =
                            2}; /* without the rows: what the scene as a whole lacks */
    if (round_cursor(session, trouble))
        return true;
    bool lacks = session_trouble_next(session, &walk);
    *trouble = walk.trouble;
    return lacks;
}
