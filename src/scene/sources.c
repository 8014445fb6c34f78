/* See sources.h. Tables of part sets say which parts exclude and which need each other. */
#include "scene/sources.h"

static int line_of_part(const Fit *fit, size_t part) {
    return fit->part[part]->items[0].line;
}

int line_of_layer(const Fit *fit) {
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
        return fault_on(fit->draft, line_of_part(fit, first_of(fit, needs[i].given)),
                        "%s", needs[i].sentence);
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
    const Scope *record = fit->record;
    if (!(fit->present & starts) && !(fit->present & (SET(WQ) | SET(WK) | SET(WV))) &&
        !record->list[LIST_TOKENS].line)
        return fault_on(
            fit->draft, record->line ? record->line : 1,
            "nothing to compute from, expected tokens, x, q and k, scores or weights");
    return check_fed_sources(fit);
}

bool sources_feed(const Fit *fit) {
    return fit->present & (SET(PART_Q) | SET(PART_K) | SET(PART_V) | SET(PART_SCORES) |
                           SET(PART_WEIGHTS));
}

static bool check_later_sources(const Fit *fit) {
    static const Need needs[] = {
        {SET(WQ), SET(WK), "wq without wk, expected both or neither (scores are 0 then)"},
        {SET(WK), SET(WQ), "wk without wq, expected both or neither (scores are 0 then)"},
    };
    if (sources_feed(fit))
        return check_fed_sources(fit);
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
    return check_needs(fit, needs, sizeof needs / sizeof *needs);
}

/* Checks the heads of a part: a suffix names one of them, and `all` must be there if
 * there is no matrix for all heads. */
static bool check_heads(const Fit *fit, size_t part, size_t heads, bool all) {
    const Definitions *given = fit->part[part];
    for (size_t i = 0; i < given->count; i++) {
        if (given->items[i].head <= heads)
            continue;
        return fault_on(
            fit->draft, given->items[i].line,
            "%s is out of range: layer %zu has %zu such head%s, expected %s.1..%zu",
            given->items[i].title, fit->number, heads, heads == 1 ? "" : "s",
            part_names[part], heads);
    }
    if (!all || given->count == 0 || definition_of(given, 0))
        return true;
    for (size_t h = 1; h <= heads; h++)
        if (!definition_of(given, h))
            return fault_on(fit->draft, given->items[0].line,
                            "%s.%zu is missing, expected it or %s for all heads",
                            part_names[part], h, part_names[part]);
    return true;
}

static size_t most_heads(const Draft *draft) {
    size_t most = 1;
    for (size_t l = 1; l <= draft->layers.count; l++)
        most = draft->layers.at[l].heads > most ? draft->layers.at[l].heads : most;
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

bool sources_check(const Fit *fit) {
    return (fit->number == 1 ? check_first_sources(fit) : check_later_sources(fit)) &&
           check_all_heads(fit);
}
