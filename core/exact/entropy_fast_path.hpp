// The entropy of a growing count without F(n): log2 n - L/(n * 2^58) in double-doubles.
//
// Certain for all but a few reads in a million at ordinary entropies; the exact read
// handles the rest. Saves the logarithm that every new n would cost.
#pragma once
#include <bit>
#include <cstdint>

#include "core/math/double_double.hpp"
#include "core/math/int128.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream::detail {

// The fast path handles 2 <= n < 2^34.
inline constexpr std::uint64_t fast_path_limit = std::uint64_t{1} << 34;

// An estimate of the entropy and a bound on its error.
struct EntropyBracket {
    DoubleDouble value;
    double error;
};

// (K t - log2(1 + t)) / t^2 with K = 1/ln 2, to t^5: 0 <= t < 1.125 * 2^-9.
[[nodiscard]] inline double log2_tail(double t, double t2) noexcept {
    constexpr double k = inverse_ln2;
    return (k / 2 - t * (k / 3)) + t2 * ((k / 4 - t * (k / 5)) + t2 * (k / 6 - t * (k / 7)));
}

// n = 2^e * m: log2 n = e - log2 r + log2(1 + t), t = m*r - 1 with a short r from a table.
//
//   t           m has 34 bits, r 12: exact, and a multiple of 2^-45
//   K t         the first 15 bits of K: exact; the rest, below 2^-26, errs by 2^-78
//   t^2 q(t)    below 0.92 * 2^-18; five roundings in t^2, q and the product: 1.9 * 2^-70;
//               the series remainder K/8 * t^8: 2^-73
//   L/(n 2^58)  the quotient is subtracted in steps, on a grid where its product with n has
//               at most 52 bits, so that each remainder is exact (Sterbenz). The last
//               step is at most 2^-22 and has three rounding errors: 0.1 * 2^-70
//   sums        e - steps - log2 r is exact on multiples of 2^-44; adding K t is exact as a
//               double-double; four more sums below 2^-18: 2^-70
//
// In total below 3.1 * 2^-70 < 2^-68. F(n) itself is rounded: 1/2 unit, 2^-59/n.
// `Wide` is for n >= 2^26, where the first grid must be coarser and a second step follows.
template <bool Wide>
[[nodiscard]] inline EntropyBracket estimate_entropy(uint128 log_sum, std::uint64_t n) noexcept {
    const double count = exact_double(n);
    const double inverse = 1.0 / count;
    const auto bits = std::bit_cast<std::uint64_t>(count);
    constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52) - 1;
    const double m = std::bit_cast<double>((bits & mantissa) | std::bit_cast<std::uint64_t>(1.0));
    const double e = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
    const DoubleReciprocal& row = double_reciprocals[(bits & mantissa) >> (52 - reciprocal_bits)];

    const double t = m * row.reciprocal - 1.0;
    const double t2 = t * t;
    const double curve = t * inverse_ln2_rest - t2 * log2_tail(t, t2);

    constexpr std::uint64_t low_mask = (std::uint64_t{1} << 48) - 1;
    const DoubleDouble sum = ordered_sum(exact_double(low_half(log_sum >> 48)) * 0x1p-10,
                                         exact_double(low_half(log_sum) & low_mask) * 0x1p-58);
    // Adding and subtracting 1.5 * 2^(52-k) rounds to a multiple of 2^-k: k = 21, or 12 and 30.
    constexpr double grid = Wide ? 0x1.8p40 : 0x1.8p31;
    const double step = (sum.high * inverse + grid) - grid;
    const double first_rest = sum.high - step * count;
    const double second_step = Wide ? (first_rest * inverse + 0x1.8p22) - 0x1.8p22 : 0.0;
    const double rest = Wide ? first_rest - second_step * count : first_rest;
    const double last_step = (rest + sum.low) * inverse;

    const double base = ((e - step) + row.log_high) - second_step;
    const DoubleDouble main = exact_sum(base, t * inverse_ln2_short);
    const double low = (main.low - last_step) + (row.log_low + curve);
    return {{main.high, low}, 0x1p-68 + inverse * 0x1.01p-59};
}

// The same in nats. The upper half of the estimate times a short ln 2 is exact; the other
// products are below 2^-17 for an entropy below 34 and err by 2^-70 in total.
[[nodiscard]] inline EntropyBracket in_nats(const EntropyBracket& bits) noexcept {
    const DoubleDouble h = dekker_split(bits.value.high);
    const double low =
        h.low * ln2_short + (bits.value.high * ln2_rest + bits.value.low * ln2_double);
    return {{h.high * ln2_short, low}, bits.error * 0x1.7p-1 + 0x1p-69};
}

// Precondition of the functions below: 2 <= n < 2^34 and log_sum <= F(n).
[[nodiscard]] inline EntropyBracket estimate_entropy(uint128 log_sum, std::uint64_t n) noexcept {
    return n < (std::uint64_t{1} << 26) ? estimate_entropy<false>(log_sum, n)
                                        : estimate_entropy<true>(log_sum, n);
}

[[nodiscard]] inline Rounded fast_entropy(uint128 log_sum, std::uint64_t n) noexcept {
    const EntropyBracket bits = estimate_entropy(log_sum, n);
    return round_double_double(bits.value, bits.error);
}

[[nodiscard]] inline Rounded fast_nats(uint128 log_sum, std::uint64_t n) noexcept {
    const EntropyBracket nats = in_nats(estimate_entropy(log_sum, n));
    return round_double_double(nats.value, nats.error);
}

}  // namespace entrostream::detail
