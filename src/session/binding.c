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

static const char *query_word(const Session *session, Text *out) {
    if (grid_table[focus_shape(session)].rows != AXIS_QUERY)
        return NULL;
    text_format(out, "%ld", session->scene.base + (long)session->look.row);
    return text_string(out);
}

static const char *key_word(const Session *session, Text *out) {
    if (grid_table[focus_shape(session)].cols != AXIS_KEY)
        return NULL;
    text_format(out, "%ld", session->scene.base + (long)session->look.col);
    return text_string(out);
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

static double number_here(const Session *session, GridId grid) {
    return grid_cell(session->now, grid, session_place(session), session->look.row,
                     session->look.col, NULL);
}

/* Appends the number plus the step, rounded so that steps from a round number stay
 * round. */
static const char *nudged(const Session *session, double step, Text *out) {
    char rounded[40], shortest[32];
    snprintf(rounded, sizeof rounded, "%.12g",
             number_here(session, edited_grid(session)) + step);
    number_write(strtod(rounded, NULL), shortest);
    text_append(out, shortest);
    return text_string(out);
}

static const char *known_word(const Session *session, int step, Text *out) {
    const Record *record = &session->now->model.records[session->look.record];
    const Count *known = &session_options(session)->known;
    size_t most = record->keys > record->queries ? record->keys : record->queries;
    size_t value = known->on && known->value < most ? known->value : most;
    if (step > 0 && value + 1 >= most)
        return "all";
    if (step < 0 && value <= 1)
        return "1";
    text_format(out, "%zu", step > 0 ? value + 1 : value - 1);
    return text_string(out);
}

/* Replaces a word of a binding by a number of the cursor. Other words are returned as
 * they are; NULL means that the key has no meaning here. */
static const char *fill_word(const Session *session, const char *word, int key,
                             Text *out) {
    const Look *look = &session->look;
    size_t heads = session->now->model.layers[look->layer].heads;
    const struct {
        const char *name;
        size_t value;
    } numbers[] = {
        {"H", look->head + 1},
        {"H+1", (look->head + 1) % heads + 1},
        {"N", (size_t)(key - '0')},
        {"PAGE", session->page_rows ? session->page_rows : 10},
        {"ROW", (size_t)session->scene.base + look->row},
        {"COL", (size_t)session->scene.base + look->col},
    };
    if (strcmp(word, "Q") == 0)
        return query_word(session, out);
    if (strcmp(word, "K") == 0)
        return key_word(session, out);
    if (strcmp(word, "GRID") == 0)
        return grid_table[edited_grid(session)].name;
    if (strcmp(word, "N+") == 0 || strcmp(word, "N-") == 0)
        return nudged(session, word[1] == '+' ? 0.1 : -0.1, out);
    if (strcmp(word, "KNOWN+") == 0 || strcmp(word, "KNOWN-") == 0)
        return known_word(session, word[5] == '+' ? 1 : -1, out);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(word, numbers[i].name) == 0) {
            text_format(out, "%zu", numbers[i].value);
            return text_string(out);
        }
    return word;
}

/* ---- keys that begin a line for the user to finish ---- */

static void begin_prompt(Words *words, const char *line) {
    words_add(words, "prompt");
    words_add(words, line);
}

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

/* Begins the line that edits a number; a computed number leads to its origin instead. */
static bool begin_edit(const Session *session, const Binding *binding, Words *words) {
    Text line = {0};
    (void)binding;
    if (!edit_takes(session, focus_shape(session), NULL)) {
        words_add(words, "origin");
        return true;
    }
    edit_line(session, &line);
    begin_prompt(words, text_string(&line));
    text_release(&line);
    return true;
}

/* Begins "perturb ROW " with the present numbers of the row, for the user to change. */
static bool begin_perturb(const Session *session, const Binding *binding, Words *words) {
    enum { TYPED_MOST = 16 }; /* more numbers nobody changes by hand */
    Text line = {0};
    Place place = session_place(session);
    (void)binding;
    place.layer = 0;
    bool of_x = grid_exists(session->now, GRID_X, place, NULL);
    const Record *record = &session->now->model.records[place.record];
    /* Numbers that were given head by head are too many to type. */
    const Matrix *matrix = &record->part[of_x ? PART_X : PART_V].common;
    size_t row = session->look.row;
    long slot = query_slot(record, row);
    if (grid_table[focus_shape(session)].rows == AXIS_QUERY && slot >= 0)
        row = (size_t)slot;
    text_format(&line, "perturb %ld", session->scene.base + (long)row);
    size_t cols = row < matrix->rows && matrix->cols <= TYPED_MOST ? matrix->cols : 0;
    for (size_t c = 0; c < cols; c++) {
        char number[32];
        number_write(matrix_at(matrix, row, c), number);
        text_format(&line, " %s", number);
    }
    begin_prompt(words, text_string(&line));
    text_release(&line);
    return true;
}

static bool begin_search(const Session *session, const Binding *binding, Words *words) {
    (void)session, (void)binding;
    begin_prompt(words, "search ");
    return true;
}

/* ---- keys that mean something else where something else is shown ---- */

static bool walk_lanes(const Session *session, const Binding *binding, Words *words) {
    if (!session->look.compare)
        return false;
    words_split(words, strstr(binding->action, "next") ? "lane next" : "lane prev", NULL);
    return true;
}

/* Sets the compared option to the value of the lane. */
static bool take_lane(const Session *session, const Binding *binding, Words *words) {
    const OptionSpec *spec = session->look.compare;
    (void)binding;
    if (!spec)
        return false;
    words_add(words, "set");
    words_add(words, spec->name);
    words_add(words, spec->values[session->look.lane]);
    return true;
}

static bool close_lanes(const Session *session, const Binding *binding, Words *words) {
    (void)binding;
    return session->look.compare && words_split(words, "compare off", NULL);
}

/* Lets arrows move by tiles where tiles are shown. */
static bool move_tile(const Session *session, const Binding *binding, Words *words) {
    Text line = {0};
    size_t edge = session_tile_edge(session);
    if (edge == 1)
        return false;
    text_format(&line, "%s %zu", binding->action, edge);
    words_split(words, text_string(&line), NULL);
    text_release(&line);
    return true;
}

static bool hide_or_reveal(const Session *session, const Binding *binding, Words *words) {
    (void)binding;
    return words_split(words, session->covered ? "reveal" : "hide", NULL);
}

static bool page_down(const Session *session, const Binding *binding, Words *words) {
    (void)binding;
    return session->scene.step_count == 0 && words_split(words, "move down 10", NULL);
}

static bool page_up(const Session *session, const Binding *binding, Words *words) {
    (void)binding;
    return session->scene.step_count == 0 && words_split(words, "move up 10", NULL);
}

/* ---- the table ---- */

const Binding binding_table[] = {
    {"c", "toggle causal", GROUP_RULE, "key.causal", NULL},
    {"C", "cycle causal", GROUP_RULE, "key.causal-all", NULL},
    {"p", "toggle pad-keys", GROUP_RULE, "key.pad-keys", NULL},
    {"P", "toggle pad-queries", GROUP_RULE, "key.pad-queries", NULL},
    {"M", "toggle loss-mask", GROUP_RULE, "key.loss-mask", NULL},
    {"o", "cycle order", GROUP_RULE, "key.order", take_lane},
    {"O", "cycle order back", GROUP_RULE, "key.order-back", NULL},
    {"e", "cycle empty-row", GROUP_RULE, "key.empty-row", NULL},
    {"s", "swap-heads H H+1", GROUP_RULE, "key.swap-heads", NULL},
    {"w", "swap-wo H H+1", GROUP_RULE, "key.swap-wo", NULL},

    {"<Space>", "flip Q K", GROUP_WHAT_IF, "key.flip", NULL},
    {"<Enter>", "edit GRID ROW COL …", GROUP_WHAT_IF, "key.edit", begin_edit},
    {"+", "edit GRID ROW COL N+", GROUP_WHAT_IF, "key.more", NULL},
    {"-", "edit GRID ROW COL N-", GROUP_WHAT_IF, "key.less", NULL},
    {"x", "perturb ROW …", GROUP_WHAT_IF, "key.perturb", begin_perturb},
    {"K", "set known KNOWN+", GROUP_WHAT_IF, "key.known-more", NULL},
    {"J", "set known KNOWN-", GROUP_WHAT_IF, "key.known-less", NULL},
    {"m", "pin", GROUP_WHAT_IF, "key.pin", NULL},
    {"d", "delta", GROUP_WHAT_IF, "key.delta", NULL},
    {"v", "compare order", GROUP_WHAT_IF, "key.compare", close_lanes},
    {"y", "hide GRID", GROUP_WHAT_IF, "key.hide", hide_or_reveal},
    {"u", "undo", GROUP_WHAT_IF, "key.undo", NULL},
    {"<C-r>", "redo", GROUP_WHAT_IF, "key.redo", NULL},
    {"r", "reset", GROUP_WHAT_IF, "key.reset", NULL},

    {"<Left> h", "move left", GROUP_LOOK, "key.left", move_tile},
    {"<Right> l", "move right", GROUP_LOOK, "key.right", move_tile},
    {"<Up> k", "move up", GROUP_LOOK, "key.up", move_tile},
    {"<Down> j", "move down", GROUP_LOOK, "key.down", move_tile},
    {"<Home> 0", "move left far", GROUP_LOOK, "key.home", NULL},
    {"<End> $", "move right far", GROUP_LOOK, "key.end", NULL},
    {"<C-d>", "move down PAGE", GROUP_LOOK, "key.page-down", NULL},
    {"<C-u>", "move up PAGE", GROUP_LOOK, "key.page-up", NULL},
    {"<Tab> >", "focus next", GROUP_LOOK, "key.next-grid", walk_lanes},
    {"<S-Tab> <lt>", "focus prev", GROUP_LOOK, "key.prev-grid", walk_lanes},
    {"1 2 3 4 5 6 7 8 9", "head N", GROUP_LOOK, "key.head", NULL},
    {"{", "head prev", GROUP_LOOK, "key.head-prev", NULL},
    {"}", "head next", GROUP_LOOK, "key.head-next", NULL},
    {",", "record prev", GROUP_LOOK, "key.record-prev", NULL},
    {";", "record next", GROUP_LOOK, "key.record-next", NULL},
    {"(", "layer prev", GROUP_LOOK, "key.layer-prev", NULL},
    {")", "layer next", GROUP_LOOK, "key.layer-next", NULL},
    {"E", "explain", GROUP_LOOK, "key.explain", NULL},
    {"A", "ledger", GROUP_LOOK, "key.ledger", NULL},
    {"T", "text", GROUP_LOOK, "key.text", NULL},
    {"F", "findings", GROUP_LOOK, "key.findings", NULL},
    {"/", "search …", GROUP_LOOK, "key.search", begin_search},
    {"f", "digits next", GROUP_LOOK, "key.digits", NULL},
    {"t", "theme next", GROUP_LOOK, "key.theme", NULL},
    {"L", "lang next", GROUP_LOOK, "key.lang", NULL},
    {"z", "zoom in", GROUP_LOOK, "key.zoom-in", NULL},
    {"Z", "zoom out", GROUP_LOOK, "key.zoom-out", NULL},
    {". b", "blank", GROUP_LOOK, "key.blank", NULL},

    {"<PageDown> n", "next", GROUP_WALK, "key.next", page_down},
    {"<PageUp> N", "prev", GROUP_WALK, "key.prev", page_up},
    {"]", "scene next", GROUP_WALK, "key.scene-next", NULL},
    {"[", "scene prev", GROUP_WALK, "key.scene-prev", NULL},
    {"g", "list", GROUP_WALK, "key.list", NULL},

    {":", "prompt", GROUP_PROGRAM, "key.prompt", NULL},
    {"?", "help", GROUP_PROGRAM, "key.help", NULL},
    {"q", "quit", GROUP_PROGRAM, "key.quit", NULL},
    {"<C-l>", "repaint", GROUP_PROGRAM, "key.repaint", NULL},
    {"<C-z>", "suspend", GROUP_PROGRAM, "key.suspend", NULL},
    {"<C-c>", "", GROUP_PROGRAM, "key.stop", NULL},
    {"<Esc>", "", GROUP_PROGRAM, "key.escape", NULL},
    {"<F5>", "", GROUP_PROGRAM, "key.nothing", NULL},
};
const size_t binding_count = sizeof binding_table / sizeof *binding_table;

static bool binds(const Binding *binding, int key) {
    const char *at = binding->keys;
    int one;
    while (key_parse(&at, &one, NULL))
        if (one == key)
            return true;
    return false;
}

static const Binding *find_binding(int key) {
    for (size_t i = 0; i < binding_count; i++)
        if (binds(&binding_table[i], key))
            return &binding_table[i];
    return NULL;
}

const char *binding_pattern(int key) {
    const Binding *binding = find_binding(key);
    return binding ? binding->action : "";
}

bool binding_action(const Session *session, int key, Words *words) {
    const Binding *binding = find_binding(key);
    Words pattern;
    *words = (Words){0};
    if (!binding)
        return false;
    if (binding->instead && binding->instead(session, binding, words))
        return true;
    words_split(&pattern, binding->action, NULL);
    bool fine = true;
    for (size_t i = 0; fine && i < pattern.count; i++) {
        Text filled = {0};
        const char *word = fill_word(session, pattern.word[i], key, &filled);
        fine = word != NULL;
        if (fine)
            words_add(words, word);
        text_release(&filled);
    }
    words_release(&pattern);
    if (!fine)
        words_release(words);
    return fine;
}
