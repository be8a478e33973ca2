// The weight of one label, and its term in the sums.
#pragma once

#include "core/math/double_logs.hpp"

namespace entrostream {

// x log2 x, 0 for 0. The error is below 1.3 x 2^-52 plus one ulp of the result.
[[nodiscard, gnu::always_inline]] inline double log_term(double weight) noexcept {
    return weight * detail::double_log2(weight);
}

// The weight is high + low: the rounding errors of `high` are accumulated in `low`, so it is
// right to the last bit of a double however many events were added and removed.
struct WeightCell {
    double high = 0.0;
    double low = 0.0;
    double log_term = 0.0;  // of the weight; the caller keeps it up to date

    [[nodiscard, gnu::always_inline]] double weight() const noexcept { return high + low; }

    [[gnu::always_inline]] void add(double more) noexcept {
        const double sum = high + more;
        const double part = sum - high;
        low += (high - (sum - part)) + (more - part);
        high = sum;
    }

    // Whether a summary can have such a cell: the weight is not extreme, and `low` is small.
    [[nodiscard]] bool is_plausible() const noexcept {
        const double rest = low < 0.0 ? -low : low;
        return high >= 0x1p-300 && high <= 0x1p300 && rest <= 0x1p-20 * high;
    }

    friend bool operator==(const WeightCell& a, const WeightCell& b) noexcept {
        return a.high == b.high && a.low == b.low;
    }
};

}  // namespace entrostream
