// The estimate of the variance of a numeric attribute within a class.
#pragma once
#include <algorithm>

#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

inline constexpr double half_log2_e = 0.72134752044448170;
using tuning::range_share;
using tuning::smallest_variance;

// For n examples of a class, with s the sum of squared differences from their mean and r the range
// of the attribute over all classes, it is
//
//     s / (n - 1) + range_share r^2 + smallest_variance
//
// A single example has no variance, and the range stands in for it: r^2 + smallest_variance. With
// weighted examples n may lie between 1 and 2, and n - 1 may be almost 0, so s is divided by at
// least n / 2. For integers from 2 on, n - 1 is never less than that.
[[nodiscard, gnu::always_inline]] inline double freedom(double n, double one) noexcept {
    return std::max(n - one, 0.5 * n);
}

}  // namespace entrostream::tree
