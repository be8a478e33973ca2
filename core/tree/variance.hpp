// What the variance of a number in a class is taken to be.
#pragma once

namespace entrostream::tree {

inline constexpr double half_log2_e = 0.72134752044448170;
inline constexpr double smallest_variance = 1e-12;  // of a constant attribute
inline constexpr double range_share = 1e-6;

// Of n examples of a class with s, the sum of squared differences to their mean, and r, the range
// of the attribute in all classes, it is
//
//     s / (n - 1) + range_share r^2 + smallest_variance
//
// and of one example, which has none, r^2 + smallest_variance: the range stands for it.

}  // namespace entrostream::tree
