// What the variance of a number in a class is taken to be.
#pragma once
#include <algorithm>

namespace entrostream::tree {

inline constexpr double half_log2_e = 0.72134752044448170;
inline constexpr double smallest_variance = 1e-12;  // of a constant attribute
inline constexpr double range_share = 1e-6;

// Of n examples of a class with s, the sum of squared differences to their mean, and r, the range
// of the attribute in all classes, it is
//
//     s / (n - 1) + range_share r^2 + smallest_variance
//
// and of one example, which has none, r^2 + smallest_variance: the range stands for it. Where
// examples have weights, n may be between 1 and 2, and n - 1 next to nothing: half of n is the
// least that s is divided by, which is so for all integers from 2 on.
[[nodiscard, gnu::always_inline]] inline double freedom(double n, double one) noexcept {
    return std::max(n - one, 0.5 * n);
}

}  // namespace entrostream::tree
