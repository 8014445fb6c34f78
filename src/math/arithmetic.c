/* See arithmetic.h. */
#include "math/arithmetic.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

double multiply_add(double a, double b, double c, bool fused) {
    return fused ? fma(a, b, c) : a * b + c;
}

static int64_t bits_of(double number) {
    int64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* 2^n for -1022 <= n <= 1023. */
static double power_of_two(int64_t n) {
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

double exponential(double x, bool fused) {
    static const double p[] = {EXP_P9, EXP_P8, EXP_P7, EXP_P6, EXP_P5,
                               EXP_P4, EXP_P3, EXP_P2, EXP_P1, EXP_P0};
    if (isnan(x))
        return x;
    x = x < EXP_LOWEST ? EXP_LOWEST : x > EXP_HIGHEST ? EXP_HIGHEST : x;
    double rounded = multiply_add(x, EXP_LOG2E, EXP_ROUNDER, fused);
    double n = rounded - EXP_ROUNDER;
    double high = multiply_add(-n, EXP_LN2_HIGH, x, fused);
    double r = multiply_add(-n, EXP_LN2_LOW, high, fused);
    double q = p[0];
    for (int k = 1; k < (int)(sizeof p / sizeof *p); k++)
        q = multiply_add(q, r, p[k], fused);
    double e = 1 + (high + multiply_add(-n, EXP_LN2_LOW, r * r * q, fused));
    /* in two steps, since 2^n itself may be too large or too small for a double */
    int64_t whole = bits_of(rounded) - bits_of(EXP_ROUNDER), half = whole / 2;
    return e * power_of_two(half) * power_of_two(whole - half);
}

double quotient(double a, double b, bool fused) {
    if (!fused)
        return a / b;
    double inverse = 1 / b, near = a * inverse;
    return fma(fma(-near, b, a), inverse, near);
}
