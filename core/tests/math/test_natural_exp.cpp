// e^x agrees with the C library in long doubles.
#include "core/math/natural_exp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/simd/lanes.hpp"
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

double exp_of_negative(double x) {
    detail::make_exp_of_negative<std::uint64_t>(x);
    return x;
}

void check_negative(double x) {
    const long double truth = std::exp(static_cast<long double>(x));
    check(std::fabs(static_cast<long double>(exp_of_negative(x)) - truth) <= 0x1p-50L * truth,
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
    check(exp_of_negative(0) == 1 && exp_of_negative(-0.0) == 1, "e^0 = 1");
    const double least = exp_of_negative(-700);
    check(least > 0 && exp_of_negative(-1e300) == least && exp_of_negative(-INFINITY) == least,
          "e^-700 below -700");
}

void vectors_give_the_same_bits() {
    Random random(7);
    for (int i = 0; i < 10000; ++i) {
        alignas(32) std::array<double, simd::lanes> x;
        for (double& each : x) {
            each = -720 * static_cast<double>(random.next() >> 11) * 0x1p-53;
        }
        alignas(32) std::array<double, simd::lanes> powers = x;
        simd::in_lanes_of_four([&](auto lanes) __attribute__((always_inline)) {
            using Simd = decltype(lanes);
            for (std::uint32_t part = 0; part < simd::parts<Simd>; ++part) {
                detail::make_exp_of_negative<typename Simd::Words>(
                    simd::at<Simd>(powers.data() + part * simd::width<Simd>));
            }
        });
        for (std::uint32_t l = 0; l < simd::lanes; ++l) {
            check(powers[l] == exp_of_negative(x[l]), "the number in each lane");
        }
    }
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
    vectors_give_the_same_bits();
    limits_are_exact();
    return report();
}
