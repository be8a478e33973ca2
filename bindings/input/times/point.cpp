#include "bindings/input/times/point.hpp"

#include <optional>
#include <string>
#include <string_view>

#include "bindings/input/times/nanoseconds.hpp"
#include "bindings/input/times/number.hpp"
#include "bindings/input/times/python_times.hpp"
#include "bindings/input/times/text.hpp"
#include "bindings/input/times/ticks.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/labels/time_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

Loaded numpy_datetime("numpy", "datetime64");
Loaded pandas_timestamp("pandas", "Timestamp");
Loaded arrow_scalar("pyarrow", "Scalar");
Loaded arrow_timestamp("pyarrow", "TimestampScalar");

std::string named(std::size_t row) {
    return "time" + at_row(row);
}

[[noreturn]] void throw_no_time(nb::handle at, std::size_t row) {
    const std::string message = named(row) +
                                " must be a number of seconds, a datetime, a numpy.datetime64, a "
                                "pandas.Timestamp or ISO 8601 text, got " +
                                repr_with_type(at);
    throw nb::type_error(message.c_str());
}

ReadTime in_range(Time time, Clock clock, nb::handle at, std::size_t row) {
    if (time != no_time) return {time, clock};
    std::string message = named(row) + " must lie between 1677-09-21 and 2262-04-11, ";
    if (clock == Clock::seconds) message += "a number within 9223372036 seconds of 0, ";
    throw nb::value_error((message + "got " + repr_short(at)).c_str());
}

ReadTime of_seconds(const Seconds& seconds, nb::handle at, std::size_t row) {
    if (!seconds.is_finite) {
        const bool is_nan = seconds.sign == 0;
        if (is_nan) throw_missing_time("nan", row);
        throw nb::value_error((named(row) + " must be finite, got " + text_of(at)).c_str());
    }
    return in_range(seconds.time, Clock::seconds, at, row);
}

ReadTime of_numpy(nb::handle at, std::size_t row) {
    const std::int64_t ticks = numpy_tick_count(at);
    if (ticks == no_time) throw_missing_time("NaT", row);
    const Time time = from_ticks(ticks, numpy_ticks(at.attr("dtype")));
    return in_range(time, Clock::instants, at, row);
}

// `value` is in nanoseconds UTC, whatever the zone and the unit.
ReadTime of_pandas(nb::handle at, std::size_t row) {
    const nb::object value = nb::steal(PyObject_GetAttrString(at.ptr(), "value"));
    if (!value.is_valid()) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) throw nb::python_error();
        PyErr_Clear();
    }
    const Time time = value.is_valid() ? nb::cast<Time>(value) : no_time;
    return in_range(time, Clock::instants, at, row);
}

ReadTime of_arrow(nb::handle scalar, std::size_t row) {
    if (!nb::cast<bool>(scalar.attr("is_valid"))) throw_missing_time("null", row);
    if (!arrow_timestamp.is_type_of(scalar)) return time_in_row(scalar.attr("as_py")(), row);
    const auto ticks = nb::cast<std::int64_t>(scalar.attr("value"));
    const std::int64_t a_second = ticks_per_second(scalar.attr("type").attr("unit"));
    return in_range(from_ticks(ticks, ticks_of_second(a_second)), Clock::instants, scalar, row);
}

ReadTime of_text(nb::handle at, std::size_t row) {
    Py_ssize_t size = 0;
    const char* characters = PyUnicode_AsUTF8AndSize(at.ptr(), &size);
    if (characters == nullptr) {  // a lone surrogate: no time contains one
        PyErr_Clear();
        return text_in_row("\xff", row);
    }
    return text_in_row({characters, static_cast<std::size_t>(size)}, row);
}

// The most common types, without calling into Python; no_time for all others.
ReadTime quick_time(nb::handle at) {
    PyObject* object = at.ptr();
    if (PyFloat_CheckExact(object)) {
        return {from_seconds(PyFloat_AS_DOUBLE(object)), Clock::seconds};
    }
    if (is_plain_datetime(at)) return {from_datetime(at), Clock::instants};
    if (PyLong_CheckExact(object)) return {seconds_of(at)->time, Clock::seconds};
    return {no_time, Clock::unset};
}

ReadTime slow_time(nb::handle at, std::size_t row) {
    if (PyUnicode_Check(at.ptr())) return of_text(at, row);
    if (const auto seconds = seconds_of(at)) return of_seconds(*seconds, at, row);
    if (is_missing(at)) throw_missing_time(repr_short(at), row);
    if (numpy_datetime.is_type_of(at)) return of_numpy(at, row);
    if (pandas_timestamp.is_type_of(at)) return of_pandas(at, row);
    if (arrow_scalar.is_type_of(at)) return of_arrow(at, row);
    if (is_datetime(at)) return in_range(from_datetime(at), Clock::instants, at, row);
    throw_no_time(at, row);
}

}  // namespace

void throw_missing_time(const std::string& shown, std::size_t row) {
    throw nb::value_error(("time is missing (" + shown + ")" + at_row(row)).c_str());
}

ReadTime text_in_row(std::string_view text, std::size_t row) {
    const std::optional<Time> time = time_from_text(text);
    if (time && *time != no_time) return {*time, Clock::instants};
    const nb::object given = nb::steal(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
    if (time) return in_range(*time, Clock::instants, given, row);
    throw nb::value_error((named(row) +
                           " must be ISO 8601, such as \"2024-02-29T12:30:00Z\", got " +
                           repr_short(given))
                              .c_str());
}

ReadTime time_in_row(nb::handle at, std::size_t row) {
    const ReadTime quick = quick_time(at);
    return quick.at != no_time ? quick : slow_time(at, row);
}

ReadTime read_time(nb::handle at) {
    return time_in_row(at, no_row);
}

void throw_other_clock(Clock before, std::size_t row) {
    const std::string message =
        named(row) + (before == Clock::seconds
                          ? " is a datetime, but earlier times were numbers of seconds"
                          : " is a number of seconds, but earlier times were datetimes");
    throw nb::type_error(message.c_str());
}

void require_same_clock(Clock before, Clock given) {
    if (before == Clock::unset || given == Clock::unset || before == given) return;
    throw_other_clock(before, no_row);
}

}  // namespace entrostream
