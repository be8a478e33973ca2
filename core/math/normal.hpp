// The share of a normal distribution below a point. No libm.
#pragma once

namespace entrostream::tree {

// P(Z <= z), error below 2e-15.
[[nodiscard]] double normal_below(double z) noexcept;

}  // namespace entrostream::tree
