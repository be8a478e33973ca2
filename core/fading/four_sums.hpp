// Four compensated sums of doubles at once.
//
// Every addition is exact as a double-double (Knuth's TwoSum, branch-free); only the low
// parts round, so after m additions a sum is off by about m 2^-105 of its largest value.
// The four share one SIMD vector and cost hardly more than one.
#pragma once

namespace entrostream::detail {

// A compiler vector: two or four lanes per instruction, depending on the target. Aligned like a
// double, so that it may be a member of any object.
using Four [[gnu::vector_size(32), gnu::aligned(8)]] = double;

static_assert(alignof(Four) == 8);

struct FourSums {
    Four high = {};
    Four low = {};

    [[gnu::always_inline]] void add(const Four& x) noexcept {
        const Four sum = high + x;
        const Four x_part = sum - high;
        low += (high - (sum - x_part)) + (x - x_part);
        high = sum;
    }

    [[nodiscard, gnu::always_inline]] double value(int lane) const noexcept {
        return high[lane] + low[lane];
    }
};

}  // namespace entrostream::detail
