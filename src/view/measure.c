/* What there is to show, and how large: the session as a Content for the layout. */
#include <stdio.h>

#include "base/utf8.h"
#include "session/language.h"
#include "view/page.h"
#include "view/screen.h"

enum { LONGEST_TOKEN = 14, LINES_KEPT = 4 };

Place screen_place(const Screen *screen, int band) {
    Place place = session_place(screen->session);
    if (screen->records)
        place.record = (size_t)band;
    else
        place.head = (size_t)band;
    return place;
}

const char *grid_title(const Screen *screen, GridId grid) {
    char id[40];
    snprintf(id, sizeof id, "grid.%s", grid_table[grid].name);
    return message(screen->lang, id);
}

bool screen_has(const Screen *screen, GridId grid) {
    if ((grid == GRID_PROB || grid == GRID_LOSS) && screen->model->loss == LOSS_NONE)
        return false; /* they exist, as nan everywhere */
    return grid_exists(screen->session->now, grid, session_place(screen->session), NULL);
}

size_t screen_queries(const Screen *screen, size_t record) {
    return screen->model->records[record].queries;
}

size_t screen_keys(const Screen *screen, size_t record) {
    return screen->model->records[record].keys;
}

bool screen_self(const Screen *screen) {
    size_t record = screen->session->look.record;
    return screen_queries(screen, record) == screen_keys(screen, record) &&
           !session_labels(screen->session)->has_query_tokens;
}

int screen_bands(const Screen *screen) {
    const Session *session = screen->session;
    return (int)(screen->records ? screen->model->record_count
                                 : screen->model->layers[session->look.layer].heads);
}

/* ---- labels ---- */

static int number_columns(long number) {
    char text[32];
    return snprintf(text, sizeof text, "%ld", number);
}

static int longest(char *const *tokens, size_t count) {
    int most = 0;
    for (size_t i = 0; i < count; i++) {
        int columns = utf8_columns(tokens[i]);
        most = columns > most ? columns : most;
    }
    return most;
}

static void measure_labels(Screen *screen) {
    const Session *session = screen->session;
    Content *content = &screen->content;
    int token = 0;
    size_t most = 1;
    for (size_t r = 0; r < screen->model->record_count; r++) {
        const Labels *labels = &session->scene.labels[r];
        size_t queries = screen_queries(screen, r), keys = screen_keys(screen, r);
        int columns = labels->has_tokens || labels->has_query_tokens
                          ? longest(labels->query_tokens, queries)
                          : 0;
        token = columns > token ? columns : token;
        most = queries > most ? queries : most;
        most = keys > most ? keys : most;
    }
    int last = number_columns(session_number_of(session, AXIS_KEY, most - 1));
    int first = number_columns(session_number_of(session, AXIS_KEY, 0));
    token = token < LONGEST_TOKEN ? token : LONGEST_TOKEN;
    content->positions = last > first ? last : first;
    content->label_short = 1 + content->positions;
    content->label = content->label_short + (token > 0 ? 1 + token : 0);
    if (content->bands > 1) {
        char name[80];
        snprintf(name, sizeof name,
                 message(screen->lang, screen->records ? "screen.record" : "screen.head"),
                 content->bands);
        content->band_label = utf8_columns(name);
    }
}

/* ---- words ---- */

int screen_text_lines(const Screen *screen, const Texts *texts) {
    Page page;
    const char *text;
    page_init(&page, ROLE_GROUND, screen->ascii);
    for (size_t i = 0; (text = texts_in(texts, lang_names[screen->lang], i)); i++) {
        page_line(&page);
        page_wrap(&page, 1, 1, screen->width - 1, ROLE_NARRATION, text);
    }
    int lines = (int)page.count;
    page_release(&page);
    return lines;
}

static int most_of(int a, int b) {
    return a > b ? a : b;
}

/* Room for the longest step, so that stepping does not move the grids; within reason. */
static void measure_words(Screen *screen) {
    Content *content = &screen->content;
    const Scene *scene = &screen->session->scene;
    for (size_t s = 0; s <= scene->step_count; s++) {
        int heading = screen_text_lines(screen, &scene->steps[s].heading);
        int text = screen_text_lines(screen, &scene->steps[s].say);
        bool shown = s == screen->session->recipe.step;
        if (heading == 0 &&
            text > 0) /* the text of a scene begins where headings stand */
            text--, heading++;
        content->heading = most_of(content->heading, shown || heading < 3 ? heading : 2);
        content->text =
            most_of(content->text, shown || text < LINES_KEPT ? text : LINES_KEPT);
    }
}

/* ---- all of it ---- */

static void measure_cursor(Screen *screen) {
    const Look *look = &screen->session->look;
    GridId grid = screen_focus(screen);
    Axis rows = grid_table[grid].rows, cols = grid_table[grid].cols;
    bool self = screen_self(screen);
    screen->query = screen->key = -1;
    if (rows == AXIS_QUERY || (grid == GRID_X && self))
        screen->query = (long)look->row;
    if (cols == AXIS_KEY)
        screen->key = (long)look->col;
    if (rows == AXIS_KEY && (grid != GRID_X || !self))
        screen->key = (long)look->row;
    screen->content.band = (int)(screen->records ? look->record : look->head);
    bool on_line = rows == AXIS_QUERY || (rows == AXIS_KEY && self);
    screen->content.row = on_line ? (int)look->row : 0;
}

void screen_measure(Screen *screen) {
    const Session *session = screen->session;
    const Layer *layer = &screen->model->layers[session->look.layer];
    Content *content = &screen->content;
    screen->merged_out = layer->heads == 1 && !screen_has(screen, GRID_WO) &&
                         !layer->options.residual && screen_has(screen, GRID_Y);
    screen->merged_y =
        !screen->merged_out && !screen_has(screen, GRID_WO) && !layer->options.residual;
    screen->records = screen->model->record_count > 1 && layer->heads == 1 &&
                      (screen->merged_out || !screen_has(screen, GRID_Y));
    screen->delta = session->look.delta && session->against;
    content->digits = session->look.digits;
    content->bands = screen_bands(screen);
    content->all_or_one = screen->records;
    for (size_t r = 0; r < screen->model->record_count; r++)
        if (screen->records || r == session->look.record)
            content->rows = most_of(content->rows, (int)screen_queries(screen, r));
    content->mean = screen->model->loss != LOSS_NONE;
    measure_labels(screen);
    measure_cursor(screen);
    measure_wants(screen);
    measure_words(screen);
    if (screen->delta)
        measure_delta(screen);
    content->strip = strip_lines(screen, false);
    content->strip_one = strip_lines(screen, true);
    Trouble trouble;
    Verdict verdict;
    content->trouble =
        session_trouble(session, &trouble) || session_verdict(session, &verdict);
}
