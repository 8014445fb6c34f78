/* The options by the names that users write. Parsing, printing, help, completion and
 * tests read one table. */
#ifndef SESSION_OPTION_H
#define SESSION_OPTION_H

#include "base/error.h"
#include "math/options.h"

typedef enum OptionKind {
    OPTION_CHOICE,     /* a word of a list */
    OPTION_COUNT,      /* the off word, or a whole number */
    OPTION_AMOUNT,     /* off, or a number */
    OPTION_NUMBER,     /* a number, infinite ones too */
    OPTION_SCALE,      /* auto, none, width, or a number */
    OPTION_PERMUTATION /* 2,1,3 */
} OptionKind;

typedef struct OptionSpec {
    const char *name;
    OptionKind kind;
    unsigned wrong; /* bit n: values[n] is wrong on purpose; bit 31: a number is */
    size_t offset;  /* into Options */
    const char *const *values; /* words, NULL-terminated; the default first */
    long lowest;               /* of a count */
    const char *arguments; /* the values as usage shows them, "off on strict reversed" */
} OptionSpec;

extern const OptionSpec option_table[];
extern const size_t option_count;

const OptionSpec *option_find(const char *name); /* NULL: none */
size_t option_values(const OptionSpec *spec);    /* number of values; 0 for NULL */
/* Returns true if the option has values to walk. */
static inline bool option_is_listed(const OptionSpec *spec) {
    return spec->kind == OPTION_CHOICE || spec->kind == OPTION_SCALE;
}

/* Sets the option from a word. On failure the old value is kept. */
bool option_parse(const OptionSpec *spec, Options *options, const char *word,
                  Error *error);

/* Writes the value as option_parse reads it; out is cut at size, and ends with NUL. */
void option_write(const OptionSpec *spec, const Options *options, char *out, size_t size);

/* Returns the index into values of the present value; -1 for a number or a
 * permutation. */
int option_choice(const OptionSpec *spec, const Options *options);

enum { OPTION_BYTES = 1200 }; /* room for every value */
/* Returns true if both have one value of the option. */
bool option_same(const OptionSpec *spec, const Options *a, const Options *b);
bool option_is_default(const OptionSpec *spec, const Options *options);

/* Returns true for a value that is wrong on purpose: an `order` other than before, a
 * wrong triangle, a raw reshape, a head order unlike the order of W_O … */
bool option_is_wrong(const OptionSpec *spec, const Options *options);

#endif
