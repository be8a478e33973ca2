// Four sums of doubles at once, each with what its roundings lost.
//
// Every addition is exact as a pair (Knuth's TwoSum, without a branch); only the small
// parts round, so after m additions a sum is off by about m 2^-105 of its largest value.
// The four go through one vector: they cost hardly more than one.
#pragma once

namespace entrostream::detail {

// A vector of the compiler's: two or four lanes an instruction, whatever there is. Of no
// special alignment, so that it may stand in any object.
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
