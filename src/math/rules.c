/* See rules.h. */
#include "math/rules.h"

#include <string.h>

/* ---- ranges of a row ---- */

static size_t clamp_key(long key, size_t keys) {
    return key < 0 ? 0 : (size_t)key < keys ? (size_t)key : keys;
}

/* Hides keys from .. to-1, but none of the first `lifted`. */
static void hide_range(unsigned char *reason, size_t from, size_t to, size_t lifted,
                       Reason rule) {
    from = from < lifted ? lifted : from;
    if (from < to)
        memset(reason + from, (int)rule, to - from);
}

/* ---- causal ---- */

static bool causal_in_force(const RuleInput *in) {
    return in->options->causal != CAUSAL_OFF;
}

static Comparison causal_compare(const RuleInput *in, size_t key) {
    bool on = in->options->causal == CAUSAL_ON;
    bool reversed = in->options->causal == CAUSAL_REVERSED;
    bool above = (long)key > in->position, below = (long)key < in->position;
    bool hides = on ? above : reversed ? below : !below;
    const char *sentence = on      ? (above ? "above" : "at-most")
                           : below ? "below"
                                   : "at-least";
    return (Comparison){hides, sentence, (long)key, in->position, true};
}

static void causal_hide_row(const RuleInput *in, size_t keys, size_t lifted,
                            unsigned char *reason) {
    bool reversed = in->options->causal == CAUSAL_REVERSED;
    size_t edge = clamp_key(in->position + (in->options->causal == CAUSAL_ON), keys);
    hide_range(reason, reversed ? 0 : edge, reversed ? edge : keys, lifted,
               REASON_CAUSAL);
}

/* ---- window ---- */

static bool window_in_force(const RuleInput *in) {
    return in->options->window.on;
}

static Comparison window_compare(const RuleInput *in, size_t key) {
    long distance = in->position - (long)key, size = (long)in->options->window.value;
    distance = distance < 0 ? -distance : distance;
    bool hides = distance >= size;
    return (Comparison){hides, hides ? "at-least" : "below", distance, size, false};
}

static void window_hide_row(const RuleInput *in, size_t keys, size_t lifted,
                            unsigned char *reason) {
    long size = (long)in->options->window.value;
    size_t first = clamp_key(in->position - size + 1, keys);
    hide_range(reason, 0, first, lifted, REASON_WINDOW);
    hide_range(reason, clamp_key(in->position + size, keys), keys, lifted, REASON_WINDOW);
}

/* ---- padding ---- */

static bool padding_in_force(const RuleInput *in) {
    return in->options->pad_keys;
}

static Comparison padding_compare(const RuleInput *in, size_t key) {
    bool hides = in->record->padding[key];
    return (Comparison){hides, hides ? "yes" : "no", (long)key, 0, true};
}

static void padding_hide_row(const RuleInput *in, size_t keys, size_t lifted,
                             unsigned char *reason) {
    for (size_t j = lifted; j < keys; j++)
        if (in->record->padding[j])
            reason[j] = REASON_PADDING;
}

/* ---- segments ---- */

static bool segments_in_force(const RuleInput *in) {
    return in->options->segments && in->record->segments;
}

/* The query's own segment; false: it has none, and reads every one. */
static bool query_segment(const RuleInput *in, long *segment) {
    const Record *record = in->record;
    if (!record->query_segments && in->slot < 0)
        return false;
    *segment = record->query_segments ? record->query_segments[in->query]
                                      : record->segments[in->slot];
    return true;
}

static Comparison segments_compare(const RuleInput *in, size_t key) {
    long own, of_key = in->record->segments[key];
    if (!query_segment(in, &own))
        return (Comparison){0};
    return (Comparison){own != of_key, "both", own, of_key, false};
}

static void segments_hide_row(const RuleInput *in, size_t keys, size_t lifted,
                              unsigned char *reason) {
    long own;
    if (!query_segment(in, &own))
        return;
    for (size_t j = lifted; j < keys; j++)
        if (in->record->segments[j] != own)
            reason[j] = REASON_SEGMENTS;
}

/* ---- the scene's mask ---- */

/* Whether 1 in the scene's mask is visible. */
static bool mask_keeps(const Model *model, Place place) {
    return model->layers[place.layer].options.mask_sense == MASK_KEEP ||
           given_part(model, place, PART_MASK)->additive;
}

static bool mask_in_force(const RuleInput *in) {
    return in->options->mask &&
           matrix_present(given_matrix(in->model, in->place, PART_MASK));
}

static Comparison mask_compare(const RuleInput *in, size_t key) {
    bool one = in->mask[key] != 0;
    bool keeps = mask_keeps(in->model, in->place);
    return (Comparison){one != keeps, keeps ? "keep" : "drop", one, 0, false};
}

static void mask_hide_row(const RuleInput *in, size_t keys, size_t lifted,
                          unsigned char *reason) {
    bool keeps = mask_keeps(in->model, in->place);
    for (size_t j = lifted; j < keys; j++)
        if ((in->mask[j] != 0) != keeps)
            reason[j] = REASON_MASK;
}

/* ---- the tables ---- */

const Rule rule_table[REASONS] = {
    [REASON_OPEN] = {'1', "open", NULL, NULL, NULL},
    [REASON_CAUSAL] = {'c', "causal", causal_in_force, causal_compare, causal_hide_row},
    [REASON_WINDOW] = {'w', "window", window_in_force, window_compare, window_hide_row},
    [REASON_PADDING] = {'p', "padding", padding_in_force, padding_compare,
                        padding_hide_row},
    [REASON_SEGMENTS] = {'s', "segments", segments_in_force, segments_compare,
                         segments_hide_row},
    [REASON_MASK] = {'m', "mask", mask_in_force, mask_compare, mask_hide_row},
    [REASON_FORCED_OPEN] = {'+', "forced-open", NULL, NULL, NULL},
    [REASON_FORCED_SHUT] = {'x', "forced-shut", NULL, NULL, NULL},
};

const Lift lift_table[LIFTS] = {
    {"prefix", 1U << REASON_CAUSAL, offsetof(Options, prefix)},
    {"sink", 1U << REASON_WINDOW, offsetof(Options, sink)},
};

Count lift_count(const Lift *lift, const Options *options, Reason rule) {
    bool lifts = lift->rules & 1U << rule;
    return lifts ? *(const Count *)((const char *)options + lift->offset) : (Count){0};
}

static size_t lifted_keys(const Options *options, Reason rule) {
    size_t most = 0;
    for (size_t n = 0; n < LIFTS; n++) {
        Count keys = lift_count(&lift_table[n], options, rule);
        most = keys.on && keys.value > most ? keys.value : most;
    }
    return most;
}

bool rule_in_force(const RuleInput *in, Reason rule) {
    return rule_table[rule].in_force && rule_table[rule].in_force(in);
}

bool rule_hides(const RuleInput *in, Reason rule, size_t key) {
    return rule_table[rule].compare(in, key).hides &&
           key >= lifted_keys(in->options, rule);
}

void rule_hide_row(const RuleInput *in, Reason rule, size_t keys, unsigned char *reason) {
    rule_table[rule].hide_row(in, keys, lifted_keys(in->options, rule), reason);
}
