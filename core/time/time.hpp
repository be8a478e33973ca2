// Points and lengths of time: integers of nanoseconds.
#pragma once
#include <cstdint>
#include <limits>
#include <span>

namespace entrostream {

using Time = std::int64_t;  // since 1970-01-01 UTC, or since whatever the caller counts from
using Times = std::span<const Time>;
inline constexpr Time earliest_time = std::numeric_limits<Time>::min();

// Whether no time is before the one in front of it.
[[nodiscard]] bool ascending(Times times) noexcept;

// What the times of a summary are. Numbers of seconds and instants (datetime and the
// like) cannot be compared: the first time that comes in decides.
enum class Clock : std::uint8_t { unset, seconds, instants };

// What happens to an event that is late beyond the lateness allowed.
enum class Late : std::uint8_t { raise, drop };

}  // namespace entrostream
