// Numbers of seconds, Python's and NumPy's, as nanoseconds.
#pragma once
#include <nanobind/nanobind.h>

#include <optional>

#include "core/time/time.hpp"

namespace entrostream {

namespace nb = nanobind;

struct Seconds {
    Time time;       // no_time if the number does not fit
    int sign;        // of the number: a small one may round to 0
    bool is_finite;  // not so: NaN and infinities
};

// Nothing if the value is no number, or a bool.
[[nodiscard]] std::optional<Seconds> seconds_of(nb::handle value);

}  // namespace entrostream
