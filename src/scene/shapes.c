/* Checks that the parts of a draft fit together, once for each record:
 *
 *   1. sources: no array has two, and none lacks its other half (sources.c)
 *   2. lengths: the first row that tells Tq or Tk is compared with all others
 *   3. widths:  C -> d and dv -> columns of y -> the next layer's C -> candidates
 *
 * An error names the line of the row that does not fit, and the row it should fit. */
#include "scene/sources.h"

static Fit fit_layer(Draft *draft, Scope *record, size_t number) {
    static const Definitions none;
    Scope *layer = &draft->layers.at[number];
    Fit fit = {.draft = draft, .record = record, .layer = layer, .number = number};
    for (size_t p = 0; p < PARTS; p++) {
        fit.part[p] = p >= RECORD_PARTS              ? &layer->part[p]
                      : number > record->layer_count ? &none
                                                     : &record->layers[number - 1][p];
        fit.present |= fit.part[p]->count ? SET(p) : 0;
    }
    return fit;
}

/* ---- lengths ---- */

typedef enum AxisKind { AXIS_LIST, AXIS_ROWS, AXIS_COLUMNS } AxisKind;

/* A list or an axis of a part that has an entry for each key or each query. */
typedef struct Axis {
    AxisKind kind;
    size_t of; /* a ListKind or a part */
} Axis;

/* A number of keys or queries or the width of a head, and the row that told it. */
typedef struct Told {
    const char *noun;
    size_t count; /* 0: not told yet */
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
    for (size_t i = 0; i < given->count; i++) {
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

/* Measures keys or queries. x has a row for each key if k or v come from it, and for each
 * query if q does (`of_x`). */
static bool measure(const Fit *fit, Told *length, const Axis *axes, size_t count,
                    bool of_x) {
    for (size_t i = 0; i < count; i++) {
        bool is_x = axes[i].kind == AXIS_ROWS && axes[i].of == PART_X;
        if ((of_x || !is_x) && !measure_axis(fit, length, &axes[i]))
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
    static const Axis key_axes[] = {
        {AXIS_LIST, LIST_TOKENS},     {AXIS_ROWS, PART_X},
        {AXIS_ROWS, PART_K},          {AXIS_COLUMNS, PART_SCORES},
        {AXIS_COLUMNS, PART_WEIGHTS}, {AXIS_ROWS, PART_V},
        {AXIS_COLUMNS, PART_MASK},    {AXIS_COLUMNS, PART_BIAS},
        {AXIS_LIST, LIST_PADDING},    {AXIS_LIST, LIST_SEGMENTS},
    };
    static const Axis query_axes[] = {
        {AXIS_LIST, LIST_QUERY_TOKENS},
        {AXIS_ROWS, PART_X},
        {AXIS_ROWS, PART_Q},
        {AXIS_ROWS, PART_SCORES},
        {AXIS_ROWS, PART_WEIGHTS},
        {AXIS_ROWS, PART_MASK},
        {AXIS_ROWS, PART_BIAS},
        {AXIS_LIST, LIST_QUERY_PADDING},
        {AXIS_LIST, LIST_QUERY_SEGMENTS},
    };
    Scope *record = fit->record;
    Told keys = {.noun = "key"}, queries = {.noun = "query"};
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
        return fault_on(fit->draft, targets->line,
                        "targets has %zu values, expected at most %zu: one a query",
                        targets->words.count, record->queries);
    return check_segments(fit);
}

/* ---- widths ---- */

static bool width_meets(const Fit *fit, Told *width, size_t part, size_t heads) {
    const Definitions *given = fit->part[part];
    for (size_t i = 0; i < given->count; i++) {
        const Definition *item = &given->items[i];
        size_t parts = item->head ? 1 : heads, columns = item->matrix.cols;
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
        *width = (Told){"width", columns / parts, item->title, item->line};
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
    size_t heads = fit->layer->heads, kv_heads = fit->layer->kv_heads;
    Told key = {0}, value = {0};
    if (!check_inputs(fit, *columns) || !width_meets(fit, &key, PART_Q, heads) ||
        !width_meets(fit, &key, WQ, heads) || !width_meets(fit, &key, PART_K, kv_heads) ||
        !width_meets(fit, &key, WK, kv_heads) ||
        !width_meets(fit, &value, PART_V, kv_heads) ||
        !width_meets(fit, &value, WV, kv_heads))
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
        if (l > 1 && columns == 0 && !sources_feed(&fit))
            return fault_on(
                draft, line_of_layer(&fit),
                "layer %zu reads y of layer %zu, which has none, expected v, or x and wv",
                l, l - 1);
        if (!sources_check(&fit) || (l == 1 && !check_lengths(&fit)) ||
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
