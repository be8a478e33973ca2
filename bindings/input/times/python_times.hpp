// Python's own datetime and timedelta, by their C interface.
#pragma once
#include <nanobind/nanobind.h>

#include "core/time/time.hpp"

namespace entrostream {

namespace nb = nanobind;

// Exactly datetime.datetime, none of its subclasses.
[[nodiscard]] bool is_plain_datetime(nb::handle value);
[[nodiscard]] bool is_datetime(nb::handle value);
[[nodiscard]] bool is_timedelta(nb::handle value);

// no_time if the datetime does not fit; one without a zone is UTC.
[[nodiscard]] Time from_datetime(nb::handle value);
// no_time if the timedelta does not fit.
[[nodiscard]] Time from_timedelta(nb::handle value);

// Of a whole number of microseconds.
[[nodiscard]] nb::object utc_datetime(Time at);
[[nodiscard]] nb::object timedelta_of(Time span);

}  // namespace entrostream
