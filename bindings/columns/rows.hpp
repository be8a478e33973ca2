// The columns that accompany the items of a column, as NumPy arrays: streams, times, order.
#pragma once
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "bindings/columns/arrays.hpp"
#include "core/counts/code.hpp"
#include "core/time/time.hpp"

namespace entrostream {

using Streams = std::optional<CodeArray>;
using ColumnTimes = std::optional<TimeArray>;
using Order = std::optional<ArrayIn<std::int64_t>>;
using Places = Order;

// The columns that accompany the items of a piece of a column: the stream of each row (one
// stream if empty), its time, the order in which to process the rows, and the output row that
// gets the value (none if negative).
struct Rows {
    std::size_t size;
    std::span<const Code> streams;
    std::span<const Time> times;
    std::span<const std::int64_t> order;
    std::span<const std::int64_t> numbers = {};

    [[nodiscard]] std::size_t row(std::size_t i) const noexcept {
        return order.empty() ? i : static_cast<std::size_t>(order[i]);
    }
    [[nodiscard]] Code stream(std::size_t row) const noexcept {
        return streams.empty() ? 0 : streams[row];
    }
    // `before` rows preceded these.
    [[nodiscard]] std::int64_t number(std::size_t row, std::int64_t before) const noexcept {
        return numbers.empty() ? before + static_cast<std::int64_t>(row) : numbers[row];
    }
    [[nodiscard]] Time time(std::size_t row) const noexcept {
        return times.empty() ? 0 : times[row];
    }
};

[[nodiscard]] inline Rows rows_of(std::size_t size, const Streams& streams,
                                  const ColumnTimes& times, const Order& order,
                                  const Places& places) {
    const Rows rows{size, numbers(streams, size), numbers(times, size), numbers(order, size),
                    numbers(places, size)};
    for (const std::int64_t row : rows.order) {
        if (row < 0 || static_cast<std::size_t>(row) >= size) {
            throw std::invalid_argument("order names a row that is not there");
        }
    }
    return rows;
}

}  // namespace entrostream
