/* See cell.h. */
#include "frame/cell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

/* The largest whole number that is written out; larger ones are written as 1e12. */
static const double largest_whole = 999999;

int cell_field(CellShape shape) {
    return shape.integers + (shape.decimals > 0 ? 1 + shape.decimals : 1);
}

int cell_columns(CellShape shape) {
    return 1 + cell_field(shape);
}

bool cell_exact(double value) {
    return isfinite(value) && value == rint(value) && fabs(value) <= largest_whole;
}

/* Writes 1.5e12 with the fewest digits that are exact, at most with `decimals`. */
static void write_large(double value, int decimals, char *out) {
    for (int digits = 0; digits <= decimals; digits++) {
        snprintf(out, CELL_TEXT, "%.*e", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    text_trim_exponent(out);
}

Written number_text(double value, int decimals, bool ascii) {
    Written out;
    if (isnan(value))
        snprintf(out.text, CELL_TEXT, "NaN");
    else if (isinf(value))
        snprintf(out.text, CELL_TEXT, "%c%s", value > 0 ? '+' : '-', ascii ? "inf" : "∞");
    else if (cell_exact(value))
        snprintf(out.text, CELL_TEXT, "%ld", (long)value);
    else if (fabs(value) > largest_whole)
        write_large(value, decimals, out.text);
    else {
        snprintf(out.text, CELL_TEXT, "%.*f", decimals, value);
        if (strspn(out.text, "-0.") == strlen(out.text))
            snprintf(out.text, CELL_TEXT, "~0");
    }
    return out;
}

/* Returns true if text keeps to its field. Whole numbers and 1e12 may cover the point's
 * column; a point must be in that column. */
static bool fits(const char *text, CellShape shape) {
    const char *point = strchr(text, '.');
    bool placed = !point || strchr(text, 'e') || point - text <= shape.integers;
    return placed && utf8_columns(text) <= cell_field(shape);
}

/* Puts ~ before a rounded number without decimals, which looks like an exact one. Returns
 * true if it fits then. */
static bool tell_rounding(double value, int field, char *out) {
    size_t length = strlen(out);
    if (length > (size_t)field)
        return false;
    if (!strchr(out, '.') && strtod(out, NULL) != value) {
        memmove(out + 1, out, ++length);
        *out = '~';
    }
    return (int)strlen(out) <= field;
}

/* Writes the most exact of the shorter forms that fit into the field. */
static void shorten(double value, CellShape shape, char *out) {
    int field = cell_field(shape);
    for (int decimals = shape.decimals; decimals >= 0; decimals--) {
        snprintf(out, CELL_TEXT, "%.*f", decimals, value);
        if (tell_rounding(value, field, out) && fabs(value) <= largest_whole)
            return;
    }
    for (int digits = shape.decimals; digits >= 0; digits--) {
        snprintf(out, CELL_TEXT, "%.*e", digits, value);
        text_trim_exponent(out);
        if (tell_rounding(value, field, out))
            return;
    }
    memset(out, '#', (size_t)field);
    out[field] = '\0';
}

/* Puts blanks before text so that its last whole digit is to the left of the point. */
static void align(const char *text, CellShape shape, bool digits, char *out) {
    const char *point = strchr(text, '.');
    int columns = utf8_columns(text);
    int before = point && digits ? (int)(point - text) : columns;
    int start = digits ? shape.integers - before : shape.integers - 1;
    if (start + columns > cell_field(shape))
        start = cell_field(shape) - columns;
    size_t blanks = start > 0 ? (size_t)start : 0;
    memset(out, ' ', blanks);
    size_t length = strnlen(text, CELL_TEXT - 1 - blanks);
    memcpy(out + blanks, text, length);
    out[blanks + length] = '\0';
}

void cell_word(const char *word, CellShape shape, char out[CELL_TEXT]) {
    align(word, shape, false, out);
}

void cell_number(double value, CellShape shape, char out[CELL_TEXT]) {
    Written number = number_text(value, shape.decimals, shape.ascii);
    char *text = number.text;
    if (isinf(value) && utf8_columns(text) > cell_field(shape))
        snprintf(text, CELL_TEXT, "^");
    bool word = !isfinite(value) || text[0] == '~';
    if (!word && !fits(text, shape))
        shorten(value, shape, text);
    align(text, shape, !isnan(value), out);
}

int cell_integers(double value, int decimals) {
    Written number = number_text(value, decimals, true);
    if (!isfinite(value) || fabs(value) > largest_whole || number.text[0] == '~')
        return 1;
    return (int)strcspn(number.text, ".");
}
