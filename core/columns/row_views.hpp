// Rows of a column, or of a pair of columns, as TracedRows reads them, and the windows that hold
// them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/code_pair.hpp"
#include "core/counts/counts.hpp"
#include "core/counts/interruption.hpp"
#include "core/counts/trace.hpp"
#include "core/tables/contingency.hpp"
#include "core/tables/table_trace.hpp"
#include "core/time/time.hpp"
#include "core/windows/sliding_window.hpp"
#include "core/windows/time_window.hpp"

namespace entrostream {

// The first row from `row` on for which `is_missing(row)`, or `size`. Long runs are searched in
// blocks without an early exit, which the compiler turns into vector instructions.
template <class IsMissing>
[[nodiscard]] std::size_t first_row_where(std::size_t row, std::size_t size,
                                          IsMissing&& is_missing) {
    const std::size_t near = std::min(size, row + 32);
    for (; row < near; ++row) {
        if (is_missing(row)) return row;
    }
    constexpr std::size_t block = 1024;
    for (; row + block <= size; row += block) {
        bool any = false;
        for (std::size_t i = row; i < row + block; ++i) {
            any |= is_missing(i);
        }
        if (any) break;
    }
    while (row < size && !is_missing(row)) {
        ++row;
    }
    return row;
}

// The numbers of `size` rows before row `end`.
[[nodiscard]] inline std::vector<Time> row_numbers(std::size_t size, std::int64_t end) {
    std::vector<Time> numbers(size);
    std::iota(numbers.begin(), numbers.end(), end - static_cast<std::int64_t>(size));
    return numbers;
}

struct LabelRows {
    using Column = TraceColumn;
    using Expanding = Counts;
    using Counted = SlidingWindow;
    using Timed = TimeWindow;
    static constexpr Measure n = Measure::n;

    Codes codes;            // no_code for a row without a label
    bool complete = false;  // known to have no such row

    [[nodiscard]] std::size_t size() const noexcept { return codes.size(); }
    [[nodiscard]] Code item(std::size_t row) const noexcept { return codes[row]; }
    [[nodiscard]] LabelRows part(std::size_t first, std::size_t size) const noexcept {
        return {codes.subspan(first, size), complete};
    }
    // The first row from `row` on without a label.
    [[nodiscard]] std::size_t first_missing(std::size_t row) const noexcept {
        if (complete) return size();
        return first_row_where(row, size(), [&](std::size_t i) { return codes[i] == no_code; });
    }

    [[nodiscard]] static Counted counted(std::int64_t length) {
        return Counted(static_cast<std::uint64_t>(length));
    }
    [[nodiscard]] static Timed timed(Time span) { return {span, 0, Late::raise}; }
    // The rows before row `end` that a counted window holds, with their numbers as times.
    [[nodiscard]] static Timed timed_from(const Counted& window, Time span, std::int64_t end) {
        Timed timed_window = timed(span);
        timed_window.grow(window.codes());
        const std::vector<Code> held = window.events();
        const std::vector<Time> times = row_numbers(held.size(), end);
        timed_window.prepare(times);
        timed_window.update_many(held, times);
        return timed_window;
    }

    template <class Core>
    static void grow(Core& core, std::size_t codes) {
        if (codes > core.codes()) core.grow(codes);
    }

    // Adds rows that have a label, and writes the values after each from row `row` on.
    template <class Core>
    static void trace(Core& core, const LabelRows& rows, TraceColumns columns, std::size_t row) {
        core.begin_column(rows.size(), columns);
        in_slices(rows.size(), slice, [&](std::size_t first, std::size_t size) {
            core.trace(rows.codes.subspan(first, size), columns, row + first);
        });
        core.end_column();
    }
    static void trace(Timed& core, const LabelRows& rows, TraceColumns columns, std::size_t row,
                      Times times) {
        core.begin_column(times, columns);
        in_slices(rows.size(), slice, [&](std::size_t first, std::size_t size) {
            core.trace(rows.codes.subspan(first, size), times.subspan(first, size), columns,
                       row + first);
        });
        core.end_column();
    }

  private:
    static constexpr std::size_t slice = 1 << 18;  // rows between checks for interruptions
};

struct PairRows {
    using Column = TableColumn;
    using Expanding = ContingencyTable;
    using Counted = ContingencyWindow;
    using Timed = ContingencyTimeWindow;
    static constexpr TableMeasure n = TableMeasure::n;

    Codes x;  // no_code for a row without a label
    Codes y;
    bool complete = false;  // known to have no such row

    [[nodiscard]] std::size_t size() const noexcept { return x.size(); }
    [[nodiscard]] CodePair item(std::size_t row) const noexcept { return {x[row], y[row]}; }
    [[nodiscard]] PairRows part(std::size_t first, std::size_t size) const noexcept {
        return {x.subspan(first, size), y.subspan(first, size), complete};
    }
    // The first row from `row` on in which either has no label.
    [[nodiscard]] std::size_t first_missing(std::size_t row) const noexcept {
        if (complete) return size();
        return first_row_where(
            row, size(), [&](std::size_t i) { return (x[i] == no_code) | (y[i] == no_code); });
    }

    [[nodiscard]] static Counted counted(std::int64_t length) {
        return Counted(RingWindow<PairCounts>(static_cast<std::uint64_t>(length)));
    }
    [[nodiscard]] static Timed timed(Time span) {
        return Timed(LastSpan<PairCounts>(span, 0, Late::raise));
    }
    [[nodiscard]] static Timed timed_from(const Counted& window, Time span, std::int64_t end) {
        Timed timed_window = timed(span);
        grow(timed_window, window.counts().x().codes(), window.counts().y().codes());
        std::vector<Code> held_x;
        std::vector<Code> held_y;
        for (const Code code : window.core().events()) {
            const CodePair pair = window.counts().pair(code);
            held_x.push_back(pair.x);
            held_y.push_back(pair.y);
        }
        timed_window.update_many(held_x, held_y, row_numbers(held_x.size(), end));
        return timed_window;
    }

    template <class Core>
    static void grow(Core& core, std::size_t x_codes, std::size_t y_codes) {
        core.grow(x_codes, y_codes);
    }

    template <class Core, class... MoreColumns>
    static void trace(Core& core, const PairRows& rows, TableColumns columns, std::size_t row,
                      MoreColumns... more) {
        std::vector<TableColumn> from_row(columns.begin(), columns.end());
        for (TableColumn& column : from_row) {
            column.values += row;
        }
        core.trace(rows.x, rows.y, from_row, more...);
    }
};

}  // namespace entrostream
