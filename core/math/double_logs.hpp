// log2 and 2^x in doubles, for sums that are not exact anyway.
//
// A table and a short polynomial; no libm, so bit-identical on every platform. Basic
// arithmetic and one table lookup only, so that the compiler may vectorise without
// changing the bits. Requires -ffp-contract=off.
#pragma once
#include <bit>
#include <cstdint>

#include "core/math/log_tables.hpp"

namespace entrostream::detail {

inline constexpr std::uint64_t mantissa_mask = (std::uint64_t{1} << 52) - 1;

// log2 x for a normal x > 0, error below 1.3 * 2^-52 plus half an ulp; exact for powers of two.
// Finite for 0, so that x log2 x is 0 there.
//
// x = 2^e m, r the reciprocal of the multiple of 1/256 nearest to m, t = m r - 1, |t| < 2^-9:
// the rounding error of m r is at most 2^-53 (none near 1 and 2, where r is 1 and 1/2), which
// log2 turns into 0.73 * 2^-52; the table's log and its sum with the series round by 2^-54
// each; the series remainder t^6/(6 ln 2) is 2^-56.
[[nodiscard, gnu::always_inline]] inline double double_log2(double x) noexcept {
    constexpr double k = inverse_ln2;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t mantissa = bits & mantissa_mask;
    const double m = std::bit_cast<double>(mantissa | std::bit_cast<std::uint64_t>(1.0));
    // Converts the exponent to a double by placing it in the mantissa of 2^52 + exponent.
    const auto above = std::bit_cast<std::uint64_t>(0x1p52);
    const double e = std::bit_cast<double>(bits >> 52 | above) - (0x1p52 + 1023);
    constexpr int shift = 52 - double_log_bits;
    const DoubleLog& row = double_logs[(mantissa + (std::uint64_t{1} << (shift - 1))) >> shift];
    const double t = m * row.reciprocal - 1.0;
    const double t2 = t * t;
    const double series = t * k - t2 * ((k / 2 - t * (k / 3)) + t2 * (k / 4 - t * (k / 5)));
    return e + (row.log + series);
}

// ln x, x > 0.
[[nodiscard]] inline double natural_log(double x) noexcept {
    return double_log2(x) * ln2_double;
}

// 2^(fraction / 2^64), from 1 to 2, error below 0.55 * 2^-52; exact for 0.
//
// 2^(k/64) from the table times e^y, |y| <= ln 2/128. The fraction is truncated to 58 bits: an
// error of 0.7 * 2^-58; the series remainder y^7/5040 is 2^-64.
[[nodiscard, gnu::always_inline]] inline double double_exp2(std::uint64_t fraction) noexcept {
    constexpr std::uint64_t half = std::uint64_t{1} << (63 - power_bits);
    const std::uint64_t k = (fraction >> 1) + (half >> 1);  // in units of 2^-63: no overflow
    const std::uint64_t place = k >> (63 - power_bits);
    // The rest in units of 2^-58, from -2^51 to 2^51, placed in the mantissa of 1.5 * 2^52 + rest.
    const std::uint64_t rest = (fraction >> 6) - (place << (58 - power_bits));
    const auto middle = std::bit_cast<std::uint64_t>(0x1.8p52);
    const double y = (std::bit_cast<double>(rest + middle) - 0x1.8p52) * (ln2_double * 0x1p-58);
    const double y2 = y * y;
    const double tail = 1.0 / 24 + y * (1.0 / 120 + y * (1.0 / 720));
    const double series = y + y2 * ((0.5 + y * (1.0 / 6)) + y2 * tail);
    const Power& row = powers[place & ((1 << power_bits) - 1)];
    const double scale =
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(1.0) + ((place >> power_bits) << 52));
    return (row.high + (row.low + row.high * series)) * scale;
}

}  // namespace entrostream::detail
