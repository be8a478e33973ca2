// e^x agrees with the C library in long doubles.
#include "core/math/natural_exp.hpp"

#include <algorithm>
#include <cmath>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

void check_power(double x) {
    const long double truth = std::exp(static_cast<long double>(x));
    const long double bound = std::max(1.0L, -static_cast<long double>(x)) * 0x1p-52L;
    check(std::fabs(static_cast<long double>(detail::natural_exp(x)) - truth) <= bound * truth,
          "e^x is within |x| 2^-52 of the truth");
    check(std::fabs(static_cast<long double>(detail::natural_exp(-x)) * truth - 1) <=
              bound + 0x1p-52L,
          "and so is e^-x, but for one more rounding");
}

void powers_agree_with_the_library() {
    Random random(5);
    for (int i = 0; i < 200000; ++i)
        check_power(-690 * static_cast<double>(random.next() >> 11) * 0x1p-53);
    for (double x = 512; x > 0x1p-60; x /= 2)
        check_power(-x);
}

void check_negative(double x) {
    const long double truth = std::exp(static_cast<long double>(x));
    check(
        std::fabs(static_cast<long double>(detail::exp_of_negative(x)) - truth) <= 0x1p-50L * truth,
        "the exponential of a negative number is within 2^-50 of the truth");
}

void negative_powers_agree_with_the_library() {
    Random random(6);
    for (const double most : {700.0, 40.0, 1.0}) {
        for (int i = 0; i < 200000; ++i)
            check_negative(-most * static_cast<double>(random.next() >> 11) * 0x1p-53);
    }
    for (double x = 512; x > 0x1p-60; x /= 2)
        check_negative(-x);
    check(detail::exp_of_negative(0) == 1 && detail::exp_of_negative(-0.0) == 1, "e^0 = 1");
    const double least = detail::exp_of_negative(-700);
    check(least > 0 && detail::exp_of_negative(-1e300) == least &&
              detail::exp_of_negative(-INFINITY) == least,
          "e^-700 below -700");
}

void limits_are_exact() {
    check(detail::natural_exp(0) == 1 && detail::natural_exp(-0.0) == 1, "e^0 = 1");
    check(detail::natural_exp(-693) > 0, "the smallest results are above 2^-1000");
    check(detail::natural_exp(-694) == 0 && detail::natural_exp(-INFINITY) == 0, "0 below them");
    check(detail::natural_exp(694) == INFINITY && detail::natural_exp(INFINITY) == INFINITY,
          "infinity above their inverses");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    powers_agree_with_the_library();
    negative_powers_agree_with_the_library();
    limits_are_exact();
    return report();
}
