// Points and lengths of time from Python, exact to the nanosecond.
//
// Numbers are seconds, rounded once to the nearest nanosecond (ties to even); datetime,
// numpy.datetime64, pandas.Timestamp and ISO 8601 text are instants, in UTC if they have no
// zone. Anything else raises TypeError; a time that is missing, not finite or beyond 64 bits
// of nanoseconds raises ValueError.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

#include "bindings/input/batches/column_buffer.hpp"
#include "core/time/time.hpp"

namespace entrostream {

namespace nb = nanobind;

struct ReadTime {
    Time at;
    Clock clock;
};

// One point in time.
[[nodiscard]] ReadTime read_time(nb::handle at);

// A column of times. Always a copy, since another thread may write to the caller's array while
// the GIL is released, and what was checked must be what is counted.
struct ReadTimes {
    ColumnBuffer<Time> times;
    Clock clock;  // unset if there are no rows
};

// A column of `rows` times, all of one clock; a single time applies to all rows. Errors name
// the row.
[[nodiscard]] ReadTimes read_times(nb::handle at, std::size_t rows);

// TypeError unless times of clock `given` can be mixed with times of clock `before`; an unset
// clock is compatible with both.
void require_same_clock(Clock before, Clock given);

// A length of time: a number of seconds, datetime.timedelta, numpy.timedelta64,
// pandas.Timedelta, or text such as "1h30min". Must be above 0, or at least 0 if
// `zero_allowed`; messages begin with `what`.
[[nodiscard]] Time read_span(nb::handle span, const char* what, bool zero_allowed);

// Seconds as the nearest float; an instant as a datetime in UTC, or as numpy.datetime64 if
// it is finer than microseconds; None while the clock is unset.
[[nodiscard]] nb::object shown_time(Time at, Clock clock);

// datetime.timedelta, or numpy.timedelta64 if it is finer than microseconds.
[[nodiscard]] nb::object shown_span(Time span);

// The same as text that read_span accepts: "10min", "1h30min", "250ms".
[[nodiscard]] std::string span_text(Time span);

// "raise" or "drop"
[[nodiscard]] Late late_rule(nb::handle value);
[[nodiscard]] const char* late_name(Late late) noexcept;

}  // namespace entrostream
