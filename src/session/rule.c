/* Actions that change the rule: set, toggle, cycle and the two swaps change options of
 * one layer or of all; allow, forbid, flip and clear-mask force cells. */
#include <stdio.h>
#include <string.h>

#include "session/internal.h"

static void most_positions(const Session *session, size_t *queries, size_t *keys) {
    *queries = *keys = 0;
    for (size_t r = 0; r < session->now->model.record_count; r++) {
        const Record *record = &session->now->model.records[r];
        *queries = max_size(*queries, record->queries);
        *keys = max_size(*keys, record->keys);
    }
}

/* The functions in check_table check values against the model. */
static bool check_known(const Session *session, size_t layer, const Options *options,
                        Error *error) {
    size_t queries, keys;
    (void)layer;
    most_positions(session, &queries, &keys);
    if (options->known.on && options->known.value > max_size(queries, keys))
        return error_set(error,
                         "known: %zu: expected all or 1..%zu, the positions there are",
                         options->known.value, max_size(queries, keys));
    return true;
}

static bool check_split(const Session *session, size_t layer, const Options *options,
                        Error *error) {
    if (options->split != RESHAPE_RAW)
        return true;
    Place place = {.layer = layer};
    for (; place.record < session->now->model.record_count; place.record++)
        for (int p = PART_Q; p <= PART_V; p++)
            if (part_has_own(given_part(&session->now->model, place, (RecordPart)p)))
                return error_set(error,
                                 "split: raw needs q, k and v for all heads in one;"
                                 " here some are given head by head");
    for (int p = PART_WQ; p <= PART_WV; p++)
        if (part_has_own(&session->now->model.layers[layer].part[p]))
            return error_set(error, "split: raw needs wq, wk and wv for all heads in one;"
                                    " here some are given head by head");
    return true;
}

static bool check_residual(const Session *session, size_t layer, const Options *options,
                           Error *error) {
    const Model *model = &session->now->model;
    Place place = {.layer = layer};
    for (; options->residual && place.record < model->record_count; place.record++) {
        const Record *record = &model->records[place.record];
        size_t width = model_width(model, place);
        size_t columns = model_output_width(model, place);
        if (!model_has_x(model, place) || !model_has_v(model, place))
            return error_set(error, "residual: on needs x and v");
        if (width != columns)
            return error_set(error,
                             "residual: x has %zu columns, y has %zu; expected as many",
                             width, columns);
        if (record->queries != record->keys)
            return error_set(error, "residual: on needs as many queries as keys");
    }
    return true;
}

static const struct {
    const char *option;
    bool (*check)(const Session *, size_t, const Options *, Error *);
} check_table[] = {
    {"known", check_known}, {"split", check_split}, {"residual", check_residual}};

static bool check_option(const Session *session, const OptionSpec *spec, size_t layer,
                         const Options *options, Error *error) {
    for (size_t i = 0; i < sizeof check_table / sizeof *check_table; i++)
        if (strcmp(check_table[i].option, spec->name) == 0)
            return check_table[i].check(session, layer, options, error);
    return true;
}

/* Reads the layer that words->word[at] names; without that word, all layers are meant. */
static bool parse_layers(const Session *session, const Words *words, size_t at,
                         size_t *first, size_t *end, Error *error) {
    *first = 0;
    *end = session->now->model.layer_count;
    if (words->count <= at)
        return true;
    if (!parse_index(words->word[at], "layer", *end, first, error))
        return false;
    *end = *first + 1;
    return true;
}

/* Returns true if a layer can have that value, with the options that it then has. */
static bool try_value(const Session *session, const OptionSpec *spec, size_t layer,
                      const char *word, Options *options, Error *error) {
    *options = session->now->model.layers[layer].options;
    return option_parse(spec, options, word, error) &&
           check_option(session, spec, layer, options, error);
}

/* Checks all layers before it writes the first one. */
static bool set_layers(Session *session, const OptionSpec *spec, const char *word,
                       size_t first, size_t end, Error *error) {
    bool same = true;
    for (size_t l = first; l < end; l++) {
        Options options;
        if (!try_value(session, spec, l, word, &options, error))
            return false;
        same =
            same && option_same(spec, &session->now->model.layers[l].options, &options);
    }
    session->unchanged = same;
    if (same)
        return true;
    Sheet *sheet = sheet_write(&session->now);
    for (size_t l = first; l < end; l++)
        option_parse(spec, &sheet->model.layers[l].options, word, NULL);
    return true;
}

static const OptionSpec *find_option(const char *name, Error *error) {
    const OptionSpec *spec = option_find(name);
    if (spec)
        return spec;
    Text names = {0};
    for (size_t i = 0; i < option_count; i++)
        text_format(&names, " %s", option_table[i].name);
    error_set(error, "no such option \"%s\"; expected one of:%s", name,
              text_string(&names));
    text_release(&names);
    return NULL;
}

bool set_apply(Session *session, const Words *words, Error *error) {
    size_t first, end;
    const OptionSpec *spec = find_option(words->word[1], error);
    return spec && parse_layers(session, words, 3, &first, &end, error) &&
           set_layers(session, spec, words->word[2], first, end, error);
}

static const OptionSpec *find_listed(const char *name, Error *error) {
    const OptionSpec *spec = find_option(name, error);
    if (!spec || option_is_listed(spec))
        return spec;
    error_set(error, "%s has no list of values to walk; expected set %s %s", name, name,
              spec->arguments);
    return NULL;
}

bool toggle_apply(Session *session, const Words *words, Error *error) {
    size_t first, end;
    const OptionSpec *spec = find_listed(words->word[1], error);
    if (!spec || !parse_layers(session, words, 2, &first, &end, error))
        return false;
    size_t shown = words->count > 2 ? first : session->look.layer;
    int present = option_choice(spec, &session->now->model.layers[shown].options);
    return set_layers(session, spec, spec->values[present == 0], first, end, error);
}

bool cycle_apply(Session *session, const Words *words, Error *error) {
    bool back = words->count > 2;
    const OptionSpec *spec = find_listed(words->word[1], error);
    if (!spec)
        return false;
    if (back && strcmp(words->word[2], "back") != 0)
        return error_set(error, "cycle: %s: expected back or nothing", words->word[2]);
    int count = (int)option_values(spec);
    int present = option_choice(spec, session_options(session));
    int next = present < 0 ? 0 : (present + (back ? count - 1 : 1)) % count;
    return set_layers(session, spec, spec->values[next], 0,
                      session->now->model.layer_count, error);
}

/* ---- swaps, in the shown layer ---- */

bool swap_apply(Session *session, const Words *words, Error *error) {
    bool of_wo = strcmp(words->word[0], "swap-wo") == 0;
    size_t a, b, heads = session->now->model.layers[session->look.layer].heads;
    if (!parse_index(words->word[1], "place in the order", heads, &a, error) ||
        !parse_index(words->word[2], "place in the order", heads, &b, error))
        return false;
    session->unchanged = a == b;
    if (a == b)
        return true;
    Layer *layer = &sheet_write(&session->now)->model.layers[session->look.layer];
    Permutation *order = of_wo ? &layer->options.wo_order : &layer->options.head_order;
    unsigned short entry = order->entry[a];
    order->entry[a] = order->entry[b];
    order->entry[b] = entry;
    return true;
}

/* ---- what nothing on the screen shows ---- */

/* Whoever chooses a value of the option that is compared has chosen a lane, and leaves
 * the others. */
static bool take_lane(Session *session, const Words *words) {
    const OptionSpec *option = session->compared.option;
    if (!option || strcmp(words->word[0], "set") != 0 ||
        strcmp(words->word[1], option->name) != 0)
        return false;
    compared_release(&session->compared);
    notice_tell(session, "notice.taken", words->word[2]);
    return true;
}

static bool has_padding(const Model *model) {
    for (size_t r = 0; r < model->record_count; r++)
        for (size_t i = 0; model->records[r].padding && i < model->records[r].keys; i++)
            if (model->records[r].padding[i])
                return true;
    return false;
}

/* Returns the message that tells why an option changes no number here. */
static const char *no_effect(const Session *session, const char *option) {
    bool padding = strncmp(option, "pad-", 4) == 0 || strcmp(option, "loss-mask") == 0;
    if (padding && !has_padding(&session->now->model))
        return "notice.no-padding";
    return strcmp(option, "empty-row") == 0 ? "notice.no-empty-row" : "notice.no-effect";
}

void rule_tell(Session *session, const Words *words) {
    bool swaps = strncmp(words->word[0], "swap-", 5) == 0;
    if (take_lane(session, words))
        return;
    bool known = strcmp(words->word[1], "known") == 0;
    if (session->unchanged)
        notice_tell(session,
                    swaps   ? "notice.one-head"
                    : known ? "notice.end.known"
                            : "notice.same-value",
                    "");
    else if (!change_shows(session))
        notice_tell(session, no_effect(session, words->word[1]), "");
}

/* ---- forced cells of `visible` in the shown layer, for all heads and records ---- */

/* A rectangle of cells: one cell, a row, a column, or all of them. */
typedef struct Cells {
    size_t query, queries, key, keys; /* the first, and the one past the last */
} Cells;

/* Reads a number, or * for all of *end. */
static bool parse_side(const Session *session, const char *word, const char *what,
                       size_t *first, size_t *end, Error *error) {
    *first = 0;
    if (strcmp(word, "*") == 0)
        return true;
    if (!parse_position(session, word, what, *end, first, error))
        return false;
    *end = *first + 1;
    return true;
}

static bool parse_cells(const Session *session, const Words *words, Cells *cells,
                        Error *error) {
    most_positions(session, &cells->queries, &cells->keys);
    return parse_side(session, words->word[1], "query", &cells->query, &cells->queries,
                      error) &&
           parse_side(session, words->word[2], "key", &cells->key, &cells->keys, error);
}

static bool all_forced(const Layer *layer, const Cells *cells, int state) {
    for (size_t i = cells->query; i < cells->queries; i++)
        for (size_t j = cells->key; j < cells->keys; j++)
            if (layer_forced(layer, i, j) != state)
                return false;
    return true;
}

/* Keeps the rows of other queries where the cells are of one query. Releases before. */
static void keep_other_rows(Session *session, Sheet *before, const Cells *cells) {
    if (cells->queries == cells->query + 1)
        sheet_inherit(session->now, before, session->look.layer, cells->query);
    sheet_release(before);
}

bool force_apply(Session *session, const Words *words, Error *error) {
    int state = strcmp(words->word[0], "allow") == 0;
    Cells cells;
    if (!parse_cells(session, words, &cells, error))
        return false;
    const Layer *old = &session->now->model.layers[session->look.layer];
    session->unchanged = all_forced(old, &cells, state);
    if (session->unchanged)
        return true;
    Sheet *before = sheet_share(session->now);
    Layer *layer = &sheet_write(&session->now)->model.layers[session->look.layer];
    for (size_t i = cells.query; i < cells.queries; i++)
        for (size_t j = cells.key; j < cells.keys; j++)
            layer_force(layer, i, j, state);
    keep_other_rows(session, before, &cells);
    return true;
}

/* Forces a cell to the opposite of its present state, or drops the forcing where the rule
 * alone gives that state. */
static void flip_cell(Session *session, size_t query, size_t key) {
    Model *model = &session->now->model;
    Place place = session_place(session);
    bool wanted = !reason_visible(visibility(model, place, query, key));
    bool rule = reason_visible(visibility_rule(model, place, query, key));
    layer_force(&model->layers[place.layer], query, key, wanted == rule ? -1 : wanted);
}

bool flip_apply(Session *session, const Words *words, Error *error) {
    Cells cells;
    const Record *record = &session->now->model.records[session->look.record];
    if (!parse_cells(session, words, &cells, error))
        return false;
    Sheet *before = sheet_share(session->now);
    sheet_write(&session->now);
    for (size_t i = cells.query; i < cells.queries && i < record->queries; i++)
        for (size_t j = cells.key; j < cells.keys && j < record->keys; j++)
            flip_cell(session, i, j);
    keep_other_rows(session, before, &cells);
    return true;
}

void clear_mask_apply(Session *session) {
    const Layer *layer = &session->now->model.layers[session->look.layer];
    session->unchanged = layer->forces.count == 0;
    if (!session->unchanged)
        sheet_write(&session->now)->model.layers[session->look.layer].forces.count = 0;
}
