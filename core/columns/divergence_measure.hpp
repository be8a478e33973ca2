// What the contents that compare two sides share: the one thing that is read of them.
#pragma once
#include <cstdint>
#include <limits>

namespace entrostream {

enum class DivergenceMeasure : std::uint8_t { divergence };

// Where a side is empty.
inline constexpr double nothing_to_compare = std::numeric_limits<double>::quiet_NaN();

}  // namespace entrostream
