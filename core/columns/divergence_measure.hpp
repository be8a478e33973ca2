// The only measure of the contents that compare two windows.
#pragma once
#include <cstdint>
#include <limits>

namespace entrostream {

enum class DivergenceMeasure : std::uint8_t { divergence };

// The value if a side is empty.
inline constexpr double nothing_to_compare = std::numeric_limits<double>::quiet_NaN();

}  // namespace entrostream
