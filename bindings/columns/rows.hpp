// What stands beside the items of a column, as NumPy arrays: streams, times, order.
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

// What stands beside the items of a piece of a column: which stream each row belongs to (all
// to one if nothing is said), its time, in which order the rows are to be taken, and which
// row of the outputs gets its value (none, if that is negative).
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
    // `before` rows came before these.
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
