/* Makes the Content that the layout is calculated from: the grids and words to show, and
 * their sizes. */
#include <limits.h>

#include "base/utf8.h"
#include "session/tasks.h"
#include "session/language.h"
#include "base/minmax.h"
#include "screen/screen.h"

enum {
    LONGEST_TOKEN = 14,
    HEADINGS_KEPT = 2, /* lines of a step that is not the shown one */
    LINES_KEPT = 4,
    LINES_SHOWN = 300, /* no screen has more lines */
    STEPS_MEASURED = 64
};

/* ---- rows and labels ---- */

static void measure_labels(Screen *screen) {
    Content *content = &screen->content;
    int token = 0, longest = 1;
    for (size_t r = 0; r < screen->model->record_count; r++) {
        const Record *record = &screen->model->records[r];
        int queries = (int)record->queries, keys = (int)record->keys;
        if (query_names(screen, r))
            token = max_int(token, screen->session->scene.labels[r].query_columns);
        longest = max_int(longest, max_int(queries, keys));
        if (!screen->records && r != screen->at.place.record)
            continue;
        content->rows = max_int(content->rows, queries);
        content->keys = max_int(content->keys, keys);
    }
    token = min_int(token, LONGEST_TOKEN);
    content->positions = max_int(number_columns(screen, AXIS_KEY, (size_t)longest - 1),
                                 number_columns(screen, AXIS_KEY, 0));
    content->label_short = 1 + content->positions;
    content->label = content->label_short + (token > 0 ? 1 + token : 0);
    Pen ruler = {.end = INT_MAX};
    if (content->bands > 1)
        band_write(screen, ROLE_NAME, content->bands - 1, &ruler);
    content->band_label = ruler.x;
}

/* ---- words ---- */

void step_measure(const Screen *screen, size_t step, int *heading, int *text) {
    const Step *of = &screen->session->scene.steps[step];
    Page page;
    page_init(&page, ROLE_GROUND, screen->ascii);
    texts_put(screen, &page, ROLE_HEADING, &of->heading);
    *heading = (int)page.count;
    texts_put(screen, &page, ROLE_NARRATION, &of->say);
    *text = (int)page.count - *heading;
    page_release(&page);
    bool first =
        *heading == 0 && *text > 0; /* the text of a scene has the heading's line */
    *heading += first;
    *text -= first;
}

static void measure_step(Screen *screen, size_t step, int headings, int lines) {
    Content *content = &screen->content;
    int heading, text;
    step_measure(screen, step, &heading, &text);
    content->heading = max_int(content->heading, min_int(heading, headings));
    content->text = max_int(content->text, min_int(text, lines));
}

/* Reserves lines for the longest step, so that stepping does not move the grids, but with
 * the ledger for the shown step only. Only the first steps of a very long scene are
 * measured, because this is done after every key. */
static void measure_words(Screen *screen) {
    const Scene *scene = &screen->session->scene;
    WordsMeasured *known = scene->measured;
    Content *content = &screen->content;
    size_t step = screen->session->recipe.step;
    bool shapes = screen->session->look.shown & SHOWN_SHAPES;
    if (known->width == screen->width && known->lang == screen->lang &&
        known->ascii == screen->ascii && known->step == step && known->shapes == shapes) {
        content->heading = known->heading;
        content->text = known->text;
        return;
    }
    size_t last = min_size(scene->step_count, STEPS_MEASURED);
    for (size_t s = 0; s <= last && !shapes; s++)
        measure_step(screen, s, HEADINGS_KEPT, LINES_KEPT);
    measure_step(screen, step, LINES_SHOWN, LINES_SHOWN);
    *known = (WordsMeasured){.width = screen->width,
                             .lang = screen->lang,
                             .ascii = screen->ascii,
                             .step = step,
                             .shapes = shapes,
                             .heading = content->heading,
                             .text = content->text};
}

/* A change is told on the line of the heading, or above a text that has none. */
static void measure_change(Screen *screen) {
    const Session *session = screen->session;
    const Step *step = &session->scene.steps[session->recipe.step];
    Page page;
    screen->tells_change = screen->changed && !session->question.goal.count;
    if (!screen->tells_change || texts_in(&step->heading, lang_names[screen->lang], 0))
        return;
    page_init(&page, ROLE_GROUND, screen->ascii);
    texts_put(screen, &page, ROLE_NARRATION, &step->say);
    screen->content.heading = max_int(screen->content.heading, 1);
    screen->content.text = max_int(screen->content.text, (int)page.count);
    page_release(&page);
}

/* ---- all of it ---- */

void measure_cursor(Screen *screen) {
    const GridCell *at = &screen->at;
    Axis rows = grid_table[at->grid].rows, cols = grid_table[at->grid].cols;
    bool self = screen->self, key_row = rows == AXIS_KEY;
    screen->query = screen->key = -1;
    if (rows == AXIS_QUERY || (at->grid == GRID_X && self))
        screen->query = (long)at->row;
    if (cols == AXIS_KEY)
        screen->key = (long)at->col;
    if (key_row && (at->grid != GRID_X || !self))
        screen->key = (long)at->row;
    screen->content.band = (int)(screen->records ? at->place.record : at->place.head);
    screen->content.row = rows == AXIS_QUERY || (key_row && self) ? (int)at->row : 0;
}

void screen_measure(Screen *screen) {
    const Session *session = screen->session;
    const Layer *layer = screen->layer;
    Content *content = &screen->content;
    bool joined = !screen_has(screen, GRID_WO) && !layer->options.residual;
    bool has_y = screen_has(screen, GRID_Y);
    screen->merged_out = joined && has_y && layer->heads == 1;
    screen->merged_y = joined && !screen->merged_out;
    screen->records = screen->model->record_count > 1 && layer->heads == 1 &&
                      (screen->merged_out || !has_y);
    screen->delta = session->look.delta && session->against;
    Sheet *now = screen->now, *then = session->against;
    screen->state[STATE_PRESENT] =
        (ShownState){.sheet = now, .was = session_reference(session)};
    screen->state[STATE_THEN] = (ShownState){.sheet = then};
    screen->state[STATE_NOW] = screen->state[STATE_CHANGE] =
        (ShownState){.sheet = now, .was = then};
    content->digits = session->look.digits;
    content->bands = screen->delta ? 1 : screen_bands(screen);
    content->all_or_one = screen->records && !screen->delta;
    content->mean = screen->model->loss != LOSS_NONE;
    measure_labels(screen);
    measure_cursor(screen);
    measure_words(screen);
    measure_change(screen);
    candidates_make(screen);
    tokens_measure(screen);
    ledger_measure(screen);
    screen->has_trouble =
        session_trouble_seen(session, &screen->trouble, &screen->troubles) &&
        (screen->trouble.kind == TROUBLE_NO_TARGET ||
         !session_covered(session, GRID_WEIGHTS));
    screen->has_verdict = session_verdict_seen(session, &screen->verdict);
    content->trouble = screen->has_trouble || screen->has_verdict;
}
