/* See option.h. */
#include "sheet/option.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "math/order.h"
#include "scene/number.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

enum { WRONG_NUMBER = 31, COUNT_MOST = 2000000000 };

#define WRONG(n)     (1U << (n))
#define WRONG_FROM_1 (~1U)

#define OPTION(name, kind, wrong, member, words, least, arguments)                       \
    {name, OPTION_##kind, wrong, offsetof(Options, member), words, least, arguments},

const OptionSpec option_table[] = {
#include "options.def"
};
const size_t option_count = sizeof option_table / sizeof *option_table;

const OptionSpec *option_find(const char *name) {
    for (size_t i = 0; i < option_count; i++)
        if (strcmp(option_table[i].name, name) == 0)
            return &option_table[i];
    return NULL;
}

static const void *field_read(const OptionSpec *spec, const Options *options) {
    return (const char *)options + spec->offset;
}

/* Switches whose first word is "on" store 1 for it; all other choices store the index. */
static int stored(const OptionSpec *spec, int index) {
    return strcmp(spec->values[0], "on") == 0 ? 1 - index : index;
}

size_t option_values(const OptionSpec *spec) {
    size_t count = 0;
    while (spec && spec->values && spec->values[count])
        count++;
    return count;
}

/* ---- one parser a kind ---- */

static bool parse_choice(const OptionSpec *spec, void *to, const char *word,
                         Error *error) {
    int index = word_index(spec->values, word);
    if (index < 0)
        return error_set(error, "%s: no such value \"%s\"; expected one of: %s",
                         spec->name, word, spec->arguments);
    *(int *)to = stored(spec, index);
    return true;
}

static bool parse_count(const OptionSpec *spec, void *to, const char *word,
                        Error *error) {
    Count *count = to;
    long value = 0;
    if (strcmp(word, spec->values[0]) == 0) {
        *count = (Count){0};
        return true;
    }
    Error why = {0};
    if (!number_whole(word, spec->lowest, COUNT_MOST, &value, &why))
        return error_set(error, "%s: \"%s\": expected %s or a whole number from %ld",
                         spec->name, word, spec->values[0], spec->lowest);
    *count = (Count){.on = true, .value = (size_t)value};
    return true;
}

/* Parses any number but nan; an infinite fill or null logit is a lawful what-if. */
static bool parse_some(const OptionSpec *spec, const char *word, double *value,
                       Error *error) {
    Error why = {0};
    if (!number_parse(word, value, &why))
        return error_because(error, &why, "%s: {cause}; expected %s", spec->name,
                             spec->arguments);
    if (isnan(*value))
        return error_set(error, "%s: \"%s\" is no number; expected %s", spec->name, word,
                         spec->arguments);
    return true;
}

static bool parse_amount(const OptionSpec *spec, void *to, const char *word,
                         Error *error) {
    Amount amount = {0};
    if (strcmp(word, spec->values[0]) != 0) {
        amount.on = true;
        if (!parse_some(spec, word, &amount.value, error))
            return false;
        if (spec->offset == offsetof(Options, softcap) &&
            !(amount.value > 0 && isfinite(amount.value)))
            return error_set(error, "softcap: %s: expected a finite number above 0",
                             word);
    }
    *(Amount *)to = amount;
    return true;
}

static bool parse_number(const OptionSpec *spec, void *to, const char *word,
                         Error *error) {
    double value;
    if (!parse_some(spec, word, &value, error))
        return false;
    *(double *)to = value;
    return true;
}

static bool parse_scale(const OptionSpec *spec, void *to, const char *word,
                        Error *error) {
    Scale scale = {.kind = SCALE_NUMBER};
    int index = word_index(spec->values, word);
    if (index >= 0)
        scale.kind = (ScaleKind)index;
    else if (!parse_some(spec, word, &scale.value, error))
        return false;
    *(Scale *)to = scale;
    return true;
}

/* Reads "2,1,…": each head once. */
static bool read_permutation(const char *at, Permutation *order) {
    bool taken[HEADS_MAX] = {false};
    for (size_t i = 0; i < order->count; i++) {
        int length = 0;
        unsigned head = 0;
        if (sscanf(at, "%3u%n", &head, &length) != 1 || *at < '0' || *at > '9' ||
            head < 1 || head > order->count || taken[head - 1])
            return false;
        taken[head - 1] = true;
        order->entry[i] = (unsigned short)(head - 1);
        at += length;
        if (*at++ != (i + 1 < order->count ? ',' : '\0'))
            return false;
    }
    return true;
}

static bool parse_permutation(const OptionSpec *spec, void *to, const char *word,
                              Error *error) {
    Permutation *old = to, order = {.count = old->count};
    if (read_permutation(word, &order)) {
        *old = order;
        return true;
    }
    if (order.count == 1)
        return error_set(error, "%s: \"%s\": there is 1 head, so the only order is 1",
                         spec->name, word);
    return error_set(error,
                     "%s: \"%s\" is no order of the heads; expected each of 1..%zu once,"
                     " as in 2,1",
                     spec->name, word, order.count);
}

bool option_parse(const OptionSpec *spec, Options *options, const char *word,
                  Error *error) {
    static bool (*const parsers[])(const OptionSpec *, void *, const char *, Error *) = {
        [OPTION_CHOICE] = parse_choice, [OPTION_COUNT] = parse_count,
        [OPTION_AMOUNT] = parse_amount, [OPTION_NUMBER] = parse_number,
        [OPTION_SCALE] = parse_scale,   [OPTION_PERMUTATION] = parse_permutation,
    };
    return parsers[spec->kind](spec, (char *)options + spec->offset, word, error);
}

/* ---- values as words ---- */

int option_choice(const OptionSpec *spec, const Options *options) {
    const void *from = field_read(spec, options);
    if (spec->kind == OPTION_CHOICE)
        return stored(spec, *(const int *)from);
    if (spec->kind == OPTION_SCALE && ((const Scale *)from)->kind != SCALE_NUMBER)
        return (int)((const Scale *)from)->kind;
    bool off = (spec->kind == OPTION_COUNT && !((const Count *)from)->on) ||
               (spec->kind == OPTION_AMOUNT && !((const Amount *)from)->on);
    return off ? 0 : -1;
}

static void write_permutation(const Permutation *order, char *out, size_t size) {
    Text text = {0};
    for (size_t i = 0; i < order->count; i++)
        text_format(&text, "%s%d", i ? "," : "", order->entry[i] + 1);
    snprintf(out, size, "%s", text_string(&text));
    text_release(&text);
}

void option_write(const OptionSpec *spec, const Options *options, char *out,
                  size_t size) {
    const void *from = field_read(spec, options);
    int choice = option_choice(spec, options);
    char number[32] = "";
    if (spec->kind == OPTION_PERMUTATION) {
        write_permutation(from, out, size);
        return;
    }
    if (spec->kind == OPTION_COUNT)
        snprintf(number, sizeof number, "%zu", ((const Count *)from)->value);
    else if (choice < 0)
        number_write(spec->kind == OPTION_AMOUNT  ? ((const Amount *)from)->value
                     : spec->kind == OPTION_SCALE ? ((const Scale *)from)->value
                                                  : *(const double *)from,
                     number);
    snprintf(out, size, "%s", choice < 0 ? number : spec->values[choice]);
}

static bool same_order(const Permutation *a, const Permutation *b) {
    return a->count == b->count &&
           memcmp(a->entry, b->entry, a->count * sizeof *a->entry) == 0;
}

/* Every frame asks this of every option: only numbers are compared as words. */
bool option_same(const OptionSpec *spec, const Options *a, const Options *b) {
    char one[OPTION_BYTES], other[OPTION_BYTES];
    int choice = option_choice(spec, a);
    if (spec->kind == OPTION_PERMUTATION)
        return same_order(field_read(spec, a), field_read(spec, b));
    if (choice >= 0 || option_choice(spec, b) >= 0)
        return choice == option_choice(spec, b);
    option_write(spec, a, one, sizeof one);
    option_write(spec, b, other, sizeof other);
    return strcmp(one, other) == 0;
}

bool option_is_default(const OptionSpec *spec, const Options *options) {
    Options usual = options_default(options->head_order.count);
    return option_same(spec, options, &usual);
}

bool option_is_wrong(const OptionSpec *spec, const Options *options) {
    const Permutation *heads = &options->head_order, *wo = &options->wo_order;
    if (spec->kind == OPTION_PERMUTATION)
        return memcmp(heads->entry, wo->entry, heads->count * sizeof *wo->entry) != 0;
    int choice = option_choice(spec, options);
    return (spec->wrong >> (choice < 0 ? WRONG_NUMBER : choice)) & 1U;
}
