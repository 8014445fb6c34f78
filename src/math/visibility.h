/* Which query may read which key: a matter of rules and of forced cells, never of scores.
 *
 * position(i) = i + Tk - Tq (bottom-right), i (top-left), or i + offset. Query i's own
 * slot, for padding and segments, is i + Tk - Tq whatever its position is. Rules
 * (rules.h) combine by AND; a forced cell overrides all of them. */
#ifndef MATH_VISIBILITY_H
#define MATH_VISIBILITY_H

#include "math/rules.h"

/* The reason why query may or may not read key. */
Reason visibility(const Model *model, Place place, size_t query, size_t key);

/* As if no cell were forced. */
Reason visibility_rule(const Model *model, Place place, size_t query, size_t key);

/* A query as the rules read it. */
RuleInput rule_input(const Model *model, Place place, size_t query);

/* The visibility of a whole row into reason[keys], far faster. */
void visibility_row(const RuleInput *in, size_t keys, unsigned char *reason);
void visibility_rule_row(const RuleInput *in, size_t keys, unsigned char *reason);

long query_position(const Model *model, Place place, size_t query);

/* Query i's own key slot, i + Tk - Tq, or -1 where there is none. */
long query_slot(const Record *record, size_t query);
bool query_is_padding(const Record *record, size_t query);

/* A padding query under pad-queries=on; its weights, sum and out are zero. */
bool query_unused(const Model *model, Place place, size_t query);

#endif
