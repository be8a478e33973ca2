// Divergence of the counts of a window from those of a reference, from integer sums.
//
// The window has the counts c (n rows), the reference the counts d (m rows). With n' and m' as n
// and m divided by their greatest common divisor, x = c m' and y = d n' are the shares of a label
// on one scale, with the total N = 2 n m', and the Jensen-Shannon divergence is
//
//     1 - sum over the labels that both have of (F(x + y) - F(x) - F(y)) / N
//
// where F(c m') is computed as m' F(c) + c F(m'), and F(d n') likewise: integers in units of
// 2^-58, so the sum is a function of the counts alone. Labels on one side only add nothing.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// The maximum of 2 n m: then x + y < 2^62, and squares of n m fit into 128 bits.
inline constexpr std::uint64_t max_scale = (std::uint64_t{1} << 62) - 1;

// Throws std::overflow_error if a window of n rows is too large for a reference of m rows.
void require_scale(std::uint64_t n, std::uint64_t m);

// n and m divided by their greatest common divisor, and F of both.
struct Scale {
    std::uint64_t n = 0;  // 0: not set yet
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

// Over the labels on both sides: sums of c, d, F(c), F(d), and of F(x + y) on some scale.
struct SharedSums {
    std::uint64_t n = 0;
    std::uint64_t m = 0;
    uint128 n_log = 0;
    uint128 m_log = 0;
    uint128 both_log = 0;
};

// Squares and products of the counts, to distinguish equal shares from nearly equal ones.
struct SquareSums {
    uint128 n = 0;     // sum c^2
    uint128 m = 0;     // sum d^2
    uint128 both = 0;  // sum c d

    // Whether c / n = d / m for all labels.
    [[nodiscard]] bool same_shares(std::uint64_t rows_n, std::uint64_t rows_m) const noexcept;
};

// In bits, from 0 to 1: 0.0 if all shares are equal, 1.0 if no label is on both sides. Absolute
// error below 2^-59 plus half an ulp: half a unit for each F that is not exact (of 3 and more), so
// N/6 units for F(x + y), N/12 each for m' F(c) and n' F(d), and as much each for c F(m')
// and d F(n'): N/2 in total.
[[nodiscard]] double jensen_shannon(const SharedSums& shared, const SquareSums& squares,
                                    const Scale& scale) noexcept;

// The same with each side weighted by its rows: the mutual information of side and label.
// `max` is max_divergence, `shared` the sum of F(c + d) - F(c) - F(d). From 0 to the entropy
// of n and m. Absolute error below 2^-58 plus half an ulp: at most (n + m)/3 units for the labels,
// and 3/2 units for n, m and both.
[[nodiscard]] double pooled_divergence(uint128 max, uint128 shared, const SquareSums& squares,
                                       std::uint64_t n, std::uint64_t m) noexcept;
// n + m times the entropy of n and m, in units of 2^-58 bit: the value if no label is on both
// sides.
[[nodiscard]] uint128 max_divergence(std::uint64_t n, std::uint64_t m) noexcept;

// In bits: -(excess + cross) / n for an excess F(n) - sum F(c), n times the entropy of the window,
// and cross the sum of c log2 q. Never below 0. Absolute error below 2^-57 plus half an ulp:
// n/6 units each for the sum of F(c) and for F(n), n/2 each for the logarithms of d and of m,
// which are rounded to units.
[[nodiscard]] double kullback_leibler(uint128 excess, int128 cross, std::uint64_t n) noexcept;
// The same without smoothing: 0.0 if all shares are equal.
[[nodiscard]] double kullback_leibler(uint128 excess, int128 cross, const SquareSums& squares,
                                      std::uint64_t n, std::uint64_t m) noexcept;

}  // namespace entrostream
