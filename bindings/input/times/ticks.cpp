#include "bindings/input/times/ticks.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

Loaded datetime_data("numpy", "datetime_data");

struct LongUnit {
    std::string_view name;
    std::int64_t nanoseconds;
};
constexpr std::array long_units{
    LongUnit{"W", week},         LongUnit{"D", day},    LongUnit{"h", hour},
    LongUnit{"m", minute},       LongUnit{"s", second}, LongUnit{"ms", 1'000'000},
    LongUnit{"us", microsecond}, LongUnit{"ns", 1},
};

struct ShortUnit {
    std::string_view name;
    std::int64_t units_per_nanosecond;
};
constexpr std::array short_units{
    ShortUnit{"ps", 1'000},
    ShortUnit{"fs", 1'000'000},
    ShortUnit{"as", 1'000'000'000},
};

Ticks long_ticks(int128 nanoseconds) {
    if (nanoseconds == 1) return SameTicks{};
    // If one tick is longer than all times, only 0 ticks fit.
    if (nanoseconds > last_time) return LongTicks{.nanoseconds = 1, .limit = 0};
    return LongTicks{.nanoseconds = static_cast<std::int64_t>(nanoseconds)};
}

}  // namespace

Ticks numpy_ticks(nb::handle dtype) {
    const nb::object unit = datetime_data.get()(dtype);
    const auto name = nb::cast<std::string>(nb::object(unit[0]));
    const auto count = nb::cast<std::int64_t>(nb::object(unit[1]));
    for (const LongUnit& each : long_units) {
        if (name == each.name) return long_ticks(int128{each.nanoseconds} * count);
    }
    for (const ShortUnit& each : short_units) {
        if (name == each.name) return ShortTicks{count, each.units_per_nanosecond};
    }
    if (name == "Y") return MonthTicks{12 * count};
    if (name == "M") return MonthTicks{count};
    throw nb::value_error(
        ("a time of dtype " + text_of(dtype) + " has no unit; give it one, such as ns").c_str());
}

Ticks ticks_of_second(std::int64_t ticks_per_second) {
    return long_ticks(second / ticks_per_second);
}

// Reads the scalar's eight bytes: any NumPy method for it takes a microsecond.
std::int64_t numpy_tick_count(nb::handle scalar) {
    Py_buffer memory;
    if (PyObject_GetBuffer(scalar.ptr(), &memory, PyBUF_SIMPLE) != 0) throw nb::python_error();
    std::int64_t ticks = 0;
    std::memcpy(&ticks, memory.buf, sizeof(ticks));
    PyBuffer_Release(&memory);
    return ticks;
}

}  // namespace entrostream
