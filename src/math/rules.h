/* The rules that decide whether a query may read a key, as rows of one table.
 *
 * Rules combine by AND; of several that hide a key the first in the table is the reason.
 * Each rule says it twice, and tests hold the two against each other: for one key, with
 * the numbers that it compares, and for a whole row, far faster. A lift excepts the first
 * keys from some rules. */
#ifndef MATH_RULES_H
#define MATH_RULES_H

#include "math/model.h"

/* Why a key is visible or hidden; in the order in which the rules are asked. */
typedef enum Reason {
    REASON_OPEN, /* no rule hides it */
    REASON_CAUSAL,
    REASON_WINDOW,
    REASON_PADDING,
    REASON_SEGMENTS,
    REASON_MASK,
    REASON_FORCED_OPEN, /* by hand, whatever the rules say */
    REASON_FORCED_SHUT,
    REASONS
} Reason;

static inline bool reason_visible(Reason reason) {
    return reason == REASON_OPEN || reason == REASON_FORCED_OPEN;
}

static inline bool reason_forced(Reason reason) {
    return reason == REASON_FORCED_OPEN || reason == REASON_FORCED_SHUT;
}

/* One query of one head, as the rules read it. */
typedef struct RuleInput {
    const Model *model;
    const Record *record;
    const Options *options;
    Place place;
    size_t query;
    long position;      /* see query_position */
    long slot;          /* see query_slot */
    const double *mask; /* [keys], of the scene's mask; NULL: none applies */
} RuleInput;

/* The numbers that a rule compares for one key. */
typedef struct Comparison {
    bool hides;
    const char *sentence; /* names the words for left and right; NULL: no words */
    long left, right;
    bool indices; /* left and right are positions, counted from 0 */
} Comparison;

typedef struct Rule {
    char letter;      /* the sign of a hidden cell */
    const char *name; /* also the tail of its message ids */
    bool (*in_force)(const RuleInput *in);
    Comparison (*compare)(const RuleInput *in, size_t key);
    /* Writes the rule's reason wherever it hides one of `keys` keys; the first `lifted`
     * are not touched. */
    void (*hide_row)(const RuleInput *in, size_t keys, size_t lifted,
                     unsigned char *reason);
} Rule;

/* By Reason. Reasons that are no rules have a letter and a name only. */
extern const Rule rule_table[REASONS];

typedef struct Lift {
    const char *name; /* of its option */
    unsigned rules;   /* a set of 1 << Reason */
    size_t offset;    /* of its Count in Options: the keys that it excepts */
} Lift;

enum { LIFTS = 2 };
extern const Lift lift_table[LIFTS];

/* The keys that a lift excepts from a rule; off where it does not lift this rule. */
Count lift_count(const Lift *lift, const Options *options, Reason rule);

/* Whether it is a rule, and acts on this query. */
bool rule_in_force(const RuleInput *in, Reason rule);

/* Whether a rule in force hides the key, lifts included. */
bool rule_hides(const RuleInput *in, Reason rule, size_t key);

/* Writes a rule's reason into the row wherever it hides a key. */
void rule_hide_row(const RuleInput *in, Reason rule, size_t keys, unsigned char *reason);

#endif
