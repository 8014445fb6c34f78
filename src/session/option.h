/* The options as users name them: one table for parsing, printing, help, completion and tests. */
#ifndef SESSION_OPTION_H
#define SESSION_OPTION_H

#include "base/error.h"
#include "math/options.h"

typedef enum OptionKind {
    OPTION_CHOICE,     /* one of a list of words */
    OPTION_COUNT,      /* the off word, or a whole number */
    OPTION_AMOUNT,     /* off, or a number */
    OPTION_NUMBER,     /* a number, infinite ones too */
    OPTION_SCALE,      /* auto, none, width, or a number */
    OPTION_PERMUTATION /* 2,1,3 */
} OptionKind;

typedef struct OptionSpec {
    const char *name;
    OptionKind kind;
    unsigned wrong; /* bit n: values[n] is off its right value (bit 31: a number) */
    size_t offset;  /* into Options */
    const char *const *values; /* words, NULL-terminated; the default first */
    long lowest;               /* of a count */
    const char *arguments; /* the values as usage shows them, "off on strict reversed" */
} OptionSpec;

extern const OptionSpec option_table[];
extern const size_t option_count;

const OptionSpec *option_find(const char *name); /* NULL: none */
size_t option_values(const OptionSpec *spec);    /* how many words it lists; 0 for NULL */

/* Sets the option from a word. The old value stands on failure. */
bool option_parse(const OptionSpec *spec, Options *options, const char *word,
                  Error *error);

/* The value as option_parse takes it; out is NUL-terminated and cut at size. */
void option_write(const OptionSpec *spec, const Options *options, char *out, size_t size);

/* Index into values of the present value, or -1 where it is a number or a permutation. */
int option_choice(const OptionSpec *spec, const Options *options);

bool option_is_default(const OptionSpec *spec, const Options *options);

/* Off its right value on purpose: `order` other than before, a wrong triangle, a raw reshape,
 * head order unlike W_O's order … */
bool option_is_wrong(const OptionSpec *spec, const Options *options);

#endif
