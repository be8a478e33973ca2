// The meaning of a 64-bit number of ticks in nanoseconds: the units of NumPy and Arrow.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <variant>

#include "bindings/input/times/nanoseconds.hpp"

namespace entrostream {

namespace nb = nanobind;

// Nanoseconds, unchanged.
struct SameTicks {
    Time operator()(std::int64_t ticks) const noexcept { return ticks; }
};

// Ticks of a nanosecond and longer.
struct LongTicks {
    std::int64_t nanoseconds;
    std::int64_t limit = last_time / nanoseconds;

    Time operator()(std::int64_t ticks) const noexcept {
        // -limit <= ticks <= limit in one comparison, worth a fifth of the time of a column
        const auto bound = static_cast<std::uint64_t>(limit);
        const bool fits = static_cast<std::uint64_t>(ticks) + bound <= 2 * bound;
        return fits ? ticks * nanoseconds : no_time;
    }
};

// `count` units, with `units_per_nanosecond` units per nanosecond.
struct ShortTicks {
    std::int64_t count;
    std::int64_t units_per_nanosecond;

    Time operator()(std::int64_t ticks) const noexcept {
        if (ticks == no_time) return no_time;
        return divided(int128{ticks} * count, units_per_nanosecond);
    }
};

// Months since 1970-01: the instant is the start of a month.
struct MonthTicks {
    std::int64_t months;

    Time operator()(std::int64_t ticks) const noexcept {
        constexpr std::int64_t limit = 3'600;  // 64 bits of nanoseconds are 292 years
        const int128 all = int128{ticks} * months;
        if (all < -limit || all > limit) return no_time;
        const auto month = static_cast<std::int64_t>(all) + limit;
        return multiplied(
            days_of(1970 - limit / 12 + month / 12, static_cast<int>(month % 12) + 1, 1), day);
    }
};

using Ticks = std::variant<SameTicks, LongTicks, ShortTicks, MonthTicks>;

// The ticks of a NumPy dtype of kind 'M' or 'm'. ValueError if it has no unit.
[[nodiscard]] Ticks numpy_ticks(nb::handle dtype);

// Ticks with this many per second: 1, 10^3, 10^6 or 10^9.
[[nodiscard]] Ticks ticks_of_second(std::int64_t ticks_per_second);

[[nodiscard]] inline Time from_ticks(std::int64_t ticks, const Ticks& meaning) {
    return std::visit([&](const auto& each) { return each(ticks); }, meaning);
}

// The 64 bits of a numpy.datetime64 or numpy.timedelta64.
[[nodiscard]] std::int64_t numpy_tick_count(nb::handle scalar);

}  // namespace entrostream
