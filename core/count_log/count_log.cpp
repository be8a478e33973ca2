// The three stages of F(c), with proofs of their error bounds.
#include "core/count_log/count_log.hpp"

#include <array>
#include <bit>
#include <cstddef>

#include "core/count_log/count_log_stages.hpp"
#include "core/math/log_tables.hpp"
#include "core/math/wide_fraction.hpp"

namespace entrostream {

namespace detail {
namespace {

constexpr std::uint64_t half = std::uint64_t{1} << 63;  // 1/2 in units of 2^-64

// 1/k in units of 2^-128 and of 2^-64, rounded down.
constexpr uint128 inverse(std::uint64_t k) noexcept {
    return ~uint128{0} / k;
}
constexpr std::uint64_t short_inverse(std::uint64_t k) noexcept {
    return high_half(inverse(k));
}

// 1/(k ln 2) in units of 2^-64, rounded down; k >= 2.
constexpr std::uint64_t inverse_ln2_over(std::uint64_t k) noexcept {
    return high_half(k == 2 ? half_inverse_ln2 : half_inverse_ln2 / k * 2);
}

constexpr bool is_power_of_two(std::uint64_t c) noexcept {
    return (c & (c - 1)) == 0;
}

// e * 2^122: the integer part of a logarithm in units of 2^-122.
constexpr uint128 whole_part(int e) noexcept {
    return join(static_cast<std::uint64_t>(e) << 58, 0);
}

// c * log2(c) * 2^58 from log2 c in units of 2^-122, so that the fraction is one limb.
struct Product {
    uint128 whole;
    std::uint64_t fraction;  // in units of 2^-64

    Product(std::uint64_t c, uint128 log) noexcept {
        const uint128 low = uint128{low_half(log)} * c;
        whole = uint128{high_half(log)} * c + high_half(low);
        fraction = low_half(low);
    }

    // Whether an error of up to `error` < 2^62 in the fraction could change the rounding.
    bool in_doubt(std::uint64_t error) const noexcept {
        return fraction - half + error <= 2 * error;
    }

    uint128 rounded() const noexcept { return whole + (fraction >> 63); }
};

// ---------------------------------------------------------------- middle stage
//
// The significand of c = 2^e * x is reduced to near 1 by two short reciprocals from tables:
//
//     x * r * (1 - s) = 1 + t,   log2 x = -log2 r - log2(1 - s) + log2(1 + t).
//
// r >= 1/(1 + i/512) is rounded up to 12 bits, so 1 <= x*r = 1 + t1 with
// t1 < 1/(512 + i) + 2^-12 * (1 + (i+1)/512) < 1.125 * 2^-9 (r = 1 is exact for
// i = 0): indices into the second table stay below 1.125 * 2^9 = 576. Likewise
// 0 <= t < 1.125 * 2^-18. x has 35 fractional bits, r has 12, and s has 21 of which
// the first 8 are 0, so t1 * 2^47 and t * 2^68 are exact 64-bit integers.
//
// With K = 1/ln 2: log2(1 + t) = t (K - t q), q = K/2 - t (K/3 - t (K/4 - t K/5)).
// Errors: series remainder K t^6/6 < 2^-109; q is off by at most 2.1 * 2^-64, times
// t^2 < 1.27 * 2^-36: 0.67 * 2^-98; t q is truncated to multiples of 2^-81, times t:
// 0.57 * 2^-98; K and the table entries: some 2^-122. In total below 2^-97.
inline uint128 middle_log(std::uint64_t c, int e) noexcept {
    constexpr int r_bits = reciprocal_bits + 3;
    constexpr int s_bits = 2 * reciprocal_bits + 3;

    const std::uint64_t x = c << (35 - e);  // * 2^-35
    const Reciprocal& first = first_reciprocals[(x >> (35 - reciprocal_bits)) & 511];
    const std::uint64_t t1 = x * first.reciprocal - (std::uint64_t{1} << (35 + r_bits));  // * 2^-47
    const Reciprocal& second = second_reciprocals[t1 >> (35 + r_bits - 2 * reciprocal_bits)];
    const std::uint64_t s = second.reciprocal;
    const std::uint64_t t_68 = (t1 << s_bits) - (s << (35 + r_bits)) - t1 * s;  // t = t_68 * 2^-68
    const std::uint64_t t = t_68 << 13;                                         // * 2^-81

    std::uint64_t q = inverse_ln2_over(5);
    q = inverse_ln2_over(4) - (mul_high(t, q) >> 17);
    q = inverse_ln2_over(3) - (mul_high(t, q) >> 17);
    q = inverse_ln2_over(2) - (mul_high(t, q) >> 17);
    // K - t q in units of 2^-118; times t_68 * 2^-68, the upper limbs are in units of 2^-122.
    const uint128 slope = (half_inverse_ln2 >> 9) - (uint128{mul_high(t, q)} << 37);
    const uint128 log = uint128{high_half(slope)} * t_68 + mul_high(low_half(slope), t_68);
    return join(first.log_high, first.log_low) + join(second.log_high, second.log_low) + log +
           whole_part(e);
}

}  // namespace

uint128 log2_middle(std::uint64_t c) noexcept {
    return middle_log(c, floor_log2(c));
}

// The fraction's error is c * 2^-97 units of 2^-58. The test uses c * 2^-96, plus 2 units of 2^-64
// for what the product truncates.
uint128 count_log_middle(std::uint64_t c) noexcept {
    const Product product(c, middle_log(c, floor_log2(c)));
    if (product.in_doubt((c << 26) + 2)) [[unlikely]]
        return count_log_long(c);
    return product.rounded();
}

// ---------------------------------------------------------------- long stage
//
// With m the significand in [1, 2), m0 the midpoint of its interval (one of 1024) and
// z = (m - m0)/(m + m0), |z| <= 2^-12:
//
//     log2 m = log2 m0 + 2K atanh z,   atanh z = z (1 + w R),   w = z^2,
//     R = 1/3 + w (1/5 + w (1/7 + w/9)).
//
// Scaled by 2^11, Z = 2^11 |z| <= 1/2 is held in units of 2^-128. Errors: the bracket
// next to 1/3 is at most 2.1 * 2^-64 too small (one constant and one product truncated),
// and is multiplied by a w truncated by 2^-86: R errs by 2.1 * 2^-64 * w + 2^-86/5 <
// 2.9 * 2^-88, and 2K z w R by 2^-10.4 * 2^-24 * 2.9 * 2^-88 < 2^-120.8. The next term of
// the series is 2K z^11/11 < 2^-133. Truncation at 2^-128 costs a few units, most of them
// shifted down by 9 bits. In total below 2^-120; the test uses 2^-119.
uint128 log2_fraction(std::uint64_t significand) noexcept {
    constexpr int below = 63 - midpoint_bits;  // bits of the significand below the index
    constexpr int scale = 2 * (midpoint_bits + 1);
    const std::uint64_t index = (significand >> below) - (1u << midpoint_bits);
    const std::uint64_t midpoint = (significand >> below << below) | std::uint64_t{1}
                                                                         << (below - 1);
    const bool negative = significand < midpoint;
    const std::uint64_t distance = negative ? midpoint - significand : significand - midpoint;
    const std::uint64_t half_sum = (significand >> 1) + (midpoint >> 1);  // exact: both are even

    const Division first = divide(distance << midpoint_bits, 0, half_sum);
    const uint128 z = join(first.quotient, divide(first.remainder, 0, half_sum).quotient);
    const uint128 w = mul_high(z, z);
    std::uint64_t bracket = short_inverse(9);
    bracket = short_inverse(7) + (mul_high(high_half(w), bracket) >> scale);
    bracket = short_inverse(5) + (mul_high(high_half(w), bracket) >> scale);
    const uint128 r = inverse(3) + (uint128{high_half(w)} * bracket >> scale);
    const uint128 linear = mul_high(half_inverse_ln2, z);
    const uint128 cubic = mul_high(linear, mul_high(w, r)) >> scale;
    const uint128 log = (linear + cubic) >> (midpoint_bits - 1);
    const uint128 base = join(midpoint_logs[index][1], midpoint_logs[index][0]);
    return negative ? base - log : base + log;
}

// From 2^58 on most counts would be in doubt.
uint128 count_log_long(std::uint64_t c) noexcept {
    if (c < 2) return 0;
    const int e = floor_log2(c);
    if (is_power_of_two(c)) return Product(c, whole_part(e)).rounded();
    if (c >> 58 != 0) return count_log_wide(c);
    const Product product(c, whole_part(e) + (log2_fraction(c << (63 - e)) >> 6));
    return product.in_doubt((c << 3) + 2) ? count_log_wide(c) : product.rounded();
}

// ---------------------------------------------------------------- wide stage
//
// The same with 256 bits: |z| <= 2^-9, and terms of the series up to z^33. The remainder
// is below 2^-315; each of the 19 products is truncated by less than 2^-256, and all but
// the last three are multiplied by z^2. In total below 2^-250.
//
// This stage rounds without a test. It would be wrong only if c * log2(c) * 2^58
// lay within c * 2^-192 of a tie. Exact ties cannot occur (log2 c is irrational unless
// c is a power of two). For uniformly distributed fractions, the expected number of such
// counts among all c < 2^62 is below 2^-67. Even then the result would be the same on
// every machine and less than 1/2 + 2^-129 from the exact value, so every error bound of
// the reads would still hold.
namespace {

constexpr std::size_t wide_terms = 16;
constexpr auto odd_inverses = [] {
    std::array<WideFraction, wide_terms> inverses{};
    for (std::size_t k = 0; k < wide_terms; ++k)
        inverses[k] = wide_fraction(1, 2 * k + 3);
    return inverses;
}();

}  // namespace

WideFraction log2_fraction_wide(std::uint64_t significand) noexcept {
    constexpr int below = 63 - wide_midpoint_bits;
    const std::uint64_t index = (significand >> below) - (1u << wide_midpoint_bits);
    const std::uint64_t midpoint = (significand >> below << below) | std::uint64_t{1}
                                                                         << (below - 1);
    const bool negative = significand < midpoint;
    const std::uint64_t distance = negative ? midpoint - significand : significand - midpoint;
    const std::uint64_t half_sum = (significand >> 1) + (midpoint >> 1);

    const WideFraction z = wide_fraction(distance >> 1, half_sum);
    const WideFraction w = z * z;
    WideFraction r = odd_inverses[wide_terms - 1];
    for (std::size_t k = wide_terms - 1; k-- > 0;)
        r = odd_inverses[k] + w * r;
    WideFraction log = (z + z * (w * r)) * wide_fraction(half_inverse_ln2_wide);
    log = log + log;
    log = log + log;
    const WideFraction base = wide_fraction(wide_midpoint_logs[index]);
    return negative ? base - log : base + log;
}

uint128 count_log_wide(std::uint64_t c) noexcept {
    if (c < 2) return 0;
    const int e = floor_log2(c);
    if (is_power_of_two(c)) return Product(c, whole_part(e)).rounded();
    const WideFraction log = log2_fraction_wide(c << (63 - e));
    // Of c * log, in units of 2^-256, only bits from 197 (the rounding bit) up matter.
    uint128 carry = 0;
    for (std::size_t i = 0; i < 3; ++i)
        carry = (uint128{log.limbs[i]} * c + carry) >> 64;
    const uint128 high = uint128{log.limbs[3]} * c + carry;
    return Product(c, whole_part(e)).whole + ((high >> 5) + 1) / 2;
}

}  // namespace detail

uint128 count_log(std::uint64_t c) noexcept {
    const bool middle = c - 1 < detail::middle_limit - 1;
    return middle ? detail::count_log_middle(c) : detail::count_log_long(c);
}

}  // namespace entrostream
