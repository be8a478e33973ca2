// Double-double arithmetic, and the rounding test that makes reads exact.
//
// The reads compute a double-double with a proven error bound and return it only if
// everything within that bound rounds to the same double (Ziv's test), so the bits are
// those of the exact value. Requires IEEE doubles, rounding to nearest, -ffp-contract=off
// (a product fused into a sum would count its rounding error twice) and no -ffast-math;
// does not need FMA.
#pragma once
#include <bit>
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream::detail {

struct DoubleDouble {
    double high;
    double low;
};

// A double, and whether it is certainly the one nearest to the exact value.
struct Rounded {
    double value;
    bool certain;
};

// Rounding is monotonic: if both ends of the interval round to the same double, all of it does.
[[nodiscard]] inline Rounded round_double_double(DoubleDouble x, double error) noexcept {
    const double least = x.high + (x.low - error);
    const double most = x.high + (x.low + error);
    return {least, least == most};
}

// 2^exponent, -1022 <= exponent <= 1023
[[nodiscard]] constexpr double power_of_two(int exponent) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// x < 2^53, without the branch that an unsigned conversion needs on x86.
[[nodiscard]] constexpr double exact_double(std::uint64_t x) noexcept {
    return static_cast<double>(static_cast<std::int64_t>(x));
}

// a + b exactly. Precondition: a = 0 or |a| >= |b| (Dekker).
[[nodiscard]] constexpr DoubleDouble ordered_sum(double a, double b) noexcept {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

// a + b exactly (Knuth).
[[nodiscard]] constexpr DoubleDouble exact_sum(double a, double b) noexcept {
    const double sum = a + b;
    const double b_part = sum - a;
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// The upper 26 bits of x and the rest (Veltkamp); |x| < 2^990.
[[nodiscard]] constexpr DoubleDouble dekker_split(double x) noexcept {
    const double scaled = x * 0x1.0000002p27;
    const double upper = scaled - (scaled - x);
    return {upper, x - upper};
}

// a * b exactly (Dekker), assuming no underflow.
[[nodiscard]] constexpr DoubleDouble exact_product(double a, double b) noexcept {
    const DoubleDouble x = dekker_split(a);
    const DoubleDouble y = dekker_split(b);
    const double product = a * b;
    const double rest = (x.high * y.high - product) + x.high * y.low + x.low * y.high;
    return {product, rest + x.low * y.low};
}

// x, exact below 2^104, else truncated to its upper 104 bits: a relative error below 2^-103.
[[nodiscard]] inline DoubleDouble to_double_double(uint128 x) noexcept {
    double scale = 1.0;
    if (x >> 104 != 0) [[unlikely]] {
        const int excess_bits = 24 - leading_zeros(x);
        x >>= excess_bits;
        scale = power_of_two(excess_bits);
    }
    constexpr std::uint64_t mask = (std::uint64_t{1} << 52) - 1;
    const double upper = exact_double(low_half(x >> 52)) * 0x1p52;
    const DoubleDouble sum = ordered_sum(upper, exact_double(low_half(x) & mask));
    return {sum.high * scale, sum.low * scale};
}

// a / b with a relative error below 2^-100, b > 0 and both normalised (|low| <= 2^-53 |high|).
//
// In units of 2^-106 of a: the remainder a.high - q b.high is at most 2.1 * 2^53, rounded
// to a double: 2.1; q b.low and its difference from a.low: 3.1; the sum of both, below
// 4.2 * 2^53: 4.2; multiplied by an inverse of b that is off by 2^-53 twice (rounded,
// and b.low ignored), and rounded: 12.6. With both operands truncated at 2^-103 (8 each):
// 38, below 2^-100.
[[nodiscard]] inline DoubleDouble double_double_quotient(DoubleDouble a, DoubleDouble b) noexcept {
    const double inverse = 1.0 / b.high;
    const double q = a.high * inverse;
    const DoubleDouble product = exact_product(q, b.high);
    const double rest = ((a.high - product.high) - product.low) + (a.low - q * b.low);
    return {q, rest * inverse};
}

// The error bound used to test a quotient: a margin of 4.
[[nodiscard]] inline double quotient_error(DoubleDouble quotient) noexcept {
    return quotient.high * 0x1p-98;
}

}  // namespace entrostream::detail
