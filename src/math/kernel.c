/* See kernel.h. kernel_body.h is compiled once for each width of vectors; at run time the
 * processor says which of them it has. Machines other than x86-64 use vectors of two. */
#include "math/kernel.h"

#include <math.h>
#include <stdint.h>

#include "math/arithmetic.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* clang unrolls by itself, but at most half of what gcc can be told to. */
#ifdef __clang__
#define UNROLL
#define UNROLLED(count) ((count) / 2)
#else
#define UNROLL          _Pragma("GCC unroll 8")
#define UNROLLED(count) (count)
#endif

/* Keeps a number in a register, so that the products that use it do not read it again. */
#ifdef __x86_64__
#define IN_REGISTER(vector) __asm__("" : "+v"(vector))
#else
#define IN_REGISTER(vector) ((void)(vector))
#endif

static const size_t MIX_KEYS = 64; /* their values fit the nearest cache */
enum { MIX_QUERIES_MAX = 6 };

/* The work of mix() from component `at` on; out belongs to the panel's first query. */
typedef struct Mix {
    const double *const *v;
    const double *const *next; /* rows to fetch */
    size_t line;               /* the cache line of them to fetch */
    size_t width, at;
    double *out;
} Mix;

/* ---- vectors of two: any machine ---- */

typedef double Two __attribute__((vector_size(16)));
typedef uint64_t TwoBits __attribute__((vector_size(16)));

#if defined(__FP_FAST_FMA) && !defined(__x86_64__)
#define FUSED                 true
#define FUSE_ONE(a, b, c)     __builtin_fma(a, b, c)
#define FUSE(a, b, c)         two_fuse(a, b, c)
#define DIVIDE(a, b, inverse) two_quotient(a, b, inverse)

ALWAYS_INLINE Two two_fuse(Two a, Two b, Two c) {
    return (Two){__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
}

ALWAYS_INLINE Two two_quotient(Two a, Two b, Two inverse) {
    Two near = a * inverse;
    return two_fuse(two_fuse(-near, b, a), inverse, near);
}
#else
#define FUSED                 false
#define FUSE_ONE(a, b, c)     ((a) * (b) + (c))
#define FUSE(a, b, c)         ((a) * (b) + (c))
#define DIVIDE(a, b, inverse) ((void)(inverse), (a) / (b))
#endif

ALWAYS_INLINE Two two_splat(double number) {
    return (Two){number, number};
}

ALWAYS_INLINE Two two_larger(Two a, Two b) {
    TwoBits first = (TwoBits)(a > b);
    return (Two)(((TwoBits)a & first) | ((TwoBits)b & ~first));
}

/* e · 2^n in two steps, since 2^n itself may be too large or too small for a double. */
ALWAYS_INLINE Two two_scale(Two e, Two rounded, Two n) {
    TwoBits zero = (TwoBits)two_splat(EXP_ROUNDER);
    TwoBits half = (TwoBits)(n * two_splat(0.5) + two_splat(EXP_ROUNDER)) - zero;
    TwoBits rest = (TwoBits)rounded - zero - half;
    return e * (Two)((half + 1023) << 52) * (Two)((rest + 1023) << 52);
}

#define IN(name) name##_two
#define NAME     "two"
#define LANES    ((size_t)2)
#define TARGET
#define KEYS                 ((size_t)4)
#define COMPONENTS           ((size_t)4)
#define Vec                  Two
#define SPLAT(number)        two_splat(number)
#define LARGER(a, b)         two_larger(a, b)
#define SCALE(e, rounded, n) two_scale(e, rounded, n)
#include "math/kernel_body.h"

#ifdef __x86_64__
#include <immintrin.h>

/* ---- vectors of four: AVX2 and FMA ---- */

#define FOUR __attribute__((target("avx2,fma")))

FOUR ALWAYS_INLINE __m256d four_scale(__m256d e, __m256d rounded, __m256d n) {
    __m256d rounder = _mm256_set1_pd(EXP_ROUNDER);
    __m256i zero = _mm256_castpd_si256(rounder), one = _mm256_set1_epi64x(1023);
    __m256d halved = _mm256_add_pd(_mm256_mul_pd(n, _mm256_set1_pd(0.5)), rounder);
    __m256i half = _mm256_sub_epi64(_mm256_castpd_si256(halved), zero);
    __m256i rest =
        _mm256_sub_epi64(_mm256_sub_epi64(_mm256_castpd_si256(rounded), zero), half);
    half = _mm256_slli_epi64(_mm256_add_epi64(half, one), 52);
    rest = _mm256_slli_epi64(_mm256_add_epi64(rest, one), 52);
    return e * _mm256_castsi256_pd(half) * _mm256_castsi256_pd(rest);
}

FOUR ALWAYS_INLINE __m256d four_quotient(__m256d a, __m256d b, __m256d inverse) {
    __m256d near = a * inverse;
    return _mm256_fmadd_pd(_mm256_fnmadd_pd(near, b, a), inverse, near);
}

#define IN(name)              name##_four
#define NAME                  "four"
#define FUSED                 true
#define LANES                 ((size_t)4)
#define TARGET                FOUR
#define KEYS                  ((size_t)4)
#define COMPONENTS            ((size_t)4)
#define Vec                   __m256d
#define FUSE(a, b, c)         _mm256_fmadd_pd(a, b, c)
#define FUSE_ONE(a, b, c)     __builtin_fma(a, b, c)
#define SPLAT(number)         _mm256_set1_pd(number)
#define LARGER(a, b)          _mm256_max_pd(a, b)
#define SCALE(e, rounded, n)  four_scale(e, rounded, n)
#define DIVIDE(a, b, inverse) four_quotient(a, b, inverse)
#include "math/kernel_body.h"

/* ---- vectors of eight: AVX-512 ---- */

#define EIGHT __attribute__((target("avx512f,avx2,fma")))

EIGHT ALWAYS_INLINE __m512d eight_quotient(__m512d a, __m512d b, __m512d inverse) {
    __m512d near = a * inverse;
    return _mm512_fmadd_pd(_mm512_fnmadd_pd(near, b, a), inverse, near);
}

#define IN(name)              name##_eight
#define NAME                  "eight"
#define FUSED                 true
#define LANES                 ((size_t)8)
#define TARGET                EIGHT
#define KEYS                  ((size_t)UNROLLED(8))
#define COMPONENTS            ((size_t)UNROLLED(8))
#define Vec                   __m512d
#define FUSE(a, b, c)         _mm512_fmadd_pd(a, b, c)
#define FUSE_ONE(a, b, c)     __builtin_fma(a, b, c)
#define SPLAT(number)         _mm512_set1_pd(number)
#define LARGER(a, b)          _mm512_max_pd(a, b)
#define SCALE(e, rounded, n)  ((void)(rounded), _mm512_scalef_pd(e, n))
#define DIVIDE(a, b, inverse) eight_quotient(a, b, inverse)
#include "math/kernel_body.h"
#endif

const Kernel *kernel_at(size_t n) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma") && n-- == 0)
        return &kernel_eight;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && n-- == 0)
        return &kernel_four;
#endif
    return n == 0 ? &kernel_two : NULL;
}
