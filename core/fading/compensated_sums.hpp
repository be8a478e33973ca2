// Four compensated sums of doubles, one per SIMD lane.
//
// Every addition is exact as a double-double (Knuth's TwoSum, branch-free); only the low
// parts round, so after m additions a sum is off by about m 2^-105 of its largest value.
// The four share one SIMD vector and cost hardly more than one.
#pragma once

namespace entrostream::detail {

// Four lanes: a compiler vector, two or four lanes per instruction depending on the target. Aligned
// like a double, so that it may be a member of any object.
using DoubleLanes [[gnu::vector_size(32), gnu::aligned(8)]] = double;

static_assert(alignof(DoubleLanes) == 8);

struct CompensatedSums {
    DoubleLanes high = {};
    DoubleLanes low = {};

    [[gnu::always_inline]] void add(const DoubleLanes& x) noexcept {
        const DoubleLanes sum = high + x;
        const DoubleLanes x_part = sum - high;
        low += (high - (sum - x_part)) + (x - x_part);
        high = sum;
    }

    [[nodiscard, gnu::always_inline]] double value(int lane) const noexcept {
        return high[lane] + low[lane];
    }
};

}  // namespace entrostream::detail
