// Python's datetime and timedelta, through their C API.
#pragma once
#include <nanobind/nanobind.h>

#include "core/time/time.hpp"

namespace entrostream {

namespace nb = nanobind;

// Exactly datetime.datetime, not a subclass.
[[nodiscard]] bool is_plain_datetime(nb::handle value);
[[nodiscard]] bool is_datetime(nb::handle value);
[[nodiscard]] bool is_timedelta(nb::handle value);

// no_time if the datetime does not fit; without a zone it is UTC.
[[nodiscard]] Time from_datetime(nb::handle value);
// no_time if the timedelta does not fit.
[[nodiscard]] Time from_timedelta(nb::handle value);

// Precondition: a whole number of microseconds.
[[nodiscard]] nb::object utc_datetime(Time at);
[[nodiscard]] nb::object timedelta_of(Time span);

}  // namespace entrostream
