/* The keys: the actions that they are bound to, completed with the numbers of the
 * cursor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "session/internal.h"
#include "base/key.h"

/* ---- the cursor's numbers ---- */

static GridId focus_shape(const Session *session) {
    return session_shape(session, session->look.grid);
}

/* Returns the grid that takes a number typed at the cursor. For masked, and for weights
 * that are not given, it is scores. */
static GridId edited_grid(const Session *session) {
    GridId grid = focus_shape(session);
    bool given = part_present(
        given_part(&session->now->model, session_place(session), PART_WEIGHTS));
    if (grid == GRID_MASKED || (grid == GRID_WEIGHTS && !given))
        return GRID_SCORES;
    return grid;
}

/* Appends the number plus the step, rounded so that steps from a round number stay
 * round. */
static void nudged(const Session *session, double step, Text *out) {
    char rounded[40], shortest[32];
    double number = grid_cell(session->now, edited_grid(session), session_place(session),
                              session->look.row, session->look.col, NULL);
    snprintf(rounded, sizeof rounded, "%.12g", number + step);
    number_write(strtod(rounded, NULL), shortest);
    text_append(out, shortest);
}

static void known_word(const Session *session, bool more, Text *out) {
    const Record *record = &session->now->model.records[session->look.record];
    const Count *known = &session_options(session)->known;
    size_t most = record->keys > record->queries ? record->keys : record->queries;
    size_t value = known->on && known->value < most ? known->value : most;
    if (more && value + 1 >= most)
        text_append(out, "all");
    else
        text_format(out, "%zu", more ? value + 1 : value > 1 ? value - 1 : 1);
}

/* ---- lines for the user to finish ---- */

void edit_line(const Session *session, Text *line) {
    Axis rows = grid_table[focus_shape(session)].rows;
    if (focus_shape(session) == GRID_SCORED) {
        text_format(line, "edit targets %ld ",
                    session_number_of(session, rows, session->look.row));
        return;
    }
    text_format(line, "edit %s %ld %ld ", grid_table[edited_grid(session)].name,
                session_number_of(session, rows, session->look.row),
                session->scene.base + (long)session->look.col);
}

/* Appends "perturb ROW " with the present numbers of the row, for the user to change. It
 * is the last row: all others are its prefix. */
static void perturb_line(const Session *session, Text *line) {
    enum { TYPED_MOST = 16 }; /* more numbers nobody changes by hand */
    Place first = {.record = session->look.record};
    bool of_x = grid_exists(session->now, GRID_X, first, NULL);
    const Record *record = &session->now->model.records[first.record];
    /* Numbers that were given head by head are too many to type. */
    const Matrix *matrix = &record->part[of_x ? PART_X : PART_V].common;
    size_t keys = model_keys(&session->now->model, first), row = keys ? keys - 1 : 0;
    text_format(line, "perturb %ld", session->scene.base + (long)row);
    bool open = !session_covered(session, of_x ? GRID_X : GRID_V);
    size_t cols = matrix->cols;
    cols = open && row < matrix->rows && cols <= TYPED_MOST ? cols : 0;
    for (size_t c = 0; c < cols; c++) {
        char number[32];
        number_write(matrix_at(matrix, row, c), number);
        text_format(line, " %s", number);
    }
}

/* ---- questions ---- */

static GridCell cursor_cell(const Session *session) {
    const Look *look = &session->look;
    return (GridCell){focus_shape(session), session_place(session), look->row, look->col};
}

bool session_asked_here(const Session *session) {
    GridCell cell = cursor_cell(session);
    return session_asks(session, cell) && session_covers(session, cell);
}

/* Appends "guess GRID ROW COL " and the key, where that begins an answer. */
static void guess_line(const Session *session, int key, Text *line) {
    bool begins = key == '-' || key == '.' || (key >= '0' && key <= '9');
    if (!session_asked_here(session) || (!begins && key != KEY_RETURN))
        return;
    text_format(line, "guess %s %ld %ld ", grid_table[focus_shape(session)].name,
                session->scene.base + (long)session->look.row,
                session->scene.base + (long)session->look.col);
    if (begins)
        text_append_n(line, &(char){(char)key}, 1);
}

/* Returns the other sign than the one that is guessed, first 1. */
static const char *next_sign(const Session *session) {
    const char *guess = session_answer(session, cursor_cell(session)).guess;
    return guess && strcmp(guess, "1") == 0 ? "0" : "1";
}

static bool takes_hint(const Session *session) {
    GridCell cell = cursor_cell(session);
    return session->look.overlay == OVERLAY_NONE && session_covers(session, cell);
}

/* ---- words of a binding ---- */

/* Appends the meaning of a name in a binding, or nothing if it has none here. Returns
 * false for words that are no such name. */
static bool fill_name(const Session *session, const char *word, int key, Text *out) {
    const Look *look = &session->look;
    const GridSpec *shape = &grid_table[focus_shape(session)];
    const OptionSpec *option = session->compared.option;
    size_t lanes = session_lanes(session);
    size_t heads = session->now->model.layers[look->layer].heads;
    size_t row = (size_t)session->scene.base + look->row;
    size_t col = (size_t)session->scene.base + look->col;
    size_t edge = session_tile_edge(session);
    const struct {
        const char *name;
        bool fits;
        const char *text; /* NULL: the number */
        size_t number;
    } names[] = {
        {"H", true, NULL, look->head + 1},
        {"H+1", true, NULL, (look->head + 1) % heads + 1},
        {"N", true, NULL, (size_t)(key - '0')},
        {"PAGE", true, NULL, session->page_rows ? session->page_rows : 10},
        {"LINES", session->scene.step_count == 0, NULL, 10},
        {"TILE", edge > 1, NULL, edge},
        {"ROW", true, NULL, row},
        {"COL", true, NULL, col},
        {"Q", shape->rows == AXIS_QUERY, NULL, row},
        {"K", shape->cols == AXIS_KEY, NULL, col},
        {"OPTION", option, option ? option->name : "", 0},
        {"VALUE", option, option ? option->values[look->lane] : "", 0},
        {"OFF", lanes, "off", 0},
        {"NEXT", lanes, "next", 0},
        {"PREV", lanes, "prev", 0},
        {"GRID", true, grid_table[edited_grid(session)].name, 0},
        {"COVER", true, session_covers_some(session) ? "reveal" : "hide", 0},
        {"HINT", takes_hint(session), "hint", 0},
        {"ASKED", session_asks(session, cursor_cell(session)), shape->name, 0},
        {"SIGN", shape->signs || focus_shape(session) == GRID_SCORED, next_sign(session),
         0},
    };
    size_t i = 0, count = sizeof names / sizeof *names;
    while (i < count && strcmp(word, names[i].name) != 0)
        i++;
    if (i < count && names[i].fits && names[i].text)
        text_append(out, names[i].text);
    else if (i < count && names[i].fits)
        text_format(out, "%zu", names[i].number);
    return i < count;
}

/* Appends a word of a binding, or its meaning; nothing if it has none here. */
static void fill_word(const Session *session, const char *word, int key, Text *out) {
    if (fill_name(session, word, key, out))
        return;
    if (strcmp(word, "N+") == 0 || strcmp(word, "N-") == 0)
        nudged(session, word[1] == '+' ? 0.1 : -0.1, out);
    else if (strcmp(word, "KNOWN+") == 0 || strcmp(word, "KNOWN-") == 0)
        known_word(session, word[5] == '+', out);
    else if (strcmp(word, "PERTURB") == 0)
        perturb_line(session, out);
    else if (strcmp(word, "GUESS") == 0)
        guess_line(session, key, out);
    else if (strcmp(word, "EDIT") != 0)
        text_append(out, word);
    else if (edit_takes(session, focus_shape(session), NULL))
        edit_line(session, out);
}

/* ---- the table ---- */

#define KEY(keys, action, group, help, other) {keys, action, GROUP_##group, help, other},

const Binding binding_table[] = {
#include "keys.def"
};
const size_t binding_count = sizeof binding_table / sizeof *binding_table;

static const Binding *find_binding(int key) {
    int one;
    for (size_t i = 0; i < binding_count; i++)
        for (const char *at = binding_table[i].keys; key_parse(&at, &one, NULL);)
            if (one == key)
                return &binding_table[i];
    return NULL;
}

const char *binding_pattern(int key) {
    const Binding *binding = find_binding(key);
    return binding ? binding->action : "";
}

bool binding_action(const Session *session, int key, Words *words) {
    const Binding *binding = find_binding(key);
    Text line = {0};
    Words pattern;
    *words = (Words){0};
    if (!binding)
        return false;
    if (binding->instead)
        text_format(&line, "%s | ", binding->instead);
    text_append(&line, binding->action);
    words_split(&pattern, text_string(&line), NULL);
    text_release(&line);
    bool fits = true;
    for (size_t i = 0; i < pattern.count; i++) {
        Text word = {0};
        if (strcmp(pattern.word[i], "|") == 0) {
            if (fits)
                break;
            words_release(words);
            fits = true;
            continue;
        }
        fill_word(session, pattern.word[i], key, &word);
        fits = fits && word.length > 0;
        words_add(words, text_string(&word));
        text_release(&word);
    }
    words_release(&pattern);
    if (!fits)
        words_release(words);
    return fits;
}
