// Labels for points and lengths of time.
//
// Python's own datetime types where their range and resolution suffice, otherwise NumPy's
// scalars, which hold any 64-bit number of ticks. NumPy has no time zones: an instant finer
// than microseconds is the pair of its UTC datetime and the remaining nanoseconds.
//
// An instant is always in UTC. In its own zone, it would equal no datetime of another zone
// around a clock change (PEP 495), not even itself once it has been saved and restored, and it
// would equal the other instant with the same wall time.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>

namespace entrostream {

namespace nb = nanobind;

// The number of ticks per second of a unit ("s", "ms", "us", "ns").
[[nodiscard]] std::int64_t ticks_per_second(nb::handle unit);

// All times count from 1970-01-01; `ticks_per_second` is 1, 10^3, 10^6 or 10^9.
[[nodiscard]] nb::object date_label(std::int64_t days);
[[nodiscard]] nb::object time_of_day_label(std::int64_t ticks, std::int64_t ticks_per_second);
[[nodiscard]] nb::object timestamp_label(std::int64_t ticks, std::int64_t ticks_per_second,
                                         bool zoned);
// An aware datetime in UTC; unchanged if it is naive or its UTC is outside the years 1 to
// 9999. Throws what its tzinfo throws.
[[nodiscard]] nb::object instant_label(nb::handle moment);
[[nodiscard]] nb::object duration_label(std::int64_t ticks, std::int64_t ticks_per_second);

}  // namespace entrostream
