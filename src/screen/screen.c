/* See screen.h. Answers questions that several parts of the screen ask, and writes words
 * that several parts write. */
#include "screen/screen.h"

#include <stdio.h>
#include <string.h>

#include "base/key.h"
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
                            !session_labels(session)->has_query_tokens,
                    .changed = session_changes(session, NULL)};
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

bool holds_answer(const Screen *screen, Place place, size_t query, size_t key) {
    const Record *record = &screen->model->records[place.record];
    char **tokens = screen->session->scene.labels[place.record].tokens;
    return record->targets && (long)key == query_slot(record, query) + 1 &&
           strcmp(tokens[key], screen->now->targets[place.record][query]) == 0;
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

bool shows_signs(const Screen *screen, GridId grid) {
    return grid_table[grid].signs ||
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

static const char *keys_of_action(const char *action) {
    size_t b = 0;
    while (b < binding_count && strcmp(binding_table[b].action, action) != 0)
        b++;
    return b < binding_count ? binding_table[b].keys : "";
}

Written key_of_action(const Screen *screen, const char *action) {
    const char *keys = keys_of_action(action);
    Written word;
    snprintf(word.text, sizeof word.text, "%.*s", (int)strcspn(keys, " "), keys);
    Written key = word;
    snprintf(word.text, sizeof word.text, "%s",
             message_or(screen->lang, key.text, "screen.key.%s", key.text));
    return word;
}

int key_code_of_action(const char *action) {
    const char *keys = keys_of_action(action);
    int key = KEY_NONE;
    key_parse(&keys, &key, NULL);
    return key;
}

void key_region(const Pen *pen, int x, int key) {
    if (pen->frame && key != KEY_NONE)
        regions_add(&pen->frame->regions, (Region){.kind = REGION_SWITCH,
                                                   .area = {x, pen->y, pen->x - x, 1},
                                                   .key = key});
}

int key_words_columns(const char *hint) {
    int columns = utf8_columns(hint);
    for (; *hint; hint++)
        columns -= *hint == '`';
    return columns;
}

/* Returns true if a word of a hint names the key, in either language: "PgDn", "空格",
 * "Esc". */
static bool names_key(const char *word, int key) {
    char name[16];
    size_t length = strlen(word);
    key_name(key, name);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        if (strcmp(word, message_or(lang, name, "screen.key.%s", name)) == 0)
            return true;
    return strlen(name) == length + 2 && strncmp(name + 1, word, length) == 0;
}

/* Returns the key that a word of a hint names; KEY_NONE: none, as "arrows". */
static int key_of_word(const char *word) {
    int key;
    for (size_t b = 0; b < binding_count; b++)
        for (const char *at = binding_table[b].keys; key_parse(&at, &key, NULL);)
            if (names_key(word, key))
                return key;
    return KEY_NONE;
}

int key_words_draw(Frame *frame, int x, int y, int columns, int back, const char *hint) {
    Pen pen = {frame, x, y, x + columns};
    int key = KEY_NONE, from = x;
    for (bool is_key = false; *hint && pen.x < pen.end; is_key = !is_key) {
        size_t length = strcspn(hint, "`");
        char part[160];
        snprintf(part, sizeof part, "%.*s", (int)length, hint);
        if (is_key) {
            from = pen.x;
            key = key_of_word(part);
        }
        pen.x += frame_text(frame, pen.x, y, pen.end - pen.x,
                            style_over(is_key ? ROLE_KEY : ROLE_HINT, back), part);
        key_region(&pen, from, is_key ? KEY_NONE : key);
        hint += length + (hint[length] == '`');
    }
    return pen.x - x;
}
