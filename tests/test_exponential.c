/* e^x as single numbers and as vectors have it: how far from the truth, at its limits, and the same
 * bits in each kernel that this machine can run. */
#include <check.h>
#include <math.h>

#include "math/arithmetic.h"
#include "math/kernel.h"
#include "random_model.h"
#include "suites.h"

static double distance_in_units(double got, long double exact) {
    double unit = nextafter(fabs((double)exact), INFINITY) - fabs((double)exact);
    return (double)(fabsl((long double)got - exact) / (long double)unit);
}

START_TEST(the_exponential_errs_by_one_unit_at_most) {
    static const double reach[] = {1e-9, 0.35, 1, 40, 745};
    Random random = {(unsigned)_i + 1};
    for (size_t n = 0; n < 400000; n++) {
        double x = random_number(&random) / 2 * reach[n % 5];
        x = x > 709.7 ? -x : x;
        for (int fused = 0; fused <= 1; fused++) {
            double error = distance_in_units(exponential(x, fused), expl((long double)x));
            ck_assert_msg(error <= 1, "exp(%a) errs by %g units, fused %d", x, error,
                          fused);
        }
    }
}
END_TEST

START_TEST(the_exponential_knows_its_limits) {
    for (int fused = 0; fused <= 1; fused++) {
        ck_assert(same_bits(exponential(0, fused), 1));
        ck_assert(same_bits(exponential(-0.0, fused), 1));
        ck_assert(same_bits(exponential(-INFINITY, fused), 0));
        ck_assert(same_bits(exponential(-1e308, fused), 0));
        ck_assert(same_bits(exponential(-745.14, fused), 0));
        ck_assert(same_bits(exponential(-745.13, fused), 5e-324));
        ck_assert(isinf(exponential(709.79, fused)));
        ck_assert(isfinite(exponential(709.78, fused)));
        ck_assert(isinf(exponential(INFINITY, fused)));
        ck_assert(isnan(exponential(NAN, fused)));
    }
}
END_TEST

START_TEST(the_exponential_never_falls) {
    for (int fused = 0; fused <= 1; fused++) {
        double x = -1e-13, before = exponential(x, fused);
        for (size_t n = 0; n < 200000; n++) {
            x = n < 100000 ? x + 2e-18 : x + 1e-5;
            double now = exponential(x, fused);
            ck_assert_msg(now >= before, "exp falls at %a, fused %d", x, fused);
            before = now;
        }
    }
}
END_TEST

/* One number through a kernel's own vectors. */
static double vector_power(const Kernel *kernel, double x) {
    double cells[KERNEL_LANES_MAX], largest[KERNEL_LANES_MAX] = {0};
    double sum[KERNEL_LANES_MAX] = {0};
    for (size_t i = 0; i < kernel->lanes; i++)
        cells[i] = x;
    kernel->powers((Panel){1, kernel->lanes, cells}, largest, sum);
    return cells[kernel->lanes - 1];
}

START_TEST(vectors_compute_the_same_exponential) {
    static const double special[] = {0,      -0.0,    INFINITY, -INFINITY, NAN,  709.78,
                                     709.79, -745.13, -745.14,  -708.5,    -720, 1e308,
                                     -1e308, 5e-324,  -5e-324,  1,         -1};
    Random random = {9};
    for (size_t k = 0; kernel_at(k); k++)
        for (size_t n = 0; n < 200000; n++) {
            const Kernel *kernel = kernel_at(k);
            double x = n < sizeof special / sizeof *special
                           ? special[n]
                           : random_number(&random) * 373;
            double one = exponential(x, kernel->fused), other = vector_power(kernel, x);
            ck_assert_msg(same_bits(one, other) || (isnan(one) && isnan(other)),
                          "kernel %s: exp(%a) is %a, not %a", kernel->name, x, other,
                          one);
        }
}
END_TEST

Suite *exponential_suite(void) {
    Suite *suite = suite_create("exponential");
    TCase *power = tcase_create("exponential");
    tcase_add_loop_test(power, the_exponential_errs_by_one_unit_at_most, 0, 4);
    tcase_add_test(power, the_exponential_knows_its_limits);
    tcase_add_test(power, the_exponential_never_falls);
    tcase_add_test(power, vectors_compute_the_same_exponential);
    suite_add_tcase(suite, power);
    return suite;
}
