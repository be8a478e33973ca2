#include "bindings/labels/time_label.hpp"

#include <datetime.h>

#include <algorithm>
#include <array>

#include "bindings/labels/plain_label.hpp"

namespace entrostream {

namespace {

struct Unit {
    const char* name;
    std::int64_t ticks_per_second;
};
constexpr std::array units{Unit{"s", 1}, Unit{"ms", 1'000}, Unit{"us", 1'000'000},
                           Unit{"ns", 1'000'000'000}};

const char* unit_name(std::int64_t ticks) {
    for (const Unit& unit : units) {
        if (unit.ticks_per_second == ticks) return unit.name;
    }
    throw nb::value_error("a time has an unknown unit");
}

// NumPy converts ticks to Python objects where possible; plain_label handles the rest.
nb::object numpy_time(const char* kind, std::int64_t ticks, const char* unit) {
    return plain_label(nb::module_::import_("numpy").attr(kind)(ticks, unit));
}

}  // namespace

std::int64_t ticks_per_second(nb::handle name) {
    for (const Unit& unit : units) {
        if (nb::str(unit.name).equal(name)) return unit.ticks_per_second;
    }
    throw nb::value_error("a time has an unknown unit");
}

nb::object date_label(std::int64_t days) {
    constexpr std::int64_t first = -719'162;  // 0001-01-01
    constexpr std::int64_t last = 2'932'896;  // 9999-12-31
    if (days < first || days > last) return numpy_time("datetime64", days, "D");
    return nb::module_::import_("datetime").attr("date").attr("fromordinal")(days - first + 1);
}

nb::object time_of_day_label(std::int64_t ticks, std::int64_t ticks_per_second) {
    const nb::object moment = timestamp_label(ticks, ticks_per_second, false);
    if (nb::hasattr(moment, "time")) return moment.attr("time")();
    throw nb::value_error("a time of day finer than microseconds cannot be a label");
}

nb::object timestamp_label(std::int64_t ticks, std::int64_t ticks_per_second, bool zoned) {
    if (!zoned) return numpy_time("datetime64", ticks, unit_name(ticks_per_second));
    const std::int64_t finer = std::max<std::int64_t>(1, ticks_per_second / 1'000'000);
    const std::int64_t rest = ((ticks % finer) + finer) % finer;
    const nb::object moment = numpy_time("datetime64", ticks - rest, unit_name(ticks_per_second));
    if (!nb::hasattr(moment, "replace")) {
        throw nb::value_error("an instant outside the years 1 to 9999 cannot be a label");
    }
    const nb::object utc = nb::module_::import_("datetime").attr("timezone").attr("utc");
    nb::object instant = moment.attr("replace")(nb::arg("tzinfo") = utc);
    return rest == 0 ? instant : nb::object(nb::make_tuple(instant, rest));
}

nb::object instant_label(nb::handle moment) {
    if (PyDateTimeAPI == nullptr) PyDateTime_IMPORT;
    PyObject* zone = PyDateTime_DATE_GET_TZINFO(moment.ptr());
    const nb::handle utc = PyDateTime_TimeZone_UTC;
    if (zone == Py_None || utc.is(zone)) return nb::borrow(moment);
    if (moment.attr("utcoffset")().is_none()) return nb::borrow(moment);
    try {
        return moment.attr("astimezone")(utc);
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_OverflowError)) throw;
        return nb::borrow(moment);
    }
}

nb::object duration_label(std::int64_t ticks, std::int64_t ticks_per_second) {
    return numpy_time("timedelta64", ticks, unit_name(ticks_per_second));
}

}  // namespace entrostream
