// Private entry points to the time readers, for tests.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "bindings/input/times/times.hpp"

namespace entrostream {

namespace {

const char* clock_name(Clock clock) {
    switch (clock) {
        case Clock::seconds:
            return "seconds";
        case Clock::instants:
            return "instants";
        case Clock::unset:
            break;
    }
    return "unset";
}

Clock clock_named(const std::string& name) {
    for (const Clock clock : {Clock::seconds, Clock::instants}) {
        if (name == clock_name(clock)) return clock;
    }
    return Clock::unset;
}

nb::object one(nb::handle at) {
    const ReadTime read = read_time(at);
    return nb::make_tuple(read.at, clock_name(read.clock));
}

nb::object column(nb::handle at, std::size_t rows) {
    auto* owned = new ReadTimes(read_times(at, rows));
    const nb::capsule owner(owned, [](void* it) noexcept { delete static_cast<ReadTimes*>(it); });
    const nb::ndarray<nb::numpy, const Time, nb::ndim<1>> times(owned->times.begin(), {rows},
                                                                owner);
    return nb::make_tuple(times, clock_name(owned->clock));
}

}  // namespace

void bind_time_readers(nb::module_& module) {
    module.def("_read_time", &one, nb::arg().none());
    module.def("_read_times", &column, nb::arg().none(), nb::arg());
    module.def(
        "_read_span",
        [](nb::handle span, bool zero_allowed) { return read_span(span, "span", zero_allowed); },
        nb::arg("span").none(), nb::arg("zero_allowed") = false);
    module.def("_shown_time", [](Time at, const std::string& clock) {
        return shown_time(at, clock_named(clock));
    });
    module.def("_shown_span", &shown_span);
    module.def("_span_text", &span_text);
    module.def("_require_same_clock", [](const std::string& held, const std::string& given) {
        require_same_clock(clock_named(held), clock_named(given));
    });
    module.def("_late", [](nb::handle value) { return late_name(late_rule(value)); });
}

}  // namespace entrostream
