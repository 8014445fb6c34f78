/* Numbers as users write them: constant expressions, decimal point whatever the locale.
 *
 *   sum := product {(+|-) product}      product := unary {(*|/) unary}
 *   unary := {+|-} power                power := atom [^ unary]
 *   atom := decimal | inf | infinity | nan | pi | e | (sum) | (sqrt|exp|ln) (sum)
 *
 * `^` binds tighter than minus and to the right. A decimal alone goes through an exact path.
 * Values that overflow a decimal (1e400) are an error, those that underflow are rounded. */
#ifndef SCENE_NUMBER_H
#define SCENE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Demands that all of text is used; blanks around and inside are fine. Never sets errno's mood. */
bool number_parse(const char *text, double *value, Error *error);

/* A whole number lowest..highest: digits (a sign where lowest < 0), or an expression that is
 * whole, as 2^3. */
bool number_whole(const char *text, long lowest, long highest, long *value, Error *error);

/* The shortest decimal of 15, 16 or 17 digits that reads back to the same bits; inf, -inf, nan. */
void number_write(double value, char out[32]);

/* 17 significant digits, inf, -inf, nan: what --dump writes. */
void number_write_17(double value, char out[32]);

#endif
