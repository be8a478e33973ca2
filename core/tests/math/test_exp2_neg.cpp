// 2^-x agrees with the C library in long doubles.
#include "core/math/exp2_neg.hpp"

#include <cmath>
#include <limits>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

void check_power(double x) {
    const long double truth = std::exp2(-static_cast<long double>(x));
    check(std::fabs(static_cast<long double>(exp2_neg(x)) - truth) <= 0x1p-50L * truth,
          "2^-x is within 2^-50 of the truth");
}

void powers_agree_with_the_library() {
    Random random(4);
    for (int i = 0; i < 200000; ++i)
        check_power(static_cast<double>(random.below(999) * 1024 + random.below(1024)) / 1024 +
                    static_cast<double>(random.next() >> 11) * 0x1p-63);
    for (double x = 1; x > 0; x /= 2) {
        check_power(x);
        check_power(1 - x);
        check_power(500 + x);
    }
}

void whole_exponents_are_exact() {
    for (int x = 0; x < 1000; ++x)
        check(exp2_neg(x) == std::ldexp(1.0, -x), "2^-x is exact for an integer x");
}

void large_exponents_give_zero() {
    check(exp2_neg(std::nextafter(1000.0, 0.0)) > 0, "the last one before the limit");
    check(exp2_neg(1000) == 0 && exp2_neg(1e300) == 0, "0 from 1000 on");
    check(exp2_neg(std::numeric_limits<double>::infinity()) == 0, "0 at infinity");
    check(exp2_neg(std::numeric_limits<double>::quiet_NaN()) == 0, "0 for NaN");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    powers_agree_with_the_library();
    whole_exponents_are_exact();
    large_exponents_give_zero();
    return report();
}
