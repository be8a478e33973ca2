// How far the counts of a window are from those of a reference: integer sums, read once.
//
// A window with the counts c (n rows) and a reference with the counts d (m rows). With
// n' and m' what is left of n and m without their common divisor, x = c m' and y = d n' are
// the shares of a label on one scale, N = 2 n m' in all, and the Jensen-Shannon divergence is
//
//     1 - sum over the labels that both have of (F(x + y) - F(x) - F(y)) / N
//
// where F(c m') is taken as m' F(c) + c F(m') and F(d n') alike: integers of 2^-58, so
// the sum is a function of the counts alone. Labels that only one side has add nothing.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// The most that 2 n m may be: then x + y < 2^62, and squares of n m fit 128 bits.
inline constexpr std::uint64_t max_scale = (std::uint64_t{1} << 62) - 1;

// Throws std::overflow_error if a window of n rows is too large beside m.
void require_scale(std::uint64_t n, std::uint64_t m);

// n and m without their common divisor, and F of both.
struct Scale {
    std::uint64_t n = 0;  // 0: none yet
    std::uint64_t m = 0;
    std::uint64_t n_part = 0;  // n'
    std::uint64_t m_part = 0;
    uint128 n_log = 0;  // F(n')
    uint128 m_log = 0;

    Scale() = default;
    // Preconditions, here and below: n > 0, m > 0, 2 n m <= max_scale.
    Scale(std::uint64_t n, std::uint64_t m) noexcept;

    [[nodiscard]] std::uint64_t all() const noexcept { return 2 * n * m_part; }  // N
    // x + y of a label with the counts c and d.
    [[nodiscard]] std::uint64_t both(std::uint64_t c, std::uint64_t d) const noexcept {
        return c * m_part + d * n_part;
    }
};

// The labels that both sides have: sums of c, d, F(c), F(d), and of F(x + y) on some scale.
struct SharedSums {
    std::uint64_t n = 0;
    std::uint64_t m = 0;
    uint128 n_log = 0;
    uint128 m_log = 0;
    uint128 both_log = 0;
};

// Squares and products of the counts, by which equal shares are told from nearly equal ones.
struct SquareSums {
    uint128 n = 0;     // sum c^2
    uint128 m = 0;     // sum d^2
    uint128 both = 0;  // sum c d

    // Whether c / n = d / m for all labels.
    [[nodiscard]] bool same_shares(std::uint64_t rows_n, std::uint64_t rows_m) const noexcept;
};

// Bits, from 0 to 1: 0.0 if all shares are equal, 1.0 if no label is on both sides. Absolute error
// below 2^-59, and half an ulp: half a unit for each F that is not exact (of 3 and more), so
// N/6 units for F(x + y), N/12 each for m' F(c) and n' F(d), and as much each for c F(m')
// and d F(n'): half of N in all.
[[nodiscard]] double jensen_shannon(const SharedSums& shared, const SquareSums& squares,
                                    const Scale& scale) noexcept;

// The same with each side weighted by its rows: what knowing the side tells about the label.
// `most` is most_divergence, `shared` the sum of F(c + d) - F(c) - F(d). From 0 to the entropy
// of n and m. Absolute error below 2^-58, and half an ulp: of n + m units a third at most for
// the labels, and 3 halves for n, m and both.
[[nodiscard]] double pooled_divergence(uint128 most, uint128 shared, const SquareSums& squares,
                                       std::uint64_t n, std::uint64_t m) noexcept;
// n + m times the entropy of n and m, in units of 2^-58 bit: where no label is on both sides.
[[nodiscard]] uint128 most_divergence(std::uint64_t n, std::uint64_t m) noexcept;

// Bits: -(excess + cross) / n for an excess F(n) - sum F(c), n times the entropy of the window,
// and cross the sum of c log2 q. Never below 0. Absolute error below 2^-57, and half an ulp:
// n/6 units each for the sum of F(c) and for F(n), n halves each for the logarithms
// of d and of m, which are rounded to units.
[[nodiscard]] double kullback_leibler(uint128 excess, int128 cross, std::uint64_t n) noexcept;
// The same where no count was smoothed: 0.0 if all shares are equal.
[[nodiscard]] double kullback_leibler(uint128 excess, int128 cross, const SquareSums& squares,
                                      std::uint64_t n, std::uint64_t m) noexcept;

}  // namespace entrostream
