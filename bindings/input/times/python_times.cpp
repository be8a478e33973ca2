#include "bindings/input/times/python_times.hpp"

#include <datetime.h>

#include "bindings/input/times/nanoseconds.hpp"

namespace entrostream {

namespace {

constexpr std::int64_t microseconds_per_second = 1'000'000;

// The C API has to be imported first.
void need_datetime() {
    if (PyDateTimeAPI == nullptr) PyDateTime_IMPORT;
    if (PyDateTimeAPI == nullptr) throw nb::python_error();
}

// Precondition: the result fits in 64 bits.
std::int64_t microseconds_of_delta(PyObject* delta) {
    const std::int64_t seconds = std::int64_t{PyDateTime_DELTA_GET_DAYS(delta)} * 86'400 +
                                 PyDateTime_DELTA_GET_SECONDS(delta);
    return seconds * microseconds_per_second + PyDateTime_DELTA_GET_MICROSECONDS(delta);
}

// As if the wall clock were UTC.
std::int64_t wall_microseconds(PyObject* at) {
    const std::int64_t days =
        days_of(PyDateTime_GET_YEAR(at), PyDateTime_GET_MONTH(at), PyDateTime_GET_DAY(at));
    const int seconds = PyDateTime_DATE_GET_HOUR(at) * 3'600 + PyDateTime_DATE_GET_MINUTE(at) * 60 +
                        PyDateTime_DATE_GET_SECOND(at);
    return (days * 86'400 + seconds) * microseconds_per_second +
           PyDateTime_DATE_GET_MICROSECOND(at);
}

// The zone's offset from UTC; 0 if the zone does not define it.
std::int64_t zone_microseconds(nb::handle at) {
    PyObject* zone = PyDateTime_DATE_GET_TZINFO(at.ptr());
    if (zone == Py_None || zone == PyDateTime_TimeZone_UTC) return 0;
    const nb::object offset = at.attr("utcoffset")();
    return offset.is_none() ? 0 : microseconds_of_delta(offset.ptr());
}

}  // namespace

bool is_plain_datetime(nb::handle value) {
    need_datetime();
    return PyDateTime_CheckExact(value.ptr());
}

bool is_datetime(nb::handle value) {
    need_datetime();
    return PyDateTime_Check(value.ptr());
}

bool is_timedelta(nb::handle value) {
    need_datetime();
    return PyDelta_Check(value.ptr());
}

Time from_datetime(nb::handle value) {
    return multiplied(wall_microseconds(value.ptr()) - zone_microseconds(value), microsecond);
}

Time from_timedelta(nb::handle value) {
    // Python's longest timedelta has 10^9 days: 8.64e19 microseconds, more than 64 bits hold.
    constexpr int most_days = 1'000'000;
    const int days = PyDateTime_DELTA_GET_DAYS(value.ptr());
    if (days < -most_days || days > most_days) return no_time;
    return multiplied(microseconds_of_delta(value.ptr()), microsecond);
}

nb::object utc_datetime(Time at) {
    need_datetime();
    const nb::object since = timedelta_of(at);
    PyObject* epoch = PyDateTimeAPI->DateTime_FromDateAndTime(
        1970, 1, 1, 0, 0, 0, 0, PyDateTime_TimeZone_UTC, PyDateTimeAPI->DateTimeType);
    const nb::object start = nb::steal(epoch);
    if (!start.is_valid()) throw nb::python_error();
    return start + since;
}

nb::object timedelta_of(Time span) {
    need_datetime();
    const bool before = span % day < 0;
    const std::int64_t days = span / day - (before ? 1 : 0);
    const std::int64_t rest = span % day + (before ? day : 0);
    PyObject* delta = PyDelta_FromDSU(static_cast<int>(days), static_cast<int>(rest / second),
                                      static_cast<int>(rest % second / microsecond));
    if (delta == nullptr) throw nb::python_error();
    return nb::steal(delta);
}

}  // namespace entrostream
