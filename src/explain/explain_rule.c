/* The rules that decide whether a query may read a key, in words with the numbers they compared.
 * What each rule says is asked of math/visibility.c with the other rules switched off, so that
 * nothing is decided here. */
#include <string.h>

#include "session/language.h"
#include "explain/explain.h"

typedef struct Case {
    const Account *account;
    Place place;
    size_t query, key;
    const Record *record;
    const Options *options;
} Case;

static Case case_of(const Account *account, Place place, size_t query, size_t key) {
    return (Case){account,
                  place,
                  query,
                  key,
                  &account->model->records[place.record],
                  &account->model->layers[place.layer].options};
}

static long position_of(const Case *at) {
    return query_position(at->account->model, at->place.layer, at->place.record,
                          at->query);
}

static long counted(const Case *at, long index) {
    return index + at->account->session->scene.base;
}

/* ---- one rule each: what it compares ---- */

/* 3 > 2: the key's number, the query's position. holds: as it is where the key may be read. */
static void causal_words(const Case *at, Text *out) {
    static const char *const allowed[] = {[CAUSAL_OFF] = "",
                                          [CAUSAL_ON] = "≤",
                                          [CAUSAL_STRICT] = "<",
                                          [CAUSAL_REVERSED] = "≥"};
    static const char *const hidden[] = {[CAUSAL_OFF] = "",
                                         [CAUSAL_ON] = ">",
                                         [CAUSAL_STRICT] = "≥",
                                         [CAUSAL_REVERSED] = "<"};
    long position = position_of(at), key = (long)at->key;
    bool reads = at->options->causal == CAUSAL_ON       ? key <= position
                 : at->options->causal == CAUSAL_STRICT ? key < position
                                                        : key >= position;
    text_format(out, "%ld %s %ld", counted(at, key),
                (reads ? allowed : hidden)[at->options->causal], counted(at, position));
}

static void window_words(const Case *at, Text *out) {
    long distance = position_of(at) - (long)at->key;
    size_t size = at->options->window.value;
    distance = distance < 0 ? -distance : distance;
    account_words(at->account, out, "explain.distance", distance,
                  (size_t)distance < size ? "<" : "≥", size);
}

static void padding_words(const Case *at, Text *out) {
    account_words(at->account, out,
                  at->record->padding[at->key] ? "explain.is-padding"
                                               : "explain.no-padding",
                  counted(at, (long)at->key));
}

static void segments_words(const Case *at, Text *out) {
    long slot = query_slot(at->record, at->query);
    if (!at->record->query_segments && slot < 0)
        return;
    long query = at->record->query_segments ? at->record->query_segments[at->query]
                                            : at->record->segments[slot];
    account_words(at->account, out, "explain.segments", query,
                  at->record->segments[at->key]);
}

static void mask_words(const Case *at, Text *out) {
    const Matrix *mask = given_matrix(at->account->model, at->place, PART_MASK);
    account_words(at->account, out,
                  mask_keeps(at->account->model, at->place.layer, at->place.record)
                      ? "explain.mask-keep"
                      : "explain.mask-drop",
                  matrix_at(mask, at->query, at->key) != 0 ? 1 : 0);
}

/* ---- the rules ---- */

static bool causal_stands(const Case *at) {
    return at->options->causal != CAUSAL_OFF;
}

static bool window_stands(const Case *at) {
    return at->options->window.on;
}

static bool padding_stands(const Case *at) {
    return at->options->pad_keys;
}

static bool segments_stand(const Case *at) {
    return at->options->segments && at->record->segments;
}

static bool mask_stands(const Case *at) {
    return at->options->mask &&
           matrix_present(given_matrix(at->account->model, at->place, PART_MASK));
}

static const struct Rule {
    Reason reason;
    const char *id; /* its name */
    bool (*stands)(const Case *at);
    void (*words)(const Case *at, Text *out);
} rules[] = {
    {REASON_CAUSAL, "explain.rule.causal", causal_stands, causal_words},
    {REASON_WINDOW, "explain.rule.window", window_stands, window_words},
    {REASON_PADDING, "explain.rule.padding", padding_stands, padding_words},
    {REASON_SEGMENTS, "explain.rule.segments", segments_stand, segments_words},
    {REASON_MASK, "explain.rule.mask", mask_stands, mask_words},
};

void explain_reason(const Account *account, const char *id, Place place, size_t query,
                    size_t key, Text *out) {
    Case at = case_of(account, place, query, key);
    Reason reason = visibility(account->model, place, query, key);
    if (reason == REASON_FORCED_OPEN || reason == REASON_FORCED_SHUT) {
        account_words(account, out, "explain.forced");
        return;
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].reason != reason)
            continue;
        Text words = {0};
        rules[i].words(&at, &words);
        account_words(account, out, id, message(account->lang, rules[i].id),
                      text_string(&words));
        text_release(&words);
    }
}

/* Whether a rule alone hides the key: the model with that rule and no other. */
static bool hides(const Case *at, Reason reason) {
    Model alone = *at->account->model;
    Layer layer = alone.layers[at->place.layer];
    Options *options = &layer.options;
    if (reason != REASON_CAUSAL)
        options->causal = CAUSAL_OFF;
    if (reason != REASON_WINDOW)
        options->window.on = false;
    options->pad_keys = options->pad_keys && reason == REASON_PADDING;
    options->segments = options->segments && reason == REASON_SEGMENTS;
    options->mask = options->mask && reason == REASON_MASK;
    Place place = at->place;
    place.layer = 0;
    alone.layers = &layer;
    return !reason_visible(visibility_rule(&alone, place, at->query, at->key));
}

/* prefix and sink let their keys past a rule that would hide them. */
static bool excepted(const Case *at, Reason reason) {
    const Count *exception = reason == REASON_CAUSAL   ? &at->options->prefix
                             : reason == REASON_WINDOW ? &at->options->sink
                                                       : NULL;
    return exception && exception->on && at->key < exception->value;
}

static void tell_rule(Account *account, const Case *at, const struct Rule *rule) {
    Text text = {0};
    rule->words(at, &text);
    if (excepted(at, rule->reason))
        account_words(account, &text,
                      rule->reason == REASON_CAUSAL ? "explain.prefix" : "explain.sink",
                      rule->reason == REASON_CAUSAL ? at->options->prefix.value
                                                    : at->options->sink.value);
    bool hidden = hides(at, rule->reason);
    text_format(&text, " → %s",
                message(account->lang, hidden ? "explain.hides" : "explain.passes"));
    account_say(account, hidden ? ROLE_TROUBLE : ROLE_BASE,
                message(account->lang, rule->id), &text);
}

void explain_rules(Account *account, Place place, size_t query, size_t key) {
    Case at = case_of(account, place, query, key);
    bool any = false;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (!rules[i].stands(&at))
            continue;
        any = true;
        tell_rule(account, &at, &rules[i]);
    }
    if (!any)
        account_tell(account, ROLE_BASE, "", "explain.no-rule");
    int forced = layer_forced(&account->model->layers[place.layer], query, key);
    if (forced >= 0)
        account_tell(account, ROLE_FORCED, message(account->lang, "explain.rule.forced"),
                     forced ? "explain.forced-open" : "explain.forced-shut");
}
