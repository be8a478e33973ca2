// Columns of times: what the readers of all kinds of columns share.
#pragma once
#include <nanobind/nanobind.h>

#include <concepts>
#include <cstddef>
#include <span>
#include <utility>

#include "bindings/input/batches/column_buffer.hpp"
#include "bindings/input/times/nanoseconds.hpp"
#include "bindings/input/times/times.hpp"
#include "bindings/runtime/gil.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

// The readers.
[[nodiscard]] ReadTimes object_times(nb::handle sequence, std::size_t rows);  // list or tuple
[[nodiscard]] ReadTimes array_times(nb::handle array, std::size_t rows);      // numpy.ndarray
[[nodiscard]] ReadTimes arrow_times(nb::handle column, std::size_t rows);
[[nodiscard]] ReadTimes pandas_times(nb::handle column, std::size_t rows);

// ValueError unless there are as many times as labels.
void require_rows(std::size_t times, std::size_t rows);

// Throws the error for the first row that is no_time; `column[row]` provides its value.
[[noreturn]] void throw_bad_row(Times times, nb::handle column);

using TimeBuffer = ColumnBuffer<Time>;

// Converts numbers of seconds to nanoseconds.
struct SecondsToTime {
    Time operator()(double seconds) const noexcept { return from_seconds(seconds); }
    template <std::integral Integer>
    Time operator()(Integer seconds) const noexcept {
        constexpr std::int64_t limit = last_time / second;
        if (std::cmp_less(seconds, -limit) || std::cmp_greater(seconds, limit)) return no_time;
        return static_cast<Time>(seconds) * second;
    }
};

// Converts row by row and returns whether all values fit. Releases the GIL: `convert` must not
// touch Python objects.
template <class Value, class Convert>
[[nodiscard]] bool convert_rows(std::span<const Value> values, std::span<Time> times,
                                const Convert& convert) {
    const GilReleased unlocked;
    bool all_fit = true;
    in_slices(times.size(), 1 << 18, [&](std::size_t first, std::size_t size) {
        for (std::size_t row = first; row < first + size; ++row) {
            times[row] = convert(values[row]);
            all_fit &= times[row] != no_time;
        }
    });
    return all_fit;
}

}  // namespace entrostream
