// Points in time as ISO 8601 text, such as "2024-02-29", "2024-02-29T12:30Z" or "2024-02-29
// 12:30:00.5+01:00".
#pragma once
#include <optional>
#include <string_view>

#include "core/time/time.hpp"

namespace entrostream {

// A date, or a date and a time of day with or without an offset from UTC; without one it is
// UTC. Rounded once, to the nearest nanosecond. Nullopt if the text is not such a time,
// no_time if it does not fit.
[[nodiscard]] std::optional<Time> time_from_text(std::string_view text) noexcept;

}  // namespace entrostream
