#include "bindings/input/times/number.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <string>

#include "bindings/input/times/nanoseconds.hpp"
#include "bindings/labels/plain_label.hpp"

namespace entrostream {

namespace {

Loaded numpy_generic("numpy", "generic");

Seconds of_double(double value) {
    return {from_seconds(value), (value > 0) - (value < 0), std::isfinite(value)};
}

Seconds of_integer(nb::handle value) {
    int overflow = 0;
    const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0) return {no_time, overflow, true};
    return {multiplied(whole, second), (whole > 0) - (whole < 0), true};
}

// Converts a long double by its exact ratio: going through double would round twice.
Seconds of_long_double(nb::handle value) {
    const double rough = nb::cast<double>(nb::float_(value));
    Seconds seconds = of_double(rough);
    if (seconds.time == no_time) return seconds;
    const nb::object ratio = value.attr("as_integer_ratio")();
    const nb::object fraction =
        nb::module_::import_("fractions").attr("Fraction")(ratio[0] * nb::int_(second), ratio[1]);
    const nb::object rounded = fraction.attr("__round__")();
    int overflow = 0;
    seconds.time = PyLong_AsLongLongAndOverflow(rounded.ptr(), &overflow);
    if (overflow != 0) seconds.time = no_time;
    return seconds;
}

std::optional<Seconds> of_numpy(nb::handle value) {
    const nb::object dtype = value.attr("dtype");
    const auto kind = nb::cast<std::string>(nb::object(dtype.attr("kind")));
    if (kind == "i" || kind == "u") return of_integer(nb::int_(value));
    if (kind != "f") return {};
    const bool fits_double = nb::cast<int>(dtype.attr("itemsize")) <= 8;
    return fits_double ? of_double(nb::cast<double>(nb::float_(value))) : of_long_double(value);
}

}  // namespace

std::optional<Seconds> seconds_of(nb::handle value) {
    if (PyBool_Check(value.ptr())) return {};
    if (PyFloat_Check(value.ptr())) return of_double(PyFloat_AS_DOUBLE(value.ptr()));
    if (PyLong_Check(value.ptr())) return of_integer(value);
    if (numpy_generic.is_type_of(value)) return of_numpy(value);
    return {};
}

}  // namespace entrostream
