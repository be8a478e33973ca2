// Reference model: the window of each row by brute force over all rows.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/columns/row_frame.hpp"
#include "core/counts/code.hpp"

namespace entrostream::testing {

inline constexpr std::array all_closed{Closed::right, Closed::both, Closed::left, Closed::neither};

[[nodiscard]] inline bool opens_left(Closed closed) {
    return closed == Closed::right || closed == Closed::neither;
}
[[nodiscard]] inline bool opens_right(Closed closed) {
    return closed == Closed::left || closed == Closed::neither;
}

struct ModelRow {
    std::size_t stream;
    Time time;
    Code code;
};

// Whether row `other` is in the window of row `row`; both are numbers within one stream.
[[nodiscard]] inline bool counted_in(const RowFrame& frame, std::int64_t row, std::int64_t other) {
    const std::int64_t last = row + (frame.centred ? (frame.length - 1) / 2 : 0);
    const std::int64_t first = last - frame.length + 1;
    return other >= first - (opens_left(frame.closed) ? 0 : 1) &&
           other <= last - (opens_right(frame.closed) ? 1 : 0);
}

// The same by time, in half nanoseconds.
[[nodiscard]] inline bool timed_in(const RowFrame& frame, const std::vector<ModelRow>& rows,
                                   std::size_t row, std::size_t other) {
    const Time now = 2 * rows[row].time;
    const Time time = 2 * rows[other].time;
    const Time start = now - (frame.centred ? frame.length : 2 * frame.length);
    const Time end = now + (frame.centred ? frame.length : 0);
    if (!frame.centred && !frame.ties_together && other > row) return false;
    return (opens_left(frame.closed) ? time > start : time >= start) &&
           (opens_right(frame.closed) ? time < end : time <= end);
}

// The rows in the window of row `row`, in order.
[[nodiscard]] inline std::vector<std::size_t> window_of(const RowFrame& frame,
                                                        const std::vector<ModelRow>& rows,
                                                        std::size_t row) {
    std::vector<std::size_t> stream;
    std::int64_t place = 0;
    for (std::size_t other = 0; other < rows.size(); ++other) {
        if (rows[other].stream != rows[row].stream) continue;
        if (other == row) place = static_cast<std::int64_t>(stream.size());
        stream.push_back(other);
    }
    std::vector<std::size_t> window;
    for (std::size_t other = 0; other < stream.size(); ++other) {
        const auto number = static_cast<std::int64_t>(other);
        const bool within = frame.expands()  ? number <= place
                            : !frame.by_time ? counted_in(frame, place, number)
                                             : timed_in(frame, rows, row, stream[other]);
        if (within) window.push_back(stream[other]);
    }
    return window;
}

}  // namespace entrostream::testing
