// Numbers of seconds from Python and NumPy, as nanoseconds.
#pragma once
#include <nanobind/nanobind.h>

#include <optional>

#include "core/time/time.hpp"

namespace entrostream {

namespace nb = nanobind;

struct Seconds {
    Time time;       // no_time if the number does not fit
    int sign;        // before rounding: a small number may round to 0
    bool is_finite;  // false for NaN and infinities
};

// Nullopt if the value is not a number, or is a bool.
[[nodiscard]] std::optional<Seconds> seconds_of(nb::handle value);

}  // namespace entrostream
