// P(Q, n), the integer nearest to Q/n * 2^58: a table row's contribution to the purity sum.
//
// A row whose counts have sum n and square sum Q has the Gini index 1 - Q/n^2, so its
// purity Q/n^2, weighted by its n events, is Q/n. Rounding that rational to a unit shared
// by all rows lets it be summed without drift. Integers only.
#pragma once
#include <cstdint>

#include "core/count_log/count_log.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

// Ties are rounded up; exact for a pure row (Q = n^2), and 0 for an empty one.
// Precondition: n < 2^62, Q <= n^2. The result is at most n * 2^58.
[[nodiscard]] constexpr uint128 purity(uint128 square_sum, std::uint64_t n) noexcept {
    if (n == 0) return 0;
    // Q * 2^58 + n/2 has up to 182 bits, in 64-bit words. The top word is below n, since
    // Q <= n^2 < n * 2^62, so every quotient fits one word.
    const uint128 low = uint128{low_half(square_sum << fraction_bits)} + n / 2;
    const uint128 rest = (square_sum >> (64 - fraction_bits)) + high_half(low);
    const Division upper = divide(high_half(rest), low_half(rest), n);
    const Division lower = divide(upper.remainder, low_half(low), n);
    return join(upper.quotient, lower.quotient);
}

}  // namespace entrostream
