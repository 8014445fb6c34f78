/* Checks that the parts of a draft fit together, once for each record:
 *
 *   1. sources: no array has two, and none lacks its other half (tables of part sets)
 *   2. lengths: the first row that tells Tq or Tk is compared with all others
 *   3. widths:  C -> d and dv -> columns of y -> the next layer's C -> candidates
 *
 * An error names the line of the row that does not fit, and the row it should fit. */
#include "scene/draft.h"

#include <stdio.h>
#include <string.h>

/* Record parts and layer parts in one range, and sets of them. */
enum {
    WQ = RECORD_PARTS + PART_WQ,
    WK = RECORD_PARTS + PART_WK,
    WV = RECORD_PARTS + PART_WV,
    WO = RECORD_PARTS + PART_WO,
    PARTS = RECORD_PARTS + LAYER_PARTS
};

#define SET(part) (1u << (part))

/* The parts that one layer of one record reads. */
typedef struct Fit {
    Draft *draft;
    RecordDraft *record;
    LayerDraft *layer;
    size_t number; /* of the layer, from 1 */
    const Definitions *part[PARTS];
    unsigned present; /* set of parts */
} Fit;

static const Definitions none;

/* The part of a record for a layer. A layer without a mask or bias of its own gets those
 * of the first layer. */
static const Definitions *given_to(const RecordDraft *record, size_t layer, size_t part) {
    if (layer < record->layer_count && record->layers[layer].part[part].count)
        return &record->layers[layer].part[part];
    bool all_layers = part == PART_MASK || part == PART_BIAS;
    return all_layers ? &record->layers[0].part[part] : &none;
}

static Fit fit_layer(Draft *draft, RecordDraft *record, size_t index) {
    Fit fit = {.draft = draft,
               .record = record,
               .layer = &draft->layers[index],
               .number = index + 1};
    for (size_t p = 0; p < PARTS; p++) {
        const Definitions *given = p >= RECORD_PARTS ? &fit.layer->part[p - RECORD_PARTS]
                                                     : given_to(record, index, p);
        fit.part[p] = given;
        fit.present |= given->count ? SET(p) : 0;
    }
    return fit;
}

static int line_of_part(const Fit *fit, size_t part) {
    return fit->part[part]->items[0].line;
}

/* The line of a layer's row, or else of the highest layer's row, which implies it. */
static int line_of_layer(const Draft *draft, size_t index) {
    int line = draft->layers[index].line;
    return line ? line : draft->layers[draft->layer_count - 1].line;
}

/* ---- 1. sources ---- */

static bool check_conflicts(const Fit *fit) {
    static const size_t pairs[][2] = {
        {PART_Q, WQ},           {PART_K, WK},
        {PART_V, WV},           {PART_WEIGHTS, PART_SCORES},
        {PART_SCORES, PART_Q},  {PART_SCORES, PART_K},
        {PART_SCORES, WQ},      {PART_SCORES, WK},
        {PART_WEIGHTS, PART_Q}, {PART_WEIGHTS, PART_K},
        {PART_WEIGHTS, WQ},     {PART_WEIGHTS, WK},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t a = pairs[i][0], b = pairs[i][1];
        if (!(fit->present & SET(a)) || !(fit->present & SET(b)))
            continue;
        if (line_of_part(fit, a) < line_of_part(fit, b)) {
            a = pairs[i][1];
            b = pairs[i][0];
        }
        return fault(
            fit->draft, line_of_part(fit, a),
            "two sources for one array: %s here, %s{ on line %d}, expected one of them",
            part_names[a], part_names[b], seen_line(fit->draft, line_of_part(fit, b)));
    }
    return true;
}

typedef struct Need {
    unsigned given, needed; /* with any of given, one of needed must be present */
    const char *sentence;
} Need;

/* The first part of a set that is present. */
static size_t first_of(const Fit *fit, unsigned set) {
    size_t part = 0;
    while (!(fit->present & set & SET(part)))
        part++;
    return part;
}

static bool check_needs(const Fit *fit, const Need *needs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!(fit->present & needs[i].given) || (fit->present & needs[i].needed))
            continue;
        return fault(fit->draft, line_of_part(fit, first_of(fit, needs[i].given)), "%s",
                     needs[i].sentence);
    }
    return true;
}

/* Checks the first layer, or another one that arrays feed. */
static bool check_fed_sources(const Fit *fit) {
    static const Need needs[] = {
        {SET(WQ), SET(PART_X), "wq without x, expected both: q = x·wq"},
        {SET(WK), SET(PART_X), "wk without x, expected both: k = x·wk"},
        {SET(WV), SET(PART_X), "wv without x, expected both: v = x·wv"},
        {SET(PART_Q), SET(PART_K) | SET(WK),
         "q without k, expected both (or wk): scores = q·k"},
        {SET(WQ), SET(PART_K) | SET(WK),
         "wq without wk, expected both (or k): scores = q·k"},
        {SET(PART_K), SET(PART_Q) | SET(WQ),
         "k without q, expected both (or wq): scores = q·k"},
        {SET(WK), SET(PART_Q) | SET(WQ),
         "wk without wq, expected both (or q): scores = q·k"},
        {SET(PART_X), SET(WQ) | SET(PART_Q) | SET(PART_SCORES) | SET(PART_WEIGHTS),
         "x without wq and wk, expected them, or q and k, or scores, or weights"},
        {SET(WO), SET(PART_V) | SET(WV), "wo without v, expected v, or x and wv"},
    };
    return check_conflicts(fit) && check_needs(fit, needs, sizeof needs / sizeof *needs);
}

static bool check_first_sources(const Fit *fit) {
    const unsigned starts =
        SET(PART_X) | SET(PART_Q) | SET(PART_K) | SET(PART_SCORES) | SET(PART_WEIGHTS);
    RecordDraft *record = fit->record;
    if (!(fit->present & starts) && !(fit->present & (SET(WQ) | SET(WK) | SET(WV))) &&
        !record->list[LIST_TOKENS].line)
        return fault(
            fit->draft, record->line ? record->line : 1,
            "nothing to compute from, expected tokens, x, q and k, scores or weights");
    return check_fed_sources(fit);
}

/* Whether arrays feed a layer after the first, so that it reads no other layer's y. */
static bool is_fed(const Fit *fit) {
    return fit->present & (SET(PART_Q) | SET(PART_K) | SET(PART_V) | SET(PART_SCORES) |
                           SET(PART_WEIGHTS));
}

static bool check_later_sources(const Fit *fit) {
    static const Need needs[] = {
        {SET(WQ), SET(WK), "wq without wk, expected both or neither (scores are 0 then)"},
        {SET(WK), SET(WQ), "wk without wq, expected both or neither (scores are 0 then)"},
    };
    if (is_fed(fit))
        return check_fed_sources(fit);
    if (fit->record->queries != fit->record->keys)
        return fault(
            fit->draft, line_of_layer(fit->draft, fit->number - 1),
            "%zu layers over %zu queries and %zu keys, expected as many keys: a layer "
            "reads the one before",
            fit->draft->layer_count, fit->record->queries, fit->record->keys);
    if (!(fit->present & SET(WV)))
        return fault(
            fit->draft, line_of_layer(fit->draft, fit->number - 1),
            "layer %zu has no wv, expected it: v = x·wv, where x is y of layer %zu",
            fit->number, fit->number - 1);
    return check_needs(fit, needs, sizeof needs / sizeof *needs);
}

/* Checks the heads of a part: a suffix names one of them, and `all` must be there if
 * there is no matrix for all heads. */
static bool check_heads(const Fit *fit, size_t part, size_t heads, bool all) {
    const Definitions *given = fit->part[part];
    char title[24];
    for (size_t i = 0; i < given->count; i++) {
        if (given->items[i].head <= heads)
            continue;
        part_title(title, part_names[part], given->items[i].head);
        return fault(
            fit->draft, given->items[i].line,
            "%s is out of range: layer %zu has %zu such head%s, expected %s.1..%zu",
            title, fit->number, heads, heads == 1 ? "" : "s", part_names[part], heads);
    }
    if (!all || given->count == 0 || definition_of(given, 0))
        return true;
    for (size_t h = 1; h <= heads; h++)
        if (!definition_of(given, h))
            return fault(fit->draft, given->items[0].line,
                         "%s.%zu is missing, expected it or %s for all heads",
                         part_names[part], h, part_names[part]);
    return true;
}

static size_t most_heads(const Draft *draft) {
    size_t most = 1;
    for (size_t l = 0; l < draft->layer_count; l++)
        most = draft->layers[l].heads > most ? draft->layers[l].heads : most;
    return most;
}

static bool check_all_heads(const Fit *fit) {
    size_t heads = fit->layer->heads, kv_heads = fit->layer->kv_heads;
    size_t most = most_heads(fit->draft);
    const size_t ranges[PARTS] = {
        [PART_X] = 1,        [PART_Q] = heads,      [PART_K] = kv_heads,
        [PART_V] = kv_heads, [PART_SCORES] = heads, [PART_WEIGHTS] = heads,
        [PART_MASK] = most,  [PART_BIAS] = most,    [WQ] = heads,
        [WK] = kv_heads,     [WV] = kv_heads,       [WO] = 1,
    };
    for (size_t p = 0; p < PARTS; p++)
        if (!check_heads(fit, p, ranges[p], p != PART_MASK && p != PART_BIAS))
            return false;
    return true;
}

/* ---- 2. lengths ---- */

typedef enum AxisKind { AXIS_LIST, AXIS_ROWS, AXIS_COLUMNS } AxisKind;

/* A list or an axis of a part that has an entry for each key or each query. */
typedef struct Axis {
    AxisKind kind;
    size_t of; /* a ListKind or a part */
} Axis;

/* A length, and the row that told it. */
typedef struct Length {
    const char *noun;
    size_t count; /* 0: not told yet */
    char by[24];
    int line;
} Length;

static bool length_meets(const Fit *fit, Length *length, const char *title,
                         const char *unit, size_t count, int line) {
    if (length->count == 0) {
        length->count = count;
        snprintf(length->by, sizeof length->by, "%s", title);
        length->line = line;
    }
    if (count == length->count)
        return true;
    return fault(fit->draft, line,
                 "%s has %zu %s%s, expected %zu: one a %s, like %s{ on line %d}", title,
                 count, unit, count == 1 ? "" : "s", length->count, length->noun,
                 length->by, seen_line(fit->draft, length->line));
}

static bool measure_axis(const Fit *fit, Length *length, const Axis *axis) {
    if (axis->kind == AXIS_LIST) {
        const List *list = &fit->record->list[axis->of];
        return !list->line || length_meets(fit, length, list->name, "value",
                                           list->words.count, list->line);
    }
    const Definitions *given = fit->part[axis->of];
    for (size_t i = 0; i < given->count; i++) {
        const Definition *item = &given->items[i];
        bool rows = axis->kind == AXIS_ROWS;
        char title[24];
        if (rows && item->one_row)
            continue;
        part_title(title, part_names[axis->of], item->head);
        if (!length_meets(fit, length, title, rows ? "row" : "column",
                          rows ? item->matrix.rows : item->matrix.cols, item->line))
            return false;
    }
    return true;
}

/* Measures an axis of keys or queries. x has a row for each key if k or v come from it,
 * and for each query if q does (`of_x`). */
static bool measure(const Fit *fit, Length *length, const Axis *axes, size_t count,
                    bool of_x) {
    static const Axis rows_of_x = {AXIS_ROWS, PART_X};
    if (!measure_axis(fit, length, &axes[0]) ||
        (of_x && !measure_axis(fit, length, &rows_of_x)))
        return false;
    for (size_t i = 1; i < count; i++)
        if (!measure_axis(fit, length, &axes[i]))
            return false;
    return true;
}

static bool check_segments(const Fit *fit) {
    const List *keys = &fit->record->list[LIST_SEGMENTS];
    const List *queries = &fit->record->list[LIST_QUERY_SEGMENTS];
    if (queries->line && !keys->line)
        return fault(fit->draft, queries->line,
                     "query-segments without segments, expected both");
    if (keys->line && !queries->line && fit->record->queries > fit->record->keys)
        return fault(
            fit->draft, keys->line,
            "segments for %zu keys but more queries (%zu), expected query-segments, too",
            fit->record->keys, fit->record->queries);
    return true;
}

static bool check_lengths(const Fit *fit) {
    static const Axis key_axes[] = {
        {AXIS_LIST, LIST_TOKENS},    {AXIS_ROWS, PART_K},
        {AXIS_COLUMNS, PART_SCORES}, {AXIS_COLUMNS, PART_WEIGHTS},
        {AXIS_ROWS, PART_V},         {AXIS_COLUMNS, PART_MASK},
        {AXIS_COLUMNS, PART_BIAS},   {AXIS_LIST, LIST_PADDING},
        {AXIS_LIST, LIST_SEGMENTS},
    };
    static const Axis query_axes[] = {
        {AXIS_LIST, LIST_QUERY_TOKENS},  {AXIS_ROWS, PART_Q},
        {AXIS_ROWS, PART_SCORES},        {AXIS_ROWS, PART_WEIGHTS},
        {AXIS_ROWS, PART_MASK},          {AXIS_ROWS, PART_BIAS},
        {AXIS_LIST, LIST_QUERY_PADDING}, {AXIS_LIST, LIST_QUERY_SEGMENTS},
    };
    RecordDraft *record = fit->record;
    Length keys = {.noun = "key"}, queries = {.noun = "query"};
    bool keys_of_x = fit->present & (SET(WK) | SET(WV));
    bool queries_of_x = (fit->present & SET(WQ)) || !keys_of_x;
    if (!measure(fit, &keys, key_axes, sizeof key_axes / sizeof *key_axes, keys_of_x) ||
        !measure(fit, &queries, query_axes, sizeof query_axes / sizeof *query_axes,
                 queries_of_x))
        return false;
    record->keys = keys.count ? keys.count : queries.count;
    record->queries = queries.count ? queries.count : record->keys;
    const List *targets = &record->list[LIST_TARGETS];
    if (targets->words.count > record->queries)
        return fault(fit->draft, targets->line,
                     "targets has %zu values, expected at most %zu: one a query",
                     targets->words.count, record->queries);
    return check_segments(fit);
}

/* ---- 3. widths ---- */

/* The width of a head, and the row that told it. */
typedef struct Width {
    size_t value;
    char by[24];
    int line;
} Width;

static bool width_meets(const Fit *fit, Width *width, size_t part, size_t heads) {
    const Definitions *given = fit->part[part];
    for (size_t i = 0; i < given->count; i++) {
        const Definition *item = &given->items[i];
        size_t parts = item->head ? 1 : heads, columns = item->matrix.cols;
        char title[24];
        part_title(title, part_names[part], item->head);
        if (columns % parts != 0)
            return fault(fit->draft, item->line,
                         "%s has %zu columns, expected a multiple of its %zu heads",
                         title, columns, parts);
        if (width->value && columns != parts * width->value)
            return fault(
                fit->draft, item->line,
                "%s has %zu column%s, expected %zu: %zu head%s of width %zu, like %s{ on "
                "line %d}",
                title, columns, columns == 1 ? "" : "s", parts * width->value, parts,
                parts == 1 ? "" : "s", width->value, width->by,
                seen_line(fit->draft, width->line));
        width->value = columns / parts;
        memcpy(width->by, title, sizeof title);
        width->line = item->line;
    }
    return true;
}

/* wq, wk and wv have a row for each of x's columns. */
static bool check_inputs(const Fit *fit, size_t columns) {
    static const size_t parts[] = {WQ, WK, WV};
    for (size_t p = 0; p < 3; p++) {
        const Definitions *given = fit->part[parts[p]];
        for (size_t i = 0; i < given->count; i++) {
            const Definition *item = &given->items[i];
            char title[24];
            if (item->matrix.rows == columns)
                continue;
            part_title(title, part_names[parts[p]], item->head);
            return fault(fit->draft, item->line,
                         "%s has %zu row%s, expected %zu: one for each column of %s{ of "
                         "layer %zu}",
                         title, item->matrix.rows, item->matrix.rows == 1 ? "" : "s",
                         columns, fit->number > 1 ? "y" : "x", fit->number - 1);
        }
    }
    return true;
}

/* Checks a layer that reads an x of *columns, and sets those of its y; 0: no y. */
static bool check_widths(const Fit *fit, size_t *columns) {
    size_t heads = fit->layer->heads, kv_heads = fit->layer->kv_heads;
    Width key = {0}, value = {0};
    if (!check_inputs(fit, *columns) || !width_meets(fit, &key, PART_Q, heads) ||
        !width_meets(fit, &key, WQ, heads) || !width_meets(fit, &key, PART_K, kv_heads) ||
        !width_meets(fit, &key, WK, kv_heads) ||
        !width_meets(fit, &value, PART_V, kv_heads) ||
        !width_meets(fit, &value, WV, kv_heads))
        return false;
    *columns = heads * value.value;
    if (!(fit->present & SET(WO)))
        return true;
    const Definition *wo = &fit->part[WO]->items[0];
    if (wo->matrix.rows != *columns)
        return fault(
            fit->draft, wo->line,
            "wo has %zu row%s, expected %zu: %zu head%s of width %zu, like %s{ on line "
            "%d}",
            wo->matrix.rows, wo->matrix.rows == 1 ? "" : "s", *columns, heads,
            heads == 1 ? "" : "s", value.value, value.by,
            seen_line(fit->draft, value.line));
    *columns = wo->matrix.cols;
    return true;
}

static bool check_record(Draft *draft, RecordDraft *record) {
    const Definitions *x = &record->layers[0].part[PART_X];
    size_t columns = x->count ? x->items[0].matrix.cols : 0;
    for (size_t l = 0; l < draft->layer_count; l++) {
        Fit fit = fit_layer(draft, record, l);
        if (l > 0 && columns == 0 && !is_fed(&fit))
            return fault(
                draft, line_of_layer(draft, l),
                "layer %zu reads y of layer %zu, which has none, expected v, or x and wv",
                l + 1, l);
        if (!(l == 0 ? check_first_sources(&fit) : check_later_sources(&fit)) ||
            !check_all_heads(&fit) || (l == 0 && !check_lengths(&fit)) ||
            !check_widths(&fit, &columns))
            return false;
    }
    const List *candidates = &draft->candidates;
    if (candidates->line && columns == 0)
        return fault(draft, candidates->line,
                     "candidates without v, expected v, or x and wv");
    if (candidates->line && columns != candidates->words.count)
        return fault(draft, candidates->line,
                     "candidates has %zu name%s, expected %zu: one for each column of y",
                     candidates->words.count, candidates->words.count == 1 ? "" : "s",
                     columns);
    return true;
}

bool draft_check(Draft *draft) {
    if (draft->once[ONCE_LOSS] && !draft->candidates.line)
        return fault(draft, draft->once[ONCE_LOSS],
                     "loss without candidates, expected both");
    for (size_t r = 0; r < draft->record_count; r++)
        if (!check_record(draft, &draft->records[r]))
            return false;
    return true;
}
