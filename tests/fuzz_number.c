/* Fuzzer of the number reader: what it reads is written and read back to the same bits.
 *
 *   clang -fsanitize=fuzzer,address,undefined -DFUZZER …    libFuzzer's own main
 *   without -DFUZZER: plays the files named on the command line */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds) {
    if (!holds)
        abort();
}

static bool same(double a, double b) {
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = memory_string_n((const char *)data, size);
    Error error = {0};
    double value = 0, again = 0;
    long whole;
    char written[32];
    if (number_parse(text, &value, &error)) {
        number_write(value, written);
        demand(number_parse(written, &again, &error));
        demand(same(value, again));
        number_write_digits(value, 17, written);
        demand(number_parse(written, &again, &error));
        demand(same(value, again));
    } else {
        demand(error_is_set(&error));
    }
    error = (Error){0};
    if (number_whole(text, -1000, 1000, &whole, &error))
        demand(whole >= -1000 && whole <= 1000);
    else
        demand(error_is_set(&error));
    free(text);
    return 0;
}

#include "fuzz_main.h"
