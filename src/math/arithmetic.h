/* The operations of the kernels (kernel.h) for single numbers, with the same bits. fused:
 * whether the kernel rounds a·b + c once. */
#ifndef MATH_ARITHMETIC_H
#define MATH_ARITHMETIC_H

#include <stdbool.h>

/* a·b + c, rounded once where fused, twice where not. */
double multiply_add(double a, double b, double c, bool fused);

/* e^x within one unit in the last place; e^-inf = 0, inf on overflow, NaN of NaN. */
double exponential(double x, bool fused);

/* a / b; b is finite and at least 1, or NaN. */
double quotient(double a, double b, bool fused);

/* The constants of e^x = 2^n · e^r: n = round(x / ln 2), r = x - n·ln 2 in two parts, of
 * which n·LN2_HIGH is exact, and e^r = 1 + r + r²·(P0 + P1·r + …), |r| <= ln(2)/2; the
 * polynomial errs by 4e-18 at most (Remez). Adding ROUNDER rounds to a whole number, in
 * the last bits of the sum. */
#define EXP_LOWEST   (-746.0) /* e to this is 0 */
#define EXP_HIGHEST  710.0    /* e to this is inf */
#define EXP_ROUNDER  0x1.8p52
#define EXP_LOG2E    0x1.71547652b82fep0
#define EXP_LN2_HIGH 0x1.62e42feep-1
#define EXP_LN2_LOW  0x1.a39ef35793c76p-33
#define EXP_P0       0x1.000000000000ap-1
#define EXP_P1       0x1.55555555554fap-3
#define EXP_P2       0x1.555555555087cp-5
#define EXP_P3       0x1.1111111127be5p-7
#define EXP_P4       0x1.6c16c1842a11dp-10
#define EXP_P5       0x1.a01a012a57b51p-13
#define EXP_P6       0x1.a0199a0c677acp-16
#define EXP_P7       0x1.71df2552390c2p-19
#define EXP_P8       0x1.28ad72cc30daap-22
#define EXP_P9       0x1.ad7f6f0799ee2p-26

#endif
