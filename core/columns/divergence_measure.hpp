// The only measure of the contents that compare two windows.
#pragma once
#include <array>
#include <cstdint>
#include <limits>

#include "core/counts/measure.hpp"

namespace entrostream {

enum class DivergenceMeasure : std::uint8_t { divergence };

[[nodiscard]] constexpr bool is_count(DivergenceMeasure) noexcept {
    return false;
}

template <>
struct MeasureTable<DivergenceMeasure> {
    static constexpr std::array rows{MeasureRow{DivergenceMeasure::divergence, "divergence",
                                                "How far apart two samples are, in bits."}};
};

// The value if a side is empty.
inline constexpr double nothing_to_compare = std::numeric_limits<double>::quiet_NaN();

}  // namespace entrostream
