// The cumulative distribution function of the standard normal. No libm.
#pragma once

namespace entrostream {

// P(Z <= z), error below 2e-15.
[[nodiscard]] double normal_below(double z) noexcept;

}  // namespace entrostream
