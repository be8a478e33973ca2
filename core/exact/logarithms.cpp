// log2 and 2^x, built on the 128-bit logarithm of count_log.cpp.
#include "core/exact/logarithms.hpp"

#include <bit>

#include "core/count_log/count_log_stages.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream::detail {
namespace {

// log2(2^exponent * significand/2^63): the error is log2_fraction's, 2^-120, plus truncation.
Fixed log2_of(std::uint64_t significand, int exponent) noexcept {
    constexpr std::uint64_t one = std::uint64_t{1} << 63;
    const uint128 fraction = significand == one ? 0 : log2_fraction(significand);
    const int128 whole = static_cast<int128>(exponent) * (int128{1} << fixed_bits);
    return {whole + static_cast<int128>(fraction >> (128 - fixed_bits))};
}

}  // namespace

DoubleDouble to_double_double(Fixed x) noexcept {
    const bool negative = x.units < 0;
    const DoubleDouble magnitude =
        to_double_double(static_cast<uint128>(negative ? -x.units : x.units));
    const double scale = negative ? -power_of_two(-fixed_bits) : power_of_two(-fixed_bits);
    return {magnitude.high * scale, magnitude.low * scale};
}

// x = top * (1 + d) with top the first 63 bits and d < 2^-62, so log2 x is
// log2 top + d/ln 2; the square of d, 2^-124, is negligible.
Fixed log2_of(uint128 x) noexcept {
    const int shift = leading_zeros(x);
    x <<= shift;
    const std::uint64_t top = high_half(x) & ~std::uint64_t{1};
    const auto rest = static_cast<std::uint64_t>((x - join(top, 0)) >> 2);  // below 2^63 <= top
    const std::uint64_t d = divide(rest, 0, top).quotient;                  // in units of 2^-126
    const std::uint64_t correction = mul_high(d, high_half(half_inverse_ln2)) >> 13;
    return {log2_of(top, 127 - shift).units + static_cast<int128>(correction)};
}

Fixed log2_of(double x) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto biased = static_cast<int>(bits >> 52);
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    if (biased != 0) return log2_of(mantissa << 11 | std::uint64_t{1} << 63, biased - 1023);
    const int shift = std::countl_zero(mantissa);  // subnormal: mantissa * 2^-1074
    return log2_of(mantissa << shift, 63 - shift - 1074);
}

// 2^x = 2^(k/64) * e^y, |y| <= ln 2/128. The series remainder y^7/5040 is 2^-65; the
// roundings in e^y - 1 < 2^-7 and in the sum of the small terms are 2^-61 in total.
double exp2_of(DoubleDouble x) noexcept {
    constexpr double size = 1 << power_bits;
    const double nearest = (x.high * size + 0x1.8p52) - 0x1.8p52;
    const auto k = static_cast<int>(nearest);
    const double y = ((x.high - nearest / size) + x.low) * ln2_double;
    const double tail =
        y * y * (1.0 / 2 + y * (1.0 / 6 + y * (1.0 / 24 + y * (1.0 / 120 + y / 720))));
    const Power& base = powers[k & ((1 << power_bits) - 1)];
    return (base.high + (base.low + base.high * (y + tail))) * power_of_two(k >> power_bits);
}

}  // namespace entrostream::detail
