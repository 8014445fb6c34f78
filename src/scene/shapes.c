/* Checks that the parts of a draft fit together, once for each record:
 *
 *   1. sources: no array has two, and none lacks its other half
 *   2. lengths: the first row that tells Tq or Tk is compared with all others
 *   3. widths:  C -> d and dv -> columns of y -> the next layer's C -> candidates
 *
 * An error names the line of the row that does not fit, and the row it should fit. */
#include "scene/draft.h"

/* A set of parts, of which it has one. */
#define SET(part) (1u << (part))

/* The parts that one layer of one record reads. */
typedef struct Fit {
    Draft *draft;
    Scope *record, *layer;
    size_t number; /* of the layer, from 1 */
    const Definitions *part[PARTS];
    unsigned present; /* set of parts */
    bool fed;         /* by arrays, and not by the y of the layer before */
} Fit;

static Fit fit_layer(Draft *draft, Scope *record, size_t number) {
    static const Definitions none;
    static const unsigned feeding =
        SET(PART_Q) | SET(PART_K) | SET(PART_V) | SET(PART_SCORES) | SET(PART_WEIGHTS);
    Scope *layer = &draft->layers.at[number];
    Fit fit = {.draft = draft, .record = record, .layer = layer, .number = number};
    for (size_t p = 0; p < PARTS; p++) {
        fit.part[p] = p >= RECORD_PARTS              ? &layer->part[p]
                      : number > record->layer_count ? &none
                                                     : &record->layers[number - 1][p];
        fit.present |= fit.part[p]->count ? SET(p) : 0;
    }
    fit.fed = number == 1 || fit.present & feeding;
    return fit;
}

/* ---- sources: part sets say which parts exclude and which need each other ---- */

static int line_of_part(const Fit *fit, size_t part) {
    return fit->part[part]->items[0].line;
}

/* The line of the layer's row, or else of the highest layer's row, which implies it. */
static int line_of_layer(const Fit *fit) {
    const Scopes *layers = &fit->draft->layers;
    return fit->layer->line ? fit->layer->line : layers->at[layers->count].line;
}

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
        return fault_on(
            fit->draft, line_of_part(fit, a),
            "two sources for one array: %s here, %s{ on line %d}, expected one of them",
            part_names[a], part_names[b], seen_line(fit->draft, line_of_part(fit, b)));
    }
    return true;
}

static bool check_needs(const Fit *fit) {
    static const struct {
        bool fed; /* of layers that are fed, or of the others */
        size_t given;
        unsigned needed; /* with the given part, one of these must be present */
        const char *sentence;
    } needs[] = {
        {true, WQ, SET(PART_X), "wq without x, expected both: q = x·wq"},
        {true, WK, SET(PART_X), "wk without x, expected both: k = x·wk"},
        {true, WV, SET(PART_X), "wv without x, expected both: v = x·wv"},
        {true, PART_Q, SET(PART_K) | SET(WK),
         "q without k, expected both (or wk): scores = q·k"},
        {true, WQ, SET(PART_K) | SET(WK),
         "wq without wk, expected both (or k): scores = q·k"},
        {true, PART_K, SET(PART_Q) | SET(WQ),
         "k without q, expected both (or wq): scores = q·k"},
        {true, WK, SET(PART_Q) | SET(WQ),
         "wk without wq, expected both (or q): scores = q·k"},
        {true, PART_X, SET(WQ) | SET(PART_Q) | SET(PART_SCORES) | SET(PART_WEIGHTS),
         "x without wq and wk, expected them, or q and k, or scores, or weights"},
        {true, WO, SET(PART_V) | SET(WV), "wo without v, expected v, or x and wv"},
        {false, WQ, SET(WK),
         "wq without wk, expected both or neither (scores are 0 then)"},
        {false, WK, SET(WQ),
         "wk without wq, expected both or neither (scores are 0 then)"},
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i].fed == fit->fed && fit->present & SET(needs[i].given) &&
            !(fit->present & needs[i].needed))
            return fault_on(fit->draft, line_of_part(fit, needs[i].given), "%s",
                            needs[i].sentence);
    return true;
}

/* Checks a layer that reads the y of the one before. */
static bool check_before(const Fit *fit) {
    if (fit->record->queries != fit->record->keys)
        return fault_on(
            fit->draft, line_of_layer(fit),
            "%zu layers over %zu queries and %zu keys, expected as many keys: a layer "
            "reads the one before",
            fit->draft->layers.count, fit->record->queries, fit->record->keys);
    if (!(fit->present & SET(WV)))
        return fault_on(
            fit->draft, line_of_layer(fit),
            "layer %zu has no wv, expected it: v = x·wv, where x is y of layer %zu",
            fit->number, fit->number - 1);
    return true;
}

static size_t heads_of(const Fit *fit, size_t part) {
    if (part == PART_X || part == WO)
        return 1;
    return part_is_kv(part) ? fit->layer->kv_heads : fit->layer->heads;
}

static size_t most_heads(const Draft *draft) {
    size_t most = 1;
    for (size_t l = 1; l <= draft->layers.count; l++)
        most = draft->layers.at[l].heads > most ? draft->layers.at[l].heads : most;
    return most;
}

/* Checks the heads of a part: a suffix names one of them, and all must be there if there
 * is no matrix for all heads. A mask or bias may be for the heads of any layer, and for
 * some of them. */
static bool check_heads(const Fit *fit, size_t part) {
    const Definitions *given = fit->part[part];
    bool of_rule = part == PART_MASK || part == PART_BIAS;
    size_t heads = of_rule ? most_heads(fit->draft) : heads_of(fit, part);
    for (size_t i = 0; i < given->count; i++) {
        if (given->items[i].head <= heads)
            continue;
        return fault_on(
            fit->draft, given->items[i].line,
            "%s is out of range: layer %zu has %zu such head%s, expected %s.1..%zu",
            given->items[i].title, fit->number, heads, heads == 1 ? "" : "s",
            part_names[part], heads);
    }
    if (of_rule || given->count == 0 || definition_of(given, 0))
        return true;
    for (size_t h = 1; h <= heads; h++)
        if (!definition_of(given, h))
            return fault_on(fit->draft, given->items[0].line,
                            "%s.%zu is missing, expected it or %s for all heads",
                            part_names[part], h, part_names[part]);
    return true;
}

/* Checks that no array has two sources, none lacks its other half, and no head is
 * missing; of a later layer after the lengths are known. */
static bool check_sources(const Fit *fit) {
    const unsigned no_start = SET(PART_V) | SET(PART_MASK) | SET(PART_BIAS) | SET(WO);
    const Scope *record = fit->record;
    if (fit->number == 1 && !(fit->present & ~no_start) &&
        !record->list[LIST_TOKENS].line)
        return fault_on(
            fit->draft, record->line ? record->line : 1,
            "nothing to compute from, expected tokens, x, q and k, scores or weights");
    if (!(fit->fed ? check_conflicts(fit) : check_before(fit)) || !check_needs(fit))
        return false;
    for (size_t p = 0; p < PARTS; p++)
        if (!check_heads(fit, p))
            return false;
    return true;
}

/* ---- lengths ---- */

/* A list or an axis of a part that has an entry for each key or each query. */
typedef struct Axis {
    enum { AXIS_NONE, AXIS_LIST, AXIS_ROWS, AXIS_COLUMNS } kind;
    size_t of; /* a ListKind or a part */
} Axis;

/* A number of keys or queries or the width of a head, and the row that told it. */
typedef struct Told {
    const char *noun; /* of a length */
    size_t count;     /* 0: not told yet */
    const char *by;
    int line;
} Told;

static bool length_meets(const Fit *fit, Told *length, const char *title,
                         const char *unit, size_t count, int line) {
    if (length->count == 0)
        *length = (Told){length->noun, count, title, line};
    if (count == length->count)
        return true;
    return fault_on(fit->draft, line,
                    "%s has %zu %s%s, expected %zu: one a %s, like %s{ on line %d}",
                    title, count, unit, count == 1 ? "" : "s", length->count,
                    length->noun, length->by, seen_line(fit->draft, length->line));
}

static bool measure_axis(const Fit *fit, Told *length, const Axis *axis) {
    if (axis->kind == AXIS_LIST) {
        const List *list = &fit->record->list[axis->of];
        return !list->line || length_meets(fit, length, list->name, "value",
                                           list->words.count, list->line);
    }
    const Definitions *given = fit->part[axis->of];
    for (size_t i = 0; axis->kind && i < given->count; i++) {
        const Definition *item = &given->items[i];
        bool rows = axis->kind == AXIS_ROWS;
        if (rows && item->one_row)
            continue;
        if (!length_meets(fit, length, item->title, rows ? "row" : "column",
                          rows ? item->matrix.rows : item->matrix.cols, item->line))
            return false;
    }
    return true;
}

static bool check_segments(const Fit *fit) {
    const List *keys = &fit->record->list[LIST_SEGMENTS];
    const List *queries = &fit->record->list[LIST_QUERY_SEGMENTS];
    if (queries->line && !keys->line)
        return fault_on(fit->draft, queries->line,
                        "query-segments without segments, expected both");
    if (keys->line && !queries->line && fit->record->queries > fit->record->keys)
        return fault_on(
            fit->draft, keys->line,
            "segments for %zu keys but more queries (%zu), expected query-segments, too",
            fit->record->keys, fit->record->queries);
    return true;
}

static bool check_lengths(const Fit *fit) {
    static const Axis axes[][2] = {
        /* of keys, of queries */
        {{AXIS_LIST, LIST_TOKENS}, {AXIS_LIST, LIST_QUERY_TOKENS}},
        {{AXIS_ROWS, PART_X}, {AXIS_ROWS, PART_X}},
        {{AXIS_NONE, 0}, {AXIS_ROWS, PART_Q}},
        {{AXIS_ROWS, PART_K}, {AXIS_NONE, 0}},
        {{AXIS_COLUMNS, PART_SCORES}, {AXIS_ROWS, PART_SCORES}},
        {{AXIS_COLUMNS, PART_WEIGHTS}, {AXIS_ROWS, PART_WEIGHTS}},
        {{AXIS_ROWS, PART_V}, {AXIS_NONE, 0}},
        {{AXIS_COLUMNS, PART_MASK}, {AXIS_ROWS, PART_MASK}},
        {{AXIS_COLUMNS, PART_BIAS}, {AXIS_ROWS, PART_BIAS}},
        {{AXIS_LIST, LIST_PADDING}, {AXIS_LIST, LIST_QUERY_PADDING}},
        {{AXIS_LIST, LIST_SEGMENTS}, {AXIS_LIST, LIST_QUERY_SEGMENTS}},
    };
    Scope *record = fit->record;
    Told told[] = {{.noun = "key"}, {.noun = "query"}};
    /* x has a row for each key if k or v come from it, and for each query if q does. */
    bool x_of_keys = fit->present & (SET(WK) | SET(WV));
    bool x_of_queries = fit->present & SET(WQ) || !x_of_keys;
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
            bool is_x = axes[i][l].kind == AXIS_ROWS && axes[i][l].of == PART_X;
            if ((!is_x || (l ? x_of_queries : x_of_keys)) &&
                !measure_axis(fit, &told[l], &axes[i][l]))
                return false;
        }
    size_t keys = told[0].count, queries = told[1].count;
    record->keys = keys ? keys : queries;
    record->queries = queries ? queries : keys;
    const List *targets = &record->list[LIST_TARGETS];
    if (targets->words.count > record->queries)
        return fault_on(fit->draft, targets->line,
                        "targets has %zu values, expected at most %zu: one a query",
                        targets->words.count, record->queries);
    return check_segments(fit);
}

/* ---- widths ---- */

static bool width_meets(const Fit *fit, Told *width, size_t part) {
    const Definitions *given = fit->part[part];
    for (size_t i = 0; i < given->count; i++) {
        const Definition *item = &given->items[i];
        size_t parts = item->head ? 1 : heads_of(fit, part), columns = item->matrix.cols;
        if (columns % parts != 0)
            return fault_on(fit->draft, item->line,
                            "%s has %zu columns, expected a multiple of its %zu heads",
                            item->title, columns, parts);
        if (width->count && columns != parts * width->count)
            return fault_on(
                fit->draft, item->line,
                "%s has %zu column%s, expected %zu: %zu head%s of width %zu, like %s{ on "
                "line %d}",
                item->title, columns, columns == 1 ? "" : "s", parts * width->count,
                parts, parts == 1 ? "" : "s", width->count, width->by,
                seen_line(fit->draft, width->line));
        *width = (Told){NULL, columns / parts, item->title, item->line};
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
            if (item->matrix.rows == columns)
                continue;
            return fault_on(
                fit->draft, item->line,
                "%s has %zu row%s, expected %zu: one for each column of %s{ of "
                "layer %zu}",
                item->title, item->matrix.rows, item->matrix.rows == 1 ? "" : "s",
                columns, fit->number > 1 ? "y" : "x", fit->number - 1);
        }
    }
    return true;
}

/* Checks a layer that reads an x of *columns, and sets those of its y; 0: no y. */
static bool check_widths(const Fit *fit, size_t *columns) {
    static const size_t key_parts[] = {PART_Q, WQ, PART_K, WK};
    size_t heads = fit->layer->heads;
    Told key = {0}, value = {0};
    if (!check_inputs(fit, *columns))
        return false;
    for (size_t p = 0; p < 4; p++)
        if (!width_meets(fit, &key, key_parts[p]))
            return false;
    if (!width_meets(fit, &value, PART_V) || !width_meets(fit, &value, WV))
        return false;
    *columns = heads * value.count;
    if (!(fit->present & SET(WO)))
        return true;
    const Definition *wo = &fit->part[WO]->items[0];
    if (wo->matrix.rows != *columns)
        return fault_on(
            fit->draft, wo->line,
            "wo has %zu row%s, expected %zu: %zu head%s of width %zu, like %s{ on line "
            "%d}",
            wo->matrix.rows, wo->matrix.rows == 1 ? "" : "s", *columns, heads,
            heads == 1 ? "" : "s", value.count, value.by,
            seen_line(fit->draft, value.line));
    *columns = wo->matrix.cols;
    return true;
}

static bool check_record(Draft *draft, Scope *record) {
    const Definitions *x = &record->layers[0][PART_X];
    size_t columns = x->count ? x->items[0].matrix.cols : 0;
    for (size_t l = 1; l <= draft->layers.count; l++) {
        Fit fit = fit_layer(draft, record, l);
        if (columns == 0 && !fit.fed)
            return fault_on(
                draft, line_of_layer(&fit),
                "layer %zu reads y of layer %zu, which has none, expected v, or x and wv",
                l, l - 1);
        if (!check_sources(&fit) || (l == 1 && !check_lengths(&fit)) ||
            !check_widths(&fit, &columns))
            return false;
    }
    const List *candidates = &draft->candidates;
    if (candidates->line && columns == 0)
        return fault_on(draft, candidates->line,
                        "candidates without v, expected v, or x and wv");
    if (candidates->line && columns != candidates->words.count)
        return fault_on(
            draft, candidates->line,
            "candidates has %zu name%s, expected %zu: one for each column of y",
            candidates->words.count, candidates->words.count == 1 ? "" : "s", columns);
    return true;
}

bool draft_check(Draft *draft) {
    if (draft->once[ONCE_LOSS] && !draft->candidates.line)
        return fault_on(draft, draft->once[ONCE_LOSS],
                        "loss without candidates, expected both");
    for (size_t r = 1; r <= draft->records.count; r++)
        if (!check_record(draft, &draft->records.at[r]))
            return false;
    return true;
}
