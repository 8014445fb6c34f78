/* Actions that change the rule: set, toggle, cycle and the two swaps change options of
 * one layer or of all; allow, forbid, flip and clear-mask force cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
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

/* ---- keys without an effect that shows ---- */

/* Whoever chooses a value of the option that is compared has chosen a lane, and leaves
 * the others. */
static bool take_lane(Session *session, const Words *words) {
    const OptionSpec *option = session->compared.option;
    if (!option || strcmp(words->word[0], "set") != 0 ||
        strcmp(words->word[1], option->name) != 0)
        return false;
    int lang = session->look.lang;
    Text taken = {0};
    text_format(&taken, "%s %s",
                message_or(lang, option->name, "switch.%s", option->name),
                value_word(lang, option->name, words->word[2]));
    compared_release(&session->compared);
    notice_tell(session, "notice.taken", text_string(&taken));
    text_release(&taken);
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

static bool parse_cells(const Session *session, const Words *words, Force *cells,
                        Error *error) {
    most_positions(session, &cells->queries, &cells->keys);
    return parse_side(session, words->word[1], "query", &cells->query, &cells->queries,
                      error) &&
           parse_side(session, words->word[2], "key", &cells->key, &cells->keys, error);
}

/* Replaces the forced cells of the shown layer, and takes them. Where cells of one query
 * are new, the rows of the others are kept. */
static void change_forces(Session *session, const Force *cells, Forces forces) {
    size_t at = session->look.layer;
    Sheet *before = sheet_share(session->now);
    Layer *layer = &sheet_write(&session->now)->model.layers[at];
    forces_release(&layer->forces);
    layer->forces = forces;
    if (cells->queries == cells->query + 1)
        sheet_inherit(session->now, before, at, cells->query);
    sheet_release(before);
}

bool force_apply(Session *session, const Words *words, Error *error) {
    const Forces *old = &session->now->model.layers[session->look.layer].forces;
    Force cells = {.state =
                       strcmp(words->word[0], "allow") == 0 ? FORCE_OPEN : FORCE_SHUT};
    if (!parse_cells(session, words, &cells, error))
        return false;
    session->unchanged = forces_are(old, cells);
    if (session->unchanged)
        return true;
    Forces forces = forces_copy(old);
    forces_set(&forces, cells);
    change_forces(session, &cells, forces);
    return true;
}

/* The state that is the opposite of the one a cell shows; none where the rule gives it. */
static ForceState flipped(unsigned char now, unsigned char rule) {
    bool wanted = !reason_visible((Reason)now);
    return wanted == reason_visible((Reason)rule) ? FORCE_NONE
           : wanted                               ? FORCE_OPEN
                                                  : FORCE_SHUT;
}

/* Appends the runs of a query in which the cells are flipped. reason: room for three rows. */
static void flip_row(const Session *session, const Force *cells, size_t query,
                     unsigned char *reason, Forces *to) {
    const Model *model = &session->now->model;
    Place place = session_place(session);
    const Forces *from = &model->layers[place.layer].forces;
    RuleInput in = rule_input(model, place, query);
    unsigned char *now = reason, *rule = reason + cells->keys;
    signed char *lines = (signed char *)(rule + cells->keys);
    if (cells->keys == cells->key + 1) {
        now[cells->key] = (unsigned char)visibility(model, place, query, cells->key);
        rule[cells->key] =
            (unsigned char)visibility_rule(model, place, query, cells->key);
    } else {
        visibility_row(&in, cells->keys, now);
        visibility_rule_row(&in, cells->keys, rule);
    }
    size_t i = forces_first(from, query);
    for (; i < from->runs && from->run[i].query == query && from->run[i].key < cells->key;
         i++)
        forces_append(to, (Force){query, query + 1, from->run[i].key,
                                  min_size(from->run[i].keys, cells->key),
                                  from->run[i].state});
    forces_lines(from, query, cells->key, cells->keys, lines);
    for (size_t key = cells->key, end; key < cells->keys; key = end) {
        ForceState state = flipped(now[key], rule[key]);
        end = key + 1;
        if (state == lines[key])
            continue;
        while (end < cells->keys && lines[end] != state &&
               flipped(now[end], rule[end]) == state)
            end++;
        forces_append(to, (Force){query, query + 1, key, end, state});
    }
    for (i = forces_first(from, query); i < from->runs && from->run[i].query == query;
         i++)
        forces_append(to,
                      (Force){query, query + 1, max_size(from->run[i].key, cells->keys),
                              from->run[i].keys, from->run[i].state});
}

bool flip_apply(Session *session, const Words *words, Error *error) {
    const Record *record = &session->now->model.records[session->look.record];
    const Forces *old = &session->now->model.layers[session->look.layer].forces;
    Force cells;
    if (!parse_cells(session, words, &cells, error))
        return false;
    cells.queries = min_size(cells.queries, record->queries);
    cells.keys = min_size(cells.keys, record->keys);
    Forces forces = forces_copy(&(Forces){.line = old->line, .lines = old->lines});
    unsigned char *reason = memory_new(cells.keys, 3);
    size_t first = forces_first(old, cells.query),
           last = forces_first(old, cells.queries);
    bool whole = true;
    for (size_t i = 0; i < first; i++)
        forces_append(&forces, old->run[i]);
    for (size_t i = cells.query; whole && i < cells.queries; i++) {
        flip_row(session, &cells, i, reason, &forces);
        whole = session_busy(session, i - cells.query, cells.queries - cells.query);
    }
    for (size_t i = last; i < old->runs; i++)
        forces_append(&forces, old->run[i]);
    free(reason);
    if (whole)
        change_forces(session, &cells, forces);
    else
        forces_release(&forces);
    return whole || error_set(error, "%s: stopped; nothing was changed", "flip");
}

void clear_mask_apply(Session *session) {
    const Layer *layer = &session->now->model.layers[session->look.layer];
    session->unchanged = !forces_any(&layer->forces);
    if (!session->unchanged)
        forces_release(
            &sheet_write(&session->now)->model.layers[session->look.layer].forces);
}
