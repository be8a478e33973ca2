// Timestamps and durations: integer nanoseconds.
#pragma once
#include <cstdint>
#include <limits>
#include <span>

namespace entrostream {

using Time = std::int64_t;  // since 1970-01-01 UTC, or since any origin that the caller chooses
using Times = std::span<const Time>;
inline constexpr Time earliest_time = std::numeric_limits<Time>::min();

// Whether the times are non-decreasing.
[[nodiscard]] bool ascending(Times times) noexcept;

// The kind of times in a summary. Numbers of seconds and instants (datetime and the like)
// cannot be compared, so the first time decides.
enum class Clock : std::uint8_t { unset, seconds, instants };

// What happens to an event that is later than the lateness allows.
enum class Late : std::uint8_t { raise, drop };

}  // namespace entrostream
