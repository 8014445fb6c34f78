/* Numbers as users write them: constant expressions, with a decimal point in any locale.
 *
 *   sum := product {(+|-) product}      product := unary {(*|/) unary}
 *   unary := {+|-} power                power := atom [^ unary]
 *   atom := decimal | inf | infinity | nan | pi | e | (sum) | (sqrt|exp|ln) (sum)
 *
 * `^` binds tighter than minus and to the right. A decimal alone goes through an exact
 * path. Values that overflow a decimal (1e400) are an error, those that underflow are
 * rounded. */
#ifndef SCENE_NUMBER_H
#define SCENE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Reads all of the text as one expression; blanks around and inside are fine. */
bool number_parse(const char *text, double *value, Error *error);

/* Reads a whole number lowest..highest: digits (with a sign if lowest < 0), or an
 * expression that is whole, as 2^3. */
bool number_whole(const char *text, long lowest, long highest, long *value, Error *error);

/* Writes the shortest of 15, 16 or 17 digits that reads back bit for bit; inf, -inf,
 * nan. */
void number_write(double value, char out[32]);

/* Writes so many significant digits (--dump: 17), inf, -inf or nan. */
void number_write_digits(double value, int digits, char out[32]);

#endif
