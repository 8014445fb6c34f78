/* Names the differences from the step as written. */
#include <string.h>

#include "session/internal.h"

enum { NAMED_MOST = 4, CELLS_MOST = 1 << 16 /* more are taken for changed */ };

/* A list of words that is being made; words NULL: they are only counted. */
typedef struct Naming {
    int lang;
    size_t count;
    Text *words;
} Naming;

static void add_name(Naming *naming, const char *name, const char *value) {
    size_t count = naming->count++;
    if (!naming->words || count > NAMED_MOST)
        return;
    if (count == NAMED_MOST) {
        text_append(naming->words, " …");
        return;
    }
    text_append(naming->words, count == 0 ? "" : naming->lang == LANG_ZH ? "、" : ", ");
    text_format(naming->words, *value ? "%s %s" : "%s%s", name, value);
}

/* ---- the rule ---- */

static void name_option(const OptionSpec *spec, const Model *then, const Model *now,
                        Naming *naming) {
    char value[OPTION_BYTES];
    size_t l = 0;
    while (l < now->layer_count &&
           option_same(spec, &then->layers[l].options, &now->layers[l].options))
        l++;
    if (l == now->layer_count)
        return;
    option_write(spec, &now->layers[l].options, value, sizeof value);
    add_name(naming, message_or(naming->lang, spec->name, "switch.%s", spec->name),
             value_word(naming->lang, spec->name, value));
}

static bool same_edits(const CellEdits *a, const CellEdits *b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->edit, b->edit, a->count * sizeof *a->edit) == 0);
}

static void name_mask(const Model *then, const Model *now, Naming *naming) {
    bool same = true;
    for (size_t l = 0; l < now->layer_count; l++)
        same = same && forces_same(&then->layers[l].forces, &now->layers[l].forces);
    if (!same)
        add_name(naming, message(naming->lang, "changes.mask"), "");
}

/* ---- numbers ---- */

static bool same_matrix(const Matrix *a, const Matrix *b) {
    bool same = matrix_same_store(a, b) || (!matrix_present(a) && !matrix_present(b));
    if (same || a->rows != b->rows || a->cols != b->cols ||
        a->rows * a->cols > CELLS_MOST)
        return same;
    for (size_t i = 0; i < a->rows * a->cols; i++)
        if (!same_bits(matrix_at(a, i / a->cols, i % a->cols),
                       matrix_at(b, i / a->cols, i % a->cols)))
            return false;
    return true;
}

static bool same_at(const Model *then, const Model *now, GridId grid, Place place) {
    const GridSpec *spec = &grid_table[grid];
    if (spec->input == GRID_OF_LAYER)
        return same_matrix(
            part_of(&then->layers[place.layer].part[spec->part], place.head),
            part_of(&now->layers[place.layer].part[spec->part], place.head));
    return same_matrix(given_matrix(then, place, (RecordPart)spec->part),
                       given_matrix(now, place, (RecordPart)spec->part));
}

static bool same_numbers(const Model *then, const Model *now, GridId grid) {
    Place place = {0};
    for (; place.record < now->record_count; place.record++) {
        if (grid == GRID_SCORES && !same_edits(&then->records[place.record].scores,
                                               &now->records[place.record].scores))
            return false;
        for (place.layer = 0; place.layer < now->layer_count; place.layer++) {
            size_t heads = now->layers[place.layer].heads;
            for (place.head = 0; place.head < heads; place.head++)
                if (!same_at(then, now, grid, place))
                    return false;
        }
    }
    return true;
}

/* ---- labels, targets and segments, position by position ---- */

static bool same_bytes(const void *a, const void *b, size_t bytes) {
    return a == b || (a && b && memcmp(a, b, bytes) == 0);
}

/* Where no candidate has their names, the model does not tell targets apart. */
static bool same_targets(const Sheet *a, const Sheet *b, size_t record) {
    for (size_t i = 0; i < b->model.records[record].queries; i++)
        if (strcmp(a->targets[record][i], b->targets[record][i]) != 0)
            return false;
    return true;
}

static void name_lists(const Sheet *then, const Sheet *now, Naming *naming) {
    bool padding = true, segments = true, targets = true;
    for (size_t r = 0; r < now->model.record_count; r++) {
        const Record *a = &then->model.records[r], *b = &now->model.records[r];
        padding = padding && same_bytes(a->padding, b->padding, b->keys);
        segments = segments &&
                   same_bytes(a->segments, b->segments, b->keys * sizeof *b->segments);
        targets =
            targets && (then->targets == now->targets || same_targets(then, now, r));
    }
    if (!padding)
        add_name(naming, message(naming->lang, "changes.padding"), "");
    if (!segments)
        add_name(naming, message(naming->lang, "switch.segments"), "");
    if (!targets)
        add_name(naming, message(naming->lang, "changes.targets"), "");
}

bool session_changes(const Session *session, Text *words) {
    Naming naming = {session->look.lang, 0, words};
    if (!session->recipe.last || session->now == session->written)
        return false;
    const Model *then = &session->written->model, *now = &session->now->model;
    for (size_t i = 0; i < option_count; i++)
        name_option(&option_table[i], then, now, &naming);
    name_mask(then, now, &naming);
    for (unsigned g = 0; g < GRID_COUNT; g++)
        if (grid_table[g].input != GRID_COMPUTED && !same_numbers(then, now, (GridId)g))
            add_name(&naming, grid_title(naming.lang, (GridId)g), "");
    name_lists(session->written, session->now, &naming);
    return naming.count > 0;
}
