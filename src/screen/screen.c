/* See screen.h. Answers questions that several parts of the screen ask, and writes words
 * that several parts write. */
#include "screen/screen.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/action.h"
#include "session/language.h"

Screen screen_of(const Session *session, Frame *frame, int width) {
    const Look *look = &session->look;
    const Model *model = &session->now->model;
    const Record *record = &model->records[look->record];
    GridId grid = session_shape(session, look->grid);
    return (Screen){.session = session,
                    .frame = frame,
                    .width = width,
                    .lang = look->lang,
                    .ascii = frame->ascii,
                    .bars = look->theme == THEME_MONO,
                    .now = session->now,
                    .model = model,
                    .layer = &model->layers[look->layer],
                    .at = {grid, session_place(session), look->row, look->col},
                    .self = record->queries == record->keys &&
                            !session_labels(session)->has_query_tokens};
}

Place screen_place(const Screen *screen, int band) {
    Place place = screen->at.place;
    if (screen->records)
        place.record = (size_t)band;
    else
        place.head = (size_t)band;
    return place;
}

Pen screen_pen(const Screen *screen, int x, int y) {
    return (Pen){.frame = screen->frame, .x = x, .y = y, .end = screen->width};
}

long number_of(const Screen *screen, Axis axis, size_t index) {
    return session_number_of(screen->session, axis, index);
}

int number_columns(const Screen *screen, Axis axis, size_t index) {
    return snprintf(NULL, 0, "%ld", number_of(screen, axis, index));
}

const char *say(const Screen *screen, const char *id) {
    return message(screen->lang, id);
}

void band_write(const Screen *screen, int role, int band, Pen *pen) {
    const char *id = screen->records ? "screen.record" : "screen.head";
    pen_format(pen, role, say(screen, id), band + 1);
}

bool sheet_has(const Sheet *sheet, GridId grid, Place place) {
    return sheet && place.record < sheet->model.record_count &&
           place.layer < sheet->model.layer_count &&
           grid_exists(sheet, grid, place, NULL);
}

bool screen_has(const Screen *screen, GridId grid) {
    if ((grid == GRID_PROB || grid == GRID_LOSS) && screen->model->loss == LOSS_NONE)
        return false;
    return grid_exists(screen->now, grid, screen->at.place, NULL);
}

int screen_rows(const Screen *screen, GridId grid) {
    return (int)grid_rows(screen->now, grid, screen->at.place);
}

int screen_cols(const Screen *screen, GridId grid) {
    return (int)grid_cols(screen->now, grid, screen->at.place);
}

char **query_names(const Screen *screen, size_t record) {
    const Labels *labels = &screen->session->scene.labels[record];
    return labels->has_tokens || labels->has_query_tokens ? labels->query_tokens : NULL;
}

int screen_bands(const Screen *screen) {
    return (int)(screen->records ? screen->model->record_count : screen->layer->heads);
}

GridId shown_as(const Screen *screen, GridId grid) {
    if (screen->merged_out && (grid == GRID_CONCAT || grid == GRID_Y))
        return GRID_OUT;
    return screen->merged_y && grid == GRID_CONCAT ? GRID_Y : grid;
}

bool is_focus(const Screen *screen, GridId grid) {
    return grid == screen->at.grid || grid == shown_as(screen, screen->at.grid);
}

bool grid_of_signs(GridId grid) {
    return grid == GRID_VISIBLE || grid == GRID_DROP || grid == GRID_REACH ||
           grid == GRID_MASK;
}

bool shows_signs(const Screen *screen, GridId grid) {
    return grid_of_signs(grid) ||
           (screen->session->look.zoom > 0 && grid_is_square(grid));
}

void legend_note(Screen *screen, Sign sign) {
    screen->seen |= 1U << sign;
}

/* ---- words ---- */

Written written(const Screen *screen, double value) {
    enum { DECIMALS = 6 };
    return number_text(value, DECIMALS, screen->ascii);
}

double cursor_value(const Screen *screen, Sheet *sheet, RowState *state) {
    const GridCell *at = &screen->at;
    return grid_cell(sheet, at->grid, at->place, at->row, at->col, state);
}

Written key_of_action(const Screen *screen, const char *action) {
    Written key = {""}, word = key;
    for (size_t b = 0; b < binding_count && !*key.text; b++)
        if (strcmp(binding_table[b].action, action) == 0)
            snprintf(key.text, sizeof key.text, "%.*s",
                     (int)strcspn(binding_table[b].keys, " "), binding_table[b].keys);
    snprintf(word.text, sizeof word.text, "%s",
             message_or(screen->lang, key.text, "screen.key.%s", key.text));
    return word;
}

const char *value_word(int lang, const char *option, const char *value) {
    const char *word = message_or(lang, value, "switch.%s", value);
    return message_or(lang, word, "switch.%s.%s", option, value);
}

int key_words_columns(const char *hint) {
    int columns = utf8_columns(hint);
    for (; *hint; hint++)
        columns -= *hint == '`';
    return columns;
}

int key_words_draw(Frame *frame, int x, int y, int columns, int back, const char *hint) {
    int start = x, end = x + columns;
    bool key = false;
    while (*hint && x < end) {
        size_t length = strcspn(hint, "`");
        char part[160];
        snprintf(part, sizeof part, "%.*s", (int)length, hint);
        x += frame_text(frame, x, y, end - x,
                        style_over(key ? ROLE_KEY : ROLE_HINT, back), part);
        hint += length + (hint[length] == '`');
        key = !key;
    }
    return x - start;
}
