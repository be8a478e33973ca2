// Fixed-point logarithms and powers of two agree with 256-bit logarithms and long doubles.
#include "core/exact/logarithms.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/count_log/count_log_stages.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using detail::Fixed;
using detail::fixed_bits;

// |a - b| < 2^-110.
bool is_near(int128 a, int128 b) {
    const int128 off = a - b;
    return off <= 4 && off >= -4;
}

// From the 256-bit logarithm of the significand: the upper 112 fraction bits.
int128 true_log2(std::uint64_t x) {
    const int e = floor_log2(x);
    if ((x & (x - 1)) == 0) return int128{e} << fixed_bits;
    const detail::WideFraction wide = detail::log2_fraction_wide(x << (63 - e));
    return (int128{e} << fixed_bits) +
           static_cast<int128>(join(wide.limbs[3], wide.limbs[2]) >> (128 - fixed_bits));
}

void logarithms_of_integers() {
    Random random(1);
    for (int i = 0; i < 50000; ++i) {
        const std::uint64_t x = 1 + (random.next() >> (1 + random.below(63)));
        check(is_near(detail::log2_of(uint128{x}).units, true_log2(x)), "log2 of 63 bits");
        const auto shift = static_cast<int>(random.below(64));
        check(is_near(detail::log2_of(uint128{x} << shift).units,
                      true_log2(x) + (int128{shift} << fixed_bits)),
              "a power of two adds an integer");
        const std::uint64_t y = 1 + (random.next() >> (1 + random.below(63)));
        check(is_near(detail::log2_of(uint128{x} * y).units, true_log2(x) + true_log2(y)),
              "log2 of a product of up to 126 bits");
    }
}

void logarithms_of_doubles() {
    Random random(2);
    for (int i = 0; i < 50000; ++i) {
        const std::uint64_t mantissa = 1 + (random.next() >> (11 + random.below(53)));
        const int exponent = static_cast<int>(random.below(2000)) - 1050;
        const double x = std::ldexp(static_cast<double>(mantissa), exponent);
        if (x == 0 || std::isinf(x) || std::ldexp(x, -exponent) != static_cast<double>(mantissa))
            continue;  // rounded to a subnormal
        check(
            is_near(detail::log2_of(x).units, true_log2(mantissa) + static_cast<int128>(exponent) *
                                                                        (int128{1} << fixed_bits)),
            "log2 of a double");
    }
    constexpr double smallest = std::numeric_limits<double>::denorm_min();
    check(detail::log2_of(smallest).units == int128{-1074} * (int128{1} << fixed_bits),
          "the smallest subnormal");
}

void conversions_keep_the_value() {
    Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const auto units =
            static_cast<int128>(join(random.next() >> 4, random.next()) >> random.below(100));
        for (const int128 each : {units, -units}) {
            const detail::DoubleDouble x = detail::to_double_double(Fixed{each});
            const long double sum =
                static_cast<long double>(x.high) + static_cast<long double>(x.low);
            const long double truth = std::ldexp(static_cast<long double>(each), -fixed_bits);
            check(std::fabs(sum - truth) <= 0x1p-62L * std::fabs(truth), "the same number");
        }
    }
}

void powers_of_two() {
    Random random(4);
    for (int x = 0; x < 64; ++x)
        check(detail::exp2_of({static_cast<double>(x), 0.0}) == std::ldexp(1.0, x), "2^k is exact");
    for (int i = 0; i < 50000; ++i) {
        const double high = static_cast<double>(random.next() >> 11) * 0x1p-47;
        const double low = high * 0x1p-54 * (static_cast<double>(random.below(1000)) / 1000);
        const long double truth =
            std::exp2(static_cast<long double>(high) + static_cast<long double>(low));
        const long double found = detail::exp2_of({high, low});
        check(std::fabs(found - truth) <= 0x1.02p-53L * truth, "half an ulp and a little more");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    logarithms_of_integers();
    logarithms_of_doubles();
    conversions_keep_the_value();
    powers_of_two();
    return report();
}
