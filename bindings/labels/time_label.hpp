// Labels for points and lengths of time.
//
// Python's own datetime kinds where they are fine and wide enough, otherwise
// NumPy's scalars, which hold any 64-bit number of ticks. NumPy knows no zones: an
// instant finer than microseconds is the pair of its UTC datetime and the
// nanoseconds beyond.
//
// An instant is always in UTC. In its own zone it would be equal to no datetime of
// another zone while the clocks are changed (PEP 495), not even to itself once it has been
// saved and restored, and equal to the other instant that has its hour.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>

namespace entrostream {

namespace nb = nanobind;

// How many ticks a unit of that name ("s", "ms", "us", "ns") has in a second.
[[nodiscard]] std::int64_t ticks_a_second(nb::handle unit);

// All times count from 1970-01-01; `ticks_a_second` is 1, 10^3, 10^6 or 10^9.
[[nodiscard]] nb::object date_label(std::int64_t days);
[[nodiscard]] nb::object time_of_day_label(std::int64_t ticks, std::int64_t ticks_a_second);
[[nodiscard]] nb::object timestamp_label(std::int64_t ticks, std::int64_t ticks_a_second,
                                         bool zoned);
// An aware datetime in UTC; a naive one as it is, and so one that has no UTC in the years 1 to
// 9999. Throws what its tzinfo throws.
[[nodiscard]] nb::object instant_label(nb::handle moment);
[[nodiscard]] nb::object duration_label(std::int64_t ticks, std::int64_t ticks_a_second);

}  // namespace entrostream
