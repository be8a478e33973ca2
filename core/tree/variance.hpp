// What the variance of a number in a class is taken to be.
#pragma once

namespace entrostream::tree {

inline constexpr double half_log2_e = 0.72134752044448170;
inline constexpr double smallest_variance = 1e-12;  // of a constant attribute
inline constexpr double range_share = 1e-6;

// Of `total` examples with this sum of squared differences to their mean; `range` is that of the
// attribute in all classes. A single example has no variance: the range stands for it.
[[nodiscard]] inline double variance_of(double squares, double total, double range) noexcept {
    const double spread = total > 1 ? squares / (total - 1) : 0;
    return spread + (total > 1 ? range_share : 1) * range * range + smallest_variance;
}

}  // namespace entrostream::tree
