// Times as they are returned to Python, and the names of the rule for late events.
#include <string>

#include "bindings/input/times/nanoseconds.hpp"
#include "bindings/input/times/python_times.hpp"
#include "bindings/input/times/times.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

nb::object numpy_nanoseconds(const char* kind, Time time) {
    return nb::module_::import_("numpy").attr(kind)(time, "ns");
}

}  // namespace

nb::object shown_time(Time at, Clock clock) {
    if (clock == Clock::unset) return nb::none();
    if (clock == Clock::seconds) return nb::float_(to_seconds(at));
    return at % microsecond == 0 ? utc_datetime(at) : numpy_nanoseconds("datetime64", at);
}

nb::object shown_span(Time span) {
    return span % microsecond == 0 ? timedelta_of(span) : numpy_nanoseconds("timedelta64", span);
}

Late late_rule(nb::handle value) {
    for (const Late late : {Late::raise, Late::drop}) {
        if (nb::str(late_name(late)).equal(value)) return late;
    }
    throw nb::value_error((R"(late must be "raise" or "drop", got )" + repr_short(value)).c_str());
}

const char* late_name(Late late) noexcept {
    return late == Late::drop ? "drop" : "raise";
}

}  // namespace entrostream
