/* See number.h. A recursive descent with a function for each rule of the grammar. A
 * decimal of up to 15 digits and a small exponent is one multiplication or division of an
 * exact integer and an exact power of ten; others go through strtod in the C locale. Both
 * round correctly. */
#include "scene/number.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "base/utf8.h"

enum { DEPTH_MAX = 64, EXACT_DIGITS = 15, EXACT_POWER = 22 };
enum { FULL_WIDTH = 0xFF00 - 0x20 }; /* ！ is U+FF01, ! U+0021 */

typedef struct Parser {
    const char *text; /* whole */
    const char *at;   /* next byte */
    int depth;
    Error *error;
} Parser;

typedef struct Name {
    const char *word;
    double value;               /* of a constant */
    double (*function)(double); /* or NULL */
} Name;

static const Name names[] = {
    {.word = "inf", .value = INFINITY},
    {.word = "infinity", .value = INFINITY},
    {.word = "nan", .value = NAN},
    {.word = "pi", .value = 3.14159265358979323846},
    {.word = "e", .value = 2.71828182845904523536},
    {.word = "sqrt", .function = sqrt},
    {.word = "exp", .function = exp},
    {.word = "ln", .function = log},
};

static const double powers[EXACT_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_blanks(Parser *parser) {
    while (*parser->at == ' ' || *parser->at == '\t')
        parser->at++;
}

static bool parse_level(Parser *parser, size_t level, double *value);
static bool parse_unary(Parser *parser, double *value);

/* Sets the error for the character at hand; frequent slips have errors of their own. */
static bool unexpected(Parser *parser, const char *expected) {
    const char *text = parser->text, *at = parser->at;
    if (*at == '\0')
        return error_set(parser->error, "'%.60s' ends too early, expected %s", text,
                         expected);
    if (*at == ',')
        return error_set(parser->error,
                         "'%.60s' has a decimal comma, expected a point, as in 0.5",
                         text);
    if (*at == '_' || *at == '\'')
        return error_set(parser->error,
                         "'%.60s' has grouped digits, expected them in one", text);
    uint32_t code;
    size_t size = utf8_decode(at, strlen(at), &code);
    if (code > FULL_WIDTH + 0x20 && code < FULL_WIDTH + 0x7F)
        return error_set(parser->error,
                         "'%.*s' (U+%04X) in '%.60s' is full-width, expected '%c'",
                         (int)size, at, (unsigned)code, text, (int)(code - FULL_WIDTH));
    if (code >= 0x80)
        return error_set(parser->error, "'%.*s' (U+%04X) in '%.60s', expected %s",
                         (int)size, at, (unsigned)code, text, expected);
    return error_set(parser->error, "unexpected '%c' in '%.60s', expected %s", *at, text,
                     expected);
}

/* The end of the decimal at text: digits, a point, an exponent with digits. */
static const char *decimal_end(const char *text) {
    while (is_digit(*text))
        text++;
    if (*text == '.')
        text++;
    while (is_digit(*text))
        text++;
    if (*text != 'e' && *text != 'E')
        return text;
    const char *exponent = text + 1;
    if (*exponent == '+' || *exponent == '-')
        exponent++;
    if (!is_digit(*exponent))
        return text;
    while (is_digit(*exponent))
        exponent++;
    return exponent;
}

/* Reads a decimal exactly; false if it is too long for that. */
static bool decimal_exact(const char *text, const char *end, double *value) {
    int64_t digits = 0;
    int count = 0, power = 0;
    bool point = false;
    for (; text < end && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        digits = 10 * digits + (*text - '0');
        count += count > 0 || *text != '0';
        power -= point;
        if (count > EXACT_DIGITS || power < -EXACT_POWER)
            return false;
    }
    if (text < end) {
        int exponent = 0;
        const char *sign = ++text;
        text += *sign == '+' || *sign == '-';
        for (; text < end && exponent < 1000; text++)
            exponent = 10 * exponent + (*text - '0');
        power += *sign == '-' ? -exponent : exponent;
    }
    if (power > EXACT_POWER || power < -EXACT_POWER)
        return false;
    *value = power < 0 ? (double)digits / powers[-power] : (double)digits * powers[power];
    return true;
}

/* As strtod, with a point as the decimal point in any locale. */
static double decimal_any(const char *text, char **end) {
    locale_t old = uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
    double value = strtod(text, end);
    freelocale(uselocale(old));
    return value;
}

static bool parse_decimal(Parser *parser, double *value) {
    const char *text = parser->at, *end = decimal_end(text);
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return error_set(parser->error,
                         "'%.60s' is hexadecimal, expected a decimal number",
                         parser->text);
    if (*text == '.' && !is_digit(text[1]))
        return unexpected(parser, "digits beside the point");
    parser->at = end;
    if (decimal_exact(text, end, value))
        return true;
    char *stop;
    *value = decimal_any(text, &stop);
    if (isinf(*value))
        return error_set(parser->error, "%.*s is out of range, the largest is 1.797e308",
                         end - text > 60 ? 60 : (int)(end - text), text);
    return stop == end || unexpected(parser, "a number");
}

static bool parse_parentheses(Parser *parser, double *value) {
    skip_blanks(parser);
    if (*parser->at != '(')
        return unexpected(parser, "'('");
    parser->at++;
    if (!parse_level(parser, 0, value))
        return false;
    if (*parser->at != ')')
        return unexpected(parser, "')' or an operator");
    parser->at++;
    return true;
}

static bool parse_name(Parser *parser, double *value) {
    const char *word = parser->at;
    while (is_letter(*parser->at))
        parser->at++;
    size_t length = (size_t)(parser->at - word);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const Name *name = &names[i];
        if (strlen(name->word) != length || strncasecmp(name->word, word, length) != 0)
            continue;
        *value = name->value;
        if (!name->function)
            return true;
        if (!parse_parentheses(parser, value))
            return false;
        *value = name->function(*value);
        return true;
    }
    return error_set(
        parser->error,
        "'%.*s' is no number, expected decimals, inf nan pi e, or sqrt() exp() ln()",
        length > 60 ? 60 : (int)length, word);
}

static bool parse_atom(Parser *parser, double *value) {
    skip_blanks(parser);
    if (is_digit(*parser->at) || *parser->at == '.')
        return parse_decimal(parser, value);
    if (is_letter(*parser->at))
        return parse_name(parser, value);
    if (*parser->at == '(')
        return parse_parentheses(parser, value);
    return unexpected(parser, "a number");
}

static bool parse_power(Parser *parser, double *value) {
    if (!parse_atom(parser, value))
        return false;
    skip_blanks(parser);
    if (*parser->at != '^')
        return true;
    parser->at++;
    double exponent = 0;
    if (!parse_unary(parser, &exponent))
        return false;
    *value = pow(*value, exponent);
    return true;
}

/* Bounds the recursion, which always passes here. */
static bool parse_unary(Parser *parser, double *value) {
    bool negative = false;
    for (skip_blanks(parser); *parser->at == '+' || *parser->at == '-';
         skip_blanks(parser))
        negative ^= *parser->at++ == '-';
    if (parser->depth == DEPTH_MAX)
        return error_set(parser->error, "an expression nested deeper than %d", DEPTH_MAX);
    parser->depth++;
    if (!parse_power(parser, value))
        return false;
    parser->depth--;
    if (negative)
        *value = -*value;
    return true;
}

/* Reads a sum (level 0) or a product (1), whose operators are applied in order. */
static bool parse_level(Parser *parser, size_t level, double *value) {
    static const char *const operators[] = {"+-", "*/"};
    if (level == 2)
        return parse_unary(parser, value);
    if (!parse_level(parser, level + 1, value))
        return false;
    for (skip_blanks(parser); *parser->at && strchr(operators[level], *parser->at);
         skip_blanks(parser)) {
        char sign = *parser->at++;
        double next = 0;
        if (!parse_level(parser, level + 1, &next))
            return false;
        *value = sign == '+'   ? *value + next
                 : sign == '-' ? *value - next
                 : sign == '*' ? *value * next
                               : *value / next;
    }
    return true;
}

bool number_parse(const char *text, double *value, Error *error) {
    Parser parser = {.text = text, .at = text, .error = error};
    double found = 0;
    skip_blanks(&parser);
    if (!*parser.at)
        return error_set(error, "an empty cell, expected a number");
    if (!parse_level(&parser, 0, &found))
        return false;
    if (*parser.at)
        return unexpected(&parser, "the end of the number or an operator");
    *value = found;
    return true;
}

/* Digits alone are read here, because a number that is too long for a double is out of
 * range; other expressions are parsed: 1.0, 2^3 or 1e3. */
bool number_whole(const char *text, long lowest, long highest, long *value,
                  Error *error) {
    const char *at = text + strspn(text, " \t");
    bool negative = lowest < 0 && *at == '-', fine = true;
    at += lowest < 0 && (*at == '-' || *at == '+');
    size_t digits = strspn(at, "0123456789");
    size_t blanks = strspn(at + digits, " \t");
    double number = 0;
    if (!digits || at[digits + blanks])
        fine = number_parse(text, &number, NULL) && number == floor(number);
    else
        for (size_t i = 0; i < digits; i++)
            number = 10 * number + (negative ? '0' - at[i] : at[i] - '0');
    if (!fine)
        return error_set(error, "'%.60s' is no whole number, expected %ld..%ld", text,
                         lowest, highest);
    if (number < (double)lowest || number > (double)highest)
        return error_set(error, "%.60s is out of range, expected %ld..%ld", text, lowest,
                         highest);
    *value = (long)number;
    return true;
}

void number_write_digits(double value, int digits, char out[32]) {
    if (!isfinite(value)) {
        snprintf(out, 32, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    locale_t old = uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
    snprintf(out, 32, "%.*g", digits, value);
    freelocale(uselocale(old));
}

void number_write(double value, char out[32]) {
    char *end;
    for (int digits = 15; digits <= 17; digits++) {
        number_write_digits(value, digits, out);
        if (decimal_any(out, &end) == value)
            break;
    }
    text_trim_exponent(out);
}
