// The windows of one stream of rows that end with their row, by the kernels for whole columns.
//
// Several times as fast as RowWindows, with the same bits. A row without a label (no_code)
// occupies a row of a counted window, or moves the clock of a timed one, and adds nothing.
//
// A counted window is a ring buffer until the first row without a label. From then on it is a
// timed window over the numbers of the rows, which lets such rows pass at no cost.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "core/columns/row_frame.hpp"
#include "core/columns/row_views.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// `View` is LabelRows or PairRows. An exception (an interruption, no memory) leaves the windows
// unusable.
template <class View>
class TracedRows {
  public:
    using Column = View::Column;
    using Columns = std::span<const Column>;

    // Precondition: frame.is_trailing().
    TracedRows(const RowFrame& frame, std::uint64_t min_periods)
        : frame_(frame), min_periods_(min_periods), window_(empty_window(frame)) {}

    // Makes room for codes below these.
    template <class... Sizes>
    void grow(Sizes... codes) {
        std::visit([&](auto& window) { View::grow(window, codes...); }, window_);
    }

    // Adds rows; row i of the columns gets the values of row i, or NaN if fewer than
    // `min_periods` rows of its window have a label. `times` are those of the rows if the frame is
    // timed, in order.
    void trace(const View& rows, Times times, Columns columns) {
        for (std::size_t row = 0; row < rows.size();) {
            const std::size_t end = rows.first_missing(row);
            while (row < end) {
                const std::size_t size = std::min(end - row, most_at_once());
                trace_run(rows.part(row, size), part(times, row, size), columns, row);
                row += size;
            }
            if (end == rows.size()) return;
            skip(part(times, end, 1));
            read(columns, end);
            row = end + 1;
        }
    }

    // Writes row `row` of the columns: the values of the window of the last row.
    void read(Columns columns, std::size_t row) const {
        std::visit(
            [&](const auto& window) {
                read_row(window.sums(), columns, row);
                if (window.sums().n() == 0) hide_all_but_counts(columns, row);
                if (window.sums().n() < min_periods_) hide(columns, row);
            },
            window_);
    }

  private:
    using Window =
        std::variant<typename View::Expanding, typename View::Counted, typename View::Timed>;
    static constexpr std::size_t few = 32;  // rows that are not worth a kernel

    [[nodiscard]] static Window empty_window(const RowFrame& frame) {
        if (frame.expands()) return typename View::Expanding();
        if (frame.by_time) return View::timed(frame.length);
        return View::counted(frame.length);
    }
    // Rows whose numbers, or numbers of rows held, take memory of their own.
    [[nodiscard]] std::size_t most_at_once() const noexcept {
        const bool is_timed = std::holds_alternative<typename View::Timed>(window_);
        const bool needs_memory = is_timed && (is_counted() || min_periods_ > 1);
        return needs_memory ? std::size_t{1} << 16 : std::numeric_limits<std::size_t>::max();
    }
    [[nodiscard]] bool is_counted() const noexcept { return !frame_.by_time && !frame_.expands(); }
    [[nodiscard]] static Times part(Times times, std::size_t first, std::size_t size) noexcept {
        return times.empty() ? times : times.subspan(first, size);
    }

    // Adds rows that have a label.
    void trace_run(const View& rows, Times times, Columns columns, std::size_t row) {
        if (auto* expanding = std::get_if<typename View::Expanding>(&window_)) {
            const std::uint64_t before = expanding->sums().n();
            trace_in(*expanding, rows, columns, row);
            hide_first(columns, row, rows.size(), before);
        } else if (auto* counted = std::get_if<typename View::Counted>(&window_)) {
            const std::uint64_t before = expanded_rows();
            trace_in(*counted, rows, columns, row);
            hide_first(columns, row, rows.size(), before);
        } else if (is_counted()) {
            numbers_.resize(rows.size());
            std::iota(numbers_.begin(), numbers_.end(), rows_);
            trace_in(std::get<typename View::Timed>(window_), rows, columns, row, Times(numbers_));
            hide_incomplete(columns, row, rows.size());
        } else {
            trace_timed(rows, times, columns, row);
        }
        rows_ += static_cast<std::int64_t>(rows.size());
    }

    // Only a trace tells how many rows a timed window holds. It holds the row itself.
    void trace_timed(const View& rows, Times times, Columns columns, std::size_t row) {
        auto& window = std::get<typename View::Timed>(window_);
        if (min_periods_ <= 1) return trace_in(window, rows, columns, row, times);
        std::vector<double> held(rows.size());
        std::vector<Column> all(columns.begin(), columns.end());
        for (Column& column : all) {
            column.values += row;
        }
        all.push_back({View::n, held.data()});
        trace_in(window, rows, Columns(all), 0, times);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (held[i] < static_cast<double>(min_periods_)) hide(columns, row + i);
        }
    }

    template <class Core, class... MoreColumns>
    static void trace_in(Core& core, const View& rows, Columns columns, std::size_t row,
                         MoreColumns... more) {
        if (rows.size() >= few) return View::trace(core, rows, columns, row, more...);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            core.update(rows.item(i), more[i]...);
            read_row(core.sums(), columns, row + i);
        }
    }

    // Adds a row without a label.
    void skip(Times time) {
        if (is_counted()) {
            if (auto* counted = std::get_if<typename View::Counted>(&window_)) {
                window_ = View::timed_from(*counted, frame_.length, rows_);
            }
            std::get<typename View::Timed>(window_).advance(rows_);
            missing_.push_back(rows_);
        } else if (frame_.by_time) {
            std::get<typename View::Timed>(window_).advance(time.front());
        }
        ++rows_;
    }

    // The number of rows that a counted window without missing ones holds.
    [[nodiscard]] std::uint64_t expanded_rows() const noexcept {
        return static_cast<std::uint64_t>(std::min(rows_, frame_.length));
    }

    // Hides the first of `size` rows, before which the window held `before`.
    void hide_first(Columns columns, std::size_t row, std::size_t size,
                    std::uint64_t before) const noexcept {
        const auto most = static_cast<std::uint64_t>(frame_.length);
        for (std::size_t i = 0; i < size; ++i) {
            if (std::min(before + i + 1, most) >= min_periods_) return;
            hide(columns, row + i);
        }
    }
    // Hides those of `size` rows, the first of which is row rows_, whose windows hold too many
    // rows without a label.
    void hide_incomplete(Columns columns, std::size_t row, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            const std::int64_t number = rows_ + static_cast<std::int64_t>(i);
            while (!missing_.empty() && number - missing_.front() >= frame_.length) {
                missing_.pop_front();
            }
            const std::int64_t held =
                std::min(number + 1, frame_.length) - static_cast<std::int64_t>(missing_.size());
            if (static_cast<std::uint64_t>(held) < min_periods_) hide(columns, row + i);
        }
    }
    // No labels have no entropy, whatever `min_periods`; see OutputRule.
    static void hide_all_but_counts(Columns columns, std::size_t row) noexcept {
        for (const Column& column : columns) {
            if (!is_count(column.measure)) {
                column.values[row] = std::numeric_limits<double>::quiet_NaN();
            }
        }
    }
    static void hide(Columns columns, std::size_t row) noexcept {
        for (const Column& column : columns) {
            column.values[row] = std::numeric_limits<double>::quiet_NaN();
        }
    }

    RowFrame frame_;
    std::uint64_t min_periods_;
    Window window_;
    std::int64_t rows_ = 0;
    std::deque<std::int64_t> missing_;  // rows of a counted window that have no label
    std::vector<Time> numbers_;         // of rows, as the times of a counted window
};

}  // namespace entrostream
